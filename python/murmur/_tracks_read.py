"""Files of tracks: which reader a file needs, and what all readers give. Text is read by _tracks_csv.py."""

from __future__ import annotations

import glob
import os
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from . import _arguments as read_argument
from . import _murmur, _tracks_csv, _tracks_dataset, _tracks_rows, _tracks_sheet, _tracks_times
from . import _tracks_arrays as arrays
from ._trajectory import Trajectory

SAME_RATE = 0.01  # of a rate: others are another one
KINDS = ("a .csv, a .npy, a .npz or .csv of TRex or a folder of them, a .h5 of murmur run --trajectory, a DataFrame of pandas, or a dataset of the package "
         "movement")


class Given(NamedTuple):
    """What the user says about a file."""

    rate: float | None = None
    columns: dict[str, Any] = {}
    allow_pickle: bool = False
    keypoint: str | None = None


@dataclass
class Found:
    """What a file has. None: it does not say."""

    name: str
    positions: np.ndarray
    rate: float | None = None
    ids: Any = None
    unit: str = ""
    body: float | None = None
    velocities: np.ndarray | None = None
    world: tuple[float, ...] | None = None
    wrap: bool = False
    radius: float | None = None
    steps: np.ndarray | None = None
    counted: bool = False
    """`rate` is of the numbers in `steps`, and not of the frames that are there"""
    notes: list[str] = field(default_factory=list)

    def tracks(self, cls, *, body, step, unit, world, wrap, tank, radius, y_down):
        if self.rate is None:
            raise ValueError(f"rate: {self.name} does not say how many frames a second has; allowed: rate=25")
        every = int(self.steps[1] - self.steps[0]) if self.counted and len(self.steps) > 1 else 1
        if every > 1:
            self.rate /= every
            self.notes.append(f"read: each {every}. frame is there, so there are {self.rate:g} a second")
        if step is not None:
            self._take(read_argument.whole("step", step))
        of_flock = self.world if world is None and tank is None else None
        wrap = self.wrap if wrap is None else bool(wrap)
        if y_down:
            self._turn(world if of_flock is None else of_flock)
            tank = tank if tank is None else turned(tank)
        if body is True and self.body is None:
            raise ValueError(f"body: {self.name} does not say how long an animal is; allowed: body=57, in units of the file")
        scale = self.body if body is True else 1.0 if body is None or body is False else arrays.positive("body", body, "the length of an animal")
        per_body = lambda numbers: None if numbers is None else numbers if scale == 1.0 else np.asarray(numbers) / scale
        radius = self.radius if radius is None else read_argument.number("radius", radius)
        found = cls(per_body(self.positions), rate=self.rate, ids=self.ids, wrap=wrap and of_flock is None, world=per_body(world), tank=per_body(tank),
                    unit=unit if unit is not None else "body length" if body else self.unit, velocities=per_body(self.velocities),
                    radius=None if radius is None else radius / scale, steps=self.steps)
        if of_flock is not None:
            found._of_flock(tuple(map(float, per_body(of_flock))), wrap)
        found._changes += self.notes
        if scale != 1.0:
            found._changes.append(f"read: lengths divided by {scale:g}, the length of an animal")
        elif self.body is not None:
            found._changes.append(f"read: the file gives {self.body:g} for the length of an animal; body=True takes it as the unit")
        return found

    def _take(self, step):
        steps = np.arange(len(self.positions)) if self.steps is None else self.steps
        at = np.flatnonzero(steps == step)
        if len(at) == 0:
            inside = f"{steps[0]} to {steps[-1]}" if len(steps) else "none, it has no frames"
            raise ValueError(f"step: {self.name} has no frame {step}; allowed: a frame that is there, {inside}")
        cut = slice(at[0], at[0] + 1)
        self.positions, self.steps = self.positions[cut], steps[cut]
        self.velocities = None if self.velocities is None else self.velocities[cut]

    def _turn(self, world):
        """y upwards: mirrored in the world, and else at y = 0."""
        self.positions = np.array(self.positions, float)
        self.positions[..., 1] = (0.0 if world is None else world[1]) - self.positions[..., 1]
        if self.velocities is not None:
            self.velocities = self.velocities.copy()
            self.velocities[..., 1] *= -1
        self.notes.append("read: y counted downwards and is turned")


def turned(tank):
    """A tank whose centre is turned with the places, at y = 0."""
    numbers = read_argument.numbers("tank", tank)
    return [-number if axis == 1 else number for axis, number in enumerate(numbers)]


def in_memory(source):
    return _tracks_dataset.is_dataset(source) or _tracks_sheet.is_table(source)


