// The words of scenario files for values of enums. The reader, the writer, messages and the panel use only these tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/scenario/scenario.h"

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
inline constexpr Word<StartVelocities> kVelocitiesWords[] = {
    {"heading", StartVelocities::kHeading}, {"whole-speed", StartVelocities::kWholeSpeed},
    {"box", StartVelocities::kBox},         {"ball", StartVelocities::kBall},
    {"aligned", StartVelocities::kAligned}, {"level", StartVelocities::kLevel}};
inline constexpr Word<Falloff> kFalloffWords[] = {{"none", Falloff::kNone},
                                                  {"inverse", Falloff::kInverse},
                                                  {"inverse-square", Falloff::kInverseSquare},
                                                  {"shifted", Falloff::kShifted}};
inline constexpr Word<Average> kAverageWords[] = {
    {"none", Average::kNone}, {"separated", Average::kSeparated}, {"neighbours", Average::kNeighbours}};
inline constexpr Word<Shape> kShapeWords[] = {
    {"limit", Shape::kLimit}, {"length", Shape::kLength}, {"factor", Shape::kFactor}};
inline constexpr Word<Lone> kLoneWords[] = {{"none", Lone::kNone}, {"keep", Lone::kKeep}};
inline constexpr Word<CohesionTarget> kTargetWords[] = {{"centroid", CohesionTarget::kCentroid},
                                                        {"position-sum", CohesionTarget::kPositionSum},
                                                        {"directions", CohesionTarget::kDirections},
                                                        {"mean-direction", CohesionTarget::kMeanDirection}};
inline constexpr Word<Priority> kPriorityWords[] = {{"none", Priority::kNone},
                                                    {"separation", Priority::kSeparation}};
inline constexpr Word<PredatorBorder> kPredatorBorderWords[] = {{"wrap", PredatorBorder::kWrap},
                                                                {"world", PredatorBorder::kWorld}};
inline constexpr Word<Avoid> kAvoidWords[] = {
    {"push", Avoid::kPush}, {"look-ahead", Avoid::kLookAhead}, {"none", Avoid::kNone}};
inline constexpr Word<WallSide> kWallSideWords[] = {
    {"outside", WallSide::kOutside}, {"inside", WallSide::kInside}, {"both", WallSide::kBoth}};
inline constexpr Word<StartWalls> kStartWallsWords[] = {{"move", StartWalls::kMove},
                                                        {"refuse", StartWalls::kRefuse}};
inline constexpr Word<Motion> kMotionWords[] = {{"steer", Motion::kSteer}, {"heading", Motion::kHeading}};
inline constexpr Word<MovesWith> kMovesWithWords[] = {{"new", MovesWith::kNew}, {"old", MovesWith::kOld}};
inline constexpr Word<NoiseKind> kNoiseWords[] = {
    {"angle", NoiseKind::kAngle}, {"vector", NoiseKind::kVector}, {"isotropic", NoiseKind::kIsotropic}};
inline constexpr Word<Adds> kAddsWords[] = {{"velocity", Adds::kVelocity},
                                            {"acceleration", Adds::kAcceleration}};
inline constexpr Word<SpeedControl> kControlWords[] = {{"linear", SpeedControl::kLinear},
                                                       {"marginal", SpeedControl::kMarginal}};
inline constexpr Word<Distribution> kDistributionWords[] = {{"uniform", Distribution::kUniform},
                                                            {"normal", Distribution::kNormal}};
inline constexpr Word<Draw> kDrawWords[] = {{"triangle", Draw::kTriangle},
                                            {"disc", Draw::kDisc},
                                            {"arrow", Draw::kArrow},
                                            {"dot-and-heading", Draw::kDotAndHeading}};
inline constexpr Word<ColourBy> kColourWords[] = {
    {"heading", ColourBy::kHeading}, {"speed", ColourBy::kSpeed}, {"density", ColourBy::kDensity},
    {"species", ColourBy::kSpecies}, {"state", ColourBy::kState}, {"one", ColourBy::kOne}};
inline constexpr Word<Background> kBackgroundWords[] = {{"dark", Background::kDark},
                                                        {"light", Background::kLight}};
inline constexpr Word<Palette> kPaletteWords[] = {{"usual", Palette::kUsual},
                                                  {"fire", Palette::kFire},
                                                  {"ocean", Palette::kOcean},
                                                  {"grey", Palette::kGrey}};
