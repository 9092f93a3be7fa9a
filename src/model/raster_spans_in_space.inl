// The part of a picture that a boid of a 3D flock covers: a triangle in perspective that faces the camera
// (docs/determinism.md, "Pictures"). Written over T like raster_spans.inl, which must be included before, and after
// number_in(table, place), which reads a table at an index in T.

template <Arithmetic T>
MURMUR_INLINE T length_of(const Vec<T, 3>& a) {
  return square_root(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}
template <Arithmetic T>
MURMUR_INLINE Vec<T, 3> times(const T& factor, const Vec<T, 3>& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}

/// x, y and w in clip space of a position or a direction.
template <Arithmetic T>
MURMUR_INLINE Vec<T, 3> clip_of(const SolidView& view, const Vec<T, 3>& a, bool is_place) {
  Vec<T, 3> clip;
  for (int k = 0; k < 3; ++k) {
    const float* const m = view.world_to_clip.data() + (k == 2 ? 3 : k);
    clip[k] = a[0] * T(m[0]) + a[1] * T(m[4]) + a[2] * T(m[8]);
    if (is_place) clip[k] = clip[k] + T(m[12]);
  }
  return clip;
}

template <Arithmetic T>
MURMUR_INLINE T drawn_size(const SolidView& view, const T& distance) {
  return greater(T(view.size), T(view.least) * distance);
}

/// A quick test: false only for boids at p that are outside the picture or outside its rows top .. under.
template <Arithmetic T>
MURMUR_INLINE auto may_be_seen(const RasterJob& job, const Vec<T, 3>& p, const T& top, const T& under) {
  const SolidView& view = *job.solid;
  const Vec<T, 3> clip = clip_of(view, p, true);
  const T size = drawn_size(view, clip[2]), one = T(1.0f) / clip[2];
  const T half_width = T(0.5f * static_cast<float>(job.width)),
          half_height = T(0.5f * static_cast<float>(job.height));
  const T right = clip[0] * one * half_width, up = clip[1] * one * half_height;  // offset from the centre
  // Largest distance of a corner from the boid's centre, if it is at three quarters of the boid's distance.
  const auto reach = [&](const T& way) {
    return T(1.5f) * size * one * (T(view.pixels) + magnitude(way)) + T(1.0f);
  };
  const T down = half_height - up, far_up = reach(up);
  const auto within =
      both(magnitude(right) <= half_width + reach(right), both(down + far_up >= top, down - far_up <= under));
  return both(clip[2] >= T(view.nearest), either(clip[2] <= T(4.0f) * size, within));
}

/// A boid of a 3D flock, projected to the picture.
template <Arithmetic T>
struct SolidInPicture {
  static constexpr float kMost = 0x1p20f;  // larger boids are not drawn [pixels]

  TriangleSides<T> sides;
  T columns, rows;  // size of the boid's box [pixels]; 0 rows: not visible
  T nearness;       // 1 / distance in front of the camera
  T colour;         // red + 2^8 green + 2^16 blue, an integer

  static MURMUR_INLINE SolidInPicture of(const RasterJob& job, const Vec<T, 3>& p, const Vec<T, 3>& v,
                                         const T& number) {
    const SolidView& view = *job.solid;
    const T speed = length_of(v);
    const Vec<T, 3> ahead = choose(speed > T(0.0f), times(T(1.0f) / speed, v), {T(1.0f), T(0.0f), T(0.0f)});
    const Vec<T, 3> way{T(view.eye[0]) - p[0], T(view.eye[1]) - p[1], T(view.eye[2]) - p[2]};
    const Vec<T, 3> to_eye = times(T(1.0f) / length_of(way), way);
    const Vec<T, 3> across{to_eye[1] * ahead[2] - to_eye[2] * ahead[1],
                           to_eye[2] * ahead[0] - to_eye[0] * ahead[2],
                           to_eye[0] * ahead[1] - to_eye[1] * ahead[0]};
    const T turn = length_of(across);
    const Vec<T, 3> side =
        choose(turn > T(1e-4f), times(T(1.0f) / turn, across), {T(1.0f), T(0.0f), T(0.0f)});
    // Corners of the triangle.
    const Vec<T, 3> middle = clip_of(view, p, true);
    const T size = drawn_size(view, middle[2]);
    const Vec<T, 3> forward = times(size, clip_of(view, ahead, false)),
                    wing = times(T(kTailSide) * size, clip_of(view, side, false));
    T x[3], y[3], least = middle[2], sum = speed;  // sum is not finite if one of these numbers is not
    for (int k = 0; k < 3; ++k) {
      Vec<T, 3> corner;
      for (int axis = 0; axis < 3; ++axis)
        corner[axis] =
            k == 0 ? middle[axis] + forward[axis]
                   : (middle[axis] + T(kTailForward) * forward[axis]) + T(k == 1 ? 1.0f : -1.0f) * wing[axis];
      const T one = T(1.0f) / corner[2];
      const T half_width = T(0.5f * static_cast<float>(job.width)),
              half_height = T(0.5f * static_cast<float>(job.height));
      x[k] = corner[0] * one * half_width + half_width;
      y[k] = half_height - corner[1] * one * half_height;
      least = lesser(least, corner[2]);
      sum = sum + (x[k] + y[k]);
    }
    SolidInPicture boid{{x[0], y[0], x[1], y[1], x[2], y[2], 0.0f}, {}, {}, T(1.0f) / middle[2], {}};
    boid.columns = round_down(greater(greater(x[0], x[1]), x[2])) - boid.sides.column + T(1.0f);
    const auto finite = sum - sum >= T(0.0f),
               small = both(boid.columns < T(kMost), boid.sides.bottom < T(kMost));
    const auto seen = both(both(least >= T(view.nearest), finite), small);
    boid.rows = select(seen, round_down(boid.sides.bottom) + T(1.0f), T(0.0f));
    // Colour, lit from above, and in haze.
    T row = colour_of(job, ahead[0], ahead[1], speed, number);
    if (job.paint_by == PaintBy::kHeading)
      row = row + T(static_cast<float>(job.colours)) *
                      round_down((ahead[2] * T(0.5f) + T(0.5f)) * T(kClimbs - 1.0f) + T(0.5f));
    row = select(seen, row, T(0.0f));
    const T light = T(0.95f) + T(0.1f) * to_eye[2];
    const T deep = lesser(greater((middle[2] - T(view.haze)) / T(view.full - view.haze), T(0.0f)), T(1.0f));
    const T veil = T(0.8f) * (deep * deep * (T(3.0f) - T(2.0f) * deep));
    boid.colour = T(0.0f);
    for (int k = 2; k >= 0; --k) {
      const T lit = number_in(job.paint->data(), row * T(4.0f) + T(static_cast<float>(k))) * light;
      const T mixed = lit + (T(view.background[static_cast<size_t>(k)]) - lit) * veil;
      boid.colour = boid.colour * T(256.0f) + round_down(lesser(mixed, T(255.0f)) + T(0.5f));
    }
    return boid;
  }

 private:
  static MURMUR_INLINE Vec<T, 3> choose(const auto& mask, const Vec<T, 3>& yes, const Vec<T, 3>& no) {
    return {select(mask, yes[0], no[0]), select(mask, yes[1], no[1]), select(mask, yes[2], no[2])};
  }
};

/// Columns of samples that the lines of one row of pixels cover, from the left edge of the box: `first` .. `end` - 1.
/// Each line has one sample per pixel.
template <Arithmetic T>
struct SampleSpans {
  T first[kLines], end[kLines];

  /// Moves to the next row of the triangle.
  MURMUR_INLINE SampleSpans(TriangleSides<T>& sides, const T& columns) {
    constexpr float kBehind[kLines] = {0.625f, 0.125f, 0.875f, 0.375f};  // distance to the pixel's right edge
    const RowSpans<T> spans(sides);
    const auto mirrored = sides.pixel < T(0.0f);
    for (int line = 0; line < kLines; ++line) {
      const T low = spans.low[line], high = spans.high[line];
      const auto columns_to = [&](const T& x) {
        return lesser(greater(round_down(x * T(1.0f / kPixel) + T(kBehind[line])), T(0.0f)), columns);
      };
      first[line] = columns_to(select(mirrored, T(0.0f) - high, low));
      end[line] = columns_to(select(mirrored, T(0.0f) - low, high));
    }
  }
};
