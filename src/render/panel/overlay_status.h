// What the text over the picture says in one frame, filled by the frame loop and read by Overlay; and what the user did with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/look/colour.h"

namespace murmur {

/// A small text in the picture, under the overlay's windows.
struct Label {
  float x = 0.0f, y = 0.0f;  ///< upper left corner [pixels]; moved to stay inside the picture
  std::string text;          ///< may have several lines
  bool strong = false;       ///< the boid is the followed one
};

/// The meaning of the colours.
struct Legend {
  uint32_t texture = 0;  ///< OpenGL's name; 0: no legend
  std::string title;
  std::vector<std::string> marks;  ///< words at even distances below the bar of colours
  std::vector<std::pair<std::string, Rgb>> kinds =
      {};  ///< names with their colours; they replace texture and marks
  bool empty() const { return texture == 0 && kinds.empty(); }
};

/// The steps that can be gone to, below the picture.
struct TimeBar {
  int64_t first = 0, last = 0, now = 0;
  bool undo = false, redo = false;  ///< there is something to
  bool acts = true;                 ///< has buttons for both
};

struct MenuEntry {
  std::string name;         ///< key for tests
  std::string title, line;  ///< line: describes the entry
  uint32_t picture = 0;     ///< OpenGL's name of its texture; 0: none
  std::string group = {};   ///< group of a tile; tiles of a group follow each other
};

/// A menu over the picture: a list, or tiles with pictures.
struct Menu {
  std::string title;  ///< empty: no menu
  std::vector<MenuEntry> entries;
  bool tiles = false;
};

/// The tools of the left button.
struct ToolBar {
  std::vector<const char*> names, helps;  ///< empty: no bar
  int chosen = 0;
  double size = 1.0, strength = 1.0;
  bool named = false;  ///< names stand beside the buttons, where these are one below the other
};

/// What a click would place, drawn at the pointer.
enum class Ghost : uint8_t { kNone, kDisc, kDart };

/// A line of the list that F1 shows.
struct HelpRow {
  std::string keys, meaning;
  std::string group;  ///< the title above it, if it is the first of its group
};

/// One of two flocks side by side: the part of the picture [pixels], and what is written at its top.
struct PictureHalf {
  double left = 0.0, right = 0.0;
  std::string title;
  std::vector<std::string> lines;
};

struct OverlayStatus {
  std::string preset, backend;
  int64_t boids = 0, step = 0;
  uint64_t seed = 0;
  std::string hash;  ///< the first digits; empty: not known
  double frames_per_second = 0.0, steps_per_second = 0.0, wanted_steps_per_second = 0.0;
  double step_ms = 0.0;
  bool researches = false;  ///< times, backend, seed and hash are shown too
  bool paused = false, machine_limited = false;
  bool comparing = false;  ///< backends are compared and the flock is paused
  double under_way = 0.0;  ///< time since a long step began [s]; 0: none
  int panel_width = 0;     ///< [pixels] at the right, which the text leaves free
  bool replay_differs = false;
  std::string replay;               ///< how far a replay is; empty: none
  std::vector<Label> labels;        ///< words at places in the picture
  std::vector<std::string> names;   ///< names of rules, species and files, which the panel shows
  std::vector<PictureHalf> halves;  ///< the two of A/B; empty without
  Legend legend;
  ToolBar tools;
  double reach_x = 0.0, reach_y = 0.0, reach = 0.0;  ///< a ring around the pointer [pixels]; 0: none
  float push = 1.0f;           ///< how far the last push has come, of its way to the ring
  Ghost ghost = Ghost::kNone;  ///< shape that is shown in the ring
  TimeBar time;
  std::vector<std::string>
      pictures;                ///< titles of flocks to begin with, buttons above the foot of the picture
  int lit_picture = -1;        ///< the one that flies; -1: none
  std::string message;         ///< one sentence for the user; empty: none
  std::string message_button;  ///< button beside the message; empty: none
  double recording = -1.0;     ///< seconds of the film that is being recorded; negative: none
  std::string sharing;         ///< how far the film to share is; empty: there is none
  Menu menu;
  std::string question, yes, no;  ///< question with two buttons; empty: none
  bool saves = false;             ///< the question has a third button, Save
  std::span<const HelpRow> help;  ///< the list of mouse and keys; empty: none
};

constexpr int kNoChoice = -1, kMenuClosed = -2;

struct ToolUse {
  int tool = -1;                      ///< the tool whose button was pressed; -1: none
  double size = 0.0, strength = 0.0;  ///< new values that the user set; 0: unchanged
};

struct TimeUse {
  std::optional<int64_t> step;  ///< where the pointer drags it
  int undo = 0;                 ///< 1 undoes an act, -1 redoes one
};

/// What the user did in a frame.
struct OverlayUse {
  std::optional<bool> answer;  ///< the answer to the question
  bool save = false;           ///< it is to save first
  ToolUse tools;
  TimeUse time;
  float panel_drag = 0.0f;             ///< the panel's edge was dragged so far to the left [pixels]
  int picture = kNoChoice;             ///< index of the flock to begin with
  int menu = kNoChoice;                ///< index of the entry, kNoChoice or kMenuClosed
  bool message = false, help = false;  ///< the button of the message, or of the help, was pressed
  bool film_stopped = false, share_stopped = false;  ///< the button of the sign was pressed
};

}  // namespace murmur
