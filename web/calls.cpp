// The functions that the page's worker calls: JSON in, JSON out, because a page has no C++ types. A failure returns
// {"error": sentence} and leaves the run as it was. Positions of boids for a picture stay in the module's memory;
// take_picture() returns their address.
#include <algorithm>
#include <chrono>
#include <new>
#include <span>

#include <emscripten.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "build_info.h"
#include "sim/backends/cpu/simd.h"
#include "sim/editing/behaviour_defaults.h"
#include "sim/editing/table_arrays.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/species.h"
#include "sim/scenario/words.h"
#include "sim/util/errors.h"
#include "sim/util/processors.h"
#include "sim/walls/wall_drawing.h"
#include "sim/walls/wall_pieces.h"
#include "web/controls.h"
#include "web/web_pictures.h"
#include "web/web_run.h"

namespace murmur {
namespace {

std::unique_ptr<WebRun> run;
State<float> drawn;  // state of the flock in the last picture
std::vector<float> picture;
std::string answer;

WebRun& present_run() {
  if (!run) throw UserError("there is no flock yet: start one");
  return *run;
}

std::string hash_text(uint64_t hash) { return fmt::format("{:016x}", hash); }

double milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Json status() {
  Simulation<float>& simulation = present_run().simulation();
  Json json{{"step", simulation.step_number()}, {"boids", simulation.count()}, {"events", run->events()}};
  if (run->plays()) {
    const LogPlayer& player = run->player();
    json["log"] = Json{{"hashes", player.hashes()},
                       {"events", player.events()},
                       {"over", run->replay_over()},
                       {"last", run->last_step()},
                       {"cut", player.cut()}};
    if (player.difference()) json["log"]["difference"] = player.difference_text();
  }
  return json;
}

/// Facts about the flock that a step does not change.
Json description() {
  Simulation<float>& simulation = present_run().simulation();
  const Scenario& scenario = simulation.scenario();
  Json json = status();
  json["preset"] = scenario.preset;
  json["seed"] = std::to_string(scenario.seed);  // text: a seed may exceed the whole numbers of JavaScript
  json["dimensions"] = scenario.dimensions();
  json["size"] = scenario.world.size;
  json["radius"] = scenario.rules.radius;
  json["scene"] = word_for(scenario.view.scene);
  json["follows"] = follows_flock(scenario.view.camera) && scenario.view.camera != CameraMove::kSeat &&
                    !scenario.world.repeats();
  json["pace"] = scenario.view.steps_per_second;
  json["controls"] = control_list(scenario);
  return json;
}

ScenarioOverrides overrides_of(const Json& call) {
  ScenarioOverrides overrides;
  const auto whole = [&](const char* key, auto& out) {
    if (!call.contains(key)) return;
    const std::string text = call[key].get<std::string>();
    if (text.empty() || text.size() > 18 ||
        !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
      throw UserError(
          fmt::format("{}: '{}' is not a whole number from 0 on with at most 18 digits", key, text));
    out = std::stoull(text);
  };
  whole("boids", overrides.boids);
  whole("seed", overrides.seed);
  if (call.contains("set")) {
    for (const Json& pair : call["set"])
      overrides.set.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
  }
  return overrides;
}

Json start(const Json& call) {
  const ScenarioOverrides overrides = overrides_of(call);
  const ScenarioSource source =
      call.contains("text") ? ScenarioSource::from_text(call["text"].get<std::string>(),
                                                        call.value("name", "scenario"), overrides)
                            : ScenarioSource::from_preset(call.value("preset", "murmuration"), overrides);
  run = std::make_unique<WebRun>(source);
  return description();
}

Json replay(const Json& call) {
  run = std::make_unique<WebRun>(call.value("name", "log"), call["text"].get<std::string>());
  return description();
}

/// Resumes a run from the checkpoint of `size` bytes that the worker has put into memory at address `place`.
Json resume(const Json& call) {
  run = std::make_unique<WebRun>(std::string_view(
      reinterpret_cast<const char*>(call["place"].get<uintptr_t>()), call["size"].get<size_t>()));
  return description();
}

/// Takes at most `steps` steps, none beyond step `until`, and begins none after `ms` milliseconds.
Json advance(const Json& call) {
  WebRun& flock = present_run();
  const int64_t steps = call.value("steps", int64_t{1}), until = call.value("until", int64_t{-1});
  const double begin = milliseconds(), most = call.value("ms", 1e9);
  int64_t taken = 0;
  double spent = 0.0;
  while (taken < steps && spent < most && (until < 0 || flock.simulation().step_number() < until) &&
         flock.step()) {
    ++taken;
    spent = milliseconds() - begin;
  }
  Json json = status();
  json["taken"] = taken;
  json["ms"] = spent;
  return json;
}

Json post(const Json& call) {
  Event event = event_from_json(call["event"].dump());
  present_run().post(event);
  return description();
}

/// The events that a tool of the page makes at a place, with the values that the window gives them.
std::vector<Event> events_of_tool(const Json& call) {
  Simulation<float>& simulation = present_run().simulation();
  const Scenario& scenario = simulation.scenario();
  const std::string tool = call.value("tool", "");
  const auto at = call["at"].get<std::vector<double>>();
  const double radius = call.value("radius", 0.0);
  const auto set = [](std::string key, SetValue value) {
    return Event{.kind = EventKind::kSet, .key = std::move(key), .value = std::move(value)};
  };
  if (tool == "add") {
    Event event{.kind = EventKind::kAdd, .at = at, .count = call.value("count", int64_t{1})};
    if (event.count > 1) event.radius = radius;
    if (simulation.count() + event.count > kMostWebBoids)
      throw UserError(fmt::format("the page has memory for at most {} boids", kMostWebBoids));
    return {event};
  }
  if (tool == "scatter")
    return {{.kind = EventKind::kScatter,
             .at = at,
             .strength = scatter_strength(scenario, radius),
             .radius = radius}};
  if (tool == "attract" || tool == "flee") {
    const CursorMode mode = tool == "flee" ? CursorMode::kFlee : CursorMode::kAttract;
    const CursorFactors factors = cursor_factors(mode, scenario.dimensions());
    return {set("cursor", cursor_default(mode, factors.reach * radius, factors.push * cursor_push(scenario))),
            set("cursor.at", at)};
  }
  if (const TableArray* const array = find_table_array(tool))
    return {set(fmt::format("{}[{}]", tool, table_count(scenario, tool)), array->fresh(scenario, at))};
  if (tool == "goal") {
    std::vector<Event> events{set("goal.path", std::vector<std::vector<double>>{at})};
    if (!scenario.goal) events.insert(events.begin(), set("goal", behaviour_default("goal", scenario)));
    return events;
  }
  throw UserError(fmt::format(
      "the tool '{}' does not exist; allowed: add, scatter, attract, flee, obstacle, predator, goal", tool));
}

Json use_tool(const Json& call) {
  for (const Event& event : events_of_tool(call)) present_run().post(event);
  return description();
}

/// Returns the events of a tool without applying them, for a flock on a server.
Json tool_events(const Json& call) {
  Json list = Json::array();
  for (const Event& event : events_of_tool(call)) list.push_back(Json::parse(event_to_json(event)));
  return {{"events", std::move(list)}};
}

/// The walls of the last picture, with a number that grows when they change.
struct DrawnWalls {
  WallsKey key;
  int64_t number = 0;
  std::vector<float> floats;
} drawn_walls;

int64_t number_of_walls(const Scenario& scenario) {
  if (scenario.walls.empty()) return 0;
  if (WallsKey key = walls_key(scenario); drawn_walls.number == 0 || key != drawn_walls.key) {
    drawn_walls.key = std::move(key);
    ++drawn_walls.number;
  }
  return drawn_walls.number;
}

/// Puts lines, triangle corners and normals of the walls into memory. @returns their address and counts.
Json take_walls(const Json&) {
  const WallDrawing drawing = wall_drawing(present_run().simulation().scenario());
  std::vector<float>& floats = drawn_walls.floats;
  floats.clear();
  const auto add = [&](const WallDrawing::Corner& corner) {
    floats.insert(floats.end(), corner.begin(), corner.end());
  };
  for (const WallDrawing::Line& line : drawing.lines) add(line.from), add(line.to);
  for (const auto& corner : drawing.corners) add(corner);
  for (size_t k = 0; k < drawing.corners.size(); ++k)
    add(drawing.normals.empty() ? WallDrawing::Corner{} : drawing.normals[k]);
  return {{"place", reinterpret_cast<uintptr_t>(floats.data())},
          {"lines", drawing.lines.size()},
          {"corners", drawing.corners.size()}};
}

/// Returns name, colour and number of boids of each species, and the address of an array with one byte per boid: its species.
Json take_species(const Scenario& scenario) {
  static std::vector<uint8_t> by_boid;
  const std::vector<uint32_t>& kept = drawn.columns.species;
  std::vector<int64_t> counts(scenario.species.size());
  for (const uint32_t one : kept) ++counts[one];
  by_boid.assign(kept.begin(), kept.end());
  Json list = Json::array();
  for (size_t k = 0; k < counts.size(); ++k)
    list.push_back({{"name", scenario.species[k].name},
                    {"colour", colour_of_species(scenario, k)},
                    {"count", counts[k]}});
  return {{"place", reinterpret_cast<uintptr_t>(by_boid.data())}, {"list", std::move(list)}};
}

/// Returns what the page needs to draw a picture: the boids' instances by id, unless {boids: false}, and marks, walls and species.
Json take_picture(const Json& call) {
  Simulation<float>& simulation = present_run().simulation();
  const Scenario& scenario = simulation.scenario();
  const bool boids = call.value("boids", true);
  if (boids || has_species(scenario) || !scenario.predators.empty()) simulation.backend().save(drawn);
  const auto row = static_cast<size_t>(drawn.dimensions);
  picture.resize(boids ? 2 * drawn.position.size() : 0);
  for (size_t at = 0; 2 * at < picture.size(); at += row) {
    std::copy_n(&drawn.position[at], row, &picture[2 * at]);
    std::copy_n(&drawn.velocity[at], row, &picture[2 * at + row]);
  }
  Json json{{"place", reinterpret_cast<uintptr_t>(picture.data())},
            {"floats", picture.size()},
            {"dimensions", scenario.dimensions()},
            {"size", scenario.world.size},
            {"step", simulation.step_number()},
            {"radius", scenario.rules.radius},
            {"max_speed", scenario.rules.max_speed},
            {"apart", scenario.rules.separation_radius > 0.0 ? scenario.rules.separation_radius
                                                             : 0.5 * scenario.rules.radius},
            {"bird_size", scenario.view.size},
            {"shutter", scenario.view.shutter * scenario.rules.time_step}};
  if (has_species(scenario)) json["species"] = take_species(scenario);
  if (const int64_t walls = number_of_walls(scenario)) json["walls"] = walls;
  for (const auto& obstacle : scenario.obstacles)
    json["obstacles"].push_back({{"at", obstacle.at}, {"radius", obstacle.radius}});
  if (!scenario.predators.empty()) json["predators"] = drawn.predator_position;
  if (scenario.goal) json["goal"] = scenario.goal->path;
  if (scenario.cursor && scenario.cursor->mode != CursorMode::kNone)
    json["cursor"] = Json{{"at", scenario.cursor->at}, {"radius", scenario.cursor->radius}};
  return json;
}

Json about(const Json&) {
  Json json{{"version", kVersion},
            {"compiler", kCompiler},
            {"instruction_set", simd_name(best_simd())},
            {"threads", processors()}};
  for (const BuiltIn& preset : presets()) {
    const Scenario scenario = ScenarioSource::from_preset(preset.name).scenario();
    json["presets"].push_back({{"name", preset.name},
                               {"summary", preset.summary},
                               {"boids", scenario.boids},
                               {"dimensions", scenario.dimensions()}});
  }
  return json;
}

/// Steps another flock, which is not shown, and returns the hashes of its state and picture. Takes {preset or text,
/// boids, seed, set, steps, pictured: [width, height]}.
Json hash_of(const Json& call) {
  const ScenarioOverrides overrides = overrides_of(call);
  const ScenarioSource source =
      call.contains("text") ? ScenarioSource::from_text(call["text"].get<std::string>(),
                                                        call.value("name", "scenario"), overrides)
                            : ScenarioSource::from_preset(call.value("preset", "murmuration"), overrides);
  Simulation<float> simulation(source, web_backend(source.scenario().boids));
  const double begin = milliseconds();
  for (int64_t step = call.value("steps", int64_t{100}); step > 0; --step) simulation.advance();
  Json json{
      {"hash", hash_text(simulation.hash())}, {"boids", simulation.count()}, {"ms", milliseconds() - begin}};
  if (call.contains("pictured")) {
    const Json& size = call["pictured"];
    json["picture"] = hash_text(first_picture_hash(simulation, size[0].get<int>(), size[1].get<int>()));
  }
  return json;
}

Json present_hash(const Json&) {
  Simulation<float>& simulation = present_run().simulation();
  return {{"step", simulation.step_number()}, {"hash", hash_text(simulation.hash())}};
}

Json take_pixels(const Json& view) { return draw_pixels(present_run().simulation(), view); }
Json describe(const Json&) { return description(); }
Json log_text(const Json&) { return {{"text", present_run().log_text()}}; }
Json scenario_text(const Json&) { return {{"text", present_run().scenario_at_start}}; }

struct Function {
  const char* name;
  Json (*call)(const Json&);
};
constexpr Function kFunctions[] = {{"about", about},
                                   {"start", start},
                                   {"replay", replay},
                                   {"resume", resume},
                                   {"tool_events", tool_events},
                                   {"advance", advance},
                                   {"post", post},
                                   {"tool", use_tool},
                                   {"picture", take_picture},
                                   {"pixels", take_pixels},
                                   {"walls", take_walls},
                                   {"hash", present_hash},
                                   {"hash_of", hash_of},
                                   {"log", log_text},
                                   {"describe", describe},
                                   {"scenario", scenario_text}};

Json answer_to(const std::string& name, const char* arguments) {
  for (const Function& function : kFunctions) {
    if (name == function.name) return function.call(Json::parse(arguments));
  }
  throw UserError("there is no function " + name);
}

Json failure(const std::string& text) { return {{"error", text}}; }

}  // namespace
}  // namespace murmur

extern "C" EMSCRIPTEN_KEEPALIVE const char* murmur_call(const char* name, const char* arguments) {
  using namespace murmur;
  Json json;
  try {
    json = answer_to(name, arguments);
  } catch (const UserError& error) {
    json = failure(fmt::format("{}", fmt::join(error.faults(), "\n")));
  } catch (const std::bad_alloc&) {
    json = failure("the browser gives no more memory; ask for fewer boids");
  } catch (const std::exception& error) {
    json = failure(error.what());
  }
  answer = json_line(json);
  return answer.c_str();
}
