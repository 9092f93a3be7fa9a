// Shares ten seconds of the flock as files: a folder with the film, the scenario and the event log. The thread of
// the run writes the files (job::Export). Then another process of the program draws the film from a checkpoint, as
// `murmur render` does: with its own size, pace and OpenGL, so that the window goes on. A film that is cancelled or
// fails leaves no files.
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

/// Arguments of `murmur render` for a film that looks like the window, without input and output. `orbiting`: see ViewSettings.
std::vector<std::string> shared_film_arguments(Camera camera, const Look& look, bool orbiting);

class Share {
 public:
  /// `arguments`: as from shared_film_arguments().
  explicit Share(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {}
  ~Share();  ///< removes the files of an unfinished share
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

  /// Begins the film in a folder that has the other files and the checkpoint. @throws RunError; then all files are removed.
  void begin(const std::string& folder);
  void cancel();
  const std::string& folder() const { return folder_; }  ///< folder of the share; empty: not known yet
  std::string progress() const;                          ///< progress of the film, "40 %"; empty: not known
  struct Result {
    std::string why;    ///< why there is no film; empty: there is one
    bool kept = false;  ///< the other files are kept
  };
  /// The result; none while the film is being drawn.
  std::optional<Result> result();

 private:
  void start();
  void remove_files();
  std::string last_of(const std::string& before, const std::string& after) const;

  std::vector<std::string> arguments_;
  std::string folder_;
  File said_;  // output of the other process
  pid_t child_ = -1;
  bool cancelled_ = false;
  std::optional<Result> result_;
};

}  // namespace murmur
