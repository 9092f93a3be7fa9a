#include "app/window/loaded_run.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/options/file_kind.h"
#include "app/options/initial_state.h"
#include "base/embedded.h"
#include "build_info.h"
#include "sim/formats/checkpoint.h"
#include "sim/formats/state_csv.h"
#include "sim/formats/terrain_image.h"
#include "sim/run/event_effects.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

/// From a state: a log of this run holds it as text.
LoadedRun open_state(const ScenarioSource& source, const std::string& text, const std::string& path,
                     const CommonOptions& options) {
  const Beginning<float> beginning{
      source,
      parse_state_csv<float>(text, path, scenario_at(source, summarise_state_csv(text).step).scenario())};
  check_memory(beginning.boids(), beginning.dimensions(), options.backend);
  LoadedRun loaded{.name = path, .scenario = source.to_toml(), .initial = text};
  loaded.image_hash = terrain_image_hash(source.scenario());
  loaded.run = run_id(beginning);
  loaded.simulation = std::make_unique<Simulation<float>>(source, choose_backend(options), *beginning.state);
  return loaded;
}

LoadedRun open_checkpoint(const std::string& path, const CommonOptions& options) {
  Checkpoint<float> checkpoint = read_checkpoint<float>(path);
  check_memory(checkpoint.state.count(), checkpoint.state.dimensions, options.backend);
  check_terrain_image(path, checkpoint.run.source.scenario(), checkpoint.image_hash);
  LoadedRun loaded{.name = path,
                   .scenario = checkpoint.scenario,
                   .initial = StateCsvWriter<float>::text(checkpoint.state)};
  loaded.resume = log_resume(checkpoint.run, checkpoint.state.step);
  loaded.image_hash = checkpoint.image_hash;
  loaded.run = checkpoint.run_id;
  loaded.simulation = std::make_unique<Simulation<float>>(std::move(checkpoint.run), choose_backend(options),
                                                          checkpoint.state);
  return loaded;
}

LoadedRun open_log(const std::string& path, const CommonOptions& options) {
  LoadedRun loaded{.name = path};
  loaded.log = std::make_unique<EventLog>(read_event_log(path));
  loaded.scenario = loaded.log->header.scenario;
  loaded.run = loaded.log->header.run;
  int64_t boids = 0;
  loaded.simulation = simulation_of_log(options, path, *loaded.log, boids);
  loaded.player = std::make_unique<LogPlayer>(path, *loaded.log);
  return loaded;
}

LoadedRun open_source(const ScenarioSource& source, const std::string& name, const CommonOptions& options) {
  check_memory(source.scenario().boids, source.scenario().dimensions(), options.backend);
  return open_scenario(source, choose_backend(options), name);
}

}  // namespace

LogHeader LoadedRun::header() const {
  return {.scenario = scenario,
          .seed = simulation->scenario().seed,
          .build = fmt::format("{} {}", kVersion, kCompiler),
          .run = run,
          .image_hash = image_hash,
          .initial = initial,
          .resume = resume};
}

LoadedRun open_scenario(const ScenarioSource& source, std::unique_ptr<Backend<float>> backend,
                        std::string name) {
  LoadedRun loaded{.name = std::move(name), .scenario = source.to_toml()};
  loaded.image_hash = terrain_image_hash(source.scenario());
  loaded.run = run_id(Beginning<float>{source, {}});
  loaded.simulation = std::make_unique<Simulation<float>>(source, std::move(backend));
  return loaded;
}

LoadedRun open_file(const std::string& path, const CommonOptions& options, const ScenarioSource& present) {
  for (const EmbeddedText& scenario : embedded_scenarios()) {  // of the gallery: by name alone
    if (path == scenario.name)
      return open_source(ScenarioSource::from_text(std::string(scenario.text), path), path, options);
  }
  const std::string text = read_text_file(path);
  switch (file_kind(text)) {
    case FileKind::kCheckpoint:
      return open_checkpoint(path, options);
    case FileKind::kEventLog:
      return open_log(path, options);
    case FileKind::kState:
      return open_state(present, text, path, options);
    case FileKind::kFigure:
    case FileKind::kScenario:
      break;
  }
  if (std::filesystem::path(path).extension() != ".toml")
    throw UserError(fmt::format("{}: is no scenario (.toml), event log, state (CSV) or checkpoint", path));
  CommonOptions named;
  named.scenario_file = path;
  return open_source(scenario_source(named), path, options);
}

}  // namespace murmur
