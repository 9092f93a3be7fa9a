#include "sim/util/output_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace fs = std::filesystem;

namespace {

constexpr int kTries = 100;
constexpr std::chrono::milliseconds kBetweenTries{10};

/// The locks that this process holds.
struct HeldLocks {
  std::mutex mutex;
  std::set<const OutputLock*> all;
};
HeldLocks& held() {
  static HeldLocks locks;
  return locks;
}

/// Whether the open file still has this name, and is empty, as locks are.
bool is_named(int file, const std::string& path) {
  struct stat locked = {}, named = {};
  return ::fstat(file, &locked) == 0 && ::lstat(path.c_str(), &named) == 0 && locked.st_size == 0 &&
         locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
}

/// Checks that the file with the lock's name is a lock. @throws RunError otherwise.
void refuse_foreign(int file, const std::string& path, const std::string& lock) {
  struct stat found = {};
  const bool opened = file >= 0 ? ::fstat(file, &found) == 0 : ::lstat(lock.c_str(), &found) == 0;
  if (!opened || (S_ISREG(found.st_mode) && found.st_size == 0)) return;
  if (file >= 0) ::close(file);
  throw RunError(
      fmt::format("cannot write {}: its lock would be {}, which is a file that murmur did not make; "
                  "move that file, or name another output",
                  path, lock));
}

}  // namespace

OutputLock::OutputLock(const std::string& path) {
  // Tries several times: a killed run can leave a process that still ends its last flush, within milliseconds.
  for (int tries = 0; !take(path, false); ++tries) {
    if (tries < kTries) {
      std::this_thread::sleep_for(kBetweenTries);
      continue;
    }
    throw RunError(
        fmt::format("cannot write {}: another run is writing it; name another file, or wait for it", path));
  }
}

OutputLock::~OutputLock() {
  {
    const std::lock_guard guard(held().mutex);
    held().all.erase(this);
  }
  remove_file();
  if (file_ >= 0) ::close(file_);
}

/// Removes the lock file before unlocking it, so that no process can lock a removed file.
void OutputLock::remove_file() const {
  if (file_ >= 0 && is_named(file_, lock_path_)) ::unlink(lock_path_.c_str());
}

void OutputLock::remove_all() {
  const std::unique_lock guard(held().mutex, std::try_to_lock);  // another thread may hold it
  if (!guard.owns_lock()) return;
  for (const OutputLock* const lock : held().all) lock->remove_file();
}

std::string OutputLock::name(const std::string& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(output_place(path).path, ignored), ignored).string() +
         ".murmur-lock";
}

bool OutputLock::take(const std::string& path, bool wait) {
  if (!output_place(path).is_file()) return true;
  lock_path_ = name(path);
  const auto hold = [this] {
    const std::lock_guard guard(held().mutex);
    held().all.insert(this);
    return true;
  };
  for (;;) {
    const int file = ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    const int reason = errno;
    refuse_foreign(file, path, lock_path_);
    if (file < 0) cannot_write(path, reason);
    file_ = file;
    while (::flock(file_, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) return hold();  // a file system without locks: continues without one
      ::close(std::exchange(file_, -1));
      return false;
    }
    if (is_named(file_, lock_path_)) return hold();
    ::close(file_);  // the owner has just removed the file: tries again
  }
}

std::unique_ptr<OutputLock> OutputLock::if_free(const std::string& path) {
  std::unique_ptr<OutputLock> lock(new OutputLock());
  return lock->take(path, false) ? std::move(lock) : nullptr;
}

std::unique_ptr<OutputLock> OutputLock::wait_for(const std::string& path) {
  std::unique_ptr<OutputLock> lock(new OutputLock());
  lock->take(path, true);
  return lock;
}

}  // namespace murmur
