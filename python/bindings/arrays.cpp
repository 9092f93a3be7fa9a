#include "bindings/arrays.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include <nanobind/ndarray.h>

#include "bindings/unlocked.h"
#include "sim/measure/neighbours.h"
#include "sim/scenario/custom_rules.h"

namespace nb = nanobind;

namespace murmur::python {
namespace {

/// (rows, columns), or (rows,) without columns; `stride` numbers from one row to the next. `device` < 0: the host.
template <class T, class Framework>
nb::object array(T* data, size_t rows, size_t columns, int64_t stride, const nb::capsule& owner, int device) {
  const size_t shape[] = {rows, columns};
  const int64_t strides[] = {stride, 1};
  const int kind = device < 0 ? nb::device::cpu::value : nb::device::cuda::value;
  return nb::cast(nb::ndarray<T, Framework>(data, columns == 0 ? 1 : 2, shape, owner, strides,
                                            nb::dtype<std::remove_const_t<T>>(), kind, std::max(device, 0)));
}

/// A state that its arrays own together.
struct SharedState {
  std::unique_ptr<State<float>> state;
  std::shared_ptr<StatePool> to;
};

}  // namespace

nb::dict state_of(const Run& run) {
  std::unique_ptr<State<float>> from;
  size_t departures = 0;
  std::vector<std::string> names;  // of the numbers of custom rules
  {
    const Unlocked unlocked;
    std::tie(from, departures) = run.state();
    names = run.look([](const Simulation<float>& s) { return custom_state_names(s.scenario()); });
  }
  State<float>& state = *from;
  const auto d = static_cast<size_t>(state.dimensions);
  const nb::capsule owner(new SharedState{std::move(from), run.state_pool()}, [](void* p) noexcept {
    const std::unique_ptr<SharedState> shared(static_cast<SharedState*>(p));
    shared->to->give_back(std::move(shared->state));
  });
  const auto rows = [&](std::vector<float>& values) {
    return array<float, nb::numpy>(values.data(), values.size() / d, d, state.dimensions, owner, -1);
  };
  nb::dict arrays;
  arrays["step"] = state.step;
  arrays["position"] = rows(state.position);
  arrays["velocity"] = rows(state.velocity);
  arrays["predator_position"] = rows(state.predator_position);
  arrays["predator_velocity"] = rows(state.predator_velocity);
  arrays["departures"] = departures;
  nb::dict kept;
  size_t name = 0;
  each_column(
      [&](const ColumnInfo& info, auto& numbers) {
        using Number = std::remove_reference_t<decltype(numbers[0])>;
        if constexpr (std::is_same_v<decltype(numbers), std::vector<float>&>) {
          if (info.csv[1] == nullptr) {
            if (name < names.size())
              kept[names[name++].c_str()] =
                  array<float, nb::numpy>(numbers.data(), numbers.size(), 0, 1, owner, -1);
            return;
          }
        }
        const auto width = static_cast<size_t>(info.width(state.dimensions));
        arrays[info.name] =
            array<Number, nb::numpy>(numbers.data(), numbers.size() / width, info.csv[1] ? width : 0,
                                     static_cast<int64_t>(width), owner, -1);
      },
      state.columns);
  arrays["kept"] = kept;
  return arrays;
}

std::pair<nb::object, nb::object> neighbours_in(const Run& run,
                                                const std::optional<std::vector<int64_t>>& ids) {
  std::unique_ptr<NeighbourLists> lists;
  {
    const Unlocked unlocked;
    ThreadPool pool(0);
    lists = std::make_unique<NeighbourLists>(run.look(
        [&](const Simulation<float>& s) { return neighbours_of(s.state(), s.scenario(), ids, pool); }));
  }
  NeighbourLists& all = *lists;
  const nb::capsule owner(lists.release(), [](void* p) noexcept { delete static_cast<NeighbourLists*>(p); });
  return {array<uint32_t, nb::numpy>(all.ids.data(), all.ids.size(), 0, 1, owner, -1),
          array<int64_t, nb::numpy>(all.starts.data(), all.starts.size(), 0, 1, owner, -1)};
}

nb::object lent_array(const std::shared_ptr<Run>& run, uint64_t version, const std::string& what) {
  int64_t count = 0;
  int dimensions = 0;
  BoidView<float> boids;
  {
    const Unlocked unlocked;
    boids = run->export_view(version, count, dimensions);
  }
  const nb::capsule owner(new std::shared_ptr<Run>(run), [](void* p) noexcept {
    const std::unique_ptr<std::shared_ptr<Run>> holder(static_cast<std::shared_ptr<Run>*>(p));
    (*holder)->give_back();
  });
  const auto n = static_cast<size_t>(count), d = static_cast<size_t>(dimensions);
  const float* const first = what == "position" ? boids.position : boids.velocity;
  if (boids.on_device) {
    return what == "id" ? array<const uint32_t, nb::array_api>(boids.ids, n, 0, 1, owner, run->device())
                        : array<const float, nb::array_api>(first, n, d, boids.stride, owner, run->device());
  }
  return what == "id" ? array<const uint32_t, nb::numpy>(boids.ids, n, 0, 1, owner, -1)
                      : array<const float, nb::numpy>(first, n, d, boids.stride, owner, -1);
}

}  // namespace murmur::python
