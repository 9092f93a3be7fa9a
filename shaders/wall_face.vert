// A triangle of a wall: of a surface in 3D, of the area of an outline in 2D.

layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 normal;

uniform mat4 world_to_clip;
uniform vec3 shift;
uniform vec2 haze;
uniform bool solid;  // 3D

out vec3 place;
flat out vec3 facing;
out float veil;

void main() {
  place = corner + shift;
  facing = normal;
  gl_Position = world_to_clip * vec4(place, 1.0);
  veil = solid ? 0.8 * smoothstep(haze.x, haze.y, gl_Position.w) : 0.0;
}
