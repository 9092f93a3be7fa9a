#include "sim/util/output_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace fs = std::filesystem;

OutputLock::OutputLock(const std::string& path) {
  if (!take(path, false)) {
    throw RunError(
        fmt::format("cannot write {}: another run is writing it; name another file, or wait for it", path));
  }
}

OutputLock::~OutputLock() {
  if (file_ < 0) return;
  ::unlink(lock_path_.c_str());  // before unlocking, so that no process locks a deleted file
  ::close(file_);
}

bool OutputLock::take(const std::string& path, bool wait) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw RunError(fmt::format("cannot write {}: it is a folder, not a file", path));
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) return true;
  lock_path_ = fs::weakly_canonical(path, ignored).string() + ".lock";
  for (;;) {
    file_ = ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) cannot_write(path, errno);
    while (::flock(file_, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) return true;  // a file system without locks: continue without
      ::close(std::exchange(file_, -1));
      return false;
    }
    struct stat locked = {}, named = {};
    const bool same = ::fstat(file_, &locked) == 0 && ::stat(lock_path_.c_str(), &named) == 0 &&
                      locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
    if (same) return true;
    ::close(file_);  // its owner has just deleted it: try again
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
