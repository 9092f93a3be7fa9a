// The metrics against plain double loops over all pairs, written from docs/metrics.md alone.
#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "sim/measure/metric_grid.h"
#include "sim/measure/metrics.h"
#include "sim/scenario/presets.h"
#include "sim/state/start.h"
#include "support/lockstep.h"
#include "support/trial.h"

namespace murmur {
namespace {

using Point = std::array<double, 3>;  // 2D: the last is 0

double norm(const Point& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }
Point unit(const Point& v) {
  const double n = norm(v);
  return n > 0 ? Point{v[0] / n, v[1] / n, v[2] / n} : Point{};
}

struct BruteForce {
  BruteForce(const State<float>& state, const Scenario& scenario) {
    const auto d = static_cast<size_t>(state.dimensions);
    for (size_t i = 0; i < static_cast<size_t>(state.count()); ++i) {
      Point a{}, b{};
      for (size_t k = 0; k < d; ++k) {
        a[k] = static_cast<double>(state.position[i * d + k]);
        b[k] = static_cast<double>(state.velocity[i * d + k]);
      }
      p.push_back(a);
      v.push_back(b);
    }
    periodic = scenario.world.boundary == Boundary::kWrap || scenario.world.metric == Metric::kWrapped;
    for (size_t k = 0; k < d; ++k) size[k] = scenario.world.size[k];
    for (const uint32_t index : state.columns.species) species.push_back(index);
    for (const Scenario::Species& one : scenario.species) names.push_back(one.name);
    radius = scenario.rules.radius;
    dimensions = state.dimensions;
  }

  Point from(const Point& a, const Point& b) const {
    Point d{};
    for (size_t k = 0; k < 3; ++k) {
      d[k] = b[k] - a[k];
      if (periodic && size[k] > 0) d[k] = std::remainder(d[k], size[k]);
    }
    return d;
  }

  Point centroid() const {
    Point centre{};
    for (size_t k = 0; k < 3; ++k) {
      if (periodic && size[k] > 0) {
        std::complex<double> sum = 0;
        for (const Point& a : p) sum += std::polar(1.0, 2 * M_PI * a[k] / size[k]);
        centre[k] = std::arg(sum) / (2 * M_PI) * size[k];
      } else {
        for (const Point& a : p) centre[k] += a[k] / static_cast<double>(p.size());
      }
    }
    return centre;
  }

