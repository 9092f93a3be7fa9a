#include "sim/rules/compile.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/rules/expressions.h"
#include "sim/rules/names.h"
#include "sim/rules/operations.h"
#include "sim/rules/parts.h"
#include "sim/rules/registers.h"
#include "sim/rules/tokens.h"
#include "sim/rules/values.h"
#include "sim/util/utf8.h"

namespace murmur {

RuleError::RuleError(size_t in_rule, std::string in_key, int at_line, int at_column, const std::string& what)
    : UserError(
          fmt::format("rule[{}].{}, line {}, column {}: {}", in_rule, in_key, at_line, at_column, what)),
      rule(in_rule),
      key(std::move(in_key)),
      line(at_line),
      column(at_column),
      cause(what) {}

namespace {

using rules::Known;
using rules::Type;
using rules::Typed;

struct Place {
  int line, column;
};

/// Line and column of a byte. Text before a fault is valid UTF-8, because an invalid byte would be an earlier fault.
Place place_of_byte(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  const size_t line_end = before.rfind('\n');
  return {static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(line_end == std::string_view::npos ? at : at - line_end - 1) + 1};
}

class Compiler {
 public:
  Compiler(const std::vector<CustomRule>& rules, const RuleContext& context)
      : rules_(rules), context_(context), pair_values_(numbers_), boid_values_(numbers_) {}

  /// @returns the programs; not usable if there are faults
  CustomPrograms compile() {
    try {
      add_rules();
      if (faults_.empty()) list();
    } catch (const RuleError& fault) {
      faults_.push_back(fault);
    }
    return std::move(programs_);
  }
  const std::vector<RuleError>& faults() const { return faults_; }

 private:
  void add_rules() {
    if (rules_.size() > static_cast<size_t>(kMostCustomRules))
      throw RuleError(
          kMostCustomRules, "name", 1, 1,
          fmt::format("a flock has at most {} rules; here are {}", kMostCustomRules, rules_.size()));
    for (size_t i = 0; i < rules_.size(); ++i) {
      try {
        check_parts(i);
        add_rule(i);
      } catch (const RuleError& fault) {
        faults_.push_back(fault);
      }
    }
  }
  [[noreturn]] void refuse_all(const std::string& what) const {
    throw RuleError(rules_.size() - 1, "add", 1, 1, what);
  }

  /// Checks all parts of a rule except its expressions.
  void check_parts(size_t i) const {
    const CustomRule& rule = rules_[i];
    if (!(rule.range >= 0) || !std::isfinite(rule.range))
      throw RuleError(i, "range", 1, 1, "range is a finite number above 0, or 0 for rules.radius");
    if (rule.range > context_.radius)
      throw RuleError(
          i, "range", 1, 1,
          fmt::format("range is at most rules.radius, which is {}; here is {}", context_.radius, rule.range));
    if (rule.sums.size() > static_cast<size_t>(kMostOwnSums))
      throw RuleError(i, "sums." + shortened(rule.sums[kMostOwnSums].name), 1, 1,
                      fmt::format("a rule has at most {} sums; here are {}", kMostOwnSums, rule.sums.size()));
    if (rule.parts.size() > static_cast<size_t>(kMostOwnParts))
      throw RuleError(
          i, "where." + shortened(rule.parts[kMostOwnParts].name), 1, 1,
          fmt::format("a rule has at most {} parts; here are {}", kMostOwnParts, rule.parts.size()));
    std::vector<std::string_view> names;
    for (const CustomRule::Let& let : rule.lets) {
      check_name(i, "let." + shortened(let.name), let.name, names);
      check_let(i, let);
    }
    for (const CustomRule::Text& sum : rule.sums)
      check_name(i, "sums." + shortened(sum.name), sum.name, names);
    for (const CustomRule::Text& part : rule.parts)
      check_name(i, "where." + shortened(part.name), part.name, names);
    for (const std::string_view name : names) check_is_no_state(i, rule, name);
    for (const CustomRule::State& state : rule.states) check_state(i, state);
  }

  void check_is_no_state(size_t i, const CustomRule& rule, std::string_view name) const {
    const char* const table = rules::has_name(rule.sums, name)    ? "sums"
                              : rules::has_name(rule.parts, name) ? "where"
                                                                  : "let";
    for (const std::string& state : context_.states) {
      if (name == state || name == state + std::string(rules::kOfNeighbour))
        throw RuleError(
            i, fmt::format("{}.{}", table, name), 1, 1,
            fmt::format("{} is a number that boids keep (state.{}); take another name", name, state));
    }
  }

  void check_state(size_t i, const CustomRule::State& state) const {
    const std::string key = "state." + shortened(state.name);
    std::vector<std::string_view> unused;
    check_name(i, key, state.name, unused);
    const auto refuse = [&](const std::string& what) { throw RuleError(i, key, 1, 1, what); };
    if (state.name.ends_with(rules::kOfNeighbour))
      refuse(fmt::format("the name ends with {0}, as that of a neighbour's number; take another name",
                         rules::kOfNeighbour));
    if (!std::isfinite(state.start)) refuse("start is a finite number");
    const std::vector<std::string>& all = context_.states;
    if (context_.state_index(state.name).value_or(all.size()) >= static_cast<size_t>(kMostCustomStates))
      refuse(fmt::format("boids keep at most {} numbers; here are {}", kMostCustomStates, all.size()));
    if (std::count(all.begin(), all.end(), state.name) > 1)
      refuse(fmt::format("there is another {}; all rules know it, so one name is of one number", state.name));
  }

