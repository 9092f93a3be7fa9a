#include "app/bench/entrants.h"

#include <algorithm>
#include <charconv>
#include <thread>

#include <fmt/format.h>

#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"

namespace murmur {
namespace {

constexpr int kMostThreads = 4096;

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t end = text.find(by); end != std::string::npos; begin = end + 1, end = text.find(by, begin)) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

bool take_number(const std::string& text, int& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size();
}

bool take_simd(const std::string& word, Simd& simd) {
  if (word == "scalar") return simd = Simd::kScalar, true;
  if (word == "avx2") return simd = Simd::kAvx2, true;
  if (word == "avx512") return simd = Simd::kAvx512, true;
  return false;
}

}  // namespace

EntrantSpec parse_entrant(const std::string& label, const BackendOptions& defaults) {
  const std::vector<std::string> parts = split(label, ':');
  EntrantSpec spec{label, parts.front(), defaults, 1};
  const std::vector<std::string> backends = {"reference", "cpu", "cuda"};
  if (std::find(backends.begin(), backends.end(), spec.backend) == backends.end()) {
    const auto near = near_names(spec.backend, backends);
    throw UserError(fmt::format(
        "--backends {}: there is no backend '{}'{}; allowed: reference, cpu and cuda, such as cpu:2 or "
        "cpu:avx2:1",
        label, spec.backend, near.empty() ? "" : fmt::format(" (did you mean {}?)", near.front())));
  }
  for (size_t k = 1; k < parts.size(); ++k) {
    int number = 0;
    if (spec.backend == "cpu" && take_simd(parts[k], spec.options.simd)) continue;
    if (spec.backend == "cpu" && take_number(parts[k], number) && number >= 1 && number <= kMostThreads) {
      spec.options.threads = number;
    } else if (spec.backend == "cuda" && take_number(parts[k], number) && number >= 0) {
      spec.options.device = number;
    } else {
      throw UserError(fmt::format(
          "--backends {}: '{}' says nothing about {}; allowed after cpu: a number of threads from 1 to {}, "
          "scalar, avx2 or avx512; after cuda: a device number; after reference: nothing",
          label, parts[k], spec.backend, kMostThreads));
    }
  }
  if (spec.backend == "cuda") spec.threads = 0;
  if (spec.backend == "cpu") {
    spec.threads = spec.options.threads > 0
                       ? spec.options.threads
                       : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }
  return spec;
}

std::vector<EntrantSpec> parse_entrants(const std::vector<std::string>& labels,
                                        const BackendOptions& defaults) {
  std::vector<EntrantSpec> specs;
  std::vector<std::string> faults;
  for (size_t k = 0; k < labels.size(); ++k) {
    const std::string& label = labels[k];
    const auto here = labels.begin() + static_cast<std::ptrdiff_t>(k);
    if (std::find(labels.begin(), here, label) != here) {
      faults.push_back(fmt::format("--backends: {} is there twice; allowed: each once", label));
    }
    try {
      specs.push_back(parse_entrant(label, defaults));
    } catch (const UserError& error) {
      faults.emplace_back(error.what());
    }
  }
  if (labels.empty())
    faults.emplace_back("--backends: names none; allowed: one or more of reference, cpu and cuda");
  if (!faults.empty()) throw UserError(faults);
  return specs;
}

}  // namespace murmur
