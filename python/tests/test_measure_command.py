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


FAULTS = [
    ("t.npy --rate x", "--rate: 'x' is no number; allowed: a number, 32.5 or 32,5"),
    ("t.npy --rate 1,000", "--rate: '1,000' may mean 1.000 or 1000; allowed: a number"),
    ("t.npy --rate 10 --gap 2,5", "--gap: '2,5' is not allowed; allowed: a whole number"),
    ("t.npy", "rate: t.npy does not say how many frames a second has; allowed: --rate 25"),
    ("t.npy --rate 10 --metrics there.csv", "--metrics: there.csv is there already and is kept; name another file, or add --overwrite"),
    ("absent.csv --gap -1", "--gap: '-1' is not allowed; allowed: 0 or more"),
    ("absent.csv --every 0", "--every: '0' is not allowed; allowed: 1 or more"),
    ("absent.csv --window 4", "--window: '4' is not allowed; allowed: 0, or an odd number of frames from 5 on"),
    ("absent.csv --reach 0", "--reach: '0' is not allowed; allowed: a number greater than 0"),
    ("absent.csv --curves-figure cf.xyz", "--curves-figure: 'cf.xyz' is no name of a picture; allowed: .png, .svg or .pdf"),
    ("absent.csv --world 1,x", "--world: '1,x' is no list of numbers"),
    ("absent.csv --column x", "--column: 'x' is not allowed; allowed: KEY=NAME"),
    ("there.csv --rate 10", "there.csv: has no column for id, x, y, frame or time; allowed: --column id=NAME --column x=NAME --column y=NAME --column "
                            "frame=NAME with one of mine"),
    ("poses.csv --rate 10", "--keypoint: is missing; allowed: one of nose, tail, which poses.csv has, as in --keypoint 'nose'"),
    ("t.npy --rate 10 --metrics -", "--metrics -: an output needs a file's name; allowed: a path, such as ./- for a file of this name"),
    ("t.npy --rate 10 --overwrite --metrics ./t.npy", "--metrics ./t.npy: would replace t.npy, which is the tracks of this command; name another file"),
    ("t.npy --rate 10 --shape new.csv --metrics ./new.csv", "new.csv: was named for two outputs of this command, --metrics and --shape; give each"),
    ("t.npy --rate 10 --raw --metrics new.csv --force-map f.csv --wall 3", "wall: the tracks have no wall; allowed: 0, or tracks with --world W,H or --tank"),
]


@pytest.mark.parametrize("words, sentence", FAULTS)
def test_wrong_requests(places, words, sentence, tmp_path):
    (tmp_path / "there.csv").write_text("mine\n1\n")
    (tmp_path / "poses.csv").write_text("track,frame_idx,nose.x,nose.y,tail.x,tail.y\na,0,1,2,3,4\na,1,1,2,3,4\n")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = measure(tmp_path, *words.split())
    assert done.returncode == 2 and done.stderr.startswith("murmur measure: " + sentence) and done.stderr.count("\n") == 1
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("words, sentence", [
    ("absent.csv", "cannot read absent.csv: No such file or directory"),
    ("t.npy --rate 10 --metrics absent/m.csv", "cannot write absent/m.csv: the folder absent does not exist; make it first"),
])
def test_files_that_cannot_be_opened(places, words, sentence, tmp_path):
    done = measure(tmp_path, *words.split())
    assert done.returncode == 1 and done.stderr == f"murmur measure: {sentence}\n"


def test_other_files_stay(places, tmp_path):
    (tmp_path / "m.csv.part").write_text("mine")
    assert measure(tmp_path, "t.npy", "--rate", 10, "--raw", "--metrics", "m.csv").returncode == 0
    assert (tmp_path / "m.csv.part").read_text() == "mine" and sorted(path.name for path in tmp_path.iterdir()) == ["m.csv", "m.csv.part", "t.npy"]


def test_names_that_would_break_a_line(tmp_path):
    (tmp_path / "a\nb.csv").write_text('frame,id,x,y,"\x1b[31mred"\n0,1,2,3,4\n1,1,3,3,4\n')
    done = measure(tmp_path, "a\nb.csv", "--rate", 3, "--raw", "--metrics", "m\x1b[31m\n.csv")
    assert done.returncode == 0 and "metrics: m\\x1b[31m\\n.csv\n" in done.stdout and "not used: \\x1b[31mred\n" in done.stdout
    done = measure(tmp_path, "a\nb.csv")
    assert done.returncode == 2 and done.stderr.startswith("murmur measure: rate: a\\nb.csv does not say") and done.stderr.count("\n") == 1


def test_a_table_of_one_animal_has_no_option(tmp_path):
    (tmp_path / "t.csv").write_text("frame,x,y\n0,2,3\n1,3,3\n")
    done = measure(tmp_path, "t.csv", "--rate", 3)
    assert done.returncode == 2 and done.stderr.endswith("has no column for id; allowed: --column id=NAME with one of frame, x, y\n")
