// The acts of the user, also those of the look ("view.size"), to be taken back and made again. Acts of values are, by further events: the
// flock flies on. Any other act, and those in the past of the run, are by going to the moment before (RunHistory). An act of values that
// no longer holds, because the flock has other values since, is forgotten. Owned by UserChanges.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/live/run_history.h"
#include "sim/scenario/key_values.h"

namespace murmur {

/// The values that can differ between the flocks of A/B: all but look and number of boids.
KeyValues values_of_model(const Scenario& scenario);
/// The keys whose values differ, with those of `then`; none: `then` is without the key.
KeyValues difference(const KeyValues& now, const KeyValues& then);
/// Events after which the keys of `then` have its values.
std::vector<Event> events_to(const KeyValues& present, const KeyValues& then);

/// A key that differs between two scenarios, without "rules." and ".weight", and its values for the user.
struct DifferentValue {
  std::string key, first, second;
};
std::vector<DifferentValue> different_values(const Scenario& first, const Scenario& second);

class ValueHistory {
 public:
  struct Act {
    ActPart last;  ///< its last event
    std::string what;
    int64_t boids = 0;            ///< how many boids more, or less, it makes
    KeyValues before{}, after{};  ///< the values that differ; none: the key is not there
    bool travels = false;         ///< a journey takes it back, not events
    // ValueHistory sets these:
    std::vector<Act> discarded{};  ///< acts that are there while this one is not, or were discarded with it
    size_t restored = 0;           ///< acts that came back when this one was taken back
  };
  /// What takes an act back, or makes it again.
  struct UndoStep {
    std::vector<Event> events;   ///< events that set values
    std::optional<UndoTag> act;  ///< act to go back to, or to make again; empty: `events` are enough
    std::string what;            ///< the act, for the user; empty: there is none
    std::vector<std::string> passed_over;
  };
  /// The last act that is done: in the past none that is later than `last`, a frame.
  using Past = std::optional<int64_t>;

  /// Notes an act; those that are one are taken back together. `past`: none: the flock is at the end of its run, or the act is of the look.
  void note(Act act, Past past = {});
  /// The last act is taken back, or made again, in this frame. `now`: all values.
  UndoStep back(const KeyValues& now, Past past = {});
  UndoStep again(const KeyValues& now, int64_t frame, Past past = {});

  bool any_done() const { return !done_.empty(); }

 private:
  std::vector<Act> done_, undone_;
};

}  // namespace murmur
