"""Tracks as text: a row for each animal and frame (long), or for each frame with columns of all animals (wide)."""

from __future__ import annotations

import csv
import math
import re
from array import array
from typing import Any, NamedTuple

import numpy as np

from ._tracks_cells import WHOLE, Cells

# What columns are called, in small letters and without units and quotes. The first name is that of `columns=`.
NAMES = {
    "frame": ("frame", "frames", "step", "frame_number", "frame_id", "frame_no", "image", "position_t"),
    "time": ("time", "t", "seconds", "timestamp", "time_s"),
    "id": ("id", "track", "track_id", "trackid", "trajectory", "animal", "individual", "individuals", "identity", "fish", "bird", "particle", "object"),
    "x": ("x", "pos_x", "x_pos", "position_x", "pos x", "x_position", "cx", "centroid_x", "x_px"),
    "y": ("y", "pos_y", "y_pos", "position_y", "pos y", "y_position", "cy", "centroid_y", "y_px"),
    "z": ("z", "pos_z", "z_pos", "position_z", "pos z", "z_position", "cz", "centroid_z"),
    "vx": ("vx", "velocity_x"), "vy": ("vy", "velocity_y"), "vz": ("vz", "velocity_z"),
}
MOST_EMPTY = 20  # times as many places as rows, beyond a million
WIDE = (re.compile(r"^(?P<axis>[xyz])[ _.]?(?P<id>.*\S)$"), re.compile(r"^(?P<id>.*?)[ _.]?(?P<axis>[xyz])$"))


class Table(NamedTuple):
    positions: np.ndarray
    velocities: np.ndarray | None
    rate: float | None
    ids: Any
    steps: np.ndarray
    notes: list[str]


def plain(name):
    return re.sub(r"\s*[\[(].*?[\])]\s*$", "", name.strip().strip("\"'")).strip().lower()


def read(path, columns, rate):
    wrong = sorted(set(columns) - set(NAMES))
    if wrong:
        raise ValueError(f"columns: {wrong[0]!r} is not allowed; allowed: {', '.join(NAMES)}")
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            sample = file.read(8192)
            file.seek(0)
            delimiter = next((c for c in ",;\t" if c in sample.partition("\n")[0]), ",")
            lines = csv.reader(file, delimiter=delimiter, skipinitialspace=True)
            header = next(lines, None)
            if not header or all(not name.strip() for name in header):
                raise ValueError(f"{path}: is empty; allowed: a line with the names of the columns, and rows of numbers")
            return long_or_wide(path, header, columns)(path, header, lines, columns, rate, Cells(path, header, delimiter))
    except (UnicodeDecodeError, csv.Error) as fault:
        raise ValueError(f"{path}: cannot be read as text with commas ({fault}); allowed: CSV in UTF-8") from None


def found_columns(path, header, columns):
    """Name of NAMES to index in the header."""
    names, places = [plain(name) for name in header], {}
    for key, known in NAMES.items():
        if key in columns:
            if columns[key] not in header:
                raise ValueError(f"columns: {path} has no column {columns[key]!r}; allowed: {', '.join(header)}")
            places[key] = header.index(columns[key])
        elif found := [k for name in known for k, own in enumerate(names) if own == name]:
            places[key] = found[0]
    return places


def long_or_wide(path, header, columns):
    several = [isinstance(columns.get(axis), (list, tuple)) for axis in "xyz"]
    if any(several):
        return wide
    places = found_columns(path, header, columns)
    if {"x", "y", "id"} <= set(places):
        return long
    return wide if wide_columns(header, columns) else long


def checked_rows(path, header, lines):
    for row in lines:
        if not row or row == [""]:
            continue
        if len(row) != len(header):
            raise ValueError(f"{path}: line {lines.line_num} has {len(row)} columns; allowed: {len(header)}, as the header has")
        yield lines.line_num, row


def whole_frame(path, line, value):
    if math.isnan(value) or value != math.floor(value) or abs(value) > 2**53:
        raise ValueError(f"{path}: line {line}: the frame is {value:g}; allowed: a whole number")


