// murmur reproduce: runs the simulations of a published figure and compares the results with the published values.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/live/seconds.h"
#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "app/options/file_uses.h"
#include "app/options/terminal.h"
#include "app/sweep/figure.h"
#include "app/sweep/figure_runs.h"
#include "app/sweep/verdict.h"
#include "base/embedded.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

struct ReproduceOptions {
  std::string name, json, plot;
  bool quick = false, overwrite = false;
  int64_t seeds = 0;     ///< number of seeds; 0: as in the figure
  CommonOptions common;  ///< backend and threads
  std::string results;   ///< path of a CSV of results to continue and to write; empty: none
};

/// Runs a Python script with two arguments. @returns whether python3 exists and the script ends without an error.
bool python(std::string script, std::string from, std::string to) {
  std::string program = "python3", flag = "-c";
  char* arguments[] = {program.data(), flag.data(), script.data(), from.data(), to.data(), nullptr};
  pid_t child = 0;
  int status = -1;
  if (posix_spawnp(&child, "python3", nullptr, nullptr, arguments, environ) == 0) waitpid(child, &status, 0);
  return status == 0;
}

/// Checks before the runs, which can take an hour, that Python can draw the plot.
void require_matplotlib(const std::string& plot) {
  const std::string look = "import importlib.util as u, sys; sys.exit(u.find_spec('matplotlib') is None)";
  if (python(look, "", "")) return;
  throw UserError(
      fmt::format("--plot {}: python3 with matplotlib is needed (Debian: python3-matplotlib); install it, or "
                  "leave out --plot",
                  plot));
}

/// Draws the plot with Python, which has matplotlib.
void draw_plot(const std::string& json, const std::string& plot) {
  if (python(std::string(embedded_tools().front().text), json, plot)) return;
  throw RunError(fmt::format("cannot draw {}: python3 says why above; the values are above too", plot));
}

int list_figures() {
  size_t wide = 0;
  for (const std::string& name : figure_names()) wide = std::max(wide, name.size());
  for (const std::string& name : figure_names()) {
    const Figure figure = read_figure(name, false);
    print_out("{:<{}}  {}: {}\n{:<{}}  {}\n", name, wide, figure.title, figure.quantity, "", wide,
              figure.source);
  }
  return 0;
}

int reproduce(const ReproduceOptions& options) {
  if (options.name.empty()) return list_figures();
  FileUses files(options.overwrite);
  files.reads("the figure", options.name);
  files.writes({.option = "--json", .path = options.json});
  files.writes({.option = "--plot", .path = options.plot});
  files.writes({.option = "--results", .path = options.results, .may_exist = true});
  files.check_and_lock();
  if (!options.plot.empty()) require_matplotlib(options.plot);
  Figure figure = read_figure(options.name, options.quick);
  if (options.seeds > 0)
    for (FigureSeries& series : figure.series) series.sampling.seeds = options.seeds;
  FigureValues values;
  const double begin = seconds();
  if (const int signal = run_figure(figure, options.common, options.results, values)) {
    note("stopped{}",
         options.results.empty()
             ? ""
             : fmt::format("; {} has what is done, and the same command goes on", options.results));
    return signal;
  }
  const FigureVerdict verdict = judge(figure, values);
  print_out("{}\n{}\n\n{}", figure.title, figure.source, verdict_table(figure, verdict));
  flush_results();
  const std::string json = verdict_json(figure, verdict, seconds() - begin).dump(2) + "\n";
  if (!options.json.empty()) replace_file(options.json, json);
  if (!options.plot.empty()) {
    OutputFile values_file(options.plot, Begin::kPart);  // temporary, until python has drawn
    values_file.write(json);
    values_file.flush();
    draw_plot(values_file.part(), options.plot);
  }
  return verdict.passes() ? 0 : 3;
}

}  // namespace

void add_reproduce_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command =
      app.add_subcommand("reproduce", "Run a published figure again, and say whether it comes out");
  command->add_option("FIGURE", options->name,
                      "one of the list, or your own NAME.toml; without it: the list");
  command->add_flag("--quick", options->quick, "fewer seeds and steps");
  command->add_option("--seeds", options->seeds, "runs of each point, instead of the figure's own number")
      ->type_name("N")
      ->transform(whole_number(1, 100000));
  command->add_option("--results", options->results, "keep each run's value in this CSV, and go on from it")
      ->type_name("F.csv");
  command->add_option("--json", options->json, "write means, errors and verdicts to this file")
      ->type_name("F.json");
  command
      ->add_option("--plot", options->plot,
                   "draw measured and published values to this PNG (python3 with matplotlib)")
      ->type_name("F.png");
  command->add_flag("--overwrite", options->overwrite, "replace files of --json and --plot that are there");
  add_backend_options(*command, options->common);
  command->footer(
      "Exit code 3: a value differs from the published one by more than is allowed (docs/figures.md).\n"
      "Examples:\n"
      "  murmur reproduce\n"
      "  murmur reproduce vicsek-1995 --quick\n"
      "  murmur reproduce chate-2019 --results chate.csv --json chate.json");
  command->callback([options, &chosen] { chosen = [options] { return reproduce(*options); }; });
}

}  // namespace murmur
