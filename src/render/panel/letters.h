// The letters in the texture of the font: those of Latin-1, and of other scripts those that texts have used so far;
// all of them would be 60,000. Letters that the program's own font lacks (Chinese, Japanese, Korean) come from a
// system font, if there is one.
#pragma once

#include <set>
#include <string_view>

namespace murmur {

struct OverlayStatus;

class Letters {
 public:
  /// Adds the letters of a text (UTF-8), or of all texts of a frame.
  void note(std::string_view text);
  void note(const OverlayStatus& status);
  void note_typed();  ///< adds what was typed in the present frame
  /// Whether letters were added since the last set_font().
  bool changed() const { return changed_; }
  /// Makes the font again, with all letters so far.
  void set_font(float scale);

 private:
  void note(unsigned letter);

  std::set<unsigned> letters_;  // letters beyond Latin-1
  bool changed_ = false;
};

}  // namespace murmur
