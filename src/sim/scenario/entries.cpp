#include "sim/scenario/entries.h"
#include "sim/scenario/behaviour_fields.h"

namespace murmur {

struct TableType {
  std::vector<Entry> (*entries)(void* table);
  std::shared_ptr<void> (*make)();
};
struct OptionalTableType {
  const TableType* table;
  void* (*get)(void* member);  ///< null if the optional table is absent
  void* (*make)(void* member);
};
struct TableArrayType {
  const TableType* table;
  size_t (*size)(const void* member);
  void* (*element)(void* member, size_t index);
  void (*resize)(void* member, size_t count);
};

namespace {

template <FieldTable T>
std::vector<Entry> list(void* table);

template <FieldTable T>
constexpr TableType kTable{.entries = list<T>,
                           .make = [] { return std::shared_ptr<void>(std::make_shared<T>()); }};

template <class T>
using Tables = std::vector<T>;
template <FieldTable T>
constexpr OptionalTableType kOptional{
    .table = &kTable<T>,
    .get = [](void* member) -> void* {
      auto& table = *static_cast<std::optional<T>*>(member);
      return table ? &*table : nullptr;
    },
    .make = [](void* member) -> void* { return &(*static_cast<std::optional<T>*>(member) = T{}).value(); }};
template <FieldTable T>
constexpr TableArrayType kArray{
    .table = &kTable<T>,
    .size = [](const void* member) { return static_cast<const Tables<T>*>(member)->size(); },
    .element = [](void* member, size_t index) -> void* { return &(*static_cast<Tables<T>*>(member))[index]; },
    .resize = [](void* member, size_t count) { static_cast<Tables<T>*>(member)->resize(count); }};

/// Makes the list of fields together with their members.
struct Lister {
  std::vector<Entry>& entries;

