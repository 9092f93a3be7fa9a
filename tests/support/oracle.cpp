#include "support/oracle.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "support/lockstep.h"

namespace murmur {

Numbers operator+(Numbers a, const Numbers& b) {
  for (size_t k = 0; k < a.size(); ++k) a[k] += b[k];
  return a;
}
Numbers operator-(Numbers a, const Numbers& b) { return std::move(a) + b * -1.0; }
Numbers operator*(Numbers a, double s) {
  for (double& x : a) x *= s;
  return a;
}
double dot(const Numbers& a, const Numbers& b) {
  double sum = 0.0;
  for (size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}
double length(const Numbers& a) { return std::sqrt(dot(a, a)); }
Numbers unit(const Numbers& x) { return length(x) > 0.0 ? x * (1.0 / length(x)) : x; }
Numbers limit(const Numbers& x, double longest) { return length(x) > longest ? unit(x) * longest : x; }
std::string text(const Numbers& x) { return fmt::format("[{:.6f}]", fmt::join(x, ", ")); }

Numbers row(const std::vector<double>& values, size_t id, int dimensions) {
  const auto from = values.begin() + static_cast<std::ptrdiff_t>(id) * dimensions;
  return {from, from + dimensions};
}

Numbers Oracle::apart(const Numbers& from, const Numbers& to) const {
  Numbers d = to - from;
  if (!wrapped) return d;
  for (size_t k = 0; k < d.size(); ++k) {
    if (d[k] > size[k] / 2) d[k] -= size[k];
    if (d[k] < -size[k] / 2) d[k] += size[k];
  }
  return d;
}

void Oracle::step(const State<double>& before, size_t id, Numbers& p, Numbers& v) const {
  p = row(before.position, id, dimensions());
  v = row(before.velocity, id, dimensions());
  const Numbers start = p, old = v;
  if (stays && p.back() == ground && length(v) == 0.0 && stays(before.step, id)) return;
  if (added) v = v + added(before, id);
  if (height) v = v * (1.0 - 0.01 * height(start));
  if (wind) v = v + wind(before.step);
  v = limit(v, max_speed);
  if (length(v) > 0.0 && length(v) < min_speed) v = unit(v) * min_speed;
  p = p + (moves_with_old ? old : v) * time_step;
  const bool lands = stays && p.back() <= ground;
  for (size_t k = 0; k < p.size(); ++k) {
    if (boundary == "wrap") p[k] -= size[k] * std::floor(p[k] / size[k]);
    if (boundary != "bounce") continue;
    if (p[k] < 0.0 || p[k] > size[k]) {
      v[k] = -v[k];
      p[k] = p[k] < 0.0 ? -p[k] : 2 * size[k] - p[k];
    }
    p[k] = std::min(std::max(p[k], 0.0), size[k]);
  }
  if (kept_out) {
    kept_out(p, v);
    for (size_t k = 0; boundary == "wrap" && k < p.size(); ++k) p[k] -= size[k] * std::floor(p[k] / size[k]);
  }
  if (lands) {
    p.back() = ground;
    v = v * 0.0;
  }
}

std::vector<Oracle> worlds() {
  std::vector<Oracle> all;
  for (const Numbers& size : {Numbers{640.0, 480.0}, Numbers{400.0, 300.0, 500.0}}) {
    for (const bool wrapped : {false, true}) {
      Oracle oracle;
      oracle.size = size;
      oracle.wrapped = wrapped;
      all.push_back(oracle);
    }
  }
  return all;
}

std::string toml_of(const Oracle& o, const std::string& tables, const std::string& top) {
  return fmt::format(
      "preset = \"benchmark\"\n{}[world]\nsize = {}\nboundary = \"{}\"\nmargin = {:.6f}\npush = {:g}\nmetric "
      "= "
      "\"{}\"\n"
      "[rules]\nmax_speed = {:.6f}\nmin_speed = {:.6f}\ntime_step = {:.6f}\n"
      "separation = {{ weight = 0.0 }}\nalignment = {{ weight = 0.0 }}\ncohesion = {{ weight = 0.0 }}\n{}",
      top, text(o.size), o.boundary, o.margin, o.push, o.wrapped ? "wrapped" : "plain", o.max_speed,
      o.min_speed, o.time_step, tables);
}

namespace {

template <class T>
void compare(const std::string& toml, const Oracle& oracle, std::unique_ptr<Backend<T>> backend,
             int64_t steps, const State<double>* initial, double tolerance) {
  const ScenarioSource source = scenario_of(toml);
  const std::string name = backend->name();
  Simulation<T> run = initial ? Simulation<T>(source, std::move(backend), state_as<T>(*initial))
                              : Simulation<T>(source, std::move(backend));
  // A place on the border is the same place on the other side.
  Oracle around = oracle;
  around.wrapped = oracle.boundary == "wrap";
  while (run.step_number() < steps) {
    run.apply_events();
    const State<double> before = state_as<double>(run.state());
    run.advance();
    const State<double> after = state_as<double>(run.state());
    for (size_t id = 0; id < static_cast<size_t>(after.count()); ++id) {
      Numbers p, v;
      oracle.step(before, id, p, v);
      const Numbers got_p = row(after.position, id, after.dimensions),
                    got_v = row(after.velocity, id, after.dimensions);
      ASSERT_TRUE(length(around.apart(p, got_p)) <= tolerance * 100.0 &&
                  length(got_v - v) <= tolerance * oracle.max_speed)
          << name << " after step " << after.step << ", boid " << id << " at "
          << text(row(before.position, id, after.dimensions)) << " with velocity "
          << text(row(before.velocity, id, after.dimensions)) << ": p " << text(got_p) << " for " << text(p)
          << ", v " << text(got_v) << " for " << text(v) << "\n"
          << toml;
    }
    if (oracle.also) oracle.also(before, after);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace

void expect_follows(const std::string& toml, const Oracle& oracle, int64_t steps,
                    const State<double>* initial) {
  compare<double>(toml, oracle, make_reference_double(), steps, initial, 1e-11);
  if (testing::Test::HasFatalFailure()) return;
  compare<float>(toml, oracle, make_cpu({1, Simd::kAuto, 0}), steps, initial, 2e-5);
}

}  // namespace murmur
