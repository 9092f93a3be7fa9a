#include "app/controls/value_history.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/live/live_run.h"
#include "sim/scenario/entries.h"

namespace murmur {
namespace {

constexpr size_t kMostActs = 1000;

SetValue value_in(const KeyValues& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? SetValue() : found->second;
}

/// Whether all `values` are those of now, except the position of the cursor, which the pointer changes all the time.
bool has_values(const KeyValues& values, const KeyValues& now) {
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

/// A table, an array of tables or one of its elements ("obstacle[2]") as one value; empty: it does not exist.
SetValue value_of_table(const KeyValues& values, const TableOfKey& table) {
  std::map<size_t, std::string> rows;  // rows of an array by index; a single table is row 0
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

/// Adds the entries that differ between two matrices of [pairs], if there are few. @returns whether they were added.
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

/// Adds the events that change a table from the values `now` to the values `target`. `changes`: the keys that
/// differ, with their target values; empty: the key is removed.
void set_table(const std::string& name, const KeyValues& changes, const KeyValues& now,
               const KeyValues& target, std::vector<Event>& events) {
  const TableOfKey table = table_of(name);
  const size_t there = elements(now, name), wanted = elements(target, name);
  KeyValues given, gone;
  for (const auto& [key, value] : changes) (value.empty() ? gone : given)[key] = value;
  const auto known = [&](const auto& one) { return now.contains(one.first); };
  const bool in_any_order = table.kind == TableKind::kNone || name == "view";
  if (in_any_order || table.kind == TableKind::kAlways ||
      (gone.empty() && std::ranges::all_of(given, known))) {
    if (!in_any_order && given.size() > 1 && there == 0)
      events.push_back(set(name, value_of_table(given, table)));
    else
      for (const bool names : {true, false})  // names first, because other keys may refer to them
        for (const auto& [key, value] : given)
          if (key.ends_with("].name") == names) events.push_back(set(key, value));
    for (const auto& [key, value] : gone) events.push_back(set(key, value));
  } else if (there > wanted && given.empty()) {  // the last elements are removed; the others stay
    for (size_t k = there; k-- > wanted;)
      events.push_back(set(k == 0 ? name : fmt::format("{}[{}]", name, k), SetValue()));
  } else if (wanted > there && std::ranges::none_of(given, known)) {
    for (size_t k = there; k < wanted; ++k) {
      const std::string element = fmt::format("{}[{}]", name, k);
      events.push_back(set(element, value_of_table(target, table_of(element))));
    }
  } else {
    const SetValue whole = value_of_table(target, table);
    // Setting a table keeps its other keys; setting an array replaces the array.
    const bool replaced = table.kind == TableKind::kArray && !whole.empty();
    if (!replaced && !value_of_table(now, table).empty()) events.push_back(set(name, SetValue()));
    if (!whole.empty()) events.push_back(set(name, whole));
  }
}

bool is_of_look(const ValueHistory::Act& act) { return table_of(act.last.key).table == "view"; }

/// Plans the events that change the values `from` to `to`, or the seek that undoes an act. @returns false if the
/// flock has other values; then the act is skipped, and its name is noted, unless the flock has the values `to`
/// already.
bool plan(const ValueHistory::Act& act, const KeyValues& from, const KeyValues& to, const KeyValues& now,
          ValueHistory::UndoStep& step) {
  if (!act.travels && has_values(to, now)) return false;
  if (!act.travels && !has_values(from, now)) {
    step.passed_over.push_back(act.what);
    return false;
  }
  step.what = act.what;
  if (act.travels)
    step.act = act.last.tag;
  else
    step.events = events_to(now, to);
  return true;
}

/// Exchanges the elements of `all` from `first` on with `others`.
template <class T>
void exchange_from(size_t first, std::vector<T>& all, std::vector<T>& others) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<T> rest(std::make_move_iterator(begin), std::make_move_iterator(all.end()));
  all.erase(begin, all.end());
  std::ranges::move(others, std::back_inserter(all));
  others = std::move(rest);
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

void ValueHistory::note(Act act, Past past) {
  if (!act.travels && act.before.empty()) return;
  undone_.clear();
  if (past && !is_of_look(act)) {  // the run discards later acts
    const auto later = std::ranges::stable_partition(
        done_, [&](const Act& one) { return one.last.tag.frame <= *past || is_of_look(one); });
    std::ranges::move(later, std::back_inserter(act.discarded));
    done_.erase(later.begin(), later.end());
    act.travels = true;
  }
  if (!done_.empty() && are_one_act(done_.back().last, act.last)) {
    Act& earlier = done_.back();
    earlier.before.merge(act.before);  // keeps the oldest values
    for (auto& [name, value] : act.after) earlier.after[name] = std::move(value);
    if (act.last.kind == EventKind::kPreset) earlier.what = act.what;
    earlier.last = std::move(act.last);
    earlier.boids += act.boids;
    if (act.boids != 0 && earlier.boids != act.boids) earlier.what = boids_text(earlier.boids);
    earlier.travels = earlier.travels || act.travels;
    std::ranges::move(act.discarded, std::back_inserter(earlier.discarded));
    return;
  }
  if (done_.size() == kMostActs) done_.erase(done_.begin());
  done_.push_back(std::move(act));
}

ValueHistory::UndoStep ValueHistory::undo_step(const KeyValues& now, Past past) {
  UndoStep step;
  for (size_t k = done_.size(); k-- > 0;) {
    if (past && !is_of_look(done_[k]) && done_[k].last.tag.frame > *past) continue;  // a future act
    Act act = std::move(done_[k]);
    done_.erase(done_.begin() + static_cast<std::ptrdiff_t>(k));
    act.travels = act.travels || (past && !is_of_look(act));
    if (!plan(act, act.after, act.before, now, step)) continue;
    if (act.travels) {
      act.restored = act.discarded.size();
      exchange_from(k, done_, act.discarded);
    } else {
      act.last.tag = {.frame = -1, .time = -1.0};  // no later act joins this one
    }
    undone_.push_back(std::move(act));
    break;
  }
  return step;
}

ValueHistory::UndoStep ValueHistory::redo_step(const KeyValues& now, int64_t frame, Past past) {
  UndoStep step;
  while (!undone_.empty()) {
    if (past && !undone_.back().travels && !is_of_look(undone_.back())) break;  // it would discard the future
    Act act = std::move(undone_.back());
    undone_.pop_back();
    if (!plan(act, act.before, act.after, now, step)) continue;
    size_t place = done_.size();
    if (act.travels) {
      place -= std::min(act.restored, place);
      exchange_from(place, done_, act.discarded);
    } else {
      act.last.tag.frame = frame;
    }
    done_.insert(done_.begin() + static_cast<std::ptrdiff_t>(place), std::move(act));
    break;
  }
  return step;
}

/// Groups changed keys by table, because keys of one table may have an order (r <= R).
std::vector<Event> events_to(const KeyValues& present, const KeyValues& then) {
  KeyValues now = present, target = present;
  std::map<std::string, KeyValues> tables;  // changes by name of the table
  for (const auto& [key, value] : then) {
    tables[table_of(key).table][key] = value;
    target[key] = value;
  }
  std::erase_if(target, [](const auto& one) { return one.second.empty(); });
  std::vector<Event> events;
  // Texts of rules may name things of other tables, such as a goal or species: rules are removed first and set last.
  if (tables.contains("rule") && tables.size() > 1 && elements(now, "rule") > 0) {
    const auto no_rule = [](const auto& one) { return table_of(one.first).table != "rule"; };
    events.push_back(set("rule", SetValue()));
    std::erase_if(now, std::not_fn(no_rule));
    tables["rule"] = target;
    std::erase_if(tables["rule"], no_rule);
  }
  // Matrices of [pairs] have a row for each species, so they are set after the species.
  const auto pairs = tables.extract("pairs"), rules = tables.extract("rule");
  for (const auto& [name, changes] : tables) set_table(name, changes, now, target, events);
  for (const auto* const last : {&pairs, &rules})
    if (*last) set_table(last->key(), last->mapped(), now, target, events);
  return events;
}

}  // namespace murmur
