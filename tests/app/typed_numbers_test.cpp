// What is typed as a number is what is used, or is refused in a sentence: through sim/util/counts.h, every number option of every
// command, every key of --set and of a scenario file. The fields of the window's panel read with the same functions; tests/window plays them.
#include "app/options/cli_text.h"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <CLI/CLI.hpp>

#include "app/commands/program.h"
#include "app/options/commands.h"
#include "app/options/common_options.h"
#include "sim/scenario/key_values.h"
#include "sim/util/counts.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::HasSubstr;

/// A text and what a person means by it; none: it is none, or may mean two.
struct Typed {
  const char* text;
  std::optional<double> number, whole;
};
constexpr auto kNone = std::nullopt;

const std::vector<Typed>& typed_texts() {
  static const std::vector<Typed> texts{// Units of counts, and exponents.
                                        {"0", 0, 0},
                                        {"1000", 1000, 1000},
                                        {"100k", 1e5, 1e5},
                                        {"3K", 3000, 3000},
                                        {"2.5k", 2500, 2500},
                                        {"2m", kNone, 2e6},
                                        {"1M", 1e6, 1e6},
                                        {"1.25g", kNone, 1.25e9},
                                        {"4G", 4e9, 4e9},
                                        {".5k", 500, 500},
                                        {"1.k", 1000, 1000},
                                        {"1e6", 1e6, 1e6},
                                        {"2,5e3", 2500, 2500},
                                        {"1E+3", 1000, 1000},
                                        {"10e-1", 1, 1},
                                        {"1.0005k", 1000.5, kNone},
                                        {"5e-1", 0.5, kNone},
                                        // Decimal signs and groups of thousands.
                                        {"1.5", 1.5, kNone},
                                        {"1,5", 1.5, kNone},
                                        {"0,125", 0.125, kNone},
                                        {"12345,678", 12345.678, kNone},
                                        {",5", 0.5, kNone},
                                        {"5.", 5, 5},
                                        {"1 000", 1000, 1000},
                                        {"1\u00a0000", 1000, 1000},
                                        {"1\u202f000", 1000, 1000},
                                        {"1'000", 1000, 1000},
                                        {"1\u2019000", 1000, 1000},
                                        {"1_000", 1000, 1000},
                                        {"1,234", kNone, 1234},
                                        {"1.234", 1.234, 1234},
                                        {"1,234.5", 1234.5, kNone},
                                        {"1.234,5", 1234.5, kNone},
                                        {"1 234,5", 1234.5, kNone},
                                        {"1,234,567", 1234567, 1234567},
                                        {"1.234.567", 1234567, 1234567},
                                        {"1.500k", 1500, 1500},
                                        // Full width, signs, spaces around.
                                        {"\uff16\uff10", 60, 60},
                                        {"\uff11\uff0c\uff15", 1.5, kNone},
                                        {"\u22125", -5, -5},
                                        {"+5", 5, 5},
                                        {"-5", -5, -5},
                                        {" 60 ", 60, 60},
                                        {"\u300060", 60, 60},
                                        // None.
                                        {"", kNone, kNone},
                                        {" ", kNone, kNone},
                                        {"k", kNone, kNone},
                                        {"-", kNone, kNone},
                                        {"12x", kNone, kNone},
                                        {"60 m", kNone, kNone},
                                        {"60m", kNone, 6e7},
                                        {"50%", kNone, kNone},
                                        {"1 2", kNone, kNone},
                                        {"1,23,4", kNone, kNone},
                                        {"1.2.3", kNone, kNone},
                                        {"1..2", kNone, kNone},
                                        {"1-5", kNone, kNone},
                                        {"1/2", kNone, kNone},
                                        {"0x10", kNone, kNone},
                                        {"inf", kNone, kNone},
                                        {"nan", kNone, kNone},
                                        {"1e", kNone, kNone},
                                        {"1e400", kNone, kNone},
                                        {"1e-400", kNone, kNone},
                                        {"1e99999999999", kNone, kNone},
                                        {"007", 7, kNone},
                                        {"000", 0, kNone},
                                        {"9999999999999G", 9999999999999e9, kNone},
                                        {"\u0663", kNone, kNone},
                                        {"\xff", kNone, kNone}};
  return texts;
}

TEST(TypedNumbers, AreWhatAPersonMeans) {
  for (const auto& [text, number, whole] : typed_texts()) {
    EXPECT_EQ(typed_number(text), number) << text;
    const std::optional<int64_t> found = typed_whole(text);
    EXPECT_EQ(found ? std::optional(static_cast<double>(*found)) : kNone, whole) << text;
  }
  EXPECT_EQ(typed_whole("9223372036854775807"), 9223372036854775807);
  EXPECT_FALSE(typed_whole("9223372036854775808"));
  EXPECT_EQ(two_meanings("1,234"), "; it may mean 1.234 or 1234");
  EXPECT_EQ(two_meanings("1,23"), "");
  EXPECT_EQ(parse_count("2.5k"), 2500);
  for (const char* wrong : {"", "-5", "1.5", "000"}) EXPECT_THROW(parse_count(wrong), UserError) << wrong;
}

