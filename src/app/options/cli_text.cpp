#include "app/options/cli_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/event.h"
#include "sim/util/counts.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"

namespace murmur {

CLI::Validator whole_number(int64_t low, int64_t high) {
  const auto take = [low, high](std::string& text) -> std::string {
    const std::optional<int64_t> value = typed_whole(text);
    if (value && *value >= low && *value <= high) {
      text = std::to_string(*value);
      return "";
    }
    const bool open = high == std::numeric_limits<int64_t>::max() && (value || !typed_number(text));
    return fmt::format("'{}' is not allowed: a whole number from {}{}", text, low,
                       open ? " up" : fmt::format(" to {}", high));
  };
  return CLI::Validator(take, "", "");
}

CLI::Validator count_from(int64_t low) {
  const auto take = [low](std::string& text) -> std::string {
    const std::optional<int64_t> value = typed_whole(text);
    if (value && *value >= low && *value <= kLastStep) {
      text = std::to_string(*value);
      return "";
    }
    if (value ? *value > kLastStep : typed_number(text).value_or(0.0) > static_cast<double>(kLastStep))
      return fmt::format("'{}' is not allowed: a whole number from {} to {}", text, low, kLastStep);
    return fmt::format("'{}' is not allowed: a whole number from {} up, such as 500, 10k or 1M", text, low);
  };
  return CLI::Validator(take, "", "");
}

CLI::Validator number(double low, double high) {
  const auto take = [low, high](std::string& text) -> std::string {
    if (const std::optional<double> value = typed_number(text); value && *value >= low && *value <= high) {
      text = fmt::format("{}", *value);
      return "";
    }
    return fmt::format("'{}' is not allowed: a number from {} to {}{}", text, low, high, two_meanings(text));
  };
  return CLI::Validator(take, "", "");
}

std::vector<double> place_numbers(const char* option, const std::string& text, size_t least) {
  std::vector<double> values;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::optional<double> value = typed_number(std::string_view(text).substr(begin, end - begin));
    if (!value || std::isnan(*value)) break;
    if (!(std::abs(*value) < 1e12))
      throw UserError(fmt::format("{} {}: {} is too far; allowed: numbers below 1e12", option, text, *value));
    values.push_back(*value);
    if (end == text.size() && values.size() >= least) return values;
    begin = end + 1;
  }
  throw UserError(fmt::format("{} {}: write at least {} numbers with commas between, for example {} {}",
                              option, text, least, option, least == 2 ? "40,-2.5" : "320,240,60"));
}

CLI::Validator one_of(std::vector<std::string> words) {
  const auto check = [words](std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return "";
    return fmt::format("'{}' is not allowed: one of {}{}", text, fmt::join(words, ", "),
                       did_you_mean(text, words));
  };
  return CLI::Validator(check, "", "");
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  std::vector<std::string> near = near_names(word, known);
  const bool gpu = (word == "gpu" || word == "GPU") && std::ranges::find(known, "cuda") != known.end();
  if (gpu) near = {"cuda"};
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

HelpText::HelpText(bool whole) : whole_(whole) {
  column_width(28);
  label("OPTIONS", "options");
  label("SUBCOMMAND", "command");
  label("Positionals", "Arguments");
}

std::string HelpText::make_group(std::string group, bool is_positional,
                                 std::vector<const CLI::Option*> options) const {
  // Groups that many commands have, or that few people need, are left out of the short help.
  constexpr std::array<std::string_view, 4> kMore{"Behaviours", "Backend", "Look", "Sweep"};
  const std::string name = group.substr(0, group.find(' '));
  if (whole_ || std::ranges::count(kMore, name) == 0)
    return Formatter::make_group(std::move(group), is_positional, std::move(options));
  return fmt::format("\n{}: {} options; --help-all describes them\n", name, options.size());
}

std::string HelpText::make_option_name(const CLI::Option* option, bool is_positional) const {
  std::string name = Formatter::make_option_name(option, is_positional);
  constexpr std::string_view kNegative = "{false}";  // CLI11 appends this word to "--no-glow"
  if (const size_t at = name.find(kNegative); at != std::string::npos) name.erase(at, kNegative.size());
  return name;
}

std::string HelpText::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";  // a flag has no value
  const std::string type = option->get_type_name();
  const std::string name = type.substr(0, type.find(':'));
  return name.empty() || name == "TEXT" ? "" : " " + name;
}

std::string HelpText::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  std::string text = Formatter::make_help(app, std::move(name), mode);
  for (size_t at; (at = text.find("\n\n\n")) != std::string::npos;) text.erase(at, 1);
  return text;
}

}  // namespace murmur
