#include "app/window/shown_flocks.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>

#include "app/options/common_options.h"
#include "render/panel/widgets.h"
#include "sim/editing/step_cost.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int kGap = 2;              // width of the gap between the halves [pixels]
constexpr uint8_t kGapShade = 110;   // grey value of the gap in films
constexpr double kSlowPair = 100.0;  // step time from which on A/B must be confirmed [ms]
constexpr size_t kMostLines = 6;

Image side_by_side(const Image& first, const Image& second) {
  Image both{
      .width = first.width + kGap + second.width, .height = std::min(first.height, second.height), .rgb = {}};
  both.rgb.reserve(static_cast<size_t>(both.width) * static_cast<size_t>(both.height) * 3);
  for (int y = 0; y < both.height; ++y) {
    const auto add = [&](const Image& one) {
      const uint8_t* const row = one.at(0, y);
      both.rgb.insert(both.rgb.end(), row, row + static_cast<std::ptrdiff_t>(one.width) * 3);
    };
    add(first);
    both.rgb.insert(both.rgb.end(), size_t{kGap} * 3, kGapShade);
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

ShownFlocks::ShownFlocks(Window& window, FrameStats& stats, LiveRun& run, Notices& notices)
    : window_(window), stats_(stats), run_(run), notices_(notices) {
  const auto say = [this](const std::string& sentence) { notices_.say(sentence); };
  shown_.push_back(std::make_unique<ShownFlock>(window, stats, say, true));
}

void ShownFlocks::act(const command::SideBySide& what, const BackendOptions& options, const UndoTag& tag) {
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

void ShownFlocks::begin(bool sure, const BackendOptions& options) {
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
      2.0 * std::max(run_.last_step_ms(), 1e3 * run_.seconds_running());  // B's steps take as long as A's
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

void ShownFlocks::follow(bool values, bool steps) {
  const auto& second = run_.second();
  if (both() != second.has_value()) {
    if (second) {
      const auto say_nothing = [](const std::string&) {};
      shown_.push_back(std::make_unique<ShownFlock>(window_, stats_, say_nothing, false));
    } else {
      shown_.pop_back();
      read_.reset();
      shift_ = 0.0, pressed_ = 0;
    }
    values = true;
  }
  if (steps)
    for (const auto& one : shown_) one->viewport.flock_changed();
  if (!values) return;
  differences_.clear();
  if (second && !second->tracks)
    differences_ = different_values(run_.shown().scenario, second->source.scenario());
}

int ShownFlocks::width_of_one(int picture) const {
  return both() ? std::max((picture - kGap) / 2, 1) : picture;
}

/// Maps input in the right half to the half of flock A. A drag stays in the half where it began.
InputEvent ShownFlocks::to_first_flock(InputEvent input) {
  using Kind = InputEvent::Kind;
  if (!both() || input.kind == Kind::kKey || input.kind == Kind::kCharacter) return input;
  const int left = width_ + kGap;
  if (pressed_ == 0) shift_ = input.x >= left && input.x < left + width_ ? left : 0.0;
  if (input.kind == Kind::kPress) ++pressed_;
  if (input.kind == Kind::kRelease) pressed_ = std::max(pressed_ - 1, 0);
  input.x -= shift_;
  return input;
}

void ShownFlocks::draw(int width, int height, const Camera& camera, PictureSettings settings,
                       const std::optional<Lease>& lease) {
  Simulation<float>* const of_a = lease ? &lease->simulation() : nullptr;
  if (!first().viewport.draw(width, height, camera, run_.shown(), settings, of_a)) return;
  width_ = width;
  if (both()) {
    Viewport& viewport = shown_.back()->viewport;
    settings.marks.clear();
    viewport.draw(width, height, camera, {run_.second()->source.scenario(), run_.second()->boids}, settings,
                  lease && lease->second() ? &lease->second()->simulation() : nullptr, true);
  }
}

void ShownFlocks::present(int width, int height) {
  int left = 0;
  for (const auto& one : shown_) {
    if (left > 0) {  // else the gap shows an earlier picture
      glEnable(GL_SCISSOR_TEST);
      glScissor(left - kGap, 0, kGap, height);
      glClear(GL_COLOR_BUFFER_BIT);
      glDisable(GL_SCISSOR_TEST);
    }
    one->viewport.present(width, height, left);
    left += width_ + kGap;
  }
}

int ShownFlocks::width() const {
  const int one = first().viewport.width();
  return both() && shown_.back()->viewport.has_picture() ? one + kGap + shown_.back()->viewport.width() : one;
}

void ShownFlocks::collect_times(bool wait) {
  for (const auto& one : shown_) one->viewport.collect_times(wait);
}

void ShownFlocks::read_for_film(double now) {
  for (const auto& one : shown_) one->viewport.read_for_film(now);
}

/// The pictures of A and B side by side; a picture of A from before A/B is used alone.
std::optional<PictureReader::Picture> ShownFlocks::picture_for_film(bool wait) {
  auto picture = first().viewport.picture_for_film(wait);
  if (!picture || !both()) return picture;
  while (!read_ || read_->tag < picture->tag) {
    read_ = shown_.back()->viewport.picture_for_film(true);
    if (!read_) return picture;
  }
  if (read_->tag == picture->tag)
    picture->image = side_by_side(picture->image, std::exchange(read_, {})->image);
  return picture;
}

Image ShownFlocks::screenshot(int width, Camera& camera, const Look& look) {
  const int one = width_of_one(width), height = first().viewport.height();
  Image picture = first().viewport.screenshot(one, height, camera, run_.shown().scenario, look);
  if (!both()) return picture;
  const Scenario& scenario = run_.second()->source.scenario();
  return side_by_side(picture, shown_.back()->viewport.screenshot(one, height, camera, scenario, look));
}

void ShownFlocks::measure(FlockCopy copy, double now) {
  if (copy.second && !both()) return;
  MetricsSampler& sampler = (copy.second ? shown_.back() : shown_.front())->sampler;
  sampler.measure(std::move(copy.state), copy.run.source.scenario(), now, copy.seconds);
}

bool ShownFlocks::wants_copies(double now) {
  const bool wants = first().sampler.wants_copy(now);
  if (wants && both()) second()->wants_copy(now);
  return wants;
}

bool ShownFlocks::has_news() const {
  return std::ranges::any_of(shown_, [](const auto& one) { return one->sampler.has_news(); });
}

/// The text at the top of each half of the picture.
std::vector<PictureHalf> ShownFlocks::halves() const {
  if (!both()) return {};
  const double left = width_ + kGap;
  PictureHalf a{.left = 0.0, .right = static_cast<double>(width_), .title = "A", .lines = {}};
  PictureHalf b{.left = left, .right = left + width_, .title = "B", .lines = {}};
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
