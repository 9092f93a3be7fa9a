// The plates over the picture in windows of several sizes: none lies over another, and each is where it belongs.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/panel/overlay.h"

namespace murmur {
namespace {

using Place = std::array<int, 4>;  // left, top, right, bottom

bool overlap(const Place& a, const Place& b) {
  return std::max(a[0], b[0]) < std::min(a[2], b[2]) && std::max(a[1], b[1]) < std::min(a[3], b[3]);
}

class Plates : public testing::Test {
 protected:
  Plates() {
    status.preset = "murmuration";
    status.boids = 100000;
    status.tools.names = {"add",      "scatter", "attract", "flee", "obstacle",
                          "predator", "goal",    "follow",  "wall"};
    status.tools.helps.resize(status.tools.names.size(), "");
    status.time = {.first = 0, .last = 100, .now = 50};
  }

  /// Draws two frames, as a window does. @returns where the plates are, by their names.
  std::map<std::string, Place> drawn(int width, int height, float scale = 1.0f) {
    const RenderTarget target(width, height, 1);
    Overlay overlay(nullptr, scale);
    target.bind();
    for (int frame = 0; frame < 2; ++frame) overlay.draw(width, height, status, true);
    std::map<std::string, Place> plates;
    for (const auto& [name, place] : overlay.widgets().places())
      if (name.starts_with("plate.")) plates[name.substr(6)] = place;
    return plates;
  }

  Offscreen context;
  OverlayStatus status;
};

TEST_F(Plates, LieBesideEachOther) {
  struct Window {
    int width, height;
    float scale;
  };
  for (const auto& [width, height, scale] :
       {Window{400, 300, 1.0f}, {640, 480, 1.0f}, {940, 800, 1.0f}, {1280, 800, 1.5f}, {1920, 1080, 2.0f}})
    for (const size_t kinds : {0, 3, 12})
      for (const bool two : {false, true})
        for (const bool films : {false, true}) {
          if (films && width < 640) continue;  // so much has no room
          status.legend = {.texture = 0, .title = "species", .marks = {}};
          for (size_t k = 0; k < kinds; ++k)
            status.legend.kinds.emplace_back("species " + std::to_string(k), Rgb{});
          const std::vector<std::string> lines{"rules.radius 5", "and 2 more"};
          status.halves.clear();
          if (two)
            status.halves = {{0.0, width / 2.0 - 1.0, "A", lines},
                             {width / 2.0 + 1.0, static_cast<double>(width), "B", lines}};
          status.recording = films ? 3.0 : -1.0;
          status.sharing = films ? "film 40 %" : "";
          const std::string sentence =
              "A film is recorded, and a second one is made to share it with others. ";
          status.message = films ? sentence + sentence + sentence : "";
          status.pictures = {"Starlings", "Maze", "Draw a wall"};
          status.opens_panel = kinds == 0;
          const auto plates = drawn(width, height, scale);
          const std::string where = std::to_string(width) + ", kinds " + std::to_string(kinds);
          for (const auto& [name, place] : plates) {
            EXPECT_TRUE(place[0] >= 0 && place[1] >= 0 && place[2] <= width && place[3] <= height)
                << where << name;
            for (const auto& [other, its] : plates)
              EXPECT_FALSE(name < other && overlap(place, its)) << where << ": " << name << " and " << other;
          }
          EXPECT_TRUE(plates.contains("status") && plates.contains("tools") && plates.contains("time"))
              << where;
          EXPECT_EQ(plates.contains("half B"), two) << where;
          EXPECT_EQ(plates.contains("open"), status.opens_panel) << where;
          EXPECT_EQ(plates.contains("film") && plates.contains("share") && plates.contains("message"), films)
              << where;
        }
}

TEST_F(Plates, OfACornerAreStackedAndTheLegendGivesWayToTools) {
  status.recording = 3.0;
  status.sharing = "film 40 %";
  status.halves = {{0.0, 499.0, "A", {"same"}}, {501.0, 1000.0, "B", {"same"}}};
  status.legend = {.texture = 0, .title = "species", .marks = {}, .kinds = {{"one", {}}, {"two", {}}}};
  auto plates = drawn(1000, 700);
  EXPECT_LT(plates["status"][3], plates["film"][1]);
  EXPECT_LT(plates["film"][3], plates["share"][1]);
  EXPECT_LT(plates["share"][3], plates["half B"][1]);
  EXPECT_EQ(plates["half A"][1], plates["film"][1]);
  EXPECT_EQ(plates["film"][2], 990);
  EXPECT_LT(plates["legend"][3], plates["time"][1]);
  EXPECT_LT(plates["tools"][3], plates["legend"][1]);
  for (int k = 0; k < 40; ++k)
    status.legend.kinds.emplace_back("another species " + std::to_string(k), Rgb{});
  plates = drawn(1000, 700);
  EXPECT_FALSE(plates.contains("legend"));
  EXPECT_TRUE(plates.contains("tools"));
}

TEST_F(Plates, FadeButMessagesAndTheLegendStay) {
  status.opens_panel = true;
  status.pictures = {"Starlings", "Maze"};
  status.message = "scattered";
  status.legend = {.texture = 0, .title = "species", .marks = {}, .kinds = {{"one", {}}}};
  for (const float opacity : {1.0f, 0.3f, 0.0f}) {
    status.opacity = opacity;
    const auto plates = drawn(1000, 700);
    for (const char* const name : {"status", "tools", "time", "open", "picture"})
      EXPECT_EQ(plates.contains(name), opacity > 0.0f) << name << opacity;
    EXPECT_TRUE(plates.contains("message") && plates.contains("legend")) << opacity;
  }
}

TEST_F(Plates, ToolsKeepTheirColumnsWhenTheTimeBarComes) {
  for (int height = 320; height < 700; height += 20) {
    status.time = {.first = 0, .last = 100, .now = 50};
    auto with = drawn(1000, height);
    status.time = {};
    auto without = drawn(1000, height);
    EXPECT_TRUE(with.contains("time") && !without.contains("time"));
    EXPECT_EQ(with["tools"][2], without["tools"][2]) << height;
  }
}

}  // namespace
}  // namespace murmur
