// State CSV, for worlds of two and three dimensions; the first byte says which.
#include "fuzz/fuzz.h"
#include "sim/formats/state_csv.h"
#include "sim/scenario/source.h"
#include "sim/state/start.h"

using namespace murmur;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const ScenarioSource kScenarios[] = {
      ScenarioSource::from_text(
          "preset = \"book\"\n[goal]\npath = [[1, 2], [30, 40], [5, 6]]\n[[predator]]\n", "2D"),
      ScenarioSource::from_preset("cis565"),
      ScenarioSource::from_text("preset = \"book\"\nboids = 0\n", "none")};
  if (size == 0) return 0;
  const Scenario& scenario = kScenarios[data[0] % 3].scenario();
  return fuzz(data + 1, size - 1, [&](const std::string& text) {
    (void)summarise_state_csv(text);
    const State<float> state = parse_state_csv<float>(text, "fuzz.csv", scenario);
    check_positions(scenario, state);
    expect(state.velocity.size() == state.position.size(), "positions and velocities");
    expect(state.predator_position.size() == scenario.predators.size() * scenario.world.size.size(),
           "predators");
    expect(state.columns.target.empty() || state.columns.target.size() == static_cast<size_t>(state.count()),
           "targets");
  });
}
