// Divides the planes of the grid (rows in 2-D, layers in 3-D) among ranks, and plans which planes ranks send to each
// other in a step. Pure functions of the grid and of the work in its planes, so that every rank computes the same
// plan. Used by the flocks of ranks.
#pragma once

#include <cstdint>
#include <vector>

namespace murmur {

/// Rank r owns planes border[r] .. border[r + 1] - 1; none if they are equal.
using Borders = std::vector<int32_t>;

/// Borders that give all ranks about the same share of the sum of `work`, (planes,). A plane is never divided: with
/// fewer planes than ranks some ranks have none.
Borders balanced_borders(const std::vector<uint64_t>& work, int ranks);

/// Work of the busiest rank / mean work of all ranks; 1 without work.
double imbalance(const std::vector<uint64_t>& work, const Borders& borders);

/// The rank that owns each plane.
std::vector<int32_t> owners(const Borders& borders);

/// Planes along the last axis, how far boids look along it, and whether the world has images.
struct Planes {
  int32_t count = 0, reach = 0;
  bool wrapped = false;
};

/// Image planes that boids of planes first .. last - 1 look into: before .. first - 1 and last .. after - 1.
struct Window {
  int32_t before = 0, first = 0, last = 0, after = 0;
};
Window window_of(const Planes& planes, const Borders& borders, int rank);

/// Image planes begin .. end - 1 of a window. `from` owns them all, as planes begin - shift .. end - shift - 1.
struct Halo {
  int from = 0, to = 0;
  int32_t begin = 0, end = 0, shift = 0;
};

/// The planes that `to` needs from `from`, in ascending order of image planes. A rank may need its own planes as images.
std::vector<Halo> halos_between(const Planes& planes, const Borders& borders, int from, int to);

}  // namespace murmur
