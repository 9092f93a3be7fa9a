#include "kernels/nvrtc/rule_text.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace murmur {
namespace {

std::string text_of(const CustomSlot& slot) {
  return fmt::format("{{CustomInput({}),{}}}", static_cast<int>(slot.input), slot.component);
}
std::string text_of(const Instruction& i) {
  return fmt::format("{{Op({}),{},{},{},{},{}}}", static_cast<int>(i.op), i.to, i.a, i.b, i.c, i.number);
}
std::string text_of(const CustomSumTerm& s) { return fmt::format("{{{},{},{}}}", s.value, s.rule, s.least); }
std::string text_of(const CustomAddition& addition) {
  return fmt::format("{{{},{},{{{},{},{}}}}}", addition.when, addition.conditional, addition.add[0],
                     addition.add[1], addition.add[2]);
}
std::string text_of(const CustomNext& next) { return fmt::format("{{{},{}}}", next.value, next.state); }

/// Text of a list in the form of model/device/known_rules.h. Arrays have at least one element.
template <class T>
std::string array_of(const char* name, const char* type, const View<T>& list) {
  std::vector<std::string> elements;
  for (int64_t k = 0; k < list.size; ++k) elements.push_back(text_of(list[k]));
  if (elements.empty()) elements.emplace_back("{}");
  return fmt::format(
      "struct {} {{ static constexpr int kSize = {}; static constexpr {} kElements[] = {{{}}}; }};\n", name,
      list.size, type, fmt::join(elements, ","));
}

}  // namespace

std::string text_of_custom_rules(const CustomRules<float>& custom) {
  std::string text = "#include \"model/device/known_rules.h\"\nnamespace murmur {\n", members;
  const auto add = [&](const char* member, const char* name, const char* type, const auto& list) {
    text += array_of(name, type, list);
    members += fmt::format("  KnownList<{}> {};\n", name, member);
  };
  add("pair_inputs", "PairInputs", "CustomSlot", custom.pair_inputs);
  add("boid_inputs", "BoidInputs", "CustomSlot", custom.boid_inputs);
  add("same_code", "SameCode", "Instruction", custom.same_code);
  add("pair_code", "PairCode", "Instruction", custom.pair_code);
  add("boid_code", "BoidCode", "Instruction", custom.boid_code);
  add("sums", "Sums", "CustomSumTerm", custom.sums);
  add("additions", "Additions", "CustomAddition", custom.additions);
  add("nexts", "Nexts", "CustomNext", custom.nexts);
  return fmt::format(
      "{}struct Programs {{\n{}  static constexpr bool counts = {};\n}};\n}}  // namespace murmur\n", text,
      members, custom.counts);
}

std::string text_of_custom_kernel(int dimensions, int threads, const std::string& rules) {
  return fmt::format(R"(
extern "C" __global__ void __launch_bounds__({0})
    custom_rules(const __grid_constant__ murmur::SteerArguments<{1}> a, long boids) {{
  const long i = static_cast<long>(blockIdx.x) * {0} + threadIdx.x;
  if (i < boids) murmur::{2}::run(a, a.first + i);
}}
)",
                     threads, dimensions, rules);
}

}  // namespace murmur
