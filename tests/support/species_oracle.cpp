#include "support/species_oracle.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/random.h"

namespace murmur {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// A sum, and by how many units in the last place another order or rounding of its terms may change it.
struct Sum {
  Numbers x;
  double doubt = 0.0;
};

/// A neighbour as the boid sees it.
struct Other {
  size_t id;
  uint32_t species;
  Numbers d, v;
  double distance;
  bool seen;
};

/// The step of one boid.
class BoidStep {
 public:
  BoidStep(const SpeciesOracle& flock, const State<double>& before, size_t id, double eps)
      : flock_(flock),
        before_(before),
        id_(id),
        eps_(eps),
        side_(*std::ranges::max_element(flock.world.size)) {
    p_ = row(before.position, id, before.dimensions);
    v_ = row(before.velocity, id, before.dimensions);
    own_ = species_of(id);
    if (!flock.kinds.empty()) kind_ = flock.kinds[own_];
    next_.species = own_;
  }

  SpeciesOracle::Next take() {
    const auto all = within(kind_.view.value_or(flock_.view));
    std::vector<Other> near;
    for (const Other& other : all) {
      if (other.seen) near.push_back(other);
    }
    if (flock_.nearest > 0) keep_nearest(near);
    if (flock_.nearest < 0) keep_octants(near);
    next_.neighbours = static_cast<int>(near.size());
    catch_by(near);
    move(rules(near, flock_.sees_all ? all : near));
    return next_;
  }

 private:
  uint32_t species_of(size_t id) const { return !flock_.kinds.empty() ? before_.columns.species[id] : 0; }
  double entry(const char* key, uint32_t other, double usual) const {
    const auto matrix = flock_.pairs.find(key);
    if (flock_.kinds.empty() || matrix == flock_.pairs.end()) return usual;
    return matrix->second[own_][other];
  }
  double reach(const char* key, uint32_t other, double usual) const {
    const double given = entry(key, other, 0.0);
    return given > 0.0 ? given : usual;
  }
  double too_close(uint32_t other) const {
    return reach("separation_radius", other, flock_.close > 0.0 ? flock_.close : flock_.radius);
  }
  /// a < b, of numbers that may be wrong by `doubt` units in the last place of 1.
  bool less(double a, double b, double doubt) {
    if (std::abs(a - b) <= 64.0 * eps_ * doubt) next_.decided = false;
    return a < b;
  }

  /// Those within the radius of their pair, in any direction.
  std::vector<Other> within(double view) {
    std::vector<Other> found;
    for (size_t j = 0; j < static_cast<size_t>(before_.count()); ++j) {
      if (j == id_) continue;
      Other other{j,
                  species_of(j),
                  flock_.world.apart(p_, row(before_.position, j, before_.dimensions)),
                  row(before_.velocity, j, before_.dimensions),
                  0.0,
                  true};
      other.distance = length(other.d);
      if (!less(other.distance, reach("radius", other.species, flock_.radius), side_)) continue;
      if (view < 360.0 && length(v_) > 0.0) {
        const double cosine = dot(v_, other.d) / (length(v_) * other.distance);
        other.seen = other.distance > 0.0 &&
                     less(std::cos(view * 0.5 * kDegree), cosine, 4.0 + side_ / other.distance);
      }
      found.push_back(other);
    }
    return found;
  }

  void keep_nearest(std::vector<Other>& near) {
    std::ranges::stable_sort(near, {}, &Other::distance);
    const auto most = static_cast<size_t>(flock_.nearest);
    if (near.size() <= most) return;
    less(near[most - 1].distance, near[most].distance, side_);
    near.resize(most);
  }

  void keep_octants(std::vector<Other>& near) {
    std::map<int, Other> nearest;
    for (const Other& other : near) {
      int octant = 0;
      for (size_t k = 0; k < p_.size(); ++k) {
        if (other.distance > 0.0) less(0.0, std::abs(other.d[k]), side_);
        octant += other.d[k] > 0.0 ? 1 << k : 0;
      }
      const auto place = nearest.find(octant);
      if (place == nearest.end() || less(other.distance, place->second.distance, side_))
        nearest.insert_or_assign(octant, other);
    }
    near.clear();
    for (const auto& [octant, other] : nearest) near.push_back(other);
  }

