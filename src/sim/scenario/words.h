// The words of scenario files for the choices of model/kinds.h. The reader, the writer, messages and the
// panel use only these tables. Also the colours of [view].
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "model/kinds.h"
#include "sim/scenario/event.h"

namespace murmur {

template <class E>
struct Word {
  std::string_view text;
  E value;
};

inline constexpr Word<Boundary> kBoundaryWords[] = {{"tile", Boundary::kTile},
                                                    {"wrap", Boundary::kWrap},
                                                    {"bounce", Boundary::kBounce},
                                                    {"soft", Boundary::kSoft},
                                                    {"open", Boundary::kOpen}};
inline constexpr Word<Metric> kMetricWords[] = {{"plain", Metric::kPlain}, {"wrapped", Metric::kWrapped}};
inline constexpr Word<StartPositions> kPositionsWords[] = {{"uniform", StartPositions::kUniform},
                                                           {"patch", StartPositions::kPatch},
                                                           {"flocks", StartPositions::kFlocks}};
inline constexpr Word<StartVelocities> kVelocitiesWords[] = {{"heading", StartVelocities::kHeading},
                                                             {"whole-speed", StartVelocities::kWholeSpeed},
                                                             {"box", StartVelocities::kBox},
                                                             {"ball", StartVelocities::kBall},
                                                             {"aligned", StartVelocities::kAligned}};
inline constexpr Word<Falloff> kFalloffWords[] = {
    {"none", Falloff::kNone}, {"inverse", Falloff::kInverse}, {"inverse-square", Falloff::kInverseSquare}};
inline constexpr Word<Average> kAverageWords[] = {
    {"none", Average::kNone}, {"separated", Average::kSeparated}, {"neighbours", Average::kNeighbours}};
inline constexpr Word<Shape> kShapeWords[] = {
    {"limit", Shape::kLimit}, {"length", Shape::kLength}, {"factor", Shape::kFactor}};
inline constexpr Word<Lone> kLoneWords[] = {{"none", Lone::kNone}, {"keep", Lone::kKeep}};
inline constexpr Word<CohesionTarget> kTargetWords[] = {{"centroid", CohesionTarget::kCentroid},
                                                        {"position-sum", CohesionTarget::kPositionSum},
                                                        {"directions", CohesionTarget::kDirections}};
inline constexpr Word<Priority> kPriorityWords[] = {{"none", Priority::kNone},
                                                    {"separation", Priority::kSeparation}};
inline constexpr Word<Avoid> kAvoidWords[] = {{"push", Avoid::kPush}, {"look-ahead", Avoid::kLookAhead}};
inline constexpr Word<Motion> kMotionWords[] = {{"steer", Motion::kSteer}, {"heading", Motion::kHeading}};
inline constexpr Word<MovesWith> kMovesWithWords[] = {{"new", MovesWith::kNew}, {"old", MovesWith::kOld}};
inline constexpr Word<NoiseKind> kNoiseWords[] = {{"angle", NoiseKind::kAngle},
                                                  {"vector", NoiseKind::kVector}};
inline constexpr Word<Distribution> kDistributionWords[] = {{"uniform", Distribution::kUniform},
                                                            {"normal", Distribution::kNormal}};
inline constexpr Word<Draw> kDrawWords[] = {{"triangle", Draw::kTriangle},
                                            {"disc", Draw::kDisc},
                                            {"arrow", Draw::kArrow},
                                            {"dot-and-heading", Draw::kDotAndHeading}};
inline constexpr Word<Palette> kPaletteWords[] = {{"usual", Palette::kUsual},
                                                  {"fire", Palette::kFire},
                                                  {"ocean", Palette::kOcean},
                                                  {"grey", Palette::kGrey}};
inline constexpr Word<CursorMode> kModeWords[] = {
    {"none", CursorMode::kNone}, {"flee", CursorMode::kFlee}, {"attract", CursorMode::kAttract}};
inline constexpr Word<EventKind> kEventWords[] = {
    {"scatter", EventKind::kScatter}, {"startle", EventKind::kStartle}, {"add", EventKind::kAdd},
    {"remove", EventKind::kRemove},   {"gust", EventKind::kGust},       {"set", EventKind::kSet},
    {"preset", EventKind::kPreset},   {"restart", EventKind::kRestart}};

/// Of [view], besides "#rrggbb".
inline constexpr std::array<std::string_view, 4> kColourWords{"heading", "speed", "density", "one"};
inline constexpr std::array<std::string_view, 2> kBackgroundWords{"dark", "light"};

/// Red, green and blue from 0 to 1 of "#rrggbb"; none: it is not of this form.
inline std::optional<std::array<float, 3>> hex_colour(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  std::array<float, 3> colour{};
  for (size_t k = 0; k < 6; ++k) {
    const char c = text[k + 1];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return std::nullopt;
    colour[k / 2] += static_cast<float>(k % 2 ? digit : 16 * digit) / 255.0f;
  }
  return colour;
}

/// The word for `value` in one of the tables above.
template <class E, size_t N>
constexpr std::string_view word_of(const Word<E> (&words)[N], E value) {
  for (const Word<E>& word : words)
    if (word.value == value) return word.text;
  return "?";
}

/// The table of a choice, by its type.
constexpr const auto& words_for(Boundary) { return kBoundaryWords; }
constexpr const auto& words_for(Metric) { return kMetricWords; }
constexpr const auto& words_for(StartPositions) { return kPositionsWords; }
constexpr const auto& words_for(StartVelocities) { return kVelocitiesWords; }
constexpr const auto& words_for(Falloff) { return kFalloffWords; }
constexpr const auto& words_for(Average) { return kAverageWords; }
constexpr const auto& words_for(Shape) { return kShapeWords; }
constexpr const auto& words_for(Lone) { return kLoneWords; }
constexpr const auto& words_for(CohesionTarget) { return kTargetWords; }
constexpr const auto& words_for(Avoid) { return kAvoidWords; }
constexpr const auto& words_for(Motion) { return kMotionWords; }
constexpr const auto& words_for(Priority) { return kPriorityWords; }
constexpr const auto& words_for(MovesWith) { return kMovesWithWords; }
constexpr const auto& words_for(NoiseKind) { return kNoiseWords; }
constexpr const auto& words_for(Distribution) { return kDistributionWords; }
constexpr const auto& words_for(Draw) { return kDrawWords; }
constexpr const auto& words_for(Palette) { return kPaletteWords; }
constexpr const auto& words_for(CursorMode) { return kModeWords; }
constexpr const auto& words_for(EventKind) { return kEventWords; }

/// The word for `value`.
template <class E>
constexpr std::string_view word_for(E value) {
  return word_of(words_for(value), value);
}

constexpr std::string_view event_kind_name(EventKind kind) { return word_of(kEventWords, kind); }

}  // namespace murmur
