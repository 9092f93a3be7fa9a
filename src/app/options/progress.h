// Shows the progress of a run on stderr: a bar on a terminal; in a pipe a line for every tenth, after the first
// second. stdout is only for results.
#pragma once

#include <chrono>
#include <cstdint>

namespace murmur {

class Progress {
 public:
  /// Counts steps, or what `unit` names, from `first` to `last`.
  Progress(int64_t first, int64_t last, const char* unit = "step");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(int64_t step);
  bool is_bar() const { return terminal_; }
  /// Removes the bar, so that other lines can be printed.
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