  Metrics measure() const {
    const auto n = static_cast<double>(p.size());
    Metrics m;
    Point heading{}, spin{};
    const Point centre = centroid();
    for (size_t i = 0; i < p.size(); ++i) {
      const Point u = unit(v[i]);
      Point r = from(centre, p[i]);
      r = norm(r) > 1e-6 * std::max({size[0], size[1], size[2]}) ? unit(r) : Point{};
      for (size_t k = 0; k < 3; ++k) {
        heading[k] += u[k] / n;
        spin[k] += (r[(k + 1) % 3] * u[(k + 2) % 3] - r[(k + 2) % 3] * u[(k + 1) % 3]) / n;
      }
    }
    m.polarisation = norm(heading);
    m.milling = dimensions == 2 ? spin[2] : norm(spin);
    double speeds = 0, squares = 0;
    for (const Point& a : v) speeds += norm(a);
    m.speed_mean = speeds / n;
    for (const Point& a : v) squares += (norm(a) - m.speed_mean) * (norm(a) - m.speed_mean);
    m.speed_sd = std::sqrt(squares / n);

    std::vector<double> counts;
    std::vector<size_t> label(p.size());
    std::iota(label.begin(), label.end(), size_t{0});
    double nearest_sum = 0, order_sum = 0, social = 0;
    for (size_t i = 0; i < p.size(); ++i) {
      double count = 0, nearest = INFINITY;
      Point sum = unit(v[i]);
      for (size_t j = 0; j < p.size(); ++j) {
        if (j == i) continue;
        const double distance = norm(from(p[i], p[j]));
        nearest = std::min(nearest, distance);
        if (distance >= radius) continue;
        ++count;
        for (size_t k = 0; k < 3; ++k) sum[k] += unit(v[j])[k];
        if (label[i] != label[j]) {
          const size_t gone = label[j], stays = label[i];
          std::replace(label.begin(), label.end(), gone, stays);
        }
      }
      counts.push_back(count);
      nearest_sum += nearest;
      if (count > 0) order_sum += norm(sum) / (count + 1), ++social;
    }
    if (p.size() > 1) m.nearest_mean = nearest_sum / n;
    if (social > 0) m.neighbourhood_polarisation = order_sum / social;
    std::sort(counts.begin(), counts.end());
    m.neighbours_max = static_cast<int64_t>(counts.back());
    m.neighbours_p99 = counts[static_cast<size_t>(std::ceil(0.99 * n)) - 1];
    m.neighbours_mean = std::accumulate(counts.begin(), counts.end(), 0.0) / n;
    double spread = 0;
    for (const double c : counts) spread += (c - m.neighbours_mean) * (c - m.neighbours_mean) / n;
    if (m.neighbours_mean > 0) m.neighbours_cv = std::sqrt(spread) / m.neighbours_mean;
    std::sort(label.begin(), label.end());
    size_t largest = 0;
    for (size_t i = 0, run = 0; i < label.size(); ++i) {
      run = i > 0 && label[i] == label[i - 1] ? run + 1 : 1;
      if (run == 1) ++m.clusters;
      largest = std::max(largest, run);
    }
    m.largest_share = static_cast<double>(largest) / n;
    if (!species.empty()) measure_species(m);
    return m;
  }

  void measure_species(Metrics& m) const {
    const size_t n = p.size();
    for (size_t s = 0; s < names.size(); ++s) {
      SpeciesMetrics one{.name = names[s]};
      double speeds = 0, own = 0, other = 0;
      Point heading{};
      for (size_t i = 0; i < n; ++i) {
        if (species[i] != s) continue;
        ++one.count;
        speeds += norm(v[i]);
        for (size_t k = 0; k < 3; ++k) heading[k] += unit(v[i])[k];
        double nearest[2] = {INFINITY, INFINITY};
        for (size_t j = 0; j < n; ++j)
          if (j != i) nearest[species[j] != s] = std::min(nearest[species[j] != s], norm(from(p[i], p[j])));
        own += nearest[0];
        other += nearest[1];
      }
      const auto count = static_cast<double>(one.count);
      if (one.count > 0) one.speed_mean = speeds / count, one.polarisation = norm(heading) / count;
      if (one.count > 1) one.nearest_own = own / count;
      if (one.count > 0 && one.count < static_cast<int64_t>(n)) one.nearest_other = other / count;
      m.species.push_back(one);
    }
    double unlike_pairs = 0, pairs = 0, share = 0;
    const size_t nearest = std::min<size_t>(7, n - 1);
    for (size_t i = 0; i < n && nearest > 0; ++i) {
      std::vector<std::pair<double, bool>> others;
      for (size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        const Point d = from(p[i], p[j]);
        others.emplace_back(d[0] * d[0] + d[1] * d[1] + d[2] * d[2], species[j] != species[i]);
        ++pairs;
        unlike_pairs += others.back().second ? 1 : 0;
      }
      std::sort(others.begin(), others.end());
      const double last = others[nearest - 1].first;
      double nearer = 0, unlike = 0, tied = 0, tied_unlike = 0;
      for (const auto& [square, is_unlike] : others) {
        if (square < last) nearer += 1, unlike += is_unlike ? 1 : 0;
        if (square == last) tied += 1, tied_unlike += is_unlike ? 1 : 0;
      }
      const auto wanted = static_cast<double>(nearest);
      share += (unlike + (wanted - nearer) * tied_unlike / tied) / wanted / static_cast<double>(n);
    }
    if (unlike_pairs > 0) m.mixing = share / (unlike_pairs / pairs);
  }

