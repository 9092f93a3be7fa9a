// Number of processors available for threads.
#pragma once

#include <string>

namespace murmur {

/// Number of processors that this process may use, at least 1: those that the calling thread may run on (taskset, a
/// batch system, a bound rank), limited by the CPU time of its container.
int processors();

/// CPU limit of this process's cgroup v2, which a container sees in this folder; 0: no limit.
double processors_of_container(const std::string& group = "/sys/fs/cgroup");

}  // namespace murmur
