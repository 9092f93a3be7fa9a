#include "sim/scenario/key_values.h"

#include <algorithm>
#include <span>
#include <type_traits>

#include "sim/scenario/field_reader.h"
#include "sim/scenario/field_text.h"
#include "sim/scenario/own_rules.h"
#include "sim/scenario/read.h"
#include "sim/scenario/species.h"
#include "sim/util/errors.h"

namespace murmur {

namespace {

using Steps = std::span<const KeyStep>;

/// One change of one scenario: follows the steps of the key from table to table.
class KeyChange {
 public:
  /// @param value null: the key is removed
  KeyChange(const Scenario& scenario, const std::string& key, const toml::node* value, Faults& faults)
      : context_{scenario, faults, true}, key_(key), value_(value) {}

  template <FieldTable T>
  void in(T& table, Steps steps, const std::string& path) {
    bool found = false;
    visit_fields(table, [&](const Field& field, auto& member) {
      if (found || steps.front().key != field.key) return;
      found = true;
      const std::string name = path.empty() ? field.key : path + "." + field.key;
      member_of(table, field, member, steps, path, name);
    });
    if (!found) merge_rest(table, steps, path);  // a key of other fields, or of none
  }

 private:
  template <FieldTable T, class M>
  void member_of(T& table, const Field& field, M& member, Steps steps, const std::string& path,
                 const std::string& name) {
    if constexpr (FieldTable<M> || kTableKind<M> == TableKind::kOptional)
      if (steps.front().index) throw UserError(fmt::format("{}: {} is not an array", key_, name));
    if constexpr (FieldTable<M>) {
      if (steps.size() > 1) return in(member, steps.subspan(1), name);
    } else if constexpr (kTableKind<M> == TableKind::kOptional) {
      if (steps.size() > 1) {
        if (member) return in(*member, steps.subspan(1), name);
        if (value_ && steps[1].index) {  // the first number of a table
          typename M::value_type fresh;
          in(fresh, steps.subspan(1), name);
          return void(member = fresh);
        }
        if (value_) return merge_rest(table, steps, path);  // a whole table, of which this is the first key
        typename M::value_type none;
        return in(none, steps.subspan(1), name);  // nothing to remove, unless the key is never valid
      }
    } else if constexpr (kTableKind<M> == TableKind::kArray) {
      if (steps.front().second)
        throw UserError(fmt::format("{}: {}[{}] is not an array", key_, name, *steps.front().index));
      if (steps.front().index) return element(member, steps, name);
    }
    if constexpr (kNamed<M>)
      if (steps.size() > 1) return entry(table, member, steps, path, name);
    if (steps.size() > 1)
      throw UserError(
          fmt::format("{}: {} is {}, not a table, so it has no keys", key_, name, shown(field, member)));
    if (steps.front().index) return number_of(table, field, member, steps.front(), path, name);
    if (value_) return merge_rest(table, steps, path);
    reset(table, field, member, name);
  }

  /// "obstacle[1]" or a key of it.
  template <FieldTable T>
  void element(std::vector<T>& tables, Steps steps, const std::string& name) {
    const size_t index = *steps.front().index;
    const std::string place = fmt::format("{}[{}]", name, index);
    if (index < tables.size()) {
      if (steps.size() > 1) return in(tables[index], steps.subspan(1), place);
      if (!value_) return void(tables.erase(tables.begin() + static_cast<std::ptrdiff_t>(index)));
      return read_table(tables[index], place, context_);
    }
    if (!value_) return;
    if (tables.empty() && steps.size() > 1)
      throw UserError(fmt::format("{}: there is no {} yet; set {}[0] first", key_, name, name));
    if (steps.size() > 1)
      throw UserError(fmt::format("{}: there is no {}; {} has {}", key_, place, name, tables.size()));
    if (index > tables.size())
      throw UserError(fmt::format("{}: {} has {} elements; allowed: an index from 0 to {}", key_, name,
                                  tables.size(), tables.size()));
    tables.emplace_back();
    ReadContext whole = context_;
    whole.layer = false;
    read_table(tables.back(), place, whole);
  }

