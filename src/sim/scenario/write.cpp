#include "sim/scenario/write.h"

#include <type_traits>

#include "sim/scenario/field_text.h"
#include "sim/scenario/layers.h"
#include "sim/scenario/presets.h"

namespace murmur {

namespace {

/// The member of another table of the same kind.
template <class M, FieldTable T>
const M* member_of(const T* table, const Field& field) {
  const M* found = nullptr;
  if (!table) return found;
  read_fields(*table, [&](const Field& other, const auto& member) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, M>)
      if (std::string_view(other.key) == field.key) found = &member;
  });
  return found;
}

/// What stands for a member that the scenario has not, but its preset: the preset is read first.
template <class M>
std::string absent_text(const Field&, const M&) {
  return "\"\"";
}
template <FieldTable T>
std::string absent_text(const Field&, const std::vector<T>&) {
  return "[]";
}

/// Numbers are never absent: a preset's are replaced, or not read (complete() in read.h). Matrices can be.
template <class M>
constexpr bool kCanBeAbsent = true;
template <class V>
constexpr bool kCanBeAbsent<std::vector<V>> = FieldTable<V>;

template <class M>
bool marked_absent(const Field& field, const M& member, const M* of_preset) {
  return kCanBeAbsent<M> && left_out(field, member) && of_preset && !left_out(field, *of_preset);
}

/// "key = value" lines of a table; each inner table is one line.
template <FieldTable T>
std::string lines_of(const T& table, const T* of_preset) {
  std::string text;
  read_fields(table, [&]<class M>(const Field& field, const M& member) {
    if constexpr (kNamed<M>) {
      for (const auto& entry : member)
        text += fmt::format("{}.{} = {}\n", field.key, entry.name, field_text(field, entry));
    } else if (!left_out(field, member)) {
      text += fmt::format("{} = {}\n", field.key, field_text(field, member));
    } else if (marked_absent(field, member, member_of<M>(of_preset, field))) {
      text += fmt::format("{} = {}\n", field.key, absent_text(field, member));
    }
  });
  return text;
}

/// Writes a field of the scenario itself: a key, [table] or [[table]].
class WriteTop {
 public:
  explicit WriteTop(const Scenario* preset) : preset_(preset) {}

  template <class M>
  void operator()(const Field& field, const M& member) {
    const M* const of_preset = member_of<M>(preset_, field);
    if (!left_out(field, member))
      write(field, member, of_preset);
    else if (marked_absent(field, member, of_preset))
      keys_ += fmt::format("{} = {}\n", field.key, absent_text(field, member));
  }
  std::string text() const { return keys_ + tables_; }

 private:
  template <class M>
  void write(const Field& field, const M& member, const M*) {
    keys_ += fmt::format("{} = {}\n", field.key, field_text(field, member));
  }
  template <FieldTable T>
  void write(const Field& field, const T& table, const T* of_preset) {
    tables_ += fmt::format("\n[{}]\n{}", field.key, lines_of(table, of_preset));
  }
  template <FieldTable T>
  void write(const Field& field, const std::optional<T>& table, const std::optional<T>* of_preset) {
    write(field, *table, of_preset && *of_preset ? &**of_preset : nullptr);
  }
  template <FieldTable T>
  void write(const Field& field, const std::vector<T>& tables, const std::vector<T>*) {
    for (const T& table : tables)
      tables_ += fmt::format("\n[[{}]]\n{}", field.key, lines_of(table, static_cast<const T*>(nullptr)));
  }

  const Scenario* preset_;
  std::string keys_, tables_;  // keys of the scenario itself stand before its tables
};

}  // namespace

std::string scenario_to_toml(const Scenario& scenario) {
  std::optional<Scenario> preset;
  if (!preset_text(scenario.preset).empty()) {
    Faults faults("preset " + scenario.preset);
    ScenarioLayers layers;
    layers.lay(toml::table{{"preset", scenario.preset}}, faults);
    preset = layers.read(faults).scenario;
  }
  WriteTop write(preset ? &*preset : nullptr);
  read_fields(scenario, [&write](const Field& field, const auto& member) { write(field, member); });
  return write.text();
}

}  // namespace murmur
