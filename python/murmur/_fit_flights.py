"""Flights of a model that begin where tracks do, measured as the tracks are."""

from __future__ import annotations

import multiprocessing
import os
import warnings

import numpy as np

from ._tracks_arrays import shorter
from ._fit_noise import blur
from ._fit_statistics import Statistics
from ._tracks_report import check_world

LONGEST, ALL = 10.0, 60.0  # seconds of a flight, and of all flights of one evaluation
FEW = 2  # flights of an evaluation of the search
SHORTEST = 40  # frames
BLOCKS = 5
BLUR = "errors of places"  # a key beside those of the scenario


class Flights:
    """Parts of tracks, and flights from the places and velocities with which the parts begin."""

    def __init__(self, model, tracks):
        self.model = model
        p, frames = tracks.positions, len(tracks.positions)
        if frames < SHORTEST:
            raise ValueError(f"fit: the tracks have {frames} frames; allowed: {SHORTEST} or more")
        if model["world.boundary"] != "open" and model.period is None and model.near is None:
            check_world(tracks, tuple(model.world.tolist()))
        length = min(frames, max(SHORTEST, int(LONGEST * tracks.rate)))
        count = max(1, min(frames // length, int(ALL / LONGEST)))
        first = np.linspace(0, frames - length, count).astype(int)
        self.parts = [np.where(tracks.seen[a:a + length, :, None], p[a:a + length], np.nan) for a in first]
        self.starts = [start(part, tracks.rate, model.period) for part in self.parts]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # frames without animals
            self.blur = blur(p, tracks.rate, model.way)
            self.statistics = Statistics(self.parts, tracks.rate, model.period, model.near)
            self.measured = self.statistics.of(self.parts)
            self.measured_few = self.statistics.of(self.parts[:FEW])
            pieces = [block for part in self.parts for block in
                      np.array_split(part, max(1, min(-(-BLOCKS // len(self.parts)), length // SHORTEST)))]
            values = np.array([self.statistics.of_one(piece) for piece in pieces])
        spread = values.std(0, ddof=1) / np.sqrt(len(pieces)) if len(pieces) > 1 else np.zeros(len(self.measured))
        self.scale = np.maximum(spread, 0.02 * np.abs(values.mean(0)) + 0.01)

    def fly(self, values, seed, parts=None):
        """Statistics of flights with these values, of all parts or of the first ones; None where a flight fails."""
        random, flown, values = np.random.default_rng(seed), [], dict(values)
        blur = values.pop(BLUR, self.blur)
        try:
            for n, (part, (position, velocity, here)) in enumerate(zip(self.parts[:parts], self.starts)):
                places = np.full(part.shape, np.nan)
                places[:, here] = self.model.flight(values, position, velocity, len(part), (seed * 1000 + n) % 2**62)
                places += random.normal(0, blur, places.shape)
                flown.append(np.where(np.isnan(part), np.nan, places))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                found = self.statistics.of(flown)
        except (RuntimeError, ValueError):
            return None
        return found if np.isfinite(found).all() else None

    def distance(self, found, few=False):
        """Of statistics from those measured: about linear far away, so that no statistic decides alone."""
        if found is None:
            return 1e6
        z = np.clip((found - (self.measured_few if few else self.measured)) / self.scale, -30, 30)
        return float(np.mean(np.sqrt(1 + z * z) - 1))


def start(part, rate, period):
    """Places and velocities of animals in the first frame; those that come later begin where they are first seen."""
    seen = np.isfinite(part[..., 0])
    here = np.flatnonzero(seen.sum(0) >= 2)
    first = seen[:, here].argmax(0)
    position = part[first, here]
    velocity = np.zeros_like(position)
    for n, (animal, frame) in enumerate(zip(here, first)):
        near = frame + np.flatnonzero(seen[frame:frame + 5, animal])
        if len(near) > 1:
            t = (near - near.mean()) / rate
            way = shorter(part[near, animal] - position[n], period)
            velocity[n] = t @ way / (t @ t)
    return position, velocity, here


class Pool:
    """Evaluates flights on all processors; results do not depend on how many there are."""

    def __init__(self, flights, processes):
        self.flights = flights
        self.processes = processes or len(os.sched_getaffinity(0))

    def __enter__(self):
        global shared
        shared = self.flights
        context = multiprocessing.get_context("fork")
        self.pool = context.Pool(self.processes) if self.processes > 1 else None
        return self

    def __exit__(self, *_):
        if self.pool:
            self.pool.terminate()

    def fly(self, jobs):
        """Statistics, or None, for each (values, seed) or (values, seed, parts)."""
        return self.pool.map(evaluate, jobs, chunksize=1) if self.pool else [self.flights.fly(*job) for job in jobs]


shared: Flights | None = None  # in each process


def evaluate(job):
    return shared.fly(*job)
