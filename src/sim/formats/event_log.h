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

inline constexpr int64_t kHashEvery = 60;  ///< steps between the hashes of a log

/// One event as a JSON object / from one (also what [[event]] of a scenario holds).
std::string event_to_json(const Event& event);
/// @throws UserError when a field is missing, unknown or of the wrong type.
Event event_from_json(const std::string& json);
/// The event of a line of a log, for a flock after `step` steps; checksum and step may be left out. @throws UserError.
Event event_from_line(std::string_view line, int64_t step);

struct HashRecord {
  int64_t step = 0;
  uint64_t hash = 0;
};

/// Where a run goes on from a checkpoint: what the events before it left beside the boids.
struct LogResume {
  int64_t step = 0;      ///< step of the first state, which has none of its own if there are no boids
  std::string scenario;  ///< TOML, changed by events so far
  EventWindows windows{};
};

struct LogHeader {
  RunOrigin origin;
  uint64_t seed = 0;
  std::string build;  ///< version and compiler, for people
  std::string
      initial;  ///< state CSV text when the run did not start from the scenario's own start; else empty
  std::optional<LogResume> resume;  ///< empty: the log begins with the run; otherwise `initial` has the boids
};

class EventLogWriter {
 public:
  /// Creates (or replaces) the log. @throws RunError.
  EventLogWriter(const std::string& path, const LogHeader& header);
  /// Creates a log in a file without a name, which goes with this object. @throws RunError.
  explicit EventLogWriter(const LogHeader& header);
  void write(const Event& event);
  void write(const HashRecord& record);
  int64_t size() const;  ///< bytes so far; < 0 if the file cannot be cut (a pipe)
  /// Takes away what was written after the first so many bytes: the run went on from an earlier moment. @throws RunError.
  void cut(int64_t size);
  std::string text() const;  ///< all of it. @throws RunError.

 private:
  void begin(const LogHeader& header);
  void line(const std::string& json);
  OutputFile file_;
  bool named_ = true;
};

struct EventLog {
  LogHeader header;
  std::vector<std::variant<Event, HashRecord>> records;
  bool cut = false;  ///< the last line was incomplete: the writer was killed; all earlier lines are valid
};

/// @throws UserError with the line of a wrong checksum, field or order. An incomplete last line sets only
/// `cut`.
EventLog read_event_log(const std::string& path);

}  // namespace murmur
