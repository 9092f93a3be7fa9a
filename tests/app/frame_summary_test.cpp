// The sentence that ends a frame log.
#include <gtest/gtest.h>

#include "app/live/frame_summary.h"

namespace murmur {
namespace {

TEST(FrameSummary, OfKnownFrames) {
  FrameSummary summary;
  for (int k = 1; k <= 100; ++k) summary.add(k * 0.2);  // 0.2, 0.4, ..., 20 ms: 84 frames are up to 16.8
  EXPECT_EQ(summary.text(),
            "100 frames: median 10.10 ms, p95 19.01, p99 19.80, worst 20.00; 17 over 16.7 ms (17.0 %)");
}

TEST(FrameSummary, OfOneFrameAndOfNone) {
  FrameSummary summary;
  EXPECT_EQ(summary.text(), "");
  summary.add(5.0);
  EXPECT_EQ(summary.text(),
            "1 frame: median 5.00 ms, p95 5.00, p99 5.00, worst 5.00; 0 over 16.7 ms (0.0 %)");
  summary.clear();
  EXPECT_EQ(summary.text(), "");
}

}  // namespace
}  // namespace murmur
