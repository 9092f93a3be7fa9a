// What is read from OpenGL later, without a wait: pictures for a film, and times of drawing.
#include <gtest/gtest.h>

#include <deque>

#include "render/gl/draw_timer.h"
#include "render/gl/offscreen.h"
#include "render/gl/picture_reader.h"

namespace murmur {
namespace {

class ReadLater : public testing::Test {
 protected:
  /// A picture of two colours, which depend on `k`.
  static void paint(const RenderTarget& target, int k) {
    target.bind();
    glClearColor(static_cast<float>(k % 7) / 7.0f, 0.25f, static_cast<float>(k % 3) / 3.0f, 0.5f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(k % 20, k % 11, 13, 5);
    glClearColor(1.0f, static_cast<float>(k % 5) / 5.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
  }

  Offscreen context_;
};

TEST_F(ReadLater, PicturesAreThoseThatWereDrawnInOrder) {
  const RenderTarget small(37, 21, 4), large(64, 48, 1);
  PictureReader reader;
  std::deque<Image> wanted;
  int taken = 0;
  const auto take = [&](bool wait) {
    const auto picture = reader.take(wait);
    if (!picture) return false;
    EXPECT_EQ(picture->tag, taken++);
    EXPECT_EQ(picture->image.width, wanted.front().width);
    EXPECT_EQ(picture->image.rgb, wanted.front().rgb) << "picture " << taken - 1;
    wanted.pop_front();
    return true;
  };
  for (int k = 0; k < 12; ++k) {
    const RenderTarget& target = k < 5 || k > 9 ? small : large;
    paint(target, k);
    if (!reader.can_begin()) {
      ASSERT_TRUE(take(true));
    }
    reader.begin(target, k);
    wanted.push_back(target.read());
    if (k % 4 == 3) take(false);
  }
  while (take(true)) {
  }
  EXPECT_EQ(taken, 12);
  EXPECT_EQ(reader.under_way(), 0u);
}

TEST_F(ReadLater, TimesAreThoseOfTheirFrames) {
  const RenderTarget target(640, 480, 1);
  DrawTimer timer;
  std::vector<int64_t> frames;
  for (int64_t frame = 0; frame < 50; ++frame) {
    for (int piece = 0; piece < 2; ++piece) {
      timer.begin(frame);
      paint(target, static_cast<int>(frame));
      timer.end();
    }
    if (frame < 3) continue;
    while (const auto time = timer.take(frame > 10)) {
      frames.push_back(time->frame);
      EXPECT_GE(time->ms, 0.0);
    }
  }
  while (const auto time = timer.take(true)) frames.push_back(time->frame);
  ASSERT_EQ(frames.size(), 100u);
  for (size_t k = 0; k < frames.size(); ++k) EXPECT_EQ(frames[k], static_cast<int64_t>(k / 2));
}

TEST_F(ReadLater, TimesThatNobodyAsksForStopNothing) {
  const RenderTarget target(64, 48, 1);
  DrawTimer timer;
  for (int64_t frame = 0; frame < 100; ++frame) {
    timer.begin(frame);
    paint(target, 1);
    timer.end();
  }
  int64_t times = 0;
  while (timer.take(true)) ++times;
  EXPECT_GT(times, 4);
  EXPECT_LT(times, 100);
}

}  // namespace
}  // namespace murmur
