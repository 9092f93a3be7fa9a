// Prevents two runs from writing to the same file: held from before the first byte until after the last. Used
// by run and sweeps for each of their outputs.
#pragma once

#include <memory>
#include <string>

namespace murmur {

class OutputLock {
 public:
  /// Creates and locks an empty file `path`.murmur-lock, which goes with this object; a killed program's lock is
  /// free. A file of that name that is not empty is no lock, and is left alone. Devices and pipes are not locked.
  /// @throws RunError when another run has it, or the folder cannot be written.
  explicit OutputLock(const std::string& path);
  ~OutputLock();
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  /// The name of the lock of `path`.
  static std::string name(const std::string& path);
  /// Locks `path`; null when another run has it.
  static std::unique_ptr<OutputLock> if_free(const std::string& path);
  /// Waits until the other run ends.
  static std::unique_ptr<OutputLock> wait_for(const std::string& path);
  /// Removes the files of all locks of this process, for an end that runs no destructors. Safe where memory has run out.
  static void remove_all();

 private:
  OutputLock() = default;
  /// @returns false when another run has it.
  bool take(const std::string& path, bool wait);
  void remove_file() const;

  std::string lock_path_;
  int file_ = -1;
};

}  // namespace murmur
