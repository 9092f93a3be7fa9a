// What the user asks of the window, as a value: keys, buttons, menus and answers make commands, and App carries them out. What
// changes the flock is an event, and what leads to another step is asked of LiveRun directly.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/live/recorded_run.h"

namespace murmur {

/// What the menu "Save" offers, in its order: four, then More and what that leads to.
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
  kGif  ///< while a film is recorded, either ends it
};
constexpr int kFirstSaveChoices = 4;

namespace command {

struct ChoosePreset {
  std::string name;  ///< a step of it takes long, and the user has confirmed it
};
struct Quit {
  bool sure = false;  ///< does not ask first
};
struct ToggleFullscreen {};
/// Flock after flock, until the user ends it.
struct Present {};
struct NextBackend {};
struct UseBackend {
  std::string name;
};
struct SetThreads {
  int threads = 0;  ///< 0: one per core
};
struct ToggleComparison {};
/// A/B: see SecondRun.
struct SideBySide {
  enum class Act : uint8_t { kBegin, kEnd, kToStart, kSwap } act = Act::kBegin;
  bool sure = false;  ///< does not ask first
};
struct ToggleFrameLog {};
struct SingleStep {};
/// Follows the boid that is drawn nearest to a place of the picture [pixels].
struct FollowBoidAt {
  double x = 0.0, y = 0.0;
};
/// The predator that is drawn there goes, or else the flock scatters.
struct RemoveOrScatterAt {
  double x = 0.0, y = 0.0;
};
/// Another file or scenario of the gallery.
struct Open {
  std::string path;
  bool sure = false;  ///< does not ask first
};
/// A word becomes a wall.
struct TypeWord {
  std::string word;
};
/// Saves into this folder; empty: the present one.
struct Save {
  SaveChoice choice = SaveChoice::kPicture;
  std::string folder;
};
struct OpenFolder {
  std::string path;
};
/// Adds so many boids; the user has confirmed the number.
struct AddBoids {
  int64_t count = 0;
};
/// An event that the user has confirmed.
struct Post {
  PostedEvent posted;
};

}  // namespace command

using WindowCommand =
    std::variant<command::Quit, command::ToggleFullscreen, command::Present, command::NextBackend,
                 command::UseBackend, command::SetThreads, command::ToggleComparison, command::SideBySide,
                 command::ToggleFrameLog, command::SingleStep, command::FollowBoidAt,
                 command::RemoveOrScatterAt, command::Open, command::Save, command::OpenFolder,
                 command::AddBoids, command::ChoosePreset, command::TypeWord, command::Post>;

using CommandQueue = std::vector<WindowCommand>;

}  // namespace murmur
