// The folder of one run of a sweep: the inputs that decide the result, written before the run, and the result after
// the run. Several programs may share the folders of a sweep: each folder is used under the lock of claim().
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/batch/run_once.h"
#include "sim/util/output_lock.h"

namespace murmur {

/// Contents of done.json, the result of a finished run.
struct FinishedRun {
  int64_t steps = 0, boids = 0;
  std::string backend, ms_per_step, hash;
  std::vector<std::pair<std::string, std::string>> metrics;  ///< column and value, without the column "step"
};

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::string file(const char* name) const { return (folder_ / name).string(); }
  /// Checks that the folder belongs to this run. `id`: digest of all inputs that decide the result. `old_id`: the
  /// run id (run_id.h) that older versions wrote; "" where that id leaves out inputs.
  /// @throws UserError when the folder holds a run of another scenario or id, or a finished run of another length.
  void check(const std::string& scenario, const std::string& id, const std::string& old_id,
             int64_t steps) const;
  /// Makes the folder, locks it, and removes temporary files of killed programs. @returns null if another program has the lock.
  std::unique_ptr<OutputLock> claim() const;
  void begin(const std::string& scenario, const std::string& id) const;
  void finish(const RunResult& result) const;
  /// The result; nothing while the run has not finished. @throws UserError for a file that no sweep wrote.
  std::optional<FinishedRun> finished() const;
  /// Path of the newest intact checkpoint; "": none. Damaged checkpoints and those of older versions are ignored.
  std::string checkpoint() const;

 private:
  std::filesystem::path folder_;
};

/// Creates a folder and its parents. @throws RunError.
void make_folder(const std::filesystem::path& folder);

}  // namespace murmur
