// The extension module murmur._murmur: what the Python code in python/murmur needs of C++, with the interpreter's lock
// released around all that takes time. Turns faults into ValueError, RuntimeError and MismatchError with the program's
// sentences. Users see the classes in python/murmur instead.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.h"
#include "bindings/compare.h"
#include "bindings/measures.h"
#include "bindings/orientations.h"
#include "bindings/picture.h"
#include "bindings/run.h"
#include "bindings/tracks.h"
#include "bindings/unlocked.h"
#include "build_info.h"
#include "sim/editing/panel_controls.h"
#include "sim/look/species_colours.h"
#include "sim/machine/registry.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/species.h"
#include "sim/util/counts.h"
#include "sim/util/errors.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace murmur::python {
namespace {

using RunsUnlocked = nb::call_guard<Unlocked>;
using Indices = nb::ndarray<const uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pixels = nb::ndarray<uint8_t, nb::numpy, nb::ndim<3>>;
using Simulated = const Simulation<float>&;

/// For Ctrl-C; called without the interpreter's lock.
void check_signals() {
  const nb::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// A warning of Python's, where the user's code called. @throws nb::python_error when warnings are errors.
void warn(const std::string& text) {
  constexpr int kCallers = 2;  // up: a function of the package, and the user's
  const nb::gil_scoped_acquire locked;
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), kCallers) != 0) throw nb::python_error();
}

/// What the scenario of a flock comes from. `kind`: preset, file or text.
ScenarioSource source_of(const std::string& kind, const std::string& scenario,
                         const std::optional<std::string>& boids, std::optional<uint64_t> seed,
                         bool keep_density, const std::vector<std::pair<std::string, std::string>>& set,
                         const std::vector<std::string>& rules) {
  ScenarioOverrides overrides;
  try {
    if (boids) overrides.boids = parse_count(*boids);
  } catch (const UserError& error) {
    throw UserError(fmt::format("boids: {}", error.what()));
  }
  overrides.seed = seed;
  overrides.keep_density = keep_density;
  overrides.set = set;
  overrides.rules = rules;
  if (kind == "preset") return ScenarioSource::from_preset(scenario, overrides);
  if (kind == "file") return ScenarioSource::from_file(scenario, overrides);
  return ScenarioSource::from_text(scenario, "the scenario", overrides);
}

/// Ends of the window's slider of a number of a scenario; none for another key.
std::optional<std::pair<double, double>> slider_of(const Scenario& scenario, const std::string& key) {
  const KeyValues values = key_values(scenario);
  const auto value = values.find(key);
  if (value == values.end()) return std::nullopt;
  for (const ControlGroup& group : control_groups()) {
    for (const Control& control : group.controls) {
      if (control.key != key || control.kind != ControlKind::kNumber) continue;
      const std::vector<double> now = value->second.numbers();
      const auto [low, high] = slider_ends(control.slider, now, now, scenario);
      return std::pair(std::max(low, control.least), std::min(high, control.most));
    }
  }
  return std::nullopt;
}

/// All keys, as JSON.
std::map<std::string, std::string> texts_of(const Scenario& scenario) {
  std::map<std::string, std::string> texts;
  for (const auto& [key, value] : key_values(scenario)) texts[key] = value.text();
  return texts;
}

nb::dict row_dict(const BenchRow& row) {
  const ExactArithmetic exact;
  nb::dict d;
  d["boids"] = row.boids;
  d["backend"] = row.backend;
  d["description"] = row.description;
  d["ms_min"] = row.times.min;
  d["ms_median"] = row.times.median;
  d["ms_p95"] = row.times.p95;
  d["ns_per_boid"] = row.ns_per_boid();
  d["pair_tests_per_s"] = row.pair_tests_per_s();
  d["neighbours_mean"] = row.neighbours_mean();
  d["hash"] = fmt::format("{:016x}", row.hash);
  return d;
}

