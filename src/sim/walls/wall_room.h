// Decides where boids may be among closed walls; used for starts and added boids. Exact, so that rounding never puts
// a point between two pieces of a wall inside.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "sim/walls/wall_pieces.h"

namespace murmur {

enum class OnWall : uint8_t { kRefused, kAllowed };  ///< whether a position on a wall is allowed

class WallRoom {
 public:
  WallRoom() = default;
  /// Prepares the closed walls of a scenario. @throws UserError as wall_pieces() does.
  explicit WallRoom(const Scenario& scenario);

  bool empty() const { return !lines_; }  ///< whether boids may be anywhere
  /// The first wall that forbids a position, which is rounded to float32: the position is inside a wall of side
  /// outside, outside a wall of side inside, or on a wall.
  std::optional<size_t> wall_against(std::span<const double> place, OnWall on_wall = OnWall::kRefused) const;
  bool allows(std::span<const double> place) const { return !wall_against(place); }

  class Lines;  // defined in wall_room.cpp

 private:
  std::shared_ptr<const Lines> lines_;
};

/// The WallRoom of a run, remade only when the shapes of walls change.
class KeptRoom {
 public:
  /// The WallRoom for this scenario. @throws UserError as wall_pieces() does.
  const WallRoom& room_of(const Scenario& scenario);

 private:
  WallsKey key_;
  WallRoom room_;
};

/// Whether a wall has an inside that it keeps boids out of, or in.
bool has_closed_walls(const Scenario& scenario);
/// Text for messages: "is inside wall[0]; allowed: outside of it".
std::string room_fault(const Scenario& scenario, size_t wall);

}  // namespace murmur