  void catch_by(const std::vector<Other>& near) {
    for (const Other& other : near) {
      if (kind_.catch_radius > 0.0 && other.species == kind_.caught_by &&
          less(other.distance, kind_.catch_radius, side_))
        next_.species = static_cast<uint32_t>(kind_.becomes);
    }
  }

  /// A sum that may be nothing but rounding has no direction.
  void needs_direction(const Sum& sum) {
    if (length(sum.x) <= 64.0 * eps_ * sum.doubt && sum.doubt > 0.0) next_.decided = false;
  }
  Sum shaped(const SpeciesOracle::Rule& rule, double weight, const Sum& sum) {
    const double size = length(sum.x);
    double factor = rule.amount;
    if (rule.shape == "limit") factor = size > rule.amount ? rule.amount / size : 1.0;
    if (rule.shape == "length") needs_direction(sum);
    if (rule.shape == "length") factor = size > 0.0 ? rule.amount / size : 0.0;
    return {sum.x * (factor * weight), std::abs(factor * weight) * (sum.doubt + 8.0 * size)};
  }

  Sum nothing() const { return {Numbers(p_.size(), 0.0), 0.0}; }
  /// sum += factor * x, with x wrong by `doubt`.
  static void add(Sum& sum, double factor, const Numbers& x, double doubt) {
    sum.x = sum.x + x * factor;
    sum.doubt += std::abs(factor) * (doubt + 64.0 * length(x));
  }
  static void divide(Sum& sum, double by) {
    if (by <= 0.0) by = 1.0;
    sum.x = sum.x * (1.0 / by);
    sum.doubt /= by;
  }

  /// The separation from one neighbour, if that is too close.
  void separate(const Other& other, Sum& sum) {
    const double factor = 0.0 - entry("separation", other.species, 1.0), r = too_close(other.species);
    const double d = other.distance;
    double effective = d, doubt = side_;
    if (flock_.nearest < 0) {
      const double along = length(v_) > 0.0 ? dot(v_, other.d) / length(v_) : 0.0;
      const double square = d * d - (1.0 - 1.0 / (flock_.ahead * flock_.ahead)) * along * along;
      effective = std::max(std::sqrt(std::max(square, 0.0)), flock_.core);
      doubt = effective > 0.0 ? (d * d + d * side_) / effective : side_;
    }
    if (!less(effective, r, doubt)) return;
    ++next_.close;
    if (d <= 0.0) return;
    if (flock_.falloff == "none")
      add(sum, factor * effective, unit(other.d), doubt / effective + side_ / d);
    else if (flock_.falloff == "inverse")
      add(sum, factor, unit(other.d), side_ / d);
    else
      add(sum, factor / effective, unit(other.d), doubt / effective + side_ / d);
    if (flock_.falloff == "shifted") add(sum, 0.0 - factor / r, unit(other.d), side_ / d);
  }

