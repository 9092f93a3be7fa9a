// A device's answers to the window's questions against those of backends in host memory, and against the window's measures of a copy.
// On a device of plain loops; tests/gpu/gpu_backend_test.cpp compares other devices with it.
#include "sim/backends/flock_questions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "app/controls/boids_in_view.h"
#include "app/film/density_pictures.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/measure/flock_sample.h"
#include "support/flock_on.h"
#include "support/serial_device.h"
#include "support/user_controls.h"

namespace murmur {
namespace {

class FlockReaders : public UserControls {
 protected:
  void open(const std::string& preset, int64_t boids,
            std::vector<std::pair<std::string, std::string>> set = {}) {
    UserControls::open(preset, boids, std::move(set), flock_on(std::make_shared<SerialDevice>()));
    for (int step = 0; step < 30; ++step) simulation().advance();
    asked_ = {.camera = projection_of(*camera)};
  }
  FlockAnswers from_device() { return simulation().backend().read(asked_); }
  FlockAnswers from_host(std::unique_ptr<Backend<float>> host = make_cpu({})) {
    configure(host, scenario());
    host->load(simulation().state());
    return host->read(asked_);
  }
  /// Rows of D numbers, in an order of their own.
  std::vector<std::vector<float>> rows(const std::vector<float>& numbers, size_t d) {
    std::vector<std::vector<float>> rows;
    for (size_t at = 0; at < numbers.size(); at += d)
      rows.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(at),
                        numbers.begin() + static_cast<std::ptrdiff_t>(at + d));
    std::ranges::sort(rows);
    return rows;
  }
  /// Instances of the boid nearest to the pixel in each square around it.
  std::vector<std::vector<float>> nearest_in_squares() {
    std::vector<float> instances(static_cast<size_t>(simulation().count()) * 2 * d());
    simulation().backend().write_instances(instances.data());
    std::map<int32_t, std::pair<float, std::vector<float>>> squares;
    const AroundPixel& near = *asked_.near;
    for (const std::vector<float>& row : rows(instances, 2 * d())) {
      const Vec<float, 2> offset = d() == 3 ? asked_.camera.from<3>(row.data(), near.x, near.y)
                                            : asked_.camera.from<2>(row.data(), near.x, near.y);
      const float away = dot(offset, offset);
      if (!(away < near.reach * near.reach)) continue;
      const auto [at, is_first] = squares.try_emplace(near.square(offset), away, row);
      if (!is_first && away < at->second.first) at->second = {away, row};
    }
    std::vector<float> nearest;
    for (const auto& [square, boid] : squares)
      nearest.insert(nearest.end(), boid.second.begin(), boid.second.end());
    return rows(nearest, 2 * d());
  }
  size_t d() { return static_cast<size_t>(scenario().dimensions()); }

