// Changes of values by the user, also of the look ("view.size"), to be taken back and made again by further events: the flock flies on.
// (Going back in time is RunHistory's.) A change that no longer holds, because the flock has other values since, is forgotten. Owned by InputMapper.
#pragma once

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
std::vector<Event> events_to(const KeyValues& now, const KeyValues& then);

/// A key that differs between two scenarios, without "rules." and ".weight", and its values for the user.
struct DifferentValue {
  std::string key, first, second;
};
std::vector<DifferentValue> different_values(const Scenario& first, const Scenario& second);

class ValueHistory {
 public:
  /// The user has changed values. Those of one act are taken back together.
  void note(ActPart part, const KeyValues& before, const KeyValues& after);
  /// Events that take the last change back, or make it again; none: there is none.
  std::vector<Event> back(const KeyValues& now);
  std::vector<Event> again(const KeyValues& now);

 private:
  /// The values that differ, before and after; none: the key is not there.
  struct Change {
    ActPart last;
    KeyValues before, after;
  };
  /// The latest change of `from` whose values are `held` now gets those that are `wanted`, and goes to `to`.
  static std::vector<Event> move_last(std::vector<Change>& from, std::vector<Change>& to,
                                      KeyValues Change::*held, KeyValues Change::*wanted,
                                      const KeyValues& now);

  std::vector<Change> done_, undone_;
};

}  // namespace murmur
