// Boids in the colours of their species: as triangles, other shapes, points and birds, in 2D and 3D, from each kind of backend, also
// after the sort has changed the order. Flocks without species, and other colours, are as they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/panel/overlay.h"
#include "render/scene/host_copy_writer.h"
#include "render/scene/scene.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/look/species_colours.h"
#include "sim/run/simulation.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

constexpr int kWidth = 400, kHeight = 300;
const std::string kGreen = "#00c000", kBlue = "#0060ff", kYellow = "#e0c000";

ScenarioSource two_species(int dimensions, const std::string& first = kGreen,
                           const std::string& second = kBlue) {
  const std::string world = dimensions == 2 ? "[100.0, 80.0]" : "[100.0, 80.0, 60.0]";
  return scenario_of(
      fmt::format("preset = \"benchmark\"\nboids = 120\nseed = 3\n[world]\nsize = {}\n[rules]\nradius = 8.0\n"
                  "separation_radius = 4.0\n[[species]]\ncolour = \"{}\"\n[[species]]\ncolour = \"{}\"\n",
                  world, first, second));
}

using Make = std::unique_ptr<Backend<float>> (*)();
const std::pair<const char*, Make> kBackends[] = {
    {"reference", make_reference_float},
    {"cpu", [] { return make_cpu({.threads = 2}); }},
    {"device", [] { return flock_on(std::make_shared<SerialDevice>()); }}};

/// How much more green than blue.
int greener(const uint8_t* pixel) { return pixel[1] - pixel[2]; }

class SpeciesColours : public testing::Test {
 protected:
  SpeciesColours() { scene.boids().set_writer(std::make_unique<HostCopyWriter>()); }

  Image draw(Simulation<float>& simulation) {
    const Scenario& scenario = simulation.scenario();
    const RenderTarget target(kWidth, kHeight, samples);
    camera = Camera(scenario.world.size);
    camera.set_scene(settings.look.scene);
    camera.resize(kWidth, kHeight);
    camera.fit();
    scene.update(simulation.backend(), scenario, settings.look);
    target.bind();
    scene.draw(camera, scenario, settings);
    return target.read();
  }

  /// Pixels of strong colour: green, blue, yellow, the red of heads, and others.
  struct Hues {
    int green = 0, blue = 0, yellow = 0, red = 0, others = 0;
  };
  static Hues hues(const Image& image) {
    Hues hues;
    for (size_t k = 0; k + 2 < image.rgb.size(); k += 3) {
      const double r = image.rgb[k], g = image.rgb[k + 1], b = image.rgb[k + 2];
      const double most = std::max({r, g, b}), chroma = most - std::min({r, g, b});
      if (chroma < 70.0) continue;
      const double hue = 60.0 * (most <= r   ? (g - b) / chroma
                                 : most <= g ? 2.0 + (b - r) / chroma
                                             : 4.0 + (r - g) / chroma);
      const auto near = [&](double middle) { return std::abs(std::remainder(hue - middle, 360.0)) < 12.0; };
      ++(near(120.0)   ? hues.green
         : near(217.0) ? hues.blue
         : near(51.0)  ? hues.yellow
         : near(359.0) ? hues.red
                       : hues.others);
    }
    return hues;
  }

  /// Boids at whose place the picture has more of the first colour, as their species says, and those where it says otherwise. `other`:
  /// the same picture with both colours exchanged.
  std::array<int, 2> right_and_wrong(const State<float>& state, const Image& image,
                                     const Image& other) const {
    return right_and_wrong(state, image, other, greener,
                           [&](size_t k) { return state.columns.species[k] == 0; });
  }
  template <class More, class IsMore>
  std::array<int, 2> right_and_wrong(const State<float>& state, const Image& image, const Image& other,
                                     const More& more_of, const IsMore& is_more) const {
    std::array<int, 2> counts{};
    for (int64_t k = 0; k < state.count(); ++k) {
      const auto row = state.position.begin() + k * state.dimensions;
      const auto at = camera.pixel_of(std::vector<double>(row, row + state.dimensions));
      if (!at) continue;
      const int x = static_cast<int>(std::floor((*at)[0])), y = static_cast<int>(std::floor((*at)[1]));
      if (x < 0 || y < 0 || x >= kWidth || y >= kHeight) continue;
      const int more = more_of(image.at(x, y)) - more_of(other.at(x, y));
      if (std::abs(more) < 25) continue;
      ++counts[(more > 0) == is_more(static_cast<size_t>(k)) ? 0 : 1];
    }
    return counts;
  }

  Offscreen context;  // before the scene
  Scene scene;
  PictureSettings settings;
  Camera camera{{1, 1}};
  int samples = 4;
};

