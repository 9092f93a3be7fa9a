#include "library/murmur.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "build_info.h"
#include "library/border.h"
#include "library/columns.h"
#include "sim/embedded/run.h"
#include "sim/measure/metrics.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

using murmur::embedded::Machine;
using murmur::embedded::Run;

/// A flock of the C interface, with its metrics once somebody has asked for them. The lock of the run guards both.
struct murmur_flock {
  std::unique_ptr<Run> run;
  int threads = 0;
  std::string remark;  // latest remark of the backend
  uint64_t measured_version = 0;
  std::optional<murmur::Metrics> metrics;
};

namespace murmur::library {
namespace {

constexpr size_t kFirstOptions =
    offsetof(murmur_options, gpu) + sizeof(int32_t);  // size of murmur_options in version 0.1 [bytes]

/// Copies the options that the caller's version of the header has; later options become zero.
murmur_options read_options(const murmur_options* from) {
  murmur_options options{};
  if (!from) return options;
  const size_t size = from->size;
  if (size < kFirstOptions)
    throw UserError(
        fmt::format("options: size is {}; allowed: sizeof(murmur_options), {}", size, sizeof options));
  const auto* const bytes = reinterpret_cast<const unsigned char*>(from);
  if (size > sizeof options && std::any_of(bytes + sizeof options, bytes + std::min(size, size_t{4096}),
                                           [](auto b) { return b != 0; }))
    throw UserError(fmt::format("options: members beyond the first {} bytes are not known to version {}",
                                sizeof options, kVersion));
  std::memcpy(&options, from, std::min(size, sizeof options));
  return options;
}

/// Creates a flock from the run that make(machine, log) returns. @returns the status.
template <class Make>
int create_flock(const murmur_options* given_options, murmur_flock** flock, const Make& make) noexcept {
  return guarded([&] {
    not_null(flock, "flock") = nullptr;
    const murmur_options options = read_options(given_options);
    if (options.gpu < 0)
      throw UserError(fmt::format(
          "gpu: {} is not allowed; allowed: 0 (the first that works) or a number from 1", options.gpu));
    const std::string log = options.log ? options.log : "";
    refuse_existing("log", log, false);
    auto made = std::make_unique<murmur_flock>();
    made->threads = options.threads;
    const Machine machine{.backend = options.backend ? options.backend : "auto",
                          .simd = options.simd ? options.simd : "auto",
                          .threads = options.threads,
                          .device = options.gpu - 1,
                          .language = "C",
                          .remark = [remark = &made->remark](const std::string& text) { *remark = text; }};
    made->run = make(machine, log);
    *flock = made.release();
  });
}

int from_source(const char* text, const char* what, const murmur_options* options, murmur_flock** flock,
                ScenarioSource (*read)(const std::string&)) noexcept {
  return create_flock(options, flock, [&](const Machine& machine, const std::string& log) {
    return std::make_unique<Run>(read(text_of(text, what)), machine, log, nullptr);
  });
}

/// The result of ask(simulation), or -1 after a failure.
template <class Number, class Ask>
Number number_of(const murmur_flock* flock, const Ask& ask) noexcept {
  Number number = -1;
  guarded([&] { number = not_null(flock, "flock").run->look(ask); });
  return number;
}

void write_text(const std::string& from, char* text, size_t size, size_t* needed) {
  if (needed) *needed = from.size() + 1;
  if (!text) {
    not_null(needed, "neither text nor needed is there: needed");
    return;
  }
  if (size < from.size() + 1)
    throw UserError(fmt::format("size: the text needs {} bytes, and there are {}", from.size() + 1, size));
  std::memcpy(text, from.c_str(), from.size() + 1);
}

double metric_of(murmur_flock& flock, const std::string& name) {
  return flock.run->look([&](const Simulation<float>& simulation) {
    if (const uint64_t version = flock.run->version(); !flock.metrics || flock.measured_version != version) {
      ThreadPool pool(flock.threads);
      flock.metrics = measure(simulation.state(), simulation.scenario(), pool);
      flock.measured_version = version;
    }
    std::optional<double> found;
    std::string allowed;
    each_metric(*flock.metrics, [&](const char* one, auto value, bool of_this_state) {
      if (!of_this_state) return;
      if (name == one) found = static_cast<double>(value);
      allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", one);
    });
    if (!found) throw UserError(fmt::format("metric '{}' does not exist; allowed: {}", name, allowed));
    return *found;
  });
}

}  // namespace
}  // namespace murmur::library

using namespace murmur;
using namespace murmur::library;
using Simulated = const Simulation<float>&;

const char* murmur_version(void) { return kVersion.data(); }
const char* murmur_error(void) { return last_failure(); }