  static void check_name(size_t i, const std::string& key, std::string_view name,
                         std::vector<std::string_view>& names) {
    const auto refuse = [&](const std::string& what) { throw RuleError(i, key, 1, 1, what); };
    if (!rules::is_word(name) || name.size() > rules::kLongestName)
      refuse(fmt::format("a name has 1 to {} letters, digits and _, the first one no digit",
                         rules::kLongestName));
    const bool counts = name == "n" && key == "sums.n";  // `n` may be redefined with its own range
    if (rules::is_reserved(name) && !counts)
      refuse(fmt::format("{} is a word of the language; take another name", name));
    if (std::find(names.begin(), names.end(), name) != names.end())
      refuse(fmt::format("this rule has {} twice; each let, sum and part has a name of its own", name));
    names.push_back(name);
  }

  void check_let(size_t i, const CustomRule::Let& let) const {
    const auto refuse = [&](const std::string& what) { throw RuleError(i, "let." + let.name, 1, 1, what); };
    const size_t rows = let.value.size(), columns = rows == 0 ? 0 : let.value[0].size(),
                 species = context_.species;
    const bool even = std::all_of(let.value.begin(), let.value.end(),
                                  [&](const std::vector<double>& row) { return row.size() == columns; });
    const bool one = rows == 1 && columns == 1;
    const bool fits = species > 0 && columns == species && (rows == 1 || rows == species);
    if (!even || !(one || fits))
      refuse(species == 0
                 ? fmt::format("a `let` is one number, as this flock has no species; a position is a part: "
                               "where.{} = \"vec(300, 300)\"",
                               shortened(let.name))
                 : fmt::format("a `let` is one number, {0} numbers (one for each species) or {0} rows of {0}",
                               species));
    for (const std::vector<double>& row : let.value) {
      if (!std::all_of(row.begin(), row.end(), [](double number) { return std::isfinite(number); }))
        refuse("a `let` is finite");
    }
  }

  /// Makes the named parts that a program can use.
  void add_parts(size_t i, const std::vector<rules::Part>& parts, rules::Values& values, Known& known) {
    const bool pairs = &values == &pair_values_;
    for (const rules::Part& part : parts) {
      if (pairs ? part.after_sums && !part.of_pairs : part.of_pairs) continue;
      const size_t before = faults_.size();
      known.emplace(part.text->name, make(i, "where." + part.text->name, part.text->text, values, known));
      if (pairs && !part.of_pairs)  // the program of boids has the part too, and reports its faults
        faults_.erase(faults_.begin() + static_cast<ptrdiff_t>(before), faults_.end());
    }
  }

  void add_rule(size_t i) {
    const CustomRule& rule = rules_[i];
    const std::vector<rules::Part> parts = rules::parts_in_order(rule, context_);
    for (const CustomRule::Text& part : rule.parts)
      if (std::none_of(parts.begin(), parts.end(), [&](const rules::Part& one) { return one.text == &part; }))
        throw RuleError(i, "where." + part.name, 1, 1, fmt::format("{} is made of itself", part.name));
    Known in_sums, known;
    add_parts(i, parts, pair_values_, in_sums);
    for (const CustomRule::Text& sum : rule.sums) known.emplace(sum.name, add_sum(i, sum, in_sums));
    add_parts(i, parts, boid_values_, known);
    CustomAddition addition{};
    if (!rule.when.empty()) {
      const Typed when = make(i, "when", rule.when, boid_values_, known);
      if (!fits(when, Type::kTruth))
        refuse_type(i, "when", rule.when, when, "`when` is a truth, such as length(v) < 1");
      addition.conditional = true;
      boid_results_.push_back(when.one());
    }
    if (rule.add.empty())
      throw RuleError(i, "add", 1, 1, "add is required: what the rule adds to the velocity");
    const Typed add = make(i, "add", rule.add, boid_values_, known);
    if (!fits(add, Type::kVector))
      refuse_type(i, "add", rule.add, add, "`add` is a vector, a velocity: for example unit(v) * 0.1");
    boid_results_.insert(boid_results_.end(), add.at.begin(), add.at.begin() + context_.dimensions);
    programs_.additions.push_back(addition);
    for (const CustomRule::State& state : rule.states) add_next(i, state, known);
    programs_.ranges.push_back(rules::range_of(rule, context_));
  }

  void add_next(size_t i, const CustomRule::State& state, const Known& known) {
    if (state.next.empty()) return;
    const std::string key = state.next_key();
    const Typed next = make(i, key, state.next, boid_values_, known);
    if (!fits(next, Type::kNumber))
      refuse_type(i, key, state.next, next, "`next` is a number, such as min(hunger + 0.01, 1)");
    next_results_.push_back(next.one());
    programs_.nexts.push_back({0, static_cast<uint8_t>(*context_.state_index(state.name))});
  }

