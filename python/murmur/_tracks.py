"""Tracks: places of animals over time, measured as a flock is. docs/tracks.md has the formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from . import _arguments as read
from . import _tracks_arrays as arrays
from . import _curves, _force_map, _tracks_clean, _tracks_measure, _tracks_read, _tracks_report, _tracks_write

BLOCK = 4_000_000  # positions that are worked on at once, where an array of all frames would be long


class Tracks:
    """Places of N animals in T frames, in D = 2 or 3 dimensions.

    positions: (T, N, D) [unit]; NaN where an animal is not seen.
    rate: frames a second.
    unit: name of the unit of length, such as "mm"; "" if there is none.
    world: None for an open space, or the size (W, H) or (W, H, L) of a box from 0 on [unit]. wrap: its borders are joined.
    tank: (x, y, radius) of a round tank [unit], in place of a world. At least half of the places are inside, but for `wrap`.
    ids: (N,) names or numbers of the animals; None: 0, 1, 2, …
    velocities: (T, N, D) [unit/s], where they are known better than from the places.
    radius: within so much two animals are neighbours [unit], for clusters; None: the measures that need it are NaN.
    steps: (T,) whole numbers of the frames; None: 0, 1, 2, …

    `Tracks.read` reads files, and `clean` closes gaps, takes out jumps and smooths.
    """

    def __init__(self, positions: np.ndarray, *, rate: float, unit: str = "", world: Sequence[float] | None = None,
                 wrap: bool = False, tank: Sequence[float] | None = None, ids: Sequence | np.ndarray | None = None,
                 velocities: np.ndarray | None = None, radius: float | None = None,
                 steps: Sequence[int] | np.ndarray | None = None):
        self.positions = arrays.places("positions", positions)
        frames, animals, dimensions = self.positions.shape
        self.rate = arrays.rate("rate", rate)
        self.unit = read.word("unit", unit)
        self.world = arrays.box(world, dimensions)
        self.wrap = bool(wrap)
        if self.wrap and self.world is None:
            raise ValueError("wrap: True needs a world; allowed: world=(W, H), the size of the box")
        self.tank = arrays.tank(tank, dimensions, self.world)
        self.radius = read.unless_none(arrays.positive, "radius", radius)
        self.ids = arrays.names("ids", ids, animals)
        self.steps = arrays.whole_numbers("steps", steps, frames)
        self._velocities = None if velocities is None else arrays.places("velocities", velocities)
        if self._velocities is not None and self._velocities.shape != self.positions.shape:
            raise ValueError(f"velocities have the shape {self._velocities.shape}; allowed: {self.positions.shape}, that of positions")
        self._accelerations: np.ndarray | None = None
        self._seen: np.ndarray | None = None
        self._files: list[str] = []  # that they were read from
        self._changes: list[str] = []  # what reading and cleaning did, one sentence each
        _tracks_report.check_space(self)

    @classmethod
    def read(cls, path: Any, rate: float | None = None, body: float | bool | None = None, columns: Mapping[str, Any] | None = None,
             allow_pickle: bool = False, step: int | None = None, *, unit: str | None = None, world: Sequence[float] | None = None,
             wrap: bool | None = None, tank: Sequence[float] | None = None, radius: float | None = None, y_down: bool = False,
             keypoint: str | None = None) -> Tracks:
        """The tracks of a file, by its ending: .csv (a row for each animal and frame, or for each frame; also of TrackMate, SLEAP,
        DeepLabCut, TRex and idtracker.ai), .npy (an array, or the dict of idtracker.ai), .npz (TRex: a folder or a list of files, one
        for each animal), .h5 (`murmur run --trajectory`); of a DataFrame of pandas; or of a dataset of the package movement.
        `report()` says how it was read. ValueError for what is not known.

        rate: frames a second; None: as the file says. body: length of an animal in units of the file, which becomes the unit of
        length; True: as the file says. columns: names in a table, {"frame": "Frame", "id": "Fish", "x": "pos x"}.
        allow_pickle: pickled files are read, which runs code that is in them: only for files that you trust.
        step: only this frame. y_down: y counts downwards, as in pictures, and is turned, the tank too. keypoint: which, of several.
        The other arguments are those of Tracks; where the file knows better, leave them out. Lengths are in units of the file.
        """
        if columns is not None and not isinstance(columns, Mapping):
            raise ValueError(f"columns: {columns!r} is not allowed; allowed: a dict, as {{'x': 'pos x', 'y': 'pos y'}}")
        given = _tracks_read.Given(read.unless_none(arrays.rate, "rate", rate), dict(columns or {}), bool(allow_pickle), keypoint)
        files = _tracks_read.files(path)
        found = _tracks_read.read(path, files, given)
        made = found.tracks(cls, body=body, step=step, unit=unit, world=world, wrap=wrap, tank=tank, radius=radius, y_down=y_down)
        made._files = files
        return made

    @property
    def frames(self) -> int:
        """T"""
        return self.positions.shape[0]

    @property
    def animals(self) -> int:
        """N"""
        return self.positions.shape[1]

    @property
    def dimensions(self) -> int:
        """D: 2 or 3"""
        return self.positions.shape[2]

    @property
    def times(self) -> np.ndarray:
        """(T,) [s], from the first frame on"""
        return np.arange(self.frames) / self.rate

    @property
    def seen(self) -> np.ndarray:
        """(T, N) bool: measured, and neither interpolated nor lost"""
        if self._seen is None:
            self._seen = arrays.present(self.positions)
        return self._seen

    @property
    def velocities(self) -> np.ndarray:
        """(T, N, D) [unit/s]: those of the file or of clean(), or central differences; one-sided at the ends and beside gaps"""
        if self._velocities is None:
            self._velocities = self._velocities_of(0, self.frames)
        return self._velocities

    @property
    def accelerations(self) -> np.ndarray:
        """(T, N, D) [unit/s²]: those of clean(), or second differences; NaN at the ends and beside gaps"""
        if self._accelerations is None:
            self._accelerations = arrays.second_differences(self.positions, self.rate, self._period)
        return self._accelerations

    @property
    def _period(self) -> np.ndarray | None:
        return np.array(self.world) if self.wrap else None

    def _velocities_of(self, first: int, end: int, threads: int = 0) -> np.ndarray:
        if self._velocities is not None:
            return self._velocities[first:end]
        low, high = max(first - 1, 0), min(end + 1, self.frames)
        return arrays.differences(self.positions[low:high], self.rate, self._period, threads)[first - low:end - low]

    def _accelerations_of(self, first: int, end: int) -> np.ndarray:
        if self._accelerations is not None:
            return self._accelerations[first:end]
        low, high = max(first - 1, 0), min(end + 1, self.frames)
        return arrays.second_differences(self.positions[low:high], self.rate, self._period)[first - low:end - low]

    def _spans(self):
        """Frames from and to: long tracks are worked on in pieces, which need little memory."""
        size = max(BLOCK // max(self.animals, 1), 1)
        for first in range(0, self.frames, size):
            yield first, min(first + size, self.frames)

    def _blocks(self, threads: int = 0):
        """Frames from and to, with their places and velocities."""
        for first, end in self._spans():
            yield first, end, self.positions[first:end], self._velocities_of(first, end, threads)

    def _of_flock(self, world: tuple[float, ...] | None, wrap: bool) -> Tracks:
        """In the world of a flock, which its boids may leave."""
        self.world, self.wrap = world, wrap
        return self

    def __getitem__(self, frames: slice) -> Tracks:
        """Tracks of some frames: tracks[100:200]."""
        if not isinstance(frames, slice) or frames.step not in (None, 1):
            raise TypeError(f"tracks[{frames!r}]: allowed: a range of frames, tracks[100:200]")
        cut = lambda values: None if values is None else values[frames]
        part = self._with(self.positions[frames], cut(self._velocities), cut(self._accelerations), cut(self._seen))
        part.steps = self.steps[frames]
        return part

    __iter__ = None

    def _with(self, positions, velocities, accelerations, seen, changes: Sequence[str] = ()) -> Tracks:
        """The same animals with other numbers."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__, positions=positions, _velocities=velocities, _accelerations=accelerations,
                             _seen=seen, _changes=[*self._changes, *changes])
        made.__dict__.pop("_findings", None)
        return made

    def clean(self, gap: int | None = None, jump: float | None = None, window: int | None = 7) -> Tracks:
        """Other tracks: without jumps, with short gaps interpolated, smoothed. `report()` tells what was changed.

        gap: most frames of a gap that is interpolated on a line; None: half a second. Longer gaps, and those at the ends, stay.
        jump: the longest way from one frame to the next [unit]; a place that is farther from those before and behind it is taken
        out, and a track that goes on elsewhere is cut there. None: nothing is.
        window: frames of the Savitzky-Golay filter of order 3, an odd number from 5 on, which also gives velocities and
        accelerations. None: places stay, and velocities are differences. Pieces of a track that are shorter are left out.
        """
        return _tracks_clean.clean(self, gap, jump, window)

    def report(self) -> str:
        """What the tracks are, what is strange about them, and what reading and cleaning changed."""
        return "\n".join([*_tracks_report.what(self), *self._findings, *self._changes])

    @cached_property
    def _findings(self) -> list[str]:
        return _tracks_report.findings(self)

    def metrics(self, radius: float | None = None, threads: int = 0) -> dict[str, np.ndarray]:
        """Order, density and clusters of each frame, (T,) by the names of docs/metrics.md, of the animals that are there.
        radius: as that of Tracks. NaN where a frame does not tell."""
        return _tracks_measure.metrics(self, self._radius(radius), read.whole("threads", threads, 31))

    def shape(self, radius: float | None = None, threads: int = 0) -> dict[str, np.ndarray]:
        """Axes, distances and correlations of the largest cluster of each frame, (T,) by the names of docs/metrics.md. Without a
        radius all animals are one cluster."""
        return _tracks_measure.shape(self, self._radius(radius), read.whole("threads", threads, 31))

    def motion(self, lag: int = 1, radius: float | None = None, threads: int = 0) -> dict[str, np.ndarray]:
        """How animals of the largest cluster have moved within it in so many frames, (T,) by the names of docs/metrics.md, of
        those that are there in both frames. NaN in the first `lag` frames."""
        return _tracks_measure.motion(self, read.whole("lag", lag), self._radius(radius), read.whole("threads", threads, 31))

    def curves(self, reach: float | None = None, bins: int = 50, every: int = 1, lags: Sequence[int] | np.ndarray | None = None,
               threads: int = 0) -> dict[str, np.ndarray]:
        """Distributions of the nearest distance and of the speed, g(r), correlations of velocity and speed over the distance, and
        autocorrelations of speed and heading: docs/tracks.md has all names.

        reach: greatest distance [unit]; None: half of the shortest side of the space. bins: classes of each curve.
        every: of the curves over distance and the distributions, take each such frame. lags: frames; None: about 40, to half of all.
        """
        return _curves.curves(self, reach, bins, every, lags, read.whole("threads", threads, 31))

    def force_map(self, reach: float = 5.0, wall: float = 0.0, mirror: bool = True, *, bins: int = 21, nearest: bool = True,
                  least_speed: float = 0.0, threads: int = 0) -> dict[str, np.ndarray]:
        """Mean acceleration of an animal along its heading and across it, to the left [unit/s²], by the place of a neighbour in its
        frame: `along`, `across`, `count` of pairs and `along_sd`, (bins, bins), rows by how far ahead the neighbour is, columns by
        how far to the left; `edges` of both.

        reach: from -reach to reach [unit]. wall: animals closer to the wall are left out [unit]. mirror: left and right are averaged
        as mirror images. nearest: the nearest neighbour alone, or all. least_speed: slower animals are left out [unit/s].
        """
        return _force_map.force_map(self, reach, wall, mirror, bins, nearest, least_speed, threads)

    def save(self, target: Any, steps: int = 1, overwrite: bool = False) -> None:
        """Writes a CSV that `murmur view SCENARIO.toml --tracks TARGET` plays beside a flock: `step,id,x,y,vx,vy`, a row for each
        animal that has a place and a velocity in a frame. steps: of the scenario in a frame. overwrite: replace a file that is there."""
        _tracks_write.write(self, target, read.whole("steps", steps, 31), overwrite)

    def _radius(self, given: float | None) -> float:
        """0: none."""
        return read.unless_none(arrays.positive, "radius", given) or self.radius or 0.0

    def __len__(self) -> int:
        return self.frames

    def __repr__(self) -> str:
        return f"<murmur.Tracks: {self.animals} animals in {self.dimensions}D, {self.frames} frames, {self.rate:g} a second>"
