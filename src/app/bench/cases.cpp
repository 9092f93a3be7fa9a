#include "app/bench/cases.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/backends/cpu/simd.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"
#include "sim/util/processors.h"

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

/// Text for messages: "after cpu: a number of threads ...; after reference: nothing", backends with a choice first.
std::string allowed_after_names() {
  std::vector<std::string> with_choice, without;
  for (const BackendKind& kind : backends()) {
    std::vector<std::string> choices;
    if (kind.threads) choices.push_back(fmt::format("a number of threads from 1 to {}", kMostThreads));
    if (kind.instruction_sets) {
      for (const std::string& name : simd_names()) choices.push_back(name);
    }
    if (kind.on_device()) choices.emplace_back("a device number");
    if (kind.kernels) choices.insert(choices.end(), kind.kernels().begin(), kind.kernels().end());
    const std::string text = fmt::format("after {}: {}", kind.name, listed(choices, "or"));
    choices.empty() ? without.push_back(text + "nothing") : with_choice.push_back(text);
  }
  with_choice.insert(with_choice.end(), without.begin(), without.end());
  return fmt::format("{}", fmt::join(with_choice, "; "));
}

}  // namespace

std::string backends_help() {
  std::vector<std::string> examples;
  for (const BackendKind& kind : backends()) {
    if (kind.threads) examples.push_back(fmt::format("{}:2 (threads)", kind.name));
    if (kind.instruction_sets) {
      examples.push_back(fmt::format("{}:avx2", kind.name));
      examples.push_back(fmt::format("{}:scalar:1", kind.name));
    }
    if (kind.on_device()) examples.push_back(fmt::format("{}:1 (device)", kind.name));
    if (kind.kernels) examples.push_back(fmt::format("{}:{}", kind.name, kind.kernels().back()));
  }
  return fmt::format("{}; {}", fmt::join(backend_names(), ", "), fmt::join(examples, ", "));
}

CaseSpec parse_case(const std::string& label, const BackendOptions& defaults) {
  const std::vector<std::string> parts = split(label, ':');
  const std::string& name = parts.front();
  CaseSpec spec{label, find_backend(name), defaults, 1};
  if (!spec.kind) {
    const std::vector<std::string> names = backend_names();
    const auto near = near_names(name, names);
    throw UserError(
        fmt::format("--backends {}: there is no backend '{}'{}; allowed: {}, such as {}:2 or {}:avx2:1",
                    label, name, near.empty() ? "" : fmt::format(" (did you mean {}?)", near.front()),
                    listed(names), default_backend().name, default_backend().name));
  }
  for (size_t k = 1; k < parts.size(); ++k) {
    int number = 0;
    if (spec.kind->instruction_sets && read_simd(parts[k], spec.options.simd)) continue;
    if (spec.kind->threads && take_number(parts[k], number) && number >= 1 && number <= kMostThreads) {
      spec.options.threads = number;
    } else if (spec.kind->on_device() && take_number(parts[k], number) && number >= 0) {
      spec.options.device = number;
    } else if (spec.kind->kernels &&
               std::count(spec.kind->kernels().begin(), spec.kind->kernels().end(), parts[k]) > 0) {
      spec.options.kernel = parts[k];
    } else {
      throw UserError(fmt::format("--backends {}: '{}' is not an option of {}; allowed {}", label, parts[k],
                                  name, allowed_after_names()));
    }
  }
  if (spec.kind->on_device()) spec.threads = 0;
  if (spec.kind->threads) {
    spec.threads = spec.options.threads > 0 ? spec.options.threads : processors();
  }
  return spec;
}

std::vector<std::string> with_kernels(const std::vector<std::string>& labels,
                                      const std::vector<std::string>& kernels) {
  const std::vector<std::string> known = kernel_names();
  for (const std::string& name : kernels) {
    if (name != "all" && std::count(known.begin(), known.end(), name) == 0)
      throw UserError(fmt::format("--kernels {}: there is no such kernel; allowed: all, {}", name,
                                  fmt::join(known, ", ")));
  }
  std::vector<std::string> rows;
  for (const std::string& label : labels) {
    const BackendKind* const kind = find_backend(split(label, ':').front());
    if (!kind || !kind->kernels) {
      rows.push_back(label);
      continue;
    }
    for (const std::string& name : kind->kernels()) {
      if (std::count(kernels.begin(), kernels.end(), name) > 0 ||
          std::count(kernels.begin(), kernels.end(), "all") > 0)
        rows.push_back(label + ":" + name);
    }
  }
  return rows;
}

std::vector<CaseSpec> parse_cases(const std::vector<std::string>& labels, const BackendOptions& defaults) {
  std::vector<CaseSpec> specs;
  std::vector<std::string> faults;
  for (size_t k = 0; k < labels.size(); ++k) {
    const std::string& label = labels[k];
    const auto here = labels.begin() + static_cast<std::ptrdiff_t>(k);
    if (std::find(labels.begin(), here, label) != here) {
      faults.push_back(fmt::format("--backends: {} is there twice; allowed: each once", label));
    }
    try {
      specs.push_back(parse_case(label, defaults));
    } catch (const UserError& error) {
      faults.emplace_back(error.what());
    }
  }
  if (labels.empty())
    faults.push_back("--backends: names none; allowed: one or more of " + listed(backend_names()));
  if (!faults.empty()) throw UserError(faults);
  return specs;
}

}  // namespace murmur
