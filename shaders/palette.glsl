// Colours for dark and light backgrounds: palettes for headings and for amounts, as the notebook's widget shows them. The program has the
// same numbers in src/sim/raster/palette.cpp: change both.

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

// Rows: usual, fire, ocean, grey (enum Palette). Each colour is one of Oklab, so a path of even steps there is a path of
// even steps for the eye; tests/render/palettes_test.cpp measures both kinds.

// A heading's colour is the grey of `kGrey` moved by heading.x * kRight + heading.y * kUp + heading.z * kClimb, all in
// Oklab: a circle of headings is a circle (an ellipse) of colours, and no angle is needed. In 3D climbing is lighter, or
// greener where lightness already shows up and down.
// usual: hues, with lightness leaning towards 138 degrees (lime), away from violet: with this tilt opposite headings
// stay at least 0.1 apart in Oklab for deuteranopes, protanopes and tritanopes (0.02 on an even ring).
// fire: orange to the right, blue to the left, light up, dark down. ocean: hues of one lightness.
// grey: light up, dark down, with a trace of colour to the sides; not even.
const vec2 kGrey[4] = vec2[4](vec2(0.74, 0.56), vec2(0.70, 0.58), vec2(0.74, 0.58), vec2(0.68, 0.52));  // dark, light
const vec3 kRight[4] = vec3[4](vec3(-0.0743145, 0.14, 0.0), vec3(0.0, 0.06, 0.104), vec3(0.0, 0.11, 0.0),
                               vec3(0.0, 0.05, 0.03));
const vec3 kUp[4] = vec3[4](vec3(0.0669131, 0.0, 0.14), vec3(0.12, 0.0, 0.0), vec3(0.0, 0.0, 0.11), vec3(0.2, 0.0, 0.0));
const vec3 kClimb[4] = vec3[4](vec3(0.07, 0.0, 0.0), vec3(0.0, -0.07, 0.04), vec3(0.07, 0.0, 0.0), vec3(0.0, -0.05, 0.03));

vec3 heading_colour(vec3 heading, int palette, bool light) {
  vec3 grey = vec3(light ? kGrey[palette].y : kGrey[palette].x, 0.0, 0.0);
  return oklab_to_srgb(grey + heading.x * kRight[palette] + heading.y * kUp[palette] + heading.z * kClimb[palette]);
}

// For speed and density: lightness, chroma and hue [rad] of the lowest and the highest amount, changing evenly between
// them. usual: violet, teal, yellow. fire: red, orange, pale yellow. ocean: blue, cyan, white. On a light background high
// is dark.
const vec3 kLow[4] = vec3[4](vec3(0.50, 0.13, 5.06), vec3(0.45, 0.13, 0.40), vec3(0.45, 0.13, 4.65), vec3(0.40, 0.0, 0.0));
const vec3 kHigh[4] = vec3[4](vec3(0.90, 0.13, 1.75), vec3(0.95, 0.12, 1.90), vec3(0.96, 0.04, 3.50), vec3(0.97, 0.0, 0.0));
const vec3 kPaperLow[4] = vec3[4](vec3(0.80, 0.13, 1.75), vec3(0.82, 0.12, 1.45), vec3(0.80, 0.06, 3.50),
                                  vec3(0.80, 0.0, 0.0));
const vec3 kPaperHigh[4] = vec3[4](vec3(0.36, 0.13, 5.06), vec3(0.36, 0.13, 0.40), vec3(0.34, 0.13, 4.65),
                                   vec3(0.25, 0.0, 0.0));

vec3 amount_colour(float t, int palette, bool light) {
  vec3 lch = light ? mix(kPaperLow[palette], kPaperHigh[palette], t) : mix(kLow[palette], kHigh[palette], t);
  return oklab_to_srgb(vec3(lch.x, lch.y * cos(lch.z), lch.y * sin(lch.z)));
}
