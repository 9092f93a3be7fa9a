"""What Tracks.report tells: the size, gaps, ids that begin and end, jumps, and ids that may be exchanged."""

from __future__ import annotations

import numpy as np

from . import _tracks_arrays as arrays
from ._tracks_clean import runs

STRANGE = 5.0  # a way of so many times the longest of the usual ways is a jump
USUAL = 99.0  # percent of the ways that are usual
SAMPLE = 1_000_000  # ways of which the usual ones are taken
BLOCK = 1024  # frames that are looked at at once
NAMED = 5  # ids and frames that are named at most


def what(tracks):
    size = f"{tracks.animals} animals in {tracks.dimensions}D, {tracks.frames} frames, {tracks.rate:g} a second"
    unit = f", lengths in {tracks.unit}" if tracks.unit else ""
    space = (f", in a {'periodic ' if tracks.wrap else ''}box of " + " x ".join(f"{s:g}" for s in tracks.world) if tracks.world
             else ", in a round tank of radius {:g}".format(tracks.tank[2]) if tracks.tank else "")
    return [size + unit + space]


def some(items):
    items = list(map(str, items))
    return ", ".join(items[:NAMED]) + (f" and {len(items) - NAMED} more" if len(items) > NAMED else "")


def findings(tracks):
    there = ~np.isnan(tracks.positions[:, :, 0])
    if there.size == 0:
        return ["there are no places"]
    gaps, late, early, never = [], [], [], []
    for i in range(tracks.animals):
        at = np.flatnonzero(there[:, i])
        if len(at) == 0:
            never.append(tracks.ids[i])
            continue
        if at[0] > 0:
            late.append(f"{tracks.ids[i]} (frame {at[0]})")
        if at[-1] + 1 < tracks.frames:
            early.append(f"{tracks.ids[i]} (frame {at[-1]})")
        gaps += [end - first for first, end in runs(~there[at[0]:at[-1] + 1, i])]
    told = [f"{100 * (1 - there.mean()):.2f} % of the places are lost" + (
        f"; gaps within tracks: {len(gaps)}, median {np.median(gaps):g} frames, longest {max(gaps)}" if gaps else "")]
    for words, ids in (("are never seen", never), ("begin late", late), ("end early", early)):
        if ids:
            told.append(f"ids that {words}: {len(ids)}: {some(ids)}")
    return told + jumps(tracks)


def ways_of(tracks):
    """First frame and ways (K, N) to the next frame, block by block."""
    for first in range(0, tracks.frames - 1, BLOCK):
        yield first, np.linalg.norm(arrays.shorter(np.diff(tracks.positions[first:first + BLOCK + 1], axis=0), tracks._period), axis=2)


def jumps(tracks):
    """Ways that are much longer than usual, and pairs of ids that jump to each other's places in the same frame."""
    sample, longest, rarely = [], 0.0, max(tracks.frames * tracks.animals // SAMPLE, 1)
    for _, ways in ways_of(tracks):
        known = ways[~np.isnan(ways)]
        longest = max(longest, known.max(initial=0))
        sample.append(known[::rarely])
    known = np.concatenate(sample) if sample else np.empty(0)
    if len(known) == 0:
        return []
    usual = np.percentile(known, USUAL)
    unit = tracks.unit or "units of length"
    strange = np.concatenate([np.argwhere(ways > STRANGE * usual) + (first, 0) for first, ways in ways_of(tracks)]) if usual > 0 else []
    if len(strange) == 0:
        return [f"longest way in a frame: {longest:.3g} {unit}, no jumps"]
    told = [f"jumps of more than {STRANGE:g} times the usual way in a frame ({usual:.3g} {unit}): {len(strange)}: id "
            + some(f"{tracks.ids[i]} after frame {k}" for k, i in strange)]
    exchanged = []
    for k in np.unique(strange[:, 0]):
        who = strange[strange[:, 0] == k, 1]
        across = arrays.shorter(tracks.positions[k + 1, who][:, None] - tracks.positions[k, who][None], tracks._period)
        near = np.linalg.norm(across, axis=2) <= STRANGE * usual  # where the one is now is near where the other was
        exchanged += [f"{tracks.ids[who[a]]} and {tracks.ids[who[b]]} after frame {k}" for a, b in np.argwhere(np.triu(near & near.T, 1))]
    if exchanged:
        told.append(f"pairs of ids that seem to be exchanged: {len(exchanged)}: {some(exchanged)}")
    return told
