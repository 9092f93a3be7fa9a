// Chooses among variants that compute the same step, by the times of real steps: the update kernels of a device
// (sim/backends/device/update_kernel.h). The tuner only decides and counts; the flock runs the steps, and a device
// times them without waiting, so a time arrives some steps after its step. Has no clock, so that tests can simulate
// one.
//
// An exploration times each variant a few times in turn and keeps the fastest. It is repeated when the time of a step
// or N has changed much, or after many steps. Explorations also run slower variants: after the first of a run, at
// most one step in a hundred.
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
    bool timed = false;  ///< the step's time must be passed to record()
  };
  /// Properties of the next step.
  struct Conditions {
    uint32_t key = 0;       ///< kind of flock; each kind has its own choice
    uint32_t variants = 1;  ///< a bit for each variant that can compute the step
    int guess = 0;          ///< variant to use until times are known
    int64_t boids = 0;
  };

  /// Chooses the variant of the next step. `ready`: whether a variant would run at full speed and can be timed; an
  /// unready variant runs until it is ready.
  Choice next(const Conditions& conditions, const std::function<bool(int variant)>& ready);
  /// Takes the time of a timed step; call in the order of the steps.
  void record(int variant, double milliseconds);

  int64_t steps() const { return steps_; }
  /// Number of steps that explorations ran with another variant than the chosen one.
  int64_t exploration_steps() const { return exploration_steps_; }
  bool exploring() const { return turn_ >= 0; }

  static constexpr int kFirstExploration = 16;  ///< steps before the first exploration
  static constexpr int kRounds = 2;             ///< rounds of an exploration; each runs all variants
  static constexpr int kTimed = 3;              ///< timed steps of each variant in a round
  static constexpr int kMostUnready = 16;       ///< untimed steps of a variant before an exploration gives up
  static constexpr int kSampleInterval =
      32;  ///< steps between two timed ones that check whether the flock has changed
  static constexpr int kExploreAgain = 20000;  ///< steps after which variants are explored again
  static constexpr double kMuch = 1.25;        ///< factor of N or of a step's time that counts as a change
  static constexpr double kBetter =
      0.97;  ///< the variant is changed for one that takes less than this part of its time

 private:
  struct Selection {
    int variant = -1;  ///< variant in use
    bool explored = false;
    uint32_t variants = 0;  ///< variants that were explored
    int64_t boids = 0, step = 0;
    std::array<double, 3> baseline{};  ///< times of the first steps since the choice
    std::array<double, 3> recent{};    ///< times of the last steps
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
  int pending_ = 0;  // timed steps whose times are still to come
  int stale_ = 0;    // pending steps that timed another kind of flock

  // State of an exploration; turn_ < 0: none is running
  int turn_ = -1, timed_ = 0, unready_ = 0;
  std::vector<int> order_;
  std::array<double, kMostVariants> best_{};  // best time of each variant; 0: not timed
};

}  // namespace murmur
