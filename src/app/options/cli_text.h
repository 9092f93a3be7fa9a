// Texts of the command line: checks with the allowed values in their messages, and a short help page.
// Used by main() and by every command for its options.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace murmur {

/// Accepts whole numbers from `low` to `high`.
CLI::Validator whole_number(int64_t low, int64_t high = std::numeric_limits<int64_t>::max());
/// Accepts counts of at least `low` with k, M or G, as parse_count() reads them. It belongs into transform(), because it
/// replaces "10k" by 10000.
CLI::Validator count_from(int64_t low);
/// Accepts numbers from `low` to `high`; neither "nan" nor "inf" is one.
CLI::Validator number(double low, double high);
/// Accepts these words; a misspelt one gets the nearest.
CLI::Validator one_of(std::vector<std::string> words);

/// "; did you mean --steps or --step?", or nothing.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

/// CLI11's help without the names of checks, which the descriptions replace, and without double blank lines.
class HelpText : public CLI::Formatter {
 public:
  HelpText();
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace murmur
