"""python3 -m murmur measure: the numbers of Tracks as files, and one sentence for what is wrong."""

import csv
import subprocess
import sys

import murmur
import numpy as np
import pytest
from test_tracks import swarm

pytest.importorskip("scipy")


@pytest.fixture
def places(tmp_path):
    places = swarm(frames=80, animals=12)
    places[20:23, 4] = np.nan
    np.save(tmp_path / "t.npy", places)
    return places


def measure(folder, *words):
    return subprocess.run([sys.executable, "-m", "murmur", "measure", *map(str, words)], cwd=folder, capture_output=True, text=True)


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def column(path, name):
    return np.array([float(row[name] or "nan") for row in rows(path)])


def test_files_have_the_numbers_of_tracks(places, tmp_path):
    done = measure(tmp_path, "t.npy", "--rate", 10, "--body", 2, "--radius", 8, "--gap", 4, "--window", 5, "--lag", 3, "--metrics", "m.csv",
                   "--shape", "s.csv", "--motion", "d.csv", "--curves", "c.csv", "--force-map", "f.csv", "--reach", 6)
    assert done.returncode == 0, done.stderr
    assert "gaps of at most 4 frames that were interpolated: 1, with 3 places" in done.stdout and "force map: f.csv" in done.stdout
    tracks = murmur.Tracks(places / 2, rate=10, radius=4).clean(gap=4, window=5)
    for path, found in (("m.csv", tracks.metrics()), ("s.csv", tracks.shape()), ("d.csv", tracks.motion(lag=3))):
        assert list(rows(tmp_path / path)[0]) == list(found)
        for name, values in found.items():
            assert np.allclose(column(tmp_path / path, name), values, rtol=1e-8, atol=1e-12, equal_nan=True), name
    found, table = tracks.curves(reach=6), rows(tmp_path / "c.csv")
    for name, edges in (("g", "distance_edges"), ("nearest", "nearest_edges"), ("speed_correlation", "distance_edges")):
        values = [[float(row[key] or "nan") for key in ("from", "to", "value")] for row in table if row["curve"] == name]
        assert np.allclose(np.array(values).T, [found[edges][:-1], found[edges][1:], found[name]], rtol=1e-8, atol=1e-12, equal_nan=True)
    lags = [[float(row[key]) for key in ("from", "value")] for row in table if row["curve"] == "heading_autocorrelation"]
    assert np.allclose(np.array(lags).T, [found["lag"], found["heading_autocorrelation"]], rtol=1e-8)
    forces = tracks.force_map(reach=6)
    assert np.array_equal(column(tmp_path / "f.csv", "count").reshape(21, 21), forces["count"])
    assert np.allclose(column(tmp_path / "f.csv", "across").reshape(21, 21), forces["across"], rtol=1e-8, atol=1e-12, equal_nan=True)
    assert np.allclose(column(tmp_path / "f.csv", "ahead")[::21], (forces["edges"][1:] + forces["edges"][:-1]) / 2, atol=1e-8)


def test_figures(places, tmp_path):
    pytest.importorskip("matplotlib")
    done = measure(tmp_path, "t.npy", "--rate", 10, "--curves-figure", "c.png", "--force-figure", "f.svg", "--raw")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG") and "<svg" in (tmp_path / "f.svg").read_text() and "cleaned" not in done.stdout


def test_numbers_with_decimal_commas(places, tmp_path):
    done = measure(tmp_path, "t.npy", "--rate", "32,5", "--body", "0,5", "--raw")
    assert done.returncode == 0 and "80 frames, 32.5 a second" in done.stdout and "lengths divided by 0.5" in done.stdout


def test_places_outside_of_the_world(places, tmp_path):
    low, high = np.nanmin(places, (0, 1)), np.nanmax(places, (0, 1))
    np.save(tmp_path / "t.npy", places - low)
    done = measure(tmp_path, "t.npy", "--rate", 10, "--world", "0.01,0.01")
    assert done.returncode == 2 and done.stderr.startswith("murmur measure: world: 100 % of the places lie outside of the box of 0.01 x 0.01: x is from 0 to ")
    done = measure(tmp_path, "t.npy", "--rate", 10, "--raw", "--world", ",".join(map(str, (high - low) * 0.95)))
    assert done.returncode == 0 and "% of the places lie outside of the box" in done.stdout


@pytest.mark.parametrize("words, sentence", [
    (("t.npy", "--rate", "x"), "murmur measure: --rate: 'x' is no number; allowed: a number, 32.5 or 32,5"),
    (("t.npy", "--rate", "1,000"), "murmur measure: --rate: '1,000' may mean 1.000 or 1000; allowed: a number"),
    (("t.npy", "--rate", 10, "--gap", "2,5"), "murmur measure: --gap: '2,5' is not allowed; allowed: a whole number"),
    (("t.npy",), "murmur measure: rate: t.npy does not say how many frames a second has; allowed: rate=25"),
    (("t.npy", "--rate", 10, "--metrics", "there.csv"), "murmur measure: --metrics: there.csv is there already and is kept"),
    (("t.npy", "--rate", 10, "--window", 4), "murmur measure: window: 4 is not allowed"),
    (("t.npy", "--rate", 10, "--world", "1,x"), "murmur measure: '1,x' is no list of numbers"),
    (("t.npy", "--rate", 10, "--column", "x"), "murmur measure: --column: 'x' is not allowed; allowed: KEY=NAME"),
    (("absent.csv",), "murmur measure: [Errno 2] No such file or directory: 'absent.csv'"),
])
def test_wrong_requests(places, words, sentence, tmp_path):
    (tmp_path / "there.csv").write_text("mine")
    done = measure(tmp_path, *words)
    assert done.returncode == 2 and done.stderr.startswith(sentence) and done.stderr.count("\n") == 1
    assert (tmp_path / "there.csv").read_text() == "mine" and not list(tmp_path.glob("*.part"))
