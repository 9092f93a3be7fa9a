#include "sim/scenario/write.h"

#include "sim/scenario/field_text.h"

namespace murmur {

namespace {

/// "key = value" lines of a table; each inner table is one line.
template <FieldTable T>
std::string lines_of(const T& table) {
  std::string text;
  read_fields(table, [&text](const Field& field, const auto& member) {
    if (!left_out(field, member)) text += fmt::format("{} = {}\n", field.key, field_text(field, member));
  });
  return text;
}

/// Writes a field of the scenario itself: a key, [table] or [[table]].
struct WriteTop {
  std::string& text;

  template <class M>
  void operator()(const Field& field, const M& member) const {
    if (!left_out(field, member)) write(field, member);
  }

 private:
  template <class M>
  void write(const Field& field, const M& member) const {
    text += fmt::format("{} = {}\n", field.key, field_text(field, member));
  }
  template <FieldTable T>
  void write(const Field& field, const T& table) const {
    text += fmt::format("\n[{}]\n{}", field.key, lines_of(table));
  }
  template <FieldTable T>
  void write(const Field& field, const std::optional<T>& table) const {
    write(field, *table);
  }
  template <FieldTable T>
  void write(const Field& field, const std::vector<T>& tables) const {
    for (const T& table : tables) text += fmt::format("\n[[{}]]\n{}", field.key, lines_of(table));
  }
};

}  // namespace

std::string scenario_to_toml(const Scenario& scenario) {
  std::string text;
  read_fields(scenario, WriteTop{text});
  return text;
}

}  // namespace murmur
