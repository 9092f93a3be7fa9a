#include "sim/backends/make_parameters.h"

#include <algorithm>
#include <cmath>

#include "sim/backends/round_table.h"
#include "sim/backends/turbulence_waves.h"
#include "sim/scenario/custom_rules.h"
#include "sim/state/height_map.h"

namespace murmur {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Traits of the boids of a species, or of a flock without species.
template <class T>
Traits<T> make_traits(const Scenario& scenario, const Scenario::Species& own) {
  const Scenario::Rules& r = scenario.rules;
  const auto square = [](T x) { return x * x; };
  Traits<T> traits{};
  traits.max_speed = static_cast<T>(own.max_speed.value_or(r.max_speed));
  traits.max_speed_squared = square(traits.max_speed);
  traits.min_speed = static_cast<T>(own.min_speed.value_or(r.min_speed));
  traits.min_speed_squared = square(traits.min_speed);
  // The only library functions of a step. Computed once in double and rounded, so that errors in the last bit do not matter.
  const double view = own.field_of_view.value_or(r.field_of_view), cosine = std::cos(view * 0.5 * kDegree);
  traits.view_cosine = static_cast<T>(cosine * std::fabs(cosine));
  traits.sees_round = T(view < 360.0 ? 0 : 1);
  traits.separation_weight = static_cast<T>(own.separation_weight.value_or(r.separation.weight));
  traits.alignment_weight = static_cast<T>(own.alignment_weight.value_or(r.alignment.weight));
  traits.cohesion_weight = static_cast<T>(own.cohesion_weight.value_or(r.cohesion.weight));
  const double speed = own.speed.value_or(r.speed);  // 0 stands for the largest speed
  traits.flight_speed = static_cast<T>(speed > 0.0 ? speed : own.max_speed.value_or(r.max_speed));
  if (r.cruise)
    traits.cruise_speed = static_cast<T>(own.speed.value_or(0.0) > 0.0 ? *own.speed : r.cruise->speed);
  const double turn = own.turn_limit.value_or(r.turn_limit);
  traits.turn_cosine = turn < 180.0 ? static_cast<T>(std::cos(turn * kDegree)) : T(-2);
  traits.turn_sine = static_cast<T>(std::sin(turn * kDegree));
  if (const auto& noise = scenario.noise) {
    double amount = own.noise.value_or(noise->amount);
    // Uniform in +-sqrt(3), so the variance is 1 per component and unit time.
    if (noise->kind == NoiseKind::kIsotropic) amount = amount * std::sqrt(3.0 * r.time_step);
    traits.noise = static_cast<T>(amount);
  }
  for (size_t k = 0; k < scenario.species.size(); ++k)
    if (scenario.species[k].name == own.becomes) traits.becomes = static_cast<T>(k);
  return traits;
}

/// How each species weights neighbours of every species, row by row.
template <class T>
std::vector<Toward<T>> make_toward(const Scenario& scenario) {
  const Scenario::Rules& r = scenario.rules;
  const Scenario::Pairs pairs = scenario.pairs.value_or(Scenario::Pairs{});
  const size_t count = scenario.species.size();
  std::vector<Toward<T>> rows;
  for (size_t i = 0; i < count; ++i) {
    const Scenario::Species& own = scenario.species[i];
    for (size_t j = 0; j < count; ++j) {
      const auto entry = [&](const Scenario::Pairs::Matrix& matrix, double usual) {
        return matrix.empty() ? usual : matrix[i][j];
      };
      const auto reach = [&](const Scenario::Pairs::Matrix& matrix, double usual) {
        const double given = entry(matrix, 0.0);
        return static_cast<T>(given > 0.0 ? given : usual);
      };
      Toward<T> row{};
      const T radius = reach(pairs.radius, r.radius);
      row.radius_squared = radius * radius;
      row.separation_radius = reach(pairs.separation_radius, r.separation_reach());
      row.separation_radius_squared = row.separation_radius * row.separation_radius;
      row.away = -static_cast<T>(entry(pairs.separation, 1.0));
      row.alignment = static_cast<T>(entry(pairs.alignment, 1.0));
      row.cohesion = static_cast<T>(entry(pairs.cohesion, 1.0));
      const T caught = static_cast<T>(own.caught_by == scenario.species[j].name ? own.catch_radius : 0.0);
      row.catch_squared = caught * caught;
      rows.push_back(row);
    }
  }
  return rows;
}

bool any_kind = false;  // set by use_any_kind_of_sums()

/// The kind of sums of a scenario; `rules` must already have all other fields that it depends on.
template <class T>
SumKind kind_of_sums(const Scenario& scenario, const Rules<T>& rules) {
  const Scenario::Rules& r = scenario.rules;
  const Neighbours which = r.nearest == kOctants ? Neighbours::kInOctants
                           : r.nearest > 0       ? Neighbours::kNearest
                                                 : Neighbours::kAll;
  if (any_kind) return SumKind::any(true, which);
  if (rules.walls_hide || which == Neighbours::kInOctants) return SumKind::any(rules.walls_hide, which);
  const auto zone = [&](const Scenario::Rules::Zone& z) {
    return z.from > 0.0 || z.reach(r.radius) < r.radius;
  };
  const bool species = !scenario.species.empty();
  const bool rare = r.separation.average == Average::kSeparated || zone(r.alignment) || zone(r.cohesion) ||
                    r.cohesion.target != CohesionTarget::kCentroid || rules.sees_all || rules.exclusive ||
                    rules.catches || which == Neighbours::kNearest;
  if (!rare) return {rules.falloff, species, rules.field_of_view};
  if (!species && rules.field_of_view && rules.falloff == Falloff::kInverse) return SumKind::couzin(which);
  if (species || rules.field_of_view || rules.falloff != Falloff::kNone || which == Neighbours::kNearest)
    return SumKind::any(false, which);
  return {.terms = Terms::kRare};
}

template <class T>
Rules<T> make_rules(const Scenario& scenario) {
  const Scenario::Rules& r = scenario.rules;
  Rules<T> rules{};
  static_cast<Traits<T>&>(rules) = make_traits<T>(scenario, {});
  const auto any = [&](const auto& of_species) {
    return std::any_of(scenario.species.begin(), scenario.species.end(), of_species);
  };
  rules.field_of_view = r.field_of_view < 360.0 || any([](const Scenario::Species& own) {
                          return own.field_of_view.value_or(360.0) < 360.0;
                        });
  rules.has_least_speed = r.min_speed > 0.0 ||
                          any([](const Scenario::Species& own) { return own.min_speed.value_or(0.0) > 0.0; });
  rules.catches = any([](const Scenario::Species& own) { return own.catch_radius > 0.0; });
  const auto square = [](T x) { return x * x; };
  rules.radius = static_cast<T>(r.radius);
  rules.radius_squared = square(rules.radius);
  rules.separation_radius_squared = square(static_cast<T>(r.separation_reach()));
  rules.time_step = static_cast<T>(r.time_step);
  rules.separation = {r.separation.shape, static_cast<T>(r.separation.amount)};
  rules.alignment = {r.alignment.shape, static_cast<T>(r.alignment.amount)};
  rules.cohesion = {r.cohesion.shape, static_cast<T>(r.cohesion.amount)};
  rules.cohesion_sign = T(1);
  rules.falloff = r.separation.falloff;
  rules.separation_average = r.separation.average;
  rules.include_self = r.alignment.include_self;
  rules.alignment_average = r.alignment.average;
  rules.relative = r.alignment.relative;
  rules.lone = r.alignment.lone;
  rules.cohesion_target = r.cohesion.target;
  rules.alignment_from_squared = square(static_cast<T>(r.alignment.from));
  rules.alignment_to_squared = square(static_cast<T>(r.alignment.reach(r.radius)));
  rules.cohesion_from_squared = square(static_cast<T>(r.cohesion.from));
  rules.cohesion_to_squared = square(static_cast<T>(r.cohesion.reach(r.radius)));
  rules.sees_all = r.separation.sees_all && (rules.field_of_view || r.nearest > 0);  // else S is in V anyway
  rules.exclusive = r.priority == Priority::kSeparation;
  rules.nearest = r.nearest == kOctants ? 0 : static_cast<int32_t>(r.nearest);
  rules.separation_radius = static_cast<T>(r.separation_reach());
  rules.core = static_cast<T>(r.separation.core);
  rules.shortening = static_cast<T>(1.0 - 1.0 / (r.separation.ahead * r.separation.ahead));
  rules.cohesion_vertical = static_cast<T>(r.cohesion.vertical);
  rules.alignment_share = static_cast<T>(r.time_step / std::max(r.time_step, r.alignment.inertia));
  rules.scale = r.adds == Adds::kAcceleration ? rules.time_step : T(1);
  for (const Scenario::Wall& wall : scenario.walls) rules.walls_hide = rules.walls_hide || wall.blocks_view;
  rules.kind = kind_of_sums(scenario, rules);
  return rules;
}

template <class T, int D>
void add_terrain_parameters(const Scenario& scenario, const World<T, D>& world, ParameterArrays<T, D>& arrays,
                            Behaviours<T, D>& b) {
  if (!scenario.terrain || scenario.terrain->hill) {
    arrays.heights.clear();
    arrays.image.clear();
    return;
  }
  b.any = b.needs_scalar_path = true;
  if (arrays.image != scenario.terrain->image) {
    const HeightMap map = read_height_map(scenario.terrain->image);
    arrays.heights.clear();
    for (const double height : map.heights) arrays.heights.push_back(static_cast<T>(height));
    arrays.height_columns = map.columns;
    arrays.height_rows = map.rows;
    arrays.image = scenario.terrain->image;
  }
  b.heights = view_of(arrays.heights);
  b.height_columns = arrays.height_columns;
  b.height_rows = arrays.height_rows;
  b.height_scale_x = static_cast<T>(arrays.height_columns - 1) / world.size[0];
  b.height_scale_y = static_cast<T>(arrays.height_rows - 1) / world.size[1];
}

Turning make_turning(const Scenario& scenario) {
  const Scenario::Rules& rules = scenario.rules;
  Turning turning;
  turning.heading = rules.motion == Motion::kHeading;
  turning.limited = rules.turn_limit < 180.0;
  bool noisy = scenario.noise && scenario.noise->amount > 0.0;
  for (const Scenario::Species& own : scenario.species) {
    turning.limited = turning.limited || own.turn_limit.value_or(180.0) < 180.0;
    noisy = noisy || own.noise.value_or(0.0) > 0.0;
  }
  if (const auto& noise = scenario.noise) {
    turning.noise_kind = noisy ? noise->kind : NoiseKind::kNone;
    turning.normal = noise->distribution == Distribution::kNormal;
  }
  turning.acts = turning.heading || turning.limited || turning.noise_kind != NoiseKind::kNone;
  return turning;
}

/// Converts the programs of custom rules to numbers of type T.
template <class T, int D>
CustomRules<T> make_custom_rules(const Scenario& scenario, ParameterArrays<T, D>& arrays) {
  CustomPrograms& programs = arrays.custom;
  programs = compile_rules(scenario.custom_rules, rule_context(scenario));
  arrays.custom_numbers.clear();
  for (const double number : programs.numbers) arrays.custom_numbers.push_back(static_cast<T>(number));
  arrays.custom_ranges_squared.clear();
  for (const double range : programs.ranges) {
    const T rounded = static_cast<T>(range);
    arrays.custom_ranges_squared.push_back(rounded * rounded);
  }
  CustomRules<T> custom;
  custom.pair_inputs = view_of(programs.pair_inputs);
  custom.boid_inputs = view_of(programs.boid_inputs);
  const auto same = static_cast<int64_t>(programs.same_for_pairs);
  custom.same_code = {programs.pair_code.data(), same};
  custom.pair_code = {programs.pair_code.data() + same,
                      static_cast<int64_t>(programs.pair_code.size()) - same};
  custom.boid_code = view_of(programs.boid_code);
  custom.numbers = view_of(arrays.custom_numbers);
  custom.sums = view_of(programs.sums);
  custom.ranges_squared = view_of(arrays.custom_ranges_squared);
  custom.additions = view_of(programs.additions);
  custom.nexts = view_of(programs.nexts);
  for (const CustomSlot& slot : programs.boid_inputs)
    custom.counts = custom.counts || slot.input == CustomInput::kNeighbours;
  return custom;
}

template <class T, int D>
Behaviours<T, D> make_behaviours(const Scenario& scenario, const World<T, D>& world,
                                 ParameterArrays<T, D>& arrays) {
  Behaviours<T, D> b;
  b.seed = scenario.seed;
  const bool accelerates = scenario.rules.adds == Adds::kAcceleration;
  b.slowing = static_cast<T>(accelerates ? 0.01 * scenario.rules.time_step : 0.01);
  b.any = scenario.world.boundary == Boundary::kSoft || accelerates;
  const auto take = [&](const auto& table, auto& taken) {
    if (!table) return;
    round_table(*table, taken);
    taken.acts = b.any = true;
  };

  arrays.obstacles.clear();
  for (const Scenario::Obstacle& obstacle : scenario.obstacles) {
    round_table(obstacle, arrays.obstacles.emplace_back());
    b.solid = b.solid || obstacle.solid;
  }
  b.obstacles = view_of(arrays.obstacles);

  arrays.goals.clear();
  take(scenario.goal, b.goal);
  if (scenario.goal)
    for (const auto& place : scenario.goal->path) arrays.goals.push_back(to_vec<T, D>(place));
  b.goal.path = view_of(arrays.goals);

  if (scenario.cursor && scenario.cursor->mode != CursorMode::kNone) take(scenario.cursor, b.cursor);
  take(scenario.rules.cruise, b.cruise);
  take(scenario.level, b.level);
  take(scenario.roost, b.roost);
  take(scenario.perching, b.perching);

  arrays.turbulence = turbulence_of<T, D>(scenario);
  b.turbulence = view_of(arrays.turbulence);

  arrays.predator_rules.clear();
  for (const PredatorRules<double>& predator : scenario.predators)
    round_table(predator, arrays.predator_rules.emplace_back());
  b.predator_rules = view_of(arrays.predator_rules);

  if (scenario.terrain) take(scenario.terrain->hill, b.hill);
  add_terrain_parameters(scenario, world, arrays, b);

  b.walls = make_walls<T, D>(scenario, arrays.walls);
  b.custom = make_custom_rules<T, D>(scenario, arrays);
  b.turning = make_turning(scenario);
  b.moves_with_old = scenario.rules.moves_with == MovesWith::kOld;
  b.needs_scalar_path = b.needs_scalar_path || b.goal.path.size > 1 || b.perching.acts || b.turning.limited ||
                        (b.turning.normal && b.turning.noise_kind == NoiseKind::kAngle);
  b.any = b.any || b.obstacles.size > 0 || b.turbulence.size > 0 || b.predator_rules.size > 0 ||
          b.turning.acts || b.moves_with_old || b.custom.act() || b.walls.act();
  return b;
}

}  // namespace