  std::vector<Point> p, v;
  std::vector<size_t> species;  // of each boid; empty in a flock of one kind
  std::vector<std::string> names;
  Point size{};
  double radius = 0;
  bool periodic = false;
  int dimensions = 2;
};

void expect_close(const char* name, double a, double b) {
  if (std::isnan(b)) {
    EXPECT_TRUE(std::isnan(a)) << name << " is " << a;
  } else {
    EXPECT_NEAR(a, b, 1e-6 * std::max(1.0, std::fabs(b))) << name;
  }
}

/// `with_milling`: where the flock has a centre. Few boids on a torus, boids spread evenly and boids in one place have none.
void expect_same(const State<float>& state, const Scenario& scenario, bool with_milling = true) {
  const Metrics wanted = BruteForce(state, scenario).measure();
  std::string row;
  for (const int threads : {1, 2, 3}) {
    ThreadPool pool(threads);
    const Metrics m = measure(state, scenario, pool);
    expect_close("polarisation", m.polarisation, wanted.polarisation);
    if (with_milling) expect_close("milling", m.milling, wanted.milling);
    expect_close("nearest_mean", m.nearest_mean, wanted.nearest_mean);
    expect_close("neighbours_mean", m.neighbours_mean, wanted.neighbours_mean);
    EXPECT_EQ(m.neighbours_max, wanted.neighbours_max);
    expect_close("neighbours_p99", m.neighbours_p99, wanted.neighbours_p99);
    expect_close("neighbours_cv", m.neighbours_cv, wanted.neighbours_cv);
    expect_close("neighbourhood_polarisation", m.neighbourhood_polarisation,
                 wanted.neighbourhood_polarisation);
    expect_close("speed_mean", m.speed_mean, wanted.speed_mean);
    expect_close("speed_sd", m.speed_sd, wanted.speed_sd);
    EXPECT_EQ(m.clusters, wanted.clusters);
    expect_close("largest_share", m.largest_share, wanted.largest_share);
    EXPECT_TRUE(std::isnan(m.delta_v_mean));
    expect_close("mixing", m.mixing, wanted.mixing);
    ASSERT_EQ(m.species.size(), wanted.species.size());
    for (size_t s = 0; s < m.species.size(); ++s) {
      const SpeciesMetrics &mine = m.species[s], &theirs = wanted.species[s];
      EXPECT_EQ(mine.name, theirs.name);
      EXPECT_EQ(mine.count, theirs.count);
      expect_close("species.speed_mean", mine.speed_mean, theirs.speed_mean);
      expect_close("species.polarisation", mine.polarisation, theirs.polarisation);
      expect_close("species.nearest_own", mine.nearest_own, theirs.nearest_own);
      expect_close("species.nearest_other", mine.nearest_other, theirs.nearest_other);
    }
    if (threads == 1) row = metrics_row(m);
    EXPECT_EQ(metrics_row(m), row) << threads << " threads";
  }
}

/// A preset with a world of three sizes is 3D.
std::string in_three_dimensions(const std::string& preset) {
  const Scenario flat = scenario_of("preset = \"" + preset + "\"").scenario();
  if (flat.dimensions() == 3) return "";
  return "[world]\nsize = [400.0, 300.0, 350.0]\n";
}

class MetricsOf : public testing::TestWithParam<std::string> {};

TEST_P(MetricsOf, AgreeWithBruteForce) {
  const std::string head = "preset = \"" + GetParam() + "\"\nboids = 700\n";
  for (const std::string& world : {std::string(), in_three_dimensions(GetParam())}) {
    const ScenarioSource source = scenario_of(head + world);
    SCOPED_TRACE(world);
    expect_same(make_start<float>(source.scenario()), source.scenario());
    expect_same(settled(source, 60), source.scenario());
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, MetricsOf, testing::ValuesIn(preset_names()), [](const auto& preset) {
  std::string name = preset.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

class MetricsIn : public testing::TestWithParam<const char*> {};

TEST_P(MetricsIn, OddWorlds) {
  const ScenarioSource source = scenario_of(GetParam());
  expect_same(settled(source, 40), source.scenario());
}

INSTANTIATE_TEST_SUITE_P(
    Worlds, MetricsIn,
    testing::Values(
        "preset = \"benchmark\"\nboids = 60\n[world]\nsize = [120.0, 110.0]",  // R about W / 2
        "preset = \"benchmark\"\nboids = 300\n[world]\nsize = [120.0, 40000.0]",
        "preset = \"benchmark\"\nboids = 200\n[world]\nsize = [9e5, 8e5]",  // far fewer cells than R asks
        "preset = \"benchmark-3d\"\nboids = 150\n[world]\nsize = [9e4, 8e4, 60.0]",
        "preset = \"book\"\nboids = 300\n[world]\nmetric = \"wrapped\"",  // margins outside the world
        "preset = \"book\"\nboids = 400\n[world]\nboundary = \"soft\"\nmargin = 30.0\npush = 0.2",
        "preset = \"quiver\"\nboids = 1", "preset = \"quiver\"\nboids = 2",
        "preset = \"benchmark\"\nboids = 900\n[[species]]\n[[species]]\nshare = 0.1\n[[species]]\ncount = 1",
        "preset = \"benchmark\"\nboids = 300\n[[species]]\ncount = 0\n[[species]]\ncount = 300",
        "preset = \"benchmark-3d\"\nboids = 500\n[[species]]\n[[species]]\n[pairs]\ncohesion = [[1.0, -1.0], "
        "[-1.0, 1.0]]",
        "preset = \"book\"\nboids = 6\n[[species]]\n[[species]]",
        "preset = \"book\"\nboids = 1\n[[species]]\n[[species]]"));

TEST(MetricsOfRandomFlocks, AgreeWithBruteForce) {
  at_the_end_of_random_flocks([](const State<float>& state, const Scenario& scenario) {
    if (state.count() > 0) expect_same(state, scenario, false);
  });
}

TEST(MetricsByHand, CrossTheBorderAndMill) {
  ThreadPool pool(1);
  const Scenario scenario =
      scenario_of("preset = \"benchmark\"\n[world]\nsize = [1000.0, 1000.0]\n").scenario();
  State<float> state;  // four boids around the corner of the periodic world, turning anticlockwise
  state.step = 7;
  state.position = {10, 0, 0, 10, 990, 0, 0, 990};
  state.velocity = {0, 1, -1, 0, 0, -1, 1, 0};
  Metrics m = measure(state, scenario, pool);
  EXPECT_EQ(m.step, 7);
  EXPECT_NEAR(m.polarisation, 0.0, 1e-12);
  EXPECT_NEAR(m.milling, 1.0, 1e-12);
  EXPECT_NEAR(m.nearest_mean, std::sqrt(200.0), 1e-12);
  EXPECT_EQ(m.neighbours_mean, 3.0);
  EXPECT_EQ(m.clusters, 1);
  for (float& v : state.velocity) v = -v;
  EXPECT_NEAR(measure(state, scenario, pool).milling, -1.0, 1e-12);
  const std::vector<float> before = {0, 1, -1, 0, 0, -1};  // the last boid was not there yet
  m = measure(state, scenario, pool, &before);
  EXPECT_NEAR(m.delta_v_mean, 2.0, 1e-12);
}

TEST(MetricsByHand, StandingCoincidentAndNoBoids) {
  ThreadPool pool(2);
  const Scenario scenario = scenario_of("preset = \"book\"").scenario();
  State<float> state;
  state.position = {5, 5, 5, 5, 400, 400};
  state.velocity = {0, 0, 0, 0, 0, 0};
  const Metrics m = measure(state, scenario, pool);
  EXPECT_EQ(m.polarisation, 0.0);
  EXPECT_EQ(m.clusters, 2);
  EXPECT_NEAR(m.nearest_mean, std::hypot(395.0, 395.0) / 3.0, 1e-9);
  EXPECT_EQ(m.neighbourhood_polarisation, 0.0);
  State<float> none;
  none.step = 3;
  EXPECT_EQ(metrics_row(measure(none, scenario, pool)), "3,,,,,0,,,,,,0,,");
}

// -1e-20 plus the size of the world is the size, in float64 too: the boid is at 0 then.
TEST(MetricsByHand, ABoidAHairBelowTheWorldIsAtItsBorder) {
  ThreadPool pool(1);
  const ScenarioSource source = scenario_of("preset = \"benchmark\"\n[world]\nsize = [400.0, 300.0]\n");
  State<float> state;
  state.position = {-1e-20f, -1e-20f, 3.0f, 4.0f};
  state.velocity = {1.0f, 0.0f, 1.0f, 0.0f};
  const Metrics metrics = measure(state, source.scenario(), pool);
  EXPECT_DOUBLE_EQ(metrics.nearest_mean, 5.0);
  EXPECT_EQ(metrics.neighbours_mean, 1.0);
  EXPECT_EQ(metrics.clusters, 1);
}

TEST(MetricsByHand, TheChangeOfVelocityIsThatOfBoidsInBothSteps) {
  ThreadPool pool(1);
  const ScenarioSource source = scenario_of("preset = \"book\"");
  State<float> state;
  state.position = {10.0f, 10.0f, 20.0f, 20.0f};
  state.velocity = {3.0f, 4.0f, 9.0f, 9.0f};
  const std::vector<float> before{0.0f, 0.0f}, none;
  EXPECT_DOUBLE_EQ(measure(state, source.scenario(), pool, &before).delta_v_mean, 5.0);
  EXPECT_TRUE(std::isnan(measure(state, source.scenario(), pool, &none).delta_v_mean));
  const std::vector<float> of_both{0.0f, 0.0f, 1.0f, 1.0f};  // another boid has the id 1 since
  EXPECT_DOUBLE_EQ(measure(state, source.scenario(), pool, &of_both, 1).delta_v_mean, 5.0);
  EXPECT_TRUE(std::isnan(measure(state, source.scenario(), pool, &of_both, 0).delta_v_mean));
}

TEST(MetricGrids, OfNoBoids) {
  ThreadPool pool(1);
  Neighbourhoods near;
  MetricGrid<2> grid(pool);
  grid.place({}, 1.0);
  grid.measure({}, near);
  EXPECT_TRUE(near.count.empty());
  EXPECT_EQ(near.clusters, 0);
  EXPECT_EQ(near.largest, 0);
}

TEST(MetricsCsv, HasAsManyFieldsAsColumns) {
  const auto commas = [](const std::string& text) { return std::count(text.begin(), text.end(), ','); };
  EXPECT_EQ(commas(metrics_header()), 13);
  EXPECT_EQ(commas(metrics_row(Metrics{})), 13);
  Metrics of_two;
  of_two.species = {{.name = "prey", .count = 3}, {.name = "hunter-2"}};
  EXPECT_EQ(metrics_header(of_two),
            metrics_header() +
                ",mixing,prey.count,prey.speed_mean,prey.polarisation,prey.nearest_own,prey.nearest_other,"
                "hunter-2.count,hunter-2.speed_mean,hunter-2.polarisation,hunter-2.nearest_own,"
                "hunter-2.nearest_other");
  EXPECT_EQ(metrics_row(of_two), metrics_row(Metrics{}) + ",,3,,,,,0,,,,");
}

}  // namespace
}  // namespace murmur
