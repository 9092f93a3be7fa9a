// The values that the overlay shows in one frame, filled by the frame loop and read by Overlay, and the input of the user to the overlay.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/look/colour.h"

namespace murmur {

/// A small text in the picture, below the windows of the overlay.
struct Label {
  float x = 0.0f, y = 0.0f;  ///< upper left corner [pixels]; moved to stay inside the picture
  std::string text;          ///< one line or several
  bool strong = false;       ///< the label of the followed boid
};

/// The legend of the boids' colours.
struct Legend {
  uint32_t texture = 0;  ///< OpenGL's name of the colour bar; 0: no bar
  std::string title;
  std::vector<std::string> marks;                       ///< words at equal distances below the colour bar
  std::vector<std::pair<std::string, Rgb>> kinds = {};  ///< names with colours, in place of texture and marks
  bool empty() const { return texture == 0 && kinds.empty(); }
};

/// The range of steps that the user can go to, shown below the picture.
struct TimeBar {
  int64_t first = 0, last = 0, now = 0;
  bool undo = false, redo = false;  ///< there is an act to undo, or to redo
  bool acts = true;                 ///< shows buttons for undo and redo
};

struct MenuEntry {
  std::string name;         ///< name of the control for tests
  std::string title, line;  ///< line: description of the entry
  uint32_t picture = 0;     ///< OpenGL's name of a texture; 0: none
  std::string group = {};   ///< group of a tile; the tiles of a group are adjacent
};

/// A menu over the picture: a list, or tiles with pictures.
struct Menu {
  std::string title;  ///< empty: no menu is open
  std::vector<MenuEntry> entries;
  bool tiles = false;
};

/// The tools of the left mouse button.
struct ToolBar {
  std::vector<const char*> names, helps;  ///< empty: no bar is shown
  int chosen = 0;
  double size = 1.0, strength = 1.0;
  bool named = false;  ///< shows names beside the buttons, if there is one column
};

/// The shape at the pointer that a click would place.
enum class Ghost : uint8_t { kNone, kDisc, kDart };

/// A line of the list that the key F1 shows.
struct HelpRow {
  std::string keys, meaning;
  std::string group;  ///< title above the first row of a group
};

/// One of two flocks side by side: its part of the picture [pixels], and the text at the top.
struct PictureHalf {
  double left = 0.0, right = 0.0;
  std::string title;
  std::vector<std::string> lines;
};

struct OverlayStatus {
  std::string preset, backend;
  int64_t boids = 0, step = 0;
  uint64_t seed = 0;
  std::string hash;  ///< first digits of the hash; empty: not known
  double frames_per_second = 0.0, steps_per_second = 0.0, wanted_steps_per_second = 0.0;
  double step_ms = 0.0;
  bool researches = false;  ///< shows times, backend, seed and hash, too
  bool paused = false, machine_limited = false;
  bool comparing = false;    ///< backends are being compared, and the flock is paused
  double under_way = 0.0;    ///< duration of the present long step [s]; 0: none
  int panel_width = 0;       ///< width at the right that the text leaves free [pixels]
  bool opens_panel = false;  ///< the panel is closed, and buttons show it and the help
  float opacity = 1.0f;      ///< opacity of status, tools, buttons and time bar; 0: they are not drawn
  bool replay_differs = false;
  std::string replay;               ///< progress of a replay; empty: none
  std::vector<Label> labels;        ///< words at points of the picture
  std::vector<std::string> names;   ///< names of rules, species and files in the panel, for the font
  std::vector<PictureHalf> halves;  ///< the two flocks of A/B; empty: one flock
  Legend legend;
  ToolBar tools;
  double reach_x = 0.0, reach_y = 0.0, reach = 0.0;  ///< ring around the pointer [pixels]; 0: none
  float push =
      1.0f;  ///< progress of the wave that the user's last push sends from the pointer to the tool's circle; 1: it has ended
  Ghost ghost = Ghost::kNone;  ///< shape that is shown in the ring
  TimeBar time;
  std::vector<std::string> pictures;  ///< titles of flocks that buttons offer
  int lit_picture = -1;               ///< index of the present flock among them; -1: none
  std::string message;                ///< one sentence for the user; empty: none
  std::string message_button;         ///< text of a button beside the message; empty: none
  double recording = -1.0;            ///< length of the film so far [s]; negative: no recording
  std::string sharing;                ///< progress of the film to share; empty: none
  Menu menu;
  std::string question, yes, no;  ///< question with two buttons; empty: none
  bool saves = false;             ///< the question has a third button, Save
  std::span<const HelpRow> help;  ///< lines of the help; empty: it is closed
};

constexpr int kNoChoice = -1, kMenuClosed = -2;

/// Buttons over the picture while the panel is closed.
constexpr std::array<const char*, 2> kOpeners{"Help", "Panel"};

struct ToolUse {
  int tool = -1;                      ///< index of the pressed tool; -1: none
  double size = 0.0, strength = 0.0;  ///< values that the user has set; 0: unchanged
};

struct TimeUse {
  std::optional<int64_t> step;  ///< step to which the pointer drags the time bar
  int undo = 0;                 ///< 1 undoes an act, -1 redoes one
};

/// Input of the user to the overlay in a frame.
struct OverlayUse {
  std::optional<bool> answer;  ///< answer to the question
  bool save = false;           ///< the answer is to save first
  ToolUse tools;
  TimeUse time;
  float panel_drag = 0.0f;             ///< how far the panel's edge was dragged to the left [pixels]
  int picture = kNoChoice;             ///< index of the chosen flock, or kNoChoice
  int menu = kNoChoice;                ///< index of the chosen entry, kNoChoice or kMenuClosed
  bool message = false, help = false;  ///< the button of the message, or of the help, was pressed
  int opener = kNoChoice;              ///< index in kOpeners of the pressed button, or kNoChoice
  bool film_stopped = false, share_stopped = false;  ///< the sign's button was pressed
};

}  // namespace murmur
