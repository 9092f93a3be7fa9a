flat in vec4 boid_colour;
out vec4 pixel;

void main() { pixel = boid_colour; }
