// What a sweep consists of: lines of KEY=VALUES; the last line is --shard.
#include <algorithm>
#include <set>

#include "app/sweep/plan.h"
#include "fuzz/fuzz.h"

using namespace murmur;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return fuzz(data, size, [](const std::string& text) {
    std::vector<std::string> set;
    size_t points = 1;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      set.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (set.empty()) return;
    const std::string shard = set.back();
    set.pop_back();
    for (const std::string& assignment : set) {
      points *= sweep_values(assignment).size();
      if (points > 10000) return;  // a plan of a million is right, and slow
    }
    std::set<std::string> folders;
    for (const SweepPoint& point : sweep_points(set)) {
      expect(folders.insert(point.folder).second, "two runs in one folder");
      expect(point.folder.find_first_of(std::string_view("/\0", 2)) == std::string::npos, "a folder's name");
    }
    const Shard share = parse_shard(shard);
    expect(share.index >= 1 && share.index <= share.count, "a share");
    (void)share.has(7);
  });
}
