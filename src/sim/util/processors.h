// Processors for threads.
#pragma once

#include <string>

namespace murmur {

/// How many this process may use, at least 1: of those that the calling thread may run on (taskset, a batch system, a
/// rank that is bound), as many as the time that is allowed to its container fills.
int processors();

/// What cgroup v2 allows to this process's group, which a container sees in this folder; 0: without limit.
double processors_of_container(const std::string& group = "/sys/fs/cgroup");

}  // namespace murmur
