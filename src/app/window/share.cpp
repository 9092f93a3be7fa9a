#include "app/window/share.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "app/film/render_look.h"
#include "app/live/run_job.h"
#include "render/film/film_output.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/output_lock.h"

namespace murmur {
namespace {

constexpr int kWide = 1920, kHigh = 1080;  // size of the film [pixels]
constexpr double kFilmSeconds = 10.0;
constexpr double kMostFrames = 45.0;  // pictures per second: every step at 32, every second step at 60
constexpr int kLowPriority = 10;      // the window and its flock have priority

struct Seen {
  std::array<double, 3> target{};
  double azimuth = 0.0, elevation = 0.0, distance = 0.0;  // angles [rad], distance [world units]
};

/// The target and the direction of a 3D camera.
Seen seen_by(const Camera& camera) {
  Seen seen;
  const std::vector<double> middle = camera.place_at(0.5 * camera.width(), 0.5 * camera.height());
  const std::array<float, 4> eye = camera.eye();
  std::array<double, 3> away{};
  for (size_t k = 0; k < 3; ++k) {
    seen.target[k] = middle[k];
    away[k] = static_cast<double>(eye[k]) - middle[k];
  }
  seen.distance = std::hypot(away[0], away[1], away[2]);
  seen.azimuth = std::atan2(away[1], away[0]);
  seen.elevation = std::asin(std::clamp(away[2] / seen.distance, -1.0, 1.0));
  return seen;
}

void add_camera(std::vector<std::string>& arguments, Camera camera, bool orbiting) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  camera.set_margins({});
  camera.resize(kWide, kHigh);
  camera.set_move({});  // render applies the camera moves
  if (camera.dimensions() == 2) {
    Camera whole(camera.world());
    whole.resize(kWide, kHigh);
    whole.fit();
    const std::vector<double> middle = camera.place_at(0.5 * kWide, 0.5 * kHigh);
    const double zoom = camera.pixels_per_unit() / whole.pixels_per_unit();
    arguments.push_back(fmt::format("--zoom={:.6f}", std::clamp(zoom, 0.1, 10000.0)));
    arguments.push_back(fmt::format("--center={:.6f},{:.6f}", middle[0], middle[1]));
    return;
  }
  const Seen seen = seen_by(camera);
  arguments.push_back(
      fmt::format("--center={:.6f},{:.6f},{:.6f}", seen.target[0], seen.target[1], seen.target[2]));
  arguments.push_back(fmt::format("--azimuth={:.6f}", seen.azimuth * kDegrees));
  arguments.push_back(fmt::format("--elevation={:.6f}", seen.elevation * kDegrees));
  arguments.push_back(fmt::format("--distance={:.6f}", seen.distance));
  if (!orbiting) return;
  camera.go_around(kFilmSeconds);
  const double turn = seen_by(camera).azimuth - seen.azimuth;
  arguments.push_back(fmt::format("--turn={:.6f}", std::remainder(turn, 2.0 * std::numbers::pi) * kDegrees));
}

}  // namespace

std::vector<std::string> shared_film_arguments(Camera camera, const Look& look, bool orbiting) {
  const auto steps = static_cast<int64_t>(std::max(1.0, std::ceil(look.steps_per_second / kMostFrames)));
  const double rate = look.steps_per_second / static_cast<double>(steps);
  std::vector<std::string> arguments{
      "render",
      fmt::format("--size={}x{}", kWide, kHigh),
      fmt::format("--frames={}", std::max(1LL, std::llround(kFilmSeconds * rate))),
      fmt::format("--steps-per-frame={}", steps),
      fmt::format("--fps={}", rate),
  };
  for (std::string& argument : look_arguments(complete_look(look))) arguments.push_back(std::move(argument));
  add_camera(arguments, std::move(camera), orbiting);
  return arguments;
}

Share::~Share() {
  cancel();
  if (child_ > 0) {
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  if (!result_) remove_files();
}

void Share::begin(const std::string& folder) {
  folder_ = folder;
  if (cancelled_) {
    remove_files();
    result_ = Result{.why = "cancelled"};
    return;
  }
  if (!has_ffmpeg()) {
    std::error_code ignored;
    std::filesystem::remove(file_of_share(folder_, ".checkpoint"), ignored);
    result_ = Result{.why = "a film needs ffmpeg, which is not installed: apt install ffmpeg", .kept = true};
    return;
  }
  try {
    start();
  } catch (const RunError&) {
    remove_files();
    result_ = Result{};
    throw;
  }
}

void Share::start() {
  said_.reset(std::tmpfile());
  if (!said_) throw RunError(fmt::format("cannot begin the film: {}.", std::strerror(errno)));
  std::vector<std::string> words{"murmur"};
  words.insert(words.end(), arguments_.begin(), arguments_.end());
  words.insert(words.end(), {"--resume", file_of_share(folder_, ".checkpoint"), "--output",
                             file_of_share(folder_, ".mp4")});
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(said_.get()), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);  // Ctrl-C reaches only the window, which ends the film
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = posix_spawn(&child_, "/proc/self/exe", &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    child_ = -1;
    throw RunError(fmt::format("cannot begin the film: {}.", std::strerror(error)));
  }
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(child_), kLowPriority);
}

/// Ends the other process with one signal: it then finishes a shorter film, which is removed. A second signal would leave a part of a file.
void Share::cancel() {
  if (std::exchange(cancelled_, true)) return;
  if (child_ > 0) kill(child_, SIGTERM);
}

/// Removes the files of this share; other files in the folder stay.
void Share::remove_files() {
  if (folder_.empty()) return;
  try {  // removes files of a killed process
    const std::string film = file_of_share(folder_, ".mp4");
    if (OutputLock::if_free(film)) OutputFile::remove_abandoned(film);
  } catch (const RunError&) {  // the folder cannot be written
  }
  std::error_code ignored;
  for (const char* const ending : {".mp4", ".toml", ".jsonl", ".checkpoint"})
    std::filesystem::remove(file_of_share(folder_, ending), ignored);
  std::filesystem::remove(folder_, ignored);
}

std::optional<Share::Result> Share::result() {
  if (result_ || child_ <= 0) return result_;
  int status = 0;
  if (waitpid(child_, &status, WNOHANG) != child_) return std::nullopt;
  child_ = -1;
  const bool written = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (written && !cancelled_) {
    std::error_code ignored;
    std::filesystem::remove(file_of_share(folder_, ".checkpoint"), ignored);
    result_ = Result{.kept = true};
    return result_;
  }
  remove_files();
  const std::string why = last_of("murmur: ", "\n");
  result_ = Result{.why = cancelled_ ? "cancelled" : why.empty() ? "its process has ended early" : why};
  return result_;
}

std::string Share::progress() const { return last_of("(", ")"); }

/// The last text between `before` and `after` in the output of the other process.
std::string Share::last_of(const std::string& before, const std::string& after) const {
  if (!said_) return "";
  std::array<char, 4096> text{};  // large enough for the few lines
  const ssize_t size = pread(fileno(said_.get()), text.data(), text.size(), 0);
  const std::string all(text.data(), static_cast<size_t>(std::max<ssize_t>(size, 0)));
  const size_t begin = all.rfind(before);
  if (begin == std::string::npos) return "";
  const size_t end = all.find(after, begin);
  if (end == std::string::npos) return "";
  return all.substr(begin + before.size(), end - begin - before.size());
}

}  // namespace murmur