/// (height, width, 4) bytes.
Pixels picture_of(Run& run, const PictureOptions& options) {
  std::unique_ptr<std::vector<uint8_t>> rgba;
  {
    const Unlocked unlocked;
    rgba = std::make_unique<std::vector<uint8_t>>(
        run.draw([&](Simulation<float>& s) { return take_picture(s, options); }));
  }
  uint8_t* const first = rgba->data();
  const nb::capsule owner(rgba.release(),
                          [](void* p) noexcept { delete static_cast<std::vector<uint8_t>*>(p); });
  return Pixels(first, {static_cast<size_t>(options.height), static_cast<size_t>(options.width), 4}, owner);
}

nb::bytes png_of(const nb::ndarray<const uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>& rgba) {
  std::vector<uint8_t> file;
  {
    const Unlocked unlocked;
    file = png_file({rgba.data(), rgba.data() + rgba.size()}, static_cast<int64_t>(rgba.shape(1)),
                    static_cast<int64_t>(rgba.shape(0)));
  }
  return nb::bytes(reinterpret_cast<const char*>(file.data()), file.size());
}

/// Name and, where it cannot be used here, why not.
std::vector<std::pair<std::string, std::string>> backends_here() {
  std::vector<std::pair<std::string, std::string>> all;
  for (const BackendKind& kind : backends()) all.emplace_back(kind.name, kind.why_not());
  return all;
}

void add_events(nb::module_& m) {
  nb::class_<Event>(m, "Event", "A change to a flock from outside; see murmur.Flock.")
      .def_static(
          "scatter",
          [](std::vector<double> at, double strength, std::optional<double> radius) {
            return Event{
                .kind = EventKind::kScatter, .at = std::move(at), .strength = strength, .radius = radius};
          },
          "at"_a, "strength"_a, "radius"_a.none())
      .def_static(
          "startle", [](int64_t steps) { return Event{.kind = EventKind::kStartle, .steps = steps}; },
          "steps"_a)
      .def_static(
          "add",
          [](std::vector<double> at, int64_t count, std::optional<std::vector<double>> velocity,
             std::optional<std::string> species) {
            return Event{.kind = EventKind::kAdd,
                         .at = std::move(at),
                         .count = count,
                         .velocity = std::move(velocity),
                         .species = std::move(species)};
          },
          "at"_a, "count"_a, "velocity"_a.none(), "species"_a.none())
      .def_static(
          "convert",
          [](std::string to, std::optional<std::string> from, std::vector<double> at,
             std::optional<double> radius) {
            return Event{.kind = EventKind::kConvert,
                         .at = std::move(at),
                         .radius = radius,
                         .from = std::move(from),
                         .to = std::move(to)};
          },
          "to"_a, "from_"_a.none(), "at"_a, "radius"_a.none())
      .def_static(
          "remove", [](int64_t count) { return Event{.kind = EventKind::kRemove, .count = count}; },
          "count"_a)
      .def_static(
          "gust",
          [](double strength, int64_t steps) {
            return Event{.kind = EventKind::kGust, .strength = strength, .steps = steps};
          },
          "strength"_a, "steps"_a)
      .def_static(
          "set",
          [](std::string key, std::string value) {
            return Event{.kind = EventKind::kSet, .key = std::move(key), .value = std::move(value)};
          },
          "key"_a, "value"_a)
      .def_static(
          "preset",
          [](std::string preset) { return Event{.kind = EventKind::kPreset, .preset = std::move(preset)}; },
          "preset"_a)
      .def_static("restart", [] { return Event{.kind = EventKind::kRestart}; })
      .def_static("from_json", &event_from_json, "json"_a);
}

