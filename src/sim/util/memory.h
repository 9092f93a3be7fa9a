// Determines the available memory before a large allocation: Linux grants memory that it does not have, and kills the
// program when the memory is used. Called before flocks and pictures are allocated.
#pragma once

#include <cstdint>
#include <string>

namespace murmur {

/// Bytes that can be allocated without swapping out other programs; infinite if unknown. Respects the limits of the
/// shell (ulimit -v) and of a container.
double available_memory();
/// Available memory of the machine by /proc/meminfo; infinite if unknown. The function below is the limit of this
/// process's cgroup v2, which a container sees as the root.
double memory_of_machine(const std::string& info_path = "/proc/meminfo");
double memory_of_container(const std::string& group = "/sys/fs/cgroup");

/// Checks that `bytes` are available. @throws RunError, "WHAT need about X GiB of memory, but only Y GiB are available; ADVICE".
void require_memory(double bytes, const std::string& what, const std::string& advice);

/// Divides later requirements of memory among so many machines with the memory of this one, and among so many
/// processes with the shell limit of this one.
void share_memory(double machines, double processes);

/// Bytes of memory for one boid: the loaded and the saved state, and in the cpu backend two copies and keys; in 3D
/// also the sorted positions.
constexpr double bytes_per_boid(int dimensions) {
  return 2.0 * 4.0 * dimensions * 5.0 + (dimensions == 3 ? 44.0 : 32.0);
}
/// Bytes of host memory for one boid if a device steps: the loaded and the saved state, with ids for sorting.
constexpr double host_bytes_per_boid_of_device(int dimensions) { return 2.0 * 4.0 * dimensions * 2.0 + 16.0; }

}  // namespace murmur
