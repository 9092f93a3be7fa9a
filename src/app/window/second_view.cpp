#include "app/window/second_view.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/options/common_options.h"
#include "render/panel/widgets.h"
#include "sim/editing/step_cost.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int kGap = 2;              // [pixels] between the halves
constexpr uint8_t kGapShade = 110;   // grey value of the gap in films
constexpr double kSlowPair = 100.0;  // [ms]: longer steps need confirmation
constexpr size_t kMostLines = 6;

Image side_by_side(const Image& first, const Image& second, int left) {
  Image both{.width = left + second.width, .height = std::min(first.height, second.height), .rgb = {}};
  both.rgb.reserve(static_cast<size_t>(both.width) * static_cast<size_t>(both.height) * 3);
  for (int y = 0; y < both.height; ++y) {
    const auto add = [&](const Image& one) {
      const uint8_t* const row = one.at(0, y);
      both.rgb.insert(both.rgb.end(), row, row + static_cast<std::ptrdiff_t>(one.width) * 3);
    };
    add(first);
    both.rgb.insert(both.rgb.end(), static_cast<size_t>(left - first.width) * 3, kGapShade);
    add(second);
  }
  return both;
}

std::vector<PostedEvent> posted(std::vector<Event> events, const UndoTag& tag) {
  std::vector<PostedEvent> all;
  for (Event& event : events) all.push_back({.event = std::move(event), .tag = tag});
  return all;
}

}  // namespace

void SecondView::act(const command::SideBySide& what, const BackendOptions& options, const UndoTag& tag) {
  using Act = command::SideBySide::Act;
  if (what.act == Act::kBegin) return begin(what.sure, options);
  const auto& second = run_.second();
  if (!second) return;
  if (what.act == Act::kEnd) return run_.ask(job::EndSecond{});
  const bool to_start = what.act == Act::kToStart;
  const KeyValues a = values_of_model(run_.shown().scenario), b = values_of_model(second->source.scenario());
  const KeyValues from_a = to_start ? values_of_model(second->start) : a, from_b = to_start ? from_a : b;
  const KeyValues &to_a = to_start ? a : b, &to_b = to_start ? b : a;
  run_.ask(job::SetBoth{.to_start = to_start,
                        .first = posted(events_to(from_a, difference(from_a, to_a)), tag),
                        .second = posted(events_to(from_b, difference(from_b, to_b)), tag)});
}

void SecondView::begin(bool sure, const BackendOptions& options) {
  if (run_.second()) return;
  if (run_.is_replay()) {
    notices_.say("this is a replay: its values are those of the log, and A/B has nothing to compare");
    return;
  }
  const int64_t boids = run_.shown().boids;
  try {
    check_memory(boids, run_.shown().scenario.dimensions(), run_.backend());
  } catch (const RunError& error) {
    notices_.say(fmt::format("a second flock does not fit: {}", error.what()));
    return;
  }
  const double ms =
      2.0 * std::max(run_.last_step_ms(), 1e3 * run_.seconds_running());  // steps of A are counted, too
  std::string why;
  if (run_.reach().in_past) why = fmt::format("What came after step {} goes. ", run_.step_number());
  if (ms > kSlowPair)
    why += fmt::format("A step of two flocks of {} boids takes about {}.", grouped(boids), duration_text(ms));
  if (sure || why.empty()) {
    run_.ask(job::BeginSecond{options});
    return;
  }
  notices_.ask({.text = std::move(why),
                .yes = "Begin A/B",
                .no = "Cancel",
                .act = command::SideBySide{.act = command::SideBySide::Act::kBegin, .sure = true}});
}

void SecondView::follow(bool values, bool steps) {
  const auto& second = run_.second();
  if (shown() != second.has_value()) {
    shown_ = second ? std::make_unique<Shown>(window_, stats_) : nullptr;
    first_.hold_whole(shown());
    if (!second) shift_ = 0.0, pressed_ = 0;
    values = true;
  }
  if (shown_ && steps) shown_->viewport.flock_changed();
  if (!values) return;
  differences_.clear();
  if (second && !second->tracks)
    differences_ = different_values(run_.shown().scenario, second->source.scenario());
}

int SecondView::width_of_one(int picture) const {
  return shown_ ? std::max((picture - kGap) / 2, 1) : picture;
}

