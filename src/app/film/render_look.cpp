#include "app/film/render_look.h"

#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/options/cli_text.h"
#include "sim/machine/registry.h"
#include "sim/scenario/entries.h"

namespace murmur {
namespace {

std::vector<std::string> texts_of(std::span<const AnyWord> words) {
  std::vector<std::string> texts;
  for (const AnyWord& word : words) texts.emplace_back(word.text);
  return texts;
}

std::string option_name(const Field& field) {
  return field.option ? field.option : fmt::format("--{}", field.key);
}

/// Adds the command-line option of a key of [view], by the type of its value. In the help the allowed words come
/// first, because shell completion looks for them there.
class AddOption {
 public:
  AddOption(CLI::App& command, LookOptions& options, const Field& field)
      : command_(command), options_(options), field_(field), name_(option_name(field)) {}

  CLI::Option* operator()(bool* value) const {
    const auto counted = [value, given = given()](int64_t count) { given(), *value = count > 0; };
    return command_.add_flag_function(fmt::format("{},!--no-{}", name_, field_.key), counted, field_.help);
  }
  CLI::Option* operator()(double* value) const {
    const auto read = [value, given = given()](double number) { given(), *value = number; };
    return command_.add_option_function<double>(name_, read, field_.help)
        ->type_name("X")
        ->transform(number(field_.range.low, field_.range.high));
  }
  CLI::Option* operator()(const ChoiceRef& choice) const {
    const std::vector<std::string> words = texts_of(choice.words);
    const auto read = [choice, given = given()](const std::string& text) { given(), choice.set(text); };
    const std::string help = fmt::format("{}: {}", listed(words, "or"), field_.help);
    return command_.add_option_function<std::string>(name_, read, help)
        ->type_name("WORD")
        ->check(one_of(words));
  }
  CLI::Option* operator()(const ChoiceOrColourRef& choice) const {
    const std::vector<std::string> words = texts_of(choice.choice.words);
    const auto check = [words](const std::string& text) -> std::string {
      if (hex_colour(text) || std::ranges::find(words, text) != words.end()) return "";
      return text + " is not allowed; allowed: " + listed(words, "or") + ", or a colour as #rrggbb";
    };
    const auto read = [choice, given = given()](const std::string& text) { given(), choice.set(text); };
    const std::string help = fmt::format("{}, or #rrggbb: {}", fmt::join(words, ", "), field_.help);
    return command_.add_option_function<std::string>(name_, read, help)
        ->type_name("COLOUR")
        ->check(CLI::Validator(check, "", ""));
  }
  template <class Other>
  CLI::Option* operator()(const Other&) const {
    throw std::logic_error(fmt::format("view.{} has a type without an option", field_.key));
  }

 private:
  std::function<void()> given() const {
    return [&options = options_, key = field_.key] { options.given.emplace_back(key); };
  }

  CLI::App& command_;
  LookOptions& options_;
  const Field& field_;
  std::string name_;
};

}  // namespace

std::vector<std::string> look_arguments(const Look& look) {
  std::vector<std::string> arguments;
  for (const Entry& entry : entries_of(look)) {
    if (entry.field.window) continue;
    const std::string names = option_name(entry.field), name = names.substr(0, names.find(','));
    arguments.push_back(std::visit(
        Overloaded{[&](bool* value) { return *value ? name : fmt::format("--no-{}", entry.field.key); },
                   [&](double* value) { return fmt::format("{}={}", name, *value); },
                   [&](const ChoiceRef& choice) { return fmt::format("{}={}", name, choice.text()); },
                   [&](const ChoiceOrColourRef& choice) { return fmt::format("{}={}", name, choice.text()); },
                   [&](const auto&) { return name; }},  // AddOption fails for other types
        entry.member));
  }
  return arguments;
}

void add_look_options(CLI::App& command, LookOptions& options, bool window) {
  for (const Entry& entry : entries_of(options.look)) {
    if (window || !entry.field.window)
      std::visit(AddOption(command, options, entry.field), entry.member)->group("Look");
  }
}

}  // namespace murmur
