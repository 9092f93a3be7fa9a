#include "web/controls.h"

#include <algorithm>
#include <cmath>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// Ends of a slider, by the same rule as the window's panel; a key's range limits them.
std::pair<double, double> slider_ends(const Field& field, double value, const Scenario& scenario) {
  double low = 0.0, high = field.slider.high;
  switch (field.slider.span) {
    case SliderSpan::kFixed:
      low = field.slider.low;
      break;
    case SliderSpan::kFourTimesStart:
    case SliderSpan::kSigned:
      if (value != 0.0) high = 4.0 * std::abs(value);
      if (field.slider.span == SliderSpan::kSigned) low = -high;
      break;
    case SliderSpan::kWorld:
      high = *std::max_element(scenario.world.size.begin(), scenario.world.size.end());
      break;
    case SliderSpan::kSpeed:
      high = scenario.rules.max_speed;
      low = -high;
      break;
  }
  low = std::max(std::min(low, value), field.range.low);
  high = std::min(std::max(high, value), field.range.high);
  return {low, high};
}

struct List {
  const Scenario& scenario;
  Json& controls;
  std::string path;

  template <class M>
  void operator()(const Field& field, const M& member) const {
    add(field, path + field.key, member);
  }

 private:
  Json& begin(const Field& field, const std::string& key, const char* kind) const {
    return controls.emplace_back(Json{{"key", key},
                                      {"label", field.label ? field.label : field.key},
                                      {"unit", field.unit},
                                      {"help", field.help},
                                      {"kind", kind}});
  }
  void add(const Field& field, const std::string& key, double value) const {
    Json& control = begin(field, key, "number");
    const auto [low, high] = slider_ends(field, value, scenario);
    control.update(Json{{"value", value},
                        {"low", low},
                        {"high", high},
                        {"least", field.range.low},
                        {"most", field.range.high}});
  }
  void add(const Field& field, const std::string& key, int64_t value) const {
    Json& control = begin(field, key, "whole");
    control.update(Json{{"value", value}, {"least", field.zero ? 0 : field.least}, {"most", field.most}});
    if (field.zero) control["zero"] = field.zero;
  }
  void add(const Field& field, const std::string& key, bool value) const {
    begin(field, key, "flag")["value"] = value;
  }
  template <class E>
  requires std::is_enum_v<E>
  void add(const Field& field, const std::string& key, E value) const {
    Json& control = begin(field, key, "choice");
    control["value"] = word_for(value);
    for (const auto& word : words_for(E{})) control["words"].push_back(word.text);
  }
  template <FieldTable T>
  void add(const Field&, const std::string& key, const T& table) const {
    read_fields(table, List{scenario, controls, key + "."});
  }
  template <FieldTable T>
  void add(const Field& field, const std::string& key, const std::optional<T>& table) const {
    if (table) add(field, key, *table);
  }
  template <class M>
  void add(const Field&, const std::string&, const M&) const {}  // places, pictures, seeds
};

}  // namespace

Json control_list(const Scenario& scenario) {
  Json controls = Json::array();
  const List list{scenario, controls, ""};
  list(Field{.key = "rules"}, scenario.rules);
  list(Field{.key = "noise"}, scenario.noise);
  list(Field{.key = "wind"}, scenario.wind);
  list(Field{.key = "goal"}, scenario.goal);
  list(Field{.key = "cursor"}, scenario.cursor);
  list(Field{.key = "perching"}, scenario.perching);
  return controls;
}

}  // namespace murmur
