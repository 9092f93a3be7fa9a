"""Datasets of the package movement (xarray), by the names of their axes and the labels of their coordinates."""

from __future__ import annotations

import numpy as np

from . import _tracks_arrays as arrays
from . import _tracks_columns, _tracks_rows, _tracks_times

NAME = "the dataset"


def is_dataset(source):
    return hasattr(source, "position") and hasattr(source.position, "dims")


def read(source, given):
    """What Found has, by its names. Rows come in the order of their times, and gaps between them are frames that are not seen."""
    position, keypoint = source.position, given.keypoint
    labels = lambda axis: list(position[axis].values) if axis in position.coords else None
    called = lambda name: name if name in position.dims else name + "s"  # as movement calls the axis before version 0.16
    at, of_points, who = {}, called("keypoint"), called("individual")
    if of_points in position.dims:
        points = list(map(str, labels(of_points) or range(position.shape[position.dims.index(of_points)])))
        at[of_points] = points.index(_tracks_columns.chosen_keypoint(NAME, points, keypoint))
    elif keypoint is not None:
        raise ValueError(f"keypoint: {NAME} has no keypoints; allowed: None")
    if set(position.dims) - set(at) != {"time", "space", who}:
        raise ValueError(f"{NAME}: position has the axes {', '.join(map(str, position.dims))}; allowed: time, space and individuals")
    values = np.moveaxis(np.asarray(position.values), [position.dims.index(axis) for axis in (*at, "time", who, "space")],
                         range(len(position.dims)))
    values = arrays.real("position", values[tuple(at.values())])
    if not values.size:
        raise ValueError(f"{NAME}: position has the shape {position.shape}; allowed: at least one time and one individual")
    notes = ["read: a dataset of movement" + (f", keypoint {points[at[of_points]]}" if at else "")]
    values = values[..., axes_of(labels("space"), values.shape[2], notes)]
    rate = given.rate or getattr(source, "fps", None)
    rate = None if rate is None else arrays.rate(f"{NAME}: fps", rate)
    frames = np.arange(len(values))
    if "time" in position.coords:
        frames, rate = frames_of(np.asarray(position["time"].values), source, given.rate, rate, notes)
    found, steps = _tracks_rows.table(NAME, frames, values.reshape(len(values), -1))
    ids = labels(who)
    return {"positions": found.reshape(len(found), *values.shape[1:]), "rate": rate, "ids": None if ids is None else list(map(str, ids)), "steps": steps,
            "counted": True, "notes": notes}


def axes_of(labels, count, notes):
    """The places of x, y (and z) on the axis space."""
    if labels is None:
        notes.append(f"read: the axis space has no labels, and is taken as {', '.join('xyz'[:count])}")
        return list(range(count))
    labels = list(map(str, labels))
    if sorted(labels) not in (["x", "y"], ["x", "y", "z"]):
        raise ValueError(f"{NAME}: the axis space has the labels {', '.join(labels)}; allowed: x, y and z")
    return [labels.index(axis) for axis in sorted(labels)]


def frames_of(times, source, given, fps, notes):
    """Frames of the coordinate time, and the rate. `time_unit` of the dataset says what it counts, and where it is absent, its fps: seconds."""
    unit = getattr(source, "time_unit", None)
    if times.dtype.kind in "mM":
        times, unit = (times - times[:1]) / np.timedelta64(1, "s"), "seconds"
    times = arrays.real("time", times)
    if unit == "frames":
        if (off := np.flatnonzero(~np.isfinite(times) | (times != np.floor(times)))).size:
            raise ValueError(f"{NAME}: time[{off[0]}] is {times[off[0]]:g}; allowed: whole numbers, as its unit is frames")
        return times, fps
    if unit is None and fps is None or unit not in (None, "seconds"):
        raise ValueError(f"{NAME}: time_unit is {unit!r}; allowed: 'seconds' or 'frames', or without it a dataset with fps or rate=")
    frames, found, note = _tracks_times.frames_of(times, given, lambda k: f"{NAME}: time[{k}]")
    notes.append(note)
    return frames, fps if found is None else found
