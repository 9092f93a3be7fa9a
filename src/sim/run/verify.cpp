#include "sim/run/verify.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/bits.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// Number of boids within R of boid `id`, computed in double by the definition.
int64_t count_neighbours(const State<float>& state, const Scenario& scenario, int64_t id) {
  const auto width = static_cast<size_t>(state.dimensions);
  int64_t count = 0;
  for (int64_t j = 0; j < state.count(); ++j) {
    double square = 0.0;
    for (size_t k = 0; k < width; ++k) {
      const double size = scenario.world.size[k];
      double d = static_cast<double>(state.position[static_cast<size_t>(j) * width + k]) -
                 static_cast<double>(state.position[static_cast<size_t>(id) * width + k]);
      if (scenario.world.metric == Metric::kWrapped) d += d > size / 2 ? -size : d < -size / 2 ? size : 0.0;
      square += d * d;
    }
    if (j != id && square < scenario.rules.radius * scenario.rules.radius) ++count;
  }
  return count;
}

template <class N>
uint32_t bits(N x) {
  uint32_t bits;
  static_assert(sizeof x == sizeof bits);
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// Compares the bits of boids or predators; records the first difference and counts all differing ones.
class DifferenceSearch {
 public:
  DifferenceSearch(const char* kind, std::optional<Difference>& found) : kind_(kind), found_(found) {}

  /// Compares boid or predator `id` in one array of two states; an empty array counts as zeros.
  template <class N>
  void compare(int64_t id, const std::vector<N>& a, const std::vector<N>& b, int width,
               const char* const* fields) {
    for (size_t k = 0, at = static_cast<size_t>(id * width); k < static_cast<size_t>(width); ++k, ++at) {
      const N x = a.empty() ? N(0) : a[at], y = b.empty() ? N(0) : b[at];
      if (bits(x) == bits(y)) continue;
      differs_ = true;
      if (found_) continue;
      found_.emplace();
      found_->what = fmt::format("{} {}", kind_, id);
      found_->field = fields[k];
      found_->values[0] = fmt::format("{}", x);
      found_->values[1] = fmt::format("{}", y);
      found_->bits[0] = bits(x);
      found_->bits[1] = bits(y);
      first_id = id;
    }
  }
  /// Must be called after all arrays of a boid or predator.
  void end_body() {
    if (std::exchange(differs_, false)) ++found_->differing;
  }

  int64_t first_id = -1;

 private:
  const char* kind_;
  bool differs_ = false;
  std::optional<Difference>& found_;
};

void inject(Simulation<float>& run, int64_t id) {
  State<float> state = run.state();
  if (id < 0 || id >= state.count()) {
    throw UserError(fmt::format("--inject: id {} does not exist at step {}; allowed: 0 to {}", id, state.step,
                                state.count() - 1));
  }
  float& x = state.position[static_cast<size_t>(id) * static_cast<size_t>(state.dimensions)];
  const uint32_t flipped = bits_of(x) ^ 1u;
  memcpy(&x, &flipped, sizeof x);
  run.backend().load(state);
}

}  // namespace

std::optional<Difference> first_difference(const State<float>& a, const State<float>& b,
                                           const Scenario& scenario) {
  std::optional<Difference> found;
  if (a.count() != b.count() || a.predator_count() != b.predator_count()) {
    found.emplace();
    found->what = fmt::format("the number of boids and predators: {} and {} against {} and {}", a.count(),
                              a.predator_count(), b.count(), b.predator_count());
    return found;
  }
  static const char* const kPlace[] = {"x", "y", "z"};
  static const char* const kVelocity[] = {"vx", "vy", "vz"};
  DifferenceSearch boids("boid", found);
  for (int64_t i = 0; i < a.count(); ++i) {
    boids.compare(i, a.position, b.position, a.dimensions, kPlace);
    boids.compare(i, a.velocity, b.velocity, a.dimensions, kVelocity);
    each_column([&](const ColumnInfo& info, const auto& x,
                    const auto& y) { boids.compare(i, x, y, info.width(a.dimensions), info.csv); },
                a.columns, b.columns);
    boids.end_body();
  }
  DifferenceSearch predators("predator", found);
  for (int64_t k = 0; k < a.predator_count(); ++k) {
    predators.compare(k, a.predator_position, b.predator_position, a.dimensions, kPlace);
    predators.compare(k, a.predator_velocity, b.predator_velocity, a.dimensions, kVelocity);
    predators.end_body();
  }
  if (boids.first_id >= 0) found->neighbours = count_neighbours(a, scenario, boids.first_id);
  return found;
}

std::optional<Difference> verify(std::vector<std::unique_ptr<Simulation<float>>>& runs, int64_t steps,
                                 const std::optional<Injection>& injection,
                                 const std::function<bool(int64_t step)>& go_on) {
  const int64_t first = runs.front()->step_number();
  if (injection && (injection->step < first || injection->step > steps)) {
    throw UserError(fmt::format("--inject: step {} is not part of this run; allowed: {} to {}",
                                injection->step, first, steps));
  }
  for (;;) {
    const int64_t step = runs.front()->step_number();
    if (injection && injection->step == step && runs.size() > 1) inject(*runs[1], injection->id);
    const uint64_t hash = runs.front()->hash();
    for (size_t k = 1; k < runs.size(); ++k) {
      if (runs[k]->hash() == hash) continue;
      std::optional<Difference> found =
          first_difference(runs.front()->state(), runs[k]->state(), runs.front()->scenario());
      if (!found) {
        found.emplace();
        found->what = fmt::format("only the hash ({:016x} against {:016x}), no bit of the states", hash,
                                  runs[k]->hash());
      }
      found->step = step;
      found->names[0] = runs.front()->backend().name();
      found->names[1] = runs[k]->backend().name();
      return found;
    }
    if (!go_on(step) || step >= steps) return std::nullopt;
    for (const auto& run : runs) {
      if (!run->advance()) return std::nullopt;  // cancelled: the runs after this one took no step
    }
  }
}

std::string to_text(const Difference& d) {
  const std::string head =
      fmt::format("{} and {} differ after step {}: {}", d.names[0], d.names[1], d.step, d.what);
  if (d.field.empty()) return head;
  std::string text = fmt::format("{}, field {}\n", head, d.field);
  const size_t name = std::max({d.names[0].size(), d.names[1].size(), sizeof "neighbours" - 1});
  const size_t value = std::max(d.values[0].size(), d.values[1].size());
  for (int k = 0; k < 2; ++k)
    text += fmt::format("  {:<{}}  {:>{}}  0x{:08x}\n", d.names[k], name, d.values[k], value, d.bits[k]);
  text += fmt::format("  {:<{}}  {}\n", "neighbours", name, d.neighbours);
  return text + fmt::format("  {:<{}}  {}", "differing", name, d.differing);
}

}  // namespace murmur
