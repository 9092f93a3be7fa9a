"""Statistics of places alone, the same of tracks and of flights of a model, by which a fit by simulation and the table of
agreement compare them."""

from __future__ import annotations

import numpy as np

from ._tracks_arrays import shorter

QUANTILES = (5, 25, 50, 75, 95)
LAGS = (1, 2, 4, 8, 16, 32)
EDGES = np.array([0, 0.3, 0.6, 0.8, 1, 1.3, 1.8, 2.4, 3.2, 4, 5, 7, 10, 15])  # of classes of distance, in medians of the nearest
NEAR = 10  # classes of distance for accelerations
PAIRS, NEAR_PAIRS = 120_000, 1_200_000  # about so many pairs are looked at, for all classes of distance and for accelerations


def dot(a, b):
    return sum(a[..., k] * b[..., k] for k in range(a.shape[-1]))


def length(a):
    return np.sqrt(dot(a, a))


class Statistics:
    """What is measured, with classes of distance and of speed from the tracks."""

    def __init__(self, parts, rate, period, near):
        self.rate, self.period, self.near = rate, period, near
        animals = parts[0].shape[1]
        self.pairs, self.same = np.triu_indices(animals, 1), np.arange(animals)
        share = len(parts) * max(len(self.pairs[0]), 1)
        self.far_frames, self.near_frames = max(4, min(80, PAIRS // share)), max(4, min(80, NEAR_PAIRS // share))
        nearest = np.concatenate([self._nearest(self._distances(part[self._frames(part, self.far_frames)])) for part in parts])
        self.edges = EDGES * np.median(nearest)
        self.edges[0] = -1.0
        speeds = np.concatenate([np.linalg.norm(self._over(part), axis=-1).ravel() for part in parts])
        self.speeds = np.nanpercentile(speeds, (25, 50, 75))
        unit = self.edges[1:]
        self.names = ([f"nearest {q} %" for q in QUANTILES] + [f"speed {q} %" for q in QUANTILES]
                      + ["polarisation", "polarisation sd"] + ["milling"] * (parts[0].shape[2] == 2)
                      + [f"log pairs < {e:.2g}" for e in unit] + [f"velocity correlation < {e:.2g}" for e in unit]
                      + [f"acceleration towards < {e:.2g}" for e in unit[:NEAR]]
                      + [f"acceleration after < {e:.2g}" for e in unit[:NEAR]]
                      + [f"acceleration along, speed {q}" for q in ("lowest 25 %", "to 50 %", "to 75 %", "highest 25 %")]
                      + [f"velocity after {lag} frames" for lag in LAGS] + ["acceleration", "acceleration over 4 frames"])

    def _frames(self, part, count):
        return np.unique(np.linspace(4, len(part) - 5, count).astype(int))

    def _over(self, part):
        """Velocities over four frames: index t is at frame t + 2."""
        return shorter(part[4:] - part[:-4], self.period) * (self.rate / 4)

    def _distances(self, places):
        """(F, N, N), infinite from an animal to itself and where one is not seen."""
        found = np.empty((*places.shape[:2], places.shape[1]), np.float32)
        for square, place in zip(found, places.astype(np.float32)):  # small arrays: new memory costs more than their numbers
            square[:] = 0
            for k, x in enumerate(place.T):
                square += shorter(x[:, None] - x, None if self.near is None else self.near[k]) ** 2
        found[:, self.same, self.same] = np.inf
        found[np.isnan(found)] = np.inf
        return np.sqrt(found, out=found)

    def _nearest(self, distances):
        """Each animal's nearest, of all frames together."""
        least = distances.min(2, initial=np.inf)
        if not np.isfinite(least).any():
            raise ValueError("fit: in a part of the tracks no two animals are seen together; allowed: tracks with two animals or more "
                             "in the same frames")
        return least[np.isfinite(least)]

    def of(self, parts):
        """Means over parts, (S,)."""
        return np.mean([self.of_one(part) for part in parts], axis=0)

    def of_one(self, p):
        rate, (i, j) = self.rate, self.pairs
        average, spread, quantiles = ((np.nanmean, np.nanstd, np.nanpercentile) if np.isnan(p).any() else (np.mean, np.std, np.percentile))
        step = shorter(p[1:] - p[:-1], self.period) * rate
        a1 = length(step[1:] - step[:-1]) * rate
        w = self._over(p)
        a4 = (w[4:] - w[:-4]) * (rate / 4)  # at frame t + 4
        speed = length(w)
        heading = w / np.maximum(speed[..., None], 1e-9)
        order = length(average(heading, axis=1))

        classes = len(self.edges) - 1
        at = self._frames(p, self.far_frames)
        x, u = p[at], w[at - 2]
        r = self._distances(x)
        f = u - average(u, axis=1, keepdims=True)
        f = f / np.sqrt(average(dot(f, f), axis=1))[:, None, None]
        nearest = self._nearest(r)
        count, together = self._means(r[:, i, j], classes, dot(f[:, i], f[:, j]))

        at = self._frames(p, self.near_frames)
        x, u, a = p[at], w[at - 2], a4[at - 4]
        frame, i, j = np.nonzero(self._distances(x) < self.edges[NEAR])
        frame, i, j = (index[i < j] for index in (frame, i, j))
        d = shorter(x[frame, j] - x[frame, i], self.near)
        change, turn = a[frame, i] - a[frame, j], u[frame, j] - u[frame, i]
        r = length(d)
        _, towards, after = self._means(r, NEAR, dot(change, d) / np.maximum(r, 1e-9) / 2,
                                        dot(change, turn) / np.maximum(length(turn), 1e-9) / 2)

        s = length(u)
        along = dot(a, u) / np.maximum(s, 1e-9)
        there = np.isfinite(along)
        group = np.digitize(s[there], self.speeds)
        along = np.bincount(group, along[there], 4) / np.maximum(np.bincount(group, minlength=4), 1)

        milling = []
        if p.shape[2] == 2:
            c = p[2:-2] - average(p[2:-2], axis=1, keepdims=True)
            c = c / np.maximum(length(c)[..., None], 1e-9)
            milling = [average(np.abs(average(c[..., 0] * heading[..., 1] - c[..., 1] * heading[..., 0], axis=1)))]
        square = average(dot(step, step))
        kept = [average(dot(step[:-lag], step[lag:])) / square if len(step) > lag else 0.0 for lag in LAGS]
        return np.concatenate([np.percentile(nearest, QUANTILES), quantiles(speed, QUANTILES), [average(order), spread(order)], milling,
                               np.log(count / self.far_frames + 1), together, towards, after, along, kept,
                               [average(a1), average(length(a4))]])

    def _means(self, r, classes, *values):
        """Count and means of values by classes of distance."""
        known = np.isfinite(r)
        for value in values:
            known &= np.isfinite(value)
        k = np.minimum(np.digitize(r[known], self.edges) - 1, classes)
        count = np.bincount(k, minlength=classes + 1)[:classes]
        return (count, *(np.bincount(k, value[known], classes + 1)[:classes] / np.maximum(count, 1) for value in values))
