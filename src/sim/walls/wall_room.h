// Where boids may be among walls that are closed: the starts, and what is added, ask. Exact, so that no place between two pieces of a
// wall counts as inside by a rounding.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "sim/walls/wall_pieces.h"

namespace murmur {

enum class OnWall : uint8_t { kRefused, kAllowed };  ///< whether a place on a wall is allowed

class WallRoom {
 public:
  WallRoom() = default;
  /// @throws UserError as wall_pieces() does.
  explicit WallRoom(const Scenario& scenario);

  bool empty() const { return !lines_; }  ///< boids may be anywhere
  /// The first wall that a boid may not be at the place for: inside one of side outside, outside one of side inside, or on it. The
  /// place is rounded to float32.
  std::optional<size_t> wall_against(std::span<const double> place, OnWall on_wall = OnWall::kRefused) const;
  bool allows(std::span<const double> place) const { return !wall_against(place); }

  class Lines;  // wall_room.cpp

 private:
  std::shared_ptr<const Lines> lines_;
};

/// That of a run, made again when its shapes change.
class KeptRoom {
 public:
  /// @throws UserError as wall_pieces() does.
  const WallRoom& of(const Scenario& scenario);

 private:
  WallsKey key_;
  WallRoom room_;
};

/// Whether some wall has an inside that keeps boids out of it or in it.
bool has_closed_walls(const Scenario& scenario);
/// "is inside wall[0]; allowed: outside of it".
std::string room_fault(const Scenario& scenario, size_t wall);

}  // namespace murmur
