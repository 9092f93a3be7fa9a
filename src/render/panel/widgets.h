// The panel's controls, drawn with Dear ImGui: rows of label, control, unit and reset button. Owns their
// style and positions. Call only between begin and end of a frame of Overlay.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace murmur {

/// Colours of separation, alignment and cohesion: apart for every kind of colour vision (Okabe and Ito, lighter for a dark ground).
inline constexpr std::array<std::array<uint8_t, 3>, 3> kRuleInks{
    {{242, 134, 60}, {64, 200, 150}, {96, 186, 242}}};

/// 1234567 -> "1,234,567".
std::string grouped(int64_t number);

enum class Tone : uint8_t { kPlain, kQuiet, kGood, kWarning };
/// The use of a control in this frame.
enum class Edit : uint8_t { kNone, kChanged, kReset, kSwitched };

class Widgets {
 public:
  struct Row {
    std::string name;                         ///< unique; how tests find the control
    std::string label, unit = {}, help = {};  ///< help: shown over label and control
    bool differs = false;                     ///< the value is not the first one: shows the reset button
    std::string zero = {};                    ///< word for the number 0
    std::string minus_one = {};               ///< word for -1, or for no choice
    double least = -1e300, most = 1e300;      ///< limits of what can be typed
    std::optional<bool> given = {};           ///< the value may be absent: a switch says whether it is
    bool by_factors = false;                  ///< equal parts of the slider are equal factors
  };
  struct Option {
    std::string text, why_not = {};  ///< why_not: if not empty, the option is disabled and shows this reason
    std::string help = {};           ///< shown over it
  };

  /// One of the three rules, with a drawing of it: 0 separation, 1 alignment, 2 cohesion.
  struct Card {
    Row row;  ///< row of the weight
    int rule = 0;
    std::string title, sentence;
    double first = 0.0;  ///< the first value of the weight
    bool on = true, alone = false;
  };
  enum class CardUse : uint8_t { kNone, kWeight, kReset, kSwitch, kAlone };

  explicit Widgets(float scale) : scale_(scale) {}
  void set_scale(float scale) { scale_ = scale; }

  void begin_frame(float height);
  void put(const std::string& name, const std::array<int, 4>& place) { places_[name] = place; }
  void put_last(const std::string& name);             ///< the item that was drawn last
  void begin(float left, float width, float height);  ///< the panel: first what stays at its top
  /// The panel's left edge. @returns how far it is dragged to the left in this frame [pixels].
  float edge();
  void begin_scrolled();  ///< then what is scrolled below it
  void end();
  /// Opens the section of this title, and scrolls to it.
  void go_to(const std::string& section) { sought_ = section; }

  /// A header that opens and closes; true while open. `on`: its switch at the right end; null: none. A title "ring###rule[0]" is shown as
  /// ring, and is called rule[0].
  bool section(const std::string& title, bool open_at_first, bool* on = nullptr);

  /// A typed number is applied when the input ends, not digit by digit; Esc discards it. It is read as people type it
  /// (sim/util/counts.h); what is none, or not from row.least to row.most, changes nothing, and take_refusal() says why. A slider follows a drag.
  /// The value of a single click is applied after the time of a double click, which begins text input instead.
  Edit number(const Row& row, double& value, double low, double high);
  Edit whole(const Row& row, int64_t& value, int64_t low, int64_t high);
  Edit numbers(const Row& row, std::vector<double>& values, double low, double high);
  /// One of several numbers, or one without a label: dragged by `speed` a pixel, or typed into. @returns whether it is another one.
  bool drag(const Row& row, const std::string& part, double& value, float speed, double low, double high,
            const std::string& format);
  /// The slider has marks at 0 and at the first value, and its number beside it.
  CardUse card(const Card& card, double& weight, double low, double high);
  Edit flag(const Row& row, bool& value);
  Edit choice(const Row& row, const std::vector<Option>& options, int& chosen);
  /// Shows words where the control of a value would be that is not given.
  Edit not_given(const Row& row, const std::string& words);
  using Ink = std::array<float, 3>;  ///< red, green and blue from 0 to 1
  Edit colour(const Row& row, Ink& ink);
  /// A text field over the whole width; `hint` is shown while it is empty.
  void search(const std::string& name, const std::string& hint, std::string& words);
  /// Applied as a typed number is.
  Edit name(const Row& row, std::string& name);
  enum class TextUse : uint8_t { kNone, kTyped, kApply, kDiscard };
  /// A text of several lines, as wide as the panel, in letters of one width: Ctrl + Enter applies it, Esc discards.
  TextUse lines(const std::string& name, std::string& text, const std::string& help);
  void type_on(const std::string& name);  ///< keeps the focus in that text, in spite of Ctrl + Enter
  struct TextFault {
    int line = 1, column = 1;  ///< column: of bytes, all before it are characters
    std::string words;
  };
  /// Draws a caret under the place, and what is wrong there, below a text that was just drawn.
  void fault(const std::string& name, const std::string& text, const TextFault& fault);
  /// Buttons side by side, of equal width if all words fit. `helps`: shown over each; empty: none. `chosen`: is shown as pressed.
  /// @returns the index of the pressed one, or -1.
  int buttons(const std::string& label, const std::vector<std::string>& names,
              const std::vector<std::string>& texts, const std::vector<std::string>& helps = {},
              int chosen = -1);
  void disable(bool on);
  void help(const std::string& text) const;  ///< shows lines beside the pointer

