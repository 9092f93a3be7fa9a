"""Files of tracks: which reader a file needs, and what all readers give. Text is read by _tracks_csv.py."""

from __future__ import annotations

import glob
import os
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from . import _arguments as read_argument
from . import _murmur, _tracks_csv
from . import _tracks_arrays as arrays
from ._trajectory import Trajectory

KINDS = ("a .csv, a .npy, a .npz of TRex or a folder of them, a .h5 of murmur run --trajectory, or a dataset of the package movement")


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


def is_dataset(source):
    return hasattr(source, "position") and hasattr(source.position, "dims")


def files(source: Any) -> list[str]:
    """What `read` reads, in this order; a dataset is in none."""
    if is_dataset(source):
        return []
    if isinstance(source, (list, tuple)):
        return [read_argument.existing(one, compiled=False) for one in source]
    path = read_argument.existing(source, compiled=False)
    if not os.path.isdir(path):
        return [path]
    return sorted(glob.glob(os.path.join(glob.escape(path), "*.npz")),
                  key=lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)])


def read(source: Any, found: list[str], given: Given) -> Found:
    """`found`: files(source)."""
    if is_dataset(source):
        return of_dataset(source, given)
    if isinstance(source, (list, tuple)) or os.path.isdir(source):
        return of_trex(found, given)
    path, = found
    ending = os.path.splitext(path)[1].lower()
    if ending == ".npz":
        return of_trex(found, given)
    readers = {".npy": of_npy, ".csv": of_csv, ".txt": of_csv, ".tsv": of_csv, ".h5": of_trajectory, ".h5md": of_trajectory, ".hdf5": of_trajectory}
    if ending not in readers:
        raise ValueError(f"{path}: the ending {ending!r} is of no kind of tracks; allowed: {KINDS}")
    return readers[ending](path, given)


def of_csv(path, given):
    table = _tracks_csv.read(path, given.columns, given.rate)
    return Found(path, table.positions, table.rate, table.ids, velocities=table.velocities, steps=table.steps, counted=True,
                 notes=table.notes)


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
        return Found(path, array, given.rate)
    content = array.item() if array.shape == () else None
    if not isinstance(content, dict) or not isinstance(content.get("trajectories"), np.ndarray):
        raise ValueError(f'{path}: has no array of numbers; allowed: a dict of idtracker.ai, with "trajectories" (frames, animals, 2)')
    per_second, body = content.get("frames_per_second"), content.get("body_length")
    return Found(path, content["trajectories"], given.rate or (None if per_second is None else arrays.positive(f"{path}: frames_per_second", per_second)),
                 unit="px", body=None if body is None else arrays.positive(f"{path}: body_length", body))


def of_trex(files, given):
    """An animal a file: X, Y (or X#wcentroid, Y#wcentroid) [cm], frame, and time [s]. Places that are missing are infinite."""
    if not files:
        raise ValueError("there are no .npz files; allowed: those of TRex, one for each animal")
    animals, rate = [], given.rate
    for path in files:
        with loaded(path) as content:
            part = lambda *names: next((np.asarray(content[name], float).ravel() for name in names if name in content.files), None)
            try:
                x, y, frame, time = part("X#wcentroid", "X"), part("Y#wcentroid", "Y"), part("frame"), part("time")
            except ValueError as fault:
                raise ValueError(f"{path}: cannot be read ({fault}); allowed: arrays of numbers") from None
        if x is None or y is None or frame is None or not len(x) == len(y) == len(frame):
            raise ValueError(f"{path}: has no X, Y and frame of one length; allowed: a .npz of TRex with these arrays")
        places = np.stack([x, y], 1)
        places[~np.isfinite(places).all(1)] = np.nan
        animals.append((path, frame, places))
        if rate is None and time is not None and len(time) == len(frame) > 1 and time[-1] > time[0]:
            rate = float((frame[-1] - frame[0]) / (time[-1] - time[0]))
    rows = _tracks_csv.Rows([path for path, frame, _ in animals for _ in frame], np.concatenate([frame for _, frame, _ in animals]),
                            np.concatenate([places for *_, places in animals]))
    positions, _, ids, steps = rows.table(files[0], order=files)
    return Found(files[0], positions, rate, [trex_id(path) for path in ids], unit="cm", steps=steps, counted=True)


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
        every = float(file.time[1] - file.time[0]) if len(file) > 1 else 1.0
        scenario = file.text("scenario")
        values = _murmur.source("text", scenario, None, None, False, [], []).values() if scenario else {}
        world, _ = arrays.space(values, tuple(map(float, file.size[0])))
        return Found(path, positions, given.rate or 1 / every, velocities=velocities, world=world, wrap=file.periodic,
                     radius=arrays.radius(values), steps=np.asarray(file.step, np.int64))


def of_dataset(source, given):
    """Of the package movement: position has the axes time, space, individuals, and keypoints if there are several."""
    position, name = source.position, "the dataset"
    if "keypoints" in position.dims:
        points = list(map(str, position["keypoints"].values))
        if given.keypoint is None and len(points) > 1 or given.keypoint is not None and given.keypoint not in points:
            raise ValueError(f"keypoint: {given.keypoint!r} is not allowed; allowed: one of {', '.join(points)}")
        position = position.isel(keypoints=points.index(given.keypoint) if given.keypoint else 0)
    if set(position.dims) not in ({"time", "space", "individuals"}, {"time", "space", "individual"}):
        raise ValueError(f"{name}: position has the axes {', '.join(map(str, position.dims))}; allowed: time, space and individuals")
    who = "individuals" if "individuals" in position.dims else "individual"
    position = position.transpose("time", who, "space")
    ids = [str(one) for one in position[who].values] if who in position.coords else None
    rate = given.rate or getattr(source, "fps", None)
    return Found(name, np.asarray(position.values, float), None if rate is None else arrays.positive(f"{name}: fps", rate), ids)
