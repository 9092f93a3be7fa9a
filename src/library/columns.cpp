#include "library/columns.h"

#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur::library {
namespace {

[[noreturn]] void no_such_column(const std::string& name, std::string allowed) {
  each_column([&](const ColumnInfo& info, const auto&) { allowed += fmt::format(", {}", info.name); },
              Columns<2, float, ValueOf>{});
  throw UserError(fmt::format("column '{}' does not exist; allowed: position, velocity, {}", name, allowed));
}

template <class Number>
constexpr int32_t type_of() {
  return std::is_same_v<Number, float> ? MURMUR_FLOAT32 : MURMUR_UINT32;
}

}  // namespace

std::span<const std::byte> rows_of(const State<float>& state, const std::string& name) {
  if (name == "position") return std::as_bytes(std::span(state.position));
  if (name == "velocity") return std::as_bytes(std::span(state.velocity));
  if (name == "predator_position") return std::as_bytes(std::span(state.predator_position));
  if (name == "predator_velocity") return std::as_bytes(std::span(state.predator_velocity));
  std::optional<std::span<const std::byte>> found;
  each_column(
      [&](const ColumnInfo& info, const auto& rows) {
        if (name != info.name) return;
        if (rows.empty() && state.count() > 0)
          throw UserError(fmt::format("{}: needs a scenario with {}", name, info.needs));
        found = std::as_bytes(std::span(rows));
      },
      state.columns);
  if (!found) no_such_column(name, "predator_position, predator_velocity");
  return *found;
}

murmur_column column_of(embedded::Run& run, const std::string& name) {
  int64_t count = 0;
  int dimensions = 0;
  const BoidView<float> boids = run.view(count, dimensions);
  const auto column = [&](const auto* first, int64_t stride, int width) {
    using Number = std::remove_cvref_t<decltype(*first)>;
    return murmur_column{.data = first,
                         .count = count,
                         .stride = stride * static_cast<int64_t>(sizeof(Number)),
                         .width = width,
                         .type = type_of<Number>(),
                         .device = boids.on_device ? run.device() : -1,
                         .reserved = 0};
  };
  if (name == "position") return column(boids.position, boids.stride, dimensions);
  if (name == "velocity") return column(boids.velocity, boids.stride, dimensions);
  if (name == "id") return column(boids.ids, 1, 1);
  std::optional<murmur_column> found;
  each_column(
      [&](const ColumnInfo& info, const auto* first) {
        if (name != info.name) return;
        if (!first && count > 0)
          throw UserError(fmt::format("{}: needs a scenario with {}", name, info.needs));
        found = column(first, info.width(dimensions), info.width(dimensions));
      },
      boids.columns);
  if (!found) no_such_column(name, "id");
  return *found;
}

}  // namespace murmur::library
