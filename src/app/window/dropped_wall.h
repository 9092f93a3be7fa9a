// Makes a [[wall]] of a picture or a mesh that the user drops onto the window, with a size that suits the world of the flock.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/options/file_kind.h"
#include "sim/scenario/scenario.h"

namespace murmur {

struct DroppedWall {
  std::string key;  ///< key of the wall, such as "wall[2]"
  SetValue value;
  std::string replaced;  ///< file of a picture over the whole world that this wall replaces; empty: none
};

/// Makes the wall of a file. `kind`: a picture or a mesh. @throws UserError with one sentence if the file is faulty,
/// or does not suit the dimensions of the world.
DroppedWall dropped_wall(const Scenario& scenario, const std::string& path, FileKind kind);

}  // namespace murmur