inline constexpr Word<Surroundings> kSceneWords[] = {
    {"plain", Surroundings::kPlain}, {"dusk", Surroundings::kDusk}, {"day", Surroundings::kDay}};
inline constexpr Word<CameraMove> kCameraWords[] = {{"still", CameraMove::kStill},
                                                    {"orbit", CameraMove::kOrbit},
                                                    {"follow", CameraMove::kFollow},
                                                    {"seat", CameraMove::kSeat}};
inline constexpr Word<CursorMode> kModeWords[] = {
    {"none", CursorMode::kNone}, {"flee", CursorMode::kFlee}, {"attract", CursorMode::kAttract}};
inline constexpr Word<EventKind> kEventWords[] = {
    {"scatter", EventKind::kScatter}, {"startle", EventKind::kStartle}, {"add", EventKind::kAdd},
    {"remove", EventKind::kRemove},   {"gust", EventKind::kGust},       {"set", EventKind::kSet},
    {"preset", EventKind::kPreset},   {"restart", EventKind::kRestart}, {"convert", EventKind::kConvert}};

/// The word for `value` in a table of words.
template <class E, size_t N>
constexpr std::string_view word_of(const Word<E> (&words)[N], E value) {
  for (const Word<E>& word : words)
    if (word.value == value) return word.text;
  return "?";
}

/// The table of words for an enum type; one overload for each type.
constexpr const auto& words_for(Boundary) { return kBoundaryWords; }
constexpr const auto& words_for(Metric) { return kMetricWords; }
constexpr const auto& words_for(StartPositions) { return kPositionsWords; }
constexpr const auto& words_for(StartVelocities) { return kVelocitiesWords; }
constexpr const auto& words_for(Falloff) { return kFalloffWords; }
constexpr const auto& words_for(Average) { return kAverageWords; }
constexpr const auto& words_for(Shape) { return kShapeWords; }
constexpr const auto& words_for(Lone) { return kLoneWords; }
constexpr const auto& words_for(CohesionTarget) { return kTargetWords; }
constexpr const auto& words_for(PredatorBorder) { return kPredatorBorderWords; }
constexpr const auto& words_for(Avoid) { return kAvoidWords; }
constexpr const auto& words_for(WallSide) { return kWallSideWords; }
constexpr const auto& words_for(StartWalls) { return kStartWallsWords; }
constexpr const auto& words_for(Motion) { return kMotionWords; }
constexpr const auto& words_for(Priority) { return kPriorityWords; }
constexpr const auto& words_for(MovesWith) { return kMovesWithWords; }
constexpr const auto& words_for(NoiseKind) { return kNoiseWords; }
constexpr const auto& words_for(Adds) { return kAddsWords; }
constexpr const auto& words_for(SpeedControl) { return kControlWords; }
constexpr const auto& words_for(Distribution) { return kDistributionWords; }
constexpr const auto& words_for(Draw) { return kDrawWords; }
constexpr const auto& words_for(ColourBy) { return kColourWords; }
constexpr const auto& words_for(Background) { return kBackgroundWords; }
constexpr const auto& words_for(Palette) { return kPaletteWords; }
constexpr const auto& words_for(Surroundings) { return kSceneWords; }
constexpr const auto& words_for(CameraMove) { return kCameraWords; }
constexpr const auto& words_for(CursorMode) { return kModeWords; }
constexpr const auto& words_for(EventKind) { return kEventWords; }

/// A word and its value, without the enum type.
struct AnyWord {
  std::string_view text;
  uint8_t value;
};
template <class E, size_t N>
constexpr std::array<AnyWord, N> any_words(const Word<E> (&words)[N]) {
  std::array<AnyWord, N> all{};
  for (size_t k = 0; k < N; ++k) all[k] = {words[k].text, static_cast<uint8_t>(words[k].value)};
  return all;
}
template <class E>
inline constexpr auto kAnyWords = any_words(words_for(E{}));

/// The word for a value of an enum, found by its type.
template <class E>
constexpr std::string_view word_for(E value) {
  return word_of(words_for(value), value);
}

constexpr std::string_view event_kind_name(EventKind kind) { return word_of(kEventWords, kind); }

}  // namespace murmur
