#include "sim/rules/expressions.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/rules/functions.h"
#include "sim/rules/syntax.h"
#include "sim/util/near_names.h"
#include "sim/util/utf8.h"

namespace murmur::rules {

namespace {

constexpr double kLastStream = 63;  ///< largest k of random(k), noise(p, k)

class Expression {
 public:
  Expression(const Syntax& syntax, Operations& operations, const Scope& scope, std::vector<TextFault>& faults,
             Typed* least_by)
      : syntax_(syntax), make_(operations), scope_(scope), faults_(faults), least_by_(least_by) {}

  Typed whole() { return of(syntax_.terms.back()); }

 private:
  const Term& part(const Term& term, size_t i) const { return syntax_.terms[term.parts[i]]; }
  [[noreturn]] static void refuse(const Term& term, const std::string& what) {
    throw TextFault{term.at, what};
  }

  /// Makes the value of a term. A fault is kept, and the value is then unknown, so that other terms are checked too.
  Typed of(const Term& term) {
    try {
      return made(term);
    } catch (const TextFault& fault) {
      faults_.push_back(fault);
      return unknown();
    }
  }
  Typed made(const Term& term) {
    switch (term.kind) {
      case TermKind::kNumber:
        return number_at(make_.number(term.number));
      case TermKind::kName:
        return make_name(make_, scope_, term.text, term.at);
      case TermKind::kIndex:
        return make_table_entry(make_, scope_, syntax_, term);
      case TermKind::kCall:
        return call(term);
      case TermKind::kPart:
        return component(term);
      case TermKind::kUnary:
        return unary(term);
      case TermKind::kBinary:
        return binary(term);
      default:
        return choice(term);
    }
  }

  Typed component(const Term& term) {
    const Typed whole = of(part(term, 0));
    if (!fits(whole, Type::kVector))
      refuse(term, fmt::format("{} has no part .{}", described(whole.type), term.text));
    const auto k = static_cast<size_t>(term.text[0] - 'x');
    if (k >= static_cast<size_t>(make_.dimensions())) refuse(term, "a vector has .x and .y in 2D, and no .z");
    return number_at(whole.at[k]);
  }

  Typed unary(const Term& term) {
    const Typed value = of(part(term, 0));
    if (term.text == "not") {
      if (!fits(value, Type::kTruth)) refuse_truth(term, value.type);
      return truth_at(make_.opposite(value.one()));
    }
    if (value.type == Type::kTruth) refuse(term, "'-' is for numbers and vectors; here is a truth");
    return make_.each(value.type, [&](size_t k) { return make_.subtract(make_.number(0.0), value.at[k]); });
  }
  [[noreturn]] static void refuse_truth(const Term& term, Type found) {
    refuse(term, fmt::format("'{}' is for truths, such as a < b; here is {}", term.text, described(found)));
  }

