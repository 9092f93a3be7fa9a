// The tool that draws walls, moves their points and removes them: each act is one event, which Ctrl + Z takes back.
#include <cmath>

#include "app/controls/wall_tool.h"
#include "support/user_controls.h"

namespace murmur {
namespace {

class WallTools : public UserControls {
 protected:
  void open_flat() {
    open("book", 20);  // 640 x 480 in 1000 x 800 pixels
    type('9');
  }
  void drag(const std::vector<std::array<double, 2>>& pixels, bool shift = false) {
    mouse(InputEvent::Kind::kPress, pixels[0][0], pixels[0][1], MouseButton::kLeft, shift);
    for (size_t k = 1; k < pixels.size(); ++k) {
      const double length = std::hypot(pixels[k][0] - pixels[k - 1][0], pixels[k][1] - pixels[k - 1][1]);
      for (double way = 4.0; way < length; way += 4.0) {
        const double share = way / length;
        mouse(InputEvent::Kind::kMove, pixels[k - 1][0] + share * (pixels[k][0] - pixels[k - 1][0]),
              pixels[k - 1][1] + share * (pixels[k][1] - pixels[k - 1][1]));
      }
      mouse(InputEvent::Kind::kMove, pixels[k][0], pixels[k][1]);
      controls->end_input();
    }
    mouse(InputEvent::Kind::kRelease, pixels.back()[0], pixels.back()[1]);
  }
  void expect_near(const std::vector<double>& place, double x, double y) {
    const auto at = *camera->pixel_of(place);
    EXPECT_NEAR(at[0], x, 3.0);
    EXPECT_NEAR(at[1], y, 3.0);
  }
  const std::vector<Scenario::Wall>& walls() { return scenario().walls; }
};

TEST(SimplifiedPath, KeepsWhatIsFartherThanTheError) {
  EXPECT_EQ(simplified({{0, 0}, {1, 0.1}, {2, 0}, {3, -0.1}, {4, 0}}, 0.2).size(), 2u);
  EXPECT_EQ(simplified({{0, 0}, {1, 0.1}, {2, 3}, {3, -0.1}, {4, 0}}, 0.2).size(), 5u);
  EXPECT_EQ(simplified({{0, 0}, {1, 0}, {1, 1}}, 0.2).size(), 3u);
  EXPECT_EQ(simplified({{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}, 0.2).size(), 5u) << "back at its begin";
  EXPECT_EQ(simplified({{0, 0}}, 0.2).size(), 1u);
}

TEST_F(WallTools, ADragDrawsAWallOfFewPointsAsOneEvent) {
  open_flat();
  drag({{300, 300}, {500, 300}, {500, 500}});
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].kind, EventKind::kSet);
  EXPECT_EQ(events()[0].key, "wall[0]");
  ASSERT_EQ(walls().size(), 1u);
  ASSERT_EQ(walls()[0].points.size(), 3u);
  EXPECT_FALSE(walls()[0].closed);
  expect_near(walls()[0].points[0], 300, 300);
  expect_near(walls()[0].points[1], 500, 300);
  expect_near(walls()[0].points[2], 500, 500);
  drag({{300, 600}, {600, 600}});
  EXPECT_EQ(walls().size(), 2u);
  controls->changes().take_back(false);
  EXPECT_EQ(walls().size(), 1u);
  controls->changes().take_back(false);
  EXPECT_TRUE(walls().empty());
  controls->changes().take_back(true);
  ASSERT_EQ(walls().size(), 1u);
  EXPECT_EQ(walls()[0].points.size(), 3u);
}

TEST_F(WallTools, WithShiftItIsStraightAndThePictureStays) {
  open_flat();
  const auto seen = camera->world_to_clip();
  drag({{300, 300}, {400, 500}, {600, 300}}, true);
  ASSERT_EQ(walls().size(), 1u);
  ASSERT_EQ(walls()[0].points.size(), 2u);
  expect_near(walls()[0].points[0], 300, 300);
  expect_near(walls()[0].points[1], 600, 300);
  EXPECT_EQ(camera->world_to_clip(), seen);
  type('1');
  drag({{300, 300}, {400, 500}}, true);
  EXPECT_NE(camera->world_to_clip(), seen) << "Shift pans with other tools";
}

TEST_F(WallTools, BackAtItsBeginItIsClosed) {
  open_flat();
  drag({{300, 300}, {500, 300}, {500, 500}, {300, 500}, {301, 297}});
  ASSERT_EQ(walls().size(), 1u);
  EXPECT_TRUE(walls()[0].closed);
  EXPECT_EQ(walls()[0].side, WallSide::kOutside);
  EXPECT_EQ(walls()[0].points.size(), 4u);
  // Such a line has no inside.
  drag({{600, 300}, {800, 300}, {600, 500}, {800, 500}, {602, 302}});
  ASSERT_EQ(walls().size(), 2u);
  EXPECT_TRUE(walls()[1].closed);
  EXPECT_EQ(walls()[1].side, WallSide::kBoth);
}

TEST_F(WallTools, PointsOfAWallAreMovedAsOneEvent) {
  open_flat();
  drag({{300, 300}, {500, 300}, {500, 500}});
  const std::vector<std::vector<double>> before = walls()[0].points;
  drag({{502, 299}, {560, 260}, {600, 200}});
  ASSERT_EQ(events().size(), 2u);
  EXPECT_EQ(events()[1].key, "wall[0].points");
  ASSERT_EQ(walls().size(), 1u);
  ASSERT_EQ(walls()[0].points.size(), 3u);
  EXPECT_EQ(walls()[0].points[0], before[0]);
  expect_near(walls()[0].points[1], 600, 200);
  click(500, 500, MouseButton::kLeft);
  EXPECT_EQ(events().size(), 2u) << "it has not moved";
  controls->changes().take_back(false);
  EXPECT_EQ(walls()[0].points, before);
}

TEST_F(WallTools, ALineThatEndsAtAPointIsJoinedToIt) {
  open_flat();
  drag({{300, 300}, {500, 300}});
  drag({{600, 600}, {503, 304}});
  ASSERT_EQ(walls().size(), 2u);
  EXPECT_EQ(walls()[1].points.back(), walls()[0].points.back());
}

TEST_F(WallTools, AClickDrawsNothingAndSaysHow) {
  open_flat();
  click(300, 300, MouseButton::kLeft);
  EXPECT_TRUE(events().empty());
  EXPECT_EQ(notices.text(), "drag to draw a wall; with Shift a straight one");
}

TEST_F(WallTools, WhatLeavesTheWorldEndsAtItsBorder) {
  open_flat();
  drag({{500, 400}, {500, 2}}, true);
  ASSERT_EQ(walls().size(), 1u);
  EXPECT_EQ(walls()[0].points[1][1], 480.0);
}

TEST_F(WallTools, ARightClickRemovesTheWallThere) {
  open_flat();
  drag({{300, 300}, {500, 300}});
  drag({{600, 300}, {800, 300}, {800, 500}, {600, 500}, {600, 302}});
  ASSERT_EQ(walls().size(), 2u);
  type('1');
  click(400, 360, MouseButton::kRight);
  EXPECT_EQ(events().back().kind, EventKind::kScatter) << "none is there";
  click(700, 400, MouseButton::kRight);  // inside
  EXPECT_EQ(walls().size(), 1u);
  EXPECT_EQ(notices.text(), "the wall is gone; Ctrl + Z brings it back");
  click(400, 304, MouseButton::kRight);  // on its line
  EXPECT_TRUE(walls().empty());
  controls->changes().take_back(false);
  EXPECT_EQ(walls().size(), 1u);
}

TEST_F(WallTools, MarksShowWhatIsDrawnAndThePoints) {
  open_flat();
  EXPECT_TRUE(controls->tools().marks().empty());
  mouse(InputEvent::Kind::kPress, 300, 300);
  mouse(InputEvent::Kind::kMove, 400, 300);
  EXPECT_EQ(controls->tools().marks().size(), 2u) << "a line and its begin";
  mouse(InputEvent::Kind::kRelease, 400, 300);
  EXPECT_EQ(controls->tools().marks().size(), 2u) << "its points";
  type('1');
  EXPECT_TRUE(controls->tools().marks().empty());
}

TEST_F(WallTools, InSpaceAClickPlacesABoxAndARightClickRemovesIt) {
  open("cis565", 20);
  type('9');
  click(500, 400, MouseButton::kLeft);
  ASSERT_EQ(walls().size(), 1u);
  EXPECT_TRUE(walls()[0].box);
  EXPECT_EQ(notices.text(), "in 3D a wall is a box: drag on to make it larger; Ctrl + Z takes it away");
  type('1');
  click(500, 400, MouseButton::kRight);
  EXPECT_EQ(walls().size(), 1u) << "with other tools the flock scatters, also within a tank";
  type('9');
  click(500, 400, MouseButton::kRight);
  EXPECT_TRUE(walls().empty());
}

TEST_F(WallTools, InSpaceADragMakesTheBoxReachToThePointer) {
  open("cis565", 20);
  type('9');
  click(500, 400, MouseButton::kLeft);
  ASSERT_EQ(walls().size(), 1u);
  const auto first = *walls()[0].box;
  drag({{500, 400}, {550, 400}, {600, 400}});
  ASSERT_EQ(walls().size(), 2u);
  const auto dragged = *walls()[1].box;
  double longest = 0.0;
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_GE(dragged.size[k], 0.99 * first.size[k]) << "axis " << k;
    longest = std::max(longest, dragged.size[k] - first.size[k]);
  }
  EXPECT_GT(longest, 0.5 * 100.0 * camera->units_per_pixel());
  controls->changes().take_back(false);
  EXPECT_EQ(walls().size(), 1u) << "the drag is one act";
}

}  // namespace
}  // namespace murmur
