// The interface of a simulation to the code that steps its flock. The list of all backends:
// sim/machine/registry.h. A backend owns its boids between load() and save(); it does not depend on events,
// files or windows.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/raster_job.h"
#include "sim/backends/boid_view.h"
#include "sim/backends/flock_questions.h"
#include "sim/backends/kept_flock.h"
#include "sim/scenario/scenario.h"
#include "sim/state/start.h"
#include "sim/state/state.h"

namespace murmur {

/// Values that change from step to step and are not part of a state.
struct StepInput {
  int64_t step = 0;       ///< steps already taken; part of the key of random numbers
  bool startled = false;  ///< the cohesion weight is negated in this step
  bool gust_acts = false;
  std::vector<double> gust;  ///< (D,) velocity added to all boids when gust_acts
  bool time_phases = false;  ///< measures phases for last_step_times(), which makes a device's step longer
  /// The step is cancelled soon after this becomes true; null: never. Backends with short steps need not check it.
  const std::atomic<bool>* cancel = nullptr;

  bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
};

/// Thrown by a cancelled step; the state is then the one before the step.
class StepCancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "the step was cancelled"; }
};

/// Wall time of the last step by phase [ms]; phases that a backend does not have are 0.
struct PhaseTimes {
  double sort = 0, gather = 0, rules = 0, total = 0;
};

/// Floats of one instance for drawing: one instance per boid, in contract order.
/// 2-D: x, y, vx, vy; 3-D: x, y, z, vx, vy, vz (float32, tightly packed).
constexpr int instance_floats(int dimensions) { return 2 * dimensions; }

/// The other number of dimensions than D.
template <int D>
constexpr int kOtherDimensions = D == 2 ? 3 : 2;

