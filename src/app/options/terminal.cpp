#include "app/options/terminal.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "sim/util/utf8.h"

namespace murmur {
namespace {

constexpr size_t kLongestMessage = 1000;  // [bytes]
constexpr size_t kMostMessages = 50;

int lost_results = 0;  // errno of the first failed write to stdout; 0: none

/// Bytes of the first character of `text`; 0 if a terminal must not get that character.
size_t character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const size_t size = utf8_character(text);
  const bool control = size == 1 && (byte(0) < 0x20 || byte(0) == 0x7f);
  const bool control_above = size == 2 && byte(0) == 0xc2 && byte(1) < 0xa0;  // U+0080 to U+009F
  // Marks that change the direction of writing: U+202A to U+202E, U+2066 to U+2069.
  const bool turns = size == 3 && byte(0) == 0xe2 &&
                     ((byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae) ||
                      (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9));
  return control || control_above || turns ? 0 : size;
}

std::string escaped(std::string_view text, std::string_view kept) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    size_t size = kept.find(text.front()) != std::string_view::npos ? 1 : character(text);
    if (size > 0) {
      out += text.substr(0, size);
    } else {
      out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text.front()));
      size = 1;
    }
    text.remove_prefix(size);
  }
  return out;
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Writes to stderr and ignores errors: a terminal or a log that cannot be written is no reason to end a run.
void to_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, "\n\t"); }

std::string message_text(std::string_view text) {
  // A long message is cut in the middle: the fault is at its beginning, the allowed values are at its end.
  if (text.size() <= kLongestMessage) return escaped(text, "");
  size_t head = kLongestMessage * 3 / 5, tail = text.size() - kLongestMessage * 2 / 5;
  while (head > 0 && continues(text[head])) --head;
  while (tail < text.size() && continues(text[tail])) ++tail;
  return fmt::format("{} ... ({} bytes left out) ... {}", escaped(text.substr(0, head), ""), tail - head,
                     escaped(text.substr(tail), ""));
}

void complain(std::string_view text) { to_stderr(fmt::format("murmur: {}\n", message_text(text))); }

void complain(const std::vector<std::string>& texts) {
  const size_t told = texts.size() > kMostMessages ? kMostMessages - 1 : texts.size();
  for (size_t i = 0; i < told; ++i) complain(texts[i]);
  if (told < texts.size()) note("and {} more like these", texts.size() - told);
}

void show(std::string_view text) { to_stderr(text); }

void print_text(std::string_view text) {
  const std::string clean = printable(text);
  errno = 0;
  if (std::fwrite(clean.data(), 1, clean.size(), stdout) != clean.size() && lost_results == 0)
    lost_results = errno != 0 ? errno : EIO;
}

void flush_results() {
  errno = 0;
  if (std::fflush(stdout) != 0 && lost_results == 0) lost_results = errno != 0 ? errno : EIO;
}

std::string results_fault() {
  flush_results();
  if (lost_results == 0 && std::ferror(stdout) != 0) lost_results = EIO;
  if (lost_results == 0) return "";
  return fmt::format("cannot write the results to the standard output: {}",
                     lost_results == ENOSPC ? "the disk is full" : std::strerror(lost_results));
}

}  // namespace murmur
