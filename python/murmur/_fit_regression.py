"""Fit by regression: the acceleration of an animal is linear in the amounts of the rules.

Of places p at frames t: a = (p(t+1) - 2 p(t) + p(t-1)) rate², v = (p(t+1) - p(t-1)) rate/2 - a/(2 k rate), with k steps of the scenario
in a frame: v is that of the step at t. Both contain the errors of the places and the noise of the motion, so least squares are
biased. Instruments are the same terms at places and velocities on straight lines through the frames t-5 ... t-2, which share
neither. Where terms are curved, as the direction of v is, their means are corrected for how v scatters. `a` is a mean over two frames, and so are the terms: weights b, 1-2b, b with b = (1 - 1/k²)/12 have the same width.
"""

from __future__ import annotations

import numpy as np

from . import _fit_noise as noise
from ._tracks_arrays import shorter
from ._fit_radii import scan
from ._fit_terms import CRUISE, Terms, at_frames, checked, first_finite, refuse

LEAD, PAST = 2, 4  # frames from the last one of the instruments, and their number
NOISE = "noise.amount"
SAMPLES = 400  # of the bootstrap
ALIKE = 1e-7  # of the largest singular value: terms that are the same but for rounding
TOGETHER = (1, 2, 4)  # blocks that stay together in it: the largest error counts, as what is left may be correlated for longer
LEFT = 0.05  # of the variance of residuals, above which they are said to be coloured

class Rows:
    """Accelerations, terms and instruments of frames 1 to T - 2, in the order of time."""

    def __init__(self, model, terms, tracks):
        self.model, self.terms, self.tracks = model, terms, tracks
        p = tracks.positions
        seen = tracks.seen & np.isfinite(tracks.accelerations[..., 0])
        a, base, self.x = self.at(p)
        past, velocity = lines(np.where(tracks.seen[..., None], p, np.nan), tracks.rate, model.period)
        self.z = self.accelerations(*at_frames(terms, past[1:-1], velocity[1:-1]))[1]
        used = seen[1:-1] & seen[2:] & seen[:-2] & np.isfinite(past[1:-1, :, 0])
        self.used = np.zeros_like(used)
        self.used[1:-1] = used[1:-1] & used[2:] & used[:-2] if model.steps != 1 else used[1:-1]
        self.y, self.base = np.where(self.used[..., None], a - base, 0.0), base

    def accelerations(self, base, x):
        each = self.model["rules.time_step"] if self.model["rules.adds"] == "velocity" else 1.0
        return base / each, x / each

    def at(self, p):
        """Accelerations of places, and base and terms there."""
        rate, steps, period = self.tracks.rate, self.model.steps, self.model.period
        ahead, behind = shorter(p[2:] - p[1:-1], period), shorter(p[1:-1] - p[:-2], period)
        a = (ahead - behind) * rate**2
        v = (ahead + behind) * (rate / 2) - a / (2 * steps * rate)
        v = first_finite(v, self.tracks.velocities[1:-1], np.zeros_like(v))
        b = (1 - 1 / steps**2) / 12
        base, x = self.accelerations(*at_frames(self.terms, p[1:-1], v))
        return a, widened(base, b), widened(x, b)

    def correct(self, s, m, random):
        """Takes from base and terms what the scatter of the velocities, and that of the places, adds to their means where they are
        curved: a parabola through them at places with no, once and twice these errors more goes to where there are none."""
        more, less = noise.scatter(s, m, self.tracks.rate, self.model.steps)
        size = max(more, less)
        if size == 0:
            return
        errors, p = np.sqrt(size / noise.seen(self.tracks.rate, self.model.steps)), self.tracks.positions
        to = (less - more) / size
        weights = (to - 1) * (to - 2) / 2, to * (2 - to), to * (to - 1) / 2
        base, x = weights[0] * self.base, weights[0] * self.x
        for weight in weights[1:]:
            p = p + random.normal(0, errors, p.shape)
            _, base_there, x_there = self.at(p if self.model.period is None else p % self.model.period)
            base, x = base + weight * base_there, x + weight * x_there
        self.x, self.y = x, np.where(self.used[..., None], self.y - (base - self.base), 0.0)

    def moments(self, first, end):
        """Z'X and Z'y of frames."""
        used, k = self.used[first:end], self.x.shape[-1]
        rows = used.sum() * self.y.shape[-1]
        z = self.z[first:end][used].reshape(rows, k)
        return z.T @ self.x[first:end][used].reshape(rows, k), z.T @ self.y[first:end][used].reshape(-1)

    def residuals(self, amounts):
        """(T - 2, N, D), NaN where there is none."""
        return np.where(self.used[..., None], self.y - self.x @ amounts, np.nan)


