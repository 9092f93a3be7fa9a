// --set: lines of KEY=VALUE on top of a preset, each as an event of kind "set" would do it.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "sim/scenario/source.h"

using namespace murmur;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const ScenarioSource kBook = ScenarioSource::from_preset("book");
  return fuzz(data, size, [](const std::string& text) {
    ScenarioSource source = kBook;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      const std::string line = text.substr(begin, end - begin);
      begin = end + 1;
      const size_t equals = line.find('=');
      if (equals == std::string::npos) continue;
      const std::string before = source.to_toml();
      try {
        source.set(line.substr(0, equals), line.substr(equals + 1));
      } catch (const UserError&) {
        expect(source.to_toml() == before, "a key that was refused changed the scenario");
      }
    }
    const std::string written = source.to_toml();
    expect(ScenarioSource::from_text(written, "written.toml").to_toml() == written,
           "a scenario that was written and read differs");
  });
}
