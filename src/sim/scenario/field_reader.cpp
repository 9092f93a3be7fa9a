#include "sim/scenario/field_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/rules/tokens.h"
#include "sim/scenario/toml_text.h"
#include "sim/util/utf8.h"

namespace murmur {
namespace {

/// Reads a table whose keys the user chooses, sorted by key. An empty text removes the entry.
template <class Named, class Take>
void read_named(TableReader& reader, const char* key, std::vector<Named>& out, const Take& take) {
  if (reader.absent(key)) return;
  const toml::table* const table = reader.table(key);
  if (!table) return;
  Faults& faults = reader.faults();
  TableReader names(*table, reader.path(key), faults);
  for (const auto& [toml_name, node] : *table) {
    const std::string name(toml_name.str());
    if (!rules::is_word(name) || name.size() > rules::kLongestName) {
      faults.add(&node, reader.path(key),
                 fmt::format("has the name {}; allowed: 1 to {} letters a to z and A to Z, figures and _, "
                             "the first one no figure",
                             toml_string(shortened(name)), rules::kLongestName));
      continue;
    }
    if (out.size() > kMostNames) return;  // too many entries, reported elsewhere
    if (names.absent(name.c_str())) continue;
    Named& entry = out.emplace_back();
    entry.name = name;
    take(names, entry);
  }
}

void take_value(TableReader& reader, const std::string& key, std::vector<std::vector<double>>& out) {
  const toml::node* const node = reader.node(key.c_str());
  const toml::array* const array = node->as_array();
  std::vector<std::vector<double>> value(1);
  if (!array) {
    value.front().resize(1);
    const size_t before = reader.faults().count();
    reader.number(key.c_str(), value.front().front(), kAnyNumber);
    if (reader.faults().count() > before) return;
  } else if (array->empty()) {
    return reader.fault(key.c_str(),
                        "is []; allowed: a number, or with species one for each of them, as in "
                        "[0.1, 0.2], or for each two");
  } else if (array->front().is_array()) {
    value.clear();
    reader.matrix(key.c_str(), value, kAnyNumber);
    if (value.empty()) return;
  } else {
    value.front().clear();
    reader.vector(key.c_str(), value.front(), static_cast<int>(array->size()), kAnyNumber);
    if (value.front().empty()) return;
  }
  out = std::move(value);
}

void take_let(TableReader& lets, CustomRule::Let& let) {
  const toml::node* const node = lets.node(let.name.c_str());
  if (!node->is_table()) return take_value(lets, let.name, let.value);
  TableReader reader(*node->as_table(), lets.path(let.name), lets.faults());
  if (reader.has("value"))
    take_value(reader, "value", let.value);
  else
    lets.faults().add(node, reader.path("value"), "is missing");
  for (const auto& [key, end] : {std::pair("from", &let.from), std::pair("to", &let.to)}) {
    if (!reader.absent(key)) reader.number(key, *end, kAnyNumber);
  }
  (void)reader.node("value");
  reader.finish();
}

/// Reads a state; a plain number is its start value, which never changes.
void take_state(TableReader& states, CustomRule::State& state) {
  const toml::node* const node = states.node(state.name.c_str());
  if (!node->is_table()) return states.number(state.name.c_str(), state.start, kAnyNumber);
  TableReader reader(*node->as_table(), states.path(state.name), states.faults());
  if (!reader.absent("start")) reader.number("start", state.start, kAnyNumber);
  if (!reader.absent("next")) reader.text("next", state.next);
  reader.finish();
}

/// Reads the value of an entry according to its type.
class EntryReader {
 public:
  EntryReader(TableReader& reader, const Field& field, const ReadContext& context)
      : reader_(reader), field_(field), context_(context) {}