def lines(positions, rate, period):
    """Places and velocities of frames t on straight lines through the frames before t - LEAD + 1; NaN where one is not seen."""
    places, velocities = np.full(positions.shape, np.nan), np.full(positions.shape, np.nan)
    first, frames = LEAD + PAST - 1, len(positions)
    if frames <= first:
        return places, velocities
    newest = positions[PAST - 1:frames - LEAD]
    back = np.stack([shorter(positions[PAST - 1 - j:frames - LEAD - j] - newest, period) for j in range(PAST)])
    weights = (PAST - 1) / 2 - np.arange(PAST)
    slope = np.tensordot(weights / (weights**2).sum(), back, 1)
    places[first:] = newest + back.mean(0) + slope * (LEAD + (PAST - 1) / 2)
    velocities[first:] = slope * rate
    if period is not None:
        places %= period
    return places, velocities


def widened(values, b):
    """Means over three frames."""
    mean = values.copy()
    mean[1:-1] = (1 - 2 * b) * values[1:-1] + b * (values[2:] + values[:-2])
    return mean


def blocks(used, rate):
    """(first, end) of blocks of about a second, and of about 20 blocks at least."""
    frames = len(used)
    length = int(max(4, min(round(rate), frames // 20)))
    return [(first, first + length) for first in range(0, frames, length) if used[first:first + length].any()]


def scaled(zx):
    """Z'X with a diagonal of 1, and what divided it, (…, K)."""
    scale = np.sqrt(np.abs(np.diagonal(zx, axis1=-2, axis2=-1)))
    scale = np.where(scale > 0, scale, 1.0)
    return zx / scale[..., None] / scale[..., None, :], scale


def solve(zx, zy):
    """Amounts of moments, (…, K, K) and (…, K)."""
    matrix, scale = scaled(zx)
    return (np.linalg.pinv(matrix, ALIKE) @ (zy / scale)[..., None])[..., 0] / scale


def alike(zx):
    """For each term whether only its sum with other terms is known."""
    _, strength, across = np.linalg.svd(scaled(zx)[0])
    return np.any(np.abs(across[strength < ALIKE * strength.max(initial=0)]) > 0.2, axis=0)


def regress(model, tracks, free, scanned, grids, random):
    """Values, 90 % intervals, reasons why one is not identifiable, notes, and the errors of the places."""
    amounts = [key for key in free if key != NOISE and key not in scanned]
    if NOISE in free and model["noise.kind"] != "isotropic":
        refuse(NOISE, f"is of noise of the kind {model['noise.kind']!r}, not 'isotropic'")
    checked(model, amounts, free)
    radii, intervals, reasons, beside = scan(model, amounts, scanned, tracks, grids, random) if scanned else ({}, {}, {}, {})
    terms = Terms(model, amounts, radii)
    frames = np.linspace(1, len(tracks.positions) - 2, 7).astype(int)[1:-1]
    there = [np.isfinite(tracks.positions[t, :, 0]) & np.isfinite(tracks.velocities[t, :, 0]) for t in frames]
    terms.check([tracks.positions[t, here] for t, here in zip(frames, there)], [tracks.velocities[t, here] for t, here in zip(frames, there)])
    rows = Rows(model, terms, tracks)
    parts = blocks(rows.used, tracks.rate)
    if len(parts) < 10:
        raise ValueError("fit: the tracks are too short; allowed: at least ten blocks of four frames in which animals are seen")

    acts = [k for k in range(len(amounts)) if np.any(rows.x[..., k][rows.used])]
    found, _ = at_once(rows, terms, parts, acts)
    left = rows.residuals(found)
    sums, counts = (np.array(part) for part in zip(*(noise.covariances(left, first, end) for first, end in parts)))
    if not counts.sum(0).all():
        raise ValueError("fit: the animals are seen for too few frames at a time; allowed: tracks in which some are seen for some 14 frames "
                         "without a gap")
    covariance = sums.sum(0) / counts.sum(0)
    both = noise.amounts(covariance, tracks.rate, model.steps)

    square = 0.0
    for key, (value, error) in beside.items():  # what the error of a radius adds
        terms_beside = Terms(model, amounts, {**radii, key: value})
        other, _ = at_once(Rows(model, terms_beside, tracks), terms_beside, parts, acts)
        square = square + ((terms.values(other) - terms.values(found)) * error) ** 2
    rows.correct(*both, random)
    found, moments = at_once(rows, terms, parts, acts)
    values = dict(zip(amounts, terms.values(found).tolist()))
    square = square + np.max([deviation(terms.values(sample(moments, acts, found, together, random)), len(parts) // together) ** 2
                              for together in TOGETHER], axis=0)
    same = [acts[k] for k in np.flatnonzero(alike(moments[0].sum(0)))]
    for k, key in enumerate(amounts):
        intervals[key] = interval(values[key], np.sqrt(square[k]), len(parts) // 2)
        if k not in acts:
            intervals[key], reasons[key] = (-np.inf, np.inf), "it never acts in these tracks"
        elif k in same:
            intervals[key], reasons[key] = (-np.inf, np.inf), "it acts as others do: " + ", ".join(amounts[n] for n in same if n != k)
        elif reason := vague(*intervals[key]):
            reasons[key] = reason

    if NOISE in free:
        values[NOISE] = float(both[0])
        picks = random.integers(0, len(parts), (SAMPLES, len(parts)))
        again = noise.amounts(sums[picks].sum(1) / counts[picks].sum(1), tracks.rate, model.steps)
        intervals[NOISE] = interval(values[NOISE], deviation(again[:, :1], len(parts))[0], len(parts))
        if reason := vague(*intervals[NOISE]):
            reasons[NOISE] = reason
    values.update(radii)
    notes, rest = [], noise.unexplained(covariance, both, tracks.rate, model.steps)
    if rest > LEFT:
        notes.append(f"What the rules leave of the accelerations is correlated from frame to frame, by {rest:.0%} of its variance more than "
                     "noise and errors of places explain: animals move in bursts, or the form of the rules is wrong.")
    return {key: values[key] for key in free}, intervals, reasons, notes, float(both[1])


def at_once(rows, terms, parts, acts):
    """Amounts of all blocks together, the scenario's where a term does not act, and Z'X and Z'y of each block."""
    zx, zy = (np.array(part) for part in zip(*(rows.moments(first, end) for first, end in parts)))
    zx, zy = zx[:, acts][:, :, acts], zy[:, acts]
    found = np.array(terms.amounts)
    found[acts] = solve(zx.sum(0), zy.sum(0))
    return found, (zx, zy)


def sample(moments, acts, found, together, random):
    """Amounts of samples of blocks, so many of which stay together."""
    starts = np.arange(0, len(moments[0]), together)
    zx, zy = (np.add.reduceat(part, starts) for part in moments)
    picks = random.integers(0, len(starts), (SAMPLES, len(starts)))
    samples = np.tile(found, (SAMPLES, 1))
    samples[:, acts] = solve(zx[picks].sum(1), zy[picks].sum(1))
    return samples


def deviation(samples, blocks):
    """Standard errors of samples (S, K), of their quantiles, so that a few wild ones do not count."""
    low, high = np.quantile(samples, (0.05, 0.95), axis=0)
    return (high - low) / (2 * 1.645) * np.sqrt(blocks / (blocks - 1))


def interval(value, error, blocks):
    """90 %, with Student's t."""
    n = blocks - 1
    t = 1.645 + 1.524 / n + 1.42 / n**2
    return float(value - t * error), float(value + t * error)


def vague(low, high):
    if low <= 0 <= high:
        return "it cannot be told from 0"
    return "the interval is wider than a factor of two" if max(low / high, high / low) > 2 else None
