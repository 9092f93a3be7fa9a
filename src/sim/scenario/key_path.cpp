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
    if (!steps.empty() && steps.back().second) throw refuse();
    size_t end = key.find('.', begin);
    if (end == std::string::npos) end = key.size();
    KeyStep step{key.substr(begin, end - begin), {}};
    if (const size_t bracket = step.key.find('['); bracket != std::string::npos) {
      const char *at = step.key.data() + bracket, *const last = step.key.data() + step.key.size();
      for (std::optional<size_t>* const index : {&step.index, &step.second}) {
        if (at == last) break;
        size_t value = 0;
        const auto [stop, error] = *at == '[' ? std::from_chars(at + 1, last, value)
                                              : std::from_chars_result{at, std::errc::invalid_argument};
        if (error != std::errc() || stop == last || *stop != ']') throw refuse();
        *index = value;
        at = stop + 1;
      }
      if (at != last) throw refuse();
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
