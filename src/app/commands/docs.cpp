// murmur docs: opens the documentation in a browser. The Debian package and `cmake --install` install the pages; for
// a program in a build folder, ./dev docs makes the site. Without pages, prints where the sources of the text are.
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/options/commands.h"
#include "app/options/terminal.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

std::string first_page() {
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::filesystem::path installed = (folder / "../share/doc/murmur/html/index.html").lexically_normal();
  const std::filesystem::path built = (folder / "../docs/site/index.html").lexically_normal();
  for (const std::filesystem::path& page : {installed, built}) {
    if (std::error_code error; std::filesystem::is_regular_file(page, error)) return page.string();
  }
  const std::filesystem::path sources = (folder / "../..").lexically_normal();
  if (std::error_code error; std::filesystem::is_regular_file(sources / "docs/tutorial.md", error))
    return (sources / "README.md").string();
  throw RunError(fmt::format(
      "the pages are neither in {} nor in {}; `./dev docs`, in the folder of the sources, makes them",
      installed.parent_path().string(), built.parent_path().string()));
}

bool set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// Opens a page with xdg-open and does not wait, because xdg-open may end only with the browser. Discards their
/// output, which would appear between the user's next commands.
bool open_in_browser(std::string page) {
  if (!set("DISPLAY") && !set("WAYLAND_DISPLAY")) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);  // the browser survives the terminal
  std::string program = "xdg-open";
  char* arguments[] = {program.data(), page.data(), nullptr};
  pid_t child = 0;
  const int fault = posix_spawnp(&child, "xdg-open", &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return fault == 0;
}

int docs_command() {
  const std::string page = first_page();
  print_out("{}\n", page);
  if (page.ends_with(".md")) {
    note("these pages are text; `./dev docs`, in the folder of the sources, makes a site of them");
    return 0;
  }
  if (!open_in_browser(page)) note("open this page in a browser: there is no display, or no xdg-open");
  return 0;
}

}  // namespace

void add_docs_command(CLI::App& app, Command& chosen) {
  CLI::App* docs = app.add_subcommand("docs", "Open the pages about murmur in a browser");
  docs->footer("Also prints where the first page is.\n\nExample:\n  murmur docs");
  docs->callback([&chosen] { chosen = docs_command; });
}

}  // namespace murmur
