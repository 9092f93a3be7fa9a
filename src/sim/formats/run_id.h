// Which run a file belongs to. Every file that a run leaves and that can be continued carries the id of the run, and a
// run that goes on refuses files of another one, or with a gap. Used by the writers of metrics, trajectories, logs and
// checkpoints; independent of their formats.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace murmur {

/// "r" and 16 hex digits: never a number to programs that guess types.
std::string run_id_text(uint64_t id);
/// Whether it is such a text.
bool is_run_id(std::string_view text);

/// @throws UserError: "NAME '...' is not 16 hex digits".
uint64_t hash_from_text(const char* name, const std::string& text);

/// 16 hex digits of the content of a file.
std::string content_digest(std::string_view bytes);

/// "float" or "double", as --precision and files say.
template <class T>
constexpr const char* precision_name() {
  return sizeof(T) == sizeof(double) ? "double" : "float";
}

/// What makes two runs the same: their files then hold the same numbers.
struct RunIdentity {
  std::string scenario;     ///< TOML, before any event; with its seed
  std::string precision;    ///< precision_name()
  int64_t first_step = 0;   ///< step of its start
  uint64_t start_hash = 0;  ///< hash of the state it starts from; 0: the scenario's own start
  std::string image_hash;   ///< hash of the scenario's files (scenario_files.h); empty: none
};
std::string run_id(const RunIdentity& identity);

/// What every file that can be continued says of its run.
struct RunOrigin {
  std::string scenario;      ///< TOML, before any event
  std::string run{};         ///< its id; empty: not known, for example in files of older versions
  std::string image_hash{};  ///< hash of the scenario's files (scenario_files.h); empty: none
};

/// How a file that grows with a run is opened.
struct FileStart {
  std::string run;          ///< id of the run; empty: unknown, and nothing is checked
  int64_t resumed_at = -1;  ///< step of the checkpoint; -1: the file begins anew
  int64_t every = 0;        ///< steps from one entry to the next; 0: gaps are not looked for
  bool every_named = true;  ///< else the entries that are there must have that distance
};

/// What is found in a file to go on with, up to the step of the checkpoint.
struct FileFound {
  std::string run;         ///< empty: the file has none
  int64_t last_step = -1;  ///< step of the last entry kept; -1: no entry
  int64_t spacing = 0;     ///< steps between the last two entries kept; 0: there are not two
};
/// `option`: "--metrics". @throws UserError when the file is of another run, does not say of which, or ends before the
/// checkpoint, or when its entries have another distance and none was named.
void check_goes_on(const char* option, const std::string& path, const FileStart& start,
                   const FileFound& found);

}  // namespace murmur