int murmur_from_text(const char* toml, const murmur_options* options, murmur_flock** flock) {
  return from_source(toml, "toml", options, flock,
                     [](const std::string& text) { return ScenarioSource::from_text(text, "the scenario"); });
}
int murmur_from_file(const char* path, const murmur_options* options, murmur_flock** flock) {
  return from_source(path, "path", options, flock,
                     [](const std::string& text) { return ScenarioSource::from_file(text); });
}
int murmur_from_preset(const char* name, const murmur_options* options, murmur_flock** flock) {
  return from_source(name, "name", options, flock,
                     [](const std::string& text) { return ScenarioSource::from_preset(text); });
}

int murmur_load(const char* checkpoint, const murmur_options* options, murmur_flock** flock) {
  return create_flock(options, flock, [&](const Machine& machine, const std::string& log) {
    if (!log.empty()) throw UserError("log: a flock of a checkpoint writes none");
    return std::make_unique<Run>(text_of(checkpoint, "checkpoint"), machine);
  });
}

void murmur_free(murmur_flock* flock) {
  guarded([&] { delete flock; });
}

int murmur_step(murmur_flock* flock, int64_t steps) {
  return guarded([&] { not_null(flock, "flock").run->step(steps, [] {}); });
}

int murmur_event(murmur_flock* flock, const char* json) {
  return guarded([&] {
    Run& run = *not_null(flock, "flock").run;
    const std::string line = text_of(json, "json");
    run.post(event_from_line(line, run.look([](Simulated s) { return s.step_number(); })));
  });
}

int murmur_save(const murmur_flock* flock, const char* checkpoint) {
  return guarded([&] { not_null(flock, "flock").run->save(text_of(checkpoint, "checkpoint")); });
}

int64_t murmur_count(const murmur_flock* flock) {
  return number_of<int64_t>(flock, [](Simulated s) { return s.count(); });
}
int64_t murmur_step_number(const murmur_flock* flock) {
  return number_of<int64_t>(flock, [](Simulated s) { return s.step_number(); });
}
int32_t murmur_dimensions(const murmur_flock* flock) {
  return number_of<int32_t>(flock, [](Simulated s) { return s.scenario().dimensions(); });
}

int murmur_hash(const murmur_flock* flock, uint64_t* hash) {
  return guarded([&] {
    const Run& run = *not_null(flock, "flock").run;
    not_null(hash, "hash") = run.look([](Simulated s) { return s.hash(); });
  });
}

int murmur_metric(const murmur_flock* flock, const char* name, double* value) {
  return guarded([&] {
    not_null(flock, "flock");
    not_null(value, "value") = metric_of(const_cast<murmur_flock&>(*flock), text_of(name, "name"));
  });
}

int murmur_world(const murmur_flock* flock, double size[3]) {
  return guarded([&] {
    const auto world =
        not_null(flock, "flock").run->look([](Simulated s) { return s.scenario().world.size; });
    not_null(size, "size");
    for (size_t k = 0; k < 3; ++k) size[k] = k < world.size() ? world[k] : 0.0;
  });
}

int murmur_scenario(const murmur_flock* flock, char* text, size_t size, size_t* needed) {
  return guarded([&] {
    write_text(not_null(flock, "flock").run->look([](Simulated s) { return s.source().to_toml(); }), text,
               size, needed);
  });
}

int murmur_backend(const murmur_flock* flock, char* text, size_t size, size_t* needed) {
  return guarded([&] {
    std::string backend = not_null(flock, "flock").run->look([](Simulated s) {
      return fmt::format("{} ({})", s.backend().name(), s.backend().description());
    });
    if (!flock->remark.empty()) backend += "; " + flock->remark;
    write_text(backend, text, size, needed);
  });
}

int murmur_view(murmur_flock* flock, const char* column, murmur_column* view) {
  return guarded([&] {
    not_null(view, "view") = murmur_column{};
    *view = column_of(*not_null(flock, "flock").run, text_of(column, "column"));
  });
}

int murmur_copy(const murmur_flock* flock, const char* column, void* to, size_t bytes) {
  return guarded([&] {
    const Run& run = *not_null(flock, "flock").run;
    const std::string name = text_of(column, "column");
    auto [state, departures] = run.state();
    const auto rows = rows_of(*state, name);
    if (rows.size() != bytes)
      throw UserError(fmt::format("bytes: the column {} has {} bytes, and there is room for {}", name,
                                  rows.size(), bytes));
    if (bytes > 0) std::memcpy(&not_null(static_cast<std::byte*>(to), "to"), rows.data(), bytes);
    run.state_pool()->give_back(std::move(state));
  });
}
