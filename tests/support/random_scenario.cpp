#include "support/random_scenario.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/custom_rules.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/species.h"
#include "sim/scenario/words.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"
#include "support/random_rules.h"

namespace murmur {
namespace {

/// What the random numbers of a scenario are in proportion to.
struct Scales {
  double radius, speed;
  std::vector<double> world;
  double extremes;  ///< share of numbers at the ends of their range
};

/// Gives random values to the fields of a table, and to those of its tables.
struct RandomValues {
  RandomChoice& draw;
  const Scales& scales;

  void operator()(const Field& field, double& value) const {
    if (!draw.chance(0.1)) value = number(field);
  }
  void operator()(const Field& field, int64_t& value) const {
    const int64_t most = std::min(field.most, field.least + (draw.chance(0.2) ? 1000 : 12));
    value = field.zero && draw.chance(0.5) ? 0 : draw.whole(field.least, most);
    if (field.minus_one && draw.chance(0.3)) value = -1;
  }
  void operator()(const Field&, uint64_t& value) const { value = draw.bits() >> 1; }
  void operator()(const Field&, bool& value) const { value = draw.chance(0.4); }
  void operator()(const Field&, std::string&) const {}
  void operator()(const Field&, SetValue&) const {}
  void operator()(const Field&, Rgb& colour) const {
    for (float& part : colour) part = static_cast<float>(draw.whole(0, 255)) / 255.0f;
  }
  template <class E>
  requires std::is_enum_v<E>
  void operator()(const Field&, E& value) const { value = draw.one_of(words_for(E{})).value; }
  void operator()(const Field& field, std::vector<double>& vector) const {
    vector = field.axes == Axes::kGround ? numbers(field, 2) : numbers(field, scales.world.size());
  }
  void operator()(const Field&, std::vector<std::vector<double>>& places) const {
    for (auto k = draw.whole(1, 3); k > 0; --k) places.push_back(place(scales.world.size()));
  }
  void operator()(const Field&, Look&) const {}
  void operator()(const Field&, std::vector<Event>&) const {}
  void operator()(const Field& field, std::vector<Scenario::Species>& species) const {
    if (draw.chance(0.4)) species.resize(static_cast<size_t>(draw.whole(1, draw.chance(0.2) ? 16 : 4)));
    for (Scenario::Species& one : species) (*this)(field, one);
  }
  void operator()(const Field&, std::optional<Scenario::Pairs>&) const {}  // random_pairs()
  void operator()(const Field&, std::vector<CustomRule>&) const {}         // random_rules()
  void operator()(const Field&, std::vector<Scenario::Wall>&) const {}     // random_walls()
  void operator()(const Field&, Scenario::Terrain& terrain) const {
    if (draw.chance(0.3)) {
      terrain.image = MURMUR_SOURCE_DIR "/tests/support/hills.png";
    } else {
      terrain.hill = Scenario::Hill{};
      visit_fields(*terrain.hill, *this);
    }
  }
  template <FieldTable T>
  void operator()(const Field&, T& table) const {
    visit_fields(table, *this);
  }
  template <class V>
  void operator()(const Field& field, std::optional<V>& value) const {
    if (!draw.chance(0.3)) return;
    value = V{};
    (*this)(field, *value);
  }
  template <FieldTable T>
  void operator()(const Field& field, std::vector<T>& tables) const {
    if (draw.chance(0.3)) tables.resize(static_cast<size_t>(draw.whole(1, 3)));
    for (T& table : tables) (*this)(field, table);
  }

