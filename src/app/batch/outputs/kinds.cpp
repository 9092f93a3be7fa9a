#include "app/batch/outputs/kinds.h"

#include "app/batch/outputs/checkpoint.h"
#include "app/batch/outputs/event_log.h"
#include "app/batch/outputs/metrics.h"
#include "app/batch/outputs/shape.h"
#include "app/batch/outputs/states.h"
#include "app/batch/outputs/step_log.h"
#include "app/batch/outputs/trajectory.h"

namespace murmur {
namespace {

template <template <class> class Kind, class T>
std::unique_ptr<Output<T>> open_output(const OutputRequest& request, const RunStart<T>& start) {
  return std::make_unique<Kind<T>>(request, start);
}

template <template <class> class Kind>
OutputKind kind() {
  return {Kind<float>::option(), open_output<Kind, float>, open_output<Kind, double>};
}

}  // namespace

const std::vector<OutputKind>& output_kinds() {
  static const std::vector<OutputKind> kinds = {
      kind<StatesOutput>(),   kind<MetricsOutput>(), kind<ShapeOutput>(),      kind<TrajectoryOutput>(),
      kind<EventLogOutput>(), kind<StepLogOutput>(), kind<CheckpointOutput>(),
  };
  return kinds;
}

}  // namespace murmur
