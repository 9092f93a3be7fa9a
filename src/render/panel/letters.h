// The letters that the font's texture has: those of Latin-1, and of other scripts what texts had so far. A texture with all of them
// would have 60,000. What the program's own font lacks (Chinese, Japanese, Korean) comes from a font of the system, where there is one.
#pragma once

#include <set>
#include <string_view>

namespace murmur {

struct OverlayStatus;

class Letters {
 public:
  /// Takes in the letters of a text (UTF-8), or of a frame's texts.
  void note(std::string_view text);
  void note(const OverlayStatus& status);
  void note_typed();  ///< takes in what was typed in the present frame
  /// Whether letters came since the last set_font().
  bool changed() const { return changed_; }
  /// Makes the font anew, with all letters so far.
  void set_font(float scale);

 private:
  void note(unsigned letter);

  std::set<unsigned> letters_;  // beyond Latin-1
  bool changed_ = false;
};

}  // namespace murmur