def files(source: Any) -> list[str]:
    """What `read` reads, in this order; a dataset and a table in memory are in none."""
    if in_memory(source):
        return []
    if isinstance(source, (list, tuple)):
        return [read_argument.existing(one, compiled=False) for one in source]
    if not isinstance(source, (str, bytes, os.PathLike)):
        allowed = "Tracks(positions, rate=25) for an array" if isinstance(source, np.ndarray) else KINDS
        raise ValueError(f"path: {type(source).__name__} is not allowed; allowed: {allowed}")
    path = read_argument.existing(source, compiled=False)
    if not os.path.isdir(path):
        return [path]
    found = [glob.glob(os.path.join(glob.escape(path), ending)) for ending in ("*.npz", "*.csv")]
    return sorted(found[0] or found[1], key=lambda name: [int(part) if part.isdecimal() else part for part in re.split(r"([0-9]+)", name)])


def read(source: Any, found: list[str], given: Given) -> Found:
    """`found`: files(source)."""
    if _tracks_sheet.is_table(source):
        return of_table(source, given)
    if _tracks_dataset.is_dataset(source):
        unasked(given, "columns")
        return Found("the dataset", **_tracks_dataset.read(source, given))
    if isinstance(source, (list, tuple)) or os.path.isdir(source):
        return of_trex(found, given)
    path, = found
    ending = os.path.splitext(path)[1].lower()
    readers = {".npy": of_npy, ".csv": of_table, ".txt": of_table, ".tsv": of_table, ".h5": of_trajectory, ".h5md": of_trajectory,
               ".hdf5": of_trajectory, ".npz": lambda path, given: of_trex([path], given)}
    if ending not in readers:
        raise ValueError(f"{path}: the ending {ending!r} is of no kind of tracks; allowed: {KINDS}")
    if readers[ending] is not of_table:
        unasked(given, "columns", "keypoint")
    return readers[ending](path, given)


def unasked(given, *names):
    """Refuses what is given and would not be looked at."""
    for name in names:
        if getattr(given, name):
            kinds = "tables and datasets alone; the package movement makes datasets of .h5 and .slp files" if name == "keypoint" else "tables alone"
            raise ValueError(f"{name}: {getattr(given, name)!r} is not allowed; allowed: for {kinds}")


def of_table(source, given):
    table = _tracks_csv.read(source, given)
    one, name = table.tool == "TRex", "the table" if _tracks_sheet.is_table(source) else source
    return Found(name, table.positions, given.rate or table.rate, [trex_id(name)] if one else table.ids, table.unit, velocities=table.velocities,
                 steps=table.steps, counted=True, notes=table.notes)


def loaded(path, **options):
    try:
        return np.load(path, **options)
    except Exception as fault:  # numpy and pickle raise many kinds
        if "allow_pickle=False" in str(fault):
            raise ValueError(f"{path}: is pickled, as idtracker.ai writes it, and reading it runs code that may be in it; allowed: an "
                             "array of numbers, or allow_pickle=True for a file that you trust") from None
        raise ValueError(f"{path}: cannot be read as numpy's file ({str(fault).splitlines()[0] if str(fault) else type(fault).__name__}); "
                         "allowed: an array (frames, animals, 2 or 3), or a dict of idtracker.ai") from None


def of_npy(path, given):
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)  # what is not asked for stays in the file
    except ValueError:
        array = loaded(path, allow_pickle=given.allow_pickle)
    if array.dtype != object:
        return Found(path, array, given.rate, notes=["read: an array (frames, animals, axes)"])
    content = array.item() if array.shape == () else None
    if not isinstance(content, dict) or not isinstance(content.get("trajectories"), np.ndarray):
        raise ValueError(f'{path}: has no array of numbers; allowed: a dict of idtracker.ai, with "trajectories" (frames, animals, 2)')
    per_second, body = content.get("frames_per_second"), content.get("body_length")
    return Found(path, content["trajectories"], given.rate or (None if per_second is None else arrays.positive(f"{path}: frames_per_second", per_second)),
                 unit="px", notes=["read: a dict of idtracker.ai"], body=None if body is None else arrays.positive(f"{path}: body_length", body))


