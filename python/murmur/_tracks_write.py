"""Tracks as steps of a flock, for murmur view --tracks."""

from __future__ import annotations

import numpy as np

from . import _arguments as read
from ._export import replaced

AXES = "xyz"


def write(tracks, target, steps, overwrite):
    """A row for each animal that has a place and a velocity in a frame."""
    target = read.output("target", target, overwrite)
    if read.identity(target) in map(read.identity, tracks._files):
        raise ValueError(f"target: {target} is a file that the tracks were read from; name another file")
    if steps < 1:
        raise ValueError(f"steps: {steps} is not allowed; allowed: 1 or more")
    if np.any(tracks.steps < 0) or np.any(np.diff(tracks.steps) < 1):
        raise ValueError("steps: those of the tracks are below 0 or not in order; allowed: growing numbers from 0 on")
    axes = AXES[:tracks.dimensions]
    with replaced(target, overwrite) as part, open(part, "w") as file:
        file.write(",".join(["step", "id", *axes, *(f"v{axis}" for axis in axes)]) + "\n")
        for number, places, velocities in zip(tracks.steps, tracks.positions, tracks.velocities):
            rows = np.concatenate([places, velocities], 1).astype(np.float32)
            for animal in np.flatnonzero(np.isfinite(rows).all(1)):
                file.write(f"{number * steps},{animal}," + ",".join(map(str, rows[animal])) + "\n")