  Sum rules(const std::vector<Other>& near, const std::vector<Other>& around) {
    Sum separation = nothing(), alignment = nothing(), cohesion = nothing();
    double aligned = 0.0, cohered = 0.0;
    for (const Other& other : around) separate(other, separation);
    for (const Other& other : near) {
      const auto in = [&](const SpeciesOracle::Rule& zone) {
        const bool beyond = zone.from <= 0.0 || !less(other.distance, zone.from, side_);
        return less(other.distance, zone.to > 0.0 ? zone.to : flock_.radius, side_) && beyond;
      };
      if (in(flock_.alignment)) {
        const double a = entry("alignment", other.species, 1.0);
        add(alignment, a, other.v, 0.0);
        aligned += std::abs(a);
      }
      if (!in(flock_.cohesion)) continue;
      const double c = entry("cohesion", other.species, 1.0);
      cohered += std::abs(c);
      if (flock_.target == "centroid")
        add(cohesion, c, other.d, side_);
      else if (other.distance > 0.0)
        add(cohesion, c, unit(other.d), side_ / other.distance);
    }
    if (flock_.average == "separated") divide(separation, next_.close);
    if (flock_.average == "neighbours") divide(separation, next_.neighbours);
    if (flock_.target != "directions") divide(cohesion, cohered);

    const auto weight = [](const std::optional<double>& own, const SpeciesOracle::Rule& rule) {
      return own.value_or(rule.weight);
    };
    const double w_a = weight(kind_.alignment, flock_.alignment);
    const Sum apart = shaped(flock_.separation, weight(kind_.separation, flock_.separation), separation);
    Sum along = aligning(alignment, aligned, w_a);
    const Sum together = shaped(flock_.cohesion, weight(kind_.cohesion, flock_.cohesion), cohesion);
    if (flock_.separation_first && next_.close > 0) return apart;
    return {apart.x + along.x + together.x, apart.doubt + along.doubt + together.doubt};
  }

  Sum aligning(Sum sum, double aligned, double weight) {
    next_.lone = aligned <= 0.0;
    if (next_.lone && flock_.keep) return {v_ * weight, length(v_) * std::abs(weight)};
    if (next_.lone && !flock_.include_self) return nothing();
    if (next_.lone && flock_.relative) return nothing();
    if (flock_.include_self) add(sum, 1.0, v_, 0.0);
    if (flock_.divides) divide(sum, aligned);
    if (flock_.relative) add(sum, -1.0, v_, 0.0);
    return shaped(flock_.alignment, weight, sum);
  }

  void move(const Sum& dv) {
    Numbers wanted = flock_.heading ? dv.x : v_ + dv.x;
    double doubt = dv.doubt + 8.0 * length(v_);
    if (flock_.heading) needs_direction(dv);
    if (flock_.noise) {
      Random random(1, Stream::kNoise, static_cast<uint32_t>(id_), static_cast<uint64_t>(before_.step));
      const double amount = kind_.noise.value_or(*flock_.noise) * std::sqrt(3.0 * flock_.world.time_step);
      for (double& x : wanted) x += amount * (2.0 * static_cast<double>(random.uniform()) - 1.0);
      doubt += 8.0 * amount;
    }
    const double most = kind_.max_speed.value_or(flock_.world.max_speed);
    const double given = kind_.speed.value_or(flock_.speed);
    const double speed = flock_.heading ? (given > 0.0 ? given : most) : length(wanted);
    const double turn = kind_.turn.value_or(flock_.turn), doubt_of_heading = doubt / length(wanted);
    Numbers w = length(wanted) > 0.0 ? unit(wanted) : unit(v_);
    if (length(wanted) > 0.0) doubt = std::max(doubt, doubt_of_heading * speed);
    if (turn < 180.0 && length(v_) > 0.0) w = turned(unit(v_), w, turn, doubt, doubt_of_heading, speed);
    Numbers v = limit(w * speed, most);
    const double least = kind_.min_speed.value_or(flock_.world.min_speed);
    if (length(v) > 0.0 && length(v) < least) {
      doubt *= least / length(v);
      v = unit(v) * least;
    }
    next_.p = p_ + v * flock_.world.time_step;
    for (size_t k = 0; k < p_.size(); ++k) {
      const double side = flock_.world.size[k];
      next_.p[k] -= side * std::floor(next_.p[k] / side);
    }
    next_.v = v;
    next_.doubt = doubt + 16.0 * most;
  }

  /// The heading w, at most `turn` degrees from `from`, in the plane of both.
  Numbers turned(const Numbers& from, const Numbers& w, double turn, double& doubt, double of_heading,
                 double speed) {
    const double angle = std::acos(std::clamp(dot(from, w), -1.0, 1.0));
    if (angle <= turn * kDegree) return w;
    next_.turned = true;
    Numbers side;
    if (w.size() == 2) {  // to the left or to the right
      side = {-from[1], from[0]};
      if (dot(side, w) < 0.0) side = side * -1.0;
    } else {
      side = unit(w - from * dot(w, from));
    }
    if (std::sin(angle) < 1e-3 + 64.0 * eps_ * of_heading) next_.decided = false;
    doubt += (of_heading + 8.0) / std::sin(angle) * speed;
    return from * std::cos(turn * kDegree) + side * std::sin(turn * kDegree);
  }

