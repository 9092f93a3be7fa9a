"""Rows of animals and frames in any order, as an array over frames and animals."""

from __future__ import annotations

import numpy as np

from ._tracks_cells import WHOLE

MOST_EMPTY = 20  # times as many places as rows, beyond a million


class Index(dict):
    """Numbers of names, in the order in which they come."""

    def __missing__(self, name):
        self[name] = len(self)
        return self[name]

    def sorted(self):
        """Names, numbers where all are numbers, in their order; and of each number its place in it."""
        numeric = all(WHOLE.fullmatch(name) for name in self)
        names = sorted(self, key=int if numeric else None)
        place = np.empty(len(names), np.int64)
        place[[self[name] for name in names]] = np.arange(len(names))
        return [int(name) for name in names] if numeric else names, place


def table(path, frames, values, animal=None, ids=("",), lines=None, what="columns of frame and id"):
    """(T, N, K) of values (rows, K), NaN where there is no row, and the numbers (T,) of the frames: every one that the rows have is a
    whole number of steps from the first. animal: (rows,) indices of `ids`; None: a row has all of a frame. lines: of the file, for
    messages. what: for messages, what may be exchanged."""
    if len(frames) == 0:
        raise ValueError(f"{path}: has no rows; allowed: a row for each {'frame' if animal is None else 'animal and frame'}")
    frames = np.asarray(frames, np.int64)
    unique = np.unique(frames)
    every = int(np.gcd.reduce(np.diff(unique))) if len(unique) > 1 else 1
    count = int((unique[-1] - unique[0]) // every) + 1
    if count * len(ids) > MOST_EMPTY * len(frames) + 1_000_000:
        raise ValueError(f"{path}: {len(frames)} rows are of {len(ids)} animals and of frames from {unique[0]} to {unique[-1]}, so that most "
                         f"places are empty; allowed: at least one row for each {MOST_EMPTY} places (are the {what} exchanged?)")
    frame = (frames - unique[0]) // every
    which = np.zeros(len(frames), np.int64) if animal is None else animal
    check_repeats(path, frame * len(ids) + which, lambda k: frames[k], None if animal is None else lambda k: ids[which[k]], lines)
    found = np.full((count, len(ids), values.shape[1]), np.nan)
    found[frame, which] = values
    return found, unique[0] + every * np.arange(count, dtype=np.int64)


def check_repeats(path, key, number, name, lines):
    order = np.argsort(key, kind="stable")
    again = np.flatnonzero(np.diff(key[order]) == 0)
    if len(again) == 0:
        return
    one, two = order[again[0]], order[again[0] + 1]
    if lines is None:
        raise ValueError(f"{path}: there are two places of {name(two) if name else 'each animal'} in frame {number(two)}; allowed: one")
    where = f"{path}: lines {lines[one]} and {lines[two]}"
    if name is None:
        raise ValueError(f"{where} are both of frame {number(two)}; allowed: one row for each frame")
    raise ValueError(f"{where} have two places of id {name(two)} in frame {number(two)}; allowed: one")