 private:
  /// In the world, often on a border of cells, rarely outside the world.
  std::vector<double> place(size_t axes) const {
    std::vector<double> at;
    for (size_t k = 0; k < axes; ++k) {
      const double side = scales.world[k];
      double x = draw.real(0.0, side);
      if (draw.chance(0.2)) x = std::min(side, scales.radius * std::floor(x / scales.radius));
      if (draw.chance(0.1)) x = draw.chance(0.5) ? 0.0 : side;
      if (draw.chance(0.03)) x += side * draw.real(-2.0, 2.0);
      at.push_back(x);
    }
    return at;
  }
  std::vector<double> numbers(const Field& field, size_t axes) const {
    using std::string_view_literals::operator""sv;
    if (field.key == "at"sv) return place(axes);
    std::vector<double> vector;
    for (size_t k = 0; k < axes; ++k) vector.push_back(number(field));
    return vector;
  }
  double number(const Field& field) const {
    const Range range = field.range;
    if (draw.chance(scales.extremes)) return draw.chance(0.5) ? range.low : range.high;
    if (draw.chance(0.1)) return std::clamp(0.0, range.low, range.high);
    const double sign = range.low < 0.0 && draw.chance(0.3) ? -1.0 : 1.0;
    if (draw.chance(0.02)) return sign * draw.magnitude(std::max(range.low, 1e-30), range.high);
    const std::string_view unit = field.unit;
    double value = draw.magnitude(1e-3, 3.0);
    if (unit == "L") value = scales.radius * draw.magnitude(0.01, 4.0);
    if (unit == "L/t") value = scales.speed * draw.magnitude(1e-3, 2.0);
    if (unit == "°" || unit == "%") value = draw.real(range.low, range.high);
    if (draw.chance(0.1)) value = std::max(1.0, std::round(value));
    return std::clamp(sign * value, range.low, range.high);
  }
};

std::vector<double> random_world(RandomChoice& draw, double radius) {
  std::vector<double> sides(draw.chance(0.5) ? 2 : 3);
  for (double& side : sides)
    side = radius * (draw.chance(0.15) ? draw.magnitude(0.01, 2.0) : draw.real(2.0, 12.0));
  if (draw.chance(0.07)) sides[static_cast<size_t>(draw.whole(0, 1))] = radius * draw.magnitude(12.0, 1e6);
  // Each boid sees all others, and through several images of the world where it is wrapped.
  const bool small = draw.chance(0.1);
  for (double& side : sides) side = small ? radius * draw.magnitude(0.1, 1.0) : side;
  if (draw.chance(0.2)) std::fill(sides.begin(), sides.end(), sides[0]);
  for (double& side : sides) side = std::clamp(side, kPositive.low, std::min(kPositive.high, 1e6 * radius));
  return sides;
}

/// Names, and of the other keys what the reader does not refuse.
void make_species_fit(RandomChoice& draw, Scenario& scenario, const Scales& scales) {
  const Scenario::Rules& rules = scenario.rules;
  const auto kinds = static_cast<int64_t>(scenario.species.size());
  const auto name = [&](int64_t k) { return fmt::format("kind-{}", k); };
  for (int64_t k = 0; k < kinds; ++k) {
    Scenario::Species& one = scenario.species[static_cast<size_t>(k)];
    one.name = name(k);
    if (one.count) one.count = draw.whole(0, scenario.boids / kinds);
    if (one.count) one.share.reset();
    if (one.share) one.share = *one.share / static_cast<double>(kinds);
    if (one.max_speed)
      one.max_speed = std::max(rules.min_speed, rules.speed) + scales.speed * draw.real(0.1, 2.0);
    const double least = one.min_speed ? rules.max_speed * draw.real(0.0, 1.0) : rules.min_speed;
    if (one.min_speed) one.min_speed = std::min(least, one.max_speed.value_or(rules.max_speed));
    if (one.speed || (one.min_speed && rules.speed > 0.0))
      one.speed = draw.real(one.min_speed.value_or(rules.min_speed), one.max_speed.value_or(rules.max_speed));
    if (rules.adds == Adds::kAcceleration) one.turn_limit.reset();
    if (!scenario.noise) one.noise.reset();
    one.catch_radius = draw.chance(0.7) ? 0.0 : scales.radius * draw.real(0.01, 1.0);
    if (one.catch_radius > 0.0) one.caught_by = name(draw.whole(0, kinds - 1));
    if (one.catch_radius > 0.0) one.becomes = name(draw.whole(0, kinds - 1));
  }
}

void random_pairs(RandomChoice& draw, Scenario& scenario, const Scales& scales) {
  const size_t kinds = scenario.species.size();
  if (kinds == 0 || draw.chance(0.3)) return;
  scenario.pairs = Scenario::Pairs{};
  visit_fields(*scenario.pairs, [&](const Field& field, Scenario::Pairs::Matrix& matrix) {
    if (draw.chance(0.4)) return;
    matrix.assign(kinds, std::vector<double>(kinds, usual_pair(field.key)));
    const bool distance = usual_pair(field.key) == 0.0;
    for (std::vector<double>& row : matrix)
      for (double& entry : row)
        if (draw.chance(0.7)) entry = distance ? scales.radius * draw.real(0.0, 1.0) : draw.real(-2.0, 2.0);
  });
  if (scenario.rules.cohesion.target == CohesionTarget::kPositionSum) scenario.pairs->cohesion.clear();
}

/// What the reader refuses, where two keys do not fit together.
void make_fit(RandomChoice& draw, Scenario& scenario, const Scales& scales) {
  auto& rules = scenario.rules;
  rules.radius = scales.radius;
  rules.max_speed = scales.speed;
  rules.min_speed = draw.chance(0.4) ? scales.speed * draw.real(0.0, 1.0) : 0.0;
  rules.speed = draw.chance(0.4) ? std::max(rules.min_speed, scales.speed * draw.real(0.0, 1.0)) : 0.0;
  rules.separation_radius = draw.chance(0.3) ? 0.0 : scales.radius * draw.real(0.0, 1.0);
  for (Scenario::Rules::Zone* zone : {static_cast<Scenario::Rules::Zone*>(&rules.alignment),
                                      static_cast<Scenario::Rules::Zone*>(&rules.cohesion)}) {
    zone->to = draw.chance(0.7) ? 0.0 : scales.radius * draw.real(0.0, 1.0);
    zone->from = draw.chance(0.7) ? 0.0 : zone->reach(scales.radius) * draw.real(0.0, 1.0);
  }
  if (draw.chance(0.3)) rules.field_of_view = 360.0;
  if (draw.chance(0.5)) rules.turn_limit = 180.0;
  if (draw.chance(0.5)) rules.time_step = 1.0;
  if (rules.nearest == kOctants) {
    rules.separation.sees_all = false;
  } else {
    if (rules.separation.falloff == Falloff::kShifted) rules.separation.falloff = Falloff::kInverseSquare;
    rules.separation.ahead = 1.0;
    rules.separation.core = 0.0;
  }
  if (rules.adds == Adds::kAcceleration) {
    rules.motion = Motion::kSteer;
    rules.turn_limit = 180.0;
    if (scenario.noise) scenario.noise->kind = NoiseKind::kIsotropic;
  } else if (rules.motion == Motion::kHeading && scenario.noise &&
             scenario.noise->kind == NoiseKind::kIsotropic) {
    scenario.noise->kind = NoiseKind::kVector;
  }
  make_species_fit(draw, scenario, scales);
  random_pairs(draw, scenario, scales);
  auto& world = scenario.world;
  world.size = scales.world;
  world.neighbours.reset();
  if (world.boundary == Boundary::kSoft && !(world.push > 0.0)) world.push = 0.1 * scales.speed;
  auto& start = scenario.start;
  if (start.positions == StartPositions::kPatch) {
    for (size_t k = 0; k < world.size.size(); ++k) {
      start.at[k] = world.size[k] * draw.real(0.0, 0.9);
      start.size[k] = (world.size[k] - start.at[k]) * (draw.chance(0.1) ? 0.0 : draw.real(0.0, 1.0));
    }
  }
  const bool walls = has_walls(world.boundary);
  for (Scenario::Predator& predator : scenario.predators) {
    for (size_t k = 0; walls && predator.at && k < world.size.size(); ++k)
      (*predator.at)[k] = std::clamp((*predator.at)[k], 0.0, world.size[k]);
  }
  if (scenario.perching) scenario.perching->ground = std::min(scenario.perching->ground, world.size.back());
}

/// Most act only where what they add is finite, so that the flock flies on.
void random_rules(RandomChoice& draw, Scenario& scenario, const Scales& scales) {
  if (!draw.chance(0.25)) return;
  scenario.custom_rules = RandomRules(draw.bits(), rule_context(scenario)).as_text();
  if (draw.chance(0.1)) return;
  for (CustomRule& rule : scenario.custom_rules) {
    rule.add = fmt::format("limit({}, {})", rule.add, scales.speed);
    const std::string finite = fmt::format("length({}) < 1e9", rule.add);
    rule.when = rule.when.empty() ? finite : fmt::format("({}) and {}", rule.when, finite);
    for (CustomRule::State& state : rule.states) {
      if (!state.next.empty()) state.next = fmt::format("abs({0}) < 1e9 ? {0} : 0", state.next);
    }
  }
}

/// A shape within the world.
void random_shape(RandomChoice& draw, const std::vector<double>& world, Scenario::Wall& wall) {
  Scenario::Place at, size;
  double room = std::numeric_limits<double>::infinity();  // around `at`
  for (const double side : world) {
    at.push_back(side * draw.real(0.0, 1.0));
    size.push_back((side - at.back()) * draw.real(0.1, 1.0));
    room = std::min({room, at.back(), side - at.back()});
  }
  const double radius = room * draw.real(0.1, 1.0);
  if (draw.chance(0.3)) wall.side = WallSide::kInside;
  const bool flat = world.size() == 2;
  switch (draw.whole(0, 3)) {
    case 0:
      wall.box = WallBox{at, size};
      break;
    case 1:
      if (flat)
        wall.circle = WallCircle{at, radius};
      else
        wall.sphere = WallSphere{at, radius};
      break;
    case 2:
      if (!flat) {
        wall.cylinder = WallCylinder{at, std::min({radius, at[0], at[1]}), size[2]};
        break;
      }
      [[fallthrough]];
    default:
      wall.side = WallSide::kOutside;
      if (flat) {
        for (auto k = draw.whole(2, 6); k > 0; --k)
          wall.points.push_back({world[0] * draw.real(0.0, 1.0), world[1] * draw.real(0.0, 1.0)});
        wall.closed = wall.points.size() == 3;  // more of them may cross
      } else {
        wall.plane = WallPlane{at, {draw.real(-1, 1), draw.real(-1, 1), draw.real(0.1, 1)}};
      }
  }
}

void random_walls(RandomChoice& draw, Scenario& scenario, const Scales& scales) {
  if (!draw.chance(0.25)) return;
  const RandomValues fill{draw, scales};
  scenario.walls.resize(static_cast<size_t>(draw.whole(1, 4)));
  // For each neighbour, each facet within R of the boid is tested: 50 µs where R is wider than the world. A push that wide looks at all
  // images of all facets, 20 ms a boid; here it reaches a tenth of the world.
  const double half = 0.5 * *std::ranges::min_element(scales.world);
  for (Scenario::Wall& wall : scenario.walls) {
    visit_fields(static_cast<WallRules<double>&>(wall), fill);
    wall.blocks_view = wall.blocks_view && scales.radius <= half;
    wall.radius = std::min(wall.radius, 0.2 * half);
    random_shape(draw, scales.world, wall);
  }
}

/// Fewer boids where each has very many candidates, which would take minutes.
void limit_pairs(Scenario& scenario, double most) {
  double share = 1.0;
  for (const double side : scenario.world.size) share *= std::min(1.0, 3.0 * scenario.rules.radius / side);
  while (share * static_cast<double>(scenario.boids) * static_cast<double>(scenario.boids) > most)
    scenario.boids /= 2;
}

Scenario random_tables(RandomChoice& draw, const Scales& scales, int64_t most_boids) {
  Scenario scenario;
  const RandomValues fill{draw, scales};
  visit_fields(scenario, fill);
  scenario.boids = draw.chance(0.1)
                       ? draw.whole(0, 3)
                       : static_cast<int64_t>(draw.magnitude(4.0, static_cast<double>(most_boids)));
  make_fit(draw, scenario, scales);
  random_rules(draw, scenario, scales);
  random_walls(draw, scenario, scales);
  limit_pairs(scenario, 3e2 * static_cast<double>(most_boids));
  return scenario;
}

}  // namespace

Event random_event(RandomChoice& draw, const Scenario& scenario, int64_t steps) {
  const Scales scales{scenario.rules.radius, scenario.rules.max_speed, scenario.world.size,
                      draw.chance(0.1) ? 0.2 : 0.01};
  Event event;
  event.step = draw.whole(0, steps - 1);
  event.kind = draw.one_of(kEventWords).value;
  if (event.kind == EventKind::kSet) {
    std::vector<std::pair<std::string, SetValue>> all;
    for (const auto& key_value : key_values(random_tables(draw, scales, scenario.boids))) {
      const std::string& key = key_value.first;
      if (!key.starts_with("view.") && !key.starts_with("clock.") && key != "boids" && key != "preset")
        all.push_back(key_value);
    }
    std::tie(event.key, event.value) = draw.one_of(all);
    return event;
  }
  visit_event_body(event, RandomValues{draw, scales});
  const auto species = [&]() { return scenario.species.empty() ? "" : draw.one_of(scenario.species).name; };
  if (event.species) event.species = species();
  if (event.from) event.from = species();
  if (event.kind == EventKind::kConvert) event.to = species();
  if (event.kind == EventKind::kPreset) event.preset = draw.one_of(preset_names());
  event.count = draw.chance(0.2) ? draw.whole(1, 2 * scenario.boids + 1) : draw.whole(1, 40);
  return event;
}

ScenarioSource random_scenario(RandomChoice& draw, int64_t most_boids, int64_t steps) {
  const auto source_of = [](const Scenario& scenario) {
    return ScenarioSource::from_text(scenario_to_toml(scenario), "a random scenario");
  };
  for (;;) {
    const double radius = draw.chance(0.1) ? draw.magnitude(1e-9, 1e9) : draw.magnitude(0.1, 100.0);
    const double speed = radius * draw.magnitude(1e-3, draw.chance(0.1) ? 100.0 : 0.5);
    Scales scales{radius, speed, random_world(draw, radius), draw.chance(0.1) ? 0.2 : 0.01};
    scales.speed = std::clamp(scales.speed, kPositive.low, kPositive.high);
    Scenario scenario = random_tables(draw, scales, most_boids);
    try {
      ScenarioSource source = source_of(scenario);
      for (int64_t k = draw.chance(0.5) ? draw.whole(1, 8) : 0; k > 0; --k) {
        scenario.events.push_back(random_event(draw, scenario, steps));
        try {
          source = source_of(scenario);
        } catch (const UserError&) {
          scenario.events.pop_back();  // a place, or a key, that is wrong when its step comes
        }
      }
      return source;
    } catch (const UserError&) {
    }
  }
}

}  // namespace murmur
