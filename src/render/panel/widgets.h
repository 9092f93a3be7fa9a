// The controls of the panel, drawn with Dear ImGui: rows of label, control, unit and reset button. Owns their style
// and positions. To be called only between begin and end of a frame of Overlay.
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

/// Colours of separation, alignment and cohesion, distinct for every kind of colour vision (from Okabe and Ito,
/// lighter for a dark background).
inline constexpr std::array<std::array<uint8_t, 3>, 3> kRuleInks{
    {{242, 134, 60}, {64, 200, 150}, {96, 186, 242}}};

/// The number with separators: 1234567 becomes "1,234,567".
std::string grouped(int64_t number);

enum class Tone : uint8_t { kPlain, kQuiet, kGood, kWarning };
/// The user's change of a control in this frame.
enum class Edit : uint8_t { kNone, kChanged, kReset, kSwitched };

class Widgets {
 public:
  struct Row {
    std::string name;                         ///< unique name, by which tests find the control
    std::string label, unit = {}, help = {};  ///< help: tooltip of label and control
    bool differs = false;                     ///< the value is not the first one: shows the reset button
    std::string zero = {};                    ///< word for the number 0
    std::string minus_one = {};               ///< word for -1, or for no choice
    double least = -1e300, most = 1e300;      ///< limits of a typed value
    std::optional<bool> given = {};           ///< a value that may be absent: state of its switch
    bool by_factors = false;                  ///< equal parts of the slider are equal factors
    bool wide = false;  ///< a control that needs no room for a unit and the reset button
  };
  struct Option {
    std::string text, why_not = {};  ///< why_not: reason why the option is disabled; empty: it is enabled
    std::string help = {};           ///< tooltip of the option
    std::string name = {};           ///< name by which tests find it; empty: the text
  };

  /// The card of one of the three rules, with a drawing: 0 separation, 1 alignment, 2 cohesion.
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
  void put_last(const std::string& name);             ///< records the position of the last drawn item
  void begin(float left, float width, float height);  ///< begins the panel with its fixed part at the top
  /// Draws the left edge of the panel. @returns how far the user drags it to the left in this frame [pixels].
  float edge();
  void begin_scrolled();  ///< begins the scrolled part of the panel
  void end();
  /// Opens the section of this title, and scrolls to it.
  void go_to(const std::string& section) { sought_ = section; }

  /// Draws the header of a section, which opens and closes. @returns whether it is open. `on`: a switch at the right
  /// end; null: none. The title "ring###rule[0]" shows ring, and has the name rule[0].
  bool section(const std::string& title, bool open_at_first, bool* on = nullptr);

  /// Draws a number with a slider. A typed number is applied when the input ends; Esc discards it. It is read as
  /// people type it (sim/util/counts.h); a text that is no number from row.least to row.most changes nothing, and
  /// take_refusal() gives the reason. The value follows a drag. The value of a single click is applied after the
  /// time of a double click, which begins text input instead.
  Edit number(const Row& row, double& value, double low, double high);
  Edit whole(const Row& row, int64_t& value, int64_t low, int64_t high);
  Edit numbers(const Row& row, std::vector<double>& values, double low, double high);
  /// A number without a slider, or one of several: changed by `speed` per pixel of a drag, or typed. @returns whether it has changed.
  bool drag(const Row& row, const std::string& part, double& value, float speed, double low, double high,
            const std::string& format);
  /// Draws the card of a rule. The slider has marks at 0 and at the first value, and the number beside it.
  CardUse card(const Card& card, double& weight, double low, double high);
  Edit flag(const Row& row, bool& value);
  Edit choice(const Row& row, const std::vector<Option>& options, int& chosen);
  /// Shows words in place of the control of a value that is not given.
  Edit not_given(const Row& row, const std::string& words);
  using Ink = std::array<float, 3>;  ///< red, green and blue from 0 to 1
  Edit colour(const Row& row, Ink& ink);
  /// A text field for a search, with room for a button at its right [usual pixels]; `hint` is shown while the field is empty.
  void search(const std::string& name, const std::string& hint, std::string& words, float right);
  /// Draws buttons side by side as words without a plate: they lead to other parts of the panel and change nothing.
  int links(const std::vector<std::string>& names, const std::vector<std::string>& texts);
  /// A text field for a name, applied as a typed number is.
  Edit name(const Row& row, std::string& name);
  enum class TextUse : uint8_t { kNone, kTyped, kApply, kDiscard };
  /// A text of several lines, as wide as the panel, in a monospaced font: Ctrl + Enter applies it, Esc discards it.
  TextUse lines(const std::string& name, std::string& text, const std::string& help);
  void type_on(const std::string& name);  ///< keeps the focus in that text after Ctrl + Enter
  /// Gives the focus to a name when it is drawn next, so that the user can type at once.
  void type_in(const std::string& name) { typed_next_ = name; }
  struct TextFault {
    int line = 1, column = 1;  ///< column in bytes; the bytes before it are characters
    std::string words;
  };
  /// Draws a caret and the message of an error, below a text that was just drawn.
  void fault(const std::string& name, const std::string& text, const TextFault& fault);
  /// Draws buttons side by side, of equal width if all texts fit. `helps`: tooltips; empty: none. `chosen`: index of
  /// a button drawn as pressed. @returns the index of the pressed one, or -1.
  int buttons(const std::string& label, const std::vector<std::string>& names,
              const std::vector<std::string>& texts, const std::vector<std::string>& helps = {},
              int chosen = -1);
  void disable(bool on);
  void help(const std::string& text) const;  ///< shows a tooltip beside the pointer

