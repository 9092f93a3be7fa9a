// The backends of `bench --backends`: cpu, cpu:2, cpu:scalar, cpu:avx2:1, cuda:1, cuda:list. Each becomes a row of the
// table.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/registry.h"

namespace murmur {

struct CaseSpec {
  std::string label;  ///< text that the user gave
  const BackendKind* kind = nullptr;
  BackendOptions options;
  int threads = 1;  ///< number of threads that will step; 0 on a device
};

/// What may be written, with an example of each choice.
std::string backends_help();
/// `defaults`: --threads, --simd and --device. @throws UserError with the allowed values.
CaseSpec parse_case(const std::string& label, const BackendOptions& defaults);
/// The labels, with a row for each of these kernels where a backend has a choice of them: cuda becomes cuda:loop,
/// cuda:flat ...; `all` stands for all that it has. @throws UserError for a name that no backend has.
std::vector<std::string> with_kernels(const std::vector<std::string>& labels,
                                      const std::vector<std::string>& kernels);
/// All faults at once; a label twice is one.
std::vector<CaseSpec> parse_cases(const std::vector<std::string>& labels, const BackendOptions& defaults);

}  // namespace murmur