/// A drag stays in the half where it began.
InputEvent SecondView::in_first(InputEvent input) {
  using Kind = InputEvent::Kind;
  if (!shown_ || input.kind == Kind::kKey || input.kind == Kind::kCharacter) return input;
  if (pressed_ == 0) shift_ = input.x >= left_ && input.x < left_ + width_ ? left_ : 0.0;
  if (input.kind == Kind::kPress) ++pressed_;
  if (input.kind == Kind::kRelease) pressed_ = std::max(pressed_ - 1, 0);
  input.x -= shift_;
  return input;
}

bool SecondView::drawing() const { return first_.drawing() || (shown_ && shown_->viewport.drawing()); }

/// One of the two in a frame, so that input waits no longer than with one flock.
bool SecondView::continue_drawing() {
  const bool whole = first_.drawing() ? first_.continue_drawing() : shown_->viewport.continue_drawing();
  if (!shown_) return whole;
  if (drawing()) return false;
  first_.show_whole();
  shown_->viewport.show_whole();
  return whole;
}

void SecondView::draw(bool first_begun, int width, int height, const Camera& camera, PictureSettings settings,
                      const std::optional<Lease>& lease) {
  const auto& second = run_.second();
  if (!shown_ || !second || !first_begun) return;
  shown_->viewport.hold_whole(true);
  shown_->viewport.budget().begin_frame();
  width_ = width;
  left_ = width + kGap;
  settings.marks.clear();
  shown_->viewport.draw(width, height, camera, {second->source.scenario(), second->boids}, settings,
                        lease && lease->second() ? &lease->second()->simulation() : nullptr, true);
  if (drawing()) return;
  first_.show_whole();
  shown_->viewport.show_whole();
}

void SecondView::present(int height) {
  if (!shown_ || !shown_->viewport.has_picture()) return;
  shown_->viewport.present_beside(left_, height);
  shown_->viewport.take_times();
}

int SecondView::width() const { return shown_ && width_ > 0 ? left_ + width_ : first_.width(); }

void SecondView::read_for_film(double now) {
  if (shown_ && shown_->viewport.has_picture()) shown_->viewport.read_for_film(now);
}

/// One of before A/B has no other half.
Image SecondView::for_film(PictureReader::Picture first) {
  if (!shown_) return std::move(first.image);
  std::optional<PictureReader::Picture>& read = shown_->read;
  while (!read || read->tag < first.tag) {
    read = shown_->viewport.picture_for_film(true);
    if (!read) return std::move(first.image);
  }
  if (read->tag != first.tag) return std::move(first.image);
  return side_by_side(first.image, std::exchange(read, {})->image, first.image.width + kGap);
}

Image SecondView::final_image(const Image& first, int picture, Camera& camera, const Look& look) {
  const int width = width_of_one(picture);
  return side_by_side(
      first,
      shown_->viewport.final_image(width, first.height, camera, run_.second()->source.scenario(), look),
      width + kGap);
}

void SecondView::measure(FlockCopy copy, double now) {
  if (shown_) shown_->sampler.measure(std::move(copy.state), copy.run.source.scenario(), now, copy.seconds);
}

void SecondView::wants_copy(double now) {
  if (shown_) shown_->sampler.wants_copy(now);
}

void SecondView::collect() {
  if (shown_) shown_->sampler.collect();
}

void SecondView::forget() {
  if (shown_) shown_->sampler.forget();
}

/// What stands at the top of each half.
std::vector<PictureHalf> SecondView::halves() const {
  if (!shown_) return {};
  PictureHalf a{.left = 0.0, .right = static_cast<double>(left_ - kGap), .title = "A", .lines = {}};
  PictureHalf b{.left = static_cast<double>(left_),
                .right = static_cast<double>(left_ + width_),
                .title = "B",
                .lines = {}};
  for (const DifferentValue& one : differences_) {
    if (a.lines.size() == kMostLines) break;
    a.lines.push_back(fmt::format("{} {}", one.key, one.first));
    b.lines.push_back(fmt::format("{} {}", one.key, one.second));
  }
  if (run_.second() && run_.second()->tracks) {
    b.title = "tracks";
  } else if (differences_.empty()) {
    a.lines.emplace_back("the same values");
    b.lines = a.lines;
  } else if (differences_.size() > kMostLines) {
    a.lines.push_back(fmt::format("and {} more", differences_.size() - kMostLines));
    b.lines.push_back(a.lines.back());
  }
  return {std::move(a), std::move(b)};
}

}  // namespace murmur
