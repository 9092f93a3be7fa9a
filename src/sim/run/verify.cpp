#include "sim/run/verify.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/bits.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// Boids within R of boid `id`, counted in double from the definition.
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

/// Compares the bits of bodies (boids or predators); records the first difference and counts all.
class DifferenceSearch {
 public:
  DifferenceSearch(const char* kind, int dimensions, std::optional<Difference>& found)
      : kind_(kind), dimensions_(dimensions), found_(found) {}

  /// `rows`: of position, velocity and alignment, the last one perhaps null.
  void body(int64_t id, const float* const rows[3][2], const uint32_t target[2]) {
    static const char* const kFields[3][3] = {{"x", "y", "z"}, {"vx", "vy", "vz"}, {"ax", "ay", "az"}};
    bool differs = false;
    const auto note = [&](const char* field, uint32_t a, uint32_t b, auto x, auto y) {
      if (a == b) return;
      differs = true;
      if (found_) return;
      found_.emplace();
      found_->what = fmt::format("{} {}", kind_, id);
      found_->field = field;
      found_->values[0] = fmt::format("{}", x);
      found_->values[1] = fmt::format("{}", y);
      found_->bits[0] = a;
      found_->bits[1] = b;
      first_id = id;
    };
    for (int row = 0; row < 3 && rows[row][0] && rows[row][1]; ++row) {
      const float *const a = rows[row][0], *const b = rows[row][1];
      for (int k = 0; k < dimensions_; ++k) note(kFields[row][k], bits_of(a[k]), bits_of(b[k]), a[k], b[k]);
    }
    note("target", target[0], target[1], target[0], target[1]);
    if (differs) ++found_->differing;
  }

  int64_t first_id = -1;

 private:
  const char* kind_;
  int dimensions_;
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
  const auto width = static_cast<size_t>(a.dimensions);
  DifferenceSearch boids("boid", a.dimensions, found);
  for (size_t i = 0; i < static_cast<size_t>(a.count()); ++i) {
    const auto alignment = [&](const State<float>& s) {
      return s.alignment.empty() ? nullptr : &s.alignment[i * width];
    };
    const float* const rows[3][2] = {{&a.position[i * width], &b.position[i * width]},
                                     {&a.velocity[i * width], &b.velocity[i * width]},
                                     {alignment(a), alignment(b)}};
    const uint32_t target[2] = {a.target.empty() ? 0 : a.target[i], b.target.empty() ? 0 : b.target[i]};
    boids.body(static_cast<int64_t>(i), rows, target);
  }
  DifferenceSearch predators("predator", a.dimensions, found);
  for (size_t k = 0; k < static_cast<size_t>(a.predator_count()); ++k) {
    const float* const rows[3][2] = {{&a.predator_position[k * width], &b.predator_position[k * width]},
                                     {&a.predator_velocity[k * width], &b.predator_velocity[k * width]}};
    const uint32_t target[2] = {0, 0};
    predators.body(static_cast<int64_t>(k), rows, target);
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
      if (!run->advance()) return std::nullopt;  // cancelled: runs behind it were not stepped
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