void add_flocks(nb::module_& m) {
  const auto look = [](const auto& read) { return [read](const Run& run) { return run.look(read); }; };
  nb::class_<Run::Moment>(m, "Moment", "A moment of a Run, to which back() returns.");
  nb::class_<Run>(m, "Run", "A flock and its lock; see murmur.Flock.")
      .def(
          "step", [](Run& run, int64_t steps) { run.step(steps, check_signals); }, "steps"_a, RunsUnlocked())
      .def("post", &Run::post, "event"_a, RunsUnlocked())
      .def(
          "push",
          [](Run& run, const Rows& dv) {
            const float* const values = dv.data();
            const auto rows = static_cast<int64_t>(dv.shape(0)), columns = static_cast<int64_t>(dv.shape(1));
            const Unlocked unlocked;
            run.push(values, rows, columns);
          },
          "dv"_a)
      .def("moment", &Run::moment, RunsUnlocked())
      .def("back", &Run::back, "moment"_a, RunsUnlocked())
      .def("save", &Run::save, "path"_a, RunsUnlocked())
      .def("close_log", &Run::close_log, RunsUnlocked())
      .def("state", state_of)
      .def("version", &Run::version)
      .def("metrics", metrics_of, "threads"_a, "species"_a.none())
      .def("shape", shape_of, "threads"_a, "species"_a.none())
      .def("motion", motion_of, "before"_a, "departures"_a.none(), "threads"_a)
      .def("picture", picture_of, "options"_a)
      .def("copy", &Run::copy, RunsUnlocked())
      .def("neighbours", neighbours_in, "ids"_a.none())
      .def("values", look([](Simulated s) { return texts_of(s.scenario()); }), RunsUnlocked())
      .def(
          "slider",
          [](const Run& run, const std::string& key) {
            return run.look([&](Simulated s) { return slider_of(s.scenario(), key); });
          },
          "key"_a, RunsUnlocked())
      .def("hash", look([](Simulated s) { return fmt::format("{:016x}", s.hash()); }), RunsUnlocked())
      .def("count", look([](Simulated s) { return s.count(); }), RunsUnlocked())
      .def("step_number", look([](Simulated s) { return s.step_number(); }), RunsUnlocked())
      .def("world", look([](Simulated s) { return s.scenario().world.size; }), RunsUnlocked())
      .def("species", look([](Simulated s) {
             std::vector<std::string> names;
             for (const Scenario::Species& one : s.scenario().species) names.push_back(one.name);
             return names;
           }),
           RunsUnlocked())
      .def("scenario", look([](Simulated s) { return s.source().to_toml(); }), RunsUnlocked())
      .def(
          "backend",
          [](Run& run) {
            return run.draw([](Simulation<float>& s) {
              return fmt::format("{} ({})", s.backend().name(), s.backend().description());
            });
          },
          RunsUnlocked());
  m.def("lent_array", lent_array, "run"_a, "version"_a, "what"_a);
  m.def(
      "begin",
      [](const ScenarioSource& source, const Machine& machine, const std::string& log,
         const std::optional<std::pair<Rows, Rows>>& start, const std::map<std::string, Indices>& columns) {
        State<float> state;
        if (start) {
          const auto& [position, velocity] = *start;
          state.dimensions = static_cast<int>(position.shape(1));
          state.position.assign(position.data(), position.data() + position.size());
          state.velocity.assign(velocity.data(), velocity.data() + velocity.size());
        }
        each_column(
            [&](const ColumnInfo& info, auto& rows) {
              if constexpr (std::is_same_v<decltype(rows), std::vector<uint32_t>&>) {
                if (const auto given = columns.find(info.name); given != columns.end())
                  rows.assign(given->second.data(), given->second.data() + given->second.size());
              }
            },
            state.columns);
        const Unlocked unlocked;
        return std::make_shared<Run>(source, machine, log, start ? &state : nullptr);
      },
      "source"_a, "machine"_a, "log"_a, "start"_a.none(), "columns"_a);
  m.def(
      "species_colour",
      [](const std::string& scenario, size_t index) {
        const ScenarioSource source = ScenarioSource::from_text(scenario, "the scenario");
        const Rgb colour = index < source.scenario().species.size()
                               ? colour_of_species(source.scenario(), index)
                               : kSpeciesColours[index % kSpeciesColours.size()];
        return std::vector<float>(colour.begin(), colour.end());
      },
      "scenario"_a, "index"_a, RunsUnlocked());
  m.def(
      "load",
      [](const std::string& checkpoint, const Machine& machine) {
        return std::make_shared<Run>(checkpoint, machine);
      },
      "checkpoint"_a, "machine"_a, RunsUnlocked());
  m.def(
      "replay",
      [](const std::string& log, const Machine& machine, std::optional<int64_t> step) {
        return Run::replay(log, machine, step, check_signals);
      },
      "log"_a, "machine"_a, "step"_a.none(), RunsUnlocked());
}

