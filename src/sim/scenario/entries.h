// The keys of a table as a list made at run time: what is known of each key, and a pointer to the member that holds its value.
// Reading, checks, writing, `set` and the panel are plain functions over these lists. entries.cpp makes them from fields.h, the only
// source that instantiates all tables.
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

/// A choice among words.
struct ChoiceRef {
  uint8_t* value;
  std::span<const AnyWord> words;
  std::string_view text() const;
  bool set(std::string_view text) const;  ///< false: it is none of the words
};
/// A word, or a colour in its place; neither: `open`.
struct ChoiceOrColourRef {
  ChoiceRef choice;
  std::optional<Rgb>* colour;
  uint8_t open;
  bool empty() const { return !*colour && *choice.value == open; }
  std::string text() const { return *colour ? hex_text(**colour) : std::string(choice.text()); }
  bool set(
      std::string_view text) const;  ///< a word, "#rrggbb", or nothing to leave it open; false: none of these
};

struct Entry;
struct FreshTable;
struct TableType;
struct OptionalTableType;
struct TableArrayType;

/// A table that is there.
struct TableRef {
  void* table;
  const TableType* type;
  std::vector<Entry> entries() const;
  template <class T>
  T* as() const;  ///< null: it is a table of another type. entries.cpp has the types.
  FreshTable fresh() const;
};
/// A table by itself, with the defaults of its members.
struct FreshTable {
  std::shared_ptr<void> owner;
  TableRef table;
};
struct OptionalTableRef {
  void* member;
  const OptionalTableType* type;
  std::optional<TableRef> get() const;
  TableRef make() const;  ///< a table of defaults replaces one that is there
  FreshTable fresh() const;
};
struct TableArrayRef {
  void* member;
  const TableArrayType* type;
  size_t size() const;
  TableRef element(size_t index) const;
  void resize(size_t count) const;  ///< a new table holds its defaults
  FreshTable fresh() const;
  bool of_events() const;  ///< [[event]], which events.h reads and checks
};

using Matrix = std::vector<std::vector<double>>;
using Member = std::variant<double*, int64_t*, uint64_t*, bool*, std::string*, Rgb*, SetValue*, ChoiceRef,
                            ChoiceOrColourRef, std::vector<double>*, Matrix*, std::optional<double>*,
                            std::optional<int64_t>*, std::optional<std::string>*, std::optional<Rgb>*,
                            std::optional<std::vector<double>>*, std::vector<CustomRule::Let>*,
                            std::vector<CustomRule::Text>*, std::vector<CustomRule::State>*, TableRef,
                            OptionalTableRef, TableArrayRef>;

/// One key of one table.
struct Entry {
  Field field;
  Member member;
  TableKind table_kind() const;
};

/// The member of a value that is no table.
template <class M>
Member member_ref(M& member) {
  if constexpr (std::is_enum_v<M>)
    return ChoiceRef{reinterpret_cast<uint8_t*>(&member),
                     kAnyWords<M>};  // uint8_t may alias: it is a character
  else
    return &member;
}
template <class E>
Member member_ref(WordOrColour<E>& member) {
  return ChoiceOrColourRef{std::get<ChoiceRef>(member_ref(member.word)), &member.colour,
                           static_cast<uint8_t>(E::kSuitsShape)};
}

/// The table of a member of Scenario, Look or Event. Lists are the same for tables that are only read.
template <class T>
TableRef table_ref(const T& table);
template <class T>
std::vector<Entry> entries_of(const T& table) {
  return table_ref(table).entries();
}
template <class T>
std::vector<Entry> entries_of(const T&&) = delete;  // the entries would point into a table that is gone
/// An event's entries by its kind, and those that every kind has.
std::vector<Entry> event_head(Event& event);
std::vector<Entry> event_body(Event& event);

/// Null: the table has no such key.
const Entry* find_entry(std::span<const Entry> entries, std::string_view key);
/// Gives `to` the value of `from`, the entry of the same key in a table of the same type; no table.
void copy_value(const Entry& from, const Entry& to);
/// Whether a written scenario leaves the key out: it holds nothing.
bool left_out(const Entry& entry);
/// The value of an entry that is neither a table nor left out, as an event sets it; none: it is one.
SetValue value_of(const Entry& entry);
/// The numbers of a `let` as they are written: one, a row, or rows.
SetValue numbers_of(const CustomRule::Let& let);

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;  // clang 14 needs it

}  // namespace murmur
