"""Arguments and differences of Tracks. Wrong arguments raise ValueError with their place and what is allowed."""

from __future__ import annotations

import math

import numpy as np

from . import _arguments as read
from . import _murmur
from ._tracks_times import MOST_RATE

MOST = 1e100  # whose squares are finite
MOST_WHOLE = 2**53
LOOKED_AT = 65536  # places of a block where all numbers are looked at: it stays in the caches of a processor


def frames_at_once(positions):
    """Frames from and to"""
    size = max(LOOKED_AT // max(positions.shape[1], 1), 1)
    return [slice(first, first + size) for first in range(0, len(positions), size)]


def real(name, values):
    """float64, in memory row by row; NaN where it is masked."""
    array = read.array(name, values, masked=True)
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} have the shape {array.shape} and the type {array.dtype}; "
                         "allowed: (frames, animals, 2 or 3) real numbers, NaN where an animal is not seen")
    if isinstance(array, np.ma.MaskedArray):
        array = array.astype(np.float64).filled(np.nan)
    return array if array.dtype == np.float64 and array.flags.c_contiguous else np.ascontiguousarray(array, dtype=np.float64)


def places(name, values):
    """(T, N, D) float64, all of a place NaN if one coordinate is. Memory maps stay where they are."""
    array = real(name, values)
    if array.ndim != 3 or array.shape[2] not in (2, 3):
        raise ValueError(f"{name} have the shape {array.shape} and the type {array.dtype}; "
                         "allowed: (frames, animals, 2 or 3) real numbers, NaN where an animal is not seen")
    for frames in frames_at_once(array):
        block = array[frames]
        if np.abs(block).max(initial=0) < MOST:
            continue
        if (far := np.abs(block) >= MOST).any():
            frame, animal, axis = np.argwhere(far)[0]
            raise ValueError(f"{name}[{frames.start + frame}, {animal}, {axis}] is {block[frame, animal, axis]:g}; "
                             f"allowed: finite numbers below {MOST:g}, or NaN where an animal is not seen")
        whole = np.isnan(block[:, :, :1])
        if (np.isnan(block[:, :, 1:]) != whole).any():
            if array.base is not None or array is values or not array.flags.writeable:
                array = array.copy()
            array[frames][np.isnan(block).any(2)] = np.nan
    return array


def present(positions):
    """(T, N) bool"""
    there = np.empty(positions.shape[:2], bool)
    for frames in frames_at_once(positions):
        np.logical_not(np.isnan(positions[frames, :, 0]), out=there[frames])
    return there


def positive(name, x, what=""):
    number = read.number(name, x)
    if not 0 < number < math.inf:
        raise ValueError(f"{name}: {number:g} is not allowed; allowed: a number greater than 0{what and ', ' + what}")
    return number


def rate(name, x):
    number = positive(name, x, f"frames a second, at most {MOST_RATE:g}")
    if number > MOST_RATE:
        raise ValueError(f"{name}: {number:g} is not allowed; allowed: a number greater than 0, at most {MOST_RATE:g} frames a second")
    return number


def box(world, dimensions):
    if world is None:
        return None
    size = read.numbers("world", world)
    if len(size) != dimensions or not all(0 < s < math.inf for s in size):
        raise ValueError(f"world: {world!r} is not allowed; allowed: {dimensions} sizes greater than 0, one for each axis")
    return tuple(size)


def tank(given, dimensions, world):
    if given is None:
        return None
    numbers = read.numbers("tank", given)
    if len(numbers) != 3 or not numbers[2] > 0 or not np.isfinite(numbers).all() or dimensions != 2 or world is not None:
        raise ValueError(f"tank: {given!r} is not allowed; allowed: (x, y, radius) of tracks in 2D that have no world")
    return tuple(numbers)


def names(name, ids, animals):
    found = np.arange(animals) if ids is None else read.array(name, ids)
    if found.shape != (animals,):
        raise ValueError(f"{name} have the shape {found.shape}; allowed: ({animals},), one for each animal")
    if found.dtype.kind == "O":  # pandas has names as objects
        found = np.array(found.tolist())
    if found.dtype.kind not in "iufUS" or found.dtype.kind == "f" and not np.isfinite(found).all():
        raise ValueError(f"{name}: {found.tolist()[:5]} are not allowed; allowed: names or finite numbers of the animals")
    values, counts = np.unique(found, return_counts=True)
    if (counts > 1).any():
        raise ValueError(f"{name}: {values[counts > 1][0]} is there {counts.max()} times; allowed: each once")
    return found


def whole_numbers(name, values, count):
    found = np.arange(count) if values is None else read.array(name, values)
    if found.shape != (count,) or found.dtype.kind not in "iu":
        raise ValueError(f"{name} have the shape {found.shape} and the type {found.dtype}; allowed: ({count},) whole numbers")
    if count and not -MOST_WHOLE < int(found.min()) <= int(found.max()) < MOST_WHOLE:
        raise ValueError(f"{name} are from {found.min()} to {found.max()}; allowed: numbers below 2**53")
    return found.astype(np.int64)


def shorter(way, period):
    """The shorter way in a periodic world."""
    return way if period is None else way - period * np.round(way / period)


def differences(positions, rate, period, threads=1):
    """Velocities: central differences, and one-sided ones at the ends and beside gaps."""
    velocities = np.empty(positions.shape)
    _murmur.track_velocities(np.ascontiguousarray(positions), velocities, [] if period is None else period.tolist(), rate, threads)
    return velocities


def second_differences(positions, rate, period):
    accelerations = np.full(positions.shape, np.nan)
    ways = shorter(positions[1:] - positions[:-1], period)
    accelerations[1:-1] = (ways[1:] - ways[:-1]) * rate**2
    return accelerations


def unwrapped(positions, period):
    """Places that go on across the borders of a periodic world: each is the image that is nearest to the last one seen."""
    if period is None:
        return positions
    found, last = positions.copy(), np.full(positions.shape[1:], np.nan)
    for k in range(len(found)):
        there = ~np.isnan(found[k, :, 0])
        known = there & ~np.isnan(last[:, 0])
        found[k][known] = last[known] + shorter(found[k][known] - last[known], period)
        last[there] = found[k][there]
    return found


def wrapped(positions, period):
    if period is None:
        return positions
    inside = positions - period * np.floor(positions / period)
    return np.where(inside >= period, 0.0, inside)


def space(values, size):
    """World and wrap of Tracks, of the keys of a scenario as JSON."""
    wraps = values.get("world.boundary") == '"wrap"' or values.get("world.metric") == '"wrapped"'
    return None if values.get("world.boundary") == '"open"' and not wraps else size, wraps


def radius(values):
    found = values.get("rules.radius", values.get("rules.radius.value"))  # of a number with a slider
    return None if found is None else float(found)
