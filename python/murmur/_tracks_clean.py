"""Tracks.clean: takes out jumps, closes gaps, smooths, and says what it did."""

from __future__ import annotations

import numpy as np

from . import _arguments as read
from . import _tracks_arrays as arrays
from ._trajectory import needed

ORDER = 3  # of the polynomial of Savitzky & Golay
OUTLIERS = 3  # most places in a row that are taken out as a jump there and back


def runs(flags):
    """(first, end) of the runs of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist()))


def without_jumps(track, jump):
    """Where one animal's places jump: (frames to take out, frames before which the track is cut)."""
    at = np.flatnonzero(~np.isnan(track[:, 0]))
    if len(at) < 2:
        return [], []

    def far(a, b):
        return np.linalg.norm(track[b] - track[a]) > jump * (b - a)

    ways = np.linalg.norm(np.diff(track[at], axis=0), axis=1)
    breaks = np.flatnonzero(ways > jump * np.diff(at)) + 1
    if len(breaks) == 0:
        return [], []
    pieces = [at[a:b] for a, b in zip([0, *breaks], [*breaks, len(at)])]
    kept, removed, cuts = [pieces[0]], [], []
    for k, piece in enumerate(pieces[1:], 1):
        if not far(kept[-1][-1], piece[0]):  # the way back from a jump
            kept.append(piece)
        elif len(piece) <= OUTLIERS and k + 1 < len(pieces) and not far(kept[-1][-1], pieces[k + 1][0]):
            removed += piece.tolist()
        else:
            cuts.append(int(piece[0]))
            kept.append(piece)
    return removed, cuts


def clean(tracks, gap, jump, window):
    gap = int(tracks.rate / 2) if gap is None else read.whole("gap", gap)
    if gap < 0:
        raise ValueError(f"gap: {gap} is not allowed; allowed: 0 frames or more")
    jump = read.unless_none(arrays.positive, "jump", jump)
    if window is not None and ((window := read.whole("window", window)) < ORDER + 2 or window % 2 == 0):
        raise ValueError(f"window: {window} is not allowed; allowed: an odd number of frames from {ORDER + 2} on, or None")
    places = arrays.unwrapped(tracks.positions, tracks._period).copy()
    seen, changes = tracks.seen.copy(), []
    cut = np.zeros(seen.shape, bool)
    if jump is not None:
        changes += take_out_jumps(tracks, places, seen, cut, jump)
    changes.append(close_gaps(places, seen, cut, gap))
    if window is None:
        velocities = accelerations = None
        if cut.any():
            velocities, accelerations = cut_differences(places, cut, tracks.rate)
    else:
        places, velocities, accelerations, sentence = smoothed(places, seen, cut, tracks.rate, window)
        seen &= ~np.isnan(places[:, :, 0])
        changes += sentence
    return tracks._with(arrays.wrapped(places, tracks._period), velocities, accelerations, seen, changes)


def take_out_jumps(tracks, places, seen, cut, jump):
    removed = cuts = 0
    for i in range(tracks.animals):
        frames, begins = without_jumps(places[:, i], jump)
        places[frames, i] = np.nan
        seen[frames, i] = False
        cut[begins, i] = True
        removed, cuts = removed + len(frames), cuts + len(begins)
    return [f"cleaned: places taken out: {removed}, cuts of tracks: {cuts}, for ways of more than "
            f"{jump:g} {tracks.unit or 'units of length'} a frame"]


def close_gaps(places, seen, cut, most):
    filled = gaps = 0
    for i in range(places.shape[1]):
        for first, end in runs(np.isnan(places[:, i, 0])):
            if first == 0 or end == len(places) or end - first > most or cut[end, i]:
                continue
            share = np.arange(1, end - first + 1)[:, None] / (end - first + 1)
            places[first:end, i] = places[first - 1, i] + share * (places[end, i] - places[first - 1, i])
            filled, gaps = filled + end - first, gaps + 1
    return f"cleaned: gaps of at most {most} frames that were interpolated: {gaps}, with {filled} places"


def pieces(places, cut, i):
    """(first, end) of what is left of a track without gaps and cuts."""
    for first, end in runs(~np.isnan(places[:, i, 0])):
        marks = [first, *(first + 1 + np.flatnonzero(cut[first + 1:end, i])).tolist(), end]
        yield from zip(marks, marks[1:])


def smoothed(places, seen, cut, rate, window):
    """Places, velocities, accelerations, and sentences."""
    savgol = needed("scipy.signal", "scipy", "smoothing").savgol_filter
    results = [np.full(places.shape, np.nan) for _ in range(3)]
    short = lost = 0
    for i in range(places.shape[1]):
        for first, end in pieces(places, cut, i):
            if end - first < window:
                short, lost = short + 1, lost + int(seen[first:end, i].sum())
                continue
            for order, result in enumerate(results):
                result[first:end, i] = savgol(places[first:end, i], window, ORDER, deriv=order, delta=1 / rate, axis=0)
    sentences = [f"cleaned: places, velocities and accelerations of a Savitzky-Golay filter of order {ORDER} over {window} frames"]
    if short:
        sentences.append(f"cleaned: pieces of tracks shorter than {window} frames that were left out: {short}, with {lost} places seen")
    return (*results, sentences)


def cut_differences(places, cut, rate):
    """As Tracks without a filter has them, but not across cuts."""
    velocities, accelerations = np.full(places.shape, np.nan), np.full(places.shape, np.nan)
    for i in range(places.shape[1]):
        for first, end in pieces(places, cut, i):
            piece = places[first:end, i:i + 1]
            velocities[first:end, i:i + 1] = arrays.differences(piece, rate, None)
            accelerations[first:end, i:i + 1] = arrays.second_differences(piece, rate, None)
    return velocities, accelerations
