// Back and forth in time: undo, redo, and any of the last steps. Keeps the history of the flock and the event log
// alike, so that what is undone is in neither once the flock goes on. Journeys run on the thread of the steps. Needs no
// window; used by the frame loop.
#pragma once

#include <functional>
#include <string>

#include "app/live/flight.h"
#include "app/window/history.h"
#include "app/window/view_state.h"
#include "render/panel/overlay_status.h"
#include "sim/formats/event_log.h"
#include "sim/formats/log_player.h"

namespace murmur {

class TimeTravel {
 public:
  /// `log`, `replay`: null for none; both must outlive this.
  TimeTravel(Flight& flight, ViewState& view, EventLogWriter* log, LogPlayer* replay)
      : flight_(flight), view_(view), log_(log), replay_(replay) {}

  /// The log could not be written or cut; it ends here.
  std::function<void(const std::string&)> on_log_failure;

  void begin();  ///< at the present step: nothing before it can be gone to
  /// An event, or a hash, of the present moment. `frame`: events of one frame are one act.
  void note(const LogRecord& record, int64_t frame);
  /// On the thread of the steps, after each: what stepped() is going to keep.
  void prepare() { history_.prepare(flight_.simulation()); }
  void stepped() {  ///< after each step
    history_.set_step_time(flight_.last_step_ms() * 1e-3);
    history_.stepped(flight_.simulation());
  }
  /// Before the flock goes on or is changed: what came after the present moment is forgotten.
  void cut_future();

  /// Once per frame: begins the journey that ViewState asks for.
  void follow();
  void arrived();  ///< when the journey has ended
  bool in_past() const { return replay_ == nullptr && history_.in_past(); }

  void show();                                  ///< takes the numbers of the bar, where the flight is whole
  TimeBar bar() const;                          ///< of the last show()
  EventLogWriter* log() const { return log_; }  ///< null: none, or it has ended
  const History& history() const { return history_; }

 private:
  void begin_journey(Moment target, const std::string& message);

  Flight& flight_;
  ViewState& view_;
  EventLogWriter* log_;
  LogPlayer* replay_;
  History history_{History::usual_bytes()};     // only where flight_ is whole
  size_t scheduled_ = 0;                        // events of the scenario to come, as far as is known here
  int64_t replay_end_ = 0;                      // the last step of the log
  std::function<void(const Event&)> on_event_;  // of the simulation, during a journey
  std::string arrival_, fault_;                 // what to say when the journey has ended
  TimeBar bar_;
};

}  // namespace murmur
