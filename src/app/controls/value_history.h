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
  /// What takes an act back, or makes it again.
  struct Way {
    std::vector<Event> events;   ///< events that set values
    std::optional<UndoTag> act;  ///< act to go back to, or to make again; empty: `events` are enough
    std::string what;            ///< the act, for the user; empty: there is none
    std::vector<std::string> passed_over;
  };
  /// The last act that is done: in the past none that is later than `last`, a frame.
  using Past = std::optional<int64_t>;

  /// Notes values that the user has changed. Those of one act are taken back together. `past`: none: the flock is at the end of its run.
  /// `travels`: a journey takes the act back, because values do not.
  void note(ActPart part, const KeyValues& before, const KeyValues& after, const std::string& what,
            Past past = {}, bool travels = false);
  /// Notes any other act of the flock. `boids`: how many more, or less, it makes.
  void note(ActPart part, const std::string& what, int64_t boids, Past past);
  /// The last act is taken back, or made again, in this frame. `now`: all values.
  Way back(const KeyValues& now, Past past = {});
  Way again(const KeyValues& now, int64_t frame, Past past = {});

 private:
  /// The values that differ, before and after; none: the key is not there.
  struct Act {
    ActPart last;
    std::string what;
    int64_t boids = 0;
    KeyValues before, after;
    bool travels = false;      // a journey takes it back, not events
    std::vector<Act> other{};  // later acts, of what was set aside with this one or by it
    size_t later = 0;          // acts that came back when this one was taken back
  };
  void add(Act act, Past past);
  static bool of_look(const Act& act);

  std::vector<Act> done_, undone_;
};

}  // namespace murmur
