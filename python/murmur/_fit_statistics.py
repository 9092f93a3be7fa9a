"""Statistics of places alone, the same of tracks and of flights of a model, by which a fit by simulation and the table of
agreement compare them."""

from __future__ import annotations

import numpy as np

from ._fit_model import shortest

QUANTILES = (5, 25, 50, 75, 95)
LAGS = (1, 2, 4, 8, 16, 32)
EDGES = np.array([0, 0.3, 0.6, 0.8, 1, 1.3, 1.8, 2.4, 3.2, 4, 5, 7, 10, 15])  # of classes of distance, in medians of the nearest
NEAR = 10  # classes of distance for accelerations
PAIRS = 300_000  # at most about so many pairs are looked at


class Statistics:
    """What is measured, with classes of distance and of speed from the tracks."""

    def __init__(self, parts, rate, period, near):
        self.rate, self.period, self.near = rate, period, near
        animals = parts[0].shape[1]
        self.pairs = np.triu_indices(animals, 1)
        frames = sum(len(part) for part in parts)
        count = max(4 * len(parts), min(80, PAIRS // max(len(self.pairs[0]), 1), frames))
        self.each = max(count // len(parts), 4)
        nearest = np.concatenate([self._nearest(self._distances(part[self._frames(part)])) for part in parts])
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

    def _frames(self, part):
        return np.unique(np.linspace(4, len(part) - 5, self.each).astype(int))

    def _over(self, part):
        """Velocities over four frames: index t is at frame t + 2."""
        return shortest(part[4:] - part[:-4], self.period) * (self.rate / 4)

    def _distances(self, places):
        d = shortest(places[:, self.pairs[1]] - places[:, self.pairs[0]], self.near)
        return np.sqrt((d * d).sum(-1))

    def _nearest(self, distances):
        """Each animal's nearest, of all frames together."""
        n = self.pairs[0].max() + 1 + 1 if len(self.pairs[0]) else 1
        square = np.full((len(distances), n, n), np.inf)
        square[:, self.pairs[0], self.pairs[1]] = square[:, self.pairs[1], self.pairs[0]] = np.where(np.isnan(distances), np.inf, distances)
        least = square.min(2)
        return least[np.isfinite(least)]

    def of(self, parts):
        """Means over parts, (S,)."""
        return np.mean([self.of_one(part) for part in parts], axis=0)

    def of_one(self, p):
        rate, (i, j) = self.rate, self.pairs
        step = shortest(p[1:] - p[:-1], self.period) * rate
        a1 = np.linalg.norm((step[1:] - step[:-1]) * rate, axis=-1)
        w = self._over(p)
        a4 = (w[4:] - w[:-4]) * (rate / 4)  # at frame t + 4
        at = self._frames(p)
        x, u, a = p[at], w[at - 2], a4[at - 4]
        d = shortest(x[:, j] - x[:, i], self.near)
        r = np.sqrt((d * d).sum(-1))
        speed = np.sqrt((w * w).sum(-1))
        heading = w / np.maximum(speed[..., None], 1e-9)
        order = np.linalg.norm(np.nanmean(heading, axis=1), axis=-1)

        classes = len(self.edges) - 1
        change, turn = a[:, j] - a[:, i], u[:, j] - u[:, i]
        towards = -(change * d).sum(-1) / np.maximum(r, 1e-9) / 2
        after = -(change * turn).sum(-1) / np.maximum(np.sqrt((turn * turn).sum(-1)), 1e-9) / 2
        f = u - np.nanmean(u, axis=1, keepdims=True)
        f = f / np.sqrt(np.nanmean((f * f).sum(-1), axis=1))[:, None, None]
        together = (f[:, i] * f[:, j]).sum(-1)
        known = np.isfinite(towards + together).ravel()
        k = np.minimum(np.digitize(r.ravel()[known], self.edges) - 1, classes)
        count = np.bincount(k, minlength=classes + 1)[:classes]

        def mean(values):
            return np.bincount(k, values.ravel()[known], classes + 1)[:classes] / np.maximum(count, 1)

        s = np.sqrt((u * u).sum(-1))
        along = (a * u).sum(-1) / np.maximum(s, 1e-9)
        there = np.isfinite(along)
        group = np.digitize(s[there], self.speeds)
        along = np.bincount(group, along[there], 4) / np.maximum(np.bincount(group, minlength=4), 1)

        milling = []
        if p.shape[2] == 2:
            c = p[2:-2] - np.nanmean(p[2:-2], axis=1, keepdims=True)
            c = c / np.maximum(np.linalg.norm(c, axis=-1, keepdims=True), 1e-9)
            milling = [np.nanmean(np.abs(np.nanmean(c[..., 0] * heading[..., 1] - c[..., 1] * heading[..., 0], axis=1)))]
        square = np.nanmean((step * step).sum(-1))
        kept = [np.nanmean((step[:-lag] * step[lag:]).sum(-1)) / square if len(step) > lag else 0.0 for lag in LAGS]
        return np.concatenate([np.percentile(self._nearest(r), QUANTILES), np.nanpercentile(speed, QUANTILES),
                               [np.nanmean(order), np.nanstd(order)], milling, np.log(count / len(at) + 1), mean(together),
                               mean(towards)[:NEAR], mean(after)[:NEAR], along, kept, [np.nanmean(a1), np.nanmean(np.linalg.norm(a4, axis=-1))]])
