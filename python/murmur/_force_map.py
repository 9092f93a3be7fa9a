"""The force map of tracks: mean acceleration of an animal by the place of a neighbour in its frame. docs/tracks.md has the formulas."""

from __future__ import annotations

import numpy as np

from . import _arguments as read
from . import _murmur
from . import _tracks_arrays as arrays


def from_wall(tracks, places):
    """(T, N) distance from the wall, negative outside."""
    if tracks.tank is not None:
        return tracks.tank[2] - np.linalg.norm(places - tracks.tank[:2], axis=2)
    return np.minimum(places, np.array(tracks.world) - places).min(2)


def force_map(tracks, reach, wall, mirror, bins, nearest, least_speed, threads):
    reach, bins = arrays.positive("reach", reach), read.whole("bins", bins)
    wall, least_speed = read.number("wall", wall), read.number("least_speed", least_speed)
    if tracks.dimensions != 2:
        raise ValueError("force_map: the tracks are in 3D; allowed: tracks in 2D")
    if not 1 <= bins <= 2000:
        raise ValueError(f"bins: {bins} is not allowed; allowed: 1 to 2000")
    if wall > 0 and tracks.tank is None and (tracks.world is None or tracks.wrap):
        raise ValueError("wall: the tracks have no wall; allowed: 0, or tracks with world=(W, H) or tank=(x, y, radius)")
    if tracks.wrap and reach * 2**0.5 > min(tracks.world) / 2:
        raise ValueError(f"reach: {reach:g} is not allowed; allowed: up to {min(tracks.world) / 2 / 2**0.5:g} in this periodic world")
    world, sums = (list(tracks.world) if tracks.wrap else []), None
    for first, end, places, velocities in tracks._blocks():
        accelerations = tracks._accelerations_of(first, end)
        with np.errstate(invalid="ignore"):
            focal = tracks.seen[first:end] & (np.linalg.norm(velocities, axis=2) > least_speed)
            if wall > 0:
                focal &= from_wall(tracks, places) >= wall
        part = _murmur.track_forces(places, velocities, accelerations, focal.astype(np.uint8), tracks.seen[first:end].astype(np.uint8), world,
                                    reach, bins, bool(nearest), read.whole("threads", threads, 31))
        sums = part if sums is None else {name: sums[name] + part[name] for name in part}
    if sums is None:
        sums = {name: np.zeros((bins, bins)) for name in ("count", "along", "across", "along_squares")}
    if mirror:  # a neighbour on the left that is fled is one on the right that is fled
        for name, sign in (("count", 1), ("along", 1), ("along_squares", 1), ("across", -1)):
            sums[name] = sums[name] + sign * sums[name][:, ::-1]
    with np.errstate(invalid="ignore", divide="ignore"):
        along, across = sums["along"] / sums["count"], sums["across"] / sums["count"]
        spread = np.sqrt(np.maximum(sums["along_squares"] / sums["count"] - along**2, 0))
    return {"along": along, "across": across, "count": sums["count"], "along_sd": spread, "edges": np.linspace(-reach, reach, bins + 1)}
