// The picture without boids, and over it the boids with their trails and glow.

uniform sampler2D before;
uniform sampler2D after;
uniform sampler2D trails;
uniform sampler2D blurred;
uniform int has_trails;
uniform float glow;  // 0: none
uniform vec2 size;   // of the picture [pixels]
out vec4 pixel;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec3 under = texelFetch(before, at, 0).rgb;
  vec3 boids = has_trails != 0 ? texelFetch(trails, at, 0).rgb : texelFetch(after, at, 0).rgb - under;
  vec3 light = glow > 0.0 ? glow * texture(blurred, gl_FragCoord.xy / size).rgb : vec3(0.0);
  float cover = clamp(4.0 * max(max(abs(boids.r), abs(boids.g)), abs(boids.b)), 0.0, 1.0);
  pixel = vec4(clamp(under + boids + (1.0 - 0.85 * cover) * light, 0.0, 1.0), 1.0);  // boids keep their colours
}
