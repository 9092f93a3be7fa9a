#include "sim/scenario/field_reader.h"

namespace murmur {

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

}  // namespace murmur
