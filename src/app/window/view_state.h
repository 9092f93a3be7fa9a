// The user's settings of the window and requests to it, which controls and panel write and the frame loop reads.
// Nothing here is a part of the flock.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/live/step_cost.h"
#include "render/scene/look.h"

namespace murmur {

/// An action that needs the confirmation of the user.
struct Question {
  std::string text, yes, no;
  std::function<void()> act;  ///< when the answer is yes
  bool shown = false;         ///< in a picture; before that no key answers it
};

/// What the left button does.
enum class Tool : uint8_t { kAdd, kScatter, kAttract, kFlee, kObstacle, kPredator, kGoal, kFollow };
constexpr std::array<const char*, 8> kToolNames{"add",      "scatter",  "attract", "flee",
                                                "obstacle", "predator", "goal",    "follow"};

/// A menu over the picture.
enum class ViewMenu : uint8_t { kNone, kSave, kGallery };

/// The user's settings of the window, not of the flock.
struct ViewState {
  bool paused = false, show_text = true, show_help = false, show_panel = false;
  bool panel_waits = false;  ///< it is hidden because the window is narrow, not by the user: H shows it
  bool quit = false, screenshot = false;  ///< requests; the frame loop applies and clears them
  bool next_backend = false;              ///< likewise
  std::string backend;                    ///< likewise: its name
  std::optional<int> threads;             ///< likewise
  bool compare = false;                   ///< likewise: start or stop a comparison
  int64_t compare_steps = 20;
  bool frame_log = false;  ///< likewise: start or end a log
  ViewMenu menu = ViewMenu::kNone;
  bool fullscreen = false;             ///< likewise: in, or out
  bool orbiting = false;               ///< 3D: the camera goes slowly around the world
  std::string open;                    ///< likewise: a file to go on with
  bool replay = false;                 ///< events come from a log instead of the user
  int single_steps = 0;                ///< requested with N while paused
  std::optional<int64_t> seek;         ///< likewise: the step to go to
  std::optional<int64_t> destination;  ///< of the journey that is under way: a step
  int64_t presses = 0;                 ///< of mouse buttons in the picture so far: a drag is one act
  bool held = false;                   ///< the last of them is not yet released
  bool in_past = false;                ///< later steps are known; set by the frame loop
  int undo = 0;                        ///< likewise: acts to be undone; negative: done again
  double steps_per_second = 60.0, usual_steps_per_second = 60.0;
  bool vsync = true;
  Look look;
  Tool tool = Tool::kAdd;
  double brush = 1.0;         ///< times the tool's usual reach
  int64_t offered_boids = 0;  ///< more than the machine draws smoothly: offered by a button; 0: none
  double most_frames_per_second = 0.0;        ///< 0: no cap
  std::optional<uint32_t> chosen;             ///< id of the boid to follow
  bool debug = false;                         ///< show radius and heading of boids near the pointer
  double pointer_x = -1.0, pointer_y = -1.0;  ///< over the picture [pixels]; negative: not yet
  std::optional<Question> question;           ///< waits for an answer
  PresentCost cost;                           ///< of the steps; set by the frame loop
  std::string message;                        ///< a notice to the user, new in this frame if not empty
};

}  // namespace murmur