TEST_F(SpeciesColours, EachBoidHasItsOwnFromEachBackendInEachShape) {
  for (const int dimensions : {2, 3}) {
    samples = dimensions == 3 ? 1 : 4;  // so that no colours are mixed in 3D
    for (const auto& [name, make] : kBackends) {
      Simulation<float> simulation(two_species(dimensions), make()),
          exchanged(two_species(dimensions, kBlue, kGreen), make());
      for (const int step : {0, 40}) {
        while (simulation.step_number() < step) simulation.advance(), exchanged.advance();
        for (const BoidShape shape : {BoidShape::kTriangle, BoidShape::kArrow, BoidShape::kDisc}) {
          for (const double size : {0.3, 1.0, 2.0}) {
            SCOPED_TRACE(fmt::format("{}D, {}, step {}, shape {}, size {}", dimensions, name, step,
                                     static_cast<int>(shape), size));
            settings.look = {.draw = shape, .background = {Background::kDark}, .size = size};
            const Image image = draw(simulation);
            const Hues seen = hues(image);
            const bool heads = shape == BoidShape::kDisc;
            const int others = seen.others + seen.yellow + (heads ? 0 : seen.red);
            // Edges where one is over another have both colours; in 3D only those of the program's own triangles.
            const bool mixed = dimensions == 2 || shape == BoidShape::kTriangle;
            EXPECT_LE(others, mixed ? 0.1 * (seen.green + seen.blue) : 0.0);
            if (size < 1.0) continue;  // some pixels
            EXPECT_GT(seen.green, 60);
            EXPECT_GT(seen.blue, 60);
            const auto [right, wrong] = right_and_wrong(simulation.state(), image, draw(exchanged));
            EXPECT_GT(right, 50);
            EXPECT_LT(wrong, 0.2 * right) << "one in front of another";
          }
        }
      }
      if (const BoidView<float> view = simulation.backend().view(); view.ids) {
        EXPECT_FALSE(std::is_sorted(view.ids, view.ids + simulation.count())) << "the order has changed";
      }
    }
  }
}

TEST_F(SpeciesColours, BirdsHaveThemByDuskAndByDay) {
  for (const int dimensions : {2, 3}) {
    for (const auto& [name, make] : kBackends) {
      Simulation<float> simulation(two_species(dimensions), make()),
          exchanged(two_species(dimensions, kBlue, kGreen), make());
      for (int step = 0; step < 20; ++step) simulation.advance(), exchanged.advance();
      for (const Surroundings surroundings : {Surroundings::kDusk, Surroundings::kDay}) {
        SCOPED_TRACE(fmt::format("{}D, {}, {}", dimensions, name, static_cast<int>(surroundings)));
        settings.look = {.scene = surroundings, .size = 1.5};
        const Image image = draw(simulation), other = draw(exchanged);
        const auto [right, wrong] = right_and_wrong(simulation.state(), image, other);
        EXPECT_GT(right, 40);
        EXPECT_LT(wrong, 0.2 * right);
        settings.look.colour.word = ColourBy::kHeading;
        EXPECT_EQ(draw(simulation).rgb, draw(exchanged).rgb)
            << "without the colours of species all are alike";
      }
    }
  }
}

/// With colour = "state" the first number that rules keep is an amount from 0 to 1, below and above it as at these ends.
TEST_F(SpeciesColours, NumbersOfRulesAreAmounts) {
  const auto flock = [](int dimensions, const char* next) {
    return scenario_of(fmt::format(
        "preset = \"benchmark\"\nboids = 120\nseed = 3\n[world]\nsize = {}\n[rules]\nradius = 8.0\n"
        "separation_radius = 4.0\n[[rule]]\nstate.bright = {{ next = \"{}\" }}\nstate.other = 0.5\nadd = \"v "
        "* 0\"\n",
        dimensions == 2 ? "[100.0, 80.0]" : "[100.0, 80.0, 60.0]", next));
  };
  settings.look = {.colour = {ColourBy::kState}, .palette = Palette::kGrey, .size = 2.0};
  for (const int dimensions : {2, 3}) {
    samples = dimensions == 3 ? 1 : 4;
    for (const auto& [name, make] : kBackends) {
      SCOPED_TRACE(fmt::format("{}D, {}", dimensions, name));
      Simulation<float> simulation(flock(dimensions, "id < 60 ? 1.0 : -3.0"), make()),
          exchanged(flock(dimensions, "id < 60 ? 0.0 : 9.0"), make());
      for (int step = 0; step < 20; ++step) simulation.advance(), exchanged.advance();
      const auto [right, wrong] = right_and_wrong(
          simulation.state(), draw(simulation), draw(exchanged),
          [](const uint8_t* pixel) { return int{pixel[0]}; }, [](size_t k) { return k < 60; });
      EXPECT_GT(right, 50);
      EXPECT_LT(wrong, 0.2 * right);
    }
  }
  Simulation<float> without(two_species(2), make_cpu({.threads = 1}));
  const Image one = draw(without);
  settings.look.colour.word = ColourBy::kOne;
  EXPECT_EQ(one.rgb, draw(without).rgb) << "a flock without numbers has one colour";
}