void use_any_kind_of_sums(bool on) { any_kind = on; }

template <class T, int D>
Parameters<T, D> make_parameters(const Scenario& scenario, ParameterArrays<T, D>& arrays) {
  Parameters<T, D> q;
  q.world.size = to_vec<T, D>(scenario.world.size);
  for (int k = 0; k < D; ++k) q.world.half[k] = q.world.size[k] / T(2);
  q.world.boundary = scenario.world.boundary;
  q.world.metric = scenario.world.metric;
  q.world.margin = static_cast<T>(scenario.world.margin);
  q.world.push = static_cast<T>(scenario.world.push);
  q.rules = make_rules<T>(scenario);
  arrays.species.clear();
  arrays.toward.clear();
  for (const Scenario::Species& own : scenario.species)
    arrays.species.push_back(make_traits<T>(scenario, own));
  if (!scenario.species.empty()) arrays.toward = make_toward<T>(scenario);
  q.rules.species = view_of(arrays.species);
  q.rules.toward = view_of(arrays.toward);
  q.rules.own_radii = std::any_of(arrays.toward.begin(), arrays.toward.end(), [&](const Toward<T>& row) {
    return row.radius_squared < q.rules.radius_squared;
  });
  q.behaviours = make_behaviours<T, D>(scenario, q.world, arrays);
  return q;
}

