// Fills the tables that paint.glsl reads: each pixel is one colour of palette.glsl.

uniform vec2 size;   // of the table
uniform int amounts; // 1: the table of amounts, 0: that of headings
uniform int palette;  // the row of palette.glsl
uniform int light;
out vec4 pixel;

void main() {
  if (amounts == 1) {
    pixel = vec4(amount_colour((gl_FragCoord.x - 0.5) / (size.x - 1.0), palette, light != 0), 1.0);
    return;
  }
  float around = 4.0 * gl_FragCoord.x / size.x;
  float across = around < 2.0 ? 1.0 - around : around - 3.0;
  vec2 level = normalize(vec2(across, (around < 2.0 ? 1.0 : -1.0) * (1.0 - abs(across))));
  float climb = 2.0 * (gl_FragCoord.y - 0.5) / (size.y - 1.0) - 1.0;
  pixel = vec4(heading_colour(vec3(level * sqrt(max(1.0 - climb * climb, 0.0)), climb), palette, light != 0), 1.0);
}