  template <FieldTable T>
  void read_table(T& table, const std::string& path, const ReadContext& context) {
    if (const toml::table* given = value_->as_table()) return FieldReader::read(*given, path, table, context);
    context_.faults.add(nullptr, path, fmt::format("is {}; allowed: a table", value_text(*value_)));
  }

  /// One number or place of a vector, or number of a matrix: all of it with that element changed is read.
  template <FieldTable T, class M>
  void number_of(T& table, const Field& field, M& member, const KeyStep& step, const std::string& path,
                 const std::string& name) {
    const size_t kinds = context_.scenario.species.size();
    toml::array changed = elements(name, member);
    if (changed.empty() && field.axes == Axes::kSpecies && kinds > 0)
      changed =
          elements(name, Scenario::Pairs::Matrix(kinds, std::vector<double>(kinds, usual_pair(field.key))));
    change(changed, step, name);
    FieldReader::read(toml::table{{field.key, changed}}, path, table, context_);
  }

  /// "let.gain" and what is in it: read as a layer, in which an empty text takes away.
  template <FieldTable T, class M>
  void entry(T& table, const M& entries, Steps steps, const std::string& path, const std::string& name) {
    toml::table layer;
    toml::table* inner = &layer;
    for (const KeyStep& step : steps.first(steps.size() - 1)) {
      if (step.index) throw UserError(fmt::format("{}: {}.{} is not a table", key_, path, step.key));
      inner = inner->insert(step.key, toml::table{}).first->second.as_table();
    }
    const KeyStep& last = steps.back();
    if (last.index) {
      const std::string& wanted = steps[1].key;
      const auto found =
          std::find_if(entries.begin(), entries.end(), [&](const auto& one) { return one.name == wanted; });
      if (found == entries.end()) throw UserError(fmt::format("{}: there is no {}.{}", key_, name, wanted));
      toml::array changed = elements(fmt::format("{}.{}", name, wanted), *found);
      change(changed, last, fmt::format("{}.{}", name, wanted));
      inner->insert(last.key, changed);
    } else if (value_) {
      inner->insert(last.key, *value_);
    } else {
      inner->insert(last.key, "");
    }
    FieldReader::read(layer, path, table, context_);
  }

  void change(toml::array& changed, const KeyStep& step, const std::string& name) const {
    if (step.second) {
      toml::node* const row = changed.get(*step.index);
      const std::string place = fmt::format("{}[{}]", name, *step.index);
      if (!row)
        throw UserError(fmt::format("{}: there is no {}; {} has {}", key_, place, name, changed.size()));
      if (!row->is_array()) throw UserError(fmt::format("{}: {} is not an array", key_, place));
      change(*row->as_array(), *step.second, place);
    } else {
      change(changed, *step.index, name);
    }
  }

  void change(toml::array& changed, size_t index, const std::string& name) const {
    const size_t allowed = changed.size() + (value_ ? 1 : 0);  // a number behind the last one is added
    if (index >= allowed)
      throw UserError(fmt::format(
          "{}: {} has {} elements; {}", key_, name, changed.size(),
          allowed ? fmt::format("allowed: an index from 0 to {}", allowed - 1) : "there is none to remove"));
    const auto at = changed.cbegin() + static_cast<std::ptrdiff_t>(index);
    if (!value_) {
      changed.erase(at);
    } else if (index == changed.size()) {
      changed.push_back(*value_);
    } else {
      changed.replace(at, *value_);
    }
  }

  template <class M>
  toml::array elements(const std::string& name, const M& member) const {
    if constexpr (std::is_same_v<M, std::optional<std::vector<double>>>) {
      return member ? elements(name, *member) : toml::array();
    } else if constexpr (std::is_same_v<M, OwnRule::Let>) {
      if (member.value.size() > 1) return elements(name, member.value);
      if (member.value.front().size() > 1) return elements(name, member.value.front());
      throw UserError(fmt::format("{}: {} is not an array", key_, name));
    } else if constexpr (std::is_same_v<M, std::vector<double>> ||
                         std::is_same_v<M, std::vector<std::vector<double>>>) {
      return *SetValueNode::of(key_, SetValue(member))->as_array();
    } else {
      throw UserError(fmt::format("{}: {} is not an array", key_, name));
    }
  }

