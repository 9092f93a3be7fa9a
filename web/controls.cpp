#include "web/controls.h"

#include <algorithm>

#include "sim/editing/panel_controls.h"
#include "sim/scenario/key_values.h"

namespace murmur {
namespace {

/// A number as JSON, or the word that a control shows instead.
Json number_or_word(const SetValue& value) {
  if (const std::string word = value.word(); !word.empty()) return word;
  const std::vector<double> numbers = value.numbers();
  return numbers.empty() ? Json() : Json(numbers[0]);
}

Json control_of(const Control& control, const SetValue& value, const Scenario& scenario) {
  Json json{{"key", control.key}, {"label", control.label}, {"unit", control.unit}, {"help", control.help}};
  switch (control.kind) {
    case ControlKind::kNumber: {
      const std::vector<double> now = value.numbers();
      const auto [low, high] = slider_ends(control.slider, now, now, scenario);
      json.update(Json{{"kind", "number"},
                       {"value", number_or_word(value)},
                       {"low", std::max(low, control.least)},
                       {"high", std::min(high, control.most)}});
      break;
    }
    case ControlKind::kWhole:
      json.update(Json{{"kind", "whole"}, {"value", number_or_word(value)}, {"words", Json::array()}});
      for (const char* const word : {control.zero, control.minus_one}) {
        if (word) json["words"].push_back(word);
      }
      break;
    case ControlKind::kFlag:
      json.update(Json{{"kind", "flag"}, {"value", value.text() == "true"}});
      break;
    case ControlKind::kChoice:
      json.update(Json{{"kind", "choice"}, {"value", value.word()}, {"words", control.words}});
      break;
    case ControlKind::kVector:  // the pointer sets places
      return {};
  }
  return json;
}

}  // namespace

Json control_list(const Scenario& scenario) {
  Json controls = Json::array();
  const KeyValues values = key_values(scenario);
  for (const ControlGroup& group : control_groups()) {
    for (const Control& control : group.controls) {
      const bool begins_anew = control.key == "seed" || table_of(control.key).table == "start";
      const auto value = values.find(control.key);
      if (begins_anew || table_of(control.key).table == "world" || value == values.end()) continue;
      Json json = control_of(control, value->second, scenario);
      if (json.is_null()) continue;
      json["group"] = group.title;
      controls.push_back(std::move(json));
    }
  }
  return controls;
}

}  // namespace murmur