  /// Adds a sum to the program of pairs. @returns the sum as a value in the program of boids
  Typed add_sum(size_t i, const CustomRule::Text& sum, const Known& known) {
    const std::string key = "sums." + sum.name;
    Typed by = rules::unknown();  // first argument of least(by, value)
    const Typed term = make(i, key, sum.text, pair_values_, known, &by);
    if (term.type == Type::kTruth)
      refuse_type(i, key, sum.text, term, "a sum is of numbers or vectors; to count, write a < b ? 1 : 0");
    if (term.type == Type::kTruth || term.type == Type::kUnknown) return rules::unknown();
    const auto components = static_cast<size_t>(term.type == Type::kVector ? context_.dimensions : 1);
    const bool is_least = by.type == Type::kNumber;
    const size_t least = is_least ? pair_results_.size() + components + 1 : 0;
    const auto add = [&](rules::Id value) {
      pair_results_.push_back(value);
      programs_.sums.push_back({0, static_cast<uint8_t>(i), static_cast<uint16_t>(least)});
    };
    const Typed sums = rules::Operations(boid_values_, context_.dimensions).each(term.type, [&](size_t k) {
      add(term.at[k]);
      return boid_values_.input(CustomInput::kSum, static_cast<int>(pair_results_.size() - 1));
    });
    if (is_least) add(by.one());
    return sums;
  }

  void refuse_type(size_t i, const std::string& key, std::string_view text, const Typed& found,
                   std::string_view wanted) {
    refuse_at(i, key, text, std::min(text.find_first_not_of(" \t\r\n"), text.size()),
              fmt::format("{}; this is {}", wanted, rules::described(found.type)));
  }
  void refuse_at(size_t i, const std::string& key, std::string_view text, size_t at,
                 const std::string& what) {
    const Place place = place_of_byte(text, at);
    faults_.emplace_back(i, key, place.line, place.column, what);
  }

  Typed make(size_t i, const std::string& key, std::string_view text, rules::Values& values,
             const Known& known, Typed* least_by = nullptr) {
    rules::Operations operations(values, context_.dimensions);
    std::vector<rules::TextFault> faults;
    const Typed made = rules::make_expression(
        text, operations, {context_, rules_[i], &values == &pair_values_, known}, faults, least_by);
    for (const rules::TextFault& fault : faults) refuse_at(i, key, text, fault.at, fault.what);
    return made;
  }

  void list() {
    if (numbers_.all().size() > static_cast<size_t>(kMostOwnNumbers))
      refuse_all(fmt::format("the rules have {} different numbers, with those of `let`; at most {}",
                             numbers_.all().size(), kMostOwnNumbers));
    programs_.numbers = numbers_.all();
    if (rules_.empty()) return;
    const rules::Listing pairs = list_one(pair_values_, pair_results_, true, "sums");
    boid_results_.insert(boid_results_.end(), next_results_.begin(), next_results_.end());
    const rules::Listing boids = list_one(boid_values_, boid_results_, false, "`when`, `add` and `next`");
    programs_.pair_inputs = pairs.inputs;
    programs_.pair_code = pairs.code;
    programs_.same_for_pairs = pairs.same_for_pairs;
    programs_.pair_registers = pairs.registers;
    programs_.boid_inputs = boids.inputs;
    programs_.boid_code = boids.code;
    programs_.boid_registers = boids.registers;
    for (size_t k = 0; k < pairs.results.size(); ++k) programs_.sums[k].value = pairs.results[k];
    size_t next = 0;
    for (CustomAddition& addition : programs_.additions) {
      if (addition.conditional) addition.when = boids.results[next++];
      for (int k = 0; k < context_.dimensions; ++k) addition.add[k] = boids.results[next++];
    }
    for (CustomNext& one : programs_.nexts) one.value = boids.results[next++];
  }
  rules::Listing list_one(const rules::Values& values, const std::vector<rules::Id>& results, bool for_pairs,
                          const char* what) const {
    rules::Listing listing = rules::list_program(values, results, for_pairs);
    if (listing.registers > kMostOwnRegisters)
      refuse_all(fmt::format("the {} of all rules together keep {} numbers at once; at most {}", what,
                             listing.registers, kMostOwnRegisters));
    return listing;
  }

  const std::vector<CustomRule>& rules_;
  const RuleContext& context_;
  rules::Numbers numbers_;
  rules::Values pair_values_, boid_values_;
  std::vector<rules::Id> pair_results_, boid_results_, next_results_;
  CustomPrograms programs_;
  std::vector<RuleError> faults_;
};

}  // namespace

CustomPrograms compile_rules(const std::vector<CustomRule>& rules, const RuleContext& context) {
  Compiler compiler(rules, context);
  CustomPrograms programs = compiler.compile();
  if (!compiler.faults().empty()) throw compiler.faults().front();
  return programs;
}

std::vector<RuleError> rule_faults(const std::vector<CustomRule>& rules, const RuleContext& context) {
  Compiler compiler(rules, context);
  compiler.compile();
  return compiler.faults();
}

}  // namespace murmur
