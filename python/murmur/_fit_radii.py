"""Radii by a scan: those with the least residual of least squares on smoothed tracks, which biases amounts and not radii."""

from __future__ import annotations

import numpy as np

from ._tracks_arrays import shorter
from ._fit_terms import Terms, at_frames, first_finite

RADII = ("rules.radius", "rules.separation_radius")
STATIC = ("rules.cruise.", "world.", "wind.", "goal.", "obstacle", "cursor.")  # what sees no neighbours
ROWS = 20_000  # about so many accelerations are enough
GROUPS = 40
# Quadratic polynomials through five frames (Savitzky & Golay 1964).
SMOOTH, SLOPE, CURVE = np.array([-3, 12, 17, 12, -3]) / 35, np.array([-2, -1, 0, 1, 2]) / 10, np.array([2, -1, -2, -1, 2]) / 7


def grid(value):
    """From a half to twice the value of the scenario, in steps of 6 %."""
    return value * 2.0 ** (np.arange(-12, 13) / 12)


def smoothed(tracks, period):
    """Places, velocities and accelerations of frames 2 to T - 3, and which of them are measured."""
    p, seen = tracks.positions, tracks.seen & np.isfinite(tracks.accelerations[..., 0])
    end = len(p) - 4
    around = np.stack([shorter(p[k:end + k] - p[2:-2], period) for k in range(5)])
    fit = lambda weights, power: np.tensordot(weights, around, 1) * tracks.rate**power
    used = np.all([seen[k:end + k] for k in range(5)], 0)
    place = first_finite(p[2:-2] + fit(SMOOTH, 0), p[2:-2])
    velocity = first_finite(fit(SLOPE, 1), tracks.velocities[2:-2], np.zeros_like(place))
    return place if period is None else place % period, velocity, fit(CURVE, 2), used


class Scan:
    """Least squares at any pair of radii, in groups of frames."""

    def __init__(self, model, keys, tracks):
        self.model, self.keys = model, keys
        place, velocity, acceleration, used = smoothed(tracks, model.period)
        at = np.flatnonzero(used.any(1))
        if len(at) == 0:
            raise ValueError("fit: no animal is seen in five frames in a row")
        count = max(min(len(at), 30), int(ROWS / max(used.sum(1).mean(), 1)))
        at = at[np.unique(np.linspace(0, len(at) - 1, min(count, len(at))).astype(int))]
        self.place, self.velocity, self.acceleration, self.used = place[at], velocity[at], acceleration[at], used[at]
        if model["rules.adds"] == "velocity":
            self.acceleration = self.acceleration * model["rules.time_step"]
        still = [key for key in keys if key.startswith(STATIC)]
        self.moving = [key for key in keys if key not in still]
        terms = Terms(model, still)
        _, self.still = at_frames(terms, self.place, self.velocity)
        self.away = self.still @ terms.amounts
        self.found = {}

    def moments(self, radii):
        """X'X, X'y and y'y of groups of frames at these radii; None where they are not allowed."""
        key = tuple(sorted(radii.items()))
        if key not in self.found:
            try:
                terms = Terms(self.model, self.moving, radii)
            except ValueError:
                self.found[key] = None
                return None
            base, x = at_frames(terms, self.place, self.velocity)
            y, x = self.acceleration - base + self.away, np.concatenate([x, self.still], -1)
            groups = np.array_split(np.arange(len(y)), min(GROUPS, len(y)))
            parts = []
            for group in groups:
                ys = y[group][self.used[group]].reshape(-1)
                xs = x[group][self.used[group]].reshape(len(ys), x.shape[-1])
                parts.append((xs.T @ xs, xs.T @ ys, ys @ ys))
            self.found[key] = [np.array(part) for part in zip(*parts)]
        return self.found[key]

    def residual(self, radii, samples=None):
        """Sum of squares that is left, of all groups or of samples of groups, (S, G) counts."""
        found = self.moments(radii)
        if found is None:
            return np.inf if samples is None else np.full(len(samples), np.inf)
        counts = np.ones((1, len(found[2]))) if samples is None else samples
        xx, xy, yy = (np.tensordot(counts, part, 1) for part in found)
        xx = xx + 1e-9 * np.trace(xx, axis1=1, axis2=2)[:, None, None] * np.eye(xx.shape[-1])
        left = yy - (xy * np.linalg.solve(xx, xy[..., None])[..., 0]).sum(-1)
        return float(left[0]) if samples is None else left


def scan(model, keys, free, tracks, grids, rng):
    """Values of the free radii, their 90 % intervals, the reasons why one is not identifiable, and for each a value beside it with
    the standard error in units of that step."""
    found = Scan(model, keys, tracks)
    radii = {key: float(model[key]) for key in free}
    for turn in range(4):  # the first over every second value
        before = dict(radii)
        for key in free:
            left = [found.residual({**radii, key: value}) if turn or n % 2 == 0 else np.inf for n, value in enumerate(grids[key])]
            if not np.isfinite(left).any():
                raise ValueError(f"fit: radii: no value for {key} is allowed beside {radii}")
            radii[key] = float(grids[key][int(np.argmin(left))])
        if turn and radii == before:
            break
    intervals, reasons, beside = {}, {}, {}
    groups = len(found.moments(radii)[2])
    samples = rng.multinomial(groups, np.full(groups, 1 / groups), 200)
    for key in free:
        values = grids[key]
        best = np.argmin([found.residual({**radii, key: value}, samples) for value in values], 0)
        low, high = np.quantile(best, [0.05, 0.95], method="nearest")
        at = int(np.searchsorted(values, radii[key]))
        other = next((n for n in (at + 1, at - 1) if 0 <= n < len(values) and found.moments({**radii, key: float(values[n])})), None)
        if other is not None:
            beside[key] = (float(values[other]), float(np.sqrt(best.std() ** 2 + 1 / 12)))
        intervals[key] = (float(values[max(low - 1, 0)]), float(values[min(high + 1, len(values) - 1)]))
        if radii[key] in (values[0], values[-1]):
            reasons[key] = f"it is at the edge of the scan, {values[0]:.4g} to {values[-1]:.4g}"
        elif intervals[key][1] > 2 * intervals[key][0]:
            reasons[key] = "the residual hardly depends on it"
    return radii, intervals, reasons, beside
