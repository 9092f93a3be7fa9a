"""The rate of frames from times, and datasets of movement, whose coordinates have labels and times."""

import types

import murmur
import numpy as np
import pytest
from test_tracks_read import T, Axis, places, write  # noqa: F401


def read(folder, lines, **options):
    return murmur.Tracks.read(write(folder / "t.csv", "\n".join([*lines, ""])), **options)


@pytest.mark.parametrize("digits", [2, 3, 4, 9])
@pytest.mark.parametrize("rate", [30.0, 29.97, 24.0, 60.0, 59.94, 25.0])
def test_the_rate_of_rounded_times(rate, digits, tmp_path):
    for frames, lost in ((200, ()), (38, ()), (9000, range(50, 200))):
        there = [k for k in range(frames) if k not in lost]
        tracks = read(tmp_path, ["time,id,x,y", *(f"{7.1049 + k / rate:.{digits}f},1,{k},2" for k in there)])
        assert tracks.rate == pytest.approx(rate, rel=0.3 * 10.0**-digits * rate / frames) and tracks.frames == frames
        assert np.array_equal(np.flatnonzero(tracks.seen[:, 0]), there) and np.array_equal(tracks.positions[there, 0, 0], there)
        given = read(tmp_path, ["time,id,x,y", *(f"{7.1049 + k / rate:.{digits}f},1,{k},2" for k in there)], rate=rate)
        assert given.frames == frames and given.rate == rate


@pytest.mark.parametrize("times, words", [
    ([0, 0.1, 0.3], "the time 0.1 lies between two frames of 6.66667 a second"), ([0, 0.1, 0.3, 0.6], "lies between two frames of"),
    ([0, 1, 3, 4, 6, 7, 9], "lies between two frames of"), ([0, 2, 4, 6, 7, 9, 11], "lies between two frames"),
    ([0, 1e-320, 2e-320], "and two times are .* s apart; allowed: times in seconds"), ([0, 1, 1e300], "line 4: the time is 1e.300; allowed: a number of seconds below"),
])
def test_times_at_no_rate(times, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        read(tmp_path, ["time,id,x,y", *(f"{t:.17g},1,{t:.17g},2" for t in times)])


def test_the_rate_of_frames_with_times(tmp_path):
    rows = [f"{10 * k},{k * 0.4:.2f},1,{k},2" for k in range(20)]
    assert read(tmp_path, ["frame,time,id,x,y", *rows]).rate == pytest.approx(2.5)
    assert read(tmp_path, ["frame,time [ms],id,x,y", *rows]).rate == pytest.approx(2500)
    with pytest.raises(ValueError, match="is in .min.; allowed: times in s or ms"):
        read(tmp_path, ["frame,time [min],id,x,y", *rows])
    with pytest.raises(ValueError, match="the times of the frames are at no one rate; allowed: rate=25"):
        read(tmp_path, ["frame,time,id,x,y", *rows[:10], *(f"{10 * k},{k * 0.8:.2f},1,{k},2" for k in range(10, 20))])


def dataset(places, times=None, space="xy", **attributes):
    coords = {"individuals": np.array(list("abcd")), "space": np.array(list(space)), **({} if times is None else {"time": np.asarray(times)})}
    at = ["xy".index(axis) if axis in "xy" else 0 for axis in space]
    return types.SimpleNamespace(position=Axis(np.transpose(places[..., at], (0, 2, 1)), ["time", "space", "individuals"], coords), **attributes)


def test_datasets_by_their_labels(places):
    for unit in ({}, {"time_unit": "seconds"}):
        tenth = murmur.Tracks.read(dataset(places[::10], np.arange(0, T, 10) / 25, fps=25, **unit))
        assert tenth.rate == pytest.approx(2.5) and np.array_equal(tenth.positions, places[::10], equal_nan=True)
    there = [*range(10), *range(20, T)]
    gap = murmur.Tracks.read(dataset(places[there], np.array(there) / 25, fps=25))
    assert gap.frames == T and np.isnan(gap.positions[10:20]).all() and np.array_equal(gap.positions[there], places[there], equal_nan=True)
    assert np.array_equal(murmur.Tracks.read(dataset(places, space="yx", fps=25)).positions, places, equal_nan=True)
    back = murmur.Tracks.read(dataset(places[::-1], np.arange(T)[::-1] / 25, fps=25))
    assert np.array_equal(back.positions, places, equal_nan=True) and "frames from 30 times, at 25 a second" in back.report()
    counted = murmur.Tracks.read(dataset(places[::10], np.arange(0, T, 10), fps=None, time_unit="frames"), rate=25)
    assert counted.rate == 2.5 and counted.steps.tolist() == [0, 10, 20]
    clock = np.datetime64("2026-01-01") + np.arange(T) * np.timedelta64(40, "ms")
    assert murmur.Tracks.read(dataset(places, clock)).rate == pytest.approx(25)


def test_axes_as_movement_calls_them_from_0_16_on(places):
    values = np.transpose(np.stack([places, places + 1], 2), (0, 3, 2, 1))
    coords = {"individual": np.array(list("abcd")), "keypoint": np.array(["nose", "tail"]), "space": np.array(list("xy"))}
    made = types.SimpleNamespace(position=Axis(values, ["time", "space", "keypoint", "individual"], coords), fps=30)
    tracks = murmur.Tracks.read(made, keypoint="tail")
    assert tracks.ids.tolist() == list("abcd") and np.array_equal(tracks.positions, places + 1, equal_nan=True)
    with pytest.raises(ValueError, match="keypoint: None is not allowed; allowed: one of nose, tail"):
        murmur.Tracks.read(made)


@pytest.mark.parametrize("change, words", [
    ({"space": "xr"}, "the axis space has the labels x, r; allowed: x, y and z"),
    ({"times": np.arange(T)}, "time_unit is None; allowed: 'seconds' or 'frames'"),
    ({"times": np.arange(T), "time_unit": "hours"}, "time_unit is 'hours'"),
    ({"times": np.arange(T) + 0.5, "time_unit": "frames", "fps": 5}, r"time\[0\] is 0.5; allowed: whole numbers"),
    ({"times": np.zeros(T), "time_unit": "frames", "fps": 5}, "there are two places of each animal in frame 0; allowed: one"),
])
def test_datasets_that_are_refused(places, change, words):
    with pytest.raises(ValueError, match="the dataset: " + words):
        murmur.Tracks.read(dataset(places, **change))
