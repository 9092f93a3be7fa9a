// A matrix in the panel: its cells are dragged and typed into, one at a time, and as many as 16 x 16 have room.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "support/drawn_controls.h"

namespace murmur {
namespace {

using testing::HasSubstr;

class MatrixOfPanel : public testing::Test {
 protected:
  void open(size_t count, double low, double high) {
    matrix = {.name = "m",
              .titles = {},
              .inks = {},
              .values = {},
              .low = low,
              .high = high,
              .idle = "idle",
              .help = {}};
    matrix.values.assign(count, std::vector<double>(count, 1.0));
    for (size_t k = 0; k < count; ++k) {
      matrix.titles.push_back(fmt::format("species-{}", k));
      matrix.inks.push_back({0.5f, 0.5f, 0.5f});
    }
    matrix.help = [this](size_t row, size_t column, double value) {
      return said = fmt::format("{} {} {}", row, column, value);
    };
    screen.draw = [this](Widgets& widgets) {
      widgets.begin_scrolled();
      if (const auto cell = widgets.matrix(matrix)) {
        matrix.values[cell->row][cell->column] = cell->value;
        ++changes;
      }
    };
    screen.frame(2);
  }
  /// The values but this one are as they were.
  void expect_alone(size_t row, size_t column, double first = 1.0) {
    for (size_t r = 0; r < matrix.values.size(); ++r)
      for (size_t c = 0; c < matrix.values.size(); ++c)
        EXPECT_TRUE((r == row && c == column) || matrix.values[r][c] == first) << r << " " << c;
  }

  DrawnControls screen;
  Widgets::Matrix matrix;
  std::string said;
  int changes = 0;
};

TEST_F(MatrixOfPanel, ACellIsDraggedAsFarAsItsRange) {
  open(3, -4.0, 4.0);
  screen.drag("m[0][2]", -68.0f);
  EXPECT_NEAR(matrix.values[0][2], 1.0 - 68.0 * 8.0 / 320.0, 0.1);
  EXPECT_GT(changes, 3) << "the flock follows the drag";
  expect_alone(0, 2);
  screen.drag("m[0][2]", -900.0f);
  EXPECT_EQ(matrix.values[0][2], -4.0);
  screen.drag("m[0][2]", 900.0f);
  EXPECT_EQ(matrix.values[0][2], 4.0);
  expect_alone(0, 2);
  changes = 0;
  screen.press("m[1][1]");
  EXPECT_EQ(changes, 0) << "a click alone";
}

TEST_F(MatrixOfPanel, ACellIsTypedInto) {
  open(3, -4.0, 4.0);
  screen.type("m[2][1]", "-0.75");
  EXPECT_EQ(matrix.values[2][1], -0.75);
  EXPECT_EQ(changes, 1) << "not digit by digit";
  expect_alone(2, 1);
  screen.type("m[2][1]", "17,5");
  EXPECT_EQ(matrix.values[2][1], 17.5) << "more than a drag reaches";
  screen.type("m[2][1]", "seven");
  EXPECT_EQ(matrix.values[2][1], 17.5);
  EXPECT_THAT(screen.widgets.take_refusal(), HasSubstr("m[2][1]: 'seven' is no number"));
  // A double click begins the same.
  screen.point("m[0][0]");
  for (const bool down : {true, false, true, false}) screen.button(down);
  ImGui::GetIO().AddInputCharactersUTF8("2");
  screen.frame(2);
  screen.point_at(330.0f, 1590.0f);
  screen.button(true);
  screen.button(false);
  EXPECT_EQ(matrix.values[0][0], 2.0);
}

TEST_F(MatrixOfPanel, DistancesHaveAnEndAndAWordForZero) {
  open(2, 0.0, 50.0);
  matrix.typed = {.zero = "R", .least = 0.0, .most = 50.0};
  screen.type("m[0][1]", "51");
  EXPECT_EQ(matrix.values[0][1], 1.0);
  EXPECT_THAT(screen.widgets.take_refusal(), HasSubstr("m[0][1]: 51 is not allowed; allowed: 0 to 50"));
  screen.type("m[0][1]", "R");
  EXPECT_EQ(matrix.values[0][1], 0.0);
  screen.drag("m[0][1]", 32.0f);
  EXPECT_NEAR(matrix.values[0][1], 5.0, 0.7);
  expect_alone(0, 1);
}

TEST_F(MatrixOfPanel, SixteenSpeciesHaveRoomAndEachCellIsUsed) {
  open(16, -4.0, 4.0);
  int right = 0;
  for (size_t row = 0; row < 16; ++row) {
    for (size_t column = 0; column < 16; ++column) {
      const auto [left, top, end, bottom] = screen.place(fmt::format("m[{}][{}]", row, column));
      EXPECT_GE(end - left, 14) << "to be hit";
      EXPECT_GE(bottom - top, 13);
      EXPECT_GE(left, column > 0 ? right : 0) << "beside the one before";
      right = end;
      EXPECT_LE(end, 340);
    }
  }
  screen.drag("m[15][15]", 40.0f);
  EXPECT_NEAR(matrix.values[15][15], 2.0, 0.1);
  expect_alone(15, 15);
  screen.type("m[15][15]", "-0.125");  // in a field that is wider than the cell
  EXPECT_EQ(matrix.values[15][15], -0.125);
  expect_alone(15, 15);
}

TEST_F(MatrixOfPanel, OnlyTheCellUnderThePointerIsExplained) {
  open(3, -4.0, 4.0);
  screen.point_at(330.0f, 1590.0f);
  said = "";
  screen.frame();
  EXPECT_EQ(said, "");
  matrix.values[1][2] = -0.5;
  screen.point("m[1][2]");
  EXPECT_EQ(said, "1 2 -0.5");
}

}  // namespace
}  // namespace murmur