  /// Wrapped. `name`: for tests; empty: none.
  void text(const std::string& words, Tone tone = Tone::kPlain, const std::string& name = {});
  void fact(const std::string& label, const std::string& value, Tone tone = Tone::kPlain);
  void space();
  /// Columns fit their contents; the first is aligned left, the others right.
  void table(const std::string& name, const std::vector<std::string>& heads,
             const std::vector<std::vector<std::string>>& rows);
  void progress(double share, const std::string& words);
  /// A bar of several parts, with a legend below.
  void parts(const std::string& name, const std::vector<std::pair<std::string, double>>& parts);
  void histogram(const std::string& name, const std::vector<double>& shares, const std::string& left,
                 const std::string& right);
  /// A value over steps, with axes.
  struct Curve {
    std::string name, words;
    std::vector<std::pair<double, double>> points;  ///< step and value, oldest first
    double from = 0.0, to = 1.0;                    ///< the steps that are shown
    double low = 0.0, high = 1.0;
  };
  void curve(const Curve& curve);

  /// A line with a colour that can be pressed, which opens and closes.
  struct Entry {
    std::string name, title, count, share;  ///< count and share stand at its right end
    Ink ink{};
    bool chosen = false;  ///< its colour has a frame
    std::string help = {};
  };
  /// `pressed`: its colour was. @returns whether it is open.
  bool entry(const Entry& entry, bool& pressed);

  /// A number for each two of a list, in cells that are dragged and typed into: rows and columns have the colours of the list. Cells are
  /// called name[row][column].
  struct Matrix {
    std::string name;
    std::vector<std::string> titles;
    std::vector<Ink> inks;
    std::vector<std::vector<double>> values;
    double low = -4.0, high = 4.0;  ///< ends of drags
    Row typed = {};                 ///< what can be typed; its word for 0 stands in cells of 0
    std::string idle;               ///< the line below while no cell is pointed at
    std::function<std::string(size_t row, size_t column, double value)> help;
  };
  struct Cell {
    size_t row = 0, column = 0;
    double value = 0.0;
  };
  /// @returns the cell that was changed, with its new value.
  std::optional<Cell> matrix(const Matrix& matrix);

  /// Why what was typed last is not used; empty: it is, or this was told already.
  std::string take_refusal() { return std::exchange(refusal_, {}); }
  /// Something will change without input: a click waits for a second one, or a help text will be shown.
  bool pending() const { return pending_; }
  /// Name -> left, top, right, bottom [pixels] of each control that was visible in the last frame.
  const std::map<std::string, std::array<int, 4>>& places() const { return places_; }

 private:
  /// A value that is shown, but not yet applied.
  struct Held {
    std::string name;  // name of the control; empty: none
    std::vector<double> values;
    bool typed = false, live = false;  // live: the drag has begun, and the value follows
    double since = 0.0;                // [s]: pressed, then released
    bool down = false;
    std::string text, before;  // text typed so far, and the first one
  };
  template <class T>
  bool slide(const Row& row, int type, T& value, T low, T high, const char* format);
  bool typing(const Row& row, const std::string& part, bool whole, double& value, bool& done);
  void begin_typing(const std::string& part, const std::string& text);
  bool drag_cell(const Matrix& matrix, const Cell& cell, const std::array<float, 4>& box, double& value);
  void help_after_rest(const std::string& text);
  void label(const Row& row);
  Edit finish(const Row& row, bool changed);
  void note(const std::string& name);
  float size(float pixels) const { return pixels * scale_; }

  static constexpr float kLabelWidth = 108.0f, kUnitWidth = 42.0f, kResetWidth = 20.0f;  // [usual pixels]

  float scale_;
  float clip_top_ = 0.0f, clip_bottom_ = 0.0f;
  bool disabled_ = false, pending_ = false, switched_ = false;
  Held held_;
  bool next_is_typed_ = false;  // Tab was pressed in the field before
  std::string sought_;          // a section
  std::string refusal_;         // why the last typed number was refused
  std::map<std::string, std::array<int, 4>> places_;
};

}  // namespace murmur
