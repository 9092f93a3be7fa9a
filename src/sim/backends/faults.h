// Failures of a step that several backends report in the same words. Not in the backends' headers, because the texts
// need libfmt and CUDA sources are compiled without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/util/errors.h"

namespace murmur {

struct Scenario;

/// Thrown when numbers of a flock are not finite: the state is lost, but an earlier one can be used.
class NotFinite : public RunError {
 public:
  NotFinite(const std::string& fault, int64_t good_steps) : RunError(fault), good_steps_(good_steps) {}
  int64_t good_steps() const { return good_steps_; }  ///< number of steps after which all numbers were finite

 private:
  int64_t good_steps_;
};

/// Reports boid `id`, or predator `id` - kPredatorFaults, as not finite after the step that followed `step` steps.
/// @throws NotFinite.
[[noreturn]] void throw_not_finite(uint32_t id, int64_t step, const Scenario& scenario);

/// Thrown when a device does not work, or no longer works. Its memory is lost; the run can go on elsewhere from a copy.
class DeviceFailure : public RunError {
 public:
  DeviceFailure(const std::string& cause, const std::string& advice)
      : RunError(cause + "; " + advice), cause_(cause) {}
  const std::string& cause() const { return cause_; }  ///< the sentence without the advice

 private:
  std::string cause_;
};

/// Thrown when there is no such device in this machine, or this build uses none. Not a failure.
class NoDevice : public RunError {
 public:
  using RunError::RunError;
};

/// Thrown by a device's allocator, where the flock replaces it by a message with N and all bytes, and by a launch: a
/// driver may need memory for the stacks of all threads that can run at once.
class DeviceMemoryFull : public DeviceFailure {
 public:
  explicit DeviceMemoryFull(size_t free_bytes);
  DeviceMemoryFull(const std::string& cause, size_t free_bytes);
  size_t available;  ///< bytes that were still free
};

/// Reports that `boids` boids need `wanted` bytes in all. @throws DeviceMemoryFull.
[[noreturn]] void throw_device_memory_full(int64_t boids, size_t wanted, const DeviceMemoryFull& full);

}  // namespace murmur
