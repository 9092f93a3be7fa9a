// Programs of custom rules, run in double in the plainest way. Checks what program.h promises: nothing is read before it
// is written, and no instruction writes to a register that it reads.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "sim/rules/compile.h"

namespace murmur {

/// Stand for the draws and fields of a flock, which are not the compiler's.
inline double fake_draw(int index) { return std::fmod(0.37 * (index + 1), 1.0); }
inline double fake_field(const std::array<double, 3>& at, int field) {
  return std::sin(1.3 * at[0] + 0.7 * at[1] - 0.4 * at[2] + field);
}

class DoubleRegisters {
 public:
  DoubleRegisters(int count, const std::vector<double>& numbers, int dimensions)
      : registers_(static_cast<size_t>(count)),
        is_set_(static_cast<size_t>(count)),
        numbers_(numbers),
        dimensions_(dimensions) {}

  void set(size_t place, double value) {
    registers_.at(place) = value;
    is_set_.at(place) = true;
  }
  double get(size_t place) const {
    EXPECT_TRUE(is_set_.at(place)) << "register " << place << " is read before it is written";
    return registers_.at(place);
  }
  void run(const Instruction& i) {
    const auto from = [&](uint8_t place) {
      EXPECT_NE(place, i.to) << "writes to what it reads";
      return get(place);
    };
    const auto a = [&] { return from(i.a); };
    const auto b = [&] { return from(i.b); };
    const auto c = [&] { return from(i.c); };
    set(i.to, [&] {
      switch (i.op) {
        case Op::kNumber:
          return numbers_.at(i.number);
        case Op::kAdd:
          return a() + b();
        case Op::kSubtract:
          return a() - b();
        case Op::kMultiply:
          return a() * b();
        case Op::kDivide:
          return a() / b();
        case Op::kFused:
          return std::fma(a(), b(), c());
        case Op::kSquareRoot:
          return std::sqrt(a());
        case Op::kMagnitude:
          return std::fabs(a());
        case Op::kFloor:
          return std::floor(a());
        case Op::kLesser:
          return (a() < b() ? a() : b()) + 0.0;
        case Op::kGreater:
          return (a() < b() ? b() : a()) + 0.0;
        case Op::kIsLess:
          return a() < b() ? 1.0 : 0.0;
        case Op::kIsAtMost:
          return a() <= b() ? 1.0 : 0.0;
        case Op::kSelect:
          return a() > 0.0 ? b() : c();
        case Op::kSine:
          return std::sin(a());
        case Op::kCosine:
          return std::cos(a());
        case Op::kExponential:
          return std::exp(a());
        case Op::kLogarithm:
          return std::log(a());
        case Op::kRandom:
          return fake_draw(i.number);
        case Op::kNoise:
          return fake_field({a(), b(), dimensions_ == 3 ? c() : 0.0}, i.number);
        case Op::kAt:
          return numbers_.at(i.number + static_cast<size_t>(a()));
      }
      ADD_FAILURE() << "no operation " << static_cast<int>(i.op);
      return 0.0;
    }());
  }

 private:
  std::vector<double> registers_;
  std::vector<bool> is_set_;
  const std::vector<double>& numbers_;
  int dimensions_;
};

using InputOf = std::function<double(CustomSlot)>;

/// What each rule adds; nullopt where `when` is false. `pairs`: inputs of a pair, for each pair; no pair is out of range.
struct DoubleRun {
  std::vector<double> sums;
  std::vector<std::optional<std::array<double, 3>>> added;
  std::vector<double> next;  ///< as CustomPrograms::nexts
};
inline DoubleRun run_in_double(const CustomPrograms& programs, int dimensions, const InputOf& boid,
                               const std::vector<InputOf>& pairs) {
  DoubleRun result;
  for (size_t k = 0; k < programs.sums.size(); ++k)
    result.sums.push_back(programs.sums[k].least == k + 1 ? std::numeric_limits<double>::infinity() : 0.0);
  DoubleRegisters r(programs.pair_registers, programs.numbers, dimensions);
  const auto set_inputs = [&](bool of_pair, const InputOf& input) {
    for (size_t k = 0; k < programs.pair_inputs.size(); ++k) {
      const CustomSlot slot = programs.pair_inputs[k];
      if ((slot.input <= CustomInput::kOtherState) == of_pair) r.set(k, input(slot));
    }
  };
  set_inputs(false, boid);
  for (size_t k = 0; k < programs.same_for_pairs; ++k) r.run(programs.pair_code.at(k));
  for (const InputOf& pair : pairs) {
    set_inputs(true, pair);
    for (size_t k = programs.same_for_pairs; k < programs.pair_code.size(); ++k) r.run(programs.pair_code[k]);
    for (size_t k = 0; k < result.sums.size(); ++k) {
      const double value = r.get(programs.sums[k].value);
      const size_t least = programs.sums[k].least;
      if (least == 0)
        result.sums[k] += value;
      else if (r.get(programs.sums.at(least - 1).value) < result.sums.at(least - 1))
        result.sums[k] = value;
    }
  }
  DoubleRegisters s(programs.boid_registers, programs.numbers, dimensions);
  for (size_t k = 0; k < programs.boid_inputs.size(); ++k) {
    const CustomSlot slot = programs.boid_inputs[k];
    s.set(k, slot.input == CustomInput::kSum ? result.sums.at(slot.component) : boid(slot));
  }
  for (const Instruction& instruction : programs.boid_code) s.run(instruction);
  for (const CustomAddition& addition : programs.additions) {
    result.added.emplace_back();
    if (addition.conditional && !(s.get(addition.when) > 0)) continue;
    result.added.back().emplace();
    for (size_t k = 0; k < static_cast<size_t>(dimensions); ++k)
      (*result.added.back())[k] = s.get(addition.add[k]);
  }
  for (const CustomNext& one : programs.nexts) result.next.push_back(s.get(one.value));
  return result;
}

}  // namespace murmur
