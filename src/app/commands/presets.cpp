// murmur presets: lists the built-in scenarios by group, or prints the TOML of one.
#include <algorithm>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "app/options/commands.h"
#include "app/options/gallery_list.h"
#include "app/options/terminal.h"

namespace murmur {
namespace {

int list_presets() {
  size_t width = 0;
  for (const GalleryEntry& one : gallery_entries()) width = std::max(width, one.name.size());
  std::string group;
  for (const GalleryEntry& one : gallery_entries()) {
    if (one.group != group) print_out("{}{}:\n", group.empty() ? "" : "\n", one.group);
    group = one.group;
    print_out("  {:<{}}  {}\n", one.name, width, one.summary);
  }
  return 0;
}

int show_preset(const std::string& name) {
  const std::string_view text = gallery_entry(name).text;
  print_out("{}{}", text, text.ends_with('\n') ? "" : "\n");
  return 0;
}

}  // namespace

void add_presets_command(CLI::App& app, Command& chosen) {
  auto name = std::make_shared<std::string>();
  CLI::App* presets =
      app.add_subcommand("presets", "List the built-in scenarios by group, or print one as TOML");
  presets->add_option("NAME", *name, "print the TOML of this one");
  presets->footer(
      "Examples:\n"
      "  murmur presets\n"
      "  murmur presets book > mine.toml     then edit, and murmur mine.toml");
  presets->callback(
      [name, &chosen] { chosen = [name] { return name->empty() ? list_presets() : show_preset(*name); }; });
}

}  // namespace murmur
