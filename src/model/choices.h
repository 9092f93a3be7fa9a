// The choices that a scenario makes by a word and that a step or a start depends on (docs/model.md).
#pragma once

#include <cstdint>

namespace murmur {

enum class Boundary : uint8_t { kTile, kWrap, kBounce, kSoft, kOpen };
/// Whether no boid may start, or be added, far outside the world.
constexpr bool has_walls(Boundary boundary) {
  return boundary != Boundary::kSoft && boundary != Boundary::kOpen;
}
enum class Metric : uint8_t { kPlain, kWrapped };
/// kShifted: that of kInverseSquare, less its value at the separation radius; of rules.nearest = "octants" alone.
enum class Falloff : uint8_t { kNone, kInverse, kInverseSquare, kShifted };
enum class Average : uint8_t { kNone, kSeparated, kNeighbours };
enum class Shape : uint8_t { kLimit, kLength, kFactor };
enum class Lone : uint8_t { kNone, kKeep };
/// Those from kDirections on have unit vectors; kMeanDirection divides by their number.
enum class CohesionTarget : uint8_t { kCentroid, kPositionSum, kDirections, kMeanDirection };
/// Whether all rules act at once, or separation alone on a boid that it acts on.
enum class Priority : uint8_t { kNone, kSeparation };
constexpr int kMostSpecies = 16;
constexpr int kMostNearest = 32;  ///< limit of rules.nearest
constexpr int64_t kOctants = -1;  ///< a rules.nearest: the nearest in each octant
/// What rules and behaviours add in a step: a velocity, or an acceleration times the time step.
enum class Adds : uint8_t { kVelocity, kAcceleration };
enum class SpeedControl : uint8_t { kLinear, kMarginal };  ///< how Cruise controls the speed
enum class Avoid : uint8_t { kPush, kLookAhead, kNone };
/// What a predator does at the border of the world: it wraps, whatever the world does, or does as boids do.
enum class PredatorBorder : uint8_t { kWrap, kWorld };
enum class CursorMode : uint8_t { kNone, kFlee, kAttract };
/// What the sum of the rules is: a change of the velocity, or the heading to take.
enum class Motion : uint8_t { kSteer, kHeading };
enum class MovesWith : uint8_t { kNew, kOld };  ///< the velocity of a move: after the step's rules, or before
enum class NoiseKind : uint8_t { kNone, kAngle, kVector, kIsotropic };
enum class Distribution : uint8_t { kUniform, kNormal };
/// heading: random direction at `speed`; whole_speed: random direction, speed one of 0, 1, ... `speed`;
/// box: each component uniform in [-speed, speed); ball: uniform in the ball of radius `speed`.
enum class StartVelocities : uint8_t { kHeading, kWholeSpeed, kBox, kBall, kAligned, kLevel };

}  // namespace murmur
