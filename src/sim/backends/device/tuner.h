// Chooses among ways to compute the same step, by the times of real steps: the update kernels of a device
// (sim/backends/device/update_kernel.h). It only decides and counts; the flock runs the steps, and a device times them
// without waiting, so a time comes some steps after its step. No clock of its own: tests play one.
//
// It looks at each way a few times in turn, keeps the fastest, and looks again when the time of a step has changed much,
// when N has, or after many steps. Looks cost steps of the slower ways: after the first look of a run at most one step
// in a hundred.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace murmur {

class Tuner {
 public:
  static constexpr int kMostWays = 8;
  struct Choice {
    int way = 0;
    bool timed = false;  ///< took() will be told how long it took
  };
  /// What the next step is about.
  struct Situation {
    uint32_t key = 0;   ///< flocks of another key have a choice of their own
    uint32_t ways = 1;  ///< a bit for each that fits
    int guess = 0;      ///< of them, before there are times
    int64_t boids = 0;
  };

  /// `ready`: whether this way would run at its full speed and could be timed; a way that is not is run until it is.
  Choice next(const Situation& situation, const std::function<bool(int way)>& ready);
  /// Each timed step, in order.
  void took(int way, double milliseconds);

  int64_t steps() const { return steps_; }
  int64_t spent() const { return spent_; }  ///< steps of looks that were not of the way in use
  bool looking() const { return turn_ >= 0; }

  static constexpr int kFirstLook = 16;    ///< steps before the first look
  static constexpr int kRounds = 2;        ///< of a look: all ways, one after the other
  static constexpr int kTimed = 3;         ///< steps of a way in a round
  static constexpr int kMostUnready = 16;  ///< steps of a way in a look that cannot be timed
  static constexpr int kWatch =
      32;  ///< steps between two that are timed to see whether the flock has changed
  static constexpr int kLookAgain = 20000;  ///< steps after which a choice is old
  static constexpr double kMuch = 1.25;     ///< a change of N or of a step's time by this factor is much
  static constexpr double kBetter =
      0.97;  ///< a way in use is left for one that takes less than this part of its time

 private:
  struct Kept {
    int way = -1;  ///< in use
    bool looked = false;
    uint32_t ways = 0;  ///< when it looked
    int64_t boids = 0, step = 0;
    std::array<double, 3> watched{};  ///< times of the first steps since, ...
    std::array<double, 3> recent{};   ///< ... and of the last ones
    int watches = 0;
  };

  bool wants_look(const Kept& kept, const Situation& situation) const;
  void begin_look(const Situation& situation);
  void end_look();

  std::map<uint32_t, Kept> kept_;
  uint32_t key_ = 0;
  bool key_known_ = false;
  int64_t steps_ = 0, spent_ = 0, watched_step_ = 0;
  bool looked_ever_ = false;
  int under_way_ = 0;  // timed steps whose times have not come
  int stale_ = 0;      // of these, steps of another kind of flock

  // A look; turn_ < 0: none
  int turn_ = -1, timed_ = 0, unready_ = 0;
  std::vector<int> order_;
  std::array<double, kMostWays> best_{};  // times; 0: none
};

}  // namespace murmur
