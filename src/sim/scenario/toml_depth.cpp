#include "sim/scenario/toml_depth.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {
namespace {

/// The rest of `text` behind the quoted string that it begins with; what is no string ends at the end of the line, where
/// the parser stops.
std::string_view behind_string(std::string_view text, size_t& line) {
  const char quote = text.front();
  const std::string three(3, quote);
  const bool several_lines = text.starts_with(three);
  size_t at = several_lines ? 3 : 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '\n') {
      if (!several_lines) return text.substr(at);
      ++line;
    } else if (text[at] == '\\' && quote == '"' && at + 1 < text.size() && text[at + 1] != '\n') {
      ++at;
    } else if (text[at] == quote && (!several_lines || text.substr(at).starts_with(three))) {
      at += several_lines ? 3 : 1;
      while (several_lines && at < text.size() && text[at] == quote) ++at;  // quotes just before the end
      return text.substr(at);
    }
  }
  return {};
}

}  // namespace

void check_toml_depth(std::string_view text, const std::string& source) {
  size_t line = 1, dots = 0, brackets = 0;
  const auto refuse = [&](const char* what, size_t most) {
    throw UserError(fmt::format("{}:{}: {}; allowed: at most {}", source, line, what, most));
  };
  while (!text.empty()) {
    const char c = text.front();
    if (c == '"' || c == '\'') {
      text = behind_string(text, line);
      continue;
    }
    if (c == '#') {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
      continue;
    }
    text.remove_prefix(1);
    if (c == '\n') ++line;
    if (c == '.') {
      if (++dots >= kMostKeyParts) refuse("a key of very many parts", kMostKeyParts);
    } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}') {
      dots = 0;
    }
    if (c == '[' || c == '{') {
      if (++brackets > kMostBrackets) refuse("brackets inside brackets", kMostBrackets);
    } else if ((c == ']' || c == '}') && brackets > 0) {
      --brackets;
    }
  }
}

}  // namespace murmur