TEST_F(SpeciesColours, FollowAChangeInFlight) {
  Simulation<float> simulation(two_species(2), make_cpu({.threads = 1}));
  EXPECT_EQ(hues(draw(simulation)).yellow, 0);
  simulation.post({.kind = EventKind::kSet, .key = "species[1].colour", .value = "\"" + kYellow + "\""});
  simulation.advance();
  const Hues seen = hues(draw(simulation));
  EXPECT_GT(seen.yellow, 60);
  EXPECT_GT(seen.green, 60);
  EXPECT_EQ(seen.blue + seen.others, 0);
}

TEST_F(SpeciesColours, AFlockWithoutSpeciesHasOneColour) {
  for (const char* world : {"[100.0, 80.0]", "[100.0, 80.0, 60.0]"}) {
    Simulation<float> simulation(
        scenario_of(std::string("preset = \"benchmark\"\nboids = 120\n[world]\nsize = ") + world),
        make_cpu({.threads = 1}));
    for (const Surroundings surroundings : {Surroundings::kPlain, Surroundings::kDusk}) {
      settings.look = {.scene = surroundings, .colour = {ColourBy::kOne}};
      const Image one = draw(simulation);
      settings.look.colour.word = ColourBy::kSpecies;
      EXPECT_EQ(draw(simulation).rgb, one.rgb);
    }
  }
}

TEST_F(SpeciesColours, OtherColoursAreThoseOfAFlockWithout) {
  for (const int dimensions : {2, 3}) {
    Simulation<float> simulation(two_species(dimensions), make_cpu({.threads = 1}));
    simulation.advance();
    for (const ColourBy by : {ColourBy::kHeading, ColourBy::kSpeed, ColourBy::kDensity, ColourBy::kOne}) {
      settings.look.colour.word = ColourBy::kSpecies;
      const Image species = draw(simulation);  // the buffer has them
      settings.look.colour.word = by;
      const Image image = draw(simulation);
      EXPECT_NE(image.rgb, species.rgb);
      Scenario without = simulation.scenario();
      without.species.clear();
      const RenderTarget target(kWidth, kHeight, 4);
      scene.update(simulation.backend(), without, settings.look);
      target.bind();
      scene.draw(camera, without, settings);
      EXPECT_EQ(image.rgb, target.read().rgb) << dimensions << "D, " << static_cast<int>(by);
    }
  }
}

TEST(LegendOfSpecies, HasTheColourOfEachAndItsName) {
  const Offscreen context;
  const RenderTarget target(kWidth, kHeight, 1);
  Overlay overlay(nullptr, 1.0f);
  OverlayStatus status;
  const auto draw = [&] {
    for (int frame = 0; frame < 2; ++frame) {  // as a window does
      target.bind();
      glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
      glClear(GL_COLOR_BUFFER_BIT);
      overlay.draw(kWidth, kHeight, status, true);
    }
    return target.read();
  };
  const auto pixels_of = [](const Image& image, const Rgb& colour) {
    int count = 0;
    for (size_t k = 0; k + 2 < image.rgb.size(); k += 3) {
      bool same = true;
      for (size_t c = 0; c < 3; ++c) same = same && std::abs(image.rgb[k + c] - 255.0f * colour[c]) < 1.5f;
      count += same ? 1 : 0;
    }
    return count;
  };
  status.legend.title = "species";
  const Image none = draw();
  for (size_t k = 0; k < kSpeciesColours.size(); ++k) {
    EXPECT_LT(pixels_of(none, kSpeciesColours[k]), 20);  // at the edges of letters
    status.legend.kinds.emplace_back(
        k % 3 == 0 ? fmt::format("a-rather-long-name-{}", k) : fmt::format("{}", k), kSpeciesColours[k]);
  }
  const Image all = draw();
  for (const Rgb& colour : kSpeciesColours) EXPECT_GT(pixels_of(all, colour), 40);
  status.legend.kinds[4].first = "4 of another name";
  EXPECT_NE(draw().rgb, all.rgb);
}

}  // namespace
}  // namespace murmur
