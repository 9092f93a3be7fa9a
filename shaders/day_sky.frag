// A day: a blue sky with clouds over hills and woods, and below it fields that have the shadow of the birds. 2D: a meadow from above.
// The ground is the world's floor, so its grain moves with the world. A processor that draws computes both sides of a branch, so
// sky and ground share their noise; kFlat is a constant of outdoors.cpp.

uniform vec4 eye;           // w = 1: place of the eye
uniform vec2 floor_unit;    // of the meadow's grain: 1 along the world, or a power of two
uniform vec2 repeat;        // the meadow repeats after so many of them, as a world whose borders are connected; 0: it does not
uniform float units_per_pixel;
out vec4 pixel;

const vec3 kHaze = vec3(0.775, 0.855, 0.905);  // of the sky at the horizon
const vec3 kFar = vec3(0.520, 0.620, 0.630);   // of hills at their foot
const float kLowestEye = 0.05;  // height over the fields from which an eye below them sees them [world]
const vec3 kFarGround = vec3(0.445, 0.545, 0.430);  // of fields at the horizon

// Three layers of noise at a place, of so many cells each.
vec3 layers(vec2 at, vec3 cells) {
  vec3 value;
  for (int k = 0; k < 3; ++k) {
    vec2 place = at * cells[k], low = floor(place), part_ = place - low, soft = part_ * part_ * (3.0 - 2.0 * part_);
    ivec2 mask = ivec2(repeat * cells[k]) - 1, cell = ivec2(low);
    uint left = uint(cell.x & mask.x) * 0x9e3779b9u, right = uint((cell.x + 1) & mask.x) * 0x9e3779b9u;
    uint down = mixed(uint(cell.y & mask.y) + uint(k)), up = mixed(uint((cell.y + 1) & mask.y) + uint(k));
    value[k] = mix(mix(unit_of(left + down), unit_of(right + down), soft.x), mix(unit_of(left + up), unit_of(right + up), soft.x), soft.y);
  }
  return value;
}

vec3 clear_sky(float elevation) {
  vec3 colour = mix(kHaze, vec3(0.480, 0.665, 0.860), smoothstep(0.0, 0.30, elevation));
  return mix(colour, vec3(0.235, 0.435, 0.720), smoothstep(0.15, 1.1, elevation));
}

// Heaps with bright tops; thin towards the horizon.
vec3 with_clouds(vec3 colour, vec3 noise_, float elevation) {
  float heap = dot(noise_, vec3(0.64, 0.22, 0.14)), cover = smoothstep(0.52, 0.62, heap) * smoothstep(0.02, 0.16, elevation);
  vec3 cloud = mix(vec3(0.980, 0.985, 0.990), vec3(0.800, 0.835, 0.880), smoothstep(0.60, 0.90, heap));
  return mix(colour, cloud, 0.85 * cover);
}

// Cells along the world: powers of two, so that the meadow can repeat with it.
const vec3 kMeadow = vec3(8.0, 32.0, 256.0);

// Fields of crops between hedges: four rows along the world, bent, each with fields of other lengths.
vec3 fields(vec2 at, vec3 noise_, float width) {
  at += 0.022 * vec2(sin(kTurn * at.y + 1.0) + 0.4 * sin(3.0 * kTurn * at.y), sin(kTurn * at.x) + 0.4 * sin(2.0 * kTurn * at.x + 2.0));
  ivec2 mask = ivec2(repeat * vec2(2.0, 4.0)) - 1;
  uint row = mixed(uint(int(floor(4.0 * at.y)) & mask.y) + 5u);
  vec2 cell = vec2(2.0 * at.x + unit_of(row), 4.0 * at.y), part_ = fract(cell);
  uint key = mixed(uint(int(floor(cell.x)) & mask.x) + row);
  float split = 0.3 + 0.4 * unit_of(key + 3u);
  bool second = part_.x > split;
  float crop = unit_of(key + (second ? 1u : 2u));
  vec3 colour = mix(vec3(0.290, 0.385, 0.185), vec3(0.470, 0.540, 0.270), crop);
  if (crop > 0.82) colour = mix(vec3(0.560, 0.545, 0.310), vec3(0.670, 0.600, 0.355), unit_of(key + 9u));  // ripe
  colour *= 0.93 + 0.14 * mix(noise_.x, noise_.y, 0.6);
  float low = 0.25 * min(part_.y, 1.0 - part_.y), side = 0.5 * min(min(part_.x, 1.0 - part_.x), abs(part_.x - split));
  float wide = 0.0012 + 0.0050 * noise_.y * noise_.y + 0.0016 * noise_.z;
  float hedge = clamp((wide - min(low, side)) / max(width, 0.0008) + 0.5, 0.0, 1.0) * min(0.012 / max(width, 1e-6), 1.0);
  colour = mix(colour, vec3(0.175, 0.245, 0.130), 0.85 * hedge);
  return mix(colour, vec3(0.425, 0.475, 0.245), smoothstep(0.03, 0.20, width));
}

