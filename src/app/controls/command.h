// Requests of the user to the window, as values: keys, buttons, menus and answers make commands, and App carries
// them out. Changes of the flock are events, not commands, and LiveRun gets requests for another step directly.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/live/recorded_run.h"

namespace murmur {

/// Entries of the menu "Save", in order: the first four, then More and the entries under it.
enum class SaveChoice : uint8_t {
  kCheckpoint,
  kPicture,
  kMp4,
  kShare,
  kScenario,
  kCopy,
  kState,
  kLog,
  kMeasures,
  kGif,    ///< records a GIF; during a recording kMp4 and kGif both end it
  kWindow  ///< a picture with panel and tools, of F12; in no menu
};
constexpr int kFirstSaveChoices = 4;

namespace command {

struct ChoosePreset {
  std::string name;  ///< a preset with slow steps, which the user has confirmed
};
struct Quit {
  bool sure = false;  ///< does not ask the user first
};
struct ToggleFullscreen {};
/// Shows flock after flock, until the user ends the presentation.
struct Present {};
struct NextBackend {};
struct UseBackend {
  std::string name;
};
struct SetThreads {
  int threads = 0;  ///< 0: one thread per core
};
struct ToggleComparison {};
/// Begins, ends or changes the comparison A/B: see SecondRun.
struct SideBySide {
  enum class Act : uint8_t { kBegin, kEnd, kToStart, kSwap } act = Act::kBegin;
  bool sure = false;  ///< does not ask the user first
};
struct ToggleFrameLog {};
struct SingleStep {};
/// Follows the boid that is drawn nearest to a point of the picture [pixels].
struct FollowBoidAt {
  double x = 0.0, y = 0.0;
};
/// Scatters the flock at a point of the picture, or removes the predator that is drawn there.
struct ScatterAt {
  double x = 0.0, y = 0.0;
  bool removes = false;  ///< removes a predator that is drawn there instead
};
/// Opens another file or scenario of the gallery.
struct Open {
  std::string path;
  bool sure = false;  ///< does not ask the user first
};
/// Makes a wall of the letters of a word.
struct TypeWord {
  std::string word;
};
/// Saves a file into a folder; empty: the present folder.
struct Save {
  SaveChoice choice = SaveChoice::kPicture;
  std::string folder;
};
struct OpenFolder {
  std::string path;
};
/// Adds boids, after the user has confirmed the number.
struct AddBoids {
  int64_t count = 0;
};
/// Posts an event that the user has confirmed.
struct Post {
  PostedEvent posted;
};

}  // namespace command

using WindowCommand =
    std::variant<command::Quit, command::ToggleFullscreen, command::Present, command::NextBackend,
                 command::UseBackend, command::SetThreads, command::ToggleComparison, command::SideBySide,
                 command::ToggleFrameLog, command::SingleStep, command::FollowBoidAt, command::ScatterAt,
                 command::Open, command::Save, command::OpenFolder, command::AddBoids, command::ChoosePreset,
                 command::TypeWord, command::Post>;

using CommandQueue = std::vector<WindowCommand>;

}  // namespace murmur
