#include "support/behaviour_cases.h"

#include <png.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/lockstep.h"

namespace murmur {
namespace {

/// World sizes of about the same density for any N of at least 150; the behaviours stay where they are.
std::string size(int dimensions, int64_t boids) {
  const double grown = boids <= 150 ? 1.0 : std::pow(static_cast<double>(boids) / 150.0, 1.0 / dimensions);
  if (dimensions == 2) return fmt::format("[{:.1f}, {:.1f}]", 420.0 * grown, 320.0 * grown);
  return fmt::format("[{:.1f}, {:.1f}, {:.1f}]", 210.0 * grown, 160.0 * grown, 180.0 * grown);
}

/// Shares of the world's sides.
std::string at(int dimensions, double x, double y, double z) {
  if (dimensions == 2) return fmt::format("[{:.3f}, {:.3f}]", 420.0 * x, 320.0 * y);
  return fmt::format("[{:.3f}, {:.3f}, {:.3f}]", 210.0 * x, 160.0 * y, 180.0 * z);
}

/// Walls of all kinds of avoidance, one across the border of the world.
std::string walls(int dimensions) {
  if (dimensions == 2)
    return "[[wall]]\npoints = [[100.0, 60.0], [200.0, 70.0], [210.0, 150.0], [120.0, 90.0]]\nclosed = "
           "true\nside = "
           "\"both\"\nradius = 15.0\n"
           "[[wall]]\npoints = [[0.0, 200.0], [60.0, 230.0], [90.0, 200.0]]\navoid = \"look-ahead\"\nradius "
           "= 9.0\n"
           "[[wall]]\npoints = [[420.0, 200.0], [330.0, 240.0]]\navoid = \"none\"\n"
           "[[wall]]\ncircle = { at = [300.0, 120.0], radius = 40.0 }\nside = \"both\"\nradius = 10.0\n";
  return "[[wall]]\nbox = { at = [20.0, 30.0, 40.0], size = [60.0, 50.0, 40.0] }\nside = \"both\"\nradius = "
         "12.0\n"
         "[[wall]]\nplane = { at = [150.0, 80.0, 90.0], normal = [1.0, 0.4, 0.2] }\navoid = "
         "\"look-ahead\"\nradius = "
         "9.0\n"
         "[[wall]]\nsphere = { at = [110.0, 110.0, 120.0], radius = 25.0 }\nside = \"both\"\navoid = "
         "\"none\"\n";
}

/// The same walls, which block the view.
std::string hiding(std::string walls) {
  for (size_t at = 0; (at = walls.find("[[wall]]\n", at)) != std::string::npos; at += 9)
    walls.insert(at + 9, "blocks_view = true\n");
  return walls;
}

}  // namespace

std::string write_grey_png(const std::string& name, uint32_t columns, const std::vector<uint8_t>& samples) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = columns;
  image.height = static_cast<uint32_t>(samples.size()) / columns;
  image.format = PNG_FORMAT_GRAY;
  const std::string path = fmt::format("{}murmur_{}_{}", testing::TempDir(), getpid(), name);
  if (!png_image_write_to_file(&image, path.c_str(), 0, samples.data(), 0, nullptr))
    throw std::runtime_error(image.message);
  return path;
}

/// The fourth pair of brackets is open: more matrices may follow.
constexpr const char* kSpecies =
    "[[species]]\nname = \"a\"\nshare = 0.5\n[[species]]\nname = \"b\"\n[[species]]\nname = \"c\"\ncount = "
    "9\n"
    "[pairs]\nseparation = [[1.0, 2.5, 0.0], [0.3, 1.0, 1.0], [1.0, 1.0, 1.0]]\n"
    "alignment = [[1.0, -0.7, 0.1], [0.0, 1.3, 2.0], [0.4, -1.0, 1.0]]\n"
    "cohesion = [[1.0, -1.0, 0.2], [1.0, 0.9, 0.0], [-0.3, 0.0, 0.0]]\n";
