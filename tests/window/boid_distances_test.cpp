// The distances of the rules at a boid: shown while the user changes them, and only then.
#include "app/controls/boid_inspector.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/options/gallery_list.h"
#include "support/watching.h"

namespace murmur {
namespace {

class Distances : public Watching {
 protected:
  void set(const std::string& key, double value) {
    controls->changes().post({.kind = EventKind::kSet, .key = key, .value = value});
  }
  size_t count(MarkShape shape) const {
    return static_cast<size_t>(std::ranges::count(watch.marks(), static_cast<float>(shape), &Mark::shape));
  }
  /// [world units], in order; 0 where there is none.
  std::vector<float> rings() const {
    std::vector<float> radii;
    for (const Mark& mark : watch.marks()) {
      if (mark.shape == static_cast<float>(MarkShape::kRing)) radii.push_back(mark.radius);
    }
    return radii;
  }
};

TEST_F(Distances, AreShownAtOneBoidWhileTheyChange) {
  open("book", 30);
  const uint64_t before = simulation().hash();
  look();
  EXPECT_TRUE(watch.marks().empty());
  set("rules.radius", 60.0);
  look();
  EXPECT_EQ(rings(), (std::vector<float>{60.0f, 25.0f}));
  EXPECT_EQ(count(MarkShape::kLine), 0u) << "it sees all around";
  ASSERT_EQ(watch.labels().size(), 1u);
  EXPECT_EQ(watch.labels()[0].text, "R = 60\nr = 25\nfield of view 360°");
  EXPECT_FALSE(watch.over(now + 1.0));
  now += 1.0;
  set("rules.field_of_view", 200.0);
  look();
  EXPECT_GT(count(MarkShape::kLine), 10u) << "the sector";
  EXPECT_FALSE(watch.over(now + 1.0)) << "shown for some time after the last change";
  now += 2.0;
  EXPECT_TRUE(watch.over(now));
  look();
  EXPECT_TRUE(watch.marks().empty() && watch.labels().empty());
  EXPECT_FALSE(watch.over(now));
  EXPECT_EQ(simulation().hash(), before);
}

TEST_F(Distances, AreNotShownWhereTheUserGoesToAnotherMoment) {
  open("book", 30);
  look();
  set("rules.radius", 60.0);
  watch.forget_distances();
  look();
  EXPECT_TRUE(watch.marks().empty());
}

TEST_F(Distances, AreMagnifiedWhereTheyAreAFewPixelsWide) {
  open("murmuration", 20000);
  look();
  set("rules.separation_radius", 40.0);
  look();
  ASSERT_EQ(rings().size(), 2u);
  EXPECT_NEAR(double{rings()[0]} * camera->pixels_per_unit(), 80.0, 0.01);
  EXPECT_NEAR(rings()[1] / rings()[0], 40.0 / 75.0, 1e-6);
  EXPECT_NE(watch.labels()[0].text.find("magnified"), std::string::npos);
}

TEST_F(Distances, OfAnotherPresetAreNotShown) {
  open("benchmark-3d", 200);
  look();
  set("rules.field_of_view", 100.0);
  look();
  EXPECT_GT(count(MarkShape::kLine), 10u) << "the rim of the cone";
  now += 2.0;
  controls->changes().post({.kind = EventKind::kPreset, .preset = "book"});
  settle();
  camera->set_world(scenario().world.size);
  look();
  EXPECT_TRUE(watch.marks().empty());
}

TEST_F(Distances, OfAScenarioThatOpensAreNotShown) {
  UserControls::open(gallery_source(gallery_entry("vortex")), make_cpu({}));
  watch = {};
  look();
  EXPECT_TRUE(watch.labels().empty()) << "it has no preset, as nothing had before";
  set("rules.radius", 20.0);
  look();
  EXPECT_FALSE(watch.labels().empty());
}

}  // namespace
}  // namespace murmur
