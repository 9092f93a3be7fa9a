// Scenario files: what is read is written and read again to the same scenario.
#include "fuzz/fuzz.h"
#include "sim/scenario/source.h"

using namespace murmur;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return fuzz(data, size, [](const std::string& text) {
    const std::string written = ScenarioSource::from_text(text, "fuzz.toml").to_toml();
    std::string again;
    try {
      again = ScenarioSource::from_text(written, "written.toml").to_toml();
    } catch (const UserError& error) {
      expect(false, error.what());
    }
    expect(again == written, "a scenario that was written and read differs");
  });
}
