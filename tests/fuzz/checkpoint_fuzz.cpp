// Checkpoints whose checksum fits, which is added here; then two steps of the run they hold.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "sim/formats/checkpoint.h"
#include "sim/machine/registry.h"
#include "support/checksums.h"

using namespace murmur;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return fuzz(data, size, [](const std::string& text) {
    const FuzzFile file(with_checksum(text));
    Checkpoint<float> checkpoint = read_checkpoint<float>(file.path());
    const auto crowd = [](const Event& event) { return event.count > 300; };
    if (checkpoint.state.count() > 300 ||
        std::any_of(checkpoint.run.schedule.begin(), checkpoint.run.schedule.end(), crowd) ||
        std::any_of(checkpoint.run.pending.begin(), checkpoint.run.pending.end(), crowd))
      return;
    BackendOptions options;
    options.threads = 1;
    Simulation<float> simulation(std::move(checkpoint.run), make_backend("cpu", options), checkpoint.state);
    for (int step = 0; step < 2; ++step) simulation.advance();
    (void)simulation.hash();
  });
}
