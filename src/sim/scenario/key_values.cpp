#include "sim/scenario/key_values.h"

#include <algorithm>
#include <charconv>

#include "sim/scenario/field_text.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/utf8.h"

namespace murmur {
namespace {

/// Collects the leaves of a table under "path.".
struct Flatten {
  std::map<std::string, SetValue>& values;
  std::string path;

  template <class M>
  void operator()(const Field& field, const M& member) const {
    if (!left_out(field, member)) add(path + field.key, field, member);
  }

 private:
  template <class M>
  void add(const std::string& name, const Field& field, const M& member) const {
    SetValue& value = values[name];
    if constexpr (std::is_same_v<M, std::string>) {
      value = SetValue::word(member);
    } else if constexpr (std::is_same_v<M, Rgb>) {
      value = SetValue::word(hex_text(member));
    } else if constexpr (std::is_enum_v<M>) {
      value = SetValue::word(word_for(member));
    } else if constexpr (std::is_same_v<M, int64_t> || std::is_same_v<M, uint64_t>) {
      const auto whole = static_cast<int64_t>(member);
      value = field.word_for(whole) ? SetValue::word(field.word_for(whole)) : SetValue(whole);
    } else {
      value = member;
    }
  }
  template <class E>
  void add(const std::string& name, const Field&, const WordOrColour<E>& choice) const {
    values[name] = SetValue::word(text_of(choice));
  }
  template <FieldTable T>
  void add(const std::string& name, const Field&, const T& table) const {
    read_fields(table, Flatten{values, name + "."});
  }
  template <class V>
  void add(const std::string& name, const Field& field, const std::optional<V>& value) const {
    add(name, field, *value);
  }
  template <FieldTable T>
  void add(const std::string& name, const Field& field, const std::vector<T>& tables) const {
    for (size_t k = 0; k < tables.size(); ++k) add(fmt::format("{}[{}]", name, k), field, tables[k]);
  }
  void add(const std::string&, const Field&, const std::vector<Event>&) const {}
  void add(const std::string& name, const Field&, const std::vector<OwnRule::Sum>& sums) const {
    for (const OwnRule::Sum& sum : sums)
      values[fmt::format("{}.{}", name, sum.name)] = SetValue::word(sum.text);
  }
  void add(const std::string& name, const Field&, const std::vector<OwnRule::State>& states) const {
    for (const OwnRule::State& state : states) {
      values[fmt::format("{}.{}.start", name, state.name)] = state.start;
      if (!state.next.empty())
        values[fmt::format("{}.{}.next", name, state.name)] = SetValue::word(state.next);
    }
  }
  /// One with a slider is three keys: "let.gain.value", "let.gain.from" and "let.gain.to".
  void add(const std::string& name, const Field&, const std::vector<OwnRule::Let>& lets) const {
    for (const OwnRule::Let& let : lets) {
      const std::string key = fmt::format("{}.{}", name, let.name);
      const bool row = let.value.size() == 1;
      values[let.from || let.to ? key + ".value" : key] = row && let.value.front().size() == 1
                                                              ? SetValue(let.value.front().front())
                                                          : row ? SetValue(let.value.front())
                                                                : SetValue(let.value);
      if (let.from) values[key + ".from"] = *let.from;
      if (let.to) values[key + ".to"] = *let.to;
    }
  }
};

/// The tables of a scenario. Tables within others belong to them, except the optional ones of those that are always there.
std::map<std::string, TableKind> make_tables() {
  std::map<std::string, TableKind> tables;
  read_fields(Scenario{}, [&]<class M>(const Field& field, const M& member) {
    if (kTableKind<M> != TableKind::kNone) tables[field.key] = kTableKind<M>;
    if constexpr (kTableKind<M> == TableKind::kAlways)
      read_fields(member, [&]<class Inner>(const Field& inner, const Inner&) {
        if (kTableKind<Inner> == TableKind::kOptional)
          tables[fmt::format("{}.{}", field.key, inner.key)] = TableKind::kOptional;
      });
  });
  return tables;
}

/// Collects the keys of a name, also of tables that a scenario does not have.
struct FindNamed {
  std::string_view name;
  std::vector<std::string>& found;
  std::string path;
  bool first = false;  // the first number is meant, whatever its name

  template <class M>
  void operator()(const Field& field, const M&) const {
    constexpr bool kNumber = std::is_same_v<M, double> || std::is_same_v<M, std::vector<double>>;
    const bool meant = first ? found.empty() && kNumber : field.key == name;
    if constexpr (FieldTable<M>) {
      in<M>(field.key, meant);
    } else if constexpr (kTableKind<M> == TableKind::kOptional) {
      in<typename M::value_type>(field.key, meant);
    } else if constexpr (kTableKind<M> == TableKind::kArray) {
      in<typename M::value_type>(fmt::format("{}[0]", field.key), meant);
    } else if (meant && found.size() < 3) {
      found.push_back(path + field.key);
    }
  }

 private:
  template <FieldTable T>
  void in(const std::string& key, bool meant) const {
    if (first && !meant) return;
    std::vector<std::string> here;
    read_fields(T{}, FindNamed{name, meant ? here : found, path + key + ".", meant});
    if (meant && found.size() < 3) found.insert(found.end(), here.begin(), here.end());
  }
};

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
  read_fields(scenario, Flatten{values, ""});
  return values;
}

TableOfKey table_of(std::string_view key) {
  static const std::map<std::string, TableKind> tables = make_tables();
  TableOfKey found{.table = std::string(key.substr(0, key.find_first_of(".["))), .element = {}, .key = ""};
  for (const auto& [table, kind] : tables)  // "rules" comes before "rules.cruise"
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
  size_t count = 0;
  read_fields(scenario, [&]<class M>(const Field& field, const M& member) {
    if constexpr (kTableKind<M> == TableKind::kArray)
      if (field.key == array) count = member.size();
  });
  return count;
}

std::vector<std::string> keys_named(std::string_view name) {
  std::vector<std::string> found;
  read_fields(Scenario{}, FindNamed{name, found, ""});
  return found;
}

std::string rules_text(const Scenario& scenario) { return field_text(Field{.key = "rules"}, scenario.rules); }

}  // namespace murmur
