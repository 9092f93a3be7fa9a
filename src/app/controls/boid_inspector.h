// Shows single boids in detail: the boid selected with Ctrl + click, which the camera follows; a boid near the
// middle while R, r or the field of view are changed; and with the key D all boids of a small flock, or those near
// the pointer in a large one. Makes marks and labels and moves the camera. Used by the frame loop between steps and
// picture.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "app/controls/boids_in_view.h"
#include "app/controls/notices.h"
#include "app/controls/view_settings.h"
#include "app/live/live_run.h"
#include "render/panel/overlay_status.h"
#include "render/scene/camera.h"
#include "render/scene/marks.h"

namespace murmur {

/// Chooses the boid that is drawn nearest to a point of the picture, and follows it; none if no boid is near.
void choose_boid(const Lease& lease, const Camera& camera, const command::FollowBoidAt& place,
                 ViewSettings& settings, Notices& notices);

/// Ends following when the id of the chosen boid is not below `ids`, because the boid has left the flock.
void keep_chosen(int64_t ids, ViewSettings& settings, Notices& notices);

/// The predator that is drawn nearest to a point of the picture; none if no predator is near.
std::optional<size_t> predator_at(const Lease& lease, const Camera& camera, double x, double y);

class BoidInspector {
 public:
  /// Makes marks and labels for the flock as the last step left it. `lease`: lease of the run; without one the
  /// positions of the last update stay. `now` [s]; `scale`: scale of the text; `back`: how far the picture lies
  /// before the last step [steps]; `measures`: asks for sums(), too.
  void update(const std::optional<Lease>& lease, const FlockView& flock, Camera& camera,
              ViewSettings& settings, Notices& notices, double now, double scale, double back = 0.0,
              bool measures = false);
  /// Sums over the flock from the last update, if the backend is on a device; otherwise empty.
  const std::optional<FlockSums>& sums() const { return answers_.sums; }
  const std::vector<Mark>& marks() const { return marks_; }
  const std::vector<Label>& labels() const { return labels_; }
  /// Takes the next distances of the rules as they are: another moment or flock has them, and the user has changed none.
  void forget_distances() { distances_.reset(), shown_until_ = 0.0; }
  /// Whether the time is over in which the circles of a changed distance are shown.
  bool over(double now) const { return reach_boid_ && now >= shown_until_; }

 private:
  void point_at(const Camera& camera, const ViewSettings& settings);
  void read(const std::optional<Lease>& lease, const Scenario& scenario, FlockQuestions asked);
  void follow(Camera& camera, const std::vector<double>& place, double now);
  void show_path(const Scenario& scenario, const std::vector<double>& place);
  void show_chosen(const Scenario& scenario, const Camera& camera, const State<float>& boid, uint32_t id);
  void name_predators(const std::optional<Lease>& lease, const Scenario& scenario, const Camera& camera);
  void show_near_pointer(const FlockView& flock, const Camera& camera);
  void note_distances(const Scenario& scenario, double now);
  void choose_in_middle(const std::optional<Lease>& lease, const FlockView& flock, const Camera& camera,
                        double now);
  void show_distances(const Scenario& scenario, const Camera& camera, const State<float>& boid);
  /// Shows neighbours as dots, magnified about `place` by `factor`.
  void show_neighbours(const std::vector<double>& place, double factor);
  /// Shows, for each of the three rules, an arrow for the velocity that the rule adds in the next step. @returns
  /// lines of text with the lengths; empty if they are not known, because the flock is on a device.
  std::string show_rules(const Camera& camera, const std::vector<double>& place);
  void show_view(const std::vector<double>& place, const std::vector<float>& velocity, double radius,
                 double degrees);
  using Place = std::array<float, 3>;
  void line(const Place& from, const Place& to, double width, const Colour& colour);
  /// Draws a disc, or a dart that points to `heading`, of `size` [usual pixels].
  void point(const Place& at, double size, const Colour& colour, MarkShape shape, const Place& heading = {});
  Colour chosen_ink() const;
  Colour near_ink() const;  ///< colour of circles with radius r
  Colour rule_ink(size_t rule) const;
  Colour radius_ink(float opacity) const;
  float pixels(double number) const { return static_cast<float>(number * scale_); }
  void ring(const std::vector<double>& place, double radius, double width, const Colour& colour);

  bool put_label(double x, double y, const std::string& text, bool strong = false);
  bool put_beside(double x, double y, const std::string& text);

  struct Box {
    double x, y, wide, high;  // position and size [pixels]
    bool meets(const Box& b) const {
      return x < b.x + b.wide && b.x < x + wide && y < b.y + b.high && b.y < y + high;
    }
  };
  std::vector<Box> taken_;  // boxes of the labels in this frame
  std::vector<Mark> marks_;
  std::vector<Label> labels_;
  FlockAnswers answers_;
  int dimensions_ = 0;               // dimensions of the flock at the last update
  std::optional<uint32_t> boid_id_;  // boid that answers_ describes
  /// The boid that the camera follows, and its path.
  struct Followed {
    std::optional<uint32_t> id;
    std::vector<double> place;             // last position of the boid
    std::deque<std::vector<double>> path;  // positions of the boid after the last steps
    double longest = 0.0;                  // recent length of the longest arrow of the rules
    double last = 0.0;                     // time of the last update [s]
    double nearer = 1.0;                   // factor by which the camera has come nearer
  } followed_;
  std::optional<uint32_t> reach_boid_;              // boid at which distances are shown
  int tries_ = 0;                                   // pictures in which a boid with neighbours was searched
  std::optional<std::array<double, 3>> distances_;  // R, r, field of view; none: no picture yet
  std::string distances_of_;                        // preset that distances_ belong to
  double shown_until_ = 0.0;                        // time until which distances are shown [s]
  double x_ = 0.0, y_ = 0.0;                        // pointer, or middle of the picture [pixels]
  double scale_ = 1.0;
  bool birds_ = false;      // birds before a sky, without details for researchers
  State<float> predators_;  // only the rows of predators
  bool light_ = false;
};

}  // namespace murmur
