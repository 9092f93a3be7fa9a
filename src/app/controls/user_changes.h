// Posts the events of mouse, keys and panel to the run, asks before a change that makes steps far slower, and undoes
// changes of values. Every event of the user passes through this class. Owned by InputMapper; used by InputMapper,
// its parts and ScenarioEditor.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/controls/command.h"
#include "app/controls/notices.h"
#include "app/controls/value_history.h"
#include "app/controls/view_settings.h"
#include "app/live/live_run.h"
#include "render/scene/camera.h"
#include "sim/editing/step_cost.h"
#include "sim/editing/table_arrays.h"

namespace murmur {

/// The objects that the input of the user changes.
struct InputTargets {
  LiveRun& run_;
  Camera& camera_;
  ViewSettings& settings_;
  Notices& notices_;
  CommandQueue& commands_;
};

class UserChanges : InputTargets {
 public:
  explicit UserChanges(const InputTargets& targets)
      : InputTargets(targets),
        first_preset_(run_.expected().scenario.preset),
        first_boids_(run_.expected().scenario.boids) {}

  /// Begins a frame. `tag`: tag of the events in this frame. `cost`: present cost of steps, for warnings before a
  /// change that makes them slow.
  void begin_frame(const UndoTag& tag, const PresentCost& cost) {
    tag_ = {.frame = tag.frame, .press = tag_.press, .time = tag.time};
    cost_ = cost;
  }
  void begin_press() { tag_.press = ++presses_; }
  void end_press() { tag_.press = 0; }

  /// Joins all events until the next call into one act with this name; empty: each event is an act of its own.
  void name_act(std::string name) { act_name_ = std::move(name); }
  bool can_take_back() const { return acts_.any_done(); }

  /// Posts an event. @returns false if the event was refused, with a message, or if the user is asked first because steps become slow.
  bool post(Event event);
  bool set(std::string key, SetValue value) {  ///< posts a new value of a key
    return post({.kind = EventKind::kSet, .key = std::move(key), .value = std::move(value)});
  }
  bool set_radius(double radius);  ///< also shrinks the separation radius, which is never larger
  /// Adds an element to an array; `at`: position of the element; empty: it has none.
  bool add(const TableArray& array, const std::vector<double>& at);
  bool remove(const TableArray& array, size_t index);
  /// Asks the user before an event that makes steps far slower; `act` is done after the answer yes. @returns whether it asks.
  bool asks_first(const Event& event, WindowCommand act);
  /// Posts an event as post() does, but never asks.
  bool send_now(Event event);
  /// Sends an event without a question. @returns false if the event was refused, with a notice.
  bool send(PostedEvent posted);
  void answer(bool yes);  ///< answers the open question

  /// Undoes the last act, or (`again`) redoes the last undone act, with a notice: see ValueHistory.
  void take_back(bool again);
  /// Notes a change of the look by the user. `before`: the look before.
  void note_look_change(const Look& before);
  /// Number of boids of a preset; for the first preset of the run, the number that the run began with.
  int64_t usual_boids(const std::string& preset) const;
  /// Radius of a cloud of new boids that is as dense as the flock [world units].
  double cloud_radius(int64_t boids) const;

 private:
  void set_look(const Event& event);
  ValueHistory::Past past() const;

  std::string first_preset_;
  int64_t first_boids_ = 0;
  ValueHistory acts_;
  bool takes_back_ = false;
  int64_t cut_at_ = -2;  // frame of the last act before the last change in the past
  UndoTag tag_;
  std::string act_name_;
  PresentCost cost_;
  int64_t presses_ = 0;  // number of mouse presses in the picture; a drag is one act
};

}  // namespace murmur
