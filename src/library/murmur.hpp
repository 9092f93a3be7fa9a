// murmur.h for C++20: a flock that frees itself, columns as ranges of spans, and failures as exceptions. Header only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "murmur.h"

namespace murmur {

/// A failure of a call; status: MURMUR_FAILED or MURMUR_WRONG.
struct Error : std::runtime_error {
  Error(int status_of_call, const char* text) : std::runtime_error(text), status(status_of_call) {}
  int status;
};

/// Numbers of all boids, without a copy; valid until the flock changes.
template <class Number>
class Column {
 public:
  Column(const murmur_column& column) : column_(column) {}
  size_t size() const { return static_cast<size_t>(column_.count); }
  /// The numbers of one boid.
  std::span<const Number> operator[](size_t i) const {
    const auto* const first =
        static_cast<const char*>(column_.data) + i * static_cast<size_t>(column_.stride);
    return {reinterpret_cast<const Number*>(first), static_cast<size_t>(column_.width)};
  }

 private:
  murmur_column column_;
};

class Flock {
 public:
  using Options = murmur_options;

  static Flock from_text(const std::string& toml, Options of = {}) { return {murmur_from_text, toml, of}; }
  static Flock from_file(const std::string& path, Options of = {}) { return {murmur_from_file, path, of}; }
  static Flock from_preset(const std::string& name, Options of = {}) {
    return {murmur_from_preset, name, of};
  }
  static Flock load(const std::string& path, Options of = {}) { return {murmur_load, path, of}; }

  void step(int64_t steps = 1) { check(murmur_step(flock_.get(), steps)); }
  void event(const std::string& json) { check(murmur_event(flock_.get(), json.c_str())); }
  void save(const std::string& checkpoint) const { check(murmur_save(flock_.get(), checkpoint.c_str())); }

  int64_t count() const { return counted(murmur_count(flock_.get())); }
  int64_t step_number() const { return counted(murmur_step_number(flock_.get())); }
  int dimensions() const { return static_cast<int>(counted(murmur_dimensions(flock_.get()))); }
  uint64_t hash() const {
    uint64_t hash = 0;
    check(murmur_hash(flock_.get(), &hash));
    return hash;
  }
  double metric(const std::string& name) const {
    double value = 0;
    check(murmur_metric(flock_.get(), name.c_str(), &value));
    return value;
  }
  std::vector<double> world() const {
    double size[3];
    check(murmur_world(flock_.get(), size));
    return {size, size + dimensions()};
  }
  std::string scenario() const { return text(murmur_scenario); }
  std::string backend() const { return text(murmur_backend); }

  /// "position", "velocity" or "alignment" with float, "id", "target" or "species" with uint32_t.
  template <class Number>
  Column<Number> view(const std::string& column) {
    murmur_column view;
    check(murmur_view(flock_.get(), column.c_str(), &view));
    if (view.type != (std::is_same_v<Number, float> ? MURMUR_FLOAT32 : MURMUR_UINT32) || view.device >= 0)
      throw Error(MURMUR_WRONG, (column + ": the column has another type, or is in a GPU's memory").c_str());
    return view;
  }
  /// Rows in the order of ids: room for exactly those of the column.
  template <class Number>
  void copy(const std::string& column, std::span<Number> to) const {
    check(murmur_copy(flock_.get(), column.c_str(), to.data(), to.size_bytes()));
  }

 private:
  struct Free {
    void operator()(murmur_flock* flock) const { murmur_free(flock); }
  };
  template <class Make>
  Flock(Make make, const std::string& text, Options options) {
    options.size = sizeof options;
    murmur_flock* flock = nullptr;
    check(make(text.c_str(), &options, &flock));
    flock_.reset(flock);
  }
  static void check(int status) {
    if (status != MURMUR_DONE) throw Error(status, murmur_error());
  }
  static int64_t counted(int64_t number) {
    if (number < 0) throw Error(MURMUR_FAILED, murmur_error());
    return number;
  }
  template <class Get>
  std::string text(Get get) const {
    size_t needed = 0;
    check(get(flock_.get(), nullptr, 0, &needed));
    std::string text(needed, '\0');
    check(get(flock_.get(), text.data(), text.size(), &needed));
    text.resize(needed - 1);
    return text;
  }

  std::unique_ptr<murmur_flock, Free> flock_;
};

}  // namespace murmur
