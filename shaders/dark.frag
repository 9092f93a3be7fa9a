// Darkens what is drawn already.

uniform float share;
out vec4 pixel;

void main() { pixel = vec4(0.0, 0.0, 0.0, share); }
