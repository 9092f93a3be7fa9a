// Summary statistics of frame times, at the end of a window or of a frame log.
// Stores the total time of each frame; the caller prints the text.
#pragma once

#include <string>
#include <vector>

namespace murmur {

constexpr double kFrameBudget = 1000.0 / 60.0;  ///< one frame at 60 per second [ms]

class FrameSummary {
 public:
  void add(double total_ms) { total_ms_.push_back(total_ms); }
  void clear() { total_ms_.clear(); }
  /// "312 frames: median 3.21 ms, p95 4.02, p99 6.90, worst 21.3; 2 over 16.7 ms (0.6 %)"; empty without
  /// frames.
  std::string text() const;

 private:
  std::vector<double> total_ms_;
};

}  // namespace murmur
