#include "sim/scenario/key_path.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "sim/scenario/toml_depth.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/utf8.h"

namespace murmur {

namespace {

bool bare_word(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

}  // namespace

std::vector<KeyStep> split_key(const std::string& key) {
  const auto refuse = [&]() {
    return UserError(
        fmt::format("{} is not a scenario key; allowed are names as in rules.radius or obstacle[0].at",
                    toml_string(key)));
  };
  std::vector<KeyStep> steps;
  for (size_t begin = 0; begin <= key.size();) {
    size_t end = key.find('.', begin);
    if (end == std::string::npos) end = key.size();
    KeyStep step{key.substr(begin, end - begin), {}};
    if (const size_t bracket = step.key.find('['); bracket != std::string::npos) {
      size_t index = 0;
      const char* last = step.key.data() + step.key.size();
      const auto [stop, error] = std::from_chars(step.key.data() + bracket + 1, last, index);
      if (error != std::errc() || stop + 1 != last || *stop != ']') throw refuse();
      step.index = index;
      step.key.resize(bracket);
    }
    const bool good = std::all_of(step.key.begin(), step.key.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '-';
    });
    if (step.key.empty() || !good) throw refuse();
    if (steps.size() == kMostKeyParts)
      throw UserError(fmt::format("{} is a key of very many parts; allowed: at most {}",
                                  toml_string(shortened(key)), kMostKeyParts));
    steps.push_back(std::move(step));
    begin = end + 1;
  }
  return steps;
}

toml::table parse_value(const std::string& key, const std::string& text, const std::string& source) {
  check_toml_depth(text, shortened(key));
  try {
    toml::table holds = toml::parse("value = " + text, source);
    if (holds.size() == 1) return holds;
  } catch (const toml::parse_error&) {
    if (bare_word(text))
      return toml::parse("value = " + toml_string(text), source);  // a shell removes the quotes
  }
  throw UserError(fmt::format(
      "{}: {} is not a TOML value; allowed are values as in 55.0, true, \"wrap\" or [640.0, 480.0]", key,
      toml_string(shortened(text))));
}

}  // namespace murmur
