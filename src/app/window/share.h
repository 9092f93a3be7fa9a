// Ten seconds of the flock as files for others: a folder with the film, the scenario and the event log. The run's thread writes the
// files (job::Export); then another process of the program draws the film from a checkpoint, as `murmur render` does: at its own
// size and pace, with OpenGL of its own, so that the window goes on. Nothing is left of a film that is cancelled or fails.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/scene/camera.h"
#include "sim/look/look.h"
#include "sim/util/files.h"

namespace murmur {

/// Arguments of `murmur render` for a film that looks like the window; without its input and output. `orbiting`: see ViewSettings.
std::vector<std::string> shared_film_arguments(Camera camera, const Look& look, bool orbiting);

class Share {
 public:
  /// `arguments`: see shared_film_arguments().
  explicit Share(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {}
  ~Share();  ///< what is not complete is removed
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

  /// The other files are in this folder, and the checkpoint: begins the film. @throws RunError: nothing is left of them.
  void begin(const std::string& folder);
  void cancel();
  const std::string& folder() const { return folder_; }  ///< empty: not there yet
  std::string progress() const;                          ///< "40 %"; empty: not known
  struct Result {
    std::string why;    ///< there is no film; empty: there is
    bool kept = false;  ///< the other files are there
  };
  /// None while it runs.
  std::optional<Result> result();

 private:
  void start();
  void remove_files();
  std::string last_of(const std::string& before, const std::string& after) const;

  std::vector<std::string> arguments_;
  std::string folder_;
  File said_;  // what the other process says
  pid_t child_ = -1;
  bool cancelled_ = false;
  std::optional<Result> result_;
};

}  // namespace murmur
