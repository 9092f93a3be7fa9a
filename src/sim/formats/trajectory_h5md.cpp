// An H5MD file that stays readable. Metadata stays in memory between flushes, so the file of a killed program
// is that of the last flush with some chunks behind its end. Disk space for a whole frame is reserved before
// HDF5 writes, because a write that fails inside HDF5 cannot be undone.
#include "sim/formats/trajectory_h5md.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/formats/h5md_particles.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kFlushEvery(1);
constexpr int64_t kRoomForMetadata = 256 * 1024;

class H5File {
 public:
  H5File(const std::string& path, bool go_on) : path_(path) {
    h5::be_quiet();
    const h5::Handle access = h5::check(h5::Handle(H5Pcreate(H5P_FILE_ACCESS), H5Pclose), path);
    H5AC_cache_config_t cache = {};
    cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    h5::check(H5Pget_mdc_config(access, &cache), path);
    cache.evictions_enabled = false;
    cache.incr_mode = H5C_incr__off;
    cache.flash_incr_mode = H5C_flash_incr__off;
    cache.decr_mode = H5C_decr__off;
    h5::check(H5Pset_mdc_config(access, &cache), path);
    const hid_t id = go_on ? H5Fopen(path.c_str(), H5F_ACC_RDWR, access)
                           : H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    file_ = h5::Handle(id, H5Fclose);
    if (!file_.valid() && go_on) {
      throw UserError(
          fmt::format("{}: is not the trajectory of the run to resume (HDF5 cannot open it); name "
                      "another file with --trajectory",
                      path));
    }
    file_ = h5::check(std::move(file_), path);
    disk_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  }
  ~H5File() {
    file_ = {};
    if (disk_ < 0) return;
    struct stat now = {};
    if (::fstat(disk_, &now) == 0 && ::ftruncate(disk_, now.st_size) != 0) {
    }  // releases reserved space; a failure has no effect
    ::close(disk_);
  }
  H5File(const H5File&) = delete;
  H5File& operator=(const H5File&) = delete;

  hid_t id() const { return file_; }
  /// @throws RunError when the disk has less free space.
  void reserve(int64_t bytes) const {
#ifdef FALLOC_FL_KEEP_SIZE
    struct stat now = {};
    if (disk_ < 0 || ::fstat(disk_, &now) != 0) return;
    if (::fallocate(disk_, FALLOC_FL_KEEP_SIZE, now.st_size, bytes) == 0) return;
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) cannot_write(path_, errno);
#else
    static_cast<void>(bytes);
#endif
  }
  void flush() const { h5::check(H5Fflush(file_, H5F_SCOPE_LOCAL), path_); }

 private:
  std::string path_;
  h5::Handle file_;
  int disk_ = -1;
};

template <class T>
class H5md final : public Trajectory<T> {
 public:
  H5md(const std::string& path, const std::string& scenario, int64_t resumed_at)
      : path_(path), go_on_(resumed_at >= 0 && exists(path)) {
    if (!go_on_) open_to_write(path);  // for its message, if the folder is not writable
    file_ = std::make_unique<H5File>(path, go_on_);
    if (go_on_) {
      keep_up_to(resumed_at);
    } else {
      describe(scenario);
    }
    file_->flush();
  }
  ~H5md() override {
    boids_.reset();  // before their file
    predators_.reset();
  }

  void write(const Frame<T>& frame) override {
    const State<T>& state = *frame.state;
    const auto numbers = static_cast<int64_t>(state.position.size() + state.velocity.size() +
                                              2 * state.predator_position.size());
    // Chunks are written completely; those of boids added later may be nearly empty.
    file_->reserve(2 * numbers * static_cast<int64_t>(sizeof(T)) + kRoomForMetadata);
    append(boids_, "boids", frame, state.position, state.velocity);
    if (predators_ || state.predator_count() > 0)
      append(predators_, "predators", frame, state.predator_position, state.predator_velocity);
    this->last_step_ = state.step;
    if (Clock::now() - flushed_ >= kFlushEvery) flush();
  }
  void flush() override {
    file_->flush();
    flushed_ = Clock::now();
  }

 private:
  using Particles = std::unique_ptr<H5mdParticles<T>>;

  static bool exists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) > 0;
  }

  void append(Particles& particles, const char* name, const Frame<T>& frame, const std::vector<T>& position,
              const std::vector<T>& velocity) {
    if (!particles) {
      particles = std::make_unique<H5mdParticles<T>>(file_->id(), path_, name, frame.state->dimensions,
                                                     frame.periodic, position.size() / frame.size.size());
    }
    particles->append(frame.state->step, frame.time, position, velocity, frame.size);
  }

  void describe(const std::string& scenario) {
    const h5::Handle root = h5::make_group(file_->id(), "h5md", path_);
    const hsize_t two = 2;
    const h5::Handle space(H5Screate_simple(1, &two, nullptr), H5Sclose);
    const h5::Handle version(H5Acreate2(root, "version", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose);
    const int numbers[2] = {1, 1};
    h5::check(H5Awrite(version, H5T_NATIVE_INT, numbers), path_);
    h5::put_text(h5::make_group(root, "author", path_), "name", "unknown", path_);
    const h5::Handle creator = h5::make_group(root, "creator", path_);
    h5::put_text(creator, "name", "murmur", path_);
    h5::put_text(creator, "version", std::string(kVersion), path_);
    h5::make_group(file_->id(), "particles", path_);
    h5::put_text_dataset(h5::make_group(file_->id(), "parameters", path_), "scenario", scenario, path_);
  }

  void keep_up_to(int64_t step) {
    const auto open = [&](const char* name) -> Particles {
      const std::string group = std::string("/particles/") + name;
      if (H5Lexists(file_->id(), group.c_str(), H5P_DEFAULT) <= 0) return nullptr;
      const h5::Handle box(H5Oopen(file_->id(), (group + "/box").c_str(), H5P_DEFAULT), H5Oclose);
      int dimensions = 0;
      const h5::Handle attribute(H5Aopen(box, "dimension", H5P_DEFAULT), H5Aclose);
      h5::check(H5Aread(attribute, H5T_NATIVE_INT, &dimensions), path_);
      return std::make_unique<H5mdParticles<T>>(file_->id(), path_, name, dimensions, false, 0);
    };
    if (H5Lexists(file_->id(), "h5md", H5P_DEFAULT) <= 0 ||
        H5Lexists(file_->id(), "particles", H5P_DEFAULT) <= 0) {
      throw UserError(
          fmt::format("{}: is not the trajectory of the run to resume: it holds no H5MD data; name "
                      "another file with --trajectory",
                      path_));
    }
    boids_ = open("boids");
    predators_ = open("predators");
    if (boids_) this->last_step_ = boids_->keep_up_to(step);
    if (predators_) predators_->keep_up_to(step);
  }

  std::string path_;
  bool go_on_;
  std::unique_ptr<H5File> file_;
  Particles boids_, predators_;
  Clock::time_point flushed_ = Clock::now();
};

}  // namespace

template <class T>
std::unique_ptr<Trajectory<T>> open_h5md(const std::string& path, const std::string& scenario,
                                         int64_t resumed_at) {
  return std::make_unique<H5md<T>>(path, scenario, resumed_at);
}

template std::unique_ptr<Trajectory<float>> open_h5md(const std::string&, const std::string&, int64_t);
template std::unique_ptr<Trajectory<double>> open_h5md(const std::string&, const std::string&, int64_t);

}  // namespace murmur
