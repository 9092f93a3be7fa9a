#include "sim/scenario/key_path.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "sim/scenario/toml_text.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/utf8.h"

namespace murmur {

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

}  // namespace murmur
