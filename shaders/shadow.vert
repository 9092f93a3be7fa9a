// A bird's shadow as a soft point of the map of shadows (shadow.glsl). BoidRenderer has the other uniforms.

layout(location = 0) in vec3 position;  // a 2D boid's third component reads as 0
layout(location = 1) in vec3 velocity;

uniform float texel;  // of the map [world units]
uniform vec3 offset;  // 2D: from a bird to its shadow

flat out vec3 blob;   // its middle and radius [texels]
flat out float tall;  // share of the world's height

void main() {
  vec3 place = drawn_place(position, velocity);
  vec2 at = place.xy + offset.xy - place.z / sun.z * sun.xy;
  float radius = min(2.0 + 0.03 * max(place.z + offset.z, 0.0) / texel, 8.0);  // the sun is no point
  blob = vec3((at - ground.xy) / texel, radius);
  tall = clamp(place.z / high, 0.0, 1.0);
  gl_Position = vec4(2.0 * in_map(at) - 1.0, 0.0, 1.0);
  gl_PointSize = 2.0 * radius + 2.0;
}