template <class T>
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string name() const = 0;              ///< the name in the list of backends
  virtual std::string description() const = 0;       ///< text for people: threads, instruction set, device
  virtual int device_index() const { return -1; }    ///< index of the device in use; -1: the host
  virtual std::string remark() const { return {}; }  ///< text for people, e.g. on a skipped device
  virtual std::string kernel() const { return {}; }  ///< name of the update kernel in use; empty: no choice
  virtual int64_t count() const = 0;                 ///< number of boids

  /// @returns an empty backend on the same threads or device for flocks of that many dimensions; null: this backend
  /// steps such flocks.
  virtual std::unique_ptr<Backend<T>> for_dimensions(int) const { return nullptr; }
  /// Takes the scenario's parameters; called before load() and after every change of the scenario.
  virtual void configure(const Scenario& scenario) = 0;
  /// Whether step() obeys StepInput::cancel; false: every step is completed, and a run stops between two steps.
  virtual bool cancels() const { return true; }

  /// Takes over a whole state. @throws RunError when memory does not suffice (says N and bytes).
  virtual void load(const State<T>& state) = 0;
  /// Loads the seeded start of `scenario`; backends that make a start in parts override this function.
  virtual void load_start(const Scenario& scenario) { load(make_start<T>(scenario)); }
  /// Writes the whole state in id order, except `step`, which the simulation keeps.
  virtual void save(State<T>& state) const = 0;
  /// Copies the flock for a later restore(), into memory that the backend chooses; a device copies without waiting.
  /// @throws RunError.
  virtual std::shared_ptr<const KeptFlock<T>> keep() {
    State<T> state;
    save(state);
    return std::make_shared<KeptOnHost<T>>(std::move(state));
  }
  /// Loads a flock that keep() of this or of another backend has copied.
  virtual void restore(const KeptFlock<T>& kept) { load(kept.state()); }
  /// Limit of device memory for copies made by keep() [bytes]; 0: the copies are in the host's memory.
  virtual double most_kept_bytes() { return 0.0; }
  /// Writes the boids with these ids (each below count()) to rows of `out`, in the order of `ids`, with all their
  /// columns, and the predators. A picture that follows one boid calls this instead of saving the whole flock.
  /// Backends may override it with a faster method.
  virtual void pick(const std::vector<uint32_t>& ids, State<T>& out) const {
    State<T> all;
    save(all);
    out = all.rows(ids);
    out.predator_position = std::move(all.predator_position);
    out.predator_velocity = std::move(all.predator_velocity);
  }

  /// v += strength * (p - at) for boids within radius (negative: unlimited).
  virtual void scatter(const std::vector<double>& at, double strength, double radius) = 0;
  /// Appends the boids of a state with the next ids; columns that the state lacks are 0.
  virtual void add(const State<T>& boids) = 0;
  /// Removes the `count` highest ids (all of them if there are fewer).
  virtual void remove(int64_t count) = 0;

  /// One step. @throws RunError naming the lowest id whose position or velocity is not finite; StepCancelled.
  virtual void step(const StepInput& input) = 0;
  virtual uint64_t hash() const = 0;
  virtual PhaseTimes last_step_times() const { return {}; }
  /// Describes for people, in one line, how the work of the run was divided among processes; empty: nothing to say.
  virtual std::string summary() { return {}; }

  /// Instances for drawing, count() * instance_floats(D) floats, in contract order.
  virtual void write_instances(float* out) = 0;
  /// Writes one column of the boids, count() floats in contract order; 0 if the flock lacks the column.
  virtual void write_column(DrawnColumn, float* out) { std::fill_n(out, count(), 0.0f); }
  /// Pointers to the boids in the backend's own memory; empty: this backend has no arrays of boids.
  virtual BoidView<T> view() { return {}; }
  /// Answers questions about the present state; a device answers with one transfer. Empty: there are no boids, or
  /// this backend does not answer. @throws RunError as save().
  virtual FlockAnswers read(const FlockQuestions&) { return {}; }
  /// Counts boids by pixel of a picture (height, width); boids outside the picture are not counted. False: the flock
  /// is not in a device's memory. @throws RunError as save().
  virtual bool count_pixels(const PixelProjection&, std::vector<uint32_t>&) { return false; }
  /// Draws the boids, in any order, over job.picture. The job names no boids, and its arrays are in the host's
  /// memory. The column holds the numbers that colours show, if any; the sample keys are used in 3D. False: the flock
  /// is not in a device's memory. @throws RunError as save().
  virtual bool draw_boids(const RasterJob&, std::span<const PictureShift>, std::span<const SampleKey>,
                          const DrawnColumn*) {
    return false;
  }
  /// Mean neighbours in R over all boids in the current state; < 0 if the backend does not compute it.
  virtual double mean_neighbours() const { return -1.0; }
};

/// Configures a backend for a scenario; replaces the backend first if the scenario has another number of dimensions.
template <class T>
void configure(std::unique_ptr<Backend<T>>& backend, const Scenario& scenario) {
  if (auto other = backend->for_dimensions(scenario.dimensions())) backend = std::move(other);
  backend->configure(scenario);
}

enum class Simd : uint8_t { kAuto, kScalar, kAvx2, kAvx512, kNeon, kSimd128 };

struct BackendOptions {
  int threads = 0;  ///< number of threads; 0: as many as the machine has
  Simd simd = Simd::kAuto;
  int device = -1;        ///< index of the device; -1: the first that works
  int first_device = -1;  ///< index of the device to try first, on which OpenGL draws
  std::string kernel;     ///< name of the device's update kernel; empty: the fastest, found by timing
  uint32_t left_out_kernels =
      0;  ///< a bit for each excluded entry of BackendKind::kernels; only where `kernel` is empty
};

/// A device that a backend can step on.
struct DeviceInfo {
  int index = 0;
  std::string name;
  double memory_gib = 0.0;
  std::string compute_capability;
  std::string id = {};  ///< identifies the device in every process, whatever its index there
};

}  // namespace murmur