def long(path, header, lines, columns, rate, cells):
    at = found_columns(path, header, columns)
    missing = [key for key in ("id", "x", "y") if key not in at] + ([] if {"frame", "time"} & set(at) else ["frame"])
    if missing:
        raise ValueError(f"{path}: has no column for {', '.join(missing)}; allowed: columns={{{', '.join(f'{key!r}: NAME' for key in missing)}}} "
                         f"with one of {', '.join(header)}")
    of_states = [plain(name) for name in header[:2]] == ["step", "id"]  # predators have ids below 0
    axes = [axis for axis in "xyz" if axis in at]
    speeds = ["v" + axis for axis in axes] if all("v" + axis in at for axis in axes) else []
    clock = "frame" if "frame" in at else "time"
    keys, numbers, line_of = [], {key: array("d") for key in [clock, *axes, *speeds]}, array("q")
    for line, row in checked_rows(path, header, lines):
        name = row[at["id"]].strip()
        if not name:
            raise ValueError(f"{path}: line {line}: {header[at['id']]} is empty; allowed: a number or a name of the animal")
        if of_states and name.startswith("-"):
            continue
        keys.append(cells.id(name))
        line_of.append(line)
        for key, values in numbers.items():
            values.append(cells.number(line, row[at[key]], at[key]))
        if clock == "frame":
            whole_frame(path, line, numbers[clock][-1])
    moments = np.array(numbers[clock])
    notes = cells.notes()
    if clock == "time":
        moments, rate, note = frames_of_times(path, moments, rate, line_of)
        notes.append(note)
    both = np.stack([np.array(numbers[key]) for key in [*axes, *speeds]], 1) if keys else np.empty((0, len(axes)))
    positions, extra, ids, steps = Rows(keys, moments, both, line_of, len(axes)).table(path)
    return Table(positions, extra, rate, ids, steps, notes)


def frames_of_times(path, times, rate, line_of):
    """Whole numbers of frames, and the rate."""
    if np.isnan(times).any():
        raise ValueError(f"{path}: line {line_of[int(np.flatnonzero(np.isnan(times))[0])]}: the time is empty; allowed: a number of seconds")
    unique = np.unique(times)
    if rate is None:
        if len(unique) < 2:
            return np.zeros(len(times)), None, "read: one time"
        rate = float(f"{1 / np.median(np.diff(unique)):.9g}")
    frames = np.round((times - (unique[0] if len(unique) else 0)) * rate)
    off = np.abs((times - (unique[0] if len(unique) else 0)) * rate - frames)
    if len(off) and off.max() > 0.4:
        raise ValueError(f"{path}: line {line_of[int(off.argmax())]}: the time {times[off.argmax()]:g} lies between two frames of {rate:g} a second; "
                         "allowed: times at one rate, or rate=")
    return frames, rate, f"read: frames from times, at {rate:g} a second"


