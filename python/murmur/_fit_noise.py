"""Noise of the motion and errors of the places, from covariances of what the rules leave of the accelerations.

With s the amount of isotropic noise, m the error of a place (standard deviation of a component, "blur") and w the weights of the k
steps' accelerations in that of a frame, a triangle: c(0) = s² rate k Σ w² + 6 m² rate⁴, c(1) = s² rate k Σ w w' - 4 m² rate⁴,
c(2) = m² rate⁴.
"""

from __future__ import annotations

import numpy as np


def covariances(residuals, first, end):
    """c(0), c(1), c(2) of frames, and the count of products of each."""
    sums, counts = [], []
    for lag in (0, 1, 2):
        product = residuals[first:end] * residuals[first + lag:end + lag] if end + lag <= len(residuals) else \
            residuals[first:len(residuals) - lag] * residuals[first + lag:]
        there = np.isfinite(product)
        sums.append(product[there].sum())
        counts.append(there.sum())
    return np.array(sums), np.array(counts)


def system(rate, steps):
    """(3, 2): covariances of a unit of s² and of m²."""
    k = round(min(steps, 1000))
    w = np.concatenate([np.arange(1, k + 1), np.arange(k - 1, 0, -1)]) / k**2
    return np.array([[rate * k * (w @ w), 6 * rate**4], [rate * k * (w[k:] @ w[:len(w) - k]), -4 * rate**4], [0, rate**4]])


def amounts(c, rate, steps):
    """(…, 2) s and m of covariances (…, 3)."""
    scale = np.array([rate, rate**4])
    solver = np.linalg.pinv(system(rate, steps) / scale)
    return np.sqrt(np.maximum((c @ solver.T) / scale, 0))


def scatter(s, m, rate, steps):
    """What errors of places add to the variance of a component of the velocity of a frame, and how much less than that of a step it
    scatters, as it is a mean over steps."""
    return m**2 * seen(rate, steps), s**2 / rate * (steps**2 - 1) * (4 * steps**2 + 1) / (12 * steps**4)


def seen(rate, steps):
    """Variance of a component of the velocity of a frame from errors of places of 1."""
    return rate**2 * (1 + 3 / steps**2) / 2


def unexplained(c, found, rate, steps):
    """The part of c(0) to c(2) that isotropic noise and errors of places do not explain, of c(0)."""
    return float(np.abs(c - system(rate, steps) @ found**2).max() / c[0]) if c[0] > 0 else 0.0


def blur(positions, rate, way):
    """m of places alone: what errors of places add to c(2) and not to c(3) and c(4), through which what animals do goes on a line."""
    a = (way(positions[1:-1], positions[2:]) - way(positions[:-2], positions[1:-1])) * rate**2
    c = [np.nanmean(a[:-lag] * a[lag:]) if len(a) > lag else 0.0 for lag in (2, 3, 4)]
    return float(np.sqrt(max(c[0] - 2 * c[1] + c[2], 0)) / rate**2)
