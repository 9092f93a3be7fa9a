in vec3 place;
in vec2 inside;
flat in float half_length;
in float veil;

uniform float half_width;
uniform vec4 wall_colour;
uniform vec3 background;
uniform vec3 least, most;  // nothing is drawn outside
out vec4 pixel;

void main() {
  if (any(lessThan(place, least)) || any(greaterThan(place, most))) discard;
  float away = length(vec2(max(abs(inside.x) - half_length, 0.0), inside.y));
  float cover = clamp(half_width - away + 0.5, 0.0, 1.0);
  if (cover < 0.004) discard;
  pixel = vec4(mix(wall_colour.rgb, background, veil), wall_colour.a * cover);
}
