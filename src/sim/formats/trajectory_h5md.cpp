// Writes an H5MD file that stays readable if the program is killed. HDF5 keeps metadata in memory between flushes, so
// such a file is that of the last flush with some chunks behind its end. A flush is many writes, so a second process
// does them first and survives a kill of the first one. Disk space for a whole frame is reserved before HDF5 writes,
// because HDF5 cannot undo a failed write.
#include "sim/formats/trajectory_h5md.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

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

/// Whether another program has the file open: HDF5 locks open files, also for reading, and its error gives no reason.
bool is_locked(const std::string& name) {
  const int file = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  const bool locked = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return locked;
}

class H5File {
 public:
  H5File(const std::string& path, bool go_on) : path_(path) {
    if (!go_on) part_.emplace(path, Begin::kPart);
    const std::string name = go_on ? output_place(path).path : part_->part();
    h5::silence_errors();
    const h5::Handle access = h5::check(h5::Handle(H5Pcreate(H5P_FILE_ACCESS), H5Pclose), path);
    H5AC_cache_config_t cache = {};
    cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    h5::check(H5Pget_mdc_config(access, &cache), path);
    cache.evictions_enabled = false;
    cache.incr_mode = H5C_incr__off;
    cache.flash_incr_mode = H5C_flash_incr__off;
    cache.decr_mode = H5C_decr__off;
    h5::check(H5Pset_mdc_config(access, &cache), path);
    const hid_t id = go_on ? H5Fopen(name.c_str(), H5F_ACC_RDWR, access)
                           : H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    file_ = h5::Handle(id, H5Fclose);
    if (!file_.valid() && go_on) {
      if (is_locked(name))
        throw RunError(fmt::format(
            "cannot write {}: another program has it open; close it there, and go on then", path));
      throw UserError(
          fmt::format("{}: is not the trajectory of the run to resume (HDF5 cannot open it); name "
                      "another file with --trajectory",
                      path));
    }
    file_ = h5::check(std::move(file_), path);
    disk_ = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
  }
  ~H5File() {
    flush_in_another_process();
    file_ = {};
    if (disk_ < 0) return;
    struct stat now = {};
    if (::fstat(disk_, &now) == 0 && ::ftruncate(disk_, now.st_size) != 0) {
    }  // returns reserved space; a failure does not matter
    ::close(disk_);
  }
  H5File(const H5File&) = delete;
  H5File& operator=(const H5File&) = delete;

  hid_t id() const { return file_; }
  /// Renames a new file to its final name once it can be read.
  void put_in_place() {
    if (part_) part_->put_in_place();
    part_.reset();
  }
  /// Reserves `bytes` on disk beyond what HDF5 has allocated. @throws RunError when the disk has less.
  void reserve(int64_t bytes) const {
    struct stat now = {};
    haddr_t used = 0;
    if (disk_ < 0 || ::fstat(disk_, &now) != 0 || H5Fget_eoa(file_, &used) < 0) return;
    const int64_t size = now.st_size, end = std::max(size, static_cast<int64_t>(used)) + bytes;
    rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    if (limit.rlim_cur != RLIM_INFINITY && static_cast<uint64_t>(end) > limit.rlim_cur)
      cannot_write(path_, EFBIG);
#ifdef FALLOC_FL_KEEP_SIZE
    if (::fallocate(disk_, FALLOC_FL_KEEP_SIZE, size, end - size) == 0) return;
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) cannot_write(path_, errno);
#endif
    fill(size, static_cast<int64_t>(used) + bytes);
  }
  void flush() const {
    reserve(kRoomForMetadata);
    flush_in_another_process();
    try {
      h5::check(H5Fflush(file_, H5F_SCOPE_LOCAL), path_);
    } catch (const RunError&) {
      // A second flush may succeed and lets HDF5 close the file; data of the failed first one stay lost.
      H5Fflush(file_, H5F_SCOPE_LOCAL);
      throw;
    }
  }
  void sync() const {
    if (disk_ >= 0 && ::fsync(disk_) != 0 && errno != EINVAL) cannot_write(path_, errno);
  }

 private:
  /// Flushes in a forked process: no program can read the file between two writes of a flush, and a SIGKILL of this
  /// process does not stop the child. This process then writes the same bytes again.
  void flush_in_another_process() const {
    if (!file_.valid()) return;
    const pid_t child = ::fork();
    if (child == 0) {
      ::setsid();  // a kill of the process group spares the child
      H5Fflush(file_, H5F_SCOPE_LOCAL);
      ::_exit(0);
    }
    if (child < 0) return;  // no memory or process left: flush here alone
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  /// Writes zeros after the end of the file, on file systems that cannot reserve space; readers of HDF5 ignore them.
  void fill(int64_t begin, int64_t end) const {
    static const std::vector<char> zeros(1 << 20);
    for (int64_t at = begin; at < end;) {
      const auto size = static_cast<size_t>(std::min<int64_t>(end - at, static_cast<int64_t>(zeros.size())));
      const ssize_t written = ::pwrite(disk_, zeros.data(), size, at);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        const int reason = written < 0 ? errno : ENOSPC;
        if (::ftruncate(disk_, begin) != 0) {
        }  // unreturned space does no harm
        cannot_write(path_, reason);
      }
      at += written;
    }
  }

  std::string path_;
  std::optional<OutputFile> part_;  // set until a new file can be read
  h5::Handle file_;
  int disk_ = -1;
};

