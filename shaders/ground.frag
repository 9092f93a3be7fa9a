// Height as a shade of earth with a contour line each tenth of the map's range.

in vec2 place;
uniform vec2 world_size;
uniform int kind;            // 0 flat, 1 hill, 2 height map
uniform vec4 hill;           // x, y, radius, height
uniform bool wrapped;
uniform sampler2D heights;
uniform float base;          // opacity of flat ground
uniform bool light;
out vec4 pixel;

float height_here() {
  if (kind == 1) {
    vec2 d = abs(place - hill.xy);
    if (wrapped) d = min(d, world_size - d);
    return max(0.0, hill.w * (1.0 - dot(d, d) / (hill.z * hill.z)));
  }
  if (kind == 2) {
    vec2 count = vec2(textureSize(heights, 0));
    return texture(heights, (place / world_size * (count - 1.0) + 0.5) / count).r;
  }
  return 0.0;
}

void main() {
  float height = height_here();
  float most = kind == 1 ? max(hill.w, 1e-3) : 100.0;  // a low hill must be visible too
  float level = 10.0 * height / most;
  float slope = max(fwidth(level), 1e-6);
  // Lines that are too close together to distinguish fade into the shade.
  float line = clamp(1.2 - abs(fract(level + 0.5) - 0.5) / slope, 0.0, 1.0) * clamp(2.0 - 4.0 * slope, 0.0, 1.0);
  if (level < 0.25) line = 0.0;
  vec3 colour = light ? vec3(0.62, 0.52, 0.36) : vec3(0.50, 0.42, 0.30);
  pixel = vec4(colour, max(base, 0.42 * level / 10.0) + 0.30 * line);
}
