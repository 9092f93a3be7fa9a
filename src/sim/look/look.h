// The look of a flock and the speed of its display: the table [view] of a scenario. Its single list of keys defines
// the reading, checks and writing of scenarios, `--set`, the options of view, replay and render, the panel's section
// Look, and the arguments of Python's pictures. A new key is a member and an entry here. The look does not affect the
// flock, and is not part of its state or hash.
#pragma once

#include "sim/look/colour.h"
#include "sim/look/field.h"

namespace murmur {

/// Shape in which a boid is drawn.
enum class Draw : uint8_t {
  kTriangle,
  kDisc,           ///< Python Playground's shape: a body of 10 pixels and a red head of 4
  kArrow,          ///< an arrow of matplotlib's quiver: longer for a faster boid
  kDotAndHeading,  ///< the Ruby program's shape: a disc, and a red line of the length of three steps
};
/// Colour scale for headings, speeds and densities (defined in sim/raster/palette.h).
enum class Palette : uint8_t { kUsual, kFire, kOcean, kGrey };

struct Look {
  Surroundings scene = Surroundings::kPlain;
  Draw draw = Draw::kTriangle;
  WordOrColour<ColourBy> colour;
  Palette palette = Palette::kUsual;
  WordOrColour<Background> background;
  double size = 1.0;  ///< factor of the usual size of boids in the picture
  CameraMove camera = CameraMove::kStill;
  double shutter = 0.0;  ///< exposure time [steps]: birds are drawn as streaks along their path
  double trails = 0.0;   ///< steps in which a trail fades to a third; 0: no trails
  bool glow = false;
  double steps_per_second = 60.0;
  bool axes = false, legend = true;
  bool operator==(const Look&) const = default;
};

inline constexpr Range kPace{0.1, 100000.0};  ///< allowed speed of the display [steps/s]

template <class Visit>
void visit_fields(Look& look, Visit&& visit) {
  visit(key("scene", "",
            "plain, or birds at dusk or by day: there shape and colours do not act, except those of species"),
        look.scene);
  visit(key("camera", "", "3D: goes around the world, with the flock, or sits on the ground and looks at it"),
        look.camera);
  visit(key("draw", "", "how a boid is drawn where it has room", Called{"shape"}), look.draw);
  visit(Field{.key = "colour",
              .label = "colour by",
              .help = "meaning of a boid's colour, or one colour",
              .option = "--colour,--color"},
        look.colour);
  visit(key("palette", "", "colours of headings, speeds and densities"), look.palette);
  visit(key("background", "", "dark sky, light paper, or a colour"), look.background);
  visit(Field{.key = "size",
              .unit = "x",
              .help = "times the usual size of boids in the picture",
              .range = {0.05, 50.0},
              .slider = fixed_slider(0.25, 4.0),
              .option = "--boid-size"},
        look.size);
  visit(key("shutter", "steps", "dusk and day: birds are drawn along their way in so many steps",
            Range{0.0, 100.0}, fixed_slider(0.0, 4.0)),
        look.shutter);
  visit(key("trails", "steps", "steps after which a trail has a third of its strength; 0: none",
            Range{0.0, 10000.0}, fixed_slider(0.0, 100.0)),
        look.trails);
  visit(key("glow", "", "light around boids, which adds up where there are many"), look.glow);
  visit(Field{.key = "steps_per_second",
              .label = "steps",
              .unit = "per s",
              .help = "steps per second, whatever the display's rate",
              .range = kPace,
              .slider = fixed_slider(1.0, 240.0),
              .option = "--steps-per-second",
              .window = true},
        look.steps_per_second);
  visit(key("axes", "", "ticks in world units at the border"), look.axes);
  visit(Field{.key = "legend", .help = "in the window: which colour means what", .window = true},
        look.legend);
}

}  // namespace murmur