constexpr const char* kSpeciesTraits =
    "[[species]]\nname = \"a\"\nmax_speed = 1.2\nmin_speed = 0.6\nspeed = 1.0\nfield_of_view = "
    "200.0\nturn_limit = 30.0\n"
    "noise = 0.5\n[[species]]\nname = \"b\"\nseparation_weight = 2.0\nalignment_weight = "
    "0.2\ncohesion_weight = -0.4\n"
    "[[species]]\nname = \"c\"\nturn_limit = 180.0\nnoise = 0.0\nspeed = 2.0\n";

/// Every operation of custom rules, one of them without sums; vectors of d components.
std::string custom_rules(int d) {
  const std::string vec =
      d == 2 ? "vec(noise(p / 31, 3), {})" : "vec(noise(p / 31, 3), {}, noise(p / 47, 4))";
  return fmt::format(
      "[[rule]]\nname = \"ring\"\nrange = 25.0\nlet.gain = {{ value = 0.05, from = 0.0, to = 1.0 }}\n"
      "sums.pull = \"unit(d) * (1 - r / range)\"\nsums.heads = \"exp(0 - r / 9) * dot(v, v_j)\"\n"
      "sums.few = \"r < 12 and not (d.x > d.y) ? 1 : 0\"\n"
      "when = \"few > 0 or heads > 0.5\"\n"
      "add = \"limit(pull / max(few, 1) * gain, 0.1)\"\n"
      "[[rule]]\nadd = \"limit({}, 1) * 0.05 + {} * smoothstep(0.2, 0.9, random(2)) * 0.1\"\n"
      "[[rule]]\nsums.other = \"mix(v_j, to(size / 2), 0.25) * log(1 + r) / 90\"\n"
      "when = \"n >= 1 and id != 7\"\n"
      "add = \"clamp(cos(time / 9), -0.5, 0.5) * other * (abs(floor(sin(step / 4) * 3)) + sqrt(0.5)) / (1 + "
      "n)\"\n",
      fmt::format(fmt::runtime(vec), "sin(p.x / 20)"),
      d == 2 ? "perp(unit(v))" : "cross(unit(v), vec(0, 0.3, 1))");
}

/// Numbers that boids keep: a rumour that spreads from a few, age, and what a rule without sums changes.
constexpr const char* kCustomStates =
    "[[rule]]\nrange = 30.0\nsums.told = \"rumour_j * (1 - r / range)\"\nsums.older = \"age_j > age ? d : d "
    "* "
    "0\"\nstate.rumour = { start = 0.0, next = \"id < 3 ? 1 : min(rumour * 0.98 + told * 0.2, 1)\" }\n"
    "state.age = { start = 2.5, next = \"age + random(1) * rumour\" }\nadd = \"unit(v) * rumour * 0.2 + "
    "limit(older, 0.1)\"\n"
    "[[rule]]\nstate.left = 7.25\nstate.turns = { next = \"turns + (sin(age) > 0 ? 1 : -1)\" }\nwhen = "
    "\"turns > "
    "3\"\nadd = \"v * (left / 100)\"\n";

