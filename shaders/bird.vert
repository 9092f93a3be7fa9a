// A bird as one point with a body and two wings, in pixels; a bird of less than three pixels has no shape. BoidRenderer has its
// uniforms. The beat of its wings follows from its id and the step: the buffer is in the order of ids.

layout(location = 0) in vec3 position;  // a 2D boid's third component reads as 0
layout(location = 1) in vec3 velocity;
layout(location = 2) in float species;

uniform mat4 world_to_clip;
uniform float units_per_pixel;  // at clip w = 1
uniform vec2 half_picture;      // [pixels]
uniform vec2 haze;              // distances between which birds grow pale
uniform float span;             // from wing tip to wing tip [world units]
uniform int beats;              // of the wings since step 0, whole ones ...
uniform float beat;             // ... and the part of the present one
uniform float shutter;          // unit times for which it is open
uniform bool flat_world;        // 2D: wings are in the plane
uniform vec4 eye;
uniform bool day;               // birds are lit
uniform bool tinted;            // they have the colours of their species

flat out vec3 middle_;          // of the bird [pixels], its span
flat out vec4 body;             // nose and tail, from the middle [pixels]
flat out vec4 wings;            // tips
flat out vec3 streak;           // the way while the shutter is open [pixels], and in how many parts it is drawn
flat out float seen;            // share of its darkness
flat out float lit;             // by day, from 0 to 1
flat out vec3 tint;             // of a bird, if tinted

const float kMost = 60.0;       // [pixels]: OpenGL's points are limited
const float kMostParts = 32.0;  // of a streak
const int kSpell = 8;           // beats: so often a bird may begin or end a glide

// How strongly the wings of a bird beat, from 0 to 1: it is decided for each spell, and the last beat of one leads to the next.
float strength(uint id, int spell, float climb) {
  float will = unit_of(id * 0x9e3779b9u + uint(spell));
  return smoothstep(-0.1, 0.1, will - mix(0.9, 0.2, climb));
}

// The angle of the wings [rad]. Each bird has a phase of its own. A bird glides at times, more often if it sinks; wings of a bird
// that climbs steeply beat 3 times where others beat 2 times; a bird at rest does not beat.
float lift_of(uint id, float climb, float steep, bool rests) {
  const float kGlide = 0.18;
  if (rests) return kGlide;
  float turn = beat + unit_of(id);
  int whole = beats + int(turn) + int(mixed(id) % uint(kSpell));  // spells of different birds begin at different steps
  float part_ = fract(turn), in_spell = (float(whole % kSpell) + part_) / float(kSpell);
  float strong = mix(strength(id, whole / kSpell, climb), strength(id, whole / kSpell + 1, climb),
                     smoothstep(1.0 - 1.0 / float(kSpell), 1.0, in_spell));
  float wave = mix(sin(6.2831853 * part_), sin(6.2831853 * 1.5 * (float(whole % 2) + part_)), steep);
  return mix(kGlide, 0.9 * wave, strong);
}

// How bright a bird is: its wings from above or below in the sun, of which the birds above take a part.
float light_on(vec3 place, vec3 forward, vec3 up) {
  if (flat_world) return 0.75 + 0.25 * dot(forward.xy, sun.xy);
  float facing = dot(up, normalize(eye.xyz - eye.w * place));
  float above = 0.25 + 0.75 * max(dot(up, sun), 0.0), below = 0.12 + 0.30 * max(-dot(up, sun), 0.0) + 0.10 * max(dot(up, sun), 0.0);
  return mix(below, above, smoothstep(-0.3, 0.3, facing)) * (0.25 + 0.75 * sunlight_at(place));
}

void main() {
  vec3 place = drawn_place(position, velocity);
  gl_Position = world_to_clip * vec4(place, 1.0);
  if (far_outside(gl_Position) || gl_Position.w <= 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 at = half_picture * (gl_Position.xy / gl_Position.w + 1.0);
  float wide = min(span / (units_per_pixel * gl_Position.w), kMost);
  middle_ = vec3(at, wide);
  seen = 1.0 - 0.6 * smoothstep(haze.x, haze.y, gl_Position.w);
  gl_PointSize = 3.0;
  body = wings = vec4(0.0);
  streak = vec3(0.0, 0.0, 1.0);
  if (shutter > 0.0) {
    vec4 ahead = world_to_clip * vec4(place + shutter * velocity, 1.0);
    vec2 way = half_picture * (ahead.xy / ahead.w + 1.0) - at;
    float far = max(abs(way.x), abs(way.y));
    way *= min(kMost / max(far, 1e-6), 1.0);
    streak = vec3(way, clamp(ceil(length(way)), 1.0, kMostParts));
    gl_PointSize += ceil(min(far, kMost)) + 1.0;
  }
  lit = 0.0;
  tint = species_colours[int(species)] * (day ? 0.3 : 0.6);
  if (wide <= 3.0 && !day) return;
  float speed = length(velocity);
  vec3 forward = speed > 0.0 ? velocity / speed : vec3(1.0, 0.0, 0.0);
  vec3 side, up;
  if (flat_world) {
    side = vec3(-forward.y, forward.x, 0.0);
    up = vec3(0.0);
  } else {
    vec3 level = cross(forward, vec3(0.0, 0.0, 1.0));
    side = length(level) > 1e-3 ? normalize(level) : vec3(1.0, 0.0, 0.0);
    up = cross(side, forward);
  }
  if (day) lit = clamp(light_on(place, forward, up), 0.0, 1.0);
  tint *= 1.0 + 2.3 * lit;
  if (wide <= 3.0) return;
  float climb = flat_world ? 0.6 : smoothstep(-0.5, 0.4, forward.z), steep = flat_world ? 0.0 : smoothstep(0.3, 0.6, forward.z);
  float lift = lift_of(uint(gl_VertexID), climb, steep, speed == 0.0);
  float unit = wide * units_per_pixel * gl_Position.w;
  vec3 out_ = 0.5 * unit * cos(lift) * side, high = 0.5 * unit * sin(lift) * up, swept = -0.10 * unit * forward;
  mat4 ends = world_to_clip * mat4(vec4(place + 0.30 * unit * forward, 1.0), vec4(place - 0.32 * unit * forward, 1.0),
                                   vec4(place + swept + high + out_, 1.0), vec4(place + swept + high - out_, 1.0));
  body = vec4(half_picture * (ends[0].xy / ends[0].w + 1.0) - at, half_picture * (ends[1].xy / ends[1].w + 1.0) - at);
  wings = vec4(half_picture * (ends[2].xy / ends[2].w + 1.0) - at, half_picture * (ends[3].xy / ends[3].w + 1.0) - at);
  vec4 of_body = abs(body) + 0.05 * wide, of_wings = abs(wings) + 0.012 * wide;  // with the widths of bird.frag
  of_body.xy = max(of_body.xy, 0.3 * abs(body.xy) + 0.075 * wide);               // where the wings begin
  vec4 reach = max(of_body, of_wings);
  gl_PointSize += 2.0 * max(max(reach.x, reach.y), max(reach.z, reach.w)) - 1.0;
}
