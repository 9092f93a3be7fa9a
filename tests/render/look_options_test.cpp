// What a picture looks like: a scenario's [view], options in its place, and what is left open.
#include "app/film/render_look.h"

#include <gtest/gtest.h>

#include "sim/scenario/source.h"

namespace murmur {
namespace {

Scenario::View view_of(const std::string& preset) {
  return ScenarioSource::from_preset(preset).scenario().view;
}

TEST(LookOf, PresetsHaveTheLooksAndThePaceOfTheirSources) {
  const Look book = look_of(view_of("book-centroid"), {});
  EXPECT_EQ(book.shape, BoidShape::kDisc);
  EXPECT_EQ(book.by, ColourBy::kOne);
  EXPECT_TRUE(book.light);
  EXPECT_EQ(view_of("book").steps_per_second, 20.0);
  const Look quiver = look_of(view_of("quiver"), {});
  EXPECT_EQ(quiver.shape, BoidShape::kArrow);
  EXPECT_TRUE(quiver.light && quiver.axes);
  EXPECT_EQ(view_of("quiver").steps_per_second, 10.0);
  const Look ruby = look_of(view_of("ruby"), {});
  EXPECT_EQ(ruby.shape, BoidShape::kDotAndHeading);
  EXPECT_EQ(ruby.one, (std::array{1.0f, 1.0f, 1.0f}));
  EXPECT_EQ(ruby.background, (std::array{0.0f, 0.0f, 0.0f}));
  EXPECT_FALSE(ruby.light);
  const Look blog = look_of(view_of("blog"), {});
  EXPECT_EQ(blog.shape, BoidShape::kTriangle);
  EXPECT_EQ(blog.by, ColourBy::kOne);
  EXPECT_GT((*blog.one)[2], (*blog.one)[0]);
  EXPECT_EQ(look_of(view_of("murmuration"), {}), Look{});
}

TEST(LookOf, OptionsTakeThePlaceOfTheScenarios) {
  const Scenario::View ruby = view_of("ruby");
  Look look = look_of(ruby, {.colour = "speed", .axes = true});
  EXPECT_EQ(look.shape, BoidShape::kDotAndHeading);
  EXPECT_EQ(look.by, ColourBy::kSpeed);
  EXPECT_TRUE(look.axes);
  look = look_of(ruby, {.draw = "triangle"});  // with the colours that suit it
  EXPECT_EQ(look, Look{});
  look = look_of(ruby, {.background = "#ffffff"});
  EXPECT_TRUE(look.light) << "by its brightness";
  EXPECT_EQ(look.one, (std::array{1.0f, 1.0f, 1.0f}));
  look = look_of({}, {.draw = "arrow"});
  EXPECT_EQ(look.by, ColourBy::kOne);
  EXPECT_TRUE(look.light);
  EXPECT_FALSE(look.one || look.background);
}

TEST(LookOf, PaletteSizeAndEffectsAreOptionsAndOfTheScenario) {
  Scenario::View view;
  view.palette = Palette::kFire;
  view.size = 2.0;
  view.trails = 30.0;
  view.legend = false;
  Look look = look_of(view, {});
  EXPECT_EQ(look.palette, Palette::kFire);
  EXPECT_EQ(look.size, 2.0);
  EXPECT_EQ(look.trails, 30.0);
  EXPECT_FALSE(look.glow || look.legend);
  look = look_of(view, {.palette = "ocean", .size = 0.5, .trails = 0.0, .glow = true});
  EXPECT_EQ(look.palette, Palette::kOcean);
  EXPECT_EQ(look.size, 0.5);
  EXPECT_EQ(look.trails, 0.0);
  EXPECT_TRUE(look.glow);
}

TEST(LookOf, ASavedViewHasTheLook) {
  const Look look{.shape = BoidShape::kDisc,
                  .by = ColourBy::kDensity,
                  .palette = Palette::kGrey,
                  .light = true,
                  .axes = true,
                  .glow = true,
                  .legend = false,
                  .size = 1.5,
                  .trails = 12.0,
                  .one = {},
                  .background = std::array{1.0f, 0.8f, 0.6f}};
  const Scenario::View saved = view_of(look, 25.0);
  EXPECT_EQ(look_of(saved, {}), look);
  EXPECT_EQ(saved.steps_per_second, 25.0);
  for (const char* const preset : {"ruby", "blog", "quiver", "murmuration"}) {
    const Look its = look_of(view_of(preset), {});
    EXPECT_EQ(look_of(view_of(its, 60.0), {}), its) << preset;
  }
}

}  // namespace
}  // namespace murmur
