// The fields of events, listed once, by kind. [[event]] tables, their checks, written scenarios and event logs visit
// this list (see fields.h).
#pragma once

#include "sim/scenario/event.h"
#include "sim/scenario/fields.h"

namespace murmur {

/// Visits the fields that every event has.
template <class Visit>
void visit_event_head(Event& event, Visit&& visit) {
  visit({.key = "step", .need = Need::kTable, .most = kLastStep}, event.step);
  visit({.key = "kind", .need = Need::kTable}, event.kind);
}

/// Visits the further fields of an event, which depend on its kind.
template <class Visit>
void visit_event_body(Event& event, Visit&& visit) {
  constexpr Field kAt{.key = "at", .need = Need::kTable, .axes = Axes::kAny};
  constexpr Field kSteps{.key = "steps", .least = 1, .most = kLastStep};
  constexpr Field kCount{.key = "count", .least = 1, .most = kMostScenarioBoids};
  switch (event.kind) {
    case EventKind::kScatter:
      visit(kAt, event.at);
      visit({.key = "strength"}, event.strength);
      visit({.key = "radius", .range = kReach}, event.radius);
      break;
    case EventKind::kAdd:
      visit(kAt, event.at);
      visit({.key = "radius", .range = kReach}, event.radius);
      visit(kCount, event.count);
      visit({.key = "velocity", .axes = Axes::kAny}, event.velocity);
      visit({.key = "species"}, event.species);
      break;
    case EventKind::kRemove:
      visit(kCount, event.count);
      break;
    case EventKind::kStartle:
      visit(kSteps, event.steps);
      break;
    case EventKind::kGust:
      visit({.key = "strength"}, event.strength);
      visit(kSteps, event.steps);
      break;
    case EventKind::kSet:
      visit({.key = "key", .need = Need::kTable}, event.key);
      visit({.key = "value", .need = Need::kTable}, event.value);
      break;
    case EventKind::kPreset:
      visit({.key = "preset", .need = Need::kTable}, event.preset);
      break;
    case EventKind::kRestart:
      break;
    case EventKind::kConvert:
      visit(kAt, event.at);
      visit({.key = "radius", .range = kReach}, event.radius);
      visit({.key = "from"}, event.from);
      visit({.key = "to", .need = Need::kTable}, event.to);
      break;
  }
}

template <class Visit>
void visit_fields(Event& event, Visit&& visit) {
  visit_event_head(event, visit);
  visit_event_body(event, visit);
}

}  // namespace murmur
