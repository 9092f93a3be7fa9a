// How much memory there is, asked before much of it is taken: Linux grants memory it does not have, and ends the program
// when it is used. Used before flocks and pictures are allocated.
#pragma once

#include <cstdint>
#include <string>

namespace murmur {

/// Bytes that can be allocated without swapping out other programs; infinite if unknown. Respects a limit of the shell
/// (ulimit -v) and of a container.
double available_memory();
/// Its parts: what /proc/meminfo says of the machine, and what cgroup v2 leaves to this process's group, which a container sees
/// as the root. Infinite if unknown.
double memory_of_machine(const std::string& info_path = "/proc/meminfo");
double memory_of_container(const std::string& group = "/sys/fs/cgroup");

/// @throws RunError, "WHAT need about X GiB of memory, but only Y GiB are available; ADVICE", when `bytes` are not there.
void require_memory(double bytes, const std::string& what, const std::string& advice);

/// What is required after this is divided among so many machines with as much memory as this one, and so many processes with the
/// limit of this one's shell.
void share_memory(double machines, double processes);

/// Bytes of one boid: the state as it is loaded and saved (twice), and what the cpu backend keeps, two copies and its
/// keys, and in 3D the sorted positions once more.
constexpr double bytes_per_boid(int dimensions) {
  return 2.0 * 4.0 * dimensions * 5.0 + (dimensions == 3 ? 44.0 : 32.0);
}
/// The host's part when a device steps: the state as it is loaded and saved, with ids to sort it by.
constexpr double host_bytes_per_boid_of_device(int dimensions) { return 2.0 * 4.0 * dimensions * 2.0 + 16.0; }

}  // namespace murmur
