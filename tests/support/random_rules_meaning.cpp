#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "support/double_program.h"
#include "support/random_rules.h"

namespace murmur {

Meaning RandomRules::evaluate(const Tree& tree, const RandomNames& names) const {
  if (tree.kids.empty()) {
    const bool is_literal = (tree.head[0] >= '0' && tree.head[0] <= '9') || tree.head[0] == '.';
    return is_literal ? number_meaning(std::stod(tree.head)) : names.at(tree.head);
  }
  std::vector<Meaning> x;
  for (const TreePointer& kid : tree.kids) x.push_back(evaluate(*kid, names));
  if (tree.head == "[") {
    return x.size() == 1 ? names.at(fmt::format("{}[{}]", tree.name, x[0].at[0]))
                         : names.at(fmt::format("{}[{}, {}]", tree.name, x[0].at[0], x[1].at[0]));
  }
  return call(tree, x);
}

Meaning RandomRules::call(const Tree& tree, const std::vector<Meaning>& x) const {
  const std::string& f = tree.head;
  const auto last = static_cast<size_t>(context.dimensions);
  const double a = x[0].at[0], b = x.size() > 1 ? x[1].at[0] : 0, c = x.size() > 2 ? x[2].at[0] : 0;
  const auto each = [&](const auto& make) {
    Meaning all{tree.type, {}};
    for (size_t k = 0; k < (tree.type == TreeType::kVector ? last : 1); ++k) all.at[k] = make(k);
    return all;
  };
  const auto dot = [&](const Meaning& y, const Meaning& z) {
    const double flat = std::fma(y.at[0], z.at[0], y.at[1] * z.at[1]);
    return last == 3 ? std::fma(y.at[2], z.at[2], flat) : flat;
  };
  const auto clamp = [](double y, double low, double high) { return y < low ? low : high < y ? high : y; };
  if (f == "?") return x[0].at[0] > 0 ? x[1] : x[2];
  if (f == "or") return truth_meaning(a > 0 || b > 0);
  if (f == "and") return truth_meaning(a > 0 && b > 0);
  if (f == "not") return truth_meaning(!(a > 0));
  if (f == "<") return truth_meaning(a < b);
  if (f == "<=") return truth_meaning(a <= b);
  if (f == ">") return truth_meaning(a > b);
  if (f == ">=") return truth_meaning(a >= b);
  if (f == "==") return truth_meaning(a == b);
  if (f == "!=") return truth_meaning(a != b);
  if (f == "-" && x.size() == 1) return each([&](size_t k) { return 0.0 - x[0].at[k]; });
  if (f == "+") return each([&](size_t k) { return x[0].at[k] + x[1].at[k]; });
  if (f == "-") return each([&](size_t k) { return x[0].at[k] - x[1].at[k]; });
  if (f == "*" && x[0].type == TreeType::kVector) return each([&](size_t k) { return x[0].at[k] * b; });
  if (f == "*") return each([&](size_t k) { return a * x[1].at[k]; });
  if (f == "/") return each([&](size_t k) { return x[0].at[k] / b; });
  if (f[0] == '.') return number_meaning(x[0].at[static_cast<size_t>(f[1] - 'x')]);
  if (f == "vec") return each([&](size_t k) { return x[k].at[0]; });
  if (f == "abs") return number_meaning(std::fabs(a));
  if (f == "floor") return number_meaning(std::floor(a));
  if (f == "sqrt") return number_meaning(std::sqrt(a));
  if (f == "sin") return number_meaning(std::sin(a));
  if (f == "cos") return number_meaning(std::cos(a));
  if (f == "exp") return number_meaning(std::exp(a));
  if (f == "log") return number_meaning(std::log(a));
  if (f == "min" || f == "max") {
    double best = a;
    for (size_t i = 1; i < x.size(); ++i) {
      const double other = x[i].at[0];
      best = (f == "min" ? (best < other ? best : other) : (best < other ? other : best)) + 0.0;
    }
    return number_meaning(best);
  }
  if (f == "mod") return number_meaning(a - b * std::floor(a / b));
  if (f == "clamp") return number_meaning(clamp(a, b, c));
  if (f == "mix") return each([&](size_t k) { return x[0].at[k] + (x[1].at[k] - x[0].at[k]) * c; });
  if (f == "smoothstep") {
    const double t = clamp((c - a) / (b - a), 0, 1);
    return number_meaning((t * t) * (3 - 2 * t) + (wrong_function == f ? 1 : 0));
  }
  if (f == "dot") return number_meaning(dot(x[0], x[1]));
  if (f == "length") return number_meaning(std::sqrt(dot(x[0], x[0])));
  if (f == "unit") {
    const double square = dot(x[0], x[0]);
    return square > 0 ? each([&](size_t k) { return x[0].at[k] / std::sqrt(square); }) : x[0];
  }
  if (f == "limit") {
    const double square = dot(x[0], x[0]), scale = b / std::sqrt(square);
    return square > b * b ? each([&](size_t k) { return x[0].at[k] * scale; }) : x[0];
  }
  if (f == "perp") return {TreeType::kVector, {0.0 - x[0].at[1], a, 0}};
  if (f == "cross") {
    const auto &y = x[0].at, &z = x[1].at;
    return {TreeType::kVector,
            {y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]}};
  }
  if (f == "to") {
    return each([&](size_t k) {
      const double p = boid.at("p").at[k], t = x[0].at[k] - p, size = context.size[k];
      if (!context.wrapped) return t;
      const double shift = t > size / 2 ? -size : t < -size / 2 ? size : 0;
      return (x[0].at[k] + shift) - p;
    });
  }
  if (f == "random") return number_meaning(fake_draw(static_cast<int>(a)));
  if (f == "noise") return number_meaning(fake_field(x[0].at, static_cast<int>(b)));
  throw std::logic_error("no meaning of " + f);
}

}  // namespace murmur
