// Flocks at the edges: none, one, two boids, all on one point, on borders, worlds of one or two rows, huge
// radii.
#include <gtest/gtest.h>

#include <limits>

#include <fmt/format.h>

#include "model/model.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/scenario/presets.h"
#include "sim/util/errors.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

void expect_equal_everywhere(const ScenarioSource& source, const State<float>* initial = nullptr,
                             int64_t steps = 50) {
  for (const Simd simd : available_simds()) {
    for (const int threads : {1, 3}) {
      expect_lockstep(source, make_reference_float(), make_cpu({threads, simd, 0}), steps, {}, initial);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

State<float> flock_at(const std::vector<std::vector<float>>& positions, float speed = 1.0f) {
  State<float> state;
  state.dimensions = static_cast<int>(positions.at(0).size());
  for (size_t i = 0; i < positions.size(); ++i) {
    state.position.insert(state.position.end(), positions[i].begin(), positions[i].end());
    for (int k = 0; k < state.dimensions; ++k)
      state.velocity.push_back(k == static_cast<int>(i) % state.dimensions ? speed : 0.0f);
  }
  return state;
}

/// How many 2-D boids sit beyond this x.
int64_t sitting_beyond(const State<float>& state, float x) {
  int64_t boids = 0;
  for (size_t i = 0; i < state.position.size(); i += 2)
    boids += state.position[i] >= x && state.velocity[i] == 0.0f;
  return boids;
}

TEST(EdgeCases, NoneOneAndTwoBoids) {
  for (const std::string& preset : preset_names()) {
    for (const int64_t boids : {0, 1, 2}) {
      ScenarioOverrides overrides;
      overrides.boids = boids;
      expect_equal_everywhere(ScenarioSource::from_preset(preset, overrides), nullptr, 20);
    }
  }
}

TEST(EdgeCases, AllBoidsOnOnePoint) {
  for (const char* preset : {"book", "ruby", "article", "quiver", "murmuration", "benchmark"}) {
    ScenarioOverrides overrides;
    overrides.boids = 70;
    const auto source = ScenarioSource::from_preset(preset, overrides);
    std::vector<float> place;
    for (const double size : source.scenario().world.size) place.push_back(static_cast<float>(size) / 3.0f);
    const State<float> state = flock_at(std::vector<std::vector<float>>(70, place));
    expect_equal_everywhere(source, &state);
  }
}

TEST(EdgeCases, BoidsOnTheBorder) {
  for (const char* boundary : {"tile", "wrap", "bounce", "soft"}) {
    for (const char* metric : {"plain", "wrapped"}) {
      const auto source = scenario_of(std::string("preset = \"benchmark\"\nboids = 9\n[world]\nsize = "
                                                  "[400.0, 300.0]\nmargin = 2.0\npush = 0.1\nboundary = \"") +
                                      boundary + "\"\nmetric = \"" + metric + "\"\n");
      const State<float> state = flock_at({{0, 0},
                                           {400, 300},
                                           {0, 300},
                                           {400, 0},
                                           {200, 0},
                                           {200, 300},
                                           {0, 150},
                                           {400, 150},
                                           {399.99997f, 299.99997f}},
                                          2.0f);
      expect_equal_everywhere(source, &state, 400);
    }
  }
}

TEST(EdgeCases, WrappedWorldsOfFewRows) {
  for (const char* size : {"[60.0, 60.0]", "[110.0, 60.0]", "[110.0, 900.0]", "[900.0, 140.0]",
                           "[151.0, 151.0]", "[60.0, 110.0, 170.0]"}) {
    const auto source =
        scenario_of(std::string("preset = \"benchmark\"\nboids = 150\n[world]\nsize = ") + size + "\n");
    expect_equal_everywhere(source);
  }
}

TEST(EdgeCases, RadiusLargerThanTheWorld) {
  for (const char* metric : {"plain", "wrapped"}) {
    const auto source = scenario_of(
        std::string("preset = \"benchmark\"\nboids = 100\n[world]\nsize = [80.0, 70.0]\nmetric = \"") +
        metric + "\"\n[rules]\nradius = 500.0\n");
    expect_equal_everywhere(source);
  }
}

// A wrapped metric with boids outside the world: soft and tile borders, and a world that shrinks during the
// run.
TEST(EdgeCases, WrappedMetricWithBoidsOutside) {
  for (const char* boundary : {"soft", "tile"}) {
    const auto source =
        scenario_of(std::string("preset = \"benchmark\"\nboids = 400\n[world]\nsize = [500.0, 400.0]\nmetric "
                                "= \"wrapped\"\nmargin = 30.0\npush = 0.05\nboundary = \"") +
                    boundary + "\"\n[rules]\nmax_speed = 9.0\n[start]\nspeed = 9.0\n");
    expect_equal_everywhere(source, nullptr, 120);
  }
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 400\n[world]\nsize = [700.0, 700.0]\n");
  expect_lockstep(source, make_reference_float(), make_cpu({}), 60, shrink_world);
}

// Most boids are so far inside that they need no images, some have boids outside as neighbours, and a few are outside.
TEST(EdgeCases, WrappedMetricWithAFewBoidsOutside) {
  for (const char* world : {"[1100.0, 900.0]\nmargin = 60.0", "[500.0, 420.0, 460.0]\nmargin = 25.0"}) {
    for (const char* rules : {"max_speed = 12.0", "max_speed = 12.0\nnearest = 5"}) {
      const auto source = scenario_of(fmt::format(
          "preset = \"benchmark\"\nboids = 900\n[world]\nsize = {}\nmetric = \"wrapped\"\npush = 0.5\n"
          "boundary = \"soft\"\n[rules]\n{}\n[start]\nspeed = 12.0\n",
          world, rules));
      expect_equal_everywhere(source, nullptr, 15);
      expect_lockstep(source, make_reference_float(), flock_on(std::make_shared<SerialDevice>()), 15);
      if (HasFatalFailure()) FAIL() << source.to_toml();
    }
  }
}

// So far that each boid sees all images of all cells: pairs are tested once then, whatever the rules sum.
TEST(EdgeCases, FarOutsideAWrappedWorld) {
  for (const int d : {2, 3}) {
    std::vector<std::vector<float>> places;
    for (int i = 0; i < 160; ++i) {
      std::vector<float>& place = places.emplace_back();
      for (int k = 0; k < d; ++k) {
        const int spot =
            i * (37 + 11 * k) % 230;  // pairs see each other across the border, too; every second has ties
        place.push_back(static_cast<float>((i % 4 - 1) * 5000 + spot) +
                        0.31f * static_cast<float>(i % 2 * (i % 7)));
      }
    }
    const State<float> state = flock_at(places);
    for (const char* falloff : {"none", "inverse", "inverse-square"}) {
      for (const char* more :
           {"", "nearest = 3\n", "field_of_view = 200.0\n", "nearest = 32\nfield_of_view = 300.0\n"}) {
        const auto source = scenario_of(fmt::format(
            "preset = \"benchmark\"\n[world]\nsize = {}\nmetric = \"wrapped\"\nboundary = \"open\"\n[rules]\n"
            "radius = 60.0\nseparation_radius = 30.0\n{}[rules.separation]\nfalloff = \"{}\"\n",
            d == 2 ? "[210.0, 190.0]" : "[210.0, 190.0, 170.0]", more, falloff));
        expect_equal_everywhere(source, &state, 4);
        if (HasFatalFailure()) FAIL() << source.to_toml();
      }
    }
  }
  const World<float, 2> world{.size = {{210.0f, 190.0f}}, .metric = Metric::kWrapped};
  EXPECT_TRUE(sees_all_images(make_grid(world, 25.0f, 160, 4800.0f)));
  EXPECT_FALSE(sees_all_images(make_grid(world, 25.0f, 160, 20.0f)));
  EXPECT_FALSE(sees_all_images(make_grid(world, 209.0f, 160, 0.0f)));
}

// A move over millions of worlds: the product that is taken away is rounded to 32 units, more than R.
TEST(EdgeCases, AWrappedBoidIsInTheWorldHoweverFarItMoved) {
  const auto source = scenario_of(
      "preset = \"benchmark\"\nboids = 60\n[world]\nsize = [46.0, 47.0, 48.0]\nmetric = \"wrapped\"\n"
      "[start]\nspeed = 0.7\n[rules]\nradius = 12.0\nseparation_radius = 5.0\nmax_speed = 0.7\ntime_step = "
      "5e8\n");
  expect_equal_everywhere(source, nullptr, 10);
  const State<float> state = settled(source, 10);
  for (size_t i = 0; i < state.position.size(); ++i) {
    EXPECT_GE(state.position[i], 0.0f);
    EXPECT_LT(state.position[i], 46.0f + static_cast<float>(i % 3));
  }
}

// Boids that sit beyond a border which comes nearer: they are put into the world as those that move are.
TEST(EdgeCases, BoidsThatSitWhereTheWorldNoLongerIs) {
  const auto source = scenario_of(
      "preset = \"benchmark\"\nboids = 300\n[world]\nsize = [300.0, 200.0]\nmetric = \"wrapped\"\n[rules]\n"
      "radius = 20.0\nseparation_radius = 10.0\nmax_speed = 4.0\n[perching]\nmean_rest = 1000.0\nground = "
      "30.0\n"
      "[[event]]\nstep = 60\nkind = \"set\"\nkey = \"world.size\"\nvalue = [200.0, 200.0]\n");
  expect_equal_everywhere(source, nullptr, 80);
  EXPECT_GT(sitting_beyond(settled(source, 60), 200.0f), 5);
  EXPECT_EQ(sitting_beyond(settled(source, 61), 200.0f), 0);
}

// Where cells must be merged to stay within 16 N + 4096, the order changes for all backends alike.
TEST(EdgeCases, HugeSparseWorlds) {
  const auto source = scenario_of(
      "preset = \"benchmark\"\nboids = 200\n[world]\nsize = [90000.0, 70000.0]\n[start]\npositions = "
      "\"patch\"\nat = [30000.0, 20000.0]\nsize = [400.0, 500.0]\n");
  expect_equal_everywhere(source);
}

// A lattice: each boid has four others at the same distance, so that ids decide which are the nearest three. Some are outside
// the world, so that the image of each pair is looked for.
TEST(EdgeCases, EquallyNearBoidsOutsideAWrappedWorld) {
  const auto source = scenario_of(
      "preset = \"benchmark\"\n[world]\nsize = [400.0, 300.0]\n[rules]\nradius = 45.0\nnearest = 3\n");
  std::vector<std::vector<float>> places;
  for (int row = 0; row < 15; ++row) {
    for (int column = -1; column < 19; ++column)
      places.push_back({20.0f * static_cast<float>(column) + 10.0f, 20.0f * static_cast<float>(row) + 10.0f});
  }
  const State<float> state = flock_at(places);
  expect_equal_everywhere(source, &state, 3);
}

TEST(EdgeCases, CellsOfAGiganticFlockHave32BitNumbers) {
  const World<float, 2> world{.size = {{1e8f, 1e8f}}};
  EXPECT_LE(make_grid(world, 1.0f, int64_t{1000}, 0.0f).cells(), 16 * 1000 + 4096);
  const int64_t cells = make_grid(world, 1.0f, int64_t{1} << 30, 0.0f).cells();
  EXPECT_LE(2 * cells, int64_t{1} << 31);
  EXPECT_GT(2 * cells, (int64_t{1} << 31) / 5);
  const World<float, 2> row{.size = {{1e12f, 1.0f}}};  // 4e9 cells before they are merged
  const auto grid = make_grid(row, 1.0f, int64_t{1000}, 0.0f);
  EXPECT_LE(grid.cells(), 16 * 1000 + 4096);
  EXPECT_GT(2 * grid.cells(), 16 * 1000 + 4096);
  EXPECT_EQ(grid.count[1], 1);
}

/// They define the order of sums (docs/determinism.md): other numbers are other bits, on all backends alike.
TEST(EdgeCases, CellsAreHalvedOnAllAxesTogether) {
  const auto grid = make_grid(World<float, 2>{.size = {{1000.0f, 500.0f}}}, 1.0f, int64_t{100}, 0.0f);
  EXPECT_EQ(grid.count[0], 124) << "3996, 1998, 999, 499, 249, 124";
  EXPECT_EQ(grid.count[1], 15) << "499, 249, 124, 62, 31, 15: 1860 cells of at most 5696";
}

/// The reference and the cpu with each instruction set end the first step with a sentence that names the boid.
void expect_stop_at(const std::string& boid, const ScenarioSource& source, const State<float>& state,
                    int threads) {
  std::vector<std::unique_ptr<Backend<float>>> backends;
  backends.push_back(make_reference_float());
  for (const Simd simd : available_simds()) backends.push_back(make_cpu({threads, simd, 0}));
  for (auto& backend : backends) {
    configure(backend, source.scenario());
    backend->load(state);
    try {
      backend->step({});
      FAIL() << backend->name() << " went on";
    } catch (const RunError& error) {
      EXPECT_NE(std::string(error.what()).find(boid), std::string::npos) << error.what();
    }
  }
}

TEST(EdgeCases, ANumberThatIsNotFiniteStopsEveryBackendWithTheLowestId) {
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 40\n");
  State<float> state = flock_at(std::vector<std::vector<float>>(40, {10.0f, 10.0f}));
  for (int i = 0; i < 40; ++i) state.position[static_cast<size_t>(2 * i)] = static_cast<float>(i);
  for (const int id : {31, 7, 22})
    state.velocity[static_cast<size_t>(2 * id)] = std::numeric_limits<float>::infinity();
  // All 40 see an infinite neighbour: the lowest id is boid 0.
  expect_stop_at("boid 0 ", source, state, 2);
}

// Boids that move with their old velocity stay at places that are numbers for one step more.
TEST(EdgeCases, AVelocityThatIsNotFiniteIsEnough) {
  const auto source = scenario_of("preset = \"benchmark\"\n[rules]\nmoves_with = \"old\"\n");
  State<float> state = flock_at({{400.0f, 400.0f}, {10.0f, 10.0f}, {20.0f, 10.0f}});
  state.velocity[4] = std::numeric_limits<float>::infinity();
  expect_stop_at("boid 1 ", source, state, 1);
}

}  // namespace
}  // namespace murmur