  template <class M>
  void operator()(const Field& field, M& member) const {
    if constexpr (kTableKind<M> == TableKind::kAlways)
      entries.push_back({field, TableRef{&member, &kTable<M>}});
    else if constexpr (kTableKind<M> == TableKind::kOptional)
      entries.push_back({field, OptionalTableRef{&member, &kOptional<typename M::value_type>}});
    else if constexpr (kTableKind<M> == TableKind::kArray)
      entries.push_back({field, TableArrayRef{&member, &kArray<typename M::value_type>}});
    else
      entries.push_back({field, member_ref(member)});
  }
};

template <FieldTable T>
std::vector<Entry> list(void* table) {
  std::vector<Entry> entries;
  visit_fields(*static_cast<T*>(table), Lister{entries});
  return entries;
}

FreshTable fresh_table(const TableType& type) {
  FreshTable fresh{.owner = type.make(), .table = {}};
  fresh.table = {fresh.owner.get(), &type};
  return fresh;
}

}  // namespace

template <class T>
T* TableRef::as() const {
  return type == &kTable<T> ? static_cast<T*>(table) : nullptr;
}
template Scenario::World* TableRef::as() const;
template Scenario::Start* TableRef::as() const;
template Scenario::Goal* TableRef::as() const;
template Scenario::Terrain* TableRef::as() const;
template CustomRule* TableRef::as() const;

template <class T>
TableRef table_ref(const T& table) {
  return {const_cast<T*>(&table), &kTable<T>};
}
template TableRef table_ref(const Scenario&);
template TableRef table_ref(const Scenario::Pairs&);
template TableRef table_ref(const Scenario::Rules&);
template TableRef table_ref(const WallShape&);
template TableRef table_ref(const Scenario::Terrain&);
template TableRef table_ref(const Look&);
template TableRef table_ref(const Event&);

std::vector<Entry> event_head(Event& event) {
  std::vector<Entry> entries;
  visit_event_head(event, Lister{entries});
  return entries;
}
std::vector<Entry> event_body(Event& event) {
  std::vector<Entry> entries;
  visit_event_body(event, Lister{entries});
  return entries;
}

// Written as a loop: Emscripten's library has no std::ranges algorithms.
std::string_view ChoiceRef::text() const {
  const auto word =
      std::find_if(words.begin(), words.end(), [this](const AnyWord& one) { return one.value == *value; });
  return word == words.end() ? "?" : word->text;
}
bool ChoiceRef::set(std::string_view text) const {
  const auto word =
      std::find_if(words.begin(), words.end(), [text](const AnyWord& one) { return one.text == text; });
  if (word != words.end()) *value = word->value;
  return word != words.end();
}
bool ChoiceOrColourRef::set(std::string_view text) const {
  const std::optional<Rgb> given = hex_colour(text);
  if (!given && !text.empty() && !choice.set(text)) return false;
  if (given || text.empty()) *choice.value = open;
  *colour = given;
  return true;
}

std::vector<Entry> TableRef::entries() const { return type->entries(table); }

std::optional<TableRef> OptionalTableRef::get() const {
  void* const table = type->get(member);
  return table ? std::optional(TableRef{table, type->table}) : std::nullopt;
}
TableRef OptionalTableRef::make() const { return {type->make(member), type->table}; }
FreshTable OptionalTableRef::fresh() const { return fresh_table(*type->table); }

size_t TableArrayRef::size() const { return type->size(member); }
TableRef TableArrayRef::element(size_t index) const { return {type->element(member, index), type->table}; }
void TableArrayRef::resize(size_t count) const { type->resize(member, count); }
FreshTable TableArrayRef::fresh() const { return fresh_table(*type->table); }
bool TableArrayRef::of_events() const { return type == &kArray<Event>; }
FreshTable TableRef::fresh() const { return fresh_table(*type); }

TableKind Entry::table_kind() const {
  return std::holds_alternative<TableRef>(member)           ? TableKind::kAlways
         : std::holds_alternative<OptionalTableRef>(member) ? TableKind::kOptional
         : std::holds_alternative<TableArrayRef>(member)    ? TableKind::kArray
                                                            : TableKind::kNone;
}

const Entry* find_entry(std::span<const Entry> entries, std::string_view key) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [key](const Entry& one) { return one.field.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

void copy_value(const Entry& from, const Entry& to) {
  std::visit(
      [&]<class M>(const M& member) {
        const M& value = std::get<M>(from.member);
        if constexpr (std::is_pointer_v<M>) {
          *member = *value;
        } else if constexpr (std::is_same_v<M, ChoiceRef>) {
          *member.value = *value.value;
        } else if constexpr (std::is_same_v<M, ChoiceOrColourRef>) {
          *member.choice.value = *value.choice.value;
          *member.colour = *value.colour;
        }
      },
      to.member);
}

bool left_out(const Entry& entry) {
  return std::visit(Overloaded{[](std::string* text) { return text->empty(); },
                               [](const ChoiceOrColourRef& choice) { return choice.empty(); },
                               [](const OptionalTableRef& table) { return !table.get(); },
                               [](const TableArrayRef& tables) { return tables.size() == 0; },
                               []<class V>(std::optional<V>* value) { return !value->has_value(); },
                               []<class V>(std::vector<V>* values) { return values->empty(); },
                               [](const auto&) { return false; }},
                    entry.member);
}

SetValue value_of(const Entry& entry) {
  return std::visit(Overloaded{[](std::string* text) { return SetValue::word(*text); },
                               [](Rgb* colour) { return SetValue::word(hex_text(*colour)); },
                               [](const ChoiceRef& choice) { return SetValue::word(choice.text()); },
                               [](const ChoiceOrColourRef& choice) { return SetValue::word(choice.text()); },
                               [](SetValue* value) { return *value; },
                               [&](int64_t* whole) {
                                 const char* const word = entry.field.word_for(*whole);
                                 return word ? SetValue::word(word) : SetValue(*whole);
                               },
                               [](uint64_t* whole) { return SetValue(static_cast<int64_t>(*whole)); },
                               [&]<class V>(std::optional<V>* value) {
                                 return value_of({entry.field, member_ref(**value)});
                               },
                               []<class M>(const M& member) {
                                 if constexpr (std::is_same_v<M, double*> || std::is_same_v<M, bool*> ||
                                               std::is_same_v<M, Matrix*> ||
                                               std::is_same_v<M, std::vector<double>*>)
                                   return SetValue(*member);
                                 else
                                   return SetValue();
                               }},
                    entry.member);
}

SetValue numbers_of(const CustomRule::Let& let) {
  const std::vector<double>& row = let.value.front();
  return let.value.size() > 1 ? SetValue(let.value) : row.size() > 1 ? SetValue(row) : SetValue(row.front());
}

}  // namespace murmur
