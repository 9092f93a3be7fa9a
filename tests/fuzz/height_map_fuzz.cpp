// Height maps: PNG files, as small as their sizes can be.
#include "fuzz/fuzz.h"
#include "sim/state/height_map.h"

using namespace murmur;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto number = [&](size_t at) {  // width and height of IHDR
    return uint64_t{data[at]} << 24 | uint64_t{data[at + 1]} << 16 | uint64_t{data[at + 2]} << 8 |
           data[at + 3];
  };
  if (size < 24 || number(16) * number(20) > 1 << 20) return 0;
  return fuzz(data, size, [](const std::string& text) {
    const FuzzFile file(text);
    const HeightMap map = read_height_map(file.path());
    expect(map.heights.size() == static_cast<size_t>(map.columns) * static_cast<size_t>(map.rows), "heights");
    for (const double height : map.heights)
      expect(height >= 0.0 && height <= 100.0, "a height from 0 to 100");
  });
}
