// murmur rules check: reads scenarios and describes the programs that their custom rules compile to, or shows the errors in their texts.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "app/options/terminal.h"
#include "sim/scenario/custom_rules.h"
#include "sim/scenario/events.h"
#include "sim/scenario/layers.h"
#include "sim/scenario/source.h"
#include "sim/scenario/toml_text.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// Reads a scenario and collects its faults. @throws UserError if the file is not TOML.
Scenario read_file(const std::string& path, std::vector<std::string>& found) {
  Faults faults(path);
  ScenarioLayers layers;
  layers.add_layer(parse_toml(ScenarioSource::file_text(path), path), faults);
  ReadScenario read = layers.read(faults);
  check_events(read, faults);
  try {
    faults.raise();
  } catch (const UserError& error) {
    found = error.faults();
  }
  return std::move(read.scenario);
}

/// The line of a rule's text with a caret under the error.
std::string caret_under(const RuleError& error, const Scenario& scenario) {
  std::string text = text_of(scenario.custom_rules[error.rule], error.key);
  for (int line = 1; line < error.line; ++line) text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
  text.erase(std::min(text.find('\n'), text.size()));
  if (text.empty()) return "";
  std::ranges::replace(text, '\t', ' ');
  return fmt::format("    {}\n    {:>{}}\n", printable(text), '^', std::max(error.column, 1));
}

void print_program(const std::string& what, const std::string& sums, const CustomPrograms& programs) {
  const auto part = [](const char* of, size_t instructions, int registers) {
    return fmt::format("{}: {} instructions, {} registers", of, instructions, registers);
  };
  print_out("{}: {}{}{}\n", what, sums,
            programs.pair_code.empty()
                ? ""
                : part("a pair", programs.pair_code.size(), programs.pair_registers) + "; ",
            part("a boid", programs.boid_code.size(), programs.boid_registers));
}

void print_rules(const std::string& path, const Scenario& scenario) {
  const std::vector<CustomRule>& rules = scenario.custom_rules;
  if (rules.empty()) print_out("{}: no [[rule]]\n", path);
  const RuleContext context = rule_context(scenario);
  for (size_t k = 0; k < rules.size(); ++k) {
    std::vector<std::string> sums;
    for (const CustomRule::Text& sum : rules[k].sums) sums.push_back(sum.name);
    print_program(
        fmt::format("{}: rule[{}]{}", path, k, rules[k].name.empty() ? "" : " " + toml_string(rules[k].name)),
        sums.empty() ? "no sums; " : fmt::format("sums {}; ", fmt::join(sums, ", ")),
        compile_rules({rules[k]}, context));
  }
  if (rules.size() > 1)
    print_program(fmt::format("{}: {} rules together", path, rules.size()), "",
                  compile_rules(rules, context));
}

int check_rules(const std::vector<std::string>& files) {
  int code = 0;
  for (const std::string& path : files) {
    std::vector<std::string> faults;
    Scenario scenario;
    try {
      scenario = read_file(path, faults);
    } catch (const UserError& error) {
      faults = error.faults();
    } catch (const RunError& error) {  // the file cannot be read
      complain(error.what());
      code = std::max(code, 1);
      continue;
    }
    if (faults.empty()) {
      print_rules(path, scenario);
      continue;
    }
    code = 2;
    const std::vector<RuleError> errors = rule_errors(scenario);
    for (const std::string& fault : faults) {
      complain(fault);
      for (const RuleError& error : errors)
        if (fault.ends_with(place_of(error, scenario) + ": " + error.cause))
          show(caret_under(error, scenario));
    }
  }
  return code;
}

}  // namespace

void add_rules_command(CLI::App& app, Command& chosen) {
  struct Words {
    std::string act;
    std::vector<std::string> files;
  };
  auto words = std::make_shared<Words>();
  CLI::App* rules = app.add_subcommand("rules", "Check your own rules: what [[rule]] tables become");
  rules->add_option("ACT", words->act, "check")->required()->check(one_of({"check"}));
  rules->add_option("FILE.toml", words->files, "scenarios whose rules are checked")->required();
  rules->footer(
      "Each rule's sums, and the instructions and registers of its programs; or each fault with a caret "
      "under its place.\n\n"
      "Example:\n"
      "  murmur rules check mine.toml");
  rules->callback([words, &chosen] { chosen = [words] { return check_rules(words->files); }; });
}

}  // namespace murmur
