// What the skies of dusk and day share: the direction in which a pixel looks, woods, and a colour without bands.
// Included after hash.glsl.

uniform mat4 world_to_clip;
uniform vec2 half_picture;  // [pixels]

const float kTurn = 6.2831853;
const float kHalfView = 0.35;  // half the vertical angle of view [rad], as camera.cpp; 2D pictures at dusk have it too

// 3D: the direction in which the eye sees a place of the picture, from -1 to 1.
vec3 sight(vec2 at) {
  mat4 rows = transpose(world_to_clip);
  return normalize(rows[3].xyz + at.x * rows[0].xyz / dot(rows[0].xyz, rows[0].xyz) +
                   at.y * rows[1].xyz / dot(rows[1].xyz, rows[1].xyz));
}

// Height of the crowns of trees [share]: one tree in each of so many cells around the horizon, with leaves at its edge.
float crowns(float azimuth, int cells) {
  float at = (azimuth / kTurn + 1.0) * float(cells), high = 0.0;
  for (int k = -1; k <= 1; ++k) {
    float cell = floor(at) + float(k);
    uint key = uint(int(cell) % cells);
    float across = (at - cell - 0.3 - 0.4 * unit_of(key)) / (0.55 + 0.45 * unit_of(key + 501u));
    high = max(high, (0.55 + 0.45 * unit_of(key + 77u)) * pow(max(1.0 - across * across, 0.0), 0.45));
  }
  return high;
}

// Share of trees on the skyline, from 0 to 1. Waves have whole numbers around the horizon, so there is no seam.
float wooded(float azimuth) { return smoothstep(0.05, 0.75, sin(5.0 * azimuth + 2.2) * sin(2.0 * azimuth + 0.6)); }

// The colour of a pixel, moved by less than a step of 255, else the slow change of colours would show bands.
vec4 without_bands(vec3 colour) {
  float shake = unit_at(ivec2(gl_FragCoord.xy)) - 0.5;
  return vec4(clamp(colour + shake / 255.0, 0.0, 1.0), 1.0);
}
