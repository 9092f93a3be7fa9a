#include "app/window/film_recorder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "render/film/film_output.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int kMp4Rate = 30, kGifRate = 20;  // pictures per second
constexpr size_t kMostWaiting = 8;           // pictures that wait for the encoder

std::unique_ptr<Film> film_at(const std::string& path, int width, int height, double rate) {
  try {
    return make_film(path, {.width = width, .height = height, .frames_per_second = rate, .in_pieces = true});
  } catch (const UserError& error) {
    throw RunError(error.what());
  }
}

/// The middle of a picture, scaled to the size of the film without bars, because the window has changed its size.
Image in_size(const Image& picture, int width, int height) {
  Image scaled{.width = width, .height = height, .rgb = {}};
  scaled.rgb.reserve(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  if (picture.width / 2 * 2 == width && picture.height / 2 * 2 == height) {  // the same size
    for (int y = 0; y < height; ++y)
      scaled.rgb.insert(scaled.rgb.end(), picture.at(0, y), picture.at(0, y) + std::ptrdiff_t{3} * width);
    return scaled;
  }
  const double step =
      std::min(static_cast<double>(picture.width) / width, static_cast<double>(picture.height) / height);
  const double left = 0.5 * (picture.width - step * width), top = 0.5 * (picture.height - step * height);
  const int samples = std::max(1, static_cast<int>(std::ceil(step)));  // samples of a pixel along each axis
  const auto at = [&](double place, int size) { return std::clamp(static_cast<int>(place), 0, size - 1); };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::array<int, 3> sum{};
      for (int k = 0; k < samples * samples; ++k) {
        const double right = x + (k % samples + 0.5) / samples, down = y + (k / samples + 0.5) / samples;
        const uint8_t* const pixel =
            picture.at(at(left + step * right, picture.width), at(top + step * down, picture.height));
        for (size_t c = 0; c < 3; ++c) sum[c] += pixel[c];
      }
      for (const int one : sum) scaled.rgb.push_back(static_cast<uint8_t>(one / (samples * samples)));
    }
  }
  return scaled;
}

}  // namespace

FilmRecorder::FilmRecorder(const std::string& path, int width, int height, double now)
    : path_(path),
      width_(width / 2 * 2),  // an MP4 needs even sizes
      height_(height / 2 * 2),
      rate_(path.ends_with(".gif") ? kGifRate : kMp4Rate),
      begun_(now),
      film_(film_at(path, width_, height_, rate_)),
      thread_([this] { work(); }) {}

FilmRecorder::~FilmRecorder() {
  {
    const std::lock_guard lock(mutex_);
    last_ = true;
    if (!finishing_) shots_.clear();
  }
  wake_.notify_one();
  thread_.join();
}

int64_t FilmRecorder::frames_due(double now) const {
  return static_cast<int64_t>((now - begun_) * rate_) + 1 - frames_;
}

void FilmRecorder::offer(const Image& picture, double now) {
  const int64_t due = frames_due(now);
  if (due <= 0 || finishing_) return;
  {
    const std::lock_guard lock(mutex_);
    if (shots_.size() >= kMostWaiting) {  // the next picture is repeated for this one
      refused_ = true;
      return;
    }
  }
  Shot shot{.picture = in_size(picture, width_, height_), .times = due};
  frames_ += due;
  if (std::exchange(refused_, false)) left_out_ += due - 1;
  {
    const std::lock_guard lock(mutex_);
    shots_.push_back(std::move(shot));
  }
  wake_.notify_one();
}

void FilmRecorder::finish(double now) {
  if (finishing_) return;
  {
    const std::lock_guard lock(mutex_);
    last_ = finishing_ = true;
    seconds_ = now - begun_;
    if (refused_) left_out_ += std::max<int64_t>(frames_due(now) - 1, 0);
  }
  wake_.notify_one();
}

void FilmRecorder::work() {
  std::string failure;
  int64_t written = 0;
  Image last;
  const auto add = [&](int64_t times) {
    try {
      for (; times > 0 && failure.empty(); --times, ++written) film_->add(last);
    } catch (const RunError& error) {
      failure = error.what();
    }
  };
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return last_ || !shots_.empty(); });
    if (shots_.empty()) break;
    Shot shot = std::move(shots_.front());
    shots_.pop_front();
    lock.unlock();
    last = std::move(shot.picture);
    add(shot.times);
    lock.lock();
    if (!failure.empty()) break;
  }
  const bool finishing = finishing_;
  lock.unlock();
  // The last picture is repeated, so that the film lasts as long as the recording.
  if (finishing && written > 0) add(std::llround(seconds_ * rate_) - written);
  try {
    if (failure.empty() && finishing) film_->finish();
  } catch (const RunError& error) {
    failure = error.what();
  }
  const bool failed = !failure.empty();
  if (failed) {
    try {
      if (const int64_t kept = film_->keep_rest(); kept > 0)
        failure = fmt::format("film {}: its first {:.1f} s are kept; {}", path_,
                              static_cast<double>(kept) / rate_, failure);
    } catch (const RunError&) {  // no part of the film could be kept
    }
  }
  film_.reset();
  lock.lock();
  result_ = {.text = failed ? failure
                            : fmt::format("film {}: {:.1f} s", path_, static_cast<double>(written) / rate_),
             .whole = !failed};
  if (!failed && left_out_ > 0)
    result_.text += fmt::format("; {} of its {} pictures are repeated: encoder or disk were too slow",
                                left_out_, written);
  ended_ = true;
  wake_.notify_all();
}

std::optional<FilmRecorder::End> FilmRecorder::result() {
  const std::lock_guard lock(mutex_);
  if (!ended_) return std::nullopt;
  return result_;
}

FilmRecorder::End FilmRecorder::wait() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return ended_; });
  return result_;
}

}  // namespace murmur
