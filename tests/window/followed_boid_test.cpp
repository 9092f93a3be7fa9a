// A boid that the camera follows: its path is its way, and the camera comes back.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

#include "app/controls/boid_inspector.h"
#include "support/user_controls.h"

namespace murmur {
namespace {

class Followed : public UserControls {
 protected:
  void open(const std::string& preset) {
    UserControls::open(preset, 200);
    watch = {};
  }
  void look(double back) {
    settle();
    watch.update(flock->run.borrow(), flock->run.shown(), *camera, settings, notices, now += 1.0 / 60.0, 1.0,
                 back);
  }

  BoidInspector watch;
  double now = 0.0;
};

TEST_F(Followed, ThePathLeadsThroughThePlacesAfterSteps) {
  open("starlings");
  settings.chosen = 42;
  std::set<std::array<float, 3>> places;
  size_t lines = 0;
  for (int step = 0; step < 40; ++step) {
    simulation().advance();
    const std::vector<float> all = simulation().state().position;
    places.insert({all[126], all[127], all[128]});
    for (const double back : {0.9, 0.6, 0.3}) {
      look(back);
      for (const Mark& mark : watch.marks()) {
        if (mark.shape != static_cast<float>(MarkShape::kLine) || mark.pixels != 0.7f) continue;
        ++lines;
        EXPECT_TRUE(places.contains(mark.at)) << "beside the way, step " << step;
      }
    }
  }
  EXPECT_GT(lines, 1000u);
}

TEST_F(Followed, TheCameraComesBack) {
  for (const bool moves : {false, true}) {
    for (const char* preset : {"murmuration", "starlings"}) {
      open(preset);
      const Camera::Move move{.turn = 0.4, .at = std::array{30.0, 40.0, 20.0}, .nearer = 0.3};
      const auto draw = [&] {
        look(0.0);
        camera->set_move(moves && !settings.chosen ? move : Camera::Move{});
      };
      draw();
      const auto before = camera->world_to_clip();
      settings.chosen = 42;
      for (int step = 0; step < 50; ++step) {
        simulation().advance();
        draw();
      }
      EXPECT_NE(camera->world_to_clip(), before);
      key(Key::kEscape);
      draw();
      EXPECT_EQ(camera->world_to_clip(), before) << preset << moves;
    }
  }
}

}  // namespace
}  // namespace murmur
