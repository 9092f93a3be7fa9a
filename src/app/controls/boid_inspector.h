// Boids that are shown in detail: the boid selected with Ctrl + click, which the camera follows, and with D
// all boids of a small flock, of a large one those near the pointer. Makes their marks and labels and moves the camera. Used by the frame loop
// between steps and picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/controls/boids_in_view.h"
#include "app/controls/notices.h"
#include "app/controls/view_settings.h"
#include "app/live/live_run.h"
#include "render/scene/camera.h"
#include "render/scene/labels.h"
#include "render/scene/marks.h"

namespace murmur {

/// The boid that is drawn nearest to a place of the picture becomes the one that is followed; without one near, none.
void choose_boid(const Lease& lease, const Camera& camera, const command::FollowBoidAt& place,
                 ViewSettings& settings, Notices& notices);

class BoidInspector {
 public:
  /// Looks at the flock as the last step left it. `lease`: of the run between two jobs; without it positions are those of the
  /// last update. `now` [s]; `scale`: of the text; `measures`: sums() are wanted, too.
  void update(const std::optional<Lease>& lease, const FlockView& flock, Camera& camera,
              ViewSettings& settings, Notices& notices, double now, double scale, bool measures = false);
  /// Of the last update, from a backend on a device; none from others.
  const std::optional<FlockSums>& sums() const { return answers_.sums; }
  const std::vector<Mark>& marks() const { return marks_; }
  const std::vector<Label>& labels() const { return labels_; }

 private:
  void point_at(const Camera& camera, const ViewSettings& settings);
  void read(const std::optional<Lease>& lease, const FlockView& flock, FlockQuestions asked);
  void follow(Camera& camera, const std::vector<double>& place, double now);
  void show_chosen(const Scenario& scenario, const Camera& camera, const State<float>& boid, uint32_t id);
  void show_near_pointer(const FlockView& flock, const Camera& camera);
  float pixels(double number) const { return static_cast<float>(number * scale_); }
  void ring(const std::vector<double>& place, double radius, double width, const Colour& colour);

  bool put_label(double x, double y, const std::string& text, bool strong = false);
  bool put_beside(double x, double y, const std::string& text);

  struct Box {
    double x, y, wide, high;  // [pixels]
    bool meets(const Box& b) const {
      return x < b.x + b.wide && b.x < x + wide && y < b.y + b.high && b.y < y + high;
    }
  };
  std::vector<Box> taken_;  // by labels of this frame
  std::vector<Mark> marks_;
  std::vector<Label> labels_;
  FlockCopyInView copy_;
  FlockAnswers answers_;
  int dimensions_ = 0;               // of both
  std::optional<uint32_t> boid_id_;  // that the answers are about
  std::optional<uint32_t> followed_;
  std::vector<double> place_;  // last position of the followed boid
  double last_ = 0.0;          // [s]
  double x_ = 0.0, y_ = 0.0;   // the pointer, or the middle of the picture [pixels]
  double scale_ = 1.0;
  bool light_ = false;
};

}  // namespace murmur
