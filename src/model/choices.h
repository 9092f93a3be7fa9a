// Enums for choices that a scenario makes by a word and that affect a step or a start (docs/model.md).
#pragma once

#include <cstdint>

namespace murmur {

enum class Boundary : uint8_t { kTile, kWrap, kBounce, kSoft, kOpen };
/// Whether boids may only start, or be added, inside the world or close to it.
constexpr bool has_walls(Boundary boundary) {
  return boundary != Boundary::kSoft && boundary != Boundary::kOpen;
}
enum class Metric : uint8_t { kPlain, kWrapped };
/// Falloff of the separation with distance. kShifted: kInverseSquare minus its value at the separation radius; only
/// for rules.nearest = "octants".
enum class Falloff : uint8_t { kNone, kInverse, kInverseSquare, kShifted };
enum class Average : uint8_t { kNone, kSeparated, kNeighbours };
enum class Shape : uint8_t { kLimit, kLength, kFactor };
enum class Lone : uint8_t { kNone, kKeep };
/// Target of the cohesion. kDirections and kMeanDirection sum unit vectors; kMeanDirection divides by their number.
enum class CohesionTarget : uint8_t { kCentroid, kPositionSum, kDirections, kMeanDirection };
/// Whether all rules act together, or separation suppresses the other rules where it acts on a boid.
enum class Priority : uint8_t { kNone, kSeparation };
constexpr int kMostSpecies = 16;
constexpr int kMostNearest = 32;  ///< limit of rules.nearest
constexpr int64_t kOctants = -1;  ///< value of rules.nearest for the nearest in each octant
/// Whether the sum of rules and behaviours is a velocity, or an acceleration that is multiplied by the time step.
enum class Adds : uint8_t { kVelocity, kAcceleration };
enum class SpeedControl : uint8_t { kLinear, kMarginal };  ///< how Cruise controls the speed
enum class Avoid : uint8_t { kPush, kLookAhead, kNone };
/// Whether a predator always wraps at the world's border, or follows the world's boundary.
enum class PredatorBorder : uint8_t { kWrap, kWorld };
enum class CursorMode : uint8_t { kNone, kFlee, kAttract };
/// Whether the sum of the rules is a change of velocity, or the new heading.
enum class Motion : uint8_t { kSteer, kHeading };
enum class MovesWith : uint8_t { kNew, kOld };  ///< a move uses the velocity after the rules, or before
enum class NoiseKind : uint8_t { kNone, kAngle, kVector, kIsotropic };
enum class Distribution : uint8_t { kUniform, kNormal };
/// heading: random direction at `speed`; whole_speed: random direction, speed one of 0, 1, ... `speed`;
/// box: each component uniform in [-speed, speed); ball: uniform in the ball of radius `speed`.
enum class StartVelocities : uint8_t { kHeading, kWholeSpeed, kBox, kBall, kAligned, kLevel };

}  // namespace murmur
