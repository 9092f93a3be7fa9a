// The trails of a picture: what boids have changed in it, or what is left there of the old trails.

uniform sampler2D before;  // without boids
uniform sampler2D after;   // with them
uniform sampler2D old;     // trails of the picture before
uniform vec4 old_place;    // of this picture in the old one: scale, shift
uniform float fade;
out vec4 pixel;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec3 now = texelFetch(after, at, 0).rgb - texelFetch(before, at, 0).rgb;
  vec2 there = gl_FragCoord.xy / vec2(textureSize(old, 0)) * old_place.xy + old_place.zw;
  vec3 left = fade > 0.0 ? fade * texture(old, there).rgb : vec3(0.0);
  float most = max(max(abs(now.r), abs(now.g)), abs(now.b));
  pixel = vec4(mix(left, now, clamp(4.0 * most, 0.0, 1.0)), 1.0);  // a boid covers trails
}
