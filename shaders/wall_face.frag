// A surface is lit from above and slightly from one side, the same on both of its sides, and less transparent where it is seen from the
// side.

in vec3 place;
flat in vec3 facing;
in float veil;

uniform vec4 eye;
uniform vec4 wall_colour;
uniform vec3 background;
uniform vec3 least, most;  // nothing is drawn outside
uniform bool solid;
out vec4 pixel;

void main() {
  if (any(lessThan(place, least)) || any(greaterThan(place, most))) discard;
  pixel = wall_colour;
  if (!solid) return;
  vec3 towards_eye = normalize(eye.xyz - eye.w * place);
  float across = dot(facing, towards_eye);
  vec3 normal = across < 0.0 ? -facing : facing;
  float lit = 0.5 + 0.5 * dot(normal, normalize(vec3(-0.3, -0.2, 1.0)));
  pixel.rgb = mix(wall_colour.rgb * mix(0.5, 1.2, lit), background, veil);
  pixel.a *= mix(1.4, 0.7, abs(across));
}
