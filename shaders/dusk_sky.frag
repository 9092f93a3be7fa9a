// An evening sky with the sun, thin clouds and a dark ground below the horizon, from the direction of sight alone. No angle is
// used where it would leave a seam: clouds lie in a plane overhead. kFlat is a constant of outdoors.cpp.

out vec4 pixel;

const float kSunAzimuth = 2.46;     // [rad]: at the left in the first view
const float kSunElevation = 0.045;
const float kSunRadius = 0.024;

// Smooth noise, one value in each cell.
float noise(vec2 at) {
  vec2 low = floor(at), part_ = at - low, soft = part_ * part_ * (3.0 - 2.0 * part_);
  ivec2 cell = ivec2(low);
  return mix(mix(unit_at(cell), unit_at(cell + ivec2(1, 0)), soft.x),
             mix(unit_at(cell + ivec2(0, 1)), unit_at(cell + ivec2(1, 1)), soft.x), soft.y);
}

// Height of hills and trees [rad]. Waves have whole numbers around the horizon, so there is no seam.
float skyline(float azimuth) {
  float hills = 0.004 * sin(3.0 * azimuth + 0.4) + 0.003 * sin(8.0 * azimuth + 1.0) + 0.0016 * sin(21.0 * azimuth);
  float leaves = noise(vec2(1400.0 * azimuth, 0.5)) - 0.5;
  return hills + wooded(azimuth) * (0.026 * crowns(azimuth, 520) + 0.016 * crowns(azimuth + 0.003, 233) + 0.0022 * leaves);
}

// Height of the far shore [rad], pale in the haze.
float far_shore(float azimuth) {
  return 0.010 + 0.006 * sin(4.0 * azimuth + 2.6) + 0.004 * sin(13.0 * azimuth + 0.7) + 0.0012 * (crowns(azimuth, 900) - 0.5);
}

vec3 clear_sky(float elevation, float towards_sun) {
  const vec3 low = vec3(0.988, 0.765, 0.471), middle = vec3(0.835, 0.580, 0.470), high = vec3(0.235, 0.300, 0.450),
             zenith = vec3(0.110, 0.150, 0.290), away = vec3(0.610, 0.500, 0.560);
  vec3 horizon = mix(away, low, smoothstep(-0.2, 1.0, towards_sun));
  vec3 colour = mix(horizon, mix(vec3(0.56, 0.48, 0.56), middle, smoothstep(-0.6, 0.9, towards_sun)), smoothstep(0.06, 0.36, elevation));
  colour = mix(colour, high, smoothstep(0.20, 0.66, elevation));
  return mix(colour, zenith, smoothstep(0.6, 1.3, elevation));
}

// Thin clouds high above, which the sun lights from below.
vec3 with_veils(vec3 colour, vec3 ray, float elevation, float towards_sun) {
  vec2 at = mat2(0.777, -0.629, 0.629, 0.777) * ray.xy / (ray.z + 0.12) + vec2(3.1, 0.4);
  vec2 bent = at + vec2(0.0, 0.30 * noise(at * vec2(0.9, 1.6) + 9.0));
  float veil = 0.50 * noise(bent * vec2(0.8, 3.1)) + 0.30 * noise(bent * vec2(2.4, 9.3)) + 0.20 * noise(bent * vec2(7.0, 29.0));
  float lit = smoothstep(0.44, 0.74, veil) * smoothstep(0.05, 0.16, elevation) * (1.0 - smoothstep(0.38, 0.75, elevation));
  vec3 glow = mix(vec3(0.95, 0.52, 0.42), vec3(1.0, 0.80, 0.50), smoothstep(0.42, 0.08, elevation));
  return mix(colour, glow, (0.22 + 0.38 * smoothstep(-0.2, 0.9, towards_sun)) * lit);
}

// How much of a pixel of this size [rad] reeds cover: one in each cell around the horizon, most of them short.
float reeds(float azimuth, float above, float size) {
  const float kCells = 2600.0, kCell = kTurn / kCells;
  float at = azimuth / kCell, cover = 0.0;
  float thick = 0.35 + 0.65 * smoothstep(-0.3, 0.7, sin(29.0 * azimuth + 0.5) * sin(83.0 * azimuth) + 0.4 * sin(211.0 * azimuth));
  for (int k = -1; k <= 1; ++k) {
    float cell = floor(at) + float(k);
    uint key = uint(int(cell) + 4 * int(kCells)) % uint(kCells);
    float tall = unit_of(key), shift = 0.2 + 0.6 * unit_of(key + 77777u);
    float height = thick * (0.001 + 0.006 * unit_of(key + 31u) + 0.005 * pow(tall, 7.0)), lean = 0.2 * (unit_of(key + 999u) - 0.5) * above;
    float half_ = 0.0007 * (1.0 - 0.7 * clamp(above / height, 0.0, 1.0));
    float across = clamp((half_ - abs((at - cell - shift) * kCell - lean)) / size + 0.5, 0.0, 1.0) * min(2.0 * half_ / size, 1.0);
    cover = max(cover, across * clamp((height - above) / size + 0.5, 0.0, 1.0));
  }
  return cover;
}

