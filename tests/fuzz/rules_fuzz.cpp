// An expression of a custom rule, in a sum, as what the rule adds and as what a number is next, in flat and deep worlds, with species and without.
#include <algorithm>
#include <vector>

#include "fuzz/fuzz.h"
#include "sim/rules/compile.h"

using namespace murmur;

namespace {

void expect_registers(const std::vector<Instruction>& code, int registers) {
  expect(registers <= kMostOwnRegisters, "too many registers");
  for (const Instruction& i : code)
    expect(std::max({i.to, i.a, i.b, i.c}) < registers, "a register that is not there");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  for (const int dimensions : {2, 3}) {
    for (const char place : {'s', 'a', 'n', 'w'}) {
      fuzz(data, size, [&](const std::string& text) {
        RuleContext context;
        context.dimensions = dimensions;
        context.size = std::vector<double>(static_cast<size_t>(dimensions), 100.0);
        context.radius = 10;
        context.wrapped = place == 's';
        context.species = dimensions == 2 ? 2 : 0;
        if (dimensions == 2) context.cursor = context.size;
        context.states = {"age", "left"};
        CustomRule rule;
        rule.lets.push_back({"gain", {{0.5}}, {}, {}});
        if (dimensions == 2) rule.lets.push_back({"table", {{1, 2}, {3, 4}}, {}, {}});
        rule.sums = {{"pull", place == 's' ? text : "d"}};
        rule.states = {{"age", 0.5, place == 'n' ? text : "age"}, {"left", 1.0, ""}};
        rule.parts = {{"out", "p - size / 2"}, {"far", place == 'w' ? text : "length(out)"}};
        rule.add = place == 'a' ? text : "v";
        try {
          const CustomPrograms programs = compile_rules({rule}, context);
          expect_registers(programs.pair_code, programs.pair_registers);
          expect_registers(programs.boid_code, programs.boid_registers);
        } catch (const RuleError& error) {
          expect(error.line >= 1 && error.column >= 1 && static_cast<size_t>(error.column) <= size + 1,
                 "a place beyond the text");
          throw;
        }
      });
    }
  }
  return 0;
}
