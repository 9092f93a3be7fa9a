// A [[wall]] of a picture or a mesh that is dropped onto the window: what it has beside the name of the file, so that it fits into the
// world of the flock.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/options/file_kind.h"
#include "sim/scenario/scenario.h"

namespace murmur {

struct DroppedWall {
  std::string key;  ///< "wall[2]"
  SetValue value;
  std::string replaced;  ///< file of the wall that it replaces, which had the whole world too; empty: none
};

/// `kind`: a picture or a mesh. @throws UserError in one sentence: not in a world of so many dimensions, or the file is faulty.
DroppedWall dropped_wall(const Scenario& scenario, const std::string& path, FileKind kind);

}  // namespace murmur
