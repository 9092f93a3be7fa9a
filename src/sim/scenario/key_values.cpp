#include "sim/scenario/key_values.h"

#include "sim/scenario/field_text.h"

namespace murmur {
namespace {

/// Collects the leaves of a table under "path.".
struct Flatten {
  std::map<std::string, std::string>& values;
  std::string path;

  template <class M>
  void operator()(const Field& field, const M& member) const {
    if (!left_out(field, member)) add(path + field.key, field, member);
  }

 private:
  template <class M>
  void add(const std::string& name, const Field& field, const M& member) const {
    values[name] = field_text(field, member);
  }
  template <FieldTable T>
  void add(const std::string& name, const Field&, const T& table) const {
    read_fields(table, Flatten{values, name + "."});
  }
  template <FieldTable T>
  void add(const std::string& name, const Field& field, const std::optional<T>& table) const {
    add(name, field, *table);
  }
  template <FieldTable T>
  void add(const std::string& name, const Field& field, const std::vector<T>& tables) const {
    for (size_t k = 0; k < tables.size(); ++k) add(fmt::format("{}[{}]", name, k), field, tables[k]);
  }
  void add(const std::string&, const Field&, const std::vector<Event>&) const {}
};

}  // namespace

std::map<std::string, std::string> key_values(const Scenario& scenario) {
  std::map<std::string, std::string> values;
  read_fields(scenario, Flatten{values, ""});
  return values;
}

std::string rules_text(const Scenario& scenario) { return field_text(Field{.key = "rules"}, scenario.rules); }

}  // namespace murmur
