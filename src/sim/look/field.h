// Properties of a scenario's key besides its value: an entry of a list of fields (sim/scenario/fields.h, look.h).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

namespace murmur {

/// Allowed values of a number, both ends included.
struct Range {
  double low, high;
};
inline constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max());
inline constexpr Range kAnyNumber{-kLargest, kLargest};
inline constexpr Range kNotNegative{0.0, kLargest};
/// Range of lengths, speeds and times: their squares are normal numbers in float32.
inline constexpr Range kPositive{1e-9, 1e9};
inline constexpr Range kReach{0.0, 1e9};
inline constexpr Range kProbability{0.0, 1.0};

/// Range of a slider; a typed number may have any value in the key's own range.
enum class SliderSpan : uint8_t {
  kFixed,           ///< from low to high
  kFourTimesStart,  ///< 0 .. 4 times the start value, or 0 .. `high` where that is 0
  kSigned,          ///< -4 .. 4 times the start value
  kWorld,           ///< 0 .. the world's longest side
  kSpeed            ///< -max_speed .. max_speed
};
struct Slider {
  SliderSpan span = SliderSpan::kFourTimesStart;
  double low = 0.0, high = 1.0;
};

/// Whether a key is required.
enum class Need : uint8_t {
  kNone,
  kModel,     ///< required in a scenario without a preset
  kTable,     ///< required in its table
  kElsewhere  ///< required, unless another key replaces it (read.cpp)
};

/// How many numbers a vector has.
enum class Axes : uint8_t {
  kWorld,   ///< one for each dimension of the world
  kAny,     ///< two or three numbers
  kGround,  ///< two, on the ground
  kSpecies  ///< a matrix: a row for each species, with a number for each
};

struct Field {
  const char* key;
  const char* label = nullptr;  ///< label of the panel's control; null: the key
  const char* unit = "";        ///< unit as text; L: length, t: time
  const char* help = "";        ///< one line of help for the panel
  Range range = kAnyNumber;     ///< limits of a number, or of each number of a vector
  Need need = Need::kNone;
  Slider slider = {};
  Axes axes = Axes::kWorld;
  int64_t least = 0, most = std::numeric_limits<int64_t>::max();  ///< limits of a whole number
  const char* zero = nullptr;       ///< the word that stands for a whole number 0, which `least` excludes
  const char* minus_one = nullptr;  ///< the word that stands for -1
  /// The word for `value`; null: there is none.
  constexpr const char* word_for(int64_t value) const {
    return value == 0 ? zero : value == -1 ? minus_one : nullptr;
  }
  bool one_for_all = false;      ///< a single number is allowed for a vector of equal ones
  const char* option = nullptr;  ///< [view] only: name of the command-line option; null: the key
  bool window = false;           ///< [view] only: takes effect only in a window
};

/// The label of a key's control, as an argument of key().
struct Called {
  const char* text;
};

/// Makes a Field from key, unit and help, and from further properties in any order: a Range, Need, Slider, Axes or Called.
template <class... Facts>
constexpr Field key(const char* name, const char* unit, const char* help, const Facts&... facts) {
  Field field{.key = name, .unit = unit, .help = help};
  [[maybe_unused]] const auto set = [&field]<class Fact>(const Fact& fact) {
    if constexpr (std::is_same_v<Fact, Range>) field.range = fact;
    if constexpr (std::is_same_v<Fact, Need>) field.need = fact;
    if constexpr (std::is_same_v<Fact, Slider>) field.slider = fact;
    if constexpr (std::is_same_v<Fact, Axes>) field.axes = fact;
    if constexpr (std::is_same_v<Fact, Called>) field.label = fact.text;
  };
  (set(facts), ...);
  return field;
}

/// Struct with a list of fields: visit_fields(table, visit) calls visit(field, member) for each.
template <class T>
concept FieldTable = requires(T& table) {
  visit_fields(table, [](const Field&, auto&) {});
};

enum class TableKind : uint8_t {
  kNone,      ///< not a table
  kAlways,    ///< a table that every scenario has
  kOptional,  ///< a table that is switched on and off as a whole, with its inner tables
  kArray      ///< an array of tables
};
/// Whether a member of a scenario is a table, and of which kind.
template <class M>
inline constexpr TableKind kTableKind = FieldTable<M> ? TableKind::kAlways : TableKind::kNone;
template <FieldTable T>
inline constexpr TableKind kTableKind<std::optional<T>> = TableKind::kOptional;
template <FieldTable T>
inline constexpr TableKind kTableKind<std::vector<T>> = TableKind::kArray;

/// Calls visit_fields for a table that is const.
template <FieldTable T, class Visit>
void read_fields(const T& table, const Visit& visit) {
  visit_fields(const_cast<T&>(table), [&](const Field& field, const auto& member) { visit(field, member); });
}

constexpr Slider fixed_slider(double low, double high) { return {SliderSpan::kFixed, low, high}; }
constexpr Slider slider_to(double high) { return {.high = high}; }
inline constexpr Slider kWorldSlider{.span = SliderSpan::kWorld};

}  // namespace murmur