  void operator()(double* out) const { reader_.number(field_.key, *out, field_.range); }
  void operator()(std::optional<double>* out) const { reader_.number(field_.key, *out, field_.range); }
  void operator()(int64_t* out) const {
    reader_.whole(field_.key, *out, field_.least, field_.most, field_.zero, field_.minus_one);
  }
  void operator()(std::optional<int64_t>* out) const {
    int64_t whole = 0;
    if (given([&] { (*this)(&whole); })) *out = whole;
  }
  void operator()(uint64_t* out) const {
    auto whole = static_cast<int64_t>(*out);
    reader_.whole(field_.key, whole, field_.least, field_.most);
    *out = static_cast<uint64_t>(whole);
  }
  void operator()(bool* out) const { reader_.flag(field_.key, *out); }
  void operator()(std::string* out) const { reader_.text(field_.key, *out); }
  void operator()(std::optional<std::string>* out) const {
    std::string text;
    reader_.text(field_.key, text);
    if (!text.empty()) *out = text;
  }
  void operator()(Rgb*) const {}  // a missing colour is never a fault
  void operator()(std::optional<Rgb>* out) const {
    if (reader_.absent(field_.key)) return;
    std::string text;
    if (!given([&] { reader_.text(field_.key, text); })) return;
    if (const auto colour = hex_colour(text))
      *out = colour;
    else
      reader_.fault(field_.key, fmt::format("is {}; allowed: a colour as \"#rrggbb\"", toml_string(text)));
  }
  void operator()(SetValue* out) const {
    if (const toml::node* value = reader_.node(field_.key)) *out = SetValueNode::value(*value);
  }
  void operator()(std::vector<double>* out) const {
    const toml::node* one = reader_.node(field_.key);
    if (!one || one->is_array() || !field_.one_for_all)
      return reader_.vector(field_.key, *out, axes(), field_.range);
    double side = 0.0;
    reader_.number(field_.key, side, field_.range);
    out->assign(static_cast<size_t>(axes()), side);
  }
  void operator()(std::optional<std::vector<double>>* out) const {
    reader_.vector(field_.key, *out, axes(), field_.range);
  }
  void operator()(Matrix* out) const {
    if (field_.axes != Axes::kSpecies) return reader_.places(field_.key, *out, axes());
    if (reader_.absent(field_.key)) return;
    reader_.matrix(field_.key, *out, field_.range);
  }
  void operator()(std::vector<CustomRule::Let>* out) const {
    read_named(reader_, field_.key, *out, take_let);
  }
  void operator()(std::vector<CustomRule::Text>* out) const {
    read_named(reader_, field_.key, *out,
               [](TableReader& sums, CustomRule::Text& sum) { sums.text(sum.name.c_str(), sum.text); });
  }
  void operator()(std::vector<CustomRule::State>* out) const {
    read_named(reader_, field_.key, *out, take_state);
  }
  void operator()(const ChoiceRef& out) const {
    if (const AnyWord* const word = reader_.choice(field_.key, out.words)) *out.value = word->value;
  }
  void operator()(const ChoiceOrColourRef& out) const {
    std::string text, words;
    if (!given([&] { reader_.text(field_.key, text); })) return;
    if (out.set(text)) return;
    for (const AnyWord& one : out.choice.words) words += fmt::format("{}, ", one.text);
    reader_.fault(field_.key,
                  fmt::format("is {}; allowed: {}or a colour as \"#rrggbb\"", toml_string(text), words));
  }
  void operator()(const TableRef& out) const {
    static const toml::table kEmpty;
    const toml::table* table = reader_.table(field_.key);
    if (!table && reader_.has(field_.key)) return;
    read_table(table ? *table : kEmpty, reader_.path(field_.key), out, context_);
  }
  void operator()(const OptionalTableRef& out) const {
    if (reader_.absent(field_.key)) return;
    if (const toml::table* const table = reader_.table(field_.key))
      read_table(*table, reader_.path(field_.key), out.make(), context_);
  }
  void operator()(const TableArrayRef& out) const {
    if (out.of_events()) return void(reader_.node(field_.key));  // read_events() reads these tables
    const toml::array* const tables = reader_.tables(field_.key);
    if (!tables) return;
    out.resize(tables->size());
    for (size_t i = 0; i < tables->size(); ++i)
      read_table(*(*tables)[i].as_table(), fmt::format("{}[{}]", reader_.path(field_.key), i), out.element(i),
                 context_);
  }

 private:
  /// Whether the key exists and `read` found no fault.
  template <class Read>
  bool given(const Read& read) const {
    const size_t before = context_.faults.count();
    read();
    return reader_.has(field_.key) && context_.faults.count() == before;
  }
  int axes() const {
    return field_.axes == Axes::kWorld    ? context_.scenario.dimensions()
           : field_.axes == Axes::kGround ? 2
                                          : 0;
  }

