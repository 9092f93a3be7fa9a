// The message line of the window: one sentence at a time for five seconds, and the open question. The caller passes the time.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "app/controls/command.h"

namespace murmur {

/// A question that the user must confirm before an action.
struct Question {
  std::string text, yes, no;
  WindowCommand act;   ///< carried out when the answer is yes
  bool saves = false;  ///< a third answer opens the menu Save
  bool shown = false;  ///< a picture has shown the question; earlier keys do not answer it
};

class Notices {
 public:
  /// Shows a sentence. `folder`: opened by a button beside the sentence; empty: no button.
  void say(std::string text, std::string folder = {}) {
    text_ = std::move(text);
    folder_ = std::move(folder);
    fresh_ = !text_.empty();
  }
  /// Reports that an output or a film could not be written. The sentence stays until the user closes it; failure()
  /// keeps it for the exit code.
  void fail(const std::string& why) {
    if (failure_.empty()) failure_ = why;
    say_until_closed(why);
  }
  /// Shows a sentence until the user closes it, or until the next step.
  void say_until_step(const std::string& why) {
    say_until_closed(why);
    until_step_ = true;
  }
  void stepped() {
    if (std::exchange(until_step_, false)) close();
  }
  /// Closes a sentence that stays. @returns whether there was one.
  bool close() {
    const bool stays = !std::exchange(stays_, {}).empty();
    if (stays) say("");
    return stays;
  }
  const std::string& failure() const { return failure_; }  ///< the first failed output; empty: none
  const std::string& text() const { return text_; }
  const std::string& folder() const { return folder_; }

  /// Begins to show a new sentence at `now` [s]. @returns whether there is a new one.
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
