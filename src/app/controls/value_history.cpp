#include "app/controls/value_history.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/scenario/entries.h"

namespace murmur {
namespace {

constexpr size_t kMostActs = 1000;

SetValue value_in(const KeyValues& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? SetValue() : found->second;
}

/// The pointer that the flock follows moves all the time.
bool hold(const KeyValues& values, const KeyValues& now) {
  return std::ranges::all_of(values, [&](const auto& one) {
    return one.first == "cursor.at" || value_in(now, one.first) == one.second;
  });
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
  std::map<size_t, std::string> rows;  // rows of an array, by index; a table alone is the first
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

/// The entries of a matrix of [pairs] in which both differ, if there are few. @returns whether they are added.
bool add_different_pairs(const Scenario& first, const Scenario& second, const std::string& key,
                         std::vector<DifferentValue>& all) {
  constexpr size_t kMostShown = 4;
  std::vector<DifferentValue> entries;
  if (!first.pairs || !second.pairs) return false;
  const std::vector<Entry> seconds = entries_of(*second.pairs);
  for (const auto& [field, member] : entries_of(*first.pairs)) {
    if (key != fmt::format("pairs.{}", field.key)) continue;
    const Matrix &a = *std::get<Matrix*>(member),
                 &b = *std::get<Matrix*>(find_entry(seconds, field.key)->member);
    for (size_t row = 0; a.size() == b.size() && row < a.size(); ++row)
      for (size_t column = 0; column < a.size(); ++column)
        if (a[row][column] != b[row][column])
          entries.push_back({.key = fmt::format("{}[{}][{}]", key, row, column),
                             .first = fmt::format("{:g}", a[row][column]),
                             .second = fmt::format("{:g}", b[row][column])});
  }
  if (entries.empty() || entries.size() > kMostShown) return false;
  std::ranges::move(entries, std::back_inserter(all));
  return true;
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
    if (add_different_pairs(first, second, key, all)) continue;
    std::string name = key.starts_with(kRules) ? key.substr(kRules.size()) : key;
    if (name.ends_with(kWeight)) name.resize(name.size() - kWeight.size());
    all.push_back({.key = name, .first = words(value_in(a, key)), .second = words(value)});
  }
  return all;
}

bool ValueHistory::of_look(const Act& act) { return table_of(act.last.key).table == "view"; }

void ValueHistory::note(ActPart part, const KeyValues& before, const KeyValues& after,
                        const std::string& what, Past past, bool travels) {
  Act act{.last = std::move(part),
          .what = what,
          .before = difference(after, before),
          .after = difference(before, after),
          .travels = travels};
  if (!act.before.empty()) add(std::move(act), past);
}

void ValueHistory::note(ActPart part, const std::string& what, int64_t boids, Past past) {
  add({.last = std::move(part), .what = what, .boids = boids, .before = {}, .after = {}, .travels = true},
      past);
}

void ValueHistory::add(Act act, Past past) {
  undone_.clear();
  if (past && !of_look(act)) {  // what is later is set aside by it
    const auto later = std::ranges::stable_partition(
        done_, [&](const Act& one) { return one.last.tag.frame <= *past || of_look(one); });
    std::ranges::move(later, std::back_inserter(act.other));
    done_.erase(later.begin(), later.end());
    act.travels = true;
  }
  if (!done_.empty() && are_one_act(done_.back().last, act.last)) {
    Act& earlier = done_.back();
    earlier.before.merge(act.before);  // keeps the values of before
    for (auto& [name, value] : act.after) earlier.after[name] = std::move(value);
    earlier.last = std::move(act.last);
    earlier.boids += act.boids;
    if (act.boids != 0 && earlier.boids != act.boids) earlier.what = boids_text(earlier.boids);
    earlier.travels = earlier.travels || act.travels;
    std::ranges::move(act.other, std::back_inserter(earlier.other));
    return;
  }
  if (done_.size() == kMostActs) done_.erase(done_.begin());
  done_.push_back(std::move(act));
}

ValueHistory::Way ValueHistory::back(const KeyValues& now, Past past) {
  Way way;
  for (size_t k = done_.size(); k-- > 0;) {
    if (past && !of_look(done_[k]) && done_[k].last.tag.frame > *past) continue;  // not done yet
    Act act = std::move(done_[k]);
    done_.erase(done_.begin() + static_cast<std::ptrdiff_t>(k));
    act.travels = act.travels || (past && !of_look(act));
    if (!act.travels && (!hold(act.after, now) || hold(act.before, now))) {
      if (!hold(act.before, now)) way.passed_over.push_back(act.what);
      continue;
    }
    way.what = act.what;
    if (act.travels) {
      way.act = act.last.tag;
      std::vector<Act> later(std::make_move_iterator(done_.begin() + static_cast<std::ptrdiff_t>(k)),
                             std::make_move_iterator(done_.end()));
      done_.resize(k);
      act.later = act.other.size();
      std::ranges::move(act.other, std::back_inserter(done_));
      act.other = std::move(later);
    } else {
      way.events = events_to(now, act.before);
      act.last.tag = {.frame = -1, .time = -1.0};  // no later act joins it
    }
    undone_.push_back(std::move(act));
    return way;
  }
  return way;
}

ValueHistory::Way ValueHistory::again(const KeyValues& now, int64_t frame, Past past) {
  Way way;
  while (!undone_.empty()) {
    if (past && !undone_.back().travels && !of_look(undone_.back()))
      break;  // it would set aside what is later
    Act act = std::move(undone_.back());
    undone_.pop_back();
    if (!act.travels && (!hold(act.before, now) || hold(act.after, now))) {
      if (!hold(act.after, now)) way.passed_over.push_back(act.what);
      continue;
    }
    way.what = act.what;
    if (act.travels) {
      way.act = act.last.tag;
      const size_t stay = done_.size() - std::min(act.later, done_.size());
      std::vector<Act> later(std::make_move_iterator(done_.begin() + static_cast<std::ptrdiff_t>(stay)),
                             std::make_move_iterator(done_.end()));
      done_.resize(stay);
      std::vector<Act> other = std::exchange(act.other, std::move(later));
      done_.push_back(std::move(act));
      std::ranges::move(other, std::back_inserter(done_));
    } else {
      way.events = events_to(now, act.after);
      act.last.tag.frame = frame;
      done_.push_back(std::move(act));
    }
    return way;
  }
  return way;
}

/// So that the keys of `then` have its values. Keys of one table go together, because they may have an order (r <= R).
std::vector<Event> events_to(const KeyValues& present, const KeyValues& then) {
  KeyValues now = present, target = now;
  std::map<std::string, KeyValues> tables;  // what changes in each
  for (const auto& [key, value] : then) {
    tables[table_of(key).table][key] = value;
    target[key] = value;
  }
  std::erase_if(target, [](const auto& one) { return one.second.empty(); });
  std::vector<Event> events;
  const auto pairs = tables.extract("pairs");  // matrices have as many rows as there are species
  auto rules = tables.extract("rule");         // their texts may name what others make: a goal, species
  std::vector<std::pair<std::string, KeyValues>> in_order(tables.begin(), tables.end());
  if (pairs) in_order.emplace_back(pairs.key(), pairs.mapped());
  if (rules && !in_order.empty() && elements(now, "rule") > 0) {
    events.push_back(set("rule", SetValue()));
    std::erase_if(now, [](const auto& one) { return table_of(one.first).table == "rule"; });
    rules.mapped().clear();
    for (const auto& [key, value] : target)
      if (table_of(key).table == "rule") rules.mapped()[key] = value;
  }
  if (rules && !rules.mapped().empty()) in_order.emplace_back(rules.key(), rules.mapped());
  for (auto& [name, changes] : in_order) {
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
      // A table that is set keeps the keys that it is not given; an array is replaced.
      const bool replaced = table.kind == TableKind::kArray && !whole.empty();
      if (!replaced && !value_of_table(now, table).empty()) events.push_back(set(name, SetValue()));
      if (!whole.empty()) events.push_back(set(name, whole));
    }
  }
  return events;
}

}  // namespace murmur
