// Numbers that look random, from whole ones: a hash of 32 bits, C. Wellons, "lowbias32" (2018).

uint mixed(uint x) {
  x ^= x >> 16u;
  x *= 0x7feb352du;
  x ^= x >> 15u;
  x *= 0x846ca68bu;
  return x ^ (x >> 16u);
}
float unit_of(uint x) { return float(mixed(x) >> 8u) / 16777216.0; }
float unit_at(ivec2 cell) { return unit_of(uint(cell.x) * 0x9e3779b9u + mixed(uint(cell.y))); }
