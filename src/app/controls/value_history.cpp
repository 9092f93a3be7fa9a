#include "app/controls/value_history.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace murmur {
namespace {

constexpr double kOneChange = 0.5;  // [s]
constexpr size_t kMostChanges = 1000;

SetValue value_in(const KeyValues& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? SetValue() : found->second;
}

bool hold(const KeyValues& values, const KeyValues& now) {
  return std::ranges::all_of(values, [&](const auto& one) { return value_in(now, one.first) == one.second; });
}

/// "obstacle" of "obstacle[2].at", "rules.cruise" of "rules.cruise.rate", "rules" of "rules.radius", "seed" of "seed".
std::string table_of_key(const std::string& key) {
  if (key.starts_with("rules.cruise")) return "rules.cruise";
  return key.substr(0, key.find_first_of(".["));
}

/// Tables that a scenario always has.
bool is_always_there(const std::string& table) {
  return table == "rules" || table == "world" || table == "start";
}

size_t elements(const KeyValues& values, const std::string& array) {
  size_t count = 0;
  while (std::ranges::any_of(
      values, [&](const auto& one) { return one.first.starts_with(fmt::format("{}[{}]", array, count)); }))
    ++count;
  return count;
}

Event set(std::string key, SetValue value) {
  return {.kind = EventKind::kSet, .key = std::move(key), .value = std::move(value)};
}

}  // namespace

bool is_within(const std::string& key, const std::string& table) {
  return key.starts_with(table) && key.size() > table.size() &&
         (key[table.size()] == '.' || key[table.size()] == '[');
}

SetValue table_of(const KeyValues& values, const std::string& table) {
  std::map<size_t, std::string> rows;  // of an array, by index; a table alone is the first
  bool array = false;
  for (const auto& [key, value] : values) {
    if (!is_within(key, table)) continue;
    size_t begin = table.size(), index = 0;
    if (key[begin] == '[') {
      array = true;
      index = std::stoul(key.substr(begin + 1));
      begin = key.find(']', begin) + 1;
    }
    std::string& row = rows[index];
    row += fmt::format("{}{} = {}", row.empty() ? "" : ", ", key.substr(begin + 1), value.text());
  }
  std::string text;
  for (const auto& [index, row] : rows) text += fmt::format("{}{{ {} }}", text.empty() ? "" : ", ", row);
  return array ? "[" + text + "]" : text;
}

KeyValues difference(const KeyValues& now, const KeyValues& then) {
  KeyValues changed;
  const auto compare = [&](const KeyValues& keys) {
    for (const auto& [key, value] : keys) {
      if (key != "boids" && !is_within(key, "view") && value_in(now, key) != value_in(then, key))
        changed[key] = value_in(then, key);
    }
  };
  compare(now);
  compare(then);
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
  const KeyValues a = key_values(first);
  std::vector<DifferentValue> all;
  for (const auto& [key, value] : difference(a, key_values(second))) {
    std::string name = key.starts_with(kRules) ? key.substr(kRules.size()) : key;
    if (name.ends_with(kWeight)) name.resize(name.size() - kWeight.size());
    all.push_back({.key = name, .first = words(value_in(a, key)), .second = words(value)});
  }
  return all;
}

void ValueHistory::note(const std::string& key, const KeyValues& before, const KeyValues& after,
                        const UndoTag& tag) {
  undone_.clear();
  Change change{.key = key, .tag = tag};
  for (const auto& [name, value] : before) {
    if (value_in(after, name) == value) continue;
    change.before[name] = value;
    change.after[name] = value_in(after, name);
  }
  for (const auto& [name, value] : after) {
    if (before.contains(name)) continue;
    change.before[name] = SetValue();
    change.after[name] = value;
  }
  if (change.before.empty()) return;
  if (!done_.empty()) {
    Change& last = done_.back();
    const bool joins = last.tag.frame == tag.frame || (tag.press != 0 && last.tag.press == tag.press) ||
                       (last.key == key && tag.time - last.tag.time < kOneChange);
    if (joins) {
      last.before.merge(change.before);  // those of before stay
      for (auto& [name, value] : change.after) last.after[name] = std::move(value);
      last.key = key;
      last.tag = tag;
      return;
    }
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
    change.tag = {.frame = -1, .time = -1.0};  // nothing joins it
    to.push_back(std::move(change));
    return events;
  }
  return {};
}

/// So that the keys of `then` have its values. Keys of one table go together, because they may have an order (r <= R).
std::vector<Event> events_to(const KeyValues& now, const KeyValues& then) {
  KeyValues target = now;
  std::set<std::string> tables;
  for (const auto& [key, value] : then) {
    tables.insert(table_of_key(key));
    if (value.empty())
      target.erase(key);
    else
      target[key] = value;
  }
  std::vector<Event> events;
  for (const std::string& table : tables) {
    if (table == "view") {  // one for each key: the look has no order
      for (const auto& [key, value] : then)
        if (is_within(key, table)) events.push_back(set(key, value));
      continue;
    }
    if (then.contains(table)) {  // a key of no table
      events.push_back(set(table, then.at(table)));
      continue;
    }
    KeyValues changed;
    bool same_keys = true;
    for (const auto& [key, value] : then) {
      if (table_of_key(key) != table) continue;
      same_keys &= now.contains(key) && !value.empty();
      if (!value.empty()) changed[key] = value;
    }
    const size_t there = elements(now, table), wanted = elements(target, table);
    if (same_keys || is_always_there(table)) {
      if (changed.size() > 1 && there == 0)
        events.push_back(set(table, table_of(changed, table)));
      else
        for (const auto& [key, value] : changed) events.push_back(set(key, value));
    } else if (there > wanted && changed.empty()) {  // the last elements go; the others stay as they are
      for (size_t k = there; k-- > wanted;)
        events.push_back(set(k == 0 ? table : fmt::format("{}[{}]", table, k), SetValue()));
    } else if (wanted > there &&
               std::ranges::none_of(changed, [&](const auto& one) { return now.contains(one.first); })) {
      for (size_t k = there; k < wanted; ++k) {
        const std::string element = fmt::format("{}[{}]", table, k);
        events.push_back(set(element, table_of(target, element)));
      }
    } else {
      const SetValue whole = table_of(target, table);
      // A table that is set keeps the keys that it is not given.
      if (!table_of(now, table).empty()) events.push_back(set(table, SetValue()));
      if (!whole.empty()) events.push_back(set(table, whole));
    }
  }
  return events;
}

}  // namespace murmur
