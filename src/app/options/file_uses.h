// The files that a command reads and writes, checked together before any of them is opened: no output replaces an
// existing file, an input or a file of another output. Used by run, render, bench, view and reproduce.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/util/output_lock.h"

namespace murmur {

class FileUses {
 public:
  /// `overwrite`: the user allows to replace existing files.
  explicit FileUses(bool overwrite) : overwrite_(overwrite) {}

  /// Notes an input; `what` describes it in messages: "the scenario", "--initial". An empty path is no file.
  void reads(const std::string& what, const std::string& path);

  struct Write {
    std::string option;             ///< name of the option for messages, "--metrics"
    std::string path;               ///< path of the file; empty: no file
    std::string companion;          ///< suffix of a second file that the output writes: ".1"
    bool may_exist = false;         ///< the output continues its file
    std::string may_replace_input;  ///< an input that the output may replace
  };
  void writes(const Write& write);

  /// Checks all files and locks the outputs against other runs while this object lives; removes temporary files of
  /// killed runs beside them. @throws UserError with every fault; RunError if a folder cannot be written, or another
  /// run writes a file.
  void check_and_lock();
  /// Checks, after the last byte, that the written files still exist. @throws RunError.
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