std::vector<BehaviourCase> behaviour_cases(int d) {
  const std::string hills =
      write_grey_png("hills.png", 5, {0, 40, 80, 120, 160, 200, 240, 255, 30, 60, 90, 10, 20, 70, 5});
  const std::string velocity = d == 2 ? "[0.6, -0.4]" : "[0.6, -0.4, -0.3]";
  std::vector<BehaviourCase> cases{
      {"push", "", "",
       fmt::format(
           "[[obstacle]]\nat = {}\nradius = 60.0\n[[obstacle]]\nat = {}\nradius = 70.0\nstrength = 0.2\n",
           at(d, 0.5, 0.5, 0.5), at(d, 0.02, 0.95, 0.5))},
      {"look_ahead", "", "",
       fmt::format("[[obstacle]]\nat = {}\nradius = 60.0\navoid = \"look-ahead\"\n[[obstacle]]\nat = "
                   "{}\nradius = 50.0\navoid = \"look-ahead\"\n",
                   at(d, 0.5, 0.5, 0.5), at(d, 0.6, 0.5, 0.4))},
      {"goal", "", "", fmt::format("[goal]\nat = {}\n", at(d, 0.9, 0.1, 0.3))},
      {"path", "", "",
       fmt::format("[goal]\npath = [{}, {}, {}]\narrive_radius = 50.0\n", at(d, 0.2, 0.2, 0.2),
                   at(d, 0.8, 0.3, 0.7), at(d, 0.4, 0.9, 0.5))},
      {"cursor_flee", "", "", fmt::format("[cursor]\nat = {}\nmode = \"flee\"\n", at(d, 0.1, 0.9, 0.9))},
      {"cursor_attract", "", "",
       fmt::format("[cursor]\nat = {}\nmode = \"attract\"\npush = 0.1\n", at(d, 0.5, 0.5, 0.5))},
      {"predators", "", "",
       fmt::format("[[predator]]\nmax_speed = 2.5\n[[predator]]\nat = {}\nmax_speed = "
                   "1.0\n[[predator]]\nmax_speed = 4.0\n",
                   at(d, 0.3, 0.3, 0.3))},
      {"pack", "", "",
       fmt::format(
           "[[predator]]\nflocks = true\nnotice = 45.0\nchase = 0.02\n[[predator]]\nat = {}\nflocks = "
           "true\nflee_radius = 70.0\nflee_push = 0.3\n[[predator]]\nflocks = true\nat = {}\n"
           "[[predator]]\nmax_speed = 2.0\n",
           at(d, 0.4, 0.3, 0.3), at(d, 0.42, 0.35, 0.3))},
      {"solid", "", "",
       fmt::format(
           "[[obstacle]]\nat = {}\nradius = 35.0\nsolid = true\nstrength = 0.0\n[[obstacle]]\nat = {}\n"
           "radius = 50.0\nsolid = true\navoid = \"look-ahead\"\nlook_ahead = 9.5\n",
           at(d, 0.5, 0.5, 0.5), at(d, 0.99, 0.1, 0.5))},
      {"walls", "", "", walls(d)},
      {"walls_bounce", "boundary = \"bounce\"\n", "field_of_view = 220.0\n",
       walls(d) + "[perching]\nmean_rest = 20.0\n"},
      {"walls_hide", "metric = \"wrapped\"\n", "", hiding(walls(d))},
      {"walls_hide_nearest", "metric = \"wrapped\"\n", "nearest = 4\nfield_of_view = 260.0\n",
       hiding(walls(d)) + custom_rules(d)},
      {"walls_hide_octants", "", "nearest = \"octants\"\nseparation = { falloff = \"inverse\" }\n",
       hiding(walls(d))},
      {"walls_hide_species", "", "separation = { falloff = \"inverse\", sees_all = true }\n",
       hiding(walls(d)) + std::string(kSpecies)},
      {"walls_open", "boundary = \"open\"\nmetric = \"wrapped\"\n", "moves_with = \"old\"\n",
       walls(d) +
           fmt::format(
               "[[obstacle]]\nat = {}\nradius = 25.0\nsolid = true\n[[predator]]\nborder = \"world\"\n",
               at(d, 0.5, 0.5, 0.5))},
      {"high_ground", "", "", "[perching]\nmean_rest = 20.0\nground = 31.5\n"},
      {"terrain_image", "", "", fmt::format("[terrain]\nimage = \"{}\"\n", hills)},
      {"terrain_hill", "", "", "[terrain]\nhill = { at = [20.0, 100.0], radius = 90.0, height = 70.0 }\n"},
      {"wind", "", "", fmt::format("[wind]\nvelocity = {}\n", velocity)},
      {"gusts", "", "", "[wind]\ngust = { probability = 0.05, duration = 8, strength = 0.2 }\n"},
      {"perching", "", "", "[perching]\nmean_rest = 20.0\n"},
      {"field_of_view", "", "field_of_view = 200.0\n", ""},
      {"soft_border", "boundary = \"soft\"\nmargin = 40.0\npush = 0.2\n", "", ""},
      {"bounce", "boundary = \"bounce\"\n", "", ""},
      {"min_speed", "", "min_speed = 1.2\n", ""},
      {"noise", "", "turn_limit = 20.0\n", "[noise]\ndistribution = \"normal\"\namount = 0.2\n"},
      {"heading", "", "motion = \"heading\"\nspeed = 1.5\nmoves_with = \"old\"\nturn_limit = 25.0\n", ""},
      {"heading_angle", "", "motion = \"heading\"\nalignment = { include_self = true, relative = false }\n",
       "[noise]\namount = 2.0\n"},
      {"zones", "",
       "field_of_view = 270.0\npriority = \"separation\"\n"
       "separation = { falloff = \"inverse\", sees_all = true }\n"
       "alignment = { from = 12.0, to = 25.0 }\ncohesion = { from = 20.0, to = 38.0, target = \"directions\" "
       "}\n",
       ""},
      {"nearest", "", "nearest = 5\nfield_of_view = 300.0\n", ""},
      // Many boids at one place: ids decide which are the nearest.
      {"nearest_ties", "", "nearest = 7\nseparation = { sees_all = true }\nmin_speed = 0.2\n",
       fmt::format("[[event]]\nstep = 3\nkind = \"add\"\nat = {}\ncount = 40\n[[event]]\nstep = 9\nkind = "
                   "\"add\"\nat = {}\ncount = 9\n",
                   at(d, 0.3, 0.4, 0.5), at(d, 0.3, 0.41, 0.5))},
      {"octants", "",
       "nearest = \"octants\"\nfield_of_view = 320.0\n"
       "separation = { falloff = \"shifted\", ahead = 2.0, core = 1.5 }\n"
       "cohesion = { target = \"mean-direction\", vertical = 1.7 }\n",
       ""},
      // Many boids at one place: ids decide which is the nearest.
      {"octants_ties", "boundary = \"open\"\n",
       "nearest = \"octants\"\nseparation = { falloff = \"inverse\" }\n",
       fmt::format("[[event]]\nstep = 3\nkind = \"add\"\nat = {}\ncount = 40\n[[event]]\nstep = 9\nkind = "
                   "\"add\"\nat = {}\ncount = 9\n",
                   at(d, 0.3, 0.4, 0.5), at(d, 0.3, 0.41, 0.5))},
      {"cruise", "", "cruise = { speed = 1.2, rate = 0.2 }\ncohesion = { vertical = 0.4 }\n", ""},
      {"roost", "", "",
       fmt::format("[level]\nrate = 0.1\n[roost]\nat = {}\nradius = 60.0\nturn = 0.1\n",
                   at(d, 0.5, 0.4, 0.5))},
      {"turbulence", "", "",
       "[turbulence]\nstrength = 0.1\nwavelength = 90.0\nperiod = 30.0\nvertical = 0.5\n"},
      {"isotropic", "", "", "[noise]\nkind = \"isotropic\"\namount = 0.1\n"},
      {"acceleration", "",
       "adds = \"acceleration\"\ntime_step = 0.25\ncruise = { control = \"marginal\", speed = 1.5 }\n",
       fmt::format(
           "[wind]\nvelocity = {}\n[[predator]]\nmax_speed = 2.5\nflocks = true\n[[predator]]\nat = {}\n"
           "flocks = true\n[terrain]\nhill = {{ at = [20.0, 100.0], radius = 90.0, height = 70.0 }}\n",
           velocity, at(d, 0.3, 0.3, 0.3))},
      // It ends in the middle, and begins again.
      {"inertia", "", "alignment = { inertia = 4.0 }\n",
       "[[event]]\nstep = 60\nkind = \"set\"\nkey = \"rules.alignment.inertia\"\nvalue = 0.0\n"
       "[[event]]\nstep = 70\nkind = \"set\"\nkey = \"rules.alignment.inertia\"\nvalue = 9.0\n"},
      {"open_border", "boundary = \"open\"\n", "", ""},
      {"species", "", "separation = { falloff = \"inverse\" }\n", kSpecies},
      {"species_traits", "", "motion = \"heading\"\nturn_limit = 80.0\n",
       std::string("[noise]\namount = 0.2\n") + kSpeciesTraits},
      {"species_zones", "metric = \"wrapped\"\n",
       "field_of_view = 250.0\nseparation = { falloff = \"inverse-square\", average = \"separated\", "
       "sees_all = true }\n"
       "alignment = { from = 8.0, to = 30.0, include_self = true }\ncohesion = { target = \"mean-direction\" "
       "}\n",
       std::string(kSpecies) +
           "radius = [[40.0, 30.0, 20.0], [0.0, 25.0, 0.0], [35.0, 40.0, 5.0]]\n"
           "separation_radius = [[10.0, 0.0, 12.0], [20.0, 5.0, 0.0], [0.0, 0.0, 4.0]]\n"},
      {"species_nearest", "", "nearest = 6\n", kSpecies},
      {"species_octants", "", "nearest = \"octants\"\nseparation = { falloff = \"shifted\", ahead = 2.0 }\n",
       std::string(kSpecies) +
           "separation_radius = [[10.0, 0.0, 12.0], [20.0, 5.0, 0.0], [0.0, 0.0, 4.0]]\n"},
      // Who is caught catches others; boids are added and removed on the way.
      {"species_caught", "", "",
       fmt::format(
           "[[species]]\nname = \"well\"\ncatch_radius = 12.0\ncaught_by = \"ill\"\nbecomes = \"ill\"\n"
           "[[species]]\nname = \"ill\"\ncount = 3\nmax_speed = 3.0\n"
           "[[event]]\nstep = 10\nkind = \"add\"\nat = {0}\ncount = 9\nradius = 9.0\nspecies = \"ill\"\n"
           "[[event]]\nstep = 15\nkind = \"convert\"\nat = {0}\nradius = 90.0\nfrom = \"ill\"\nto = "
           "\"well\"\n"
           "[[event]]\nstep = 40\nkind = \"remove\"\ncount = 20\n",
           at(d, 0.4, 0.6, 0.5))},
      {"custom_rules", "", "", custom_rules(d)},
      {"custom_nearest", "boundary = \"tile\"\nmargin = 30.0\nmetric = \"wrapped\"\n",
       "nearest = 5\nfield_of_view = 210.0\n",
       custom_rules(d) +
           fmt::format("[[event]]\nstep = 3\nkind = \"add\"\nat = {}\ncount = 30\n", at(d, 0.3, 0.4, 0.5))},
      {"custom_species", "", "",
       std::string(kSpecies) + custom_rules(d) +
           "[[rule]]\nlet.force = [[0.1, -0.2, 0.3], [0.0, 0.1, -0.1], [0.2, 0.0, 0.0]]\nlet.gain = [0.2, "
           "0.1, "
           "0.3]\nsums.push = \"force[species, species_j] * unit(d)\"\nadd = \"gain[species] * push\"\n"},
      {"custom_states", "", "", kCustomStates},
      {"custom_states_nearest", "boundary = \"tile\"\nmargin = 30.0\nmetric = \"wrapped\"\n", "nearest = 5\n",
       kCustomStates +
           fmt::format("[[event]]\nstep = 3\nkind = \"add\"\nat = {}\ncount = 30\n", at(d, 0.3, 0.4, 0.5))},
      {"custom_states_octants", "", "nearest = \"octants\"\n", std::string(kSpecies) + kCustomStates},
      {"heading_vector", "", "motion = \"heading\"\nmoves_with = \"old\"\n",
       "[noise]\nkind = \"vector\"\namount = 0.01\n"},
      {"events", "", "",
       fmt::format("[[event]]\nstep = 20\nkind = \"scatter\"\nat = {0}\nradius = 80.0\n[[event]]\nstep = "
                   "40\nkind = \"scatter\"\nat = {0}\nstrength = 0.02\n"
                   "[[event]]\nstep = 60\nkind = \"startle\"\nsteps = 50\n[[event]]\nstep = 80\nkind = "
                   "\"add\"\nat = {0}\ncount = 30\n"
                   "[[event]]\nstep = 100\nkind = \"remove\"\ncount = 45\n[[event]]\nstep = 120\nkind = "
                   "\"gust\"\nstrength = 0.3\nsteps = 20\n"
                   "[[event]]\nstep = 150\nkind = \"set\"\nkey = \"rules.radius\"\nvalue = "
                   "35.0\n[[event]]\nstep = 180\nkind = \"restart\"\n",
                   at(d, 0.4, 0.6, 0.5))},
  };
  BehaviourCase all{"all_together", "boundary = \"soft\"\nmargin = 40.0\npush = 0.2\n",
                    "field_of_view = 250.0\nmin_speed = 0.4\n", ""};
  for (const BehaviourCase& one : cases) {
    const bool shut_out =
        one.name == "goal" || one.name == "cursor_attract" || one.name == "terrain_image" ||
        one.name == "wind" || one.name == "gusts" || one.name == "high_ground" || one.name == "noise" ||
        one.name.starts_with("heading_") || one.name == "nearest_ties" || one.name == "octants_ties" ||
        one.name == "isotropic" || one.name == "roost" || one.name == "turbulence" ||
        one.name == "acceleration" || one.name == "inertia" || one.name.starts_with("species") ||
        one.name.starts_with("walls") || one.name.starts_with("custom_");
    if (!shut_out) all.tables += one.tables;
  }
  all.tables.erase(all.tables.find("[[event]]\nstep = 180"));  // a restart would end what the rest began
  all.tables += fmt::format(
      "[wind]\nvelocity = {}\ngust = {{ probability = 0.05, duration = 8, strength = 0.2 }}\n", velocity);
  BehaviourCase flying = all;
  flying.name = "all_flying";
  flying.rules +=
      "adds = \"acceleration\"\ntime_step = 0.5\nnearest = \"octants\"\ncruise = { control = \"marginal\", "
      "speed = 1.5 }\n"
      "separation = { falloff = \"shifted\", ahead = 2.0, core = 1.5 }\n";
  flying.tables += fmt::format(
      "[noise]\nkind = \"isotropic\"\namount = 0.1\n[level]\n[roost]\nat = {}\nradius = 60.0\nturn = 0.1\n",
      at(d, 0.5, 0.4, 0.5));
  cases.push_back(flying);
  flying.name = "all_inert";
  flying.rules += "alignment = { inertia = 3.0, shape = \"factor\", amount = 0.2 }\n";
  cases.push_back(flying);
  cases.push_back(all);
  all.name = "all_turning";
  all.rules += "motion = \"heading\"\nturn_limit = 40.0\nmoves_with = \"old\"\n";
  all.tables += "[noise]\namount = 0.8\n";
  cases.push_back(all);
  return cases;
}

ScenarioSource source_of(const BehaviourCase& b, int dimensions, int64_t boids) {
  return scenario_of(
      fmt::format("preset = \"benchmark\"\nboids = {}\n[world]\nsize = {}\n{}[rules]\nradius = "
                  "40.0\nseparation_radius = 15.0\n{}{}",
                  boids, size(dimensions, boids), b.world, b.rules, b.tables));
}

}  // namespace murmur
