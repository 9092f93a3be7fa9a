// Prevents two runs from writing to the same file: a lock is held from before the first byte until after the last.
// Used by run and sweeps for each of their outputs.
#pragma once

#include <memory>
#include <string>

namespace murmur {

class OutputLock {
 public:
  /// Creates and locks an empty file `path`.murmur-lock, which the destructor removes; the lock of a killed program
  /// is free. A non-empty file of that name is not a lock, and is left alone. Devices and pipes are not locked.
  /// @throws RunError when another run holds the lock, or the folder cannot be written.
  explicit OutputLock(const std::string& path);
  ~OutputLock();
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  /// Name of the lock file for `path`.
  static std::string name(const std::string& path);
  /// Locks `path`; null when another run holds the lock.
  static std::unique_ptr<OutputLock> if_free(const std::string& path);
  /// Waits until no other run holds the lock, then locks `path`.
  static std::unique_ptr<OutputLock> wait_for(const std::string& path);
  /// Removes the lock files of this process, for an exit without destructors. Safe when memory has run out.
  static void remove_all();

 private:
  OutputLock() = default;
  /// Tries to lock `path`. @returns false when another run holds the lock.
  bool take(const std::string& path, bool wait);
  void remove_file() const;

  std::string lock_path_;
  int file_ = -1;
};

}  // namespace murmur
