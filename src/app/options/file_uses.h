// The files that a command reads and writes, checked together before any of them is opened: results that are there
// are kept, and no output is an input or a file of another output. Used by run, render, bench, view and
// reproduce.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/util/output_lock.h"

namespace murmur {

class FileUses {
 public:
  /// `overwrite`: the user allows files that are there to be replaced.
  explicit FileUses(bool overwrite) : overwrite_(overwrite) {}

  /// "the scenario", "--initial". An empty path is no file.
  void reads(const std::string& what, const std::string& path);

  struct Write {
    std::string option;             ///< "--metrics"
    std::string path;               ///< empty: no file
    std::string companion;          ///< suffix of a second file that it writes: ".1"
    bool may_exist = false;         ///< it goes on in its file
    std::string may_replace_input;  ///< an input that it may be
  };
  void writes(const Write& write);

  /// Checks all files. Then no other run can write the outputs while this object lives, and what killed runs left beside them is
  /// removed. @throws UserError with every fault; RunError: a folder cannot be written, or another run writes a file.
  void check_and_lock();
  /// Is called after the last byte. @throws RunError when the name of a written file is gone.
  void check_there() const;

 private:
  struct Read {
    std::string what, path;
  };
  void check() const;

  bool overwrite_;
  std::vector<Read> reads_;
  std::vector<Write> writes_;
  std::vector<std::unique_ptr<OutputLock>> locks_;
};

}  // namespace murmur
