#include "app/live/backend_switch.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/backends/cuda.h"
#include "sim/util/errors.h"

namespace murmur {

BackendSwitch::BackendSwitch(Simulation<float>& simulation, const BackendOptions& options)
    : simulation_(simulation), options_(options) {
  if (!cuda_devices(&why_no_cuda_).empty()) why_no_cuda_.clear();
}

std::vector<BackendChoice> BackendSwitch::choices() const {
  std::string why_no_reference;
  if (simulation_.count() > kMostReferenceBoids) {
    why_no_reference =
        fmt::format("the reference tests all pairs: in the window for up to {} boids", kMostReferenceBoids);
  }
  return {{"reference", why_no_reference}, {"cpu", ""}, {"cuda", why_no_cuda_}};
}

std::string BackendSwitch::to(const std::string& name) {
  for (const BackendChoice& choice : choices()) {
    if (choice.name == name && !choice.why_not.empty())
      return fmt::format("no backend {}: {}", name, choice.why_not);
  }
  try {
    simulation_.set_backend(make_backend(name, options_));
  } catch (const UserError& error) {
    return error.what();
  } catch (const RunError& error) {
    return error.what();
  }
  return fmt::format("backend {}: {}", name, simulation_.backend().description());
}

std::string BackendSwitch::next() {
  const std::vector<BackendChoice> all = choices();
  const auto here = std::find_if(all.begin(), all.end(), [&](const BackendChoice& choice) {
    return choice.name == simulation_.backend().name();
  });
  const auto from = static_cast<size_t>(here - all.begin());
  for (size_t k = 1; k < all.size(); ++k) {
    const BackendChoice& choice = all[(from + k) % all.size()];
    if (choice.why_not.empty()) return to(choice.name);
  }
  std::string why;
  for (const BackendChoice& choice : all) {
    if (!choice.why_not.empty())
      why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", choice.name, choice.why_not);
  }
  return fmt::format("no other backend than {} ({})", simulation_.backend().name(), why);
}

std::string BackendSwitch::set_threads(int threads) {
  options_.threads = threads;
  if (simulation_.backend().name() == "cpu") return to("cpu");
  return threads == 0
             ? "one thread for each core when the cpu backend flies"
             : fmt::format("{} thread{} when the cpu backend flies", threads, threads == 1 ? "" : "s");
}

}  // namespace murmur