template <class T, int D>
void set_step(Parameters<T, D>& q, const Scenario& scenario, const StepInput& input) {
  q.step = static_cast<uint64_t>(input.step);
  q.rules.cohesion_sign = T(input.startled ? -1 : 1);
  q.wind_acts = scenario.wind.has_value() || input.gust_acts;
  for (int k = 0; k < D; ++k) {
    q.wind[k] = T(0);
    if (scenario.wind && !scenario.wind->velocity.empty()) {
      q.wind[k] = T(0.1) * static_cast<T>(scenario.wind->velocity[static_cast<size_t>(k)]);
    }
    if (input.gust_acts) q.wind[k] = q.wind[k] + static_cast<T>(input.gust[static_cast<size_t>(k)]);
    q.wind[k] = q.wind[k] * q.rules.scale;
  }
}

#define MURMUR_INSTANTIATE(T, D)                                                            \
  template Parameters<T, D> make_parameters<T, D>(const Scenario&, ParameterArrays<T, D>&); \
  template void set_step<T, D>(Parameters<T, D>&, const Scenario&, const StepInput&);
MURMUR_INSTANTIATE(float, 2)
MURMUR_INSTANTIATE(float, 3)
MURMUR_INSTANTIATE(double, 2)
MURMUR_INSTANTIATE(double, 3)
#undef MURMUR_INSTANTIATE

}  // namespace murmur
