// Chooses among variants to compute the same step, by the times of real steps: the update kernels of a device
// (sim/backends/device/update_kernel.h). It only decides and counts; the flock runs the steps, and a device times them
// without waiting, so a time comes some steps after its step. No clock of its own: tests simulate one.
//
// It explores: times each variant a few times in turn and keeps the fastest; again when the time of a step has changed much,
// when N has, or after many steps. An exploration costs steps of the slower variants: after the first of a run at most one
// step in a hundred.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace murmur {

class Tuner {
 public:
  static constexpr int kMostVariants = 8;
  struct Choice {
    int variant = 0;
    bool timed = false;  ///< record() gets how long it took
  };
  /// What the next step is about.
  struct Conditions {
    uint32_t key = 0;       ///< flocks of another key have a choice of their own
    uint32_t variants = 1;  ///< a bit for each that fits
    int guess = 0;          ///< variant to use before there are times
    int64_t boids = 0;
  };

  /// `ready`: whether this variant would run at its full speed and could be timed; a variant that is not is run until it is.
  Choice next(const Conditions& conditions, const std::function<bool(int variant)>& ready);
  /// Each timed step, in order.
  void record(int variant, double milliseconds);

  int64_t steps() const { return steps_; }
  /// Steps of explorations that were not of the variant in use.
  int64_t exploration_steps() const { return exploration_steps_; }
  bool exploring() const { return turn_ >= 0; }

  static constexpr int kFirstExploration = 16;  ///< steps before the first exploration
  static constexpr int kRounds = 2;  ///< times that an exploration runs all variants, one after the other
  static constexpr int kTimed = 3;   ///< steps of a variant in a round
  static constexpr int kMostUnready = 16;  ///< steps of a variant in an exploration that cannot be timed
  static constexpr int kSampleInterval =
      32;  ///< steps between two that are timed to see whether the flock has changed
  static constexpr int kExploreAgain = 20000;  ///< steps after which a choice is old
  static constexpr double kMuch = 1.25;        ///< a change of N or of a step's time by this factor is much
  static constexpr double kBetter =
      0.97;  ///< a variant in use is left for one that takes less than this part of its time

 private:
  struct Selection {
    int variant = -1;  ///< variant in use
    bool explored = false;
    uint32_t variants = 0;  ///< variants that were explored
    int64_t boids = 0, step = 0;
    std::array<double, 3> baseline{};  ///< times of the first steps since, ...
    std::array<double, 3> recent{};    ///< ... and of the last ones
    int samples = 0;
  };

  bool wants_exploration(const Selection& selection, const Conditions& conditions) const;
  void begin_exploration(const Conditions& conditions);
  void end_exploration();

  std::map<uint32_t, Selection> selections_;
  uint32_t key_ = 0;
  bool key_known_ = false;
  int64_t steps_ = 0, exploration_steps_ = 0, sampled_step_ = 0;
  bool explored_ever_ = false;
  int pending_ = 0;  // timed steps whose times have not come
  int stale_ = 0;    // pending steps of another kind of flock

  // An exploration; turn_ < 0: none
  int turn_ = -1, timed_ = 0, unready_ = 0;
  std::vector<int> order_;
  std::array<double, kMostVariants> best_{};  // times; 0: none
};

}  // namespace murmur
