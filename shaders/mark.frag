in vec3 place;
in vec2 inside;
flat in vec2 half_size;
flat in vec4 mark_colour;
flat in int mark_shape;
flat in vec4 ball;

uniform mat4 world_to_clip;
uniform vec4 eye;
uniform bool solid;
uniform bool light;
uniform vec3 background;
out vec4 pixel;

const int kBall = 0, kRing = 1, kDisc = 2, kLine = 3, kDart = 4, kCross = 5;

float cover(float distance_to_edge) { return clamp(distance_to_edge + 0.5, 0.0, 1.0); }

float line_cover(vec2 p, vec2 a, vec2 b, float half_width) {
  vec2 ab = b - a, ap = p - a;
  return cover(half_width - length(ap - ab * clamp(dot(ap, ab) / dot(ab, ab), 0.0, 1.0)));
}

// A sphere lit from above and slightly from one side: nearly transparent in the middle, more opaque at its rim.
vec4 sphere(out float depth) {
  vec3 ray = normalize(place - eye.xyz), from = eye.xyz - ball.xyz;
  float b = dot(from, ray), c = dot(from, from) - ball.w * ball.w;
  float under = b * b - c;
  if (under < 0.0) discard;
  vec3 hit = eye.xyz + ray * (-b - sqrt(under));
  vec3 normal = (hit - ball.xyz) / ball.w;
  float facing = clamp(dot(normal, -ray), 0.0, 1.0);
  float lit = 0.5 + 0.5 * dot(normal, normalize(vec3(-0.3, -0.2, 1.0)));
  vec3 colour = mark_colour.rgb * mix(0.55, 1.15, lit);
  vec4 clip = world_to_clip * vec4(hit, 1.0);
  depth = 0.5 + 0.5 * clip.z / clip.w;
  return vec4(colour, mark_colour.a * mix(1.0, 0.62, facing * facing));
}

void main() {
  pixel = mark_colour;
  float depth = gl_FragCoord.z;
  float from_middle = length(inside);
  if (mark_shape == kBall && solid) {
    pixel = sphere(depth);
  } else if (mark_shape == kBall) {
    float rim = cover(1.0 - abs(half_size.x - 1.0 - from_middle));
    float soft = 0.55 + 0.45 * smoothstep(0.0, half_size.x, from_middle);
    pixel.a *= cover(half_size.x - from_middle) * max(0.55 * soft, rim);
  } else if (mark_shape == kRing) {
    pixel.a *= cover(half_size.y - abs(half_size.x - from_middle));
  } else if (mark_shape == kDisc) {
    pixel.a *= cover(half_size.x - from_middle);
  } else if (mark_shape == kLine) {
    pixel.a *= cover(half_size.y - abs(inside.y));
  } else if (mark_shape == kCross) {
    float r = 0.7 * half_size.x;
    pixel.a *= max(line_cover(inside, vec2(-r), vec2(r), 1.0), line_cover(inside, vec2(-r, r), vec2(r, -r), 1.0));
  } else {  // dart: tip at the radius, notched behind
    float r = half_size.x;
    vec2 tip = vec2(0.94 * r, 0.0), tail = vec2(-0.72, 0.62) * r, notch = vec2(-0.42 * r, 0.0);
    vec2 p = vec2(inside.x, abs(inside.y));
    vec2 side_ = normalize(vec2(tail.y - tip.y, tip.x - tail.x)), back = normalize(vec2(tail.y - notch.y, notch.x - tail.x));
    float in_side = -dot(p - tip, side_), in_back = dot(p - notch, back);
    float edge = min(in_side, in_back);
    float body = cover(edge - min(1.2, 0.07 * r));
    pixel.rgb = mix(light ? vec3(1.0) : vec3(0.03), mark_colour.rgb, body);  // the outline makes it visible on boids of any colour
    pixel.a *= cover(edge);
  }
  if (pixel.a < 0.004) discard;
  gl_FragDepth = depth;
}
