#include "app/film/render_look.h"

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/options/cli_text.h"
#include "sim/machine/registry.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

template <class E>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (const auto& word : words_for(E{})) words.emplace_back(word.text);
  return words;
}

// The option of a key, by the type of its value. Words stand first in a help, where completion finds them.

CLI::Option* add(CLI::App& command, const std::string& name, const Field& field,
                 const std::function<void(bool)>& give) {
  const auto counted = [give](int64_t count) { give(count > 0); };
  return command.add_flag_function(fmt::format("{},!--no-{}", name, field.key), counted, field.help);
}

CLI::Option* add(CLI::App& command, const std::string& name, const Field& field,
                 const std::function<void(double)>& give) {
  return command.add_option_function<double>(name, give, field.help)
      ->type_name("X")
      ->transform(number(field.range.low, field.range.high));
}

template <class E>
CLI::Option* add(CLI::App& command, const std::string& name, const Field& field,
                 const std::function<void(E)>& give) {
  const std::vector<std::string> words = words_of<E>();
  const auto read = [give](const std::string& text) { give(*value_of_word<E>(text)); };
  return command
      .add_option_function<std::string>(name, read, fmt::format("{}: {}", listed(words, "or"), field.help))
      ->type_name("WORD")
      ->check(one_of(words));
}

template <class E>
CLI::Option* add(CLI::App& command, const std::string& name, const Field& field,
                 const std::function<void(WordOrColour<E>)>& give) {
  const std::vector<std::string> words = words_of<E>();
  const auto check = [words](const std::string& text) -> std::string {
    if (!text.empty() && word_or_colour<E>(text)) return "";
    return text + " is not allowed; allowed: " + listed(words, "or") + ", or a colour as #rrggbb";
  };
  const auto read = [give](const std::string& text) { give(*word_or_colour<E>(text)); };
  const std::string help = fmt::format("{}, or #rrggbb: {}", fmt::join(words, ", "), field.help);
  return command.add_option_function<std::string>(name, read, help)
      ->type_name("COLOUR")
      ->check(CLI::Validator(check, "", ""));
}

std::string argument(const std::string& name, const Field& field, bool value) {
  return value ? name : fmt::format("--no-{}", field.key);
}
std::string argument(const std::string& name, const Field&, double value) {
  return fmt::format("{}={}", name, value);
}
template <class E>
std::string argument(const std::string& name, const Field&, E value) {
  return fmt::format("{}={}", name, word_for(value));
}
template <class E>
std::string argument(const std::string& name, const Field&, const WordOrColour<E>& value) {
  return fmt::format("{}={}", name, text_of(value));
}

std::string option_name(const Field& field) {
  return field.option ? field.option : fmt::format("--{}", field.key);
}

}  // namespace

std::vector<std::string> look_arguments(const Look& look) {
  std::vector<std::string> arguments;
  visit_look([&](const Field& field, auto member) {
    if (field.window) return;
    const std::string names = option_name(field);
    arguments.push_back(argument(names.substr(0, names.find(',')), field, look.*member));
  });
  return arguments;
}

void add_look_options(CLI::App& command, LookOptions& options, bool window) {
  visit_look([&](const Field& field, auto member) {
    if (field.window && !window) return;
    using Value = std::remove_reference_t<decltype(options.look.*member)>;
    const std::function<void(Value)> give = [&options, member, key = field.key](const Value& value) {
      options.look.*member = value;
      options.given.emplace_back(key);
    };
    add(command, option_name(field), field, give)->group("Look");
  });
}

}  // namespace murmur
