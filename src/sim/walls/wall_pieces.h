// Converts the walls of a scenario to segments or triangles, for steps, starts and pictures.
#pragma once

#include <memory>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/shapes/wall_piece.h"

namespace murmur {

/// The pieces of all walls of a scenario, in file order, without pieces of no length or area. @throws UserError
/// naming the wall and what is allowed.
template <int D>
std::vector<WallPiece<D>> wall_pieces(const Scenario& scenario);

/// Checks the wall pieces of a scenario in its dimension. @throws as wall_pieces().
void check_wall_pieces(const Scenario& scenario);

/// The inputs of wall pieces: equal keys mean equal pieces.
struct WallsKey {
  std::vector<WallShape> shapes;
  std::vector<double> world;
  Boundary boundary = Boundary::kWrap;
  bool operator==(const WallsKey&) const = default;
};
WallsKey walls_key(const Scenario& scenario);

/// The pieces of a run's walls. Remade when shapes or world change, but not when a file changes: a run keeps what it has read.
template <int D>
class KeptWalls {
 public:
  /// The pieces for this scenario; reads files at the first call. @throws as wall_pieces().
  const std::vector<WallPiece<D>>& pieces_of(const Scenario& scenario);

 private:
  WallsKey key_;
  std::shared_ptr<const std::vector<WallPiece<D>>> pieces_ = nullptr;
};

}  // namespace murmur
