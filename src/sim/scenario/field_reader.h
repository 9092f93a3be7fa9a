// The visitor that reads one table of a scenario by its list of fields, alone or as a layer over a complete
// table. Used by read.cpp for files and set_key.cpp for single keys.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_text.h"
#include "sim/scenario/words.h"

namespace murmur {

struct ReadContext {
  const Scenario& scenario;  ///< for its dimensions
  Faults& faults;
  bool layer = false;  ///< the table is a layer over a complete one: nothing is missing
};

/// Keys of a table that need more than their field; most tables have none.
template <class T>
void read_more(TableReader&, const toml::table&, T&, const ReadContext&) {}
void read_more(TableReader& reader, const toml::table& table, Scenario::World& world,
               const ReadContext& context);
void read_more(TableReader& reader, const toml::table& table, Scenario::Start& start,
               const ReadContext& context);
void read_more(TableReader& reader, const toml::table& table, Scenario::Goal& goal,
               const ReadContext& context);
void read_more(TableReader& reader, const toml::table& table, Scenario::Terrain& terrain,
               const ReadContext& context);
void read_more(TableReader& reader, const toml::table& table, Scenario::Wall& wall,
               const ReadContext& context);
void read_more(TableReader& reader, const toml::table& table, OwnRule& rule, const ReadContext& context);

/// Tables of names over those that are there.
void read_lets(TableReader& reader, const char* key, std::vector<OwnRule::Let>& out);
void read_sums(TableReader& reader, const char* key, std::vector<OwnRule::Sum>& out);
void read_states(TableReader& reader, const char* key, std::vector<OwnRule::State>& out);

class FieldReader {
 public:
  FieldReader(TableReader& reader, const toml::table& table, const ReadContext& context)
      : reader_(reader), table_(table), context_(context) {}

  template <FieldTable T>
  static void read(const toml::table& table, const std::string& path, T& out, const ReadContext& context) {
    TableReader reader(table, path, context.faults);
    visit_fields(out, FieldReader(reader, table, context));
    read_more(reader, table, out, context);
    reader.finish();
  }

  template <class M>
  void operator()(const Field& field, M& member) const {
    const bool there = reader_.has(field.key);
    if (!there && !context_.layer && field.need == Need::kTable)
      context_.faults.add(&table_, reader_.path(field.key), "is missing");
    if (!there && !context_.layer && field.need == Need::kModel)
      return context_.faults.missing(reader_.path(field.key));
    take(field, member);
  }

 private:
  void take(const Field& f, double& out) const { reader_.number(f.key, out, f.range); }
  void take(const Field& f, std::optional<double>& out) const { reader_.number(f.key, out, f.range); }
  void take(const Field& f, int64_t& out) const {
    reader_.whole(f.key, out, f.least, f.most, f.zero, f.minus_one);
  }
  void take(const Field& f, std::optional<int64_t>& out) const {
    const size_t before = context_.faults.count();
    int64_t whole = 0;
    take(f, whole);
    if (reader_.has(f.key) && context_.faults.count() == before) out = whole;
  }
  void take(const Field& f, uint64_t& out) const {
    auto whole = static_cast<int64_t>(out);
    reader_.whole(f.key, whole, f.least, f.most);
    out = static_cast<uint64_t>(whole);
  }
  void take(const Field& f, bool& out) const { reader_.flag(f.key, out); }
  void take(const Field& f, std::string& out) const { reader_.text(f.key, out); }
  void take(const Field& f, std::optional<std::string>& out) const {
    std::string text;
    reader_.text(f.key, text);
    if (!text.empty()) out = text;
  }
  void take(const Field& f, std::optional<Rgb>& out) const {
    if (reader_.absent(f.key)) return void(out.reset());
    const size_t before = context_.faults.count();
    std::string text;
    reader_.text(f.key, text);
    if (!reader_.has(f.key) || context_.faults.count() > before) return;
    if (const auto colour = hex_colour(text))
      out = colour;
    else
      reader_.fault(f.key, fmt::format("is {}; allowed: a colour as \"#rrggbb\"", toml_string(text)));
  }
  void take(const Field& f, SetValue& out) const {
    if (const toml::node* value = reader_.node(f.key)) out = SetValueNode::value(*value);
  }
  void take(const Field& f, std::vector<double>& out) const {
    const toml::node* given = reader_.node(f.key);
    if (!given || given->is_array() || !f.one_for_all) return reader_.vector(f.key, out, axes(f), f.range);
    double side = 0.0;
    reader_.number(f.key, side, f.range);
    out.assign(static_cast<size_t>(axes(f)), side);
  }
  void take(const Field& f, std::optional<std::vector<double>>& out) const {
    reader_.vector(f.key, out, axes(f), f.range);
  }
  void take(const Field& f, std::vector<std::vector<double>>& out) const {
    if (f.axes != Axes::kSpecies) return reader_.places(f.key, out, axes(f));
    if (reader_.absent(f.key)) return out.clear();
    reader_.matrix(f.key, out, f.range);
  }
  void take(const Field& f, std::vector<OwnRule::Let>& out) const { read_lets(reader_, f.key, out); }
  void take(const Field& f, std::vector<OwnRule::Sum>& out) const { read_sums(reader_, f.key, out); }
  void take(const Field& f, std::vector<OwnRule::State>& out) const { read_states(reader_, f.key, out); }
  template <class E>
  requires std::is_enum_v<E>
  void take(const Field& f, E& out) const { reader_.choice(f.key, out, words_for(E{})); }
  template <class E>
  void take(const Field& f, WordOrColour<E>& out) const {
    const size_t before = context_.faults.count();
    std::string text;
    reader_.text(f.key, text);
    if (!reader_.has(f.key) || context_.faults.count() > before) return;
    if (const auto choice = word_or_colour<E>(text)) {
      out = *choice;
      return;
    }
    std::string words;
    for (const auto& word : words_for(E{})) words += fmt::format("{}, ", word.text);
    reader_.fault(f.key,
                  fmt::format("is {}; allowed: {}or a colour as \"#rrggbb\"", toml_string(text), words));
  }
  template <FieldTable T>
  void take(const Field& f, T& out) const {
    static const toml::table kEmpty;
    const toml::table* given = reader_.table(f.key);
    if (!given && (reader_.has(f.key) || context_.layer)) return;
    read(given ? *given : kEmpty, reader_.path(f.key), out, context_);
  }
  template <FieldTable T>
  void take(const Field& f, std::optional<T>& out) const {
    if (reader_.absent(f.key)) return void(out.reset());
    const toml::table* given = reader_.table(f.key);
    if (!given) return;
    ReadContext context = context_;
    context.layer = context.layer && out.has_value();
    if (!out) out = T{};  // clang has no emplace() here: T is nested in a class that was incomplete
    read(*given, reader_.path(f.key), *out, context);
  }
  template <FieldTable T>
  void take(const Field& f, std::vector<T>& out) const {
    const toml::array* given = reader_.tables(f.key);
    if (!given) return;
    ReadContext context = context_;
    context.layer = false;
    out.assign(given->size(), {});
    for (size_t i = 0; i < given->size(); ++i)
      read(*(*given)[i].as_table(), fmt::format("{}[{}]", reader_.path(f.key), i), out[i], context);
  }
  void take(const Field& f, std::vector<Event>&) const { (void)reader_.node(f.key); }  // read_events()

  int axes(const Field& f) const {
    return f.axes == Axes::kWorld ? context_.scenario.dimensions() : f.axes == Axes::kGround ? 2 : 0;
  }

  TableReader& reader_;
  const toml::table& table_;
  const ReadContext& context_;
};

}  // namespace murmur
