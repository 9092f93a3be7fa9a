#include "app/live/backend_switch.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {

BackendSwitch::BackendSwitch(Simulation<float>& simulation, const BackendOptions& options)
    : simulation_(simulation), options_(options) {
  for (const BackendKind& kind : backends()) choices_.push_back({&kind, kind.why_not()});
}

std::vector<BackendChoice> BackendSwitch::choices() const {
  std::vector<BackendChoice> choices = choices_;
  for (BackendChoice& choice : choices) {
    if (choice.kind->all_pairs && simulation_.count() > kMostAllPairsBoids) {
      choice.why_not = fmt::format("the {} tests all pairs: in the window for up to {} boids",
                                   choice.kind->name, kMostAllPairsBoids);
    }
  }
  return choices;
}

std::string BackendSwitch::to(const std::string& name) {
  for (const BackendChoice& choice : choices()) {
    if (choice.kind->name == name && !choice.why_not.empty())
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

const BackendKind* BackendSwitch::after_this() const {
  const std::vector<BackendChoice> all = choices();
  const auto here = std::find_if(all.begin(), all.end(), [&](const BackendChoice& choice) {
    return choice.kind->name == simulation_.backend().name();
  });
  const auto from = static_cast<size_t>(here - all.begin());
  for (size_t k = 1; k < all.size(); ++k) {
    const BackendChoice& choice = all[(from + k) % all.size()];
    if (choice.why_not.empty()) return choice.kind;
  }
  return nullptr;
}

double BackendSwitch::step_ms_on(const BackendKind& kind) const {
  constexpr double kPairMs = 1e-5;  // of the reference on one core, about
  const auto boids = static_cast<double>(simulation_.count());
  return kind.all_pairs ? boids * boids * kPairMs : 0.0;
}

std::string BackendSwitch::next() {
  if (const BackendKind* const kind = after_this()) return to(kind->name);
  const std::vector<BackendChoice> all = choices();
  std::string why;
  for (const BackendChoice& choice : all) {
    if (!choice.why_not.empty())
      why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", choice.kind->name, choice.why_not);
  }
  return fmt::format("no other backend than {} ({})", simulation_.backend().name(), why);
}

std::string BackendSwitch::set_threads(int threads) {
  options_.threads = threads;
  const BackendKind* const present = find_backend(simulation_.backend().name());
  if (present && present->threads) return to(present->name);
  const std::string when =
      fmt::format("when the {} backend is used", listed(backend_names_where(&BackendKind::threads), "or"));
  return threads == 0 ? "one thread for each core " + when
                      : fmt::format("{} thread{} {}", threads, threads == 1 ? "" : "s", when);
}

}  // namespace murmur
