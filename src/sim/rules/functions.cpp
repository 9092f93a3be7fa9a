#include "sim/rules/functions.h"

#include <algorithm>
#include <iterator>

namespace murmur::rules {

namespace {

using Given = const std::vector<Typed>&;

template <Op op>
Typed of_one(Operations& make, Given x, size_t) {
  return number_at(make.values().of(op, x[0].one()));
}

/// Applies the operation to all values, from left to right.
template <Op op>
Typed of_all(Operations& make, Given x, size_t) {
  Id result = x[0].one();
  for (size_t i = 1; i < x.size(); ++i) result = make.values().of(op, result, x[i].one());
  return number_at(result);
}

Typed noise(Operations& make, Given x, size_t field) {
  return number_at(make.values().of(Op::kNoise, x[0].at[0], x[0].at[1], x[0].at[2], field));
}

Typed random_draw(Operations& make, Given, size_t draw) {
  return number_at(make.values().of(Op::kRandom, kNone, kNone, kNone, draw));
}

const Function kFunctions[] = {
    {"sqrt", "sqrt(x)", "n", 0, of_one<Op::kSquareRoot>},
    {"abs", "abs(x)", "n", 0, of_one<Op::kMagnitude>},
    {"floor", "floor(x)", "n", 0, of_one<Op::kFloor>},
    {"sin", "sin(x)", "n", 0, of_one<Op::kSine>},
    {"cos", "cos(x)", "n", 0, of_one<Op::kCosine>},
    {"exp", "exp(x)", "n", 0, of_one<Op::kExponential>},
    {"log", "log(x)", "n", 0, of_one<Op::kLogarithm>},
    {"min", "min(a, b)", "nn+", 0, of_all<Op::kLesser>},
    {"max", "max(a, b)", "nn+", 0, of_all<Op::kGreater>},
    {"clamp", "clamp(x, lo, hi)", "nnn", 0,
     [](Operations& make, Given x, size_t) {
       return number_at(make.clamp(x[0].one(), x[1].one(), x[2].one()));
     }},
    {"mix", "mix(a, b, t)", "ttn", 0,
     [](Operations& make, Given x, size_t) { return make.mix(x[0], x[1], x[2].one()); }},
    {"smoothstep", "smoothstep(a, b, x)", "nnn", 0,
     [](Operations& make, Given x, size_t) {
       return number_at(make.smoothstep(x[0].one(), x[1].one(), x[2].one()));
     }},
    {"mod", "mod(x, m)", "nn", 0,
     [](Operations& make, Given x, size_t) { return number_at(make.remainder(x[0].one(), x[1].one())); }},
    {"dot", "dot(a, b)", "vv", 0,
     [](Operations& make, Given x, size_t) { return number_at(make.dot(x[0], x[1])); }},
    {"length", "length(a)", "v", 0,
     [](Operations& make, Given x, size_t) { return number_at(make.length(x[0])); }},
    {"unit", "unit(a)", "v", 0, [](Operations& make, Given x, size_t) { return make.unit(x[0]); }},
    {"limit", "limit(a, longest)", "vn", 0,
     [](Operations& make, Given x, size_t) { return make.limit(x[0], x[1].one()); }},
    {"perp", "perp(a)", "v", 2,
     [](Operations& make, Given x, size_t) {
       return Typed{Type::kVector, {make.subtract(make.number(0.0), x[0].at[1]), x[0].at[0], kNone}};
     }},
    {"cross", "cross(a, b)", "vv", 3,
     [](Operations& make, Given x, size_t) { return make.cross(x[0], x[1]); }},
    {"random", "random(k)", "k", 0, random_draw},
    {"noise", "noise(a, k)", "vk", 0, noise},
};

struct OtherWord {
  std::string_view word, instead;
};
constexpr std::string_view kNoAngles = "dot and perp of unit vectors; there are no angles";
constexpr OtherWord kOtherWords[] = {
    {"if", "c ? a : b"},
    {"pow", "x * x, or exp(y * log(x)) for x > 0"},
    {"fmod", "mod(x, m)"},
    {"round", "floor(x + 0.5)"},
    {"ceil", "-floor(-x)"},
    {"sign", "x < 0 ? -1 : 1"},
    {"lerp", "mix(a, b, t)"},
    {"normalize", "unit(a)"},
    {"norm", "length(a)"},
    {"distance", "length(to(a)), or r in sums"},
    {"rotate", "a * cos(x) + perp(a) * sin(x)"},
    {"tan", "sin(x) / cos(x)"},
    {"atan2", kNoAngles},
    {"atan", kNoAngles},
    {"acos", kNoAngles},
    {"angle", kNoAngles},
    {"x", "p.x"},
    {"y", "p.y"},
    {"z", "p.z"},
    {"p_j", "p + d"},
};

}  // namespace

const Function* find_function(std::string_view name) {
  const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                  [&](const Function& function) { return function.name == name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

std::string_view instead_of(std::string_view word) {
  const auto found = std::find_if(std::begin(kOtherWords), std::end(kOtherWords),
                                  [&](const OtherWord& other) { return other.word == word; });
  return found == std::end(kOtherWords) ? "" : found->instead;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names = {"vec", "to", "least"};
  for (const Function& function : kFunctions) names.emplace_back(function.name);
  return names;
}

}  // namespace murmur::rules
