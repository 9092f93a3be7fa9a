// What the window says to the user, one sentence at a time for five seconds, and what it asks. Has no clock: the caller tells the
// time.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "app/controls/command.h"

namespace murmur {

/// An action that needs the confirmation of the user.
struct Question {
  std::string text, yes, no;
  WindowCommand act;   ///< when the answer is yes
  bool saves = false;  ///< a third answer opens the menu Save
  bool shown = false;  ///< a picture has shown it; before that no key answers it
};

class Notices {
 public:
  /// `folder`: opened by a button beside the sentence; empty: no button.
  void say(std::string text, std::string folder = {}) {
    text_ = std::move(text);
    folder_ = std::move(folder);
    fresh_ = !text_.empty();
  }
  /// An output, or a film, could not be written: said until the user closes it, and kept for the exit code.
  void fail(const std::string& why) {
    if (failure_.empty()) failure_ = why;
    say_until_closed(why);
  }
  /// Said until the user closes it, or the flock flies on.
  void say_until_step(const std::string& why) {
    say_until_closed(why);
    until_step_ = true;
  }
  void stepped() {
    if (std::exchange(until_step_, false)) close();
  }
  /// @returns whether there was such a sentence.
  bool close() {
    const bool stays = !std::exchange(stays_, {}).empty();
    if (stays) say("");
    return stays;
  }
  const std::string& failure() const { return failure_; }  ///< empty: none failed
  const std::string& text() const { return text_; }
  const std::string& folder() const { return folder_; }

  /// Whether a sentence is new: it is shown from `now` [s] on.
  bool begin(double now) {
    if (fresh_)
      until_ = text_ == stays_
                   ? std::numeric_limits<double>::infinity()
                   : now + std::max(kSeconds, kSecondsPerLetter * static_cast<double>(text_.size()));
    return std::exchange(fresh_, false);
  }
  bool over(double now) const { return !text_.empty() && !fresh_ && now >= until_; }
  void end(double now) {
    if (over(now)) say(stays_);
  }

  void ask(Question question) { question_ = std::move(question); }
  std::optional<Question>& question() { return question_; }
  const std::optional<Question>& question() const { return question_; }

 private:
  static constexpr double kSeconds = 5.0, kSecondsPerLetter = 0.12;
  void say_until_closed(const std::string& why) {
    stays_ = why;
    until_step_ = false;
    say(why);
  }

  std::string text_, folder_, failure_, stays_;
  bool fresh_ = false, until_step_ = false;
  double until_ = 0.0;
  std::optional<Question> question_;
};

}  // namespace murmur