  Typed binary(const Term& term) {
    const Typed a = of(part(term, 0)), b = of(part(term, 1));
    if (term.text == "and" || term.text == "or") {
      if (!fits(a, Type::kTruth) || !fits(b, Type::kTruth))
        refuse_truth(term, fits(a, Type::kTruth) ? b.type : a.type);
      return truth_at(term.text == "and" ? make_.multiply(a.one(), b.one())
                                         : make_.values().of(Op::kGreater, a.one(), b.one()));
    }
    switch (term.text[0]) {
      case '+':
      case '-':
        return sum(term, a, b);
      case '*':
        return product(term, a, b);
      case '/':
        return quotient(term, a, b);
      default:
        return comparison(term, a, b);
    }
  }
  static std::string pair_of(const Typed& a, const Typed& b) {
    return a.type == b.type ? fmt::format("here are two {}s", described(a.type).substr(2))
                            : fmt::format("here are {} and {}", described(a.type), described(b.type));
  }
  Typed sum(const Term& term, const Typed& a, const Typed& b) {
    const Type type = a.type == Type::kUnknown ? b.type : a.type;
    if (!fits(b, type) || type == Type::kTruth)
      refuse(term, fmt::format("'{}' is for two numbers or two vectors; {}", term.text, pair_of(a, b)));
    const Op op = term.text == "+" ? Op::kAdd : Op::kSubtract;
    return make_.each(type, [&](size_t k) { return make_.values().of(op, a.at[k], b.at[k]); });
  }
  Typed product(const Term& term, const Typed& a, const Typed& b) {
    if (a.type == Type::kVector && b.type == Type::kVector)
      refuse(term, "'*' is not for two vectors; use dot(a, b), or vec of products of their parts");
    if (a.type == Type::kTruth || b.type == Type::kTruth)
      refuse(term,
             fmt::format("'*' is for numbers and vectors, and c ? a : b for truths; {}", pair_of(a, b)));
    const Typed &left = a.type == Type::kVector ? a : b, &right = a.type == Type::kVector ? b : a;
    if (left.type == Type::kVector)
      return make_.each(Type::kVector, [&](size_t k) { return make_.multiply(left.at[k], right.one()); });
    if (left.type == Type::kUnknown || right.type == Type::kUnknown) return unknown();
    return number_at(make_.multiply(a.one(), b.one()));
  }
  Typed quotient(const Term& term, const Typed& a, const Typed& b) {
    if (a.type == Type::kTruth || !fits(b, Type::kNumber))
      refuse(term, fmt::format("'/' is for a number or a vector by a number; {}", pair_of(a, b)));
    return make_.each(a.type, [&](size_t k) { return make_.divide(a.at[k], b.one()); });
  }
  Typed comparison(const Term& term, const Typed& a, const Typed& b) {
    if (!fits(a, Type::kNumber) || !fits(b, Type::kNumber))
      refuse(term, fmt::format("'{}' compares two numbers; {}", term.text, pair_of(a, b)));
    const Id x = a.one(), y = b.one();
    if (term.text == "<") return truth_at(make_.less(x, y));
    if (term.text == ">") return truth_at(make_.less(y, x));
    if (term.text == "<=") return truth_at(make_.at_most(x, y));
    if (term.text == ">=") return truth_at(make_.at_most(y, x));
    return truth_at(term.text == "==" ? make_.equal(x, y) : make_.opposite(make_.equal(x, y)));
  }

  Typed choice(const Term& term) {
    const Typed condition = of(part(term, 0)), yes = of(part(term, 1)), no = of(part(term, 2));
    if (!fits(condition, Type::kTruth))
      refuse(term,
             fmt::format("before '?' is a truth, such as a < b; here is {}", described(condition.type)));
    const Type type = yes.type == Type::kUnknown ? no.type : yes.type;
    if (!fits(no, type))
      refuse(term, fmt::format("c ? a : b takes a and b of one type; {}", pair_of(yes, no)));
    return make_.each(type, [&](size_t k) { return make_.select(condition.one(), yes.at[k], no.at[k]); });
  }

  Typed call(const Term& term) {
    if (term.text == "vec") {
      std::vector<Typed> parts;
      size_t index = 0;
      const bool flat = make_.dimensions() == 2;
      arguments(term, flat ? "vec(x, y)" : "vec(x, y, z)", flat ? "nn" : "nnn", parts, index);
      return make_.each(Type::kVector, [&](size_t k) { return parts[k].one(); });
    }
    if (term.text == "to") {
      std::vector<Typed> place;
      size_t index = 0;
      arguments(term, "to(place)", "v", place, index);
      const Typed here = make_name(make_, scope_, "p", term.at);
      return make_.displacement(here, place[0], scope_.context.wrapped, scope_.context.size);
    }
    if (term.text == "least") return least(term);
    const Function* function = find_function(term.text);
    if (!function) refuse_function(term);
    if (function->dimensions != 0 && function->dimensions != make_.dimensions())
      refuse(term, fmt::format("{} is for {}D; this world has {} dimensions", function->call,
                               function->dimensions, make_.dimensions()));
    std::vector<Typed> values;
    size_t index = 0;
    arguments(term, function->call, function->takes, values, index);
    return function->make(make_, values, index);
  }

  /// Makes the value, from the neighbour for which another number is the least.
  Typed least(const Term& term) {
    if (!least_by_ || &term != &syntax_.terms.back()) {
      check_parts(term);
      refuse(term, "least(by, value) is the whole text of a sum");
    }
    std::vector<Typed> values;
    size_t index = 0;
    arguments(term, "least(by, value)", "na", values, index);
    *least_by_ = values[0];
    return values[1];
  }

