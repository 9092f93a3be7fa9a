// Names in other scripts over the picture: their letters are drawn, and not the sign of a letter that a font lacks.
#include <filesystem>
#include <utility>

#include <gtest/gtest.h>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/panel/overlay.h"

namespace murmur {
namespace {

class Texts : public testing::Test {
 protected:
  /// The picture of a status with this name. Two frames, as a window draws them.
  Image drawn(const std::string& name) {
    OverlayStatus status;
    status.preset = name;
    for (int frame = 0; frame < 2; ++frame) {
      target_.bind();
      glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
      glClear(GL_COLOR_BUFFER_BIT);
      overlay_.draw(600, 200, status, true);
    }
    return target_.read();
  }

  /// Letters of the same place, so that two texts differ only where they are drawn as different letters.
  void expect_drawn(const std::string& one, const std::string& other) {
    EXPECT_NE(drawn(one).rgb, drawn(other).rgb) << one << " and " << other;
    EXPECT_EQ(drawn(one).rgb, drawn(one).rgb) << one;
  }

  Offscreen context_;
  RenderTarget target_{600, 200, 1};
  Overlay overlay_{nullptr, 1.0f};
};

TEST_F(Texts, OfCyrillicAndGreekAreDrawn) {
  expect_drawn("стая", "стол");
  expect_drawn("σμήνος", "σμήναρ");
  expect_drawn("Zürich ž", "Zürich ş");
}

TEST_F(Texts, OfChineseAreDrawnWhereAFontHasThem) {
  if (!std::filesystem::exists("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"))
    GTEST_SKIP() << "fonts-droid-fallback is not installed";
  expect_drawn("鸟群", "鸟鱼");
  expect_drawn("とり", "さかな");
}

TEST_F(Texts, OfThousandsOfLettersStayLegible) {
  std::string all;
  for (unsigned letter = 0x4e00; letter < 0x4e00 + 5000; ++letter) {
    all += static_cast<char>(0xe0 | letter >> 12);
    all += static_cast<char>(0x80 | (letter >> 6 & 0x3f));
    all += static_cast<char>(0x80 | (letter & 0x3f));
    if (all.size() % 300 == 0) drawn(std::exchange(all, {}));
  }
  expect_drawn("стая", "стол");
}

TEST_F(Texts, ThatAreNoTextDoNoHarm) {
  drawn("\xff\xfe\x80");
  drawn("end \xe4\xb8");
}

}  // namespace
}  // namespace murmur