  const SpeciesOracle& flock_;
  const State<double>& before_;
  const size_t id_;
  const double eps_, side_;
  Numbers p_, v_;
  uint32_t own_ = 0;
  SpeciesOracle::Kind kind_;
  SpeciesOracle::Next next_;
};

std::string key(const char* name, const std::optional<double>& value) {
  return value ? fmt::format("{} = {:.17g}\n", name, *value) : "";
}

std::string rule(const char* name, const SpeciesOracle::Rule& rule, const std::string& more) {
  return fmt::format("{} = {{ weight = {:.17g}, shape = \"{}\", amount = {:.17g}{} }}\n", name, rule.weight,
                     rule.shape, rule.amount, more);
}

std::string zone(const SpeciesOracle::Rule& rule) {
  return fmt::format(", from = {:.17g}, to = {:.17g}", rule.from, rule.to);
}

}  // namespace

SpeciesOracle::Next SpeciesOracle::step(const State<double>& before, size_t id, double eps) const {
  return BoidStep(*this, before, id, eps).take();
}

std::string SpeciesOracle::toml(int64_t boids, const std::string& more) const {
  std::string text = fmt::format(
      "boids = {}\n{}[world]\nsize = {}\nmetric = \"{}\"\n[rules]\nradius = {:.17g}\nseparation_radius = "
      "{:.17g}\nmax_speed = {:.17g}\nmin_speed = {:.17g}\ntime_step = {:.17g}\nfield_of_view = {:.17g}\n"
      "motion = \"{}\"\nspeed = {:.17g}\nturn_limit = {:.17g}\npriority = \"{}\"\n",
      boids, more, murmur::text(world.size), world.wrapped ? "wrapped" : "plain", radius, close,
      world.max_speed, world.min_speed, world.time_step, view, heading ? "heading" : "steer", speed, turn,
      separation_first ? "separation" : "none");
  text += nearest < 0    ? "nearest = \"octants\"\n"
          : nearest == 0 ? "nearest = \"all\"\n"
                         : fmt::format("nearest = {}\n", nearest);
  text += rule("separation", separation,
               fmt::format(", falloff = \"{}\", average = \"{}\", sees_all = {}, ahead = {}, core = {}",
                           falloff, average, sees_all, ahead, core));
  text += rule("alignment", alignment,
               fmt::format("{}, include_self = {}, average = {}, relative = {}, lone = \"{}\"",
                           zone(alignment), include_self, divides, relative, keep ? "keep" : "none"));
  text += rule("cohesion", cohesion, fmt::format("{}, target = \"{}\"", zone(cohesion), target));
  if (noise) text += fmt::format("[noise]\nkind = \"isotropic\"\namount = {:.17g}\n", *noise);
  for (size_t k = 0; k < kinds.size(); ++k) {
    const Kind& kind = kinds[k];
    text += fmt::format("[[species]]\nname = \"kind-{}\"\n", k);
    text += key("max_speed", kind.max_speed) + key("min_speed", kind.min_speed) + key("speed", kind.speed) +
            key("field_of_view", kind.view) + key("turn_limit", kind.turn) + key("noise", kind.noise) +
            key("separation_weight", kind.separation) + key("alignment_weight", kind.alignment) +
            key("cohesion_weight", kind.cohesion);
    if (kind.catch_radius > 0.0)
      text += fmt::format("catch_radius = {:.17g}\ncaught_by = \"kind-{}\"\nbecomes = \"kind-{}\"\n",
                          kind.catch_radius, kind.caught_by, kind.becomes);
  }
  if (!pairs.empty()) text += "[pairs]\n";
  for (const auto& [name, matrix] : pairs) text += fmt::format("{} = {}\n", name, matrix);
  return text;
}

}  // namespace murmur