  /// Finds the faults within the parts of a faulty term.
  void check_parts(const Term& term) {
    for (size_t i = 0; i < term.parts.size(); ++i) of(part(term, i));
  }

  [[noreturn]] void refuse_function(const Term& term) {
    check_parts(term);
    if (const std::string_view instead = instead_of(term.text); !instead.empty())
      refuse(term, fmt::format("there is no function \"{}\"; write {}", term.text, instead));
    const std::vector<std::string> names = usable_names(scope_);
    if (is_reserved(term.text) || std::find(names.begin(), names.end(), term.text) != names.end())
      refuse(term, fmt::format("{} is no function; a product has a *", term.text));
    const std::vector<std::string> all = function_names(),
                                   near = near_names(std::string(term.text.substr(0, 64)), all);
    refuse(term,
           fmt::format("there is no function \"{}\"; {}", shortened(term.text),
                       near.empty() ? fmt::format("there are {}", fmt::join(all, ", "))
                                    : fmt::format("did you mean \"{}\"?", fmt::join(near, "\" or \""))));
  }

  /// Reads the arguments of a function; `takes` lists their types (functions.h).
  void arguments(const Term& term, std::string_view usage, std::string_view takes, std::vector<Typed>& values,
                 size_t& index) {
    const bool more = takes.back() == '+';
    const size_t least = more ? takes.size() - 1 : takes.size(), given = term.parts.size();
    if (given < least || (given > least && !more)) {
      check_parts(term);
      refuse(term, fmt::format("{} takes {}{} value{}; here {}", usage, least, more ? " or more" : "",
                               least == 1 ? "" : "s", given == 1 ? "is 1" : fmt::format("are {}", given)));
    }
    for (size_t i = 0; i < given; ++i) {
      const Term& argument = part(term, i);
      const char takes_here = takes[i < least ? i : least - 1];
      if (takes_here == 'k') {
        if (argument.kind != TermKind::kNumber || argument.number != std::floor(argument.number) ||
            argument.number > kLastStream)
          refuse(argument,
                 fmt::format("in {} k is a whole number from 0 to {}, as digits", usage, kLastStream));
        index = static_cast<size_t>(argument.number);
        continue;
      }
      values.push_back(of(argument));
      check_argument(argument, usage, takes_here, values);
    }
  }
  static void check_argument(const Term& argument, std::string_view usage, char takes,
                             const std::vector<Typed>& values) {
    const Type found = values.back().type;
    const bool any = takes == 't' || takes == 'a';
    const Type wanted = takes == 'v'                        ? Type::kVector
                        : takes == 't' && values.size() > 1 ? values.front().type
                        : any && found == Type::kVector     ? Type::kVector
                                                            : Type::kNumber;
    if (found == wanted || found == Type::kUnknown || wanted == Type::kUnknown) return;
    const bool long_vector = wanted == Type::kNumber && found == Type::kVector;
    refuse(argument, fmt::format("{} takes {} here, not {}{}", usage, described(wanted), described(found),
                                 long_vector ? "; of a vector take length(a) or .x" : ""));
  }

  const Syntax& syntax_;
  Operations& make_;
  const Scope& scope_;
  std::vector<TextFault>& faults_;
  Typed* const least_by_;
};

}  // namespace

std::string_view described(Type type) {
  return type == Type::kNumber   ? "a number"
         : type == Type::kVector ? "a vector"
         : type == Type::kTruth  ? "a truth"
                                 : "an unknown value";
}

Typed make_expression(std::string_view text, Operations& operations, const Scope& scope,
                      std::vector<TextFault>& faults, Typed* least_by) {
  Syntax syntax;
  try {
    syntax = parse(text);
  } catch (const TextFault& fault) {
    faults.push_back(fault);
    return unknown();
  }
  const Typed whole = Expression(syntax, operations, scope, faults, least_by).whole();
  std::stable_sort(faults.begin(), faults.end(),
                   [](const TextFault& a, const TextFault& b) { return a.at < b.at; });
  return whole;
}

}  // namespace murmur::rules
