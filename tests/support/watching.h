// A user who looks at single boids. Base of the tests of BoidInspector.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/controls/boids_in_view.h"
#include "support/user_controls.h"

namespace murmur {

class Watching : public UserControls {
 protected:
  void open(const std::string& preset, int64_t boids,
            std::vector<std::pair<std::string, std::string>> set = {}) {
    UserControls::open(preset, boids, std::move(set));
    watch = {};
  }
  void ctrl_click(double x, double y) {
    mouse(InputEvent::Kind::kPress, x, y, MouseButton::kLeft, false, true);
    mouse(InputEvent::Kind::kRelease, x, y, MouseButton::kLeft, false, true);
  }
  void escape() { key(Key::kEscape); }
  std::vector<double> place_of(uint32_t id) {
    const State<float> state = simulation().state();
    const auto d = static_cast<size_t>(state.dimensions);
    return {state.position.begin() + static_cast<std::ptrdiff_t>(id * d),
            state.position.begin() + static_cast<std::ptrdiff_t>((id + 1) * d)};
  }
  void look() {
    settle();
    watch.update(flock->run.borrow(), flock->run.shown(), *camera, settings, notices, now += 1.0 / 60.0, 1.0);
  }

  void expect_apart() const {
    for (size_t a = 0; a < watch.labels().size(); ++a) {
      for (size_t b = 0; b < a; ++b) {
        const Label &one = watch.labels()[a], &other = watch.labels()[b];
        const double wide = 6.5 * static_cast<double>(std::min(one.text.size(), other.text.size()));
        EXPECT_TRUE(std::fabs(one.x - other.x) > static_cast<float>(wide) ||
                    std::fabs(one.y - other.y) > 15.0f);
      }
    }
  }

  BoidInspector watch;
  double now = 0.0;
};

}  // namespace murmur