  TableReader& reader_;
  const Field& field_;
  const ReadContext& context_;
};

// Some tables have keys that need more than their entry:

void read_more(TableReader& reader, Scenario::World& world, const ReadContext& context) {
  auto dimensions = static_cast<int64_t>(world.size.empty() ? 2 : world.size.size());
  reader.number("neighbours", world.neighbours, {1e-6, 1e6});
  reader.whole("dimensions", dimensions, 2, 3);
  if (!reader.has("size") && reader.has("neighbours")) {
    // The side is computed when the radius is known; before that, only the number of dimensions is used.
    if (world.neighbours) world.size.assign(static_cast<size_t>(dimensions), 0.0);
    return;
  }
  if (reader.has("size")) world.neighbours.reset();
  if (!world.size.empty() && dimensions != static_cast<int64_t>(world.size.size()))
    reader.fault("dimensions",
                 fmt::format("is {}, but world.size has {} sizes; allowed: give world.size one size for each "
                             "axis and leave dimensions out",
                             dimensions, world.size.size()));
  if (!reader.has("size")) context.faults.missing("world.size");
}

void read_more(TableReader& reader, const Scenario::Start& start, const ReadContext& context) {
  if (start.positions == StartPositions::kPatch && !reader.has("size") && start.size.empty())
    context.faults.missing("start.size");
}

void read_more(TableReader& reader, const toml::table& table, Scenario::Goal& goal,
               const ReadContext& context) {
  std::vector<double> at;
  reader.vector("at", at, context.scenario.dimensions(), kAnyNumber);
  if (reader.has("at") && !reader.has("path")) goal.path = {at};
  if (reader.has("at") == reader.has("path"))
    context.faults.add(&table, "goal", "allowed: one of at (a place) and path (several places), not both");
}

void read_more(TableReader& reader, const toml::table& table, const Scenario::Terrain& terrain,
               const ReadContext& context) {
  const bool image = reader.has("image"), hill = reader.has("hill");
  if (image == hill)
    context.faults.add(&table, "terrain", "allowed: one of image (a PNG file) and hill, not both");
  else if (image && terrain.image.empty())
    reader.fault("image", "is empty; allowed: the name of a greyscale PNG file");
}

void read_more(TableReader& reader, CustomRule&) {
  if (reader.absent("add"))
    reader.fault("add", "is empty; allowed: what the rule adds to the velocity, as in \"unit(v) * 0.1\"");
}

void read_more(TableReader& reader, const toml::table& table, const TableRef& out,
               const ReadContext& context) {
  if (auto* const world = out.as<Scenario::World>()) return read_more(reader, *world, context);
  if (auto* const start = out.as<Scenario::Start>()) return read_more(reader, *start, context);
  if (auto* const goal = out.as<Scenario::Goal>()) return read_more(reader, table, *goal, context);
  if (auto* const terrain = out.as<Scenario::Terrain>()) return read_more(reader, table, *terrain, context);
  if (auto* const rule = out.as<CustomRule>()) return read_more(reader, *rule);
}

}  // namespace

void read_entry(TableReader& reader, const toml::table& table, const Entry& out, const ReadContext& context) {
  const Field& field = out.field;
  const bool there = reader.has(field.key);
  if (!there && field.need == Need::kTable) context.faults.add(&table, reader.path(field.key), "is missing");
  if (!there && field.need == Need::kModel) return context.faults.missing(reader.path(field.key));
  std::visit(EntryReader(reader, field, context), out.member);
}

void read_table(const toml::table& table, const std::string& path, const TableRef& out,
                const ReadContext& context) {
  TableReader reader(table, path, context.faults);
  const auto is_choice = [](const Entry& entry) { return std::holds_alternative<ChoiceRef>(entry.member); };
  for (const Entry& entry : out.entries())
    if (is_choice(entry)) read_entry(reader, table, entry, context);
  for (const Entry& entry : out.entries())  // again: ranges may depend on choices
    if (!is_choice(entry)) read_entry(reader, table, entry, context);
  read_more(reader, table, out, context);
  reader.finish();
}

}  // namespace murmur
