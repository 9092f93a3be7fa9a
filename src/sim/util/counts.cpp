#include "sim/util/counts.h"

#include <charconv>

#include "sim/util/errors.h"

namespace murmur {

int64_t parse_count(const std::string& text) {
  const auto refuse = [&]() -> UserError {
    return UserError(
        "'" + text +
        "' is not a count: allowed are whole numbers of at least 0, such as 1000, 2.5k, 100k or 1M");
  };
  std::string digits = text;
  int zeros = 0;
  if (!digits.empty()) {
    const char unit = digits.back();
    zeros = unit == 'k' || unit == 'K'   ? 3
            : unit == 'm' || unit == 'M' ? 6
            : unit == 'g' || unit == 'G' ? 9
                                         : 0;
    if (zeros > 0) digits.pop_back();
  }
  // Computed in whole numbers, so that "2.5k" is exact.
  if (const size_t point = digits.find('.'); point != std::string::npos) {
    const size_t decimals = digits.size() - point - 1;
    if (point == 0 || decimals == 0 || decimals > static_cast<size_t>(zeros)) throw refuse();
    digits.erase(point, 1);
    zeros -= static_cast<int>(decimals);
  }
  if (digits.empty()) throw refuse();
  digits.append(static_cast<size_t>(zeros), '0');
  if (digits.find_first_not_of("0123456789") != std::string::npos) throw refuse();
  int64_t count = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), count).ec != std::errc()) throw refuse();
  return count;
}

}  // namespace murmur
