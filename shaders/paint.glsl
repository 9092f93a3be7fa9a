// Colours of boids, read from tables (sim/raster/palette.h): a shader that computes them for every boid spends most of
// its time on roots. Included before the boid shaders by boid_renderer.cpp.

uniform sampler2D heading_table;  // (around the circle, climb)
uniform sampler2D amount_table;   // (amount)
uniform int colour_by;            // 0 heading, 1 speed, 2 one colour, 3 density, 4 species, 5 the number
uniform vec3 species_colours[16]; // by index
uniform vec2 speed_range;
uniform vec3 one_colour;
uniform vec3 perch;             // whether boids perch, the ground's height, 1: on the third axis

uniform float back;   // share of the last step that is not yet shown: slow motion
uniform vec3 wrap;    // size of the world where its borders are connected; 0: they are not
uniform vec3 shift;   // of a copy of the flock beyond a connected border
uniform vec4 middle;  // w = 1: boids are drawn beyond connected borders where they are nearer to this place

vec3 drawn_place(vec3 position, vec3 velocity) {
  vec3 at = position - back * velocity;
  if (wrap.x > 0.0 && middle.w > 0.0) {
    at -= wrap * floor((at - middle.xyz) / wrap + 0.5);
  } else if (wrap.x > 0.0 && back > 0.0) {
    at -= wrap * floor(at / wrap);
  }
  return at + shift;
}

// Farther from the picture than the largest small boid: its vertices need no colour.
bool far_outside(vec4 clip) {
  const float kBorder = 1.7;
  return any(greaterThan(abs(clip.xy), vec2(kBorder * abs(clip.w))));
}

// Each quarter of the circle has a quarter of the table: no angle is needed.
vec3 table_heading(vec3 heading) {
  float across = heading.x / max(abs(heading.x) + abs(heading.y), 1e-6);
  float around = heading.y >= 0.0 ? 1.0 - across : 3.0 + across;
  ivec2 size = textureSize(heading_table, 0);
  return texelFetch(heading_table, ivec2(int(around * 0.25 * float(size.x)) % size.x,
                                         int((heading.z * 0.5 + 0.5) * float(size.y - 1) + 0.5)), 0).rgb;
}

vec3 table_amount(float t) {
  return texelFetch(amount_table, ivec2(int(t * float(textureSize(amount_table, 0).x - 1) + 0.5), 0), 0).rgb;
}

// At rest on the ground.
bool perches(vec3 position, float speed) {
  return perch.x > 0.0 && speed == 0.0 && abs(mix(position.y, position.z, perch.z) - perch.y) <= 0.0;
}

// number: of the boid's species, or one that a rule keeps, from 0 to 1.
vec3 paint(vec3 position, vec3 forward, float speed, float number) {
  if (perches(position, speed)) return vec3(0.78, 0.55, 0.28);  // of the ground
  if (colour_by == 0) return table_heading(forward);
  if (colour_by == 1)
    return table_amount(clamp((speed - speed_range.x) / max(speed_range.y - speed_range.x, 1e-6), 0.0, 1.0));
  if (colour_by == 3) return table_amount(crowding(position));
  if (colour_by == 4) return species_colours[int(number)];
  if (colour_by == 5) return table_amount(clamp(number, 0.0, 1.0));
  return one_colour;
}