  /// Draws wrapped text. `name`: name for tests; empty: none.
  void text(const std::string& words, Tone tone = Tone::kPlain, const std::string& name = {});
  void fact(const std::string& label, const std::string& value, Tone tone = Tone::kPlain);
  void space();
  /// Draws a table whose columns fit their contents; the first is aligned left, the others right.
  void table(const std::string& name, const std::vector<std::string>& heads,
             const std::vector<std::vector<std::string>>& rows);
  void progress(double share, const std::string& words);
  /// Draws a bar of several parts, with a legend below.
  void parts(const std::string& name, const std::vector<std::pair<std::string, double>>& parts);
  void histogram(const std::string& name, const std::vector<double>& shares, const std::string& left,
                 const std::string& right);
  /// A curve of a value over steps, with axes.
  struct Curve {
    std::string name, words;
    std::vector<std::pair<double, double>> points;  ///< step and value, oldest first
    double from = 0.0, to = 1.0;                    ///< the range of steps
    double low = 0.0, high = 1.0;
  };
  void curve(const Curve& curve);

  /// A line of a list that opens and closes, with a colour that can be pressed.
  struct Entry {
    std::string name, title, count, share;  ///< count and share stand at the right end
    Ink ink{};
    bool chosen = false;  ///< the colour has a frame
    std::string help = {};
  };
  /// Draws a line of a list. `pressed`: whether its colour was. @returns whether the line is open.
  bool entry(const Entry& entry, bool& pressed);

  /// A grid with a number for each pair of a list, in cells that are dragged or typed into: rows and columns have
  /// the colours of the list. Cells are called name[row][column].
  struct Matrix {
    std::string name;
    std::vector<std::string> titles;
    std::vector<Ink> inks;
    std::vector<std::vector<double>> values;
    double low = -4.0, high = 4.0;  ///< limits of a drag
    Row typed = {};                 ///< limits of a typed value; its word for 0 stands in cells of 0
    std::string idle;               ///< the line below the grid if no cell is pointed at
    std::function<std::string(size_t row, size_t column, double value)> help;
  };
  struct Cell {
    size_t row = 0, column = 0;
    double value = 0.0;
  };
  /// Draws a grid. @returns the changed cell with its new value; none: no cell has changed.
  std::optional<Cell> matrix(const Matrix& matrix);

  /// The reason why the last typed text was not used; empty: it was, or the reason was taken already.
  std::string take_refusal() { return std::exchange(refusal_, {}); }
  /// Whether something changes soon without input: a click waits for a second one, or a tooltip is due.
  bool pending() const { return pending_; }
  /// Left, top, right, bottom [pixels] of each control that was visible in the last frame, by name.
  const std::map<std::string, std::array<int, 4>>& places() const { return places_; }

 private:
  /// A value that is shown, but not yet applied.
  struct Held {
    std::string name;  // name of the control; empty: none
    std::vector<double> values;
    bool typed = false, live = false;  // live: the drag has begun, and the value follows
    double since = 0.0;                // time of the press, then of the release [s]
    bool down = false;
    std::string text, before;  // text typed so far, and the first text
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
  std::string sought_;          // title of the section to scroll to
  std::string typed_next_;      // name that gets the focus
  std::string refusal_;         // why the last typed number was refused
  std::map<std::string, std::array<int, 4>> places_;
};

}  // namespace murmur
