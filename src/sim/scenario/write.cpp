#include "sim/scenario/write.h"

#include <fmt/format.h>

#include "sim/scenario/layers.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/toml_values.h"

namespace murmur {

namespace {

/// Joins the texts of elements: "a, b".
template <class Elements, class Text>
std::string joined(const Elements& elements, const Text& text_of) {
  std::string text;
  for (const auto& element : elements) text += (text.empty() ? "" : ", ") + text_of(element);
  return text;
}

/// Text of a table whose keys the user chooses: "{ gain = 0.05, pull = 1.0 }"
template <class Named, class Text>
std::string named_text(const std::vector<Named>& all, const Text& text_of) {
  return "{ " + joined(all, [&](const Named& one) { return one.name + " = " + text_of(one); }) + " }";
}

/// Text of a `let`: "0.1", "{ value = 0.1, from = 0.0, to = 1.0 }"
std::string let_text(const CustomRule::Let& let) {
  const std::string numbers = numbers_of(let).text();
  if (!let.from && !let.to) return numbers;
  std::string text = "{ value = " + numbers;
  if (let.from) text += ", from = " + number_text(*let.from);
  if (let.to) text += ", to = " + number_text(*let.to);
  return text + " }";
}

/// Text of a state: "{ start = 1.0, next = \"a + 1\" }"
std::string state_text(const CustomRule::State& state) {
  std::string text = "{ start = " + number_text(state.start);
  if (!state.next.empty()) text += ", next = " + toml_string(state.next);
  return text + " }";
}

std::string tables_text(const TableArrayRef& tables) {
  std::string text;
  for (size_t i = 0; i < tables.size(); ++i) text += (i == 0 ? "" : ", ") + table_text(tables.element(i));
  return "[" + text + "]";
}

using Entries = std::vector<Entry>;

std::string line(const Entry& entry, const std::string& text) {
  return fmt::format("{} = {}\n", entry.field.key, text);
}

/// A line that marks a key as absent, if the preset has it and the scenario does not: the preset is read first.
/// Numbers are never absent: a preset's number is replaced, or not read (complete() in read.h). Matrices can be
/// absent.
std::string absent_line(const Entry& entry, const Entries& of_preset) {
  const bool numbers = std::holds_alternative<std::vector<double>*>(entry.member) ||
                       std::holds_alternative<Matrix*>(entry.member);
  const Entry* const other = find_entry(of_preset, entry.field.key);
  if (numbers || !other || left_out(*other)) return "";
  const bool array = entry.table_kind() == TableKind::kArray;
  return line(entry, array ? "[]" : "\"\"");
}

/// One line for each entry of a table whose keys the user chooses.
template <class Named, class Text>
std::string named_lines(const Entry& entry, const std::vector<Named>& all, const Text& text_of) {
  std::string text;
  for (const Named& one : all) text += fmt::format("{}.{} = {}\n", entry.field.key, one.name, text_of(one));
  return text;
}

/// Lines "key = value" of a table; each inner table is one line.
std::string lines_of(const TableRef& table, const Entries& of_preset) {
  std::string text;
  for (const Entry& entry : table.entries()) {
    if (const auto* const lets = std::get_if<std::vector<CustomRule::Let>*>(&entry.member))
      text += named_lines(entry, **lets, let_text);
    else if (const auto* const states = std::get_if<std::vector<CustomRule::State>*>(&entry.member))
      text += named_lines(entry, **states, state_text);
    else if (const auto* const sums = std::get_if<std::vector<CustomRule::Text>*>(&entry.member))
      text += named_lines(entry, **sums, [](const CustomRule::Text& sum) { return toml_string(sum.text); });
    else
      text += left_out(entry) ? absent_line(entry, of_preset) : line(entry, entry_text(entry));
  }
  return text;
}

/// The tables that an entry holds; none for a plain value.
std::vector<TableRef> tables_of(const Entry& entry) {
  if (const auto* const table = std::get_if<TableRef>(&entry.member)) return {*table};
  if (const auto* const table = std::get_if<OptionalTableRef>(&entry.member))
    return table->get() ? std::vector{*table->get()} : std::vector<TableRef>();
  std::vector<TableRef> all;
  if (const auto* const tables = std::get_if<TableArrayRef>(&entry.member))
    for (size_t i = 0; i < tables->size(); ++i) all.push_back(tables->element(i));
  return all;
}

}  // namespace

std::string scenario_to_toml(const Scenario& scenario) {
  std::optional<Scenario> preset;
  if (!preset_text(scenario.preset).empty()) {
    Faults faults("preset " + scenario.preset);
    ScenarioLayers layers;
    layers.add_layer(toml::table{{"preset", scenario.preset}}, faults);
    preset = layers.read(faults).scenario;
  }
  const Entries of_preset = preset ? entries_of(*preset) : Entries();
  std::string keys, written;  // keys of the scenario itself are written before its tables
  for (const Entry& entry : entries_of(scenario)) {
    const std::vector<TableRef> all = tables_of(entry);
    const bool array = entry.table_kind() == TableKind::kArray;
    if (left_out(entry))
      keys += absent_line(entry, of_preset);
    else if (all.empty())
      keys += line(entry, entry_text(entry));
    for (const TableRef& table : all) {
      const Entry* const other = array ? nullptr : find_entry(of_preset, entry.field.key);
      const std::vector<TableRef> others = other ? tables_of(*other) : std::vector<TableRef>();
      const std::string name = array ? fmt::format("[{}]", entry.field.key) : entry.field.key;
      written += fmt::format("\n[{}]\n{}", name,
                             lines_of(table, others.empty() ? Entries() : others.front().entries()));
    }
  }
  return keys + written;
}

std::string table_text(const TableRef& table) {
  std::string text;
  for (const Entry& entry : table.entries()) {
    if (!left_out(entry))
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", entry.field.key, entry_text(entry));
  }
  return text.empty() ? "{}" : "{ " + text + " }";
}

std::string entry_text(const Entry& entry) {
  return std::visit(
      Overloaded{[](std::vector<CustomRule::Let>* lets) { return named_text(*lets, let_text); },
                 [](std::vector<CustomRule::Text>* sums) {
                   return named_text(*sums,
                                     [](const CustomRule::Text& sum) { return toml_string(sum.text); });
                 },
                 [](std::vector<CustomRule::State>* states) { return named_text(*states, state_text); },
                 [](const TableRef& table) { return table_text(table); },
                 [](const OptionalTableRef& table) { return table_text(*table.get()); },
                 [](const TableArrayRef& tables) { return tables_text(tables); },
                 [&](const auto&) {
                   const SetValue value = value_of(entry);
                   return value.empty() ? "\"\"" : value.text();
                 }},
      entry.member);
}

std::string rules_text(const Scenario& scenario) { return table_text(table_ref(scenario.rules)); }

}  // namespace murmur
