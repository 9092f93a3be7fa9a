// The progress of a run on stderr: a bar on a terminal, a line every tenth in a pipe, none in the first second there. stdout is
// only for results.
#pragma once

#include <chrono>
#include <cstdint>

namespace murmur {

class Progress {
 public:
  /// Counts from step `first` to `last`, or whatever `unit` counts.
  Progress(int64_t first, int64_t last, const char* unit = "step");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(int64_t step);
  bool is_bar() const { return terminal_; }
  /// Removes the bar, before other lines are printed.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(int64_t step, Clock::time_point now);

  int64_t first_, last_;
  const char* unit_;
  bool terminal_;
  bool drawn_ = false;
  int tenths_ = 0;
  Clock::time_point started_, shown_;
};

}  // namespace murmur
