// Texts of the command line: checks whose messages list the allowed values, and a short help page. Used by main()
// and by the options of every command.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace murmur {

// Numbers are read as people type them (sim/util/counts.h) and replaced by a plain number: these validators belong into transform().

/// Accepts whole numbers from `low` to `high`.
CLI::Validator whole_number(int64_t low, int64_t high = std::numeric_limits<int64_t>::max());
/// Accepts counts from `low` to the largest step number that files can hold.
CLI::Validator count_from(int64_t low);
/// Accepts finite numbers from `low` to `high`.
CLI::Validator number(double low, double high);
/// The numbers of a text such as "3,-4.5", at least `least` of them. The caller checks that they suit the scenario.
/// @throws UserError with the name of the option.
std::vector<double> place_numbers(const char* option, const std::string& text, size_t least = 2);
/// Accepts only these words; for other words the message suggests the nearest.
CLI::Validator one_of(std::vector<std::string> words);

/// A suggestion for a misspelt word, "; did you mean --steps or --step?"; empty: no known word is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

/// CLI11's help without the names of checks, which the descriptions replace, and without double blank lines.
/// `whole`: also describes the options that many commands share.
class HelpText : public CLI::Formatter {
 public:
  explicit HelpText(bool whole);
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;

 private:
  bool whole_;
};

}  // namespace murmur
