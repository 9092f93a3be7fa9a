// Walls of a scenario as segments or triangles: what a step, a start and a picture have of them.
#pragma once

#include <memory>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/shapes/wall_piece.h"

namespace murmur {

/// All walls of a scenario, in file order, without pieces that have no length or area.
/// @throws UserError with the wall and what is allowed.
template <int D>
std::vector<WallPiece<D>> wall_pieces(const Scenario& scenario);

/// Checks the pieces in either dimension. @throws as wall_pieces().
void check_wall_pieces(const Scenario& scenario);

/// What pieces depend on.
struct WallsKey {
  std::vector<WallShape> shapes;
  std::vector<double> world;
  Boundary boundary = Boundary::kWrap;
  bool operator==(const WallsKey&) const = default;
};
WallsKey walls_key(const Scenario& scenario);

/// The pieces of a run's walls. Made again when their shapes or the world change, but not when a file does: a run keeps what it read.
template <int D>
class KeptWalls {
 public:
  /// @throws as wall_pieces().
  const std::vector<WallPiece<D>>& of(const Scenario& scenario);

 private:
  WallsKey key_;
  std::shared_ptr<const std::vector<WallPiece<D>>> pieces_ = nullptr;
};

}  // namespace murmur
