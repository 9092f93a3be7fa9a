#include "app/live/panel_controls.h"

#include "sim/scenario/words.h"

namespace murmur {
namespace {

template <class E, size_t N>
Control choice(const char* key, const char* label, const Word<E> (&words)[N], const char* help) {
  Control control{.key = key, .label = label, .help = help, .kind = ControlKind::kChoice};
  for (const Word<E>& word : words) control.words.emplace_back(word.text);
  return control;
}

Control flag(const char* key, const char* label, const char* help) {
  return {.key = key, .label = label, .help = help, .kind = ControlKind::kFlag};
}

Control vector(const char* key, const char* label, const char* unit, const char* help,
               Span span = Span::kWorld) {
  return {.key = key, .label = label, .unit = unit, .help = help, .kind = ControlKind::kVector, .span = span};
}

Control fixed(const char* key, const char* label, const char* unit, const char* help, double low,
              double high) {
  return {
      .key = key, .label = label, .unit = unit, .help = help, .span = Span::kFixed, .low = low, .high = high};
}

/// weight, shape and amount, which every rule has.
std::vector<Control> rule(const std::string& table, std::vector<Control> more) {
  Control shape = choice("", "shape", kShapeWords,
                         "limit shortens to the amount, length rescales to it, factor multiplies by it");
  shape.key = table + ".shape";
  std::vector<Control> all{{.key = table + ".weight",
                            .label = "weight",
                            .help = "of the shaped rule in the sum of all",
                            .span = Span::kFour},
                           shape,
                           {.key = table + ".amount",
                            .label = "amount",
                            .help = "of the shape: a velocity, or a factor",
                            .high = 0.1}};
  for (Control& control : more) all.push_back(std::move(control));
  return all;
}

std::vector<ControlGroup> make_groups() {
  return {
      {"Rules",
       "",
       {{.key = "rules.radius", .label = "radius R", .unit = "L", .help = "who is a neighbour"},
        {.key = "rules.separation_radius", .label = "separation r", .unit = "L", .help = "who is too near"},
        {.key = "rules.max_speed",
         .label = "max speed",
         .unit = "L/t",
         .help = "faster boids are slowed down"},
        {.key = "rules.min_speed",
         .label = "min speed",
         .unit = "L/t",
         .help = "slower boids are sped up; at most max speed"},
        fixed("rules.field_of_view", "field of view", "°", "the whole angle; 360 sees all", 10.0, 360.0),
        {.key = "rules.time_step", .label = "time step", .unit = "t", .help = "scales the move alone"}}},
      {"Separation", "",
       rule("rules.separation", {choice("rules.separation.falloff", "falloff", kFalloffWords,
                                        "with the distance d: 1, 1/d, 1/d²"),
                                 choice("rules.separation.average", "divide by", kAverageWords,
                                        "nothing, those too near, or all neighbours")})},
      {"Alignment", "",
       rule("rules.alignment",
            {flag("rules.alignment.average", "average", "divide by the number of neighbours"),
             flag("rules.alignment.relative", "relative", "less the boid's own velocity"),
             flag("rules.alignment.include_self", "include self",
                  "the boid's own velocity belongs to the sum"),
             choice("rules.alignment.lone", "alone", kLoneWords,
                    "without neighbours: nothing, or keep the own velocity")})},
      {"Cohesion", "",
       rule("rules.cohesion", {choice("rules.cohesion.target", "target", kTargetWords,
                                      "the neighbours' centroid, or the book listing's sum of places")})},
      {"Wind",
       "wind",
       {vector("wind.velocity", "wind", "L/t", "a tenth of it is added each step", Span::kSpeed)}},
      {"Gusts",
       "wind.gust",
       {fixed("wind.gust.probability", "probability", "", "that one starts, each step", 0.0, 0.1),
        {.key = "wind.gust.duration",
         .label = "duration",
         .unit = "steps",
         .help = "of one gust",
         .kind = ControlKind::kWhole,
         .span = Span::kFixed,
         .low = 1,
         .high = 300},
        {.key = "wind.gust.strength",
         .label = "strength",
         .unit = "L/t",
         .help = "velocity added each step",
         .high = 1.0}}},
      {"Goal",
       "goal",
       {{.key = "goal.factor",
         .label = "factor",
         .help = "of the way to it; negative flees",
         .span = Span::kSigned,
         .high = 0.04},
        {.key = "goal.cap", .label = "cap", .unit = "L/t", .help = "most that a step adds", .high = 0.2},
        {.key = "goal.arrive_radius",
         .label = "arrive",
         .unit = "L",
         .help = "a boid so near goes on to the next place",
         .high = 100.0}}},
      {"Cursor",
       "cursor",
       {choice("cursor.mode", "mode", kModeWords, "M; the place follows the pointer"),
        {.key = "cursor.radius",
         .label = "radius",
         .unit = "L",
         .help = "how far it reaches; predators' too",
         .high = 400.0},
        {.key = "cursor.push",
         .label = "push",
         .unit = "L/t",
         .help = "velocity added each step within the radius",
         .high = 2.0},
        vector("cursor.at", "place", "L", "follows the pointer unless the mode is none")}},
      {"Terrain",
       "terrain.hill",
       {fixed("terrain.hill.height", "height", "%", "how much it slows a boid down at the top", 0.0, 100.0),
        {.key = "terrain.hill.radius",
         .label = "radius",
         .unit = "L",
         .help = "of the hill",
         .span = Span::kWorld},
        vector("terrain.hill.at", "place", "L", "of the top")}},
      {"Perching",
       "perching",
       {fixed("perching.mean_rest", "mean rest", "steps", "on the ground, before a boid takes off again", 1.0,
              600.0)}},
      {"World",
       "",
       {choice("world.boundary", "boundary", kBoundaryWords, "what happens at the border"),
        choice("world.metric", "metric", kMetricWords, "whether boids see each other across the border"),
        {.key = "world.margin",
         .label = "margin",
         .unit = "L",
         .help = "tile: overshoot; soft: pushing border",
         .high = 100.0},
        {.key = "world.push",
         .label = "push",
         .unit = "L/t",
         .help = "soft: velocity added in the border",
         .high = 1.0},
        {.key = "world.size",
         .label = "size",
         .unit = "L",
         .help = "boids stay where they are",
         .kind = ControlKind::kVector,
         .span = Span::kFour}}},
      {"Start",
       "",
       {{.key = "seed",
         .label = "seed",
         .help = "of every random number; counts from the next restart",
         .kind = ControlKind::kWhole,
         .span = Span::kFixed,
         .low = 0,
         .high = 1000},
        choice("start.positions", "positions", kPositionsWords, "of the next restart"),
        choice("start.velocities", "velocities", kVelocitiesWords, "of the next restart"),
        {.key = "start.speed", .label = "speed", .unit = "L/t", .help = "of the next restart", .high = 10.0},
        vector("start.at", "patch at", "L", "its lowest corner"),
        vector("start.size", "patch size", "L", "its extent")}},
  };
}

}  // namespace

const std::vector<ControlGroup>& control_groups() {
  static const std::vector<ControlGroup> groups = make_groups();
  return groups;
}

const std::vector<Control>& obstacle_controls() {
  static const std::vector<Control> controls{
      {.key = "obstacle[].radius", .label = "radius", .unit = "L", .help = "of the circle or sphere"},
      {.key = "obstacle[].strength",
       .label = "strength",
       .unit = "L/t",
       .help = "push: velocity added inside",
       .high = 2.0},
      choice("obstacle[].avoid", "avoid", kAvoidWords, "push boids out, or let them look ahead"),
      vector("obstacle[].at", "place", "L", "its centre")};
  return controls;
}

const std::vector<Control>& predator_controls() {
  static const std::vector<Control> controls{
      {.key = "predator[].max_speed", .label = "max speed", .unit = "L/t", .help = "of this predator"}};
  return controls;
}

}  // namespace murmur
