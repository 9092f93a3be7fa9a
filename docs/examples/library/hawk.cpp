// A hawk of the program's own: it flies to the nearest boid, and the boids near it flee.
#include <cmath>
#include <cstdio>
#include <murmur.hpp>

int main() {
  try {
    auto flock = murmur::Flock::from_text(R"(
preset = "murmuration"
boids = 2000
seed = 1
)");
    std::vector<double> hawk = {0.0, 0.0};
    for (int step = 0; step < 100; ++step) {
      const auto position = flock.view<float>("position");
      size_t nearest = 0;
      double least = INFINITY;
      for (size_t i = 0; i < position.size(); ++i) {
        const double distance = std::hypot(position[i][0] - hawk[0], position[i][1] - hawk[1]);
        if (distance < least) {
          least = distance;
          nearest = i;
        }
      }
      for (size_t k = 0; k < hawk.size(); ++k) hawk[k] += 0.1 * (position[nearest][k] - hawk[k]);
      char event[160];
      std::snprintf(event, sizeof event, R"({"kind":"scatter","at":[%.1f,%.1f],"strength":0.05,"radius":60})",
                    hawk[0], hawk[1]);
      flock.event(event);
      flock.step();
    }
    std::printf("%lld boids after step %lld, hash=%016llx\n", static_cast<long long>(flock.count()),
                static_cast<long long>(flock.step_number()), static_cast<unsigned long long>(flock.hash()));
  } catch (const murmur::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.status;
  }
}
