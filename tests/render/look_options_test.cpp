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

}  // namespace
}  // namespace murmur
