// Event logs: lines of JSON without their checksums, which are added here; then three steps of the logged run.
#include <algorithm>

#include "fuzz/fuzz.h"

#include "app/batch/open_run.h"
#include "app/options/common_options.h"
#include "sim/formats/event_log.h"
#include "support/checksums.h"

using namespace murmur;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return fuzz(data, size, [](const std::string& text) {
    std::string log_text;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      if (end > begin)
        log_text += line_with_checksum(std::string_view(text).substr(begin, end - begin)) + "\n";
      begin = end + 1;
    }
    const FuzzFile file(log_text);
    const EventLog log = read_event_log(file.path());
    int64_t boids = ScenarioSource::from_text(log.header.origin.scenario, "scenario").scenario().boids;
    for (const auto& record : log.records) {
      if (const Event* const event = std::get_if<Event>(&record)) boids += event->count;
      if (boids > 300 || boids < 0) return;
    }
    CommonOptions options;
    options.backend = "cpu";
    options.threads = 1;
    const auto simulation = simulation_of_log(options, "fuzz.jsonl", log, boids);
    LogPlayer player("fuzz.jsonl", log);
    for (int step = 0; step < 3 && player.play_current_step(*simulation) && !player.finished(); ++step)
      simulation->advance();
  });
}
