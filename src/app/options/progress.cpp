#include "app/options/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/options/terminal.h"

namespace murmur {
namespace {

constexpr std::chrono::milliseconds kRedraw(100);
constexpr std::chrono::seconds kQuiet(1);  // a shorter run prints no progress lines

std::string duration(double seconds) {
  const auto whole = static_cast<int64_t>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string rate(double per_second, const char* unit) {
  return per_second < 10.0 ? fmt::format("{:.2f} {}s/s", per_second, unit)
                           : fmt::format("{:.0f} {}s/s", per_second, unit);
}

int terminal_width() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(int64_t first, int64_t last, const char* unit)
    : first_(first),
      last_(last),
      unit_(unit),
      terminal_(isatty(STDERR_FILENO) != 0),
      started_(Clock::now()),
      shown_(started_) {}

Progress::~Progress() { finish(); }

void Progress::update(int64_t step) {
  if (last_ <= first_) return;
  const Clock::time_point now = Clock::now();
  if (terminal_) {
    if (now - shown_ < kRedraw) return;
    draw(step, now);
    return;
  }
  const auto tenths = static_cast<int>((step - first_) * 10 / (last_ - first_));
  if (tenths == tenths_) return;
  tenths_ = tenths;
  if (now - started_ < kQuiet) return;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double per_second = static_cast<double>(step - first_) / std::max(seconds, 1e-9);
  show(fmt::format("{} {}/{} ({} %), {}, {} left\n", unit_, step, last_,
                   (step - first_) * 100 / (last_ - first_), rate(per_second, unit_),
                   duration(static_cast<double>(last_ - step) / per_second)));
}

void Progress::draw(int64_t step, Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double done = static_cast<double>(step - first_) / static_cast<double>(last_ - first_);
  const double per_second = static_cast<double>(step - first_) / std::max(seconds, 1e-9);
  const std::string tail =
      fmt::format(" {} {}/{}  {}  {} left", unit_, step, last_, rate(per_second, unit_),
                  per_second > 0.0 ? duration(static_cast<double>(last_ - step) / per_second) : "?");
  const int room = std::clamp(terminal_width() - static_cast<int>(tail.size()) - 9, 0, 40);
  const auto filled = static_cast<int>(done * room);
  const std::string bar = fmt::format("[{}{}]", std::string(static_cast<size_t>(filled), '#'),
                                      std::string(static_cast<size_t>(room - filled), '.'));
  const std::string line = fmt::format("{:>3.0f} %{}{}", done * 100.0, room > 0 ? " " + bar : "", tail);
  // Cut to the width of the terminal: a line that wraps could not be overwritten.
  show(fmt::format("\r{}\x1b[K", line.substr(0, static_cast<size_t>(std::max(terminal_width() - 1, 1)))));
  shown_ = now;
  drawn_ = true;
}

void Progress::finish() {
  if (drawn_) show("\r\x1b[K");
  drawn_ = false;
}

}  // namespace murmur
