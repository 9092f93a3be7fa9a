uniform vec3 colour;
out vec4 pixel;

void main() { pixel = vec4(colour, 1.0); }