vec3 meadow(vec2 place, vec3 noise_, float width) {
  noise_ = mix(noise_, vec3(0.5), smoothstep(0.2, 0.7, width * kMeadow));  // none where a cell has no two pixels
  vec3 colour = kFlat ? mix(vec3(0.340, 0.425, 0.215), vec3(0.475, 0.535, 0.290), smoothstep(0.15, 0.85, dot(noise_, vec3(0.6, 0.3, 0.1))))
                      : fields(floor_unit * place, noise_, width);
  return colour * (0.90 + 0.20 * noise_.z) * (1.0 - 0.62 * shadow_at(place));
}

// Height of hills around the horizon: noise with whole numbers of cells around it, so there is no seam.
float hills(float azimuth) {
  float high = 0.0;
  for (int k = 0; k < 2; ++k) {
    int count = k == 0 ? 16 : 64;
    float at = (azimuth / kTurn + 1.0) * float(count), low = floor(at), soft = smoothstep(0.0, 1.0, at - low);
    int cell = int(low) & (count - 1), next = (cell + 1) & (count - 1);
    high += (k == 0 ? 0.028 : 0.011) * mix(unit_of(uint(cell + 1000 * k)), unit_of(uint(next + 1000 * k)), soft);
  }
  return high;
}

void main() {
  vec2 at = gl_FragCoord.xy / half_picture - 1.0;
  if (kFlat) {
    vec2 place = vec2((at.x - world_to_clip[3][0]) / world_to_clip[0][0], (at.y - world_to_clip[3][1]) / world_to_clip[1][1]);
    pixel = without_bands(meadow(place, layers(floor_unit * place, kMeadow), units_per_pixel * floor_unit.x));
    return;
  }
  vec3 ray = sight(at);
  float size = kHalfView / half_picture.y;
  bool down = ray.z < 0.0;
  float away = max(eye.z, kLowestEye / max(floor_unit.x, floor_unit.y)) / max(-ray.z, 1e-6);
  vec2 place = eye.xy + away * ray.xy;
  vec3 noise_ = layers(down ? floor_unit * place : ray.xy / (ray.z + 0.14), down ? kMeadow : vec3(1.0, 3.1, 12.7));
  vec3 colour;
  if (down) {
    colour = meadow(place, noise_, away * size / max(-ray.z, 1e-6) * floor_unit.x);
    colour = mix(colour, kFarGround, 1.0 - exp(-0.07 * away * max(floor_unit.x, floor_unit.y)));
  } else {
    colour = with_clouds(clear_sky(ray.z), noise_, ray.z);
    vec3 land = mix(kFar, vec3(0.560, 0.665, 0.715), 25.0 * ray.z);
    float azimuth = atan(ray.y, ray.x);
    colour = mix(colour, land, clamp(0.5 - (ray.z - 0.006 - hills(azimuth)) / size, 0.0, 1.0));
    if (ray.z < 0.04) {
      float wood = 0.25 + 0.75 * wooded(azimuth);
      float high = wood * (0.017 * crowns(azimuth, 520) + 0.009 * crowns(azimuth + 0.003, 233));
      vec3 leaves = mix(vec3(0.250, 0.335, 0.265), vec3(0.400, 0.490, 0.340), smoothstep(0.2, 1.0, ray.z / max(high, 1e-4)));
      colour = mix(colour, leaves, clamp(0.5 - (ray.z - high) / size, 0.0, 1.0));
    }
  }
  pixel = without_bands(colour);
}
