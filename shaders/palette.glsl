// Colours for dark and light backgrounds. Included before the boid shaders by shader.cpp.

// Oklab (B. Ottosson, 2020) to sRGB. Oklab is perceptually uniform.
vec3 oklab_to_srgb(vec3 lab) {
  vec3 root = vec3(lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z,
                   lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z,
                   lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z);
  vec3 lms = root * root * root;
  vec3 rgb = vec3(dot(lms, vec3(4.0767416621, -3.3077115913, 0.2309699292)),
                  dot(lms, vec3(-1.2684380046, 2.6097574011, -0.3413193965)),
                  dot(lms, vec3(-0.0041960863, -0.7034186147, 1.7076147010)));
  rgb = clamp(rgb, 0.0, 1.0);
  return mix(12.92 * rgb, 1.055 * pow(rgb, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, rgb));
}

// A ring of hues around one grey: the unit heading is the hue vector, so no angle is needed.
// Lightness leans towards 138 degrees (lime), away from violet: with this tilt opposite headings stay
// at least 0.1 apart in Oklab for deuteranopes, protanopes and tritanopes (0.02 on an even ring).
// In 3D the hue shows the heading's horizontal part, climbing is lighter.
vec3 heading_colour(vec3 heading, bool light) {
  const vec2 kLight = vec2(-0.743145, 0.669131);
  float lightness = (light ? 0.56 : 0.74) + 0.10 * dot(heading.xy, kLight) + 0.07 * heading.z;
  return oklab_to_srgb(vec3(lightness, 0.14 * heading.xy));
}

// For speed and density: from dark violet (low) through teal to bright yellow (high). Both hue and lightness change. On a
// light background, high is dark.
vec3 amount_colour(float t, bool light) {
  float hue = light ? mix(1.75, 5.06, t) : mix(5.06, 1.75, t);
  float lightness = light ? mix(0.80, 0.36, t) : mix(0.50, 0.90, t);
  return oklab_to_srgb(vec3(lightness, 0.13 * cos(hue), 0.13 * sin(hue)));
}
