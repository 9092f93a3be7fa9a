// What the user changes: posts events of mouse, keys and panel to the run, asks before a change that makes steps far slower, and takes
// changes of values back. Every event of the user passes through here. Owned by InputMapper; used by it, its parts and ScenarioEditor.
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

/// What the input of the user acts on.
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

  /// `tag`: of the events of this frame. `cost`: of the steps, to warn before a change that makes them slow.
  void begin_frame(const UndoTag& tag, const PresentCost& cost) {
    tag_ = {.frame = tag.frame, .press = tag_.press, .time = tag.time};
    cost_ = cost;
  }
  void begin_press() { tag_.press = ++presses_; }
  void end_press() { tag_.press = 0; }

  /// What is sent until the next call is one act with this name; empty: each event has its own.
  void name_act(std::string name) { act_name_ = std::move(name); }
  bool can_take_back() const { return acts_.any_done(); }

  /// false: refused, and the message says why; or the step becomes so slow that the user is asked first.
  bool post(Event event);
  bool set(std::string key, SetValue value) {  ///< posts a new value of a key
    return post({.kind = EventKind::kSet, .key = std::move(key), .value = std::move(value)});
  }
  bool set_radius(double radius);  ///< the separation radius shrinks with it, so that it is never the larger
  /// A further element of an array; `at`: its place, if it is to have one.
  bool add(const TableArray& array, const std::vector<double>& at);
  bool remove(const TableArray& array, size_t index);
  /// Asks first, and later does `act`, if the event makes a step far slower. @returns whether it asks.
  bool asks_first(const Event& event, WindowCommand act);
  /// post() that never asks.
  bool send_now(Event event);
  /// Sends an event and does not ask. @returns false: refused, and the notice says why.
  bool send(PostedEvent posted);
  void answer(bool yes);  ///< answers the question that there is

  /// Takes the last act back, or (`again`) makes the last one taken back again, and tells the user which: see ValueHistory.
  void take_back(bool again);
  /// The user has changed the look, which was this.
  void note_look(const Look& before);
  /// Number of boids that a preset comes with: the one that the run began with, with as many as it then had.
  int64_t usual_boids(const std::string& preset) const;
  /// Radius of a cloud of new boids as dense as the flock [world units].
  double cloud_radius(int64_t boids) const;

 private:
  void set_look(const Event& event);
  ValueHistory::Past past() const;

  std::string first_preset_;
  int64_t first_boids_ = 0;
  ValueHistory acts_;
  bool takes_back_ = false;
  int64_t cut_at_ = -2;  // the last act before the last change in the past: a frame
  UndoTag tag_;
  std::string act_name_;
  PresentCost cost_;
  int64_t presses_ = 0;  // presses of mouse buttons in the picture so far: a drag is one act
};

}  // namespace murmur
