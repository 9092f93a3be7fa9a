// The user's settings of the window, which are not part of the flock: controls and panel change them, App reads them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/look/look.h"

namespace murmur {

/// The tool of the left mouse button.
enum class Tool : uint8_t { kAdd, kScatter, kAttract, kFlee, kObstacle, kPredator, kGoal, kFollow, kWall };
constexpr std::array<const char*, 9> kToolNames{"add",      "scatter", "attract", "flee", "obstacle",
                                                "predator", "goal",    "follow",  "wall"};

constexpr std::array<const char*, 9> kToolHelps{
    "adds boids; a drag paints",
    "pushes boids apart, as the right button does with any tool",
    "boids follow the pointer while the button is down",
    "boids flee the pointer while the button is down",
    "places an obstacle, or moves the one under the pointer; a right click removes it",
    "adds a predator; a right click removes it",
    "places the goal; a drag moves it, a right click removes it",
    "the camera follows the boid under the pointer",
    "2D: a drag draws a wall, with Shift a straight one; back at its begin it is closed. A drag of a point "
    "moves it, a right click removes the wall. 3D: a click places a box, a drag a larger one"};

/// A menu that is open over the picture.
enum class ViewMenu : uint8_t { kNone, kSave, kGallery, kOpen };

/// The topmost thing over the picture, which takes all keys and clicks: see KeyActions::use_of().
enum class OnTop : uint8_t { kNothing, kHelp, kSave, kGallery, kOpen, kQuestion, kPresentation };

/// Sizes of text and controls that the user can choose.
inline constexpr std::array<double, 5> kInterfaceSizes{0.85, 1.0, 1.25, 1.5, 2.0};

struct ViewSettings {
  bool paused = false;
  bool show_text = true, show_help = false, show_panel = false;
  bool researches = false;   ///< the part for researchers is open: texts name keys, units and the hash
  bool panel_waits = false;  ///< the narrow window hides the panel, not the user; H shows it
  double panel_wider = 1.0;  ///< width of the panel over the usual width
  ViewMenu menu = ViewMenu::kNone;
  std::string begun;        ///< title of a new flock whose values resets return to; empty: none
  bool saves_more = false;  ///< the menu Save shows the entries under More
  bool orbiting = false;    ///< the 3D camera goes slowly around the world
  bool vsync = true;
  double interface = 1.0;               ///< size of text and controls over the display's
  double most_frames_per_second = 0.0;  ///< limit of the frame rate; 0: none
  Look look, scenario_look;             ///< the look now, and that of scenario and options
  Tool tool = Tool::kAdd;
  std::string added_species;                  ///< species of added boids; empty or unknown: by the shares
  double brush = 1.0, strength = 1.0;         ///< factors of the tool's usual reach and effect
  std::optional<uint32_t> chosen;             ///< id of the followed boid
  bool debug = false;                         ///< shows radius and heading of boids near the pointer
  double pointer_x = -1.0, pointer_y = -1.0;  ///< position over the picture [pixels]; negative: none yet
  /// Whether measures are shown, in the panel or by the colours of speed.
  bool shows_measures() const { return show_panel || look.colour.word == ColourBy::kSpeed; }
  int64_t compare_steps = 20;
  std::string flock_before;   ///< the file or preset that the window showed before this one; empty: none
  int64_t offered_boids = 0;  ///< a button offers this larger number of boids; 0: no button
};

}  // namespace murmur
