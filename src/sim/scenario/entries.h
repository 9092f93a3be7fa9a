// The keys of a table as a list at run time: properties of each key, and a pointer to the member that holds its
// value. Reading, checks, writing, `set` and the panel are plain functions over these lists. entries.cpp makes the
// lists from fields.h, and is the only source that instantiates all tables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "sim/look/field.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/words.h"

namespace murmur {

/// A member whose value is one of several words.
struct ChoiceRef {
  uint8_t* value;
  std::span<const AnyWord> words;
  std::string_view text() const;
  bool set(std::string_view text) const;  ///< @returns false if the text is none of the words
};
/// A member whose value is a word or a colour; `open` stands for neither.
struct ChoiceOrColourRef {
  ChoiceRef choice;
  std::optional<Rgb>* colour;
  uint8_t open;
  bool empty() const { return !*colour && *choice.value == open; }
  std::string text() const { return *colour ? hex_text(**colour) : std::string(choice.text()); }
  bool set(std::string_view text) const;  ///< sets a word, "#rrggbb", or "" for neither; false: none of these
};

struct Entry;
struct FreshTable;
struct TableType;
struct OptionalTableType;
struct TableArrayType;

/// A table that exists in the scenario.
struct TableRef {
  void* table;
  const TableType* type;
  std::vector<Entry> entries() const;
  template <class T>
  T* as() const;  ///< null if the table has another type; entries.cpp lists the types
  FreshTable fresh() const;
};
/// A table that belongs to no scenario, with default values.
struct FreshTable {
  std::shared_ptr<void> owner;
  TableRef table;
};
struct OptionalTableRef {
  void* member;
  const OptionalTableType* type;
  std::optional<TableRef> get() const;
  TableRef make() const;  ///< makes the table with default values, replacing an existing one
  FreshTable fresh() const;
};
struct TableArrayRef {
  void* member;
  const TableArrayType* type;
  size_t size() const;
  TableRef element(size_t index) const;
  void resize(size_t count) const;  ///< new elements have default values
  FreshTable fresh() const;
  bool of_events() const;  ///< whether the array is [[event]], which events.h reads and checks
};

using Matrix = std::vector<std::vector<double>>;
using Member = std::variant<double*, int64_t*, uint64_t*, bool*, std::string*, Rgb*, SetValue*, ChoiceRef,
                            ChoiceOrColourRef, std::vector<double>*, Matrix*, std::optional<double>*,
                            std::optional<int64_t>*, std::optional<std::string>*, std::optional<Rgb>*,
                            std::optional<std::vector<double>>*, std::vector<CustomRule::Let>*,
                            std::vector<CustomRule::Text>*, std::vector<CustomRule::State>*, TableRef,
                            OptionalTableRef, TableArrayRef>;

/// One key of a table, with its member.
struct Entry {
  Field field;
  Member member;
  TableKind table_kind() const;
};

/// Reference to a member that is not a table.
template <class M>
Member member_ref(M& member) {
  if constexpr (std::is_enum_v<M>)
    return ChoiceRef{reinterpret_cast<uint8_t*>(&member),
                     kAnyWords<M>};  // uint8_t is a character type, so it may alias
  else
    return &member;
}
template <class E>
Member member_ref(WordOrColour<E>& member) {
  return ChoiceOrColourRef{std::get<ChoiceRef>(member_ref(member.word)), &member.colour,
                           static_cast<uint8_t>(E::kSuitsShape)};
}

/// Reference to a table that is a member of Scenario, Look or Event. Tables that are only read have the same lists.
template <class T>
TableRef table_ref(const T& table);
template <class T>
std::vector<Entry> entries_of(const T& table) {
  return table_ref(table).entries();
}
template <class T>
std::vector<Entry> entries_of(const T&&) = delete;  // entries would refer to a destroyed table
/// Entries that every kind of event has. Other entries depend on the kind.
std::vector<Entry> event_head(Event& event);
std::vector<Entry> event_body(Event& event);

/// @returns null if the table has no such key.
const Entry* find_entry(std::span<const Entry> entries, std::string_view key);
/// Copies a value, which is not a table, from `from` to `to`, the entry of the same key in a table of the same type.
void copy_value(const Entry& from, const Entry& to);
/// Whether a written scenario omits the key, because its value is empty.
bool left_out(const Entry& entry);
/// The value of an entry in the form of a `set` event; none: the entry is a table or is left out.
SetValue value_of(const Entry& entry);
/// The numbers of a `let` in the form of a scenario file: one number, a row, or rows.
SetValue numbers_of(const CustomRule::Let& let);

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;  // clang 14 needs it

}  // namespace murmur