/// A command with its options, and the one value that an option then has.
class OneOption {
 public:
  OneOption(const AddCommand add, std::string name) : name_(std::move(name)) {
    add(app_, chosen_);
    command_ = app_.get_subcommands([](const CLI::App*) { return true; }).front();
    for (CLI::Option* option : command_->get_options()) option->required(false);
    option_ = command_->get_option(name_);
  }
  /// The value; none: refused, with why().
  std::optional<std::string> take(const std::string& text) {
    option_->clear();
    try {
      std::vector<std::string> words{fmt::format("{}={}", name_, text), command_->get_name()};
      app_.parse(words);
    } catch (const CLI::ParseError& error) {
      why_ = error.what();
      return std::nullopt;
    }
    return option_->results().front();
  }
  const std::string& why() const { return why_; }
  bool in_list() const { return option_->get_delimiter() != '\0'; }

 private:
  CLI::App app_;
  Command chosen_;
  CLI::App* command_ = nullptr;
  CLI::Option* option_ = nullptr;
  std::string name_, why_;
};

const std::vector<AddCommand>& commands() {
  static const std::vector<AddCommand> all{add_view_command,  add_run_command,    add_render_command,
                                           add_bench_command, add_verify_command, add_reproduce_command,
                                           add_replay_command};
  return all;
}

TEST(TypedNumbers, GoThroughEveryOption) {
  int options = 0;
  for (const AddCommand add : commands()) {
    CLI::App app;
    Command chosen;
    add(app, chosen);
    const CLI::App& command = *app.get_subcommands([](const CLI::App*) { return true; }).front();
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_lnames().empty()) continue;
      OneOption one(add, "--" + option->get_lnames().front());
      // A number is refused where it is none; a name of a file, or what is read later, is not.
      if (option->get_expected_max() == 0 || one.take("twelve") || (!one.take("1") && !one.take("60")))
        continue;
      ++options;
      for (const auto& [text, number, whole] : typed_texts()) {
        if (one.in_list() && std::string_view(text).find(',') != std::string_view::npos) continue;
        const std::optional<std::string> value = one.take(text);
        const std::string what = fmt::format("{} {} {}", command.get_name(), option->get_name(), text);
        if (value) {
          const double used = std::stod(*value);
          EXPECT_TRUE(used == number || used == whole) << what << " is " << *value;
        } else if (*text != '\0') {
          EXPECT_THAT(one.why(), HasSubstr("is not allowed: ")) << what;
          EXPECT_THAT(one.why(), HasSubstr(option->get_lnames().front())) << what;
        }
      }
    }
  }
  EXPECT_GT(options, MURMUR_RENDER ? 60 : 20);
}

TEST(TypedNumbers, GoThroughPlaces) {
  EXPECT_THAT(place_numbers("--goal", "3, -4.5e1"), testing::ElementsAre(3.0, -45.0));
  EXPECT_THAT(place_numbers("--center", "1,2,1e2"), testing::ElementsAre(1.0, 2.0, 100.0));
  for (const char* wrong : {"", "1", "1,", "1,,2", "a,b", "nan,1", "inf,1", "1,2;3", "1e12,1"})
    EXPECT_THROW(place_numbers("--center", wrong), UserError) << wrong;
}

/// What TOML alone means by a text; NaN: no more than people.
double in_toml(std::string_view text) {
  return text == "0x10" ? 16.0 : text == "1e-400" ? 0.0 : std::nan("");
}

/// The value of a key as `use` leaves it; none: refused, with `why`.
template <class Use>
std::optional<double> used(const std::string& key, const Use& use, std::string& why) {
  try {
    const KeyValues values = key_values(use().scenario());
    const auto found = values.find(key);
    const std::vector<double> numbers =
        found == values.end() ? std::vector<double>() : found->second.numbers();
    return numbers.empty() ? std::nan("") : numbers.front();
  } catch (const UserError& error) {
    why = error.what();
    return std::nullopt;
  }
}

TEST(TypedNumbers, GoThroughEveryKey) {
  CommonOptions all;
  all.preset = "book";
  all.set = {"noise={amount=0.1}", "wind={}",       "goal={at=[5.0,5.0]}",
             "cursor={}",          "perching={}",   "obstacle=[{at=[4.0,4.0],radius=2.0}]",
             "predator=[{}]",      "turbulence={}", "roost={}"};
  const ScenarioSource source = scenario_source(all);
  const std::string text = source.to_toml();
  int keys = 0;
  for (const auto& [key, value] : key_values(source.scenario())) {
    if (value.numbers().size() != 1 || value.text().front() == '[') continue;
    ++keys;
    for (const auto& [typed, number, whole] : typed_texts()) {
      if (*typed == '\0') continue;  // removes the key
      const std::string what = fmt::format("{} = {}", key, typed);
      CommonOptions options = all;
      options.set.push_back(fmt::format("{}={}", key, typed));
      std::string why;
      if (const auto found = used(
              key, [&] { return scenario_source(options); }, why))
        EXPECT_TRUE(*found == number || *found == whole || *found == in_toml(typed))
            << what << " is " << *found;
      else
        EXPECT_THAT(why, HasSubstr("--set")) << what;
      if (key.find('[') != std::string::npos || key.find('.') == std::string::npos) continue;
      // In a file, whose line it names.
      const size_t dot = key.rfind('.');
      const std::string file =
          fmt::format("preset = \"book\"\n[{}]\n{} = {}\n", key.substr(0, dot), key.substr(dot + 1), typed);
      if (const auto found = used(
              key, [&] { return ScenarioSource::from_text(file, "f.toml"); }, why))
        EXPECT_TRUE(*found == number || *found == whole || *found == in_toml(typed))
            << what << " in a file is " << *found;
      else
        EXPECT_THAT(why, HasSubstr("f.toml:")) << what;
    }
  }
  EXPECT_GT(keys, 25);
}

}  // namespace
}  // namespace murmur
