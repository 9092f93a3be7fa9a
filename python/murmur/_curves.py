"""Distributions, g(r), correlations and autocorrelations of tracks. docs/tracks.md has the formulas."""

from __future__ import annotations

import math

import numpy as np

from . import _arguments as read
from . import _murmur
from . import _tracks_arrays as arrays

CHUNK = 4_000_000  # positions of the animals whose autocorrelations are summed at once
SAMPLE = 500  # frames of which the ranges of the distributions are taken
LAGS = 40  # about so many, where none are given


def window(tracks):
    """The size of the box where pairs can be: the world, the square around the tank, or the box around all places."""
    if tracks.world is not None:
        return list(map(float, tracks.world))
    if tracks.tank is not None:
        return [2 * tracks.tank[2]] * 2
    low, high = np.full(tracks.dimensions, np.inf), np.full(tracks.dimensions, -np.inf)
    for first, end in tracks._spans():
        flat = tracks.positions[first:end].reshape(-1, tracks.dimensions)
        flat = flat[~np.isnan(flat[:, 0])]
        if len(flat):
            low, high = np.minimum(low, flat.min(0)), np.maximum(high, flat.max(0))
    size = high - low
    if not (np.isfinite(size).all() and (size > 0).all()):
        raise ValueError("curves: the places do not fill an area; allowed: tracks with places, or with a world or a tank")
    return size.tolist()


def curves(tracks, reach, bins, every, lags, threads):
    bins, every = read.whole("bins", bins), read.whole("every", every)
    if not 1 <= bins <= 100_000 or every < 1:
        raise ValueError(f"{'every' if every < 1 else 'bins'}: {every if every < 1 else bins} is not allowed; allowed: 1 or more"
                         + ("" if every < 1 else ", at most 100000"))
    size = window(tracks)
    most = min(size) / 2 if tracks.wrap else min(size)
    reach = min(size) / 2 if reach is None else arrays.positive("reach", reach)
    if reach > most or not tracks.wrap and reach == most:
        raise ValueError(f"reach: {reach:g} is not allowed; allowed: {'at most' if tracks.wrap else 'less than'} {most:g}, "
                         f"{'half of ' if tracks.wrap else ''}the shortest side of {'the world' if tracks.world else 'the space of the animals'}")
    found = {**distributions(tracks, bins, every, threads), **of_distance(tracks, size, reach, bins, every, threads)}
    if tracks.frames > 1:
        found |= of_time(tracks, lags)
    return found


def blocks(tracks, every, threads):
    for first, _, places, velocities in tracks._blocks(threads):
        begin = -first % every
        yield np.ascontiguousarray(places[begin::every]), np.ascontiguousarray(velocities[begin::every])


def nearest_and_speed(tracks, places, velocities, threads):
    distance = _murmur.track_nearest(places, velocities, list(tracks.world) if tracks.wrap else [], threads)
    speed = np.linalg.norm(velocities, axis=2)
    speed[np.isnan(places[:, :, 0])] = np.nan
    return {"nearest": distance, "speed": speed}


