// Event logs (docs/scenarios.md): JSON Lines, one header, then events and hashes in order, each line with a
// checksum and flushed at once, so that the log of a killed program replays up to its last line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/formats/run_id.h"
#include "sim/run/event_windows.h"
#include "sim/scenario/event.h"
#include "sim/util/files.h"

namespace murmur {

inline constexpr int64_t kHashEvery = 60;  ///< steps between two hashes of a log

/// One event as a JSON object, the form that [[event]] of a scenario also has.
std::string event_to_json(const Event& event);
/// Reads an event from a JSON object. @throws UserError when a field is missing, unknown or of the wrong type.
Event event_from_json(const std::string& json);
/// Reads an event from a line of a log, for a flock after `step` steps; checksum and step may be missing. @throws UserError.
Event event_from_line(std::string_view line, int64_t step);

struct HashRecord {
  int64_t step = 0;
  uint64_t hash = 0;
};

/// State of a run that continues from a checkpoint: what earlier events left, besides the boids.
struct LogResume {
  int64_t step = 0;      ///< step of `initial`; needed because a state without boids has no step
  std::string scenario;  ///< TOML, with the changes by events so far
  EventWindows windows{};
};

struct LogHeader {
  RunOrigin origin;
  uint64_t seed = 0;
  std::string build;    ///< version and compiler that wrote the log, for people
  std::string initial;  ///< state CSV text if the run did not begin with the scenario's own start; else empty
  std::optional<LogResume> resume;  ///< set: a resumed run, with its boids in `initial`
};

class EventLogWriter {
 public:
  /// Creates (or replaces) the log. @throws RunError.
  EventLogWriter(const std::string& path, const LogHeader& header);
  /// Creates a log in an unnamed file, which is deleted with this object. @throws RunError.
  explicit EventLogWriter(const LogHeader& header);
  void write(const Event& event);
  void write(const HashRecord& record);
  int64_t size() const;  ///< bytes so far; < 0 if the file cannot be cut (a pipe)
  /// Shortens the log to its first `size` bytes, because the run continues from an earlier moment. @throws RunError.
  void cut(int64_t size);
  std::string text() const;  ///< the whole log. @throws RunError.

 private:
  void begin(const LogHeader& header);
  void line(const std::string& json);
  OutputFile file_;
  bool named_ = true;
};

struct EventLog {
  LogHeader header;
  std::vector<std::variant<Event, HashRecord>> records;
  bool cut = false;  ///< the last line was incomplete, because the writer was killed; earlier lines are valid
};

/// Reads a log. @throws UserError with the line of a wrong checksum, field or order. An incomplete last line only sets `cut`.
EventLog read_event_log(const std::string& path);

}  // namespace murmur