  /// Merges the rest of the key, as tables, into `table`.
  template <FieldTable T>
  void merge_rest(T& table, Steps steps, const std::string& path) {
    toml::table layer;
    toml::table* inner = &layer;
    for (; steps.size() > 1; steps = steps.subspan(1))
      inner = inner->insert(steps.front().key, toml::table{}).first->second.as_table();
    if (value_) {
      inner->insert(steps.front().key, *value_);
      return FieldReader::read(layer, path, table, context_);
    }
    // Nothing to remove; a key that is never valid is still an error.
    inner->insert(steps.front().key, toml::table{});
    Faults faults(context_.faults.name());
    T scratch = table;
    FieldReader::read(layer, path, scratch, ReadContext{context_.scenario, faults, true});
    if (faults.unknown_keys() > 0) faults.raise();
  }

  template <FieldTable T, class M>
  void reset(T&, const Field& field, M& member, const std::string& name) {
    if (field.need != Need::kNone) {
      context_.faults.add(nullptr, name, field.need == Need::kTable ? "is missing" : "needed, but missing");
      return;
    }
    T fresh;
    visit_fields(fresh, [&](const Field& other, auto& value) {
      if constexpr (std::is_same_v<decltype(value), M&>) {
        if (std::string_view(other.key) == field.key) member = value;
      }
    });
  }

  template <class M>
  static std::string shown(const Field& field, const M& member) {
    return left_out(field, member) ? "not there" : field_text(field, member);
  }

  ReadContext context_;
  const std::string& key_;
  const toml::node* value_;
};

/// Ranges that depend on another key, which may have changed: each number is checked again.
struct CheckNumbers {
  Faults& faults;
  std::string path;

  template <class M>
  void operator()(const Field& field, const M& member) const {
    if constexpr (std::is_same_v<M, double>) {
      if (!(member >= field.range.low && member <= field.range.high))
        faults.add(nullptr, path + field.key,
                   fmt::format("is {}; allowed: {}", number_text(member), range_text(field.range)));
    } else if constexpr (FieldTable<M>) {
      read_fields(member, CheckNumbers{faults, path + field.key + "."});
    }
  }
};

}  // namespace

void set_key(Scenario& scenario, const std::string& key, const SetValue& value) {
  if (key == "preset") throw UserError("preset: is not set during a run; use an event of kind \"preset\"");
  const std::vector<KeyStep> steps = split_key(key);
  const toml::node* const node = SetValueNode::of(key, value);
  Scenario next = scenario;
  next.world.neighbours.reset();  // values derived from N and R do not change with them
  Faults faults("set " + key);
  KeyChange(next, key, node, faults).in(next, steps, "");
  if (faults.empty()) {
    if (steps.front().key == "species" && next.species.size() != scenario.species.size()) {
      const auto removed = steps.size() == 1 && !node ? steps.front().index : std::optional<size_t>();
      fit_pairs(next.pairs, next.species.size(), removed);
      fit_lets(next.own_rules, next.species.size(), removed);
    }
    complete(next);
    if (next.start.positions == StartPositions::kPatch && next.start.size.empty())
      faults.add(nullptr, "start.size", "needed, but missing");
    if (next.terrain && !next.terrain->hill && next.terrain->image.empty())
      faults.add(nullptr, "terrain", "allowed: one of image (a PNG file) and hill, not both");
    read_fields(next, CheckNumbers{faults, ""});
    check_together(next, nullptr, faults);
  }
  faults.raise();
  if (next.dimensions() != scenario.dimensions())
    throw UserError(fmt::format("{}: would make {} dimensions of {}; allowed: as many as the run has", key,
                                next.dimensions(), scenario.dimensions()));
  scenario = std::move(next);
}

}  // namespace murmur
