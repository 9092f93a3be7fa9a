// The folder of one run of a sweep: what decides its result, noted before it begins, and the result, once it has
// finished. Several programs may share the folders of a sweep: each is used under the lock of claim().
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

/// What done.json says of a finished run.
struct FinishedRun {
  int64_t steps = 0, boids = 0;
  std::string backend, ms_per_step, hash;
  std::vector<std::pair<std::string, std::string>> metrics;  ///< column and value, without the step
};

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::string file(const char* name) const { return (folder_ / name).string(); }
  /// `id`: digest of all that decides the result. `old_id`: the run's own (run_id.h), which folders of older versions
  /// have in their files; "" where that does not say enough.
  /// @throws UserError when it holds a run of another scenario or id, or a finished one of another length.
  void check(const std::string& scenario, const std::string& id, const std::string& old_id,
             int64_t steps) const;
  /// Makes the folder and takes away what killed programs left. Null: another program has it.
  std::unique_ptr<OutputLock> claim() const;
  void begin(const std::string& scenario, const std::string& id) const;
  void finish(const RunResult& result) const;
  /// Nothing when the run has not finished. @throws UserError for a file that no sweep wrote.
  std::optional<FinishedRun> finished() const;
  /// The newest checkpoint that is whole, or "": neither a damaged one nor one of an older version is a reason to stop.
  std::string checkpoint() const;

 private:
  std::filesystem::path folder_;
};

/// @throws RunError.
void make_folder(const std::filesystem::path& folder);

}  // namespace murmur
