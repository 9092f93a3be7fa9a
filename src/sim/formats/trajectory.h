// Trajectories for other programs: a file that grows by one frame at a time, as extended XYZ (OVITO) or HDF5
// in H5MD layout (h5py, MDAnalysis). Formats and how to read them: docs/trajectories.md. The list of formats
// is in trajectory_formats.h. Uses no threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/start.h"

namespace murmur {

template <class T>
struct Frame {
  std::shared_ptr<const State<T>> state;
  std::vector<double> size;  ///< (D,) sides of the world [world units]
  bool periodic = false;
  double time = 0.0;  ///< Scenario::time_at(step) [unit time]
  ColumnNames names;
  std::vector<std::string>
      states;  ///< names of the numbers that rules keep, by index of Columns::custom_states
};

template <class T>
Frame<T> make_frame(std::shared_ptr<const State<T>> state, const Scenario& scenario);

template <class T>
class Trajectory {
 public:
  virtual ~Trajectory() = default;
  /// Appends a complete frame or nothing. @throws RunError when writing fails.
  virtual void write(const Frame<T>& frame) = 0;
  /// Writes all frames so far to the disk, so that they can be read even if the program is then killed.
  virtual void flush() = 0;
  int64_t last_step() const { return last_step_; }  ///< step of the last frame; -1 without frames

 protected:
  int64_t last_step_ = -1;
};

}  // namespace murmur
