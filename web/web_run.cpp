#include "web/web_run.h"

#include <cstdio>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/formats/checkpoint.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/processors.h"

namespace murmur {
namespace {

/// A file in the memory of the module, for functions that take a path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& text = "") {
    const File file(std::fopen(kPath, "wb"));
    if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size())
      throw RunError("the browser gives no memory for the file");
  }
  ~MemoryFile() { std::remove(kPath); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  static constexpr const char* kPath = "/file";
};

EventLog parse_log(const std::string& name, const std::string& text) {
  const MemoryFile file(text);
  try {
    return read_event_log(MemoryFile::kPath);
  } catch (const UserError& error) {  // the message begins with the path
    std::string message = error.what();
    if (const size_t at = message.find(MemoryFile::kPath); at != std::string::npos)
      message.replace(at, std::string(MemoryFile::kPath).size(), name);
    throw UserError(message);
  }
}

}  // namespace

std::unique_ptr<Backend<float>> web_backend(int64_t boids) {
  if (boids > kMostWebBoids) {
    throw UserError(
        fmt::format("boids: is {}; the page has memory for at most {}; the program for a desktop takes more",
                    boids, kMostWebBoids));
  }
  // The threads of the first backend serve all later ones: an ended worker can be used again only after this call.
  static const auto make = cpu_maker({.threads = processors()});
  return make();
}

WebRun::WebRun(const ScenarioSource& source)
    : scenario_at_start(source.to_toml()),
      simulation_(std::make_unique<Simulation<float>>(source, web_backend(source.scenario().boids))) {
  header_.origin.scenario = scenario_at_start;
  header_.seed = source.scenario().seed;
  header_.build = fmt::format("murmur {} web ({})", kVersion, kCompiler);
  record();
}

WebRun::WebRun(std::string_view checkpoint) {
  const MemoryFile file{std::string(checkpoint)};
  Checkpoint<float> saved = read_checkpoint<float>(MemoryFile::kPath);
  scenario_at_start = saved.origin.scenario;
  simulation_ = std::make_unique<Simulation<float>>(std::move(saved.run), web_backend(saved.state.count()),
                                                    saved.state);
  record();
}

WebRun::WebRun(const std::string& name, const std::string& log_text)
    : log_(std::make_unique<EventLog>(parse_log(name, log_text))) {
  int64_t boids = 0;
  simulation_ = simulation_of_log(
      name, *log_, [](int64_t count, int) { return web_backend(count); }, boids);
  scenario_at_start = log_->header.origin.scenario;
  header_ = log_->header;
  player_.emplace(name, *log_);
  record();
}

void WebRun::record() {
  simulation_->on_event = [this](const Event& event) {
    records_.emplace_back(event);
    ++events_;
  };
  if (player_) player_->play_current_step(*simulation_);
  note_hash();
}

void WebRun::note_hash() {
  records_.emplace_back(HashRecord{simulation_->step_number(), simulation_->hash()});
}

bool WebRun::step() {
  if (replay_over()) return false;
  simulation_->advance();
  if (player_) player_->play_current_step(*simulation_);
  if (simulation_->step_number() % kHashEvery == 0) note_hash();
  return true;
}

void WebRun::post(const Event& event) {
  if (player_ && !replay_over())
    throw UserError(
        "the flock follows an event log, which no tool changes; restart begins a flock of your own");
  simulation_->post(event);
  simulation_->apply_events();
}

int64_t WebRun::last_step() const { return player_ ? player_->last_step(*simulation_) : -1; }

std::string WebRun::log_text() const {
  if (header_.build.empty()) throw UserError("the log of this flock is on the server from which it came");
  const MemoryFile file;
  EventLogWriter writer(MemoryFile::kPath, header_);
  for (const LogRecord& record : records_)
    std::visit([&writer](const auto& one) { writer.write(one); }, record);
  const HashRecord* const last = records_.empty() ? nullptr : std::get_if<HashRecord>(&records_.back());
  if (!last || last->step != simulation_->step_number())
    writer.write(HashRecord{simulation_->step_number(), simulation_->hash()});
  return writer.text();
}

}  // namespace murmur
