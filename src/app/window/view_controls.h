// Mouse and keys: converts them to events for the simulation, camera moves, or changes of the window. All
// input of the user to the flock is here. Uses no OpenGL, so that tests need no window.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "app/live/flight.h"
#include "app/live/step_cost.h"
#include "render/gl/input_event.h"
#include "render/scene/boid_look.h"
#include "render/scene/camera.h"

namespace murmur {

/// Something that is done only when the user says so.
struct Question {
  std::string text, yes, no;
  std::function<void()> act;  ///< when the answer is yes
};

/// What the left button does.
enum class Tool : uint8_t { kAdd, kScatter, kAttract, kFlee, kObstacle, kPredator, kGoal, kFollow };
constexpr std::array<const char*, 8> kToolNames{"add",      "scatter",  "attract", "flee",
                                                "obstacle", "predator", "goal",    "follow"};

/// How the flock is drawn.
struct LiveLook {
  BoidShape shape = BoidShape::kTriangle;
  ColourBy by = ColourBy::kHeading;
  bool light = false, legend = true;
  double size = 1.0;
  bool axes = false;
  std::optional<std::array<float, 3>> one, background;  ///< none: usual for a dark or light background
  bool operator==(const LiveLook&) const = default;
};

/// The user's settings of the window, not of the flock.
struct ViewState {
  bool paused = false, show_text = true, show_help = false, show_panel = false;
  bool quit = false, screenshot = false;  ///< requests; the frame loop applies and clears them
  bool next_backend = false;              ///< likewise
  std::string backend;                    ///< likewise: its name
  std::optional<int> threads;             ///< likewise
  bool compare = false;                   ///< likewise: start or stop a comparison
  int64_t compare_steps = 20;
  bool frame_log = false;  ///< likewise: start or end a log
  bool replay = false;     ///< events come from a log instead of the user
  int single_steps = 0;    ///< requested with N while paused
  double steps_per_second = 60.0, usual_steps_per_second = 60.0;
  bool vsync = true;
  LiveLook look;
  Tool tool = Tool::kAdd;
  double brush = 1.0;         ///< times the tool's usual reach
  int64_t offered_boids = 0;  ///< more than the machine draws smoothly: flown when asked for; 0: none
  double most_frames_per_second = 0.0;        ///< 0: no cap
  std::optional<uint32_t> chosen;             ///< id of the boid to follow
  bool debug = false;                         ///< show radius and heading of boids near the pointer
  double pointer_x = -1.0, pointer_y = -1.0;  ///< over the picture [pixels]; negative: not yet
  std::optional<Question> question;           ///< waits for an answer
  PresentCost cost;                           ///< of the steps; set by the frame loop
  std::string message;                        ///< for the user, new in this frame if not empty
};

class ViewControls {
 public:
  ViewControls(Flight& flight, Camera& camera, ViewState& view)
      : flight_(flight), camera_(camera), view_(view) {}

  /// `blocked`: the pointer (or text input) is used by a control of the overlay.
  void handle(const InputEvent& input, bool blocked = false);
  /// Once per frame, after its input: moves the flock's cursor to the pointer.
  void end_input();
  void choose_preset(const std::string& name);
  /// false: refused, and the message says why; or so dear that the user is asked first.
  bool post(Event event);
  void answer(bool yes);  ///< to the question that there is
  void choose_tool(Tool tool);
  /// How far the tool acts around the pointer [world units]; 0: at one place, or everywhere.
  double reach() const;
  /// Radius of a cloud of new boids as dense as the flock [world units].
  double cloud_radius(int64_t boids) const;

 private:
  enum class Drag : uint8_t { kNone, kPaint, kPan, kOrbit, kCursor, kObstacle, kGoal };

  bool ask_first(const Event& event);
  bool send(Event event);
  bool in_world(const std::vector<double>& place);
  void use_tool(double x, double y);
  void hold_cursor(CursorMode mode);
  void grab_obstacle(const std::vector<double>& at);
  void drag_thing();
  void release();
  void press(const InputEvent& input);
  void key(Key key);
  void move(const InputEvent& input);
  void character(uint32_t character);
  void choose_at(double x, double y);
  int64_t added_at_once() const;
  void add_at(double x, double y);
  void scatter_at(double x, double y);
  void change_radius(double by);
  void gust();
  void next_cursor_mode();
  bool cursor_on() const;
  void startle();
  void restart();
  void next_preset();
  void hide();
  void change_count(int64_t boids);
  bool large_flocks() const;

  Flight& flight_;
  Camera& camera_;
  ViewState& view_;
  Drag drag_ = Drag::kNone;
  size_t dragged_ = 0;                          // the obstacle
  double x_ = 0.0, y_ = 0.0;                    // where a drag was handled last [pixels]
  double pointer_x_ = -1.0, pointer_y_ = -1.0;  // where the pointer was last over the picture [pixels]
  bool pointer_moved_ = false;                  // in this frame
  std::optional<int64_t> boids_wanted_;         // before a smaller preset reduced their number
};

}  // namespace murmur
