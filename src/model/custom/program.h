// Custom rules (docs/rules.md) as a step has them: two programs, lists of exact operations on numbers, which
// src/sim/rules makes from text. One program is run for each pair of neighbours and yields what is summed over the pairs; the
// other one is run once for each boid. Vectors are their components. Truth is a number above 0. Plain data, run by
// model/custom/run.inl on every backend.
#pragma once

#include <cstdint>

#include "base/qualifiers.h"
#include "base/view.h"

namespace murmur {

constexpr int kMostCustomRules = 8;   ///< rules of a flock
constexpr int kMostOwnSums = 8;       ///< sums of a rule
constexpr int kMostOwnParts = 16;     ///< named parts of the texts of a rule
constexpr int kMostCustomStates = 4;  ///< numbers that a boid keeps
constexpr int kMostCustomSumNumbers =
    4 * kMostCustomRules * kMostOwnSums;  ///< a vector, and the number by which it is the least
constexpr int kMostOwnOperations = 64;    ///< operations in the text of an expression
constexpr int kMostOwnRegisters = 128;    ///< registers of a program
constexpr int kMostCustomBatch = 64;      ///< pairs or boids that run a program together
constexpr int kMostOwnNumbers = 4096;     ///< constants and numbers of `let`

/// r[to] = op of r[a], r[b], r[c].
enum class Op : uint8_t {
  kNumber,       ///< numbers[number]
  kAdd,          ///< a + b
  kSubtract,     ///< a - b
  kMultiply,     ///< a * b
  kDivide,       ///< a / b
  kFused,        ///< fma(a, b, c), rounded once; only of dot, length and what follows from them
  kSquareRoot,   ///< root of a
  kMagnitude,    ///< |a|
  kFloor,        ///< a rounded down
  kLesser,       ///< (a < b ? a : b) + 0
  kGreater,      ///< (a < b ? b : a) + 0
  kIsLess,       ///< a < b ? 1 : 0
  kIsAtMost,     ///< a <= b ? 1 : 0
  kSelect,       ///< a > 0 ? b : c
  kSine,         ///< sine of a [rad]
  kCosine,       ///< cosine of a [rad]
  kExponential,  ///< exp(a)
  kLogarithm,    ///< natural logarithm of a
  kRandom,       ///< the draw with index `number` of this boid and step, uniform in [0, 1)
  kNoise,        ///< value noise in [-1, 1] at (a, b) or (a, b, c), the field with index `number`
  kAt,           ///< numbers[number + a]; a is an exact index
};

struct Instruction {
  Op op;
  uint8_t to, a, b, c;
  uint16_t number;
};

/// What is in a register before the first instruction.
enum class CustomInput : uint8_t {
  kDisplacement,   ///< d; only of pairs, as those up to kOtherState
  kOtherVelocity,  ///< v_j
  kOtherSpecies,
  kOtherId,
  kOtherState,  ///< a number that the neighbour keeps
  kVelocity,
  kPosition,
  kId,
  kSpecies,
  kState,  ///< a number that the boid keeps
  kStep,
  kNeighbours,  ///< n; only of boids, as kSum
  kSum,
};
struct CustomSlot {
  CustomInput input;
  uint8_t
      component;  ///< component of a vector; kSum: index into CustomRules::sums; kState, kOtherState: into Columns::custom_states
};

/// A number that is made of a value of each pair: their sum, or the value of the pair where another one, `least`, is the least.
struct CustomSumTerm {
  uint8_t value;  ///< register
  uint8_t rule;
  uint16_t least = 0;  ///< 1 + index of that other one, which is the last of its sum; 0: the sum of values
};

/// What a rule adds to a boid's velocity.
struct CustomAddition {
  uint8_t when;      ///< register; used only if `conditional`
  bool conditional;  ///< adds only where that is true
  uint8_t add[3];    ///< registers; the last one unused in 2D
};

/// What a number that boids keep is after the step.
struct CustomNext {
  uint8_t value;  ///< register
  uint8_t state;  ///< index of Columns::custom_states
};

/// The rows (CustomRules::rows) from a boid, or the first one of a block, on.
template <class T>
struct CustomRows {
  T* data = nullptr;  ///< null: there are none
  int64_t stride = 0;

  MURMUR_HD T* row(int64_t index) const { return data + index * stride; }
  MURMUR_HD CustomRows from(int64_t boid) const { return {data ? data + boid : data, stride}; }
};

/// The programs of a flock's rules. Where a compiler knows them, model/device/known_rules.h has their type, with the same members.
struct CustomLists {
  View<CustomSlot> pair_inputs, boid_inputs;  ///< registers 0, 1, ...
  View<Instruction> same_code, pair_code;     ///< code of pairs; same_code comes first, and reads no pair
  View<Instruction> boid_code;
  View<CustomSumTerm> sums;
  View<CustomAddition> additions;
  View<CustomNext> nexts;
  bool counts = false;  ///< boid_code reads n
};

/// The custom rules of a flock.
template <class T, class Lists = CustomLists>
struct CustomRules : Lists {
  using Lists::additions, Lists::counts, Lists::nexts, Lists::sums;
  View<T> numbers;         ///< constants, and those of `let`
  View<T> ranges_squared;  ///< squared range of each rule: pairs of its sums are nearer

  MURMUR_HD bool act() const { return additions.size > 0; }
  MURMUR_HD bool visits_pairs() const { return sums.size > 0 || counts; }

  /// A step keeps so many numbers of each boid until the boid moves, in rows: of each rule what it adds and whether it does, then the
  /// numbers that it keeps from then on, then the sums, then n.
  MURMUR_HD int64_t rows(int dimensions) const {
    return row_of_sum(sums.size, dimensions) + (counts ? 1 : 0);
  }
  MURMUR_HD int64_t row_of_addition(int64_t rule, int axis, int dimensions) const {
    return rule * (dimensions + 1) + axis;
  }
  MURMUR_HD int64_t row_of_when(int64_t rule, int dimensions) const {
    return row_of_addition(rule, dimensions, dimensions);
  }
  MURMUR_HD int64_t row_of_next(int64_t next, int dimensions) const {
    return row_of_addition(additions.size, 0, dimensions) + next;
  }
  MURMUR_HD int64_t row_of_sum(int64_t sum, int dimensions) const {
    return row_of_next(nexts.size, dimensions) + sum;
  }

  template <class Visit>
  void each_array(const Visit& visit) {
    visit(Lists::pair_inputs);
    visit(Lists::boid_inputs);
    visit(Lists::same_code);
    visit(Lists::pair_code);
    visit(Lists::boid_code);
    visit(numbers);
    visit(sums);
    visit(ranges_squared);
    visit(additions);
    visit(nexts);
  }
};

}  // namespace murmur