/// A sentence about the command line's options, with the arguments of Python in their place.
std::string in_python(const std::string& text) {
  static constexpr embedded::Word kWords[] = {
      {"--set preset: use --preset NAME", "set: preset: is the first argument of Flock"},
      {"--preset: ", "scenario: "},
      {"--boids: ", "boids: "},
      {"--set: ", "set: "},
      {"--set ", "set: "},
      {"--rule: ", "rules: "},
      {"--rule:", "rules:"},
      {"--keep-density: ", "keep_density: "},
      {"--backend cpu", "backend=\"cpu\""},
  };
  return embedded::reworded(text, kWords);
}

void register_faults(nb::module_& m) {
  nb::exception<MismatchError>(m, "MismatchError", PyExc_RuntimeError);
  nb::register_exception_translator([](const std::exception_ptr& fault, void*) {
    try {
      std::rethrow_exception(fault);
    } catch (const UserError& error) {
      PyErr_SetString(PyExc_ValueError,
                      in_python(fmt::format("{}", fmt::join(error.faults(), "\n"))).c_str());
    } catch (const RunError& error) {
      PyErr_SetString(PyExc_RuntimeError, in_python(error.what()).c_str());
    }
  });
}

}  // namespace

NB_MODULE(_murmur, m) {
  m.doc() = "The compiled part of murmur; use the names in murmur itself.";
  m.attr("version") = std::string(kVersion);
  m.attr("build") = fmt::format("{}, {}", kBuildType, kCompiler);
  register_faults(m);

  m.def("preset_names", preset_names);
  m.def("preset_summary", preset_summary, "preset"_a);
  m.def(
      "preset_text", [](const std::string& preset) { return std::string(preset_text(preset)); }, "preset"_a);
  m.def("backends", backends_here);
  m.def("png_file", png_of, "rgba"_a);

  nb::class_<ScenarioSource>(m, "Source", "A checked scenario.")
      .def("values", [](const ScenarioSource& source) { return texts_of(source.scenario()); });
  m.def("source", source_of, "kind"_a, "scenario"_a, "boids"_a.none(), "seed"_a.none(), "keep_density"_a,
        "set"_a, "rules"_a = std::vector<std::string>(), RunsUnlocked());
  nb::class_<Machine>(m, "Machine", "A backend and its options.")
      .def(
          "__init__",
          [](Machine* self, std::string backend, int threads, std::string simd, int device) {
            new (self) Machine{std::move(backend), std::move(simd), threads, device, "Python", warn};
          },
          "backend"_a, "threads"_a, "simd"_a, "device"_a);
  nb::class_<PictureOptions>(m, "PictureOptions", "What a picture shows.")
      .def(
          "__init__",
          [](PictureOptions* self, int64_t width, int64_t height, std::string look,
             std::optional<std::vector<double>> centre, double zoom, std::optional<double> azimuth,
             std::optional<double> elevation, std::optional<double> distance) {
            new (self)
                PictureOptions{width, height, std::move(look), centre, zoom, azimuth, elevation, distance};
          },
          "width"_a, "height"_a, "look"_a, "centre"_a.none(), "zoom"_a, "azimuth"_a.none(),
          "elevation"_a.none(), "distance"_a.none());
  add_events(m);
  add_flocks(m);
  add_tracks(m);
  add_orientations(m);
  m.def(
      "verify",
      [](const ScenarioSource& source, const std::vector<std::string>& backends, const Machine& machine,
         int64_t steps) { return verify_backends(source, backends, machine, steps, check_signals); },
      "source"_a, "backends"_a, "machine"_a, "steps"_a, RunsUnlocked());
  m.def(
      "bench",
      [](const ScenarioSource& source, const std::vector<std::string>& backends, const Machine& machine,
         int64_t steps) {
        std::vector<BenchRow> rows;
        {
          const Unlocked unlocked;
          rows = bench_backends(source, backends, machine, steps, check_signals);
        }
        nb::list list;
        for (const BenchRow& row : rows) list.append(row_dict(row));
        return list;
      },
      "source"_a, "backends"_a, "machine"_a, "steps"_a);
}

}  // namespace murmur::python
