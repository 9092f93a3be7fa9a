// Custom rules (docs/rules.md) in the form that steps run: two programs, lists of exact operations on numbers, which
// src/sim/rules makes from text. One program runs for each pair of neighbours and gives the terms that are summed
// over pairs; the other runs once for each boid. Vectors are stored as components. A truth is true if above 0. Plain
// data, run by model/custom/run.inl on every backend.
#pragma once

#include <cstdint>

#include "base/qualifiers.h"
#include "base/view.h"

namespace murmur {

constexpr int kMostCustomRules = 8;   ///< most rules of a flock
constexpr int kMostOwnSums = 8;       ///< most sums of a rule
constexpr int kMostOwnParts = 16;     ///< most named parts of a rule
constexpr int kMostCustomStates = 4;  ///< most numbers that a boid keeps
constexpr int kMostCustomSumNumbers =
    4 * kMostCustomRules * kMostOwnSums;  ///< four: the components of a vector, and the number that is least
constexpr int kMostOwnOperations = 64;    ///< most operations in the text of an expression
constexpr int kMostOwnRegisters = 128;    ///< most registers of a program
constexpr int kMostCustomBatch = 64;      ///< most pairs or boids that run a program together
constexpr int kMostOwnNumbers = 4096;     ///< most constants, including numbers of `let`

/// Operation of an instruction: r[to] = op(r[a], r[b], r[c]).
enum class Op : uint8_t {
  kNumber,       ///< numbers[number]
  kAdd,          ///< a + b
  kSubtract,     ///< a - b
  kMultiply,     ///< a * b
  kDivide,       ///< a / b
  kFused,        ///< fma(a, b, c), rounded once; used only in dot, length and functions based on them
  kSquareRoot,   ///< square root of a
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
  kRandom,       ///< random number with index `number` for this boid and step, uniform in [0, 1)
  kNoise,        ///< value noise in [-1, 1] at (a, b) or (a, b, c), of field `number`
  kAt,           ///< numbers[number + a]; a is an integer
};

struct Instruction {
  Op op;
  uint8_t to, a, b, c;
  uint16_t number;
};

/// Initial content of a register.
enum class CustomInput : uint8_t {
  kDisplacement,   ///< displacement d; this and the inputs up to kOtherState exist only for pairs
  kOtherVelocity,  ///< velocity v_j of the neighbour
  kOtherSpecies,
  kOtherId,
  kOtherState,  ///< a number that the neighbour keeps
  kVelocity,
  kPosition,
  kId,
  kSpecies,
  kState,  ///< a number that the boid keeps
  kStep,
  kNeighbours,  ///< number of neighbours n; this and kSum exist only for boids
  kSum,
};
struct CustomSlot {
  CustomInput input;
  uint8_t component;  ///< axis; kSum: index into CustomRules::sums; kState, kOtherState: custom state
};

/// A number computed from one value of each pair: their sum, or the value of the pair for which the term `least` is smallest.
struct CustomSumTerm {
  uint8_t value;  ///< register of the value
  uint8_t rule;
  uint16_t least = 0;  ///< 1 + index of the term to minimise, the last of its sum; 0: values are summed
};

/// What one rule adds to a boid's velocity.
struct CustomAddition {
  uint8_t when;      ///< register of the condition; used only if `conditional`
  bool conditional;  ///< whether the rule acts only if `when` is true
  uint8_t add[3];    ///< registers; the last one unused in 2D
};

/// New value, after the step, of a number that boids keep.
struct CustomNext {
  uint8_t value;  ///< register of the new value
  uint8_t state;  ///< index of Columns::custom_states
};

/// Pointers into the rows of custom rules (CustomRules::rows), beginning at a boid or at the first boid of a block.
template <class T>
struct CustomRows {
  T* data = nullptr;  ///< null: there are no rows
  int64_t stride = 0;

  MURMUR_HD T* row(int64_t index) const { return data + index * stride; }
  MURMUR_HD CustomRows from(int64_t boid) const { return {data ? data + boid : data, stride}; }
};

/// The programs of a flock's rules. model/device/known_rules.h has a type with the same members for compiled rules.
struct CustomLists {
  View<CustomSlot> pair_inputs, boid_inputs;  ///< inputs are in registers 0, 1, ...
  View<Instruction> same_code, pair_code;     ///< code for pairs; same_code runs first, reads no pair
  View<Instruction> boid_code;
  View<CustomSumTerm> sums;
  View<CustomAddition> additions;
  View<CustomNext> nexts;
  bool counts = false;  ///< whether boid_code reads n
};

/// The custom rules of a flock.
template <class T, class Lists = CustomLists>
struct CustomRules : Lists {
  using Lists::additions, Lists::counts, Lists::nexts, Lists::sums;
  View<T> numbers;         ///< constants, including numbers of `let`
  View<T> ranges_squared;  ///< squared range of each rule: pairs within it count

  MURMUR_HD bool act() const { return additions.size > 0; }
  MURMUR_HD bool visits_pairs() const { return sums.size > 0 || counts; }

  /// Number of rows of numbers that a step stores for each boid until the boid moves: for each rule the added
  /// velocity and the condition, then new values of numbers that boids keep, then the sums, then n.
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
