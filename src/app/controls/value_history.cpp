#include "app/controls/value_history.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace murmur {
namespace {

constexpr size_t kMostChanges = 1000;

SetValue value_in(const KeyValues& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? SetValue() : found->second;
}

bool hold(const KeyValues& values, const KeyValues& now) {
  return std::ranges::all_of(values, [&](const auto& one) { return value_in(now, one.first) == one.second; });
}

size_t elements(const KeyValues& values, const std::string& array) {
  size_t count = 0;
  for (const auto& [key, value] : values) {
    const TableOfKey place = table_of(key);
    if (place.table == array && place.element) count = std::max(count, *place.element + 1);
  }
  return count;
}

/// A table, an array of tables or one of its elements ("obstacle[2]") as one value; none: it is not there.
SetValue value_of_table(const KeyValues& values, const TableOfKey& table) {
  std::map<size_t, std::string> rows;  // of an array, by index; a table alone is the first
  for (const auto& [key, value] : values) {
    const TableOfKey place = table_of(key);
    if (place.table != table.table || (table.element && place.element != table.element)) continue;
    std::string& row = rows[place.element.value_or(0)];
    row += fmt::format("{}{} = {}", row.empty() ? "" : ", ", place.key, value.text());
  }
  std::string text;
  for (const auto& [index, row] : rows) text += fmt::format("{}{{ {} }}", text.empty() ? "" : ", ", row);
  return table.kind == TableKind::kArray && !table.element && !text.empty() ? "[" + text + "]" : text;
}

Event set(std::string key, SetValue value) {
  return {.kind = EventKind::kSet, .key = std::move(key), .value = std::move(value)};
}

}  // namespace

KeyValues values_of_model(const Scenario& scenario) {
  KeyValues values = key_values(scenario);
  std::erase_if(values,
                [](const auto& one) { return one.first == "boids" || table_of(one.first).table == "view"; });
  return values;
}

KeyValues difference(const KeyValues& now, const KeyValues& then) {
  KeyValues changed;
  for (const KeyValues* const keys : {&now, &then}) {
    for (const auto& [key, value] : *keys)
      if (value_in(now, key) != value_in(then, key)) changed[key] = value_in(then, key);
  }
  return changed;
}

std::vector<DifferentValue> different_values(const Scenario& first, const Scenario& second) {
  constexpr size_t kLongest = 20;
  constexpr std::string_view kRules = "rules.", kWeight = ".weight";
  const auto words = [](const SetValue& value) {
    std::string text = value.empty() ? "off" : value.text();
    if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
    std::erase(text, '"');
    return text;
  };
  const KeyValues a = values_of_model(first);
  std::vector<DifferentValue> all;
  for (const auto& [key, value] : difference(a, values_of_model(second))) {
    std::string name = key.starts_with(kRules) ? key.substr(kRules.size()) : key;
    if (name.ends_with(kWeight)) name.resize(name.size() - kWeight.size());
    all.push_back({.key = name, .first = words(value_in(a, key)), .second = words(value)});
  }
  return all;
}

void ValueHistory::note(ActPart part, const KeyValues& before, const KeyValues& after) {
  undone_.clear();
  Change change{
      .last = std::move(part), .before = difference(after, before), .after = difference(before, after)};
  if (change.before.empty()) return;
  if (!done_.empty() && are_one_act(done_.back().last, change.last)) {
    Change& act = done_.back();
    act.before.merge(change.before);  // those of before stay
    for (auto& [name, value] : change.after) act.after[name] = std::move(value);
    act.last = std::move(change.last);
    return;
  }
  if (done_.size() == kMostChanges) done_.erase(done_.begin());
  done_.push_back(std::move(change));
}

std::vector<Event> ValueHistory::back(const KeyValues& now) {
  return move_last(done_, undone_, &Change::after, &Change::before, now);
}

std::vector<Event> ValueHistory::again(const KeyValues& now) {
  return move_last(undone_, done_, &Change::before, &Change::after, now);
}

std::vector<Event> ValueHistory::move_last(std::vector<Change>& from, std::vector<Change>& to,
                                           KeyValues Change::*held, KeyValues Change::*wanted,
                                           const KeyValues& now) {
  while (!from.empty()) {
    Change change = std::move(from.back());
    from.pop_back();
    if (!hold(change.*held, now) || hold(change.*wanted, now)) continue;
    std::vector<Event> events = events_to(now, change.*wanted);
    change.last.tag = {.frame = -1, .time = -1.0};  // nothing joins it
    to.push_back(std::move(change));
    return events;
  }
  return {};
}

/// So that the keys of `then` have its values. Keys of one table go together, because they may have an order (r <= R).
std::vector<Event> events_to(const KeyValues& now, const KeyValues& then) {
  KeyValues target = now;
  std::map<std::string, KeyValues> tables;  // what changes in each
  for (const auto& [key, value] : then) {
    tables[table_of(key).table][key] = value;
    target[key] = value;
  }
  std::erase_if(target, [](const auto& one) { return one.second.empty(); });
  std::vector<Event> events;
  for (auto& [name, changes] : tables) {
    const TableOfKey table = table_of(name);
    const auto set_each = [&, all = &changes] {
      for (const auto& [key, value] : *all) events.push_back(set(key, value));
    };
    const bool same_keys = std::ranges::all_of(
        changes, [&](const auto& one) { return now.contains(one.first) && !one.second.empty(); });
    if (table.kind == TableKind::kNone || name == "view") {  // the look has no order
      set_each();
      continue;
    }
    KeyValues gone;
    for (const auto& [key, value] : changes)
      if (value.empty()) gone[key] = value;
    std::erase_if(changes, [](const auto& one) { return one.second.empty(); });
    const size_t there = elements(now, name), wanted = elements(target, name);
    if (same_keys || table.kind == TableKind::kAlways) {
      if (changes.size() > 1 && there == 0)
        events.push_back(set(name, value_of_table(changes, table)));
      else
        set_each();
      for (const auto& [key, value] : gone) events.push_back(set(key, value));
    } else if (there > wanted && changes.empty()) {  // the last elements go; the others stay as they are
      for (size_t k = there; k-- > wanted;)
        events.push_back(set(k == 0 ? name : fmt::format("{}[{}]", name, k), SetValue()));
    } else if (wanted > there &&
               std::ranges::none_of(changes, [&](const auto& one) { return now.contains(one.first); })) {
      for (size_t k = there; k < wanted; ++k) {
        const std::string element = fmt::format("{}[{}]", name, k);
        events.push_back(set(element, value_of_table(target, table_of(element))));
      }
    } else {
      const SetValue whole = value_of_table(target, table);
      // A table that is set keeps the keys that it is not given.
      if (!value_of_table(now, table).empty()) events.push_back(set(name, SetValue()));
      if (!whole.empty()) events.push_back(set(name, whole));
    }
  }
  return events;
}

}  // namespace murmur
