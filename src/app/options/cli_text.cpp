#include "app/options/cli_text.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/source.h"
#include "sim/util/counts.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"

namespace murmur {

CLI::Validator whole_number(int64_t low, int64_t high) {
  const auto check = [low, high](std::string& text) -> std::string {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= low && value <= high) return "";
    const bool open = high == std::numeric_limits<int64_t>::max() && error != std::errc::result_out_of_range;
    return fmt::format("'{}' is not allowed: a whole number from {}{}", text, low,
                       open ? " up" : fmt::format(" to {}", high));
  };
  return CLI::Validator(check, "", "");
}

CLI::Validator count_from(int64_t low) {
  const auto check = [low](std::string& text) -> std::string {
    try {
      if (const int64_t value = parse_count(text); value >= low) {
        text = std::to_string(value);
        return "";
      }
    } catch (const UserError&) {
      // The message below also names the least count.
    }
    return fmt::format("'{}' is not allowed: a whole number from {} up, such as 500, 10k or 1M", text, low);
  };
  return CLI::Validator(check, "", "");
}

CLI::Validator number(double low, double high) {
  const auto check = [low, high](std::string& text) -> std::string {
    double value = 0.0;
    const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
    // The comparison is false for nan.
    if (error == std::errc() && end == text.data() + text.size() && value >= low && value <= high) return "";
    return fmt::format("'{}' is not allowed: a number from {} to {}", text, low, high);
  };
  return CLI::Validator(check, "", "");
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
  const std::vector<std::string> near = near_names(word, known);
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

HelpText::HelpText() {
  column_width(28);
  label("OPTIONS", "options");
  label("SUBCOMMAND", "command");
  label("Positionals", "Arguments");
}

std::string HelpText::make_option_name(const CLI::Option* option, bool is_positional) const {
  std::string name = Formatter::make_option_name(option, is_positional);
  constexpr std::string_view kNegative = "{false}";  // of "--no-glow"
  if (const size_t at = name.find(kNegative); at != std::string::npos) name.erase(at, kNegative.size());
  return name;
}

std::string HelpText::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";  // a flag
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
