#include "sim/formats/trajectory.h"

#include <utility>

#include "sim/scenario/custom_rules.h"

namespace murmur {

template <class T>
Frame<T> make_frame(std::shared_ptr<const State<T>> state, const Scenario& scenario) {
  const double time = scenario.time_at(state->step);
  return {
      std::move(state),       scenario.world.size,         scenario.world.boundary == Boundary::kWrap, time,
      column_names(scenario), custom_state_names(scenario)};
}

template Frame<float> make_frame(std::shared_ptr<const State<float>>, const Scenario&);
template Frame<double> make_frame(std::shared_ptr<const State<double>>, const Scenario&);

}  // namespace murmur