def of_trex(files, given):
    """An animal a file, .npz or .csv."""
    if not files:
        raise ValueError("there are no .npz files and no .csv files; allowed: those of TRex, one for each animal")
    readers = {".csv": lambda path: trex_table(path, given), ".npz": trex_arrays}
    if other := [path for path in files if os.path.splitext(path)[1].lower() not in readers]:
        raise ValueError(f"{other[0]}: is no file of TRex; allowed: in a list, .npz or .csv files of TRex, one for each animal")
    animals = [readers[os.path.splitext(path)[1].lower()](path) for path in files]
    rates = [rate for *_, rate, _ in animals if rate is not None]
    if odd := [path for path, one in zip(files, animals) if one[3] != animals[0][3]]:
        raise ValueError(f"{odd[0]}: its lengths are in another unit than those of {files[0]}; allowed: files of one film")
    if not given.rate and rates and max(rates) > (1 + SAME_RATE) * min(rates):
        raise ValueError(f"{files[0]} and {len(files) - 1} more: are at {min(rates):g} to {max(rates):g} frames a second; allowed: files of one film, or rate=25")
    positions, steps = _tracks_rows.table(files[0], np.concatenate([frame for frame, *_ in animals]), np.concatenate([places for _, places, *_ in animals]),
                                          np.repeat(np.arange(len(files)), [len(frame) for frame, *_ in animals]), list(map(trex_id, files)))
    rate = given.rate or (rates[0] if rates else None)
    notes = ["read: files of TRex, an animal each"] + ([f"read: {rate:g} frames a second, from the times"] if rates and not given.rate else [])
    return Found(files[0], positions, rate, list(map(trex_id, files)), unit=animals[0][3], steps=steps, counted=True, notes=notes)


def trex_table(path, given):
    """(K,) frames, (K, 2) places, the rate, and the unit."""
    table = _tracks_csv.read(path, given)
    if table.tool != "TRex":
        raise ValueError(f"{path}: is no table of TRex; allowed: in a list or a folder, files of TRex, one for each animal")
    there = np.isfinite(table.positions[:, 0, 0])
    return table.steps[there], table.positions[there, 0], table.rate, table.unit


def trex_arrays(path):
    """X, Y (or X#wcentroid, Y#wcentroid) [cm], frame, and time [s]. Places that are missing are infinite."""
    with loaded(path) as content:
        def part(name):
            found = content[name] if name in content.files else None
            if found is not None and found.dtype.kind not in "fiu":
                raise ValueError(f"{name} has the type {found.dtype}")
            return None if found is None else found.astype(float).ravel()

        place = "#wcentroid" if {"X#wcentroid", "Y#wcentroid"} <= set(content.files) else ""
        try:
            x, y, frame, time = part("X" + place), part("Y" + place), part("frame"), part("time")
        except ValueError as fault:
            raise ValueError(f"{path}: cannot be read ({fault}); allowed: arrays of numbers") from None
    if x is None or y is None or frame is None or not len(x) == len(y) == len(frame):
        raise ValueError(f"{path}: has no X, Y and frame of one length; allowed: a .npz of TRex with these arrays")
    if not (np.isfinite(frame).all() and (frame == np.floor(frame)).all() and (np.abs(frame) < 2**53).all()):
        raise ValueError(f"{path}: frame is {frame[~np.isfinite(frame) | (frame != np.floor(frame))][:1]}; allowed: whole numbers")
    places = np.stack([x, y], 1)
    places[~np.isfinite(places).all(1)] = np.nan
    timed = time is not None and len(time) == len(frame)
    return frame, places, _tracks_times.rate_of(frame, time, path)[0] if timed else None, "cm"


def trex_id(path):
    """The file's name without its ending: test_fish3."""
    return os.path.splitext(os.path.basename(path))[0]


def of_trajectory(path, given):
    with Trajectory(path) as file:
        ids = [file.ids("boids", k) for k in range(len(file))]
        last = max((int(one.max()) for one in ids if one is not None and len(one)), default=-1)
        positions = np.full((len(file), last + 1, file.dimensions), np.nan)
        velocities = positions.copy()
        for k in range(len(file)):
            boids = next((s for s in file.frame(k).species if s.name == "boids"), None)
            if boids is not None:
                positions[k, boids.id] = boids.position[:, :file.dimensions]
                velocities[k, boids.id] = boids.velocity[:, :file.dimensions]
        rate, note = (given.rate, None) if given.rate else _tracks_times.rate_of(np.arange(len(file)), np.asarray(file.time, float), path)
        scenario = file.text("scenario")
        values = _murmur.source("text", scenario, None, None, False, [], []).values() if scenario else {}
        world, _ = arrays.space(values, tuple(map(float, file.size[0])))
        return Found(path, positions, rate or 1.0, velocities=velocities, world=world, wrap=file.periodic, radius=arrays.radius(values),
                     steps=np.asarray(file.step, np.int64), notes=["read: a trajectory of murmur", *([note] if note else [])])
