// Parses `bench --backends`: cpu, cpu:2, cpu:scalar, cpu:avx2:1, cuda:1, cuda:list. Each name becomes a row of the
// table.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/registry.h"

namespace murmur {

struct CaseSpec {
  std::string label;  ///< text from the command line
  const BackendKind* kind = nullptr;
  BackendOptions options;
  int threads = 1;  ///< number of threads that step; 0 on a device
};

/// Help of --backends: the allowed names, with an example of each choice.
std::string backends_help();
/// Parses one name of --backends. `defaults`: --threads, --simd and --device. @throws UserError with the allowed values.
CaseSpec parse_case(const std::string& label, const BackendOptions& defaults);
/// Repeats each label for every kernel that its backend has: cuda becomes cuda:loop, cuda:flat ...; the kernel `all`
/// stands for all kernels of the backend. @throws UserError for a kernel that no backend has.
std::vector<std::string> with_kernels(const std::vector<std::string>& labels,
                                      const std::vector<std::string>& kernels);
/// Parses all names, without duplicates. @throws UserError with all faults at once.
std::vector<CaseSpec> parse_cases(const std::vector<std::string>& labels, const BackendOptions& defaults);

}  // namespace murmur
