"""What Tracks.report tells: the size, gaps, ids that begin and end, jumps, and ids that may be exchanged."""

from __future__ import annotations

import numpy as np

from . import _tracks_arrays as arrays
from ._tracks_clean import runs

STRANGE = 5.0  # a way of so many times the longest of the usual ways is a jump
USUAL = 99.0  # percent of the ways that are usual
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
        f"; {len(gaps)} gaps within tracks, median {np.median(gaps):g} frames, longest {max(gaps)}" if gaps else "")]
    for words, ids in (("never seen: ", never), ("begin late: ", late), ("end early: ", early)):
        if ids:
            told.append(f"{len(ids)} ids {words}{some(ids)}")
    return told + jumps(tracks)


def jumps(tracks):
    """Ways that are much longer than usual, and pairs of ids that jump to each other's places in the same frame."""
    if tracks.frames < 2:
        return []
    ways = np.concatenate([np.linalg.norm(arrays.shorter(np.diff(tracks.positions[k:k + arrays.FRAMES + 1], axis=0), tracks._period), axis=2)
                           for k in range(0, tracks.frames - 1, arrays.FRAMES)])
    known = ways[~np.isnan(ways)]
    if len(known) == 0:
        return []
    usual = np.percentile(known, USUAL)
    unit = tracks.unit or "units of length"
    strange = np.argwhere(ways > STRANGE * usual) if usual > 0 else np.empty((0, 2), int)
    if len(strange) == 0:
        return [f"longest way in a frame: {known.max():.3g} {unit}, no jumps"]
    told = [f"{len(strange)} jumps of more than {STRANGE:g} times the usual way in a frame ({usual:.3g} {unit}): id "
            + some(f"{tracks.ids[i]} after frame {k}" for k, i in strange)]
    exchanged = []
    for k in np.unique(strange[:, 0]):
        who = strange[strange[:, 0] == k, 1]
        for a, i in enumerate(who):
            for j in who[a + 1:]:
                across = arrays.shorter(tracks.positions[k + 1, [i, j]] - tracks.positions[k, [j, i]], tracks._period)
                if (np.linalg.norm(across, axis=1) <= STRANGE * usual).all():
                    exchanged.append(f"{tracks.ids[i]} and {tracks.ids[j]} after frame {k}")
    if exchanged:
        told.append(f"{len(exchanged)} pairs of ids that seem to be exchanged: {some(exchanged)}")
    return told
