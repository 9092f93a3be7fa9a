"""Measures of each frame of tracks, block by block."""

from __future__ import annotations

import numpy as np

from . import _murmur


def space(tracks):
    return list(map(float, tracks.world)) if tracks.wrap else []


def joined(tracks, parts):
    """Dicts of blocks, one after the other, behind the numbers of the frames."""
    names = parts[0] if parts else []
    return {"step": np.array(tracks.steps), **{name: np.concatenate([part[name] for part in parts]) for name in names}}


def metrics(tracks, radius, threads):
    return joined(tracks, [_murmur.track_metrics(places, velocities, space(tracks), radius, threads)
                           for _, _, places, velocities in tracks._blocks(threads)])


def shape(tracks, radius, threads):
    return joined(tracks, [_murmur.track_shape(places, velocities, space(tracks), radius, threads)
                           for _, _, places, velocities in tracks._blocks(threads)])


def motion(tracks, lag, radius, threads):
    if lag < 1:
        raise ValueError(f"lag: {lag} is not allowed; allowed: 1 frame or more")
    parts = []
    for first, end in tracks._spans():
        begin = max(first - lag, 0)
        part = _murmur.track_motion(tracks.positions[begin:end], tracks._velocities_of(begin, end, threads), space(tracks), radius, lag, threads)
        parts.append({name: values[first - begin:] for name, values in part.items()})
    return joined(tracks, parts)
