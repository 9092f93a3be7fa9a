// Undo and redo of the user's acts, also of the look ("view.size"). Changes of values are undone by further events,
// while the flock flies on. Other acts, and all acts in the past of the run, are undone by a seek to the moment
// before (RunHistory). A change of a value is skipped if the flock has got another value since. Owned by
// UserChanges.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/live/run_history.h"
#include "sim/scenario/key_values.h"

namespace murmur {

/// The values that can differ between the flocks of A/B: all but the look and the number of boids.
KeyValues values_of_model(const Scenario& scenario);
/// The keys whose values differ, with the values of `then`; empty: `then` does not have the key.
KeyValues difference(const KeyValues& now, const KeyValues& then);
/// Events that give the keys of `then` their values.
std::vector<Event> events_to(const KeyValues& present, const KeyValues& then);

/// A key whose values differ between two scenarios, without "rules." and ".weight", and both values as text.
struct DifferentValue {
  std::string key, first, second;
};
std::vector<DifferentValue> different_values(const Scenario& first, const Scenario& second);

class ValueHistory {
 public:
  struct Act {
    ActPart last;  ///< last event of the act
    std::string what;
    int64_t boids = 0;            ///< number of boids that the act adds, or removes
    KeyValues before{}, after{};  ///< the values that differ; empty: no such key
    bool travels = false;         ///< undone by a seek, not by events
    // Members that ValueHistory sets:
    std::vector<Act> discarded{};  ///< acts that this one has discarded
    size_t restored = 0;           ///< number of acts that its undo has restored
  };
  /// What must be done to undo or redo an act.
  struct UndoStep {
    std::vector<Event> events;   ///< events that set values
    std::optional<UndoTag> act;  ///< act to undo or redo by a seek; empty: `events` are enough
    std::string what;            ///< the act in words; empty: there is none
    std::vector<std::string> passed_over;
  };
  /// Frame of the last act that is done, if the run is in its past; later acts are not done yet.
  using Past = std::optional<int64_t>;

  /// Notes an act, or joins it to the last one. `past`: none if the flock is at the end of its run, or if the act is of the look.
  void note(Act act, Past past = {});
  /// Undoes the last act. `now`: all present values.
  UndoStep undo_step(const KeyValues& now, Past past = {});
  UndoStep redo_step(const KeyValues& now, int64_t frame, Past past = {});

  bool any_done() const { return !done_.empty(); }

 private:
  std::vector<Act> done_, undone_;
};

}  // namespace murmur
