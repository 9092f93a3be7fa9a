// Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's rotations. Used by flock_shape.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace murmur {

template <int D>
using Square = std::array<std::array<double, D>, D>;

template <int D>
struct Axis {
  double value = 0.0;
  std::array<double, D> direction{};  ///< eigenvector of length 1
};

/// Eigenvalues with their directions, the least value first.
template <int D>
std::array<Axis<D>, D> symmetric_axes(Square<D> a) {
  Square<D> turned{};
  for (size_t k = 0; k < D; ++k) turned[k][k] = 1.0;
  constexpr int kSweeps = 32;  // far more sweeps than needed: convergence is quadratic
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (size_t p = 0; p < D; ++p) {
      for (size_t q = p + 1; q < D; ++q) {
        if (a[p][q] == 0.0) continue;
        const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
        const double t = std::copysign(1.0, theta) / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
        for (size_t k = 0; k < D; ++k) {
          const double kp = a[k][p], kq = a[k][q];
          a[k][p] = c * kp - s * kq;
          a[k][q] = s * kp + c * kq;
        }
        for (size_t k = 0; k < D; ++k) {
          const double pk = a[p][k], qk = a[q][k];
          a[p][k] = c * pk - s * qk;
          a[q][k] = s * pk + c * qk;
          const double kp = turned[k][p], kq = turned[k][q];
          turned[k][p] = c * kp - s * kq;
          turned[k][q] = s * kp + c * kq;
        }
      }
    }
  }
  std::array<Axis<D>, D> axes;
  for (size_t m = 0; m < D; ++m) {
    axes[m].value = a[m][m];
    for (size_t k = 0; k < D; ++k) axes[m].direction[k] = turned[k][m];
  }
  std::sort(axes.begin(), axes.end(), [](const Axis<D>& x, const Axis<D>& y) { return x.value < y.value; });
  return axes;
}

}  // namespace murmur
