// Identifies the run that a file belongs to. Every file of a run that can be continued carries the id of the run; a
// run that continues refuses files of another run, or with a gap. Used by the writers of metrics, trajectories, logs
// and checkpoints; independent of their formats.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace murmur {

/// Id of a run as text: "r" and 16 hex digits, so that no program takes it for a number.
std::string run_id_text(uint64_t id);
/// Whether a text has the form of a run id.
bool is_run_id(std::string_view text);

/// Reads 16 hex digits. @throws UserError: "NAME '...' is not 16 hex digits".
uint64_t hash_from_text(const char* name, const std::string& text);

/// Digest of a file's content, as 16 hex digits.
std::string content_digest(std::string_view bytes);

/// "float" or "double", as option --precision and files write it.
template <class T>
constexpr const char* precision_name() {
  return sizeof(T) == sizeof(double) ? "double" : "float";
}

/// Properties that determine a run: two runs with equal properties write the same numbers.
struct RunIdentity {
  std::string scenario;     ///< TOML before any event, including the seed
  std::string precision;    ///< result of precision_name()
  int64_t first_step = 0;   ///< step of the initial state
  uint64_t start_hash = 0;  ///< hash of the initial state; 0: the scenario's own start
  std::string image_hash;   ///< hash of the scenario's files (scenario_files.h); empty: none
};
std::string run_id(const RunIdentity& identity);

/// The origin of a run, stored in every file that can be continued.
struct RunOrigin {
  std::string scenario;      ///< TOML, before any event
  std::string run{};         ///< id of the run; empty: unknown, e.g. in files of older versions
  std::string image_hash{};  ///< hash of the scenario's files (scenario_files.h); empty: none
};

/// How a file that grows with a run is opened: replaced, or continued.
struct FileStart {
  std::string run;          ///< id of the run; empty: unknown, and nothing is checked
  int64_t resumed_at = -1;  ///< step of the checkpoint; -1: the file begins anew
  int64_t every = 0;        ///< steps from one entry to the next; 0: gaps are not checked
  bool every_named = true;  ///< the user gave `every`; otherwise the file's spacing is used
};

/// Properties of an existing file to continue, up to the step of the checkpoint.
struct FileFound {
  std::string run;         ///< id of the run; empty: the file has none
  int64_t last_step = -1;  ///< step of the last entry to keep; -1: no entry
  int64_t spacing = 0;     ///< steps between the last two entries to keep; 0: fewer than two entries
};
/// Checks that a file can be continued. `option`: e.g. "--metrics". @throws UserError when the file is of another or
/// an unknown run, ends before the checkpoint, or has another spacing than a run that names none.
void check_goes_on(const char* option, const std::string& path, const FileStart& start,
                   const FileFound& found);

}  // namespace murmur
