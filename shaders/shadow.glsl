// The shadow of the birds on the ground by day: a map over a part of the ground, of how much of the sun birds take there, and
// how high they are. Included where the map is drawn and where it is read.

uniform vec4 ground;       // of the map: its lowest corner, 1 / its size
uniform vec3 sun;          // towards it
uniform float high;        // of the world: heights are shares of it
uniform sampler2D shadows; // optical depth; the same times the height

vec2 in_map(vec2 place) { return (place - ground.xy) * ground.zw; }

// The share of the sun that birds take from a place on the ground.
float shadow_at(vec2 place) { return 1.0 - exp(-texture(shadows, in_map(place)).r); }

// How much of the sun the birds above leave to a bird: as if half of those in line with the sun were above their mean height.
float sunlight_at(vec3 place) {
  vec2 map = texture(shadows, in_map(place.xy - place.z / sun.z * sun.xy)).rg;
  float above = map.g / max(map.r, 1e-6) - place.z / high;
  return exp(-0.8 * map.r * smoothstep(-0.12, 0.12, above));
}
