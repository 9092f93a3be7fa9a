#include "sim/walls/wall_pieces.h"

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/walls/wall_shapes.h"

namespace murmur {

template <int D>
std::vector<WallPiece<D>> wall_pieces(const Scenario& scenario) {
  std::vector<WallPiece<D>> pieces;
  for (size_t k = 0; k < scenario.walls.size(); ++k) {
    const size_t before = pieces.size();
    PieceTaker<D> taker(pieces, static_cast<uint32_t>(k));
    add_shape(scenario.walls[k], scenario.world.size, taker);
    if (pieces.size() == before)
      throw UserError(fmt::format("wall[{}]: has no {} in the world; allowed: a shape of some extent", k,
                                  D == 2 ? "length" : "area"));
  }
  return pieces;
}

template std::vector<WallPiece<2>> wall_pieces<2>(const Scenario&);
template std::vector<WallPiece<3>> wall_pieces<3>(const Scenario&);

}  // namespace murmur
