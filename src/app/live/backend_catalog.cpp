#include "app/live/backend_catalog.h"

#include <algorithm>

#include <fmt/format.h>

namespace murmur {

BackendCatalog::BackendCatalog(const BackendOptions& options) : options_(options) {
  for (const BackendKind& kind : backends()) choices_.push_back({&kind, kind.why_not()});
}

std::vector<BackendChoice> BackendCatalog::choices(int64_t boids) const {
  std::vector<BackendChoice> choices = choices_;
  for (BackendChoice& choice : choices) {
    if (choice.kind->all_pairs && boids > kMostAllPairsBoids) {
      choice.why_not = fmt::format("the {} tests all pairs: in the window for up to {} boids",
                                   choice.kind->name, kMostAllPairsBoids);
    }
  }
  return choices;
}

std::string BackendCatalog::why_not(const std::string& name, int64_t boids) const {
  for (const BackendChoice& choice : choices(boids)) {
    if (choice.kind->name == name && !choice.why_not.empty())
      return fmt::format("no backend {}: {}", name, choice.why_not);
  }
  return "";
}

const BackendKind* BackendCatalog::after(const std::string& name, int64_t boids) const {
  const std::vector<BackendChoice> all = choices(boids);
  const auto here =
      std::ranges::find_if(all, [&](const BackendChoice& one) { return one.kind->name == name; });
  const auto from = static_cast<size_t>(here - all.begin());
  for (size_t k = 1; k < all.size(); ++k) {
    const BackendChoice& choice = all[(from + k) % all.size()];
    if (choice.why_not.empty()) return choice.kind;
  }
  return nullptr;
}

std::string BackendCatalog::why_no_other(const std::string& name, int64_t boids) const {
  std::string why;
  for (const BackendChoice& choice : choices(boids)) {
    if (!choice.why_not.empty())
      why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", choice.kind->name, choice.why_not);
  }
  return fmt::format("no other backend than {} ({})", name, why);
}

double BackendCatalog::step_ms_on(const BackendKind& kind, int64_t boids) const {
  constexpr double kPairMs = 1e-5;  // time of a pair test in the reference on one core
  const auto count = static_cast<double>(boids);
  return kind.all_pairs ? count * count * kPairMs : 0.0;
}

std::string BackendCatalog::threads_text(int threads) {
  const std::string when =
      fmt::format("when the {} backend is used", listed(backend_names_where(&BackendKind::threads), "or"));
  return threads == 0 ? "one thread for each core " + when
                      : fmt::format("{} thread{} {}", threads, threads == 1 ? "" : "s", when);
}

}  // namespace murmur
