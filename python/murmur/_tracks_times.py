"""Frames and their rate, from times: whole steps of a line through all times."""

from __future__ import annotations

import numpy as np

MOST_RATE = 1e9  # frames a second
MOST = 1e12  # seconds
OFF = 0.1  # part of a frame: times that are farther from the line, but for their digits, are at no rate
OFF_GIVEN = 0.4  # that part where the rate is given, or times are rounded
FEW = 12  # times: fewer that are rounded to more than half a frame may as well be times of another rate, with gaps
UNITS = {"": 1.0, "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0, "ms": 1e-3, "msec": 1e-3, "milliseconds": 1e-3}

OTHERS = ("us", "ns", "m", "min", "minutes", "h", "hours")  # units that are refused


def are_frames(times, rate):
    """Whether what is called time counts 0, 1, 2, ... and a frame is no second."""
    whole = np.unique(times)
    return rate != 1 and len(whole) > 1 and (whole == np.floor(whole)).all() and np.diff(whole).min() == 1


def line(steps, times):
    """Seconds of a step: the slope of the least squares line."""
    along = steps - steps.mean()
    return float(along @ (times - times.mean()) / (along @ along))


def digits(times):
    """The unit of their last digit behind the point; 0: they have none, so that they are not rounded, or very many."""
    if (times == np.floor(times)).all():
        return 0.0
    for place in range(1, 8):
        shifted = times * 10.0**place
        if np.abs(shifted - np.round(shifted)).max() < 1e-5:
            return 10.0**-place
    return 0.0


def whole_steps(times):
    """Steps from the first on to each of growing times. The median of the ways is the first guess alone: rounded times have ways of
    several lengths, and the mean of those of one step is nearer."""
    ways = np.diff(times)
    step = np.median(ways)
    steps = None
    for _ in range(20):
        counts = np.maximum(np.round(ways / step), 1)
        before, steps = steps, np.concatenate([[0], np.cumsum(counts)])
        if before is not None and np.array_equal(before, steps):
            break
        step = ways[counts == 1].mean() if before is None and (counts == 1).any() else line(steps, times)
    return steps


def frames_of(times, rate, place):
    """Whole numbers of frames of times [s] in any order, the rate, and a note. place(k): words for the k-th time, in messages."""
    bad = np.flatnonzero(~(np.abs(times) < MOST))
    if len(bad):
        raise ValueError(f"{place(bad[0])} is {'empty' if np.isnan(times[bad[0]]) else f'{times[bad[0]]:g}'}; allowed: a number of seconds below {MOST:g}")
    unique = np.unique(times)
    unique = unique[np.diff(unique, prepend=-np.inf) > 8 * np.spacing(np.abs(unique).max(initial=0))]  # sums of floats differ in last bits
    if len(unique) < 2:
        return np.zeros(len(times)), rate, "read: one time"
    if (apart := np.diff(unique).min()) < 1 / MOST_RATE:
        raise ValueError(f"{place(int(np.abs(times).argmax()))} is {times[np.abs(times).argmax()]:g}, and two times are {apart:g} s apart; "
                         f"allowed: times in seconds, at least {1 / MOST_RATE:g} apart")
    if rate is None:
        steps = whole_steps(unique)
        rate = float(f"{1 / line(steps, unique):.9g}")
        rounded = digits(unique) * rate
        most = OFF if rounded > 0.5 and len(unique) < FEW else min(OFF + 0.5 * rounded, OFF_GIVEN)
    else:
        passed = (unique - unique[0]) * rate
        steps, most = np.round(passed - np.median(passed - np.round(passed))), OFF_GIVEN  # the first time is rounded, too
    off = (unique - unique[0]) * rate - steps
    off -= np.median(off)
    frames = steps[np.searchsorted(unique, times, "right") - 1] - steps[0]
    if np.abs(off).max() > most:
        at = unique[np.abs(off).argmax()]
        raise ValueError(f"{place(int(np.flatnonzero(times == at)[0]))} {at:.9g} lies between two frames of {rate:g} a second; "
                         "allowed: times at one rate, or rate=")
    return frames, rate, f"read: frames from {len(unique)} times, at {rate:g} a second"


def rate_of(frames, times, path):
    """Frames a second, where both are known, or None and why not."""
    there = np.isfinite(times)
    frames, at = np.unique(frames[there], return_index=True)
    times = times[there][at]
    if len(frames) < 2 or not (step := line(frames, times)) > 0 or 1 / step > MOST_RATE:
        return None, "read: the times do not tell the rate"
    off = times / step - frames
    if np.abs(off - off.mean()).max() > OFF_GIVEN + 0.5 * digits(times) / step:
        raise ValueError(f"{path}: the times of the frames are at no one rate; allowed: rate=25")
    rate = float(f"{1 / step:.9g}")
    return rate, f"read: {rate:g} frames a second, from the times of {len(frames)} frames"
