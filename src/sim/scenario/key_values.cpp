#include "sim/scenario/key_values.h"

#include "sim/scenario/field_text.h"

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
};

}  // namespace

std::map<std::string, SetValue> key_values(const Scenario& scenario) {
  std::map<std::string, SetValue> values;
  read_fields(scenario, Flatten{values, ""});
  return values;
}

std::string rules_text(const Scenario& scenario) { return field_text(Field{.key = "rules"}, scenario.rules); }

}  // namespace murmur