// Share of water below the horizon: it begins behind a bank of land.
float shallows(float azimuth, float below) {
  float bank = 0.010 + 0.003 * sin(4.0 * azimuth + 0.7) + 0.004 * sin(11.0 * azimuth) + 0.002 * sin(37.0 * azimuth);
  return smoothstep(bank, bank + 0.003, below);
}

// Water that mirrors the sky and the light of the sun, with ripples that are too fine to be seen far away.
vec3 water(vec3 ray, float towards_sun) {
  float below = -ray.z;
  vec2 at = ray.xy / max(below, 1e-3);
  float ripple = noise(at * vec2(2.2, 5.0)) * 0.6 + noise(at * 9.0) * 0.4 - 0.5;
  vec3 mirrored = clear_sky(clamp(4.5 * below + (0.05 + 1.2 * below) * ripple, 0.0, 0.46), towards_sun);
  float aside = acos(clamp(towards_sun, -1.0, 1.0)) / (0.03 + 0.25 * below);
  float path = exp(-aside * aside) * (0.7 + 0.9 * ripple);
  return mirrored * mix(0.62, 0.48, smoothstep(0.02, 0.15, below)) * (1.0 + 0.5 * smoothstep(0.2, 0.5, below)) + vec3(0.50, 0.31, 0.12) * path;
}

void main() {
  vec2 at = gl_FragCoord.xy / half_picture - 1.0;
  vec3 ray;
  if (kFlat) {  // the horizon is at the lower border of a fitted world
    float ahead = kSunAzimuth - 0.24 * half_picture.x / half_picture.y;
    vec2 angle = vec2(ahead - at.x * kHalfView * half_picture.x / half_picture.y, (at.y + 0.955) * kHalfView);
    ray = vec3(cos(angle.y) * vec2(cos(angle.x), sin(angle.x)), sin(angle.y));
  } else {
    ray = sight(at);
  }
  float elevation = asin(clamp(ray.z, -1.0, 1.0)), azimuth = atan(ray.y, ray.x);
  vec2 level = normalize(ray.xy + vec2(1e-6, 0.0));
  float towards_sun = dot(level, vec2(cos(kSunAzimuth), sin(kSunAzimuth)));
  float size = kHalfView / half_picture.y;  // of a pixel [rad]

  vec3 colour = clear_sky(max(elevation, 0.0), towards_sun);
  if (elevation > 0.03) {
    vec2 overhead = ray.xy / (ray.z + 0.10);
    float cloud = noise(vec2(0.9, 2.6) * mat2(0.777, -0.629, 0.629, 0.777) * overhead * 1.7) * 0.65 + noise(overhead * 7.3) * 0.35;
    colour *= 1.0 - 0.075 * smoothstep(0.50, 0.85, cloud) * smoothstep(0.03, 0.12, elevation) * (1.0 - smoothstep(0.4, 0.8, elevation));
    colour = with_veils(colour, ray, elevation, towards_sun);
  }
  vec3 sun = vec3(cos(kSunElevation) * vec2(cos(kSunAzimuth), sin(kSunAzimuth)), sin(kSunElevation));
  float apart = length(ray - sun);
  vec2 stretched = vec2(0.45 * (1.0 - towards_sun) * 12.0, elevation - kSunElevation);
  colour += vec3(0.16, 0.14, 0.03) * exp(-dot(stretched, stretched) / 0.016);
  colour += vec3(0.12, 0.06, 0.06) * exp(-apart / 0.05);
  vec3 disc = mix(vec3(1.0, 0.99, 0.90), vec3(1.0, 0.96, 0.70), smoothstep(0.3, 1.0, apart / kSunRadius));  // its limb is darker
  colour = mix(colour, disc, clamp((kSunRadius - apart) / (2.0 * size + 0.002) + 0.5, 0.0, 1.0));

  if (elevation < 0.09) {
    float above = elevation - skyline(azimuth);
    float ground = clamp(0.5 - above / size, 0.0, 1.0);
    float far = clamp(0.5 - (elevation - far_shore(azimuth)) / size, 0.0, 1.0);
    colour = mix(colour, mix(vec3(0.40, 0.31, 0.37), vec3(0.60, 0.40, 0.36), smoothstep(0.0, 1.0, towards_sun)), 0.5 * far);
    float stalks = above > 0.0 && above < 0.05 ? reeds(azimuth, above, size) : 0.0;
    vec3 earth = mix(vec3(0.120, 0.106, 0.132), vec3(0.055, 0.051, 0.070), smoothstep(0.0, 0.12, -above));
    vec3 lake = water(ray, towards_sun);
    // The far bank is mirrored, too, as dark as far as it is high.
    float ripples = 0.004 * (noise(vec2(900.0 * azimuth, 2600.0 * elevation)) - 0.5);
    lake = mix(lake, earth, 0.75 * smoothstep(0.004, -0.004, -elevation - 0.014 - skyline(azimuth) + ripples));
    earth = mix(earth, lake, shallows(azimuth, -elevation));
    colour = mix(colour, earth, max(ground, stalks));
  }
  pixel = without_bands(colour);
}
