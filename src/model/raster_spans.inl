// The part of a picture that a boid covers: a triangle, as spans on four lines in each row of pixels
// (docs/determinism.md, "Pictures"). Written over T, a number or a pack of lanes with one boid in each. Uses only + -
// * /, square root, floor and comparisons, so the bits are equal everywhere.

constexpr int kLines = 4;            // lines in a row of pixels, at 1/8, 3/8, 5/8 and 7/8 of its height
constexpr float kPixel = 15.5f;      // units per pixel width: four lines add up to 62, with rounding 63
constexpr float kRoundUp = 8192.5f;  // keeps sums positive, so that floor rounds to the nearest
constexpr float kFlat = 0x1p-20f;    // sides lower than this count as this high [pixels]
constexpr float kTailForward = -0.400572f,
                kTailSide = 0.299236f;  // cos and sin of 2.5 rad, times 1/2: as in boid.vert

/// A triangle whose three sides are followed from line to line. x is measured from the left edge of `column`, in
/// units of 1 / kPixel pixel, or from the right edge of the window if the triangle's middle corner is on the left.
template <Arithmetic T>
struct TriangleSides {
  T column, row;            // pixel at the upper left corner of the triangle's box; integers
  T bottom;                 // lowest corner, below the top of `row` [pixels]
  T edge, pixel;            // left edge of the window's first pixel; distance from one pixel to the next
  T longest, upper, lower;  // x of the long side, and of the two short ones, on the next line
  T by_longest, by_upper, by_lower;  // change of x from line to line

  /// Prepares the triangle. Corners are in pixels, y downwards. `span`: width of the window in pixels.
  MURMUR_INLINE TriangleSides(T ax, T ay, T bx, T by, T cx, T cy, float span) {
    column = round_down(lesser(lesser(ax, bx), cx));
    row = round_down(lesser(lesser(ay, by), cy));
    ax = (ax - column) * T(kPixel), bx = (bx - column) * T(kPixel), cx = (cx - column) * T(kPixel);
    ay = ay - row, by = by - row, cy = cy - row;
    in_order(ax, ay, bx, by), in_order(bx, by, cx, cy), in_order(ax, ay, bx, by);
    bottom = cy;
    const T high = greater(cy - ay, T(kFlat));
    const auto mirrored = bx < ax + (by - ay) * ((cx - ax) / high);
    const T wide = T(kPixel * span);
    ax = select(mirrored, wide - ax, ax), bx = select(mirrored, wide - bx, bx),
    cx = select(mirrored, wide - cx, cx);
    edge = select(mirrored, wide, T(0.0f));
    pixel = select(mirrored, T(-kPixel), T(kPixel));
    const T long_slope = (cx - ax) / high, upper_slope = (bx - ax) / greater(by - ay, T(kFlat)),
            lower_slope = (cx - bx) / greater(cy - by, T(kFlat));
    const T first = T(0.125f), line = T(0.25f);
    longest = ax + (first - ay) * long_slope, upper = ax + (first - ay) * upper_slope;
    lower = bx + (first - by) * lower_slope;
    by_longest = line * long_slope, by_upper = line * upper_slope, by_lower = line * lower_slope;
  }

 private:
  static MURMUR_INLINE void in_order(T& x0, T& y0, T& x1, T& y1) {
    const auto swap = y0 > y1;
    const T x = select(swap, x1, x0), y = select(swap, y1, y0);
    x1 = select(swap, x0, x1), y1 = select(swap, y0, y1), x0 = x, y0 = y;
  }
};

/// The spans of one row of pixels, read from left to right.
template <Arithmetic T>
struct RowSpans {
  T low[kLines], high[kLines], edge, before;

  /// Moves to the next row of the triangle.
  MURMUR_INLINE explicit RowSpans(TriangleSides<T>& sides) : edge(sides.edge) {
    for (int line = 0; line < kLines; ++line) {
      low[line] = sides.longest;
      high[line] = greater(lesser(sides.upper, sides.lower), low[line]);
      sides.longest = sides.longest + sides.by_longest;
      sides.upper = sides.upper + sides.by_upper, sides.lower = sides.lower + sides.by_lower;
    }
    before = up_to_edge();
  }
  /// Covered share of the next pixel, in 62nds: an integer from 0 to 63.
  MURMUR_INLINE T next(const TriangleSides<T>& sides) {
    edge = edge + sides.pixel;
    const T after = up_to_edge(), share = magnitude(after - before);
    before = after;
    return share;
  }

 private:
  /// Length of the spans up to `edge`, rounded: differences of such lengths add up exactly to the whole row.
  MURMUR_INLINE T up_to_edge() const {
    T sum = T(kRoundUp);
    for (int line = 0; line < kLines; ++line) sum = sum + lesser(greater(edge, low[line]), high[line]);
    return round_down(sum);
  }
};

/// Index of the colour of a boid in a 2D flock, an integer.
template <Arithmetic T>
MURMUR_INLINE T colour_of(const RasterJob& job, const T& fx, const T& fy, const T& speed, const T& number) {
  const T last = T(static_cast<float>(job.colours - 1));
  const auto share = [](const T& x) { return lesser(greater(x, T(0.0f)), T(1.0f)); };
  switch (job.paint_by) {
    case PaintBy::kHeading: {  // a quarter of the circle has a quarter of the colours
      const T across = fx / greater(magnitude(fx) + magnitude(fy), T(1e-6f));
      const T around = select(fy >= T(0.0f), T(1.0f) - across, T(3.0f) + across) *
                       T(0.25f * static_cast<float>(job.colours));
      const T index = round_down(around);
      return select(index > last, T(0.0f), index);
    }
    case PaintBy::kSpeed:
      return round_down(share((speed - T(job.lowest)) / T(job.range)) * last + T(0.5f));
    case PaintBy::kNumber:
      return round_down(share((number - T(job.lowest)) / T(job.range)) * last + T(0.5f));
    case PaintBy::kOne:
      break;
  }
  return T(0.0f);
}

/// A boid of a 2D flock, projected to the picture.
template <Arithmetic T>
struct BoidInPicture {
  TriangleSides<T> sides;
  T colour;  // index of the colour, an integer

  /// Projects a boid. `number`: its value in the column that colours show, if any.
  static MURMUR_INLINE BoidInPicture of(const RasterJob& job, const Vec<T, 2>& p, const Vec<T, 2>& v,
                                        const T& number) {
    const T speed = square_root(v[0] * v[0] + v[1] * v[1]);
    const auto moves = speed > T(0.0f),
               perched = both(speed <= T(0.0f), magnitude(p[1] - T(job.ground)) <= T(0.0f));
    const T up = select(perched, T(1.0f), T(0.0f));
    const T fx = select(moves, v[0] / speed, T(1.0f) - up), fy = select(moves, v[1] / speed, up);
    const T px = p[0] * T(job.scale_x) + T(job.offset_x), py = p[1] * T(job.scale_y) + T(job.offset_y);
    const T dx = T(job.size) * fx, dy = T(-job.size) * fy;
    const T tail_x = px + T(kTailForward) * dx, tail_y = py + T(kTailForward) * dy;
    const T wing_x = T(kTailSide) * dy, wing_y = T(kTailSide) * dx;
    return {{px + dx, py + dy, tail_x - wing_x, tail_y + wing_y, tail_x + wing_x, tail_y - wing_y,
             static_cast<float>(job.span)},
            select(perched, T(static_cast<float>(job.earth)), colour_of(job, fx, fy, speed, number))};
  }
};