  FlockQuestions asked_;
};

constexpr std::array<const char*, 5> kPresets{"murmuration", "book", "cis565", "benchmark-3d", "starlings"};

TEST_F(FlockReaders, NeighboursOfABoidAreThoseOfTheRules) {
  int64_t all = 0;
  for (const char* preset : kPresets) {
    open(preset, 400);
    for (uint32_t id = 0; id < 400; id += 13) {
      asked_.boid = id;
      const FlockAnswers device = from_device();
      for (const FlockAnswers& host : {from_host(), from_host(make_reference_float())}) {
        ASSERT_EQ(device.boid.position, host.boid.position) << preset;
        ASSERT_EQ(device.boid.velocity, host.boid.velocity) << preset;
        ASSERT_EQ(device.neighbour_count, host.neighbour_count) << preset << " " << id;
        all += host.neighbour_count;
        if (host.neighbour_count > kMostNeighbours) {
          ASSERT_EQ(device.neighbours.size(), kMostNeighbours * d());
        } else {
          ASSERT_EQ(rows(device.neighbours, d()), rows(host.neighbours, d())) << preset << " " << id;
        }
      }
    }
  }
  EXPECT_GT(all, 1000);
}

TEST_F(FlockReaders, TheNearestInEachSquareIsSeen) {
  for (const char* preset : kPresets) {
    open(preset, 3000);
    asked_.near = AroundPixel{480.0f, 390.0f, 220.0f, 24.0f};
    const FlockAnswers device = from_device(), host = from_host();
    EXPECT_GT(device.seen.size(), 0u) << preset;
    EXPECT_EQ(rows(device.seen, 2 * d()), nearest_in_squares()) << preset;
    EXPECT_EQ(device.seen, host.seen) << preset;
    EXPECT_EQ(device.seen_ids, host.seen_ids) << preset;
    EXPECT_EQ(device.seen_ids.size() * 2 * d(), device.seen.size());
    asked_.all = true;  // too many boids
    EXPECT_EQ(from_device().seen, device.seen);
  }
}

TEST_F(FlockReaders, OfASmallFlockAllAreSeen) {
  for (const int64_t boids : {0, 1, 2000}) {
    open("cis565", boids);
    asked_.all = true;
    EXPECT_EQ(from_device().seen, from_host().seen);
    EXPECT_EQ(from_device().seen.size(), static_cast<size_t>(6 * boids));
  }
}

TEST_F(FlockReaders, AClickMeansTheSameBoid) {
  for (const char* preset : kPresets) {
    open(preset, 500);
    auto on_host = make_cpu({});
    configure(on_host, scenario());
    on_host->load(simulation().state());
    int found = 0;
    for (double x = 15.0; x < 1000.0; x += 97.0) {
      const auto device = nearest_boid(simulation().backend(), *camera, x, 400.0, 24.0);
      ASSERT_EQ(device, nearest_boid(*on_host, *camera, x, 400.0, 24.0)) << preset << " at " << x;
      found += device.has_value();
    }
    EXPECT_GT(found, 0) << preset;
  }
}

/// Of a boid whose speed is that of the edge of a bin, rounding decides.
void expect_speeds(const FlockSample& sample, const State<float>& state, double max_speed,
                   const std::string& name) {
  const auto d = static_cast<size_t>(state.dimensions);
  double slower = 0.0;
  for (int edge = 1; edge < FlockSample::kBins; ++edge) {
    slower += sample.speeds[static_cast<size_t>(edge) - 1] * static_cast<double>(sample.boids);
    double least = 0.0, most = 0.0;
    for (size_t at = 0; at < state.velocity.size(); at += d) {
      const double z = d == 3 ? double{state.velocity[at + 2]} : 0.0;
      const double share = std::hypot(double{state.velocity[at]}, double{state.velocity[at + 1]}, z) /
                           max_speed * FlockSample::kBins;
      least += share < edge - 1e-4;
      most += share < edge + 1e-4;
    }
    EXPECT_GE(slower, least - 1e-6) << name << ", below edge " << edge;
    EXPECT_LE(slower, most + 1e-6) << name << ", below edge " << edge;
  }
}

void expect_same(const FlockSample& device, const FlockSample& copy, const std::string& name) {
  EXPECT_EQ(device.step, copy.step) << name;
  EXPECT_EQ(device.boids, copy.boids) << name;
  EXPECT_EQ(device.sampled, copy.sampled) << name;
  EXPECT_NEAR(device.polarisation, copy.polarisation, 1e-6) << name;
  EXPECT_NEAR(device.speed_mean, copy.speed_mean, 1e-6 * copy.speed_mean) << name;
  EXPECT_NEAR(device.neighbours_mean, copy.neighbours_mean, 1e-3 * copy.neighbours_mean) << name;
}

TEST_F(FlockReaders, MeasuresAreThoseOfACopy) {
  for (const char* preset : kPresets) {
    for (const char* boundary : {"wrap", "bounce"}) {
      open(preset, 1500, {{"world.boundary", std::string("\"") + boundary + "\""}});
      asked_.sums = true;
      const FlockSample device = sample_of(*from_device().sums, scenario(), simulation().step_number());
      const State<float> state = simulation().state();
      const std::string name = std::string(preset) + ", " + boundary;
      expect_same(device, sample_flock(state, scenario()), name);
      expect_speeds(device, state, scenario().rules.max_speed, name);
    }
  }
  open("benchmark", 20000);  // some are sampled, and not the same ones
  asked_.sums = true;
  const FlockSample device = sample_of(*from_device().sums, scenario(), 30),
                    copy = sample_flock(simulation().state(), scenario());
  EXPECT_EQ(device.sampled, kMostSampled);
  EXPECT_NEAR(device.polarisation, copy.polarisation, 1e-6);
  EXPECT_NEAR(device.neighbours_mean, copy.neighbours_mean, 0.1 * copy.neighbours_mean);
}

TEST_F(FlockReaders, BoidsOfEachSpeciesAreThoseOfACopy) {
  open("book", 1500, {{"species", "[{ share = 0.3 }, {}, { count = 9 }]"}});
  asked_.sums = true;
  const FlockSample device = sample_of(*from_device().sums, scenario(), 30),
                    copy = sample_flock(simulation().state(), scenario());
  EXPECT_EQ(device.species, copy.species);
  EXPECT_EQ(copy.species[2], 9);
  EXPECT_GT(copy.species[0], 300);
}

TEST_F(FlockReaders, BoidsOfEachPixelAreThoseOfACopy) {
  for (const char* preset : {"murmuration", "cis565"}) {
    open(preset, 3000);
    camera->zoom(1.7, 100.0, 200.0);  // some boids are outside of the picture
    ThreadPool pool(3);
    std::vector<uint32_t> device, copy, threads;
    count_pixels(simulation().backend(), *camera, pool, device);
    Simulation<float> reference(simulation().source(), make_reference_float(), simulation().state());
    count_pixels(reference.backend(), *camera, pool, copy);
    EXPECT_EQ(device, copy) << preset;
    Simulation<float> cpu(simulation().source(), make_cpu({.threads = 2}), simulation().state());
    count_pixels(cpu.backend(), *camera, pool, threads);
    EXPECT_EQ(threads, copy) << preset;
    const auto boids = std::reduce(copy.begin(), copy.end());
    EXPECT_GT(boids, 300u) << preset;
    EXPECT_LT(boids, 3000u) << preset;
  }
}

// A pixel's place is where the camera draws it.
TEST_F(FlockReaders, ABoidIsCountedWhereItIsDrawn) {
  open("cis565", 1);
  ThreadPool pool(1);
  std::vector<uint32_t> counts;
  count_pixels(simulation().backend(), *camera, pool, counts);
  const State<float> state = simulation().state();
  const auto at = camera->pixel_of({state.position.begin(), state.position.end()});
  ASSERT_TRUE(at);
  const auto pixel =
      static_cast<size_t>((*at)[1]) * static_cast<size_t>(camera->width()) + static_cast<size_t>((*at)[0]);
  ASSERT_LT(pixel, counts.size());
  EXPECT_EQ(counts[pixel], 1u);
  EXPECT_EQ(std::reduce(counts.begin(), counts.end()), 1u);
}

TEST_F(FlockReaders, QuestionsChangeNothing) {
  open("murmuration", 300);
  const uint64_t before = simulation().hash();
  asked_ = {.camera = projection_of(*camera),
            .boid = 3,
            .near = AroundPixel{480.0f, 390.0f, 220.0f, 24.0f},
            .sums = true};
  from_device();
  EXPECT_EQ(simulation().hash(), before);
  simulation().advance();
  const uint64_t after = simulation().hash();
  open("murmuration", 300);
  simulation().advance();
  EXPECT_EQ(simulation().hash(), after);
}

}  // namespace
}  // namespace murmur
