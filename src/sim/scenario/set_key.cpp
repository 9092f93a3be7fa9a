#include <fmt/format.h>

#include "sim/scenario/custom_rules.h"
#include "sim/scenario/entries.h"
#include "sim/scenario/field_reader.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/layers.h"
#include "sim/scenario/read.h"
#include "sim/scenario/species.h"
#include "sim/scenario/toml_text.h"
#include "sim/util/errors.h"

namespace murmur {

namespace {

toml::table tree_of(const std::vector<CustomRule::Let>& lets) {
  toml::table tree;
  for (const CustomRule::Let& let : lets) {
    toml::table inner{{"value", *SetValueNode::of(let.name, numbers_of(let))}};
    if (let.from) inner.insert("from", *let.from);
    if (let.to) inner.insert("to", *let.to);
    tree.insert(let.name, std::move(inner));
  }
  return tree;
}
toml::table tree_of(const std::vector<CustomRule::Text>& sums) {
  toml::table tree;
  for (const CustomRule::Text& sum : sums) tree.insert(sum.name, sum.text);
  return tree;
}
toml::table tree_of(const std::vector<CustomRule::State>& states) {
  toml::table tree;
  for (const CustomRule::State& state : states)
    tree.insert(state.name, toml::table{{"start", state.start}, {"next", state.next}});
  return tree;
}

/// A table as a scenario file would have it, without events.
toml::table tree_of(const TableRef& table) {
  toml::table tree;
  for (const Entry& entry : table.entries()) {
    const char* const key = entry.field.key;
    if (left_out(entry)) continue;
    std::visit(Overloaded{[&](std::vector<CustomRule::Let>* lets) { tree.insert(key, tree_of(*lets)); },
                          [&](std::vector<CustomRule::Text>* sums) { tree.insert(key, tree_of(*sums)); },
                          [&](std::vector<CustomRule::State>* states) { tree.insert(key, tree_of(*states)); },
                          [&](const TableRef& inner) { tree.insert(key, tree_of(inner)); },
                          [&](const OptionalTableRef& inner) { tree.insert(key, tree_of(*inner.get())); },
                          [&](const TableArrayRef& tables) {
                            toml::array array;
                            for (size_t k = 0; !tables.of_events() && k < tables.size(); ++k)
                              array.push_back(tree_of(tables.element(k)));
                            tree.insert(key, std::move(array));
                          },
                          [&](const auto&) { tree.insert(key, *SetValueNode::of(key, value_of(entry))); }},
               entry.member);
  }
  return tree;
}

}  // namespace

void set_key(Scenario& scenario, const std::string& key, const SetValue& value) {
  if (key == "preset") throw UserError("preset: is not set during a run; use an event of kind \"preset\"");
  const std::vector<KeyStep> steps = split_key(key);
  const toml::node* const node = SetValueNode::of(key, value);
  toml::table tree = tree_of(table_ref(scenario));
  if (node)
    set_key(tree, key, toml::table{{"value", *node}}, "");
  else if (!remove_key(tree, key))
    refuse_unknown(key);
  Faults faults("set " + key);
  Scenario next;
  read_table(tree, "", table_ref(next), {next, faults});
  next.events = scenario.events;
  for (const std::string& missing : faults.missing_keys())
    faults.add(nullptr, missing, "needed, but missing");
  if (faults.empty()) {
    complete(next);
    if (steps.front().key == "species") follow_species(next, scenario);
    check_together(next, nullptr, faults);
  }
  if (const int given = next.dimensions(); given != 0 && given != scenario.dimensions())
    throw UserError(fmt::format("{}: would make {} dimensions of {}; allowed: as many as the run has", key,
                                given, scenario.dimensions()));
  faults.raise();
  scenario = std::move(next);
}

}  // namespace murmur
