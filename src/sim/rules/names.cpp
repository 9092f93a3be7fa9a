#include "sim/rules/names.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/rules/functions.h"
#include "sim/rules/tokens.h"
#include "sim/util/near_names.h"
#include "sim/util/utf8.h"

namespace murmur::rules {

namespace {

/// A name that every rule can use, e.g. a property of the boid.
struct BuiltIn {
  std::string_view name;
  enum { kAll, kPairs, kBoids } programs;
  Typed (*make)(Operations& make, const Scope& scope, size_t at);
};

Typed vector_input(Operations& make, CustomInput input) {
  return make.each(Type::kVector, [&](size_t k) { return make.values().input(input, static_cast<int>(k)); });
}

template <CustomInput kInput>
Typed vector_of(Operations& make, const Scope&, size_t) {
  return vector_input(make, kInput);
}

template <CustomInput kInput>
Typed number_of(Operations& make, const Scope&, size_t) {
  return number_at(make.values().input(kInput));
}

template <CustomInput kInput>
Typed species_of(Operations& make, const Scope& scope, size_t at) {
  if (scope.context.species == 0) throw TextFault{at, "this flock has no species"};
  return number_at(make.values().input(kInput));
}

Typed constant(Operations& make, const std::vector<double>& numbers) {
  return make.each(Type::kVector, [&](size_t k) { return make.number(numbers[k]); });
}

Typed place_of(Operations& make, const std::optional<std::vector<double>>& place, const char* table,
               size_t at) {
  if (!place) throw TextFault{at, fmt::format("there is no [{}]", table)};
  return constant(make, *place);
}

constexpr BuiltIn kBuiltIns[] = {
    {"d", BuiltIn::kPairs, vector_of<CustomInput::kDisplacement>},
    {"r", BuiltIn::kPairs,
     [](Operations& make, const Scope&, size_t) {
       return number_at(make.length(vector_input(make, CustomInput::kDisplacement)));
     }},
    {"v_j", BuiltIn::kPairs, vector_of<CustomInput::kOtherVelocity>},
    {"species_j", BuiltIn::kPairs, species_of<CustomInput::kOtherSpecies>},
    {"id_j", BuiltIn::kPairs, number_of<CustomInput::kOtherId>},
    {"n", BuiltIn::kBoids, number_of<CustomInput::kNeighbours>},
    {"v", BuiltIn::kAll, vector_of<CustomInput::kVelocity>},
    {"p", BuiltIn::kAll, vector_of<CustomInput::kPosition>},
    {"id", BuiltIn::kAll, number_of<CustomInput::kId>},
    {"species", BuiltIn::kAll, species_of<CustomInput::kSpecies>},
    {"step", BuiltIn::kAll, number_of<CustomInput::kStep>},
    {"time", BuiltIn::kAll,
     [](Operations& make, const Scope& scope, size_t) {
       const RuleContext& context = scope.context;
       const Id step = make.values().input(CustomInput::kStep), each = make.number(context.time_step);
       if (context.clock_step == 0 && context.clock_time == 0.0) return number_at(make.multiply(step, each));
       const Id since = make.subtract(step, make.number(static_cast<double>(context.clock_step)));
       return number_at(make.add(make.number(context.clock_time), make.multiply(since, each)));
     }},
    {"size", BuiltIn::kAll,
     [](Operations& make, const Scope& scope, size_t) { return constant(make, scope.context.size); }},
    {"cursor", BuiltIn::kAll,
     [](Operations& make, const Scope& scope, size_t at) {
       return place_of(make, scope.context.cursor, "cursor", at);
     }},
    {"goal", BuiltIn::kAll,
     [](Operations& make, const Scope& scope, size_t at) {
       return place_of(make, scope.context.goal, "goal", at);
     }},
    {"range", BuiltIn::kAll,
     [](Operations& make, const Scope& scope, size_t) {
       return number_at(make.number(range_of(scope.rule, scope.context)));
     }},
    {"radius", BuiltIn::kAll,
     [](Operations& make, const Scope& scope, size_t) {
       return number_at(make.number(scope.context.radius));
     }},
    {"pi", BuiltIn::kAll,
     [](Operations& make, const Scope&, size_t) { return number_at(make.number(std::numbers::pi)); }},
    {"true", BuiltIn::kAll,
     [](Operations& make, const Scope&, size_t) { return truth_at(make.number(1.0)); }},
    {"false", BuiltIn::kAll,
     [](Operations& make, const Scope&, size_t) { return truth_at(make.number(0.0)); }},
};

const BuiltIn* find_built_in(std::string_view name) {
  const auto found = std::find_if(std::begin(kBuiltIns), std::end(kBuiltIns),
                                  [&](const BuiltIn& known) { return known.name == name; });
  return found == std::end(kBuiltIns) ? nullptr : found;
}

const CustomRule::Let* find_let(const CustomRule& rule, std::string_view name) {
  const auto found = std::find_if(rule.lets.begin(), rule.lets.end(),
                                  [&](const CustomRule::Let& let) { return let.name == name; });
  return found == rule.lets.end() ? nullptr : &*found;
}

/// Makes the value of a state such as "hunger" or, of the neighbour, "hunger_j"; none if there is no such state. @throws TextFault
std::optional<Typed> make_state(Operations& make, const Scope& scope, std::string_view name, size_t at) {
  const auto input = [&](CustomInput of, size_t index) {
    return number_at(make.values().input(of, static_cast<int>(index)));
  };
  if (const auto own = scope.context.state_index(name)) return input(CustomInput::kState, *own);
  if (!name.ends_with(kOfNeighbour)) return {};
  const auto other = scope.context.state_index(name.substr(0, name.size() - kOfNeighbour.size()));
  if (!other) return {};
  if (!scope.of_pairs) throw TextFault{at, fmt::format("{} is of a pair: it is for sums only", name)};
  return input(CustomInput::kOtherState, *other);
}

bool is_table(const CustomRule::Let& let) { return let.value.size() > 1 || let.value[0].size() > 1; }

[[noreturn]] void refuse_name(const Scope& scope, std::string_view name, size_t at) {
  if (const Function* function = find_function(name))
    throw TextFault{at, fmt::format("{} is a function: {}", name, function->call)};
  if (is_reserved(name)) throw TextFault{at, fmt::format("{} is a function: {}(...)", name, name)};
  if (const std::string_view instead = instead_of(name); !instead.empty())
    throw TextFault{at, fmt::format("there is no name \"{}\"; write {}", name, instead)};
  const std::vector<std::string> all = usable_names(scope),
                                 near = near_names(std::string(name.substr(0, 64)), all);
  throw TextFault{
      at, fmt::format("there is no name \"{}\"; {}", shortened(name),
                      near.empty() ? fmt::format("there are {}", fmt::join(all, ", "))
                                   : fmt::format("did you mean \"{}\"?", fmt::join(near, "\" or \"")))};
}

/// Index into a table: the constant `known` for a literal, otherwise the value `id`.
struct Index {
  size_t known = 0;
  Id id = kNone;
};

Index make_index(Operations& make, const Scope& scope, const Term& term) {
  const size_t species = scope.context.species;
  if (term.kind == TermKind::kName && (term.text == "species" || term.text == "species_j"))
    return {0, make_name(make, scope, term.text, term.at).one()};
  if (const auto named = scope.context.species_index(term.text); named && term.kind == TermKind::kName)
    return {*named, kNone};
  const bool whole = term.kind == TermKind::kNumber && term.number == std::floor(term.number);
  if (!whole || term.number >= static_cast<double>(species))
    throw TextFault{
        term.at, fmt::format("an index is species, species_j, the name of a species or a whole number from 0 "
                             "to {}",
                             species - 1)};
  return {static_cast<size_t>(term.number), kNone};
}

}  // namespace

bool has_name(const std::vector<CustomRule::Text>& texts, std::string_view name) {
  return std::any_of(texts.begin(), texts.end(),
                     [&](const CustomRule::Text& one) { return one.name == name; });
}

bool is_reserved(std::string_view name) {
  return find_built_in(name) || find_function(name) || name == "vec" || name == "to" || name == "and" ||
         name == "or" || name == "not";
}

std::vector<std::string> usable_names(const Scope& scope) {
  std::vector<std::string> names;
  for (const CustomRule::Let& let : scope.rule.lets) names.push_back(let.name);
  for (const std::string& state : scope.context.states) {
    names.push_back(state);
    if (scope.of_pairs) names.push_back(state + std::string(kOfNeighbour));
  }
  for (const auto& [name, value] : scope.known) names.push_back(name);
  for (const BuiltIn& known : kBuiltIns) {
    const bool here =
        known.programs == BuiltIn::kAll || (known.programs == BuiltIn::kPairs) == scope.of_pairs;
    const bool absent = (known.name.starts_with("species") && scope.context.species == 0) ||
                        (known.name == "cursor" && !scope.context.cursor) ||
                        (known.name == "goal" && !scope.context.goal);
    if (here && !absent) names.emplace_back(known.name);
  }
  std::copy_if(scope.context.species_names.begin(), scope.context.species_names.end(),
               std::back_inserter(names), is_word);
  return names;
}

double range_of(const CustomRule& rule, const RuleContext& context) {
  return rule.range > 0 ? rule.range : context.radius;
}

Typed make_name(Operations& make, const Scope& scope, std::string_view name, size_t at) {
  const auto known_here = scope.known.find(std::string(name.substr(0, 64)));
  if (known_here != scope.known.end()) return known_here->second;
  if (const BuiltIn* known = find_built_in(name)) {
    if (scope.of_pairs && known->programs == BuiltIn::kBoids)
      throw TextFault{
          at, fmt::format("{} is known after the sums: it is for `when`, `add` and `next` only", name)};
    if (!scope.of_pairs && known->programs == BuiltIn::kPairs)
      throw TextFault{at, fmt::format("{} is of a pair: it is for sums only", name)};
    return known->make(make, scope, at);
  }
  if (const auto state = make_state(make, scope, name, at)) return *state;
  if (const CustomRule::Let* let = find_let(scope.rule, name)) {
    if (is_table(*let))
      throw TextFault{at, fmt::format("{0} has a number for each {1}: write {0}[{2}]", name,
                                      let->value.size() > 1 ? "pair of species" : "species",
                                      let->value.size() == 1 ? "species"
                                      : scope.of_pairs       ? "species, species_j"
                                                             : "species, 0")};
    return number_at(make.number(let->value[0][0]));
  }
  if (has_name(scope.rule.sums, name))
    throw TextFault{at,
                    fmt::format("{} is a sum: it is for `when`, `add` and `next` only, not for sums", name)};
  if (has_name(scope.rule.parts, name))
    throw TextFault{
        at, scope.of_pairs
                ? fmt::format("{} has n or a sum in it: it is for `when`, `add` and `next` only", name)
                : fmt::format("{} is of a pair: it is for sums only", name)};
  if (const auto species = scope.context.species_index(name))
    return number_at(make.number(static_cast<double>(*species)));
  refuse_name(scope, name, at);
}

Typed make_table_entry(Operations& make, const Scope& scope, const Syntax& syntax, const Term& term) {
  const CustomRule::Let* let = find_let(scope.rule, term.text);
  if (!let || !is_table(*let)) {
    if (!let) make_name(make, scope, term.text, term.at);  // always throws here, saying what is unknown
    if (!let || scope.context.species != 1)
      throw TextFault{term.at, fmt::format("{} is no table: it has no index", shortened(term.text))};
    for (const size_t part : term.parts) make_index(make, scope, syntax.terms[part]);  // one species: index 0
    return number_at(make.number(let->value[0][0]));
  }
  const size_t indices = let->value.size() > 1 ? 2 : 1;
  if (term.parts.size() != indices)
    throw TextFault{
        term.at,
        fmt::format("{} has {}; here {} given", term.text, indices == 1 ? "one index" : "two indices",
                    term.parts.size() == 1 ? "is one" : fmt::format("are {}", term.parts.size()))};
  const auto species = static_cast<double>(scope.context.species);
  size_t place = make.values().numbers().begin_of(let->value);
  Id id = kNone;
  for (const size_t part : term.parts) {
    const Index index = make_index(make, scope, syntax.terms[part]);
    const bool is_row = indices == 2 && part == term.parts[0];
    place += index.known * (is_row ? scope.context.species : 1);
    if (index.id == kNone) continue;
    const Id step = is_row ? make.multiply(index.id, make.number(species)) : index.id;
    id = id == kNone ? step : make.add(id, step);
  }
  return number_at(id == kNone ? make.values().of(Op::kNumber, kNone, kNone, kNone, place)
                               : make.values().of(Op::kAt, id, kNone, kNone, place));
}

}  // namespace murmur::rules
