"""What Tracks.report tells: the size, places outside of the space, gaps, ids that begin and end, jumps, and ids that may be exchanged."""

from __future__ import annotations

import copy

import numpy as np

from . import _tracks_arrays as arrays
from ._tracks_clean import runs

STRANGE = 5.0  # a way of so many times the longest of the usual ways is a jump
USUAL = 99.0  # percent of the ways that are usual
OFTEN, MOST_OFTEN = 90.0, 3.0  # and at most so many times the longest of 90 %: one animal that is lost at 0, 0 now and then is above 99 %
MIDDLE, MOST_MIDDLE = 50.0, 20.0  # and at most so many times the median: a tenth of the positions may be wrong
SAMPLE = 1_000_000  # ways of which the usual ones are taken
BLOCK = 1024  # frames that are looked at at once
MOST_OUTSIDE = 0.5  # of the places, of a box or a tank that can be meant
NAMED = 5  # ids and frames that are named at most


def what(tracks):
    size = f"{tracks.animals} animals in {tracks.dimensions}D, {tracks.frames} frames, {tracks.rate:g} a second"
    unit = f", lengths in {tracks.unit}" if tracks.unit else ""
    space = (f", in a {'periodic ' if tracks.wrap else ''}box of " + " x ".join(f"{s:g}" for s in tracks.world) if tracks.world
             else ", in a round tank of radius {:g}".format(tracks.tank[2]) if tracks.tank else "")
    return [size + unit + space]


def outside(tracks):
    """Share of the places outside of the box or the tank, and the least and the greatest coordinates of all places."""
    out = count = 0
    low, high = np.full(tracks.dimensions, np.inf), np.full(tracks.dimensions, -np.inf)
    for first in range(0, tracks.frames, BLOCK):
        places = tracks.positions[first:first + BLOCK]
        places = places[~np.isnan(places[:, :, 0])]
        if len(places):
            beyond = ((places < 0) | (places > tracks.world)).any(1) if tracks.tank is None else (
                np.linalg.norm(places - tracks.tank[:2], axis=1) > tracks.tank[2])
            out, count = out + np.count_nonzero(beyond), count + len(places)
            low, high = np.minimum(low, places.min(0)), np.maximum(high, places.max(0))
    return out / max(count, 1), low, high


def space_and_range(tracks, share, low, high):
    unit = tracks.unit and f" {tracks.unit}"
    space = (f"box of {' x '.join(f'{s:g}' for s in tracks.world)}{unit}" if tracks.tank is None
             else "round tank around {:g}, {:g} of radius {:g}".format(*tracks.tank) + unit)
    return (f"{100 * share:.3g} % of the places lie outside of the {space}: "
            + ", ".join(f"{axis} is from {a:.6g} to {b:.6g}" for axis, a, b in zip("xyz", low.tolist(), high.tolist())))


def check_space(tracks):
    """Refuses a box or a tank that most places lie outside of. Periodic boxes have an image of each place inside."""
    if tracks.wrap or tracks.world is None and tracks.tank is None:
        return
    share, low, high = outside(tracks)
    if share > MOST_OUTSIDE:
        name, form = (("tank", "(x, y, radius)") if tracks.tank else
                      ("world", f"({'W, H, L'[:3 * tracks.dimensions - 2]}), a box from 0 on,"))
        raise ValueError(f"{name}: {space_and_range(tracks, share, low, high)}; "
                         f"allowed: {name}={form} in the unit of the places, with at least half of them inside")


def check_world(tracks, world):
    """Refuses tracks most of whose places lie outside of the world of a scenario."""
    inside = copy.copy(tracks)._of_flock(world, False)
    inside.tank = None
    share, low, high = outside(inside)
    if share > MOST_OUTSIDE:
        raise ValueError(f"fit: {space_and_range(inside, share, low, high)}; "
                         "allowed: tracks in the unit of the scenario, with at least half of the places in its world")


def strays(tracks):
    if tracks.world is None and tracks.tank is None:
        return []
    share, low, high = outside(tracks)
    joined = "; its borders are joined, so each counts as its image inside" if tracks.wrap else ""
    return [space_and_range(tracks, share, low, high) + joined] if share > 0 else []


def some(items):
    items = list(map(str, items))
    return ", ".join(items[:NAMED]) + (f" and {len(items) - NAMED} more" if len(items) > NAMED else "")


def lost(tracks, there):
    """Shares of the places that were not measured, and that are not there."""
    missing, unseen = 100 * (1 - there.mean()), 100 * (1 - tracks.seen.mean())
    if (there == tracks.seen).all():
        return f"{missing:.2f} % of the places are lost"
    return f"{unseen:.2f} % of the places were lost: {unseen - missing:.2f} % are filled in, {missing:.2f} % stay lost"


def findings(tracks):
    there = arrays.present(tracks.positions)
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
    told = [lost(tracks, there) + (f"; gaps within tracks: {len(gaps)}, median {np.median(gaps):g} frames, longest {max(gaps)}" if gaps else "")]
    for words, ids in (("are never seen", never), ("begin late", late), ("end early", early)):
        if ids:
            told.append(f"ids that {words}: {len(ids)}: {some(ids)}")
    return told + strays(tracks) + jumps(tracks)


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
    most, often, middle = np.percentile(known, [USUAL, OFTEN, MIDDLE])
    usual = min(one for one in (most, MOST_OFTEN * often, MOST_MIDDLE * middle) if one > 0 or one is most)
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
