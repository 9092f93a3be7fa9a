// The user's settings of the window, which are no part of the flock: controls and panel change them, App reads them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/look/look.h"

namespace murmur {

/// What the left button does.
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
    "moves it, a right click removes the wall. 3D: a click places a box"};

/// A menu over the picture.
enum class ViewMenu : uint8_t { kNone, kSave, kGallery, kOpen };

/// What is open over the picture: it takes all keys and clicks, see KeyActions::use_of().
enum class OnTop : uint8_t { kNothing, kHelp, kSave, kGallery, kOpen, kQuestion, kPresentation };

/// Sizes of text and controls that can be chosen.
inline constexpr std::array<double, 5> kInterfaceSizes{0.85, 1.0, 1.25, 1.5, 2.0};

struct ViewSettings {
  bool paused = false;
  bool show_text = true, show_help = false, show_panel = false;
  bool researches = false;  ///< the panel's part for researchers is open: texts name keys, units and the hash
  bool panel_waits = false;  ///< it is hidden because the window is narrow, not by the user: H shows it
  double panel_wider = 1.0;  ///< width of the panel, times the usual
  ViewMenu menu = ViewMenu::kNone;
  std::string
      begun;  ///< title of a flock that has just been made; its values are those that resets return to. Empty: none
  bool saves_more = false;  ///< the menu Save shows the kinds under More
  bool orbiting = false;    ///< 3D: the camera goes slowly around the world
  bool vsync = true;
  double interface = 1.0;               ///< size of text and controls, times the display's
  double most_frames_per_second = 0.0;  ///< 0: no cap
  Look look, scenario_look;             ///< complete: as it is; as last taken from scenario and options
  Tool tool = Tool::kAdd;
  std::string added_species;  ///< species that the tool adds; none, or not of the flock: by the shares
  double brush = 1.0, strength = 1.0;         ///< times the tool's usual reach and effect
  std::optional<uint32_t> chosen;             ///< id of the boid to follow
  bool debug = false;                         ///< show radius and heading of boids near the pointer
  double pointer_x = -1.0, pointer_y = -1.0;  ///< place over the picture [pixels]; negative: not yet there
  /// Measures are shown: in the panel, or by the colours of speed.
  bool shows_measures() const { return show_panel || look.colour.word == ColourBy::kSpeed; }
  int64_t compare_steps = 20;
  int64_t offered_boids = 0;  ///< more than the machine draws smoothly: offered by a button; 0: none
};

}  // namespace murmur