class Rows:
    """Rows of animals and frames in any order."""

    def __init__(self, keys, frames, values, lines=None, dimensions=None, rows_of_frames=False):
        self.keys, self.frames, self.values, self.lines = keys, np.asarray(frames, np.int64), values, lines
        self.rows_of_frames = rows_of_frames
        self.dimensions = values.shape[1] if dimensions is None else dimensions

    def table(self, path, order=None):
        """(T, N, D) positions, velocities or None, ids and numbers of the frames."""
        names, animal = np.unique(np.array(self.keys, dtype=object).astype(str), return_inverse=True)
        ids = names.tolist()
        if order is not None:
            rank = np.array([order.index(name) for name in ids], np.int64)
            ids = list(order)
        else:
            numeric = all(WHOLE.fullmatch(name) for name in ids)
            by = sorted(range(len(ids)), key=lambda k: int(ids[k]) if numeric else k)
            rank = np.empty(len(ids), np.int64)
            rank[by] = np.arange(len(ids))
            ids = [int(ids[k]) if numeric else ids[k] for k in by]
        animal = rank[animal] if len(self.keys) else np.empty(0, np.int64)
        if len(self.frames) == 0:
            raise ValueError(f"{path}: has no rows; allowed: a row for each animal and frame")
        unique = np.unique(self.frames)
        every = int(np.gcd.reduce(np.diff(unique))) if len(unique) > 1 else 1
        count = int((unique[-1] - unique[0]) // every) + 1
        if count * len(ids) > MOST_EMPTY * len(self.frames) + 1_000_000:
            raise ValueError(f"{path}: {len(self.frames)} rows are of {len(ids)} animals and of frames from {unique[0]} to {unique[-1]}, so that most "
                             f"places are empty; allowed: at least one row for each {MOST_EMPTY} places (are the columns of frame and id exchanged?)")
        frame = (self.frames - unique[0]) // every
        self._check_repeats(path, frame, animal, ids, every, unique[0])
        table = np.full((count, len(ids), self.values.shape[1]), np.nan)
        table[frame, animal] = self.values
        positions = np.ascontiguousarray(table[..., :self.dimensions])
        velocities = np.ascontiguousarray(table[..., self.dimensions:]) if table.shape[2] > self.dimensions else None
        return positions, velocities, ids, unique[0] + every * np.arange(count, dtype=np.int64)

    def _check_repeats(self, path, frame, animal, ids, every, first):
        key = frame * len(ids) + animal
        order = np.argsort(key, kind="stable")
        again = np.flatnonzero(np.diff(key[order]) == 0)
        if len(again) == 0:
            return
        one, two = order[again[0]], order[again[0] + 1]
        number = first + every * frame[two]
        if self.lines is None:
            raise ValueError(f"{path}: there are two places of {ids[animal[two]]} in frame {number}; allowed: one")
        lines = f"{path}: lines {self.lines[one]} and {self.lines[two]}"
        if self.rows_of_frames:
            raise ValueError(f"{lines} are both of frame {number}; allowed: one row for each frame")
        raise ValueError(f"{lines} have two places of id {ids[animal[two]]} in frame {number}; allowed: one")


def wide_columns(header, columns):
    """id to {axis: index}, in the order of the header; {}: the names are not those of a wide file."""
    if any(isinstance(columns.get(axis), (list, tuple)) for axis in "xyz"):
        return {k: {axis: header.index(columns[axis][k]) if columns[axis][k] in header else -1 for axis in "xyz" if axis in columns}
                for k in range(max(len(columns[axis]) for axis in "xyz" if axis in columns))}
    for pattern in WIDE:
        found: dict[str, dict[str, int]] = {}
        for k, name in enumerate(header):
            if match := pattern.match(plain(name)):
                found.setdefault(match["id"].strip(" _."), {}).setdefault(match["axis"], k)
        found = {id: axes for id, axes in found.items() if id and {"x", "y"} <= set(axes)}
        if found:
            return found
    return {}


def wide(path, header, lines, columns, rate, cells):
    lists = [axis for axis in "xyz" if isinstance(columns.get(axis), (list, tuple))]
    if lists and (lists[:2] != ["x", "y"] or len({len(columns[axis]) for axis in lists}) != 1):
        raise ValueError("columns: x and y (and z) are not lists of one length; allowed: as many names of each as there are animals")
    for axis in lists:
        if absent := [name for name in columns[axis] if name not in header]:
            raise ValueError(f"columns: {path} has no column {absent[0]!r}; allowed: {', '.join(header)}")
    animals = wide_columns(header, columns)
    axes = "xyz" if all("z" in one for one in animals.values()) else "xy"
    clock = {key: k for key, k in found_columns(path, header, {key: name for key, name in columns.items() if key in ("frame", "time")}).items()
             if key in ("frame", "time")}
    at = [k for one in animals.values() for k in (one[axis] for axis in axes)]
    values, moments, line_of = array("d"), array("d"), array("q")
    key = "frame" if "frame" in clock else "time" if "time" in clock else None
    for line, row in checked_rows(path, header, lines):
        values.extend(cells.number(line, row[k], k) for k in at)
        moments.append(cells.number(line, row[clock[key]], clock[key]) if key else len(line_of))
        line_of.append(line)
        if key == "frame":
            whole_frame(path, line, moments[-1])
    frames, notes = np.array(moments), cells.notes()
    if key == "time":
        frames, rate, note = frames_of_times(path, frames, rate, line_of)
        notes.append(note)
    if len(line_of) == 0:
        raise ValueError(f"{path}: has no rows; allowed: a row for each frame")
    rows = Rows(["row"] * len(line_of), frames, np.array(values).reshape(len(line_of), -1), line_of, rows_of_frames=True)
    table, _, _, steps = rows.table(path)
    ids = [int(one) if str(one).isdigit() else one for one in animals]
    return Table(table.reshape(len(table), len(animals), len(axes)), None, rate,
                 ids if len(set(map(type, ids))) == 1 else list(map(str, ids)), steps, notes)
