#include "sim/scenario/key_values.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "sim/scenario/entries.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/utf8.h"

namespace murmur {
namespace {

/// Adds the values of a table's keys, with the prefix "path.".
void add_values(const TableRef& table, const std::string& path, KeyValues& values);

/// Adds a `let`; one with a slider has three keys: "let.gain.value", "let.gain.from" and "let.gain.to".
void add_let(const std::string& name, const CustomRule::Let& let, KeyValues& values) {
  values[let.from || let.to ? name + ".value" : name] = numbers_of(let);
  if (let.from) values[name + ".from"] = *let.from;
  if (let.to) values[name + ".to"] = *let.to;
}

void add_value(const std::string& name, const Entry& entry, KeyValues& values) {
  std::visit(Overloaded{[&](std::vector<CustomRule::Let>* lets) {
                          for (const CustomRule::Let& let : *lets)
                            add_let(fmt::format("{}.{}", name, let.name), let, values);
                        },
                        [&](std::vector<CustomRule::Text>* sums) {
                          for (const CustomRule::Text& sum : *sums)
                            values[fmt::format("{}.{}", name, sum.name)] = SetValue::word(sum.text);
                        },
                        [&](std::vector<CustomRule::State>* states) {
                          for (const CustomRule::State& state : *states) {
                            values[fmt::format("{}.{}.start", name, state.name)] = state.start;
                            if (!state.next.empty())
                              values[fmt::format("{}.{}.next", name, state.name)] =
                                  SetValue::word(state.next);
                          }
                        },
                        [&](const TableRef& table) { add_values(table, name + ".", values); },
                        [&](const OptionalTableRef& table) { add_values(*table.get(), name + ".", values); },
                        [&](const TableArrayRef& tables) {
                          for (size_t k = 0; !tables.of_events() && k < tables.size(); ++k)
                            add_values(tables.element(k), fmt::format("{}[{}].", name, k), values);
                        },
                        [&](const auto&) { values[name] = value_of(entry); }},
             entry.member);
}

void add_values(const TableRef& table, const std::string& path, KeyValues& values) {
  for (const Entry& entry : table.entries()) {
    if (!left_out(entry)) add_value(path + entry.field.key, entry, values);
  }
}

/// The tables of a scenario. An inner table belongs to its outer table, except an optional table within a table that always exists.
std::map<std::string, TableKind> make_tables() {
  std::map<std::string, TableKind> tables;
  const Scenario scenario;
  for (const Entry& entry : entries_of(scenario)) {
    if (entry.table_kind() != TableKind::kNone) tables[entry.field.key] = entry.table_kind();
    const auto* const table = std::get_if<TableRef>(&entry.member);
    for (const Entry& inner : table ? table->entries() : std::vector<Entry>()) {
      if (inner.table_kind() == TableKind::kOptional)
        tables[fmt::format("{}.{}", entry.field.key, inner.field.key)] = TableKind::kOptional;
    }
  }
  return tables;
}

/// Finds the keys with this name, also in tables that a scenario does not have.
/// @param first  finds the first number of the table, whatever its name
void find_named(std::string_view name, const TableRef& table, const std::string& path, bool first,
                std::vector<std::string>& found) {
  for (const Entry& entry : table.entries()) {
    const std::string_view key = entry.field.key;
    const bool number = std::holds_alternative<double*>(entry.member) ||
                        std::holds_alternative<std::vector<double>*>(entry.member);
    const bool meant = first ? found.empty() && number : key == name;
    const auto in = [&](const FreshTable& inner, const char* index) {
      if (first && !meant) return;
      std::vector<std::string> here;
      find_named(name, inner.table, fmt::format("{}{}{}.", path, key, index), meant, meant ? here : found);
      if (meant && found.size() < 3) found.insert(found.end(), here.begin(), here.end());
    };
    if (const auto* const inner = std::get_if<TableRef>(&entry.member))
      in(inner->fresh(), "");
    else if (const auto* const optional = std::get_if<OptionalTableRef>(&entry.member))
      in(optional->fresh(), "");
    else if (const auto* const array = std::get_if<TableArrayRef>(&entry.member))
      in(array->fresh(), "[0]");
    else if (meant && found.size() < 3)
      found.push_back(path + std::string(key));
  }
}

bool is_within(std::string_view key, std::string_view table) {
  return key.starts_with(table) &&
         (key.size() == table.size() || key[table.size()] == '.' || key[table.size()] == '[');
}

}  // namespace

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

KeyValues key_values(const Scenario& scenario) {
  KeyValues values;
  add_values(table_ref(scenario), "", values);
  return values;
}

TableOfKey table_of(std::string_view key) {
  static const std::map<std::string, TableKind> tables = make_tables();
  TableOfKey found{.table = std::string(key.substr(0, key.find_first_of(".["))), .element = {}, .key = ""};
  for (const auto& [table, kind] : tables)  // "rules" comes before "rules.cruise" in the map
    if (is_within(key, table)) found.table = table, found.kind = kind;
  key.remove_prefix(found.table.size());
  if (const size_t end = key.find(']'); key.starts_with('[') && end != key.npos) {
    size_t element = 0;
    if (std::from_chars(key.data() + 1, key.data() + end, element).ptr == key.data() + end)
      found.element = element;
    key.remove_prefix(end + 1);
  }
  found.key = key.substr(key.starts_with('.') ? 1 : 0);
  return found;
}

size_t table_count(const Scenario& scenario, std::string_view array) {
  const std::vector<Entry> entries = entries_of(scenario);
  const Entry* const entry = find_entry(entries, array);
  const auto* const tables = entry ? std::get_if<TableArrayRef>(&entry->member) : nullptr;
  return tables ? tables->size() : 0;
}

std::vector<std::string> keys_named(std::string_view name) {
  std::vector<std::string> found;
  const Scenario scenario;
  find_named(name, table_ref(scenario), "", false, found);
  return found;
}

}  // namespace murmur