def distributions(tracks, bins, every, threads):
    """Densities over classes of equal width from 0 to 1.25 times the 99 % quantile."""
    step = max(tracks.frames // SAMPLE, 1)
    sample = [(tracks.positions[k:k + 1], tracks._velocities_of(k, k + 1)) for k in range(0, tracks.frames, step)]
    some = nearest_and_speed(tracks, *(np.concatenate(part) for part in zip(*sample)), threads) if sample else {}
    found = {}
    for name, values in some.items():
        known = values[~np.isnan(values)]
        top = 1.25 * float(np.quantile(known, 0.99)) if len(known) else 0.0
        found[f"{name}_edges"] = np.linspace(0, top or 1.0, bins + 1)
    counts = {name: np.zeros(bins) for name in some}
    numbers, sums, squares = dict.fromkeys(some, 0), dict.fromkeys(some, 0.0), dict.fromkeys(some, 0.0)
    for places, velocities in blocks(tracks, every, threads):
        for name, values in nearest_and_speed(tracks, places, velocities, threads).items():
            known = values[~np.isnan(values)]
            counts[name] += np.histogram(known, found[f"{name}_edges"])[0]
            numbers[name] += len(known)
            sums[name] += known.sum()
            squares[name] += (known * known).sum()
    for name in some:
        n = numbers[name] or math.nan
        found[name] = counts[name] / n / np.diff(found[f"{name}_edges"])
        found[f"{name}_mean"] = np.float64(sums[name] / n)
        found[f"{name}_sd"] = np.sqrt(np.maximum(squares[name] / n - found[f"{name}_mean"] ** 2, 0))
    return found


def shells(edges, dimensions):
    """Areas of the rings, or volumes of the shells, between the distances."""
    return np.diff(math.pi * edges**2 if dimensions == 2 else 4 / 3 * math.pi * edges**3)


def of_distance(tracks, size, reach, bins, every, threads):
    sums = None
    world, tank = (size if tracks.wrap else []), (tracks.tank[2] if tracks.tank else 0.0)
    for places, velocities in blocks(tracks, every, threads):
        part = _murmur.track_pairs(places, velocities, world, size, tank, reach, bins, threads)
        sums = part if sums is None else {name: sums[name] + part[name] for name in part}
    if sums is None:
        return {}
    edges = np.linspace(0, reach, bins + 1)
    volume = math.pi * tank**2 if tank else math.prod(size)
    with np.errstate(invalid="ignore", divide="ignore"):
        return {
            "distance_edges": edges,
            "distance": (edges[1:] + edges[:-1]) / 2,
            "pairs": sums["pairs"],
            "g": 2 * sums["weights"] * volume / (shells(edges, tracks.dimensions) * sums["possible"]),
            "velocity_correlation": sums["velocity"] / sums["velocity_pairs"],
            "speed_correlation": sums["speed"] / sums["speed_pairs"],
        }


def lag_frames(tracks, lags):
    if lags is not None:
        given = read.wholes("lags", lags)
        wrong = next((one for one in given if not 0 <= one < tracks.frames), None)
        if wrong is not None:
            raise ValueError(f"lags: {wrong} is not allowed; allowed: numbers of frames from 0 to {tracks.frames - 1}")
        return np.array(given, np.int64)
    return np.unique(np.concatenate([[0], np.round(np.geomspace(1, max(tracks.frames // 2, 1), LAGS)).astype(np.int64)]))


def of_time(tracks, lags):
    lags = lag_frames(tracks, lags)
    sums = {name: np.zeros(len(lags)) for name in ("speed", "heading", "speed_count", "heading_count")}
    square = count = 0.0
    some = max(CHUNK // tracks.frames, 1)
    for first in range(0, tracks.animals, some):
        chunk = slice(first, first + some)
        v = (tracks._velocities[:, chunk] if tracks._velocities is not None
             else arrays.differences(tracks.positions[:, chunk], tracks.rate, tracks._period))
        v = np.where(np.isnan(tracks.positions[:, chunk, :1]), np.nan, v)
        speed = np.linalg.norm(v, axis=2)
        with np.errstate(invalid="ignore", divide="ignore"):
            heading = v / speed[:, :, None]  # NaN at rest
        known = ~np.isnan(speed)
        means = np.where(known, speed, 0).sum(0) / np.maximum(known.sum(0), 1)
        speed = speed - means
        square += np.where(known, speed, 0).ravel() @ np.where(known, speed, 0).ravel()
        count += known.sum()
        for k, lag in enumerate(lags):
            end = tracks.frames - lag
            for name, products in (("speed", speed[:end] * speed[lag:]), ("heading", (heading[:end] * heading[lag:]).sum(2))):
                there = ~np.isnan(products)
                sums[name][k] += products[there].sum()
                sums[f"{name}_count"][k] += there.sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = np.float64(square) / count if count else np.nan
        return {"lag": lags / tracks.rate, "speed_autocorrelation": sums["speed"] / sums["speed_count"] / variance,
                "heading_autocorrelation": sums["heading"] / sums["heading_count"]}
