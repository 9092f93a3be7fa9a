#include "sim/scenario/field_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "sim/rules/tokens.h"
#include "sim/util/utf8.h"

namespace murmur {
namespace {

/// Reads a table of names that the user chooses over `out`, which is in the order of the names. An empty text takes a name away.
template <class Entry, class Take>
void read_entries(TableReader& reader, const char* key, std::vector<Entry>& out, Faults& faults,
                  const Take& take) {
  if (reader.absent(key)) return out.clear();
  const toml::table* const table = reader.table(key);
  if (!table) return;
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
    if (out.size() > kMostNames) return;  // a fault already
    auto entry = std::find_if(out.begin(), out.end(), [&](const Entry& one) { return one.name >= name; });
    const bool there = entry != out.end() && entry->name == name;
    if (names.absent(name.c_str())) {
      if (there) out.erase(entry);
      continue;
    }
    if (!there) {
      entry = out.insert(entry, Entry{});
      entry->name = name;
    }
    take(names, *entry);
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

void take_let(TableReader& lets, OwnRule::Let& let) {
  const toml::node* const node = lets.node(let.name.c_str());
  if (!node->is_table()) return take_value(lets, let.name, let.value);
  const bool fresh = let.value.empty();
  TableReader reader(*node->as_table(), lets.path(let.name), lets.faults());
  if (reader.has("value"))
    take_value(reader, "value", let.value);
  else if (fresh)
    lets.faults().add(node, reader.path("value"), "is missing");
  for (const auto& [key, end] : {std::pair("from", &let.from), std::pair("to", &let.to)}) {
    if (reader.absent(key))
      end->reset();
    else
      reader.number(key, *end, kAnyNumber);
  }
  (void)reader.node("value");
  reader.finish();
}

/// A number is that at the start, and stays.
void take_state(TableReader& states, OwnRule::State& state) {
  const toml::node* const node = states.node(state.name.c_str());
  if (!node->is_table()) return states.number(state.name.c_str(), state.start, kAnyNumber);
  TableReader reader(*node->as_table(), states.path(state.name), states.faults());
  if (reader.absent("start"))
    state.start = 0.0;
  else
    reader.number("start", state.start, kAnyNumber);
  if (reader.absent("next"))
    state.next.clear();
  else
    reader.text("next", state.next);
  reader.finish();
}

}  // namespace

void read_more(TableReader& reader, const toml::table&, Scenario::World& world, const ReadContext& context) {
  auto dimensions = static_cast<int64_t>(world.size.empty() ? 2 : world.size.size());
  reader.number("neighbours", world.neighbours, {1e-6, 1e6});
  reader.whole("dimensions", dimensions, 2, 3);
  if (!reader.has("size") && reader.has("neighbours")) {
    // The side is computed when the radius is known; until then only the dimension matters.
    if (world.neighbours) world.size.assign(static_cast<size_t>(dimensions), 0.0);
    return;
  }
  if (reader.has("size")) world.neighbours.reset();
  if (!world.size.empty() && dimensions != static_cast<int64_t>(world.size.size()))
    reader.fault("dimensions",
                 fmt::format("is {}, but world.size has {} sizes; allowed: give world.size one size for each "
                             "axis and leave dimensions out",
                             dimensions, world.size.size()));
  if (!reader.has("size") && !context.layer) context.faults.missing("world.size");
}

void read_more(TableReader& reader, const toml::table&, Scenario::Start& start, const ReadContext& context) {
  if (start.positions == StartPositions::kPatch && !reader.has("size") && start.size.empty())
    context.faults.missing("start.size");
}

void read_more(TableReader& reader, const toml::table& table, Scenario::Goal& goal,
               const ReadContext& context) {
  std::vector<double> at;
  reader.vector("at", at, context.scenario.dimensions(), kAnyNumber);
  if (reader.has("at") && !reader.has("path")) goal.path = {at};
  if (reader.has("at") == reader.has("path") && !(context.layer && !reader.has("at")))
    context.faults.add(&table, "goal", "allowed: one of at (a place) and path (several places), not both");
}

void read_more(TableReader& reader, const toml::table& table, Scenario::Terrain& terrain,
               const ReadContext& context) {
  const bool image = reader.has("image"), hill = reader.has("hill");
  if (image && !hill) terrain.hill.reset();
  if (hill && !image) terrain.image.clear();
  if (image == hill && !(context.layer && !image))
    context.faults.add(&table, "terrain", "allowed: one of image (a PNG file) and hill, not both");
  else if (image && terrain.image.empty())
    reader.fault("image", "is empty; allowed: the name of a greyscale PNG file");
}

void read_lets(TableReader& reader, const char* key, std::vector<OwnRule::Let>& out) {
  read_entries(reader, key, out, reader.faults(), take_let);
}

void read_sums(TableReader& reader, const char* key, std::vector<OwnRule::Sum>& out) {
  read_entries(reader, key, out, reader.faults(),
               [](TableReader& sums, OwnRule::Sum& sum) { sums.text(sum.name.c_str(), sum.text); });
}

void read_states(TableReader& reader, const char* key, std::vector<OwnRule::State>& out) {
  read_entries(reader, key, out, reader.faults(), take_state);
}

void read_more(TableReader& reader, const toml::table&, OwnRule&, const ReadContext&) {
  if (reader.absent("add"))
    reader.fault("add", "is empty; allowed: what the rule adds to the velocity, as in \"unit(v) * 0.1\"");
}

}  // namespace murmur
