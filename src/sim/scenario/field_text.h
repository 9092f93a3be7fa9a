// Members of scenario tables as TOML text on one line. Used by write.cpp and key_values.cpp.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/toml_values.h"
#include "sim/scenario/words.h"

namespace murmur {

/// Whether a written scenario leaves the member out.
template <class M>
bool left_out(const Field&, const M&) {
  return false;
}
template <class V>
bool left_out(const Field&, const std::optional<V>& member) {
  return !member;
}
template <class V>
bool left_out(const Field&, const std::vector<V>& member) {
  return member.empty();
}
inline bool left_out(const Field&, const std::string& member) { return member.empty(); }
template <class E>
bool left_out(const Field&, const WordOrColour<E>& member) {
  return member == WordOrColour<E>{};
}

inline std::string field_text(const Field&, double value) { return number_text(value); }
inline std::string field_text(const Field& field, int64_t value) {
  return field.word_for(value) ? toml_string(field.word_for(value)) : fmt::format("{}", value);
}
inline std::string field_text(const Field&, uint64_t value) { return fmt::format("{}", value); }
inline std::string field_text(const Field&, bool value) { return value ? "true" : "false"; }
inline std::string field_text(const Field&, const std::string& value) { return toml_string(value); }
inline std::string field_text(const Field&, const Rgb& colour) { return toml_string(hex_text(colour)); }
inline std::string field_text(const Field&, const SetValue& value) {
  return value.empty() ? "\"\"" : value.text();
}
template <class E>
requires std::is_enum_v<E> std::string field_text(const Field&, E value) {
  return toml_string(word_for(value));
}
template <class E>
std::string field_text(const Field&, const WordOrColour<E>& value) {
  return toml_string(text_of(value));
}
template <FieldTable T>
std::string field_text(const Field&, const T& table) {
  std::string text;
  read_fields(table, [&text](const Field& field, const auto& member) {
    if (left_out(field, member)) return;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", field.key, field_text(field, member));
  });
  return text.empty() ? "{}" : "{ " + text + " }";
}
template <class V>
std::string field_text(const Field& field, const std::optional<V>& value) {
  return field_text(field, *value);
}
inline std::string field_text(const Field& field, const OwnRule::Sum& sum) {
  return field_text(field, sum.text);
}
std::string field_text(const Field& field, const OwnRule::Let& let);
inline std::string field_text(const Field& field, const OwnRule::State& state) {
  std::string text = "{ start = " + number_text(state.start);
  if (!state.next.empty()) text += ", next = " + field_text(field, state.next);
  return text + " }";
}
/// "{ gain = 0.05, pull = 1.0 }"
template <class M>
requires kNamed<M> std::string field_text(const Field& field, const M& entries) {
  std::string text;
  for (const auto& entry : entries)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", entry.name, field_text(field, entry));
  return "{ " + text + " }";
}
template <class V>
requires(!kNamed<std::vector<V>>) std::string field_text(const Field& field, const std::vector<V>& values) {
  std::string text;
  for (const V& value : values) text += (text.empty() ? "" : ", ") + field_text(field, value);
  return "[" + text + "]";
}
/// The numbers of a `let` as they are written: one, a row, or rows.
inline std::string numbers_text(const OwnRule::Let& let) {
  const bool row = let.value.size() == 1;
  return row && let.value.front().size() == 1 ? field_text(Field{}, let.value.front().front())
         : row                                ? field_text(Field{}, let.value.front())
                                              : field_text(Field{}, let.value);
}
inline std::string field_text(const Field&, const OwnRule::Let& let) {
  if (!let.from && !let.to) return numbers_text(let);
  std::string text = "{ value = " + numbers_text(let);
  if (let.from) text += ", from = " + number_text(*let.from);
  if (let.to) text += ", to = " + number_text(*let.to);
  return text + " }";
}

}  // namespace murmur