template <class T>
class H5md final : public Trajectory<T> {
 public:
  H5md(const std::string& path, const std::string& scenario, const FileStart& start)
      : path_(path), go_on_(start.resumed_at >= 0 && exists(path)) {
    file_ = std::make_unique<H5File>(path, go_on_);
    if (go_on_) {
      check_goes_on("--trajectory", path, start, find(start.resumed_at));
      keep_up_to_ = start.resumed_at;
    } else {
      describe(scenario, start.run);
      file_->flush();
      file_->put_in_place();
    }
    flushed_step_ = this->last_step_;
  }
  ~H5md() override {
    boids_.reset();  // must be destroyed before its file
    predators_.reset();
  }

  void write(const Frame<T>& frame) override {
    h5::silence_errors();
    cut();
    const State<T>& state = *frame.state;
    auto numbers = static_cast<int64_t>(state.position.size() + state.velocity.size() +
                                        2 * state.predator_position.size());
    each_column([&](const ColumnInfo&, const auto& rows) { numbers += static_cast<int64_t>(rows.size()); },
                state.columns);
    // Chunks are written whole, even chunks with only a few boids that were added later.
    file_->reserve(2 * numbers * static_cast<int64_t>(sizeof(T)) + kRoomForMetadata);
    try {
      append(boids_, "boids", frame, state.position, state.velocity, state.columns);
      if (predators_ || state.predator_count() > 0)
        append(predators_, "predators", frame, state.predator_position, state.predator_velocity, {});
      this->last_step_ = state.step;
      if (Clock::now() - flushed_ >= kFlushEvery) flush_frames();
    } catch (...) {  // any error, e.g. std::bad_alloc
      remove_incomplete_frames();
      throw;
    }
  }
  void flush() override {
    h5::silence_errors();
    cut();
    flush_frames();
    file_->sync();
  }

 private:
  using Particles = std::unique_ptr<H5mdParticles<T>>;

  static bool exists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) > 0;
  }

  void append(Particles& particles, const char* name, const Frame<T>& frame, const std::vector<T>& position,
              const std::vector<T>& velocity, const Columns<2, T, Rows>& columns) {
    if (!particles) {
      particles = std::make_unique<H5mdParticles<T>>(file_->id(), path_, name, frame.state->dimensions,
                                                     frame.periodic, position.size() / frame.size.size());
    }
    particles->append(frame, position, velocity, columns);
  }

  void describe(const std::string& scenario, const std::string& run) {
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
    const h5::Handle parameters = h5::make_group(file_->id(), "parameters", path_);
    h5::put_text_dataset(parameters, "scenario", scenario, path_);
    if (!run.empty()) h5::put_text_dataset(parameters, "run", run, path_);
  }

  void flush_frames() {
    file_->reserve(kRoomForMetadata);  // a full disk then loses no data
    try {
      file_->flush();
    } catch (const RunError&) {
      // HDF5 forgets data that it could not write: frames since the last flush may be lost.
      this->last_step_ = flushed_step_;
      remove_incomplete_frames();
      throw;
    }
    flushed_ = Clock::now();
    flushed_step_ = this->last_step_;
  }

  /// Removes incomplete frames after a failed write, as far as the disk still accepts writes.
  void remove_incomplete_frames() {
    try {
      for (const auto& [particles, group] :
           {std::pair{&boids_, "particles/boids"}, {&predators_, "particles/predators"}}) {
        if (*particles) {
          (*particles)->keep_up_to(this->last_step_);
        } else if (H5Lexists(file_->id(), group, H5P_DEFAULT) > 0) {
          H5Ldelete(file_->id(), group, H5P_DEFAULT);  // removes a group that was begun and not finished
        }
      }
      file_->flush();
    } catch (...) {  // the first error is reported instead
    }
  }

  void cut() {
    const int64_t step = std::exchange(keep_up_to_, -1);
    if (step < 0) return;
    if (boids_) boids_->keep_up_to(step);
    if (predators_) predators_->keep_up_to(step);
    flush_frames();
  }

  /// Opens an existing file and finds the frames up to `step`.
  FileFound find(int64_t step) {
    const auto open = [&](const char* name) -> Particles {
      const std::string group = std::string("/particles/") + name;
      if (H5Lexists(file_->id(), group.c_str(), H5P_DEFAULT) <= 0) return nullptr;
      const h5::Handle box(H5Oopen(file_->id(), (group + "/box").c_str(), H5P_DEFAULT), H5Oclose);
      int dimensions = 0;
      const h5::Handle attribute(H5Aopen(box, "dimension", H5P_DEFAULT), H5Aclose),
          space(H5Aget_space(attribute), H5Sclose);
      if (H5Sget_simple_extent_npoints(space) == 1)
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
    FileFound found;
    found.run = h5::get_text_dataset(file_->id(), "parameters/run");
    if (!boids_) return found;
    const std::vector<int64_t> steps = boids_->steps_up_to(step);
    if (!steps.empty()) this->last_step_ = found.last_step = steps.back();
    if (steps.size() > 1) found.spacing = steps.back() - steps[steps.size() - 2];
    return found;
  }

  std::string path_;
  bool go_on_;
  int64_t keep_up_to_ = -1;  // step after which frames are still to be removed; -1: none
  std::unique_ptr<H5File> file_;
  Particles boids_, predators_;
  Clock::time_point flushed_ = Clock::now();
  int64_t flushed_step_ = -1;  // step of the last frame that is safely on disk
};

}  // namespace

template <class T>
std::unique_ptr<Trajectory<T>> open_h5md(const std::string& path, const std::string& scenario,
                                         const FileStart& start) {
  return std::make_unique<H5md<T>>(path, scenario, start);
}

template std::unique_ptr<Trajectory<float>> open_h5md(const std::string&, const std::string&,
                                                      const FileStart&);
template std::unique_ptr<Trajectory<double>> open_h5md(const std::string&, const std::string&,
                                                       const FileStart&);

}  // namespace murmur
