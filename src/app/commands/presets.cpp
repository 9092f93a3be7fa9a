// murmur presets: the built-in scenarios, or the TOML of one.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/options/commands.h"
#include "app/options/terminal.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"

namespace murmur {
namespace {

int list_presets() {
  size_t width = 0;
  for (const BuiltIn& one : presets()) width = std::max(width, one.name.size());
  for (const BuiltIn& one : presets()) print_out("{:<{}}  {}\n", one.name, width, one.summary);
  return 0;
}

int show_preset(const std::string& name) {
  const std::vector<std::string> names = preset_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const std::vector<std::string> near = near_names(name, names);
    throw UserError(fmt::format("preset '{}' does not exist; {} {}", name,
                                near.empty() ? "there are" : "did you mean",
                                fmt::join(near.empty() ? names : near, near.empty() ? ", " : " or ")) +
                    (near.empty() ? "" : "?"));
  }
  const std::string_view text = preset_text(name);
  print_out("{}{}", text, text.ends_with('\n') ? "" : "\n");
  return 0;
}

}  // namespace

void add_presets_command(CLI::App& app, Command& chosen) {
  auto name = std::make_shared<std::string>();
  CLI::App* presets = app.add_subcommand("presets", "List the built-in scenarios, or print one as TOML");
  presets->add_option("NAME", *name, "print this preset's TOML");
  presets->footer(
      "Examples:\n"
      "  murmur presets\n"
      "  murmur presets book > mine.toml     then edit, and murmur mine.toml");
  presets->callback(
      [name, &chosen] { chosen = [name] { return name->empty() ? list_presets() : show_preset(*name); }; });
}

}  // namespace murmur
