#include "app/options/beginning.h"

#include <utility>

#include <fmt/format.h>

#include "sim/formats/checkpoint.h"
#include "sim/formats/scenario_files.h"
#include "sim/formats/state_csv.h"
#include "sim/run/event_effects.h"
#include "sim/state/start_room.h"
#include "sim/util/files.h"

namespace murmur {

template <class T>
std::unique_ptr<Simulation<T>> Beginning<T>::simulation(std::unique_ptr<Backend<T>> backend) const {
  if (resumed) return std::make_unique<Simulation<T>>(run, std::move(backend), *state);
  if (state) return std::make_unique<Simulation<T>>(run.source, std::move(backend), *state);
  return std::make_unique<Simulation<T>>(run.source, std::move(backend));
}

void InputFile::read() {
  if (text || path.empty()) return;
  std::string all = read_text_file(path);
  text = std::make_shared<const std::string>(step ? rows_of_step(all, path, *step) : std::move(all));
}

std::string InputFile::name() const { return step ? fmt::format("{}, step {}", path, *step) : path; }

void take_boids(CommonOptions& options, const InputFile& initial) {
  if (options.names_boids() || !options.scenario_file.empty()) return;
  if (const int64_t boids = summarise_state_csv(*initial.text).boids; boids > 0)
    options.boids = std::to_string(boids);
}

template <class T>
Beginning<T> beginning_of(const ScenarioSource& source, const std::string* state, const std::string& name) {
  Beginning<T> beginning{{source}, std::nullopt};
  if (state) {
    const ScenarioSource then = scenario_at(source, summarise_state_csv(*state).step);
    beginning.state = parse_state_csv<T>(*state, name, then.scenario());
    check_room(then.scenario(), *beginning.state);
  }
  RunOrigin& origin = beginning.origin = {source.to_toml(), "", files_digest(source.scenario())};
  origin.run = run_id({.scenario = origin.scenario,
                       .precision = precision_name<T>(),
                       .first_step = beginning.step(),
                       .start_hash = state ? state_hash(*beginning.state) : 0,
                       .image_hash = origin.image_hash});
  return beginning;
}

template <class T>
Beginning<T> read_beginning(CommonOptions options, InputFile initial) {
  if (initial.path.empty()) return beginning_of<T>(scenario_source(options));
  initial.read();
  take_boids(options, initial);
  return beginning_of<T>(scenario_source(options), initial.text.get(), initial.name());
}

template <class T>
Beginning<T> resumed_beginning(const std::string& checkpoint) {
  Checkpoint<T> saved = read_checkpoint<T>(checkpoint);
  check_files(checkpoint, saved.run.source.scenario(), saved.origin.image_hash);
  return {std::move(saved.run), std::move(saved.state), std::move(saved.origin), true, saved.hash};
}

template struct Beginning<float>;
template struct Beginning<double>;
template Beginning<float> beginning_of(const ScenarioSource&, const std::string*, const std::string&);
template Beginning<double> beginning_of(const ScenarioSource&, const std::string*, const std::string&);
template Beginning<float> read_beginning(CommonOptions, InputFile);
template Beginning<double> read_beginning(CommonOptions, InputFile);
template Beginning<float> resumed_beginning(const std::string&);
template Beginning<double> resumed_beginning(const std::string&);

}  // namespace murmur
