#include "sim/ranks/slabs.h"

#include <algorithm>

namespace murmur {

Borders balanced_borders(const std::vector<uint64_t>& work, int ranks) {
  const auto planes = static_cast<int32_t>(work.size());
  double left = 0.0;  // work of the planes after the last border
  for (const uint64_t w : work) left += static_cast<double>(w);
  Borders borders{0};
  for (int rank = 0; rank + 1 < ranks; ++rank) {
    // A rank gets at least one plane while there are any, and leaves one for each rank after it if it can.
    int32_t plane = borders.back();
    const int32_t least = std::min(plane + 1, planes);
    const int32_t most = std::max(least, planes - (ranks - rank - 1));
    const double share = left / (ranks - rank);
    for (double mine = 0.0; plane < most; ++plane) {
      const auto next = static_cast<double>(work[static_cast<size_t>(plane)]);
      if (plane >= least && mine + 0.5 * next >= share) break;
      mine += next;
      left -= next;
    }
    borders.push_back(plane);
  }
  borders.push_back(planes);
  return borders;
}

double imbalance(const std::vector<uint64_t>& work, const Borders& borders) {
  uint64_t total = 0, most = 0;
  for (size_t rank = 0; rank + 1 < borders.size(); ++rank) {
    uint64_t sum = 0;
    for (int32_t plane = borders[rank]; plane < borders[rank + 1]; ++plane)
      sum += work[static_cast<size_t>(plane)];
    total += sum;
    most = std::max(most, sum);
  }
  if (total == 0) return 1.0;
  return static_cast<double>(most) * static_cast<double>(borders.size() - 1) / static_cast<double>(total);
}

std::vector<int32_t> owners(const Borders& borders) {
  std::vector<int32_t> owner(static_cast<size_t>(borders.back()));
  for (size_t rank = 0; rank + 1 < borders.size(); ++rank)
    std::fill(owner.begin() + borders[rank], owner.begin() + borders[rank + 1], static_cast<int32_t>(rank));
  return owner;
}

Window window_of(const Planes& planes, const Borders& borders, int rank) {
  const int32_t first = borders[static_cast<size_t>(rank)], last = borders[static_cast<size_t>(rank) + 1];
  if (first == last) return {first, first, last, last};
  const int32_t lowest = planes.wrapped ? -planes.count : 0;
  const int32_t highest = planes.wrapped ? 2 * planes.count : planes.count;
  return {std::max(first - planes.reach, lowest), first, last, std::min(last + planes.reach, highest)};
}

std::vector<Halo> halos_between(const Planes& planes, const Borders& borders, int from, int to) {
  const Window window = window_of(planes, borders, to);
  const int32_t first = borders[static_cast<size_t>(from)], last = borders[static_cast<size_t>(from) + 1];
  std::vector<Halo> halos;
  const auto add = [&](int32_t begin, int32_t end, int32_t shift) {
    const int32_t low = std::max(begin, first + shift), high = std::min(end, last + shift);
    if (low < high) halos.push_back({from, to, low, high, shift});
  };
  for (int32_t image = -1; image <= 1; ++image) add(window.before, window.first, image * planes.count);
  for (int32_t image = -1; image <= 1; ++image) add(window.last, window.after, image * planes.count);
  return halos;
}

}  // namespace murmur
