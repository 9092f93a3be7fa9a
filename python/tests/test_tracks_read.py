"""Files of tracks: each kind gives the same places, and a strange file one sentence with its place."""

import subprocess
import types

import murmur
import numpy as np
import pytest
from test_tracks import swarm

T, N = 30, 4


@pytest.fixture
def places():
    p = swarm(T, N)
    p[10:12, 2] = np.nan
    return p


def write(path, text):
    path.write_text(text)
    return path


def cells(numbers):
    return ["" if np.isnan(one) else repr(float(one)) for one in numbers]


def long_rows(places, first=0, ids=range(N)):
    return [[str(first + k), str(name), *cells(places[k, i])] for k in range(T) for i, name in enumerate(ids) if not np.isnan(places[k, i, 0])]


def text(header, rows, comma=","):
    return "\n".join(comma.join(row) for row in [header, *rows]) + "\n"


def test_long_csv(places, tmp_path):
    rows = long_rows(places, first=500, ids=(9, 7, 120, 33))
    np.random.default_rng(1).shuffle(rows)
    for header, comma in ((["frame", "id", "x", "y"], ","), (['"Frame"', '"Track ID"', '"x [mm]"', '"Y (mm)"'], ";"), (["step", "fish", "pos_x", "pos_y"], "\t")):
        columns = {"id": "Track ID"} if "Track" in header[1] else None
        tracks = murmur.Tracks.read(write(tmp_path / "t.csv", text(header, rows, comma)), rate=25, columns=columns)
        assert tracks.ids.tolist() == [7, 9, 33, 120] and tracks.steps.tolist() == list(range(500, 530)) and tracks.rate == 25
        assert np.array_equal(tracks.positions, places[:, [1, 0, 3, 2]], equal_nan=True)


def with_commas(rows):
    return [[cell.replace(".", ",") for cell in row] for row in rows]


@pytest.mark.parametrize("comma", [";", "\t"])
def test_decimal_commas(comma, places, tmp_path):
    rows = with_commas(long_rows(places, ids=("9,0", "7,0", "3,0", "1,0")))
    rows[4][2] = rows[4][2].split(",")[0]  # no decimals: that is no other sign
    wanted = places.copy()
    wanted[1, 0, 0] = float(rows[4][2])
    tracks = murmur.Tracks.read(write(tmp_path / "t.csv", text(["frame", "id", "x", "y"], rows, comma)), rate=25)
    assert tracks.ids.tolist() == [1, 3, 7, 9] and np.array_equal(tracks.positions, wanted[:, ::-1], equal_nan=True)
    assert "read: the decimal sign is a comma" in tracks.report()
    header = ["time", *(f"{axis}{i}" for i in range(N) for axis in "xy")]
    rows = with_commas([[repr(k / 25), *cells(places[k].ravel())] for k in range(T)])
    tracks = murmur.Tracks.read(write(tmp_path / "w.csv", text(header, rows, comma)))
    assert tracks.rate == pytest.approx(25) and np.array_equal(tracks.positions, places, equal_nan=True)


@pytest.mark.parametrize("content, words", [
    ("frame;id;x;y\n0;1;2,5;3\n1;1;2.5;3\n", "line 3: x is '2.5', and line 2 has a decimal comma; allowed: one decimal sign in all of a file"),
    ("frame;id;x;y\n0;1;2;3.5\n1;1;2;3,5\n", "line 3: y is '3,5', and line 2 has a decimal point; allowed: one decimal sign"),
    ("frame\tx1\ty1\n0\t2,5\t3.5\n", "line 2: y1 is '3.5', and line 2 has a decimal comma"),
    ("frame;id;x;y\n0;1;1.234,5;3\n", "line 2: x is '1.234,5'; allowed: a number, or nothing"),
    ('frame,id,x,y\n0,1,"2,5",3\n', "line 2: x is '2,5'; allowed: a number, or nothing"),
])
def test_strange_decimals(content, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        murmur.Tracks.read(write(tmp_path / "t.csv", content), rate=1)


def test_names_of_columns_and_of_animals(places, tmp_path):
    rows = [["spare", *row[2:], row[1], row[0]] for row in long_rows(places, ids=("ann", "bob", "cyd", "dan"))]
    path = write(tmp_path / "t.csv", text(["a", "b", "c", "who, really", "n"], rows).replace("who, really", '"who, really"'))
    tracks = murmur.Tracks.read(path, rate=25, columns={"x": "b", "y": "c", "id": "who, really", "frame": "n"})
    assert tracks.ids.tolist() == ["ann", "bob", "cyd", "dan"] and np.array_equal(tracks.positions, places, equal_nan=True)
    with pytest.raises(ValueError, match="columns: .*has no column 'B'; allowed: a, b, c, who, really, n"):
        murmur.Tracks.read(path, rate=25, columns={"x": "B"})
    with pytest.raises(ValueError, match="has no column for id, x, y, frame or time; allowed: columns="):
        murmur.Tracks.read(path, rate=25)
    with pytest.raises(ValueError, match="columns: 'X' is not allowed; allowed: frame, time, id, x"):
        murmur.Tracks.read(path, rate=25, columns={"X": "b"})
    with pytest.raises(ValueError, match=r"columns: \['b'\] is not allowed; allowed: a dict, as"):
        murmur.Tracks.read(path, rate=25, columns=["b"])


def test_times_give_the_rate(places, tmp_path):
    rows = [[f"{3 + int(row[0]) / 25:.4f}", *row[1:]] for row in long_rows(places)]
    path = write(tmp_path / "t.csv", text(["time", "id", "x", "y"], rows))
    for rate in (None, 25, 100):
        tracks = murmur.Tracks.read(path, rate=rate)
        assert tracks.rate == pytest.approx(25) and np.array_equal(tracks.positions, places, equal_nan=True)
    with pytest.raises(ValueError, match=r"line \d+: the time .* lies between two frames of 35 a second"):
        murmur.Tracks.read(path, rate=35)


def test_each_tenth_frame(places, tmp_path):
    rows = [[str(10 * int(row[0])), *row[1:]] for row in long_rows(places)]
    tracks = murmur.Tracks.read(write(tmp_path / "t.csv", text(["frame", "id", "x", "y"], rows)), rate=250)
    assert tracks.rate == 25 and tracks.frames == T and "each 10. frame is there, so there are 25 a second" in tracks.report()


@pytest.mark.parametrize("names", ["x{}", "{}_x", "x_{}", "fish{}.x", "X {}"])
def test_wide_csv(names, places, tmp_path):
    header = ["frame"] + [names.format(i + 1).replace("x" if "x" in names else "X", axis) for i in range(N) for axis in "xy"]
    rows = [[str(k), *cells(places[k].ravel())] for k in range(T)]
    tracks = murmur.Tracks.read(write(tmp_path / "t.csv", text(header, rows)), rate=25)
    assert np.array_equal(tracks.positions, places, equal_nan=True), names
    assert tracks.ids.tolist() == ([f"fish{i + 1}" for i in range(N)] if "fish" in names else list(range(1, N + 1)))


def test_wide_csv_by_lists_and_with_times(places, tmp_path):
    header = ["time", *(f"{what}{i}" for i in range(N) for what in ("east", "north"))]
    rows = [[repr(k / 25), *cells(places[k].ravel())] for k in range(T)]
    path = write(tmp_path / "t.csv", text(header, rows))
    tracks = murmur.Tracks.read(path, columns={"x": [f"east{i}" for i in range(N)], "y": [f"north{i}" for i in range(N)]})
    assert np.array_equal(tracks.positions, places, equal_nan=True) and tracks.rate == pytest.approx(25)
    with pytest.raises(ValueError, match="x and y .* are not lists of one length"):
        murmur.Tracks.read(path, columns={"x": ["east0"], "y": ["north0", "north1"]})
    with pytest.raises(ValueError, match="has no column 'up'"):
        murmur.Tracks.read(path, columns={"x": ["east0"], "y": ["up"]})


@pytest.mark.parametrize("content, words", [
    ("", "is empty; allowed: a line with the names"),
    ("frame,id,x,y\n", "has no rows"),
    ("frame,id,x,y\n0,1,2\n", "line 2 has 3 columns; allowed: 4, as the header has"),
    ("frame,id,x,y\n0,1,2,3\n0,2,two,3\n", "line 3: x is 'two'; allowed: a number, or nothing"),
    ("frame,id,x,y\n0,1,inf,3\n", "line 2: x is inf; allowed: a finite number"),
    ("frame,id,x,y\n0.5,1,2,3\n", "line 2: the frame is 0.5; allowed: a whole number"),
    ("frame,id,x,y\n0,,2,3\n", "line 2: id is empty"),
    ("frame,id,x,y\n0,1,2,3\n1,1,2,3\n1,1.0,5,3\n", "lines 3 and 4 have two places of id 1 in frame 1; allowed: one"),
    ("frame,x1,y1\n0,2,3\n0,5,3\n", "lines 2 and 3 are both of frame 0; allowed: one row for each frame"),
    ("frame,id,x,y\n0,1,2,3\n3999999999,1,2,3\n5,2,2,3\n", "most places are empty"),
    ("time,id,x,y\n,1,2,3\n", "line 2: the time is empty"),
    ("a,b\n1,2\n", "has no column for id, x, y, frame"),
])
def test_strange_csv(content, words, tmp_path):
    with pytest.raises(ValueError, match=words) as fault:
        murmur.Tracks.read(write(tmp_path / "t.csv", content), rate=1)
    assert "\n" not in str(fault.value)


def test_bytes_that_are_no_text(tmp_path):
    (tmp_path / "t.csv").write_bytes(bytes(range(200, 256)) * 10)
    with pytest.raises(ValueError, match="cannot be read as text with commas"):
        murmur.Tracks.read(tmp_path / "t.csv", rate=1)


def test_npy(places, tmp_path):
    np.save(tmp_path / "t.npy", places)
    tracks = murmur.Tracks.read(tmp_path / "t.npy", rate=32, body=2.0, y_down=True)
    assert np.array_equal(tracks.positions, places * (0.5, -0.5), equal_nan=True) and tracks.unit == "body length"
    assert "lengths divided by 2" in tracks.report() and "y counted downwards" in tracks.report()
    with pytest.raises(ValueError, match="rate: .*t.npy does not say how many frames a second has; allowed: rate=25"):
        murmur.Tracks.read(tmp_path / "t.npy")
    with pytest.raises(ValueError, match="body: .*does not say how long an animal is"):
        murmur.Tracks.read(tmp_path / "t.npy", rate=1, body=True)
    one = murmur.Tracks.read(tmp_path / "t.npy", rate=32, step=7)
    assert one.frames == 1 and np.array_equal(one.positions[0], places[7])
    with pytest.raises(ValueError, match="has no frame 99; allowed: a frame that is there, 0 to 29"):
        murmur.Tracks.read(tmp_path / "t.npy", rate=32, step=99)


def test_pickles_on_request_alone(places, tmp_path):
    content = {"trajectories": places, "frames_per_second": 28, "body_length": 57.5, "setup_points": {}}
    np.save(tmp_path / "t.npy", content, allow_pickle=True)
    with pytest.raises(ValueError, match="is pickled, as idtracker.ai writes it, and reading it runs code.*allow_pickle=True for a file that you trust"):
        murmur.Tracks.read(tmp_path / "t.npy")
    tracks = murmur.Tracks.read(tmp_path / "t.npy", allow_pickle=True)
    assert tracks.rate == 28 and tracks.unit == "px" and np.array_equal(tracks.positions, places, equal_nan=True)
    assert "body=True takes it as the unit" in tracks.report()
    assert np.allclose(murmur.Tracks.read(tmp_path / "t.npy", allow_pickle=True, body=True).positions, places / 57.5, equal_nan=True)
    np.save(tmp_path / "other.npy", {"a": 1}, allow_pickle=True)
    with pytest.raises(ValueError, match="allowed: a dict of idtracker.ai"):
        murmur.Tracks.read(tmp_path / "other.npy", allow_pickle=True)


def test_trex(places, tmp_path):
    for i in range(N):
        there = np.isfinite(places[:, i, 0]) | (np.arange(T) == 10)
        x, y = (np.where(np.isnan(places[there, i, k]), np.inf, places[there, i, k]) for k in (0, 1))
        np.savez(tmp_path / f"film_fish{i * 9}.npz", **{"X#wcentroid" if i else "X": x, "Y#wcentroid" if i else "Y": y},
                 frame=np.arange(T)[there] + 3, time=(np.arange(T)[there] + 3) / 25, missing=np.isinf(x))
    tracks = murmur.Tracks.read(tmp_path)
    assert tracks.ids.tolist() == [f"film_fish{i * 9}" for i in range(N)] and tracks.rate == pytest.approx(25)
    assert np.array_equal(tracks.positions, places, equal_nan=True) and tracks.steps[0] == 3
    assert murmur.Tracks.read([tmp_path / "film_fish9.npz"], rate=1).animals == 1
    np.savez(tmp_path / "film_fish1.npz", X=np.zeros(3), Y=np.zeros(2), frame=np.zeros(3))
    with pytest.raises(ValueError, match="film_fish1.npz: has no X, Y and frame of one length"):
        murmur.Tracks.read(tmp_path)


def test_trex_of_several_films(places, tmp_path):
    frame = np.arange(T)
    arrays = {"X": places[:, 0, 0], "Y": places[:, 0, 1], "frame": frame, "time": frame / 25}
    first, second = tmp_path / "a.npz", tmp_path / "b.npz"
    np.savez(first, **arrays)
    np.savez(second, **{**arrays, "time": frame / 50})
    with pytest.raises(ValueError, match="a.npz and 1 more: are at 25 to 50 frames a second; allowed: files of one film, or rate=25"):
        murmur.Tracks.read([first, second])
    assert murmur.Tracks.read([first, second], rate=25).animals == 2
    np.save(tmp_path / "c.npy", places)
    with pytest.raises(ValueError, match="c.npy: is no file of TRex; allowed: in a list, .npz or .csv files of TRex"):
        murmur.Tracks.read([first, tmp_path / "c.npy"])
    write(tmp_path / "d.csv", "frame,missing,X#wcentroid (mm),Y#wcentroid (mm)\n0,0,1,2\n1,0,1,2\n")
    with pytest.raises(ValueError, match="d.csv: its lengths are in another unit than those of .*a.npz; allowed: files of one film"):
        murmur.Tracks.read([first, tmp_path / "d.csv"])
    np.savez(second, **arrays, **{"X#wcentroid": arrays["X"] + 1})  # without its y
    assert np.array_equal(murmur.Tracks.read([second]).positions, places[:, :1], equal_nan=True)
    np.savez(second, **{**arrays, "X": arrays["X"] + 1j})
    with pytest.raises(ValueError, match="b.npz: cannot be read .X has the type complex128.; allowed: arrays of numbers"):
        murmur.Tracks.read([second])


@pytest.mark.parametrize("name", ["t.npy", "t.npz", "t.csv", "t.h5"])
def test_damaged_files(name, tmp_path):
    (tmp_path / name).write_bytes(b"\x93NUMPY\x01\x00 broken \x00\x01\xff")
    if name.endswith("h5"):
        pytest.importorskip("h5py")
    with pytest.raises(ValueError, match=f"{name}: .*allowed: ") as fault:
        murmur.Tracks.read(tmp_path / name, rate=1)
    assert "\n" not in str(fault.value)


def test_other_files(tmp_path):
    write(tmp_path / "t.xlsx", "")
    with pytest.raises(ValueError, match="the ending '.xlsx' is of no kind of tracks; allowed: a .csv"):
        murmur.Tracks.read(tmp_path / "t.xlsx")
    with pytest.raises(FileNotFoundError):
        murmur.Tracks.read(tmp_path / "absent.csv")
    for other, words in ((np.zeros((3, 2, 2)), r"path: ndarray is not allowed; allowed: Tracks\(positions, rate=25\) for an array$"),
                         ({"a": 1}, "path: dict is not allowed; allowed: a .csv"), (5, "path: int is not allowed"), (None, "path: NoneType is not allowed")):
        with pytest.raises(ValueError, match=words):
            murmur.Tracks.read(other, rate=1)
    with pytest.raises(ValueError, match="no .npz files"):
        (tmp_path / "empty").mkdir()
        murmur.Tracks.read(tmp_path / "empty")


class Axis:
    """An array with named axes, as far as the reader asks for them."""

    def __init__(self, values, dims, coords):
        self.values, self.dims, self.coords = values, tuple(dims), coords

    def __getitem__(self, name):
        return types.SimpleNamespace(values=self.coords[name])

    def isel(self, keypoints):
        at = self.dims.index("keypoints")
        return Axis(np.take(self.values, keypoints, at), [d for d in self.dims if d != "keypoints"], self.coords)

    def transpose(self, *dims):
        return Axis(np.transpose(self.values, [self.dims.index(d) for d in dims]), dims, self.coords)


def test_datasets_of_movement(places):
    values = np.stack([places, places + 1], 2)  # time, individuals, keypoints, space
    position = Axis(np.transpose(values, (0, 3, 2, 1)), ["time", "space", "keypoints", "individuals"],
                    {"individuals": np.array(list("abcd")), "keypoints": np.array(["nose", "tail"])})
    dataset = types.SimpleNamespace(position=position, fps=30)
    tracks = murmur.Tracks.read(dataset, keypoint="tail")
    assert tracks.rate == 30 and tracks.ids.tolist() == list("abcd") and np.array_equal(tracks.positions, places + 1, equal_nan=True)
    with pytest.raises(ValueError, match="keypoint: None is not allowed; allowed: one of nose, tail"):
        murmur.Tracks.read(dataset)
    with pytest.raises(ValueError, match="position has the axes time, other; allowed: time, space and individuals"):
        murmur.Tracks.read(types.SimpleNamespace(position=Axis(places, ["time", "other"], {}), fps=30))


def test_datasets_of_xarray(places):
    xarray = pytest.importorskip("xarray")
    position = xarray.DataArray(np.transpose(places, (0, 2, 1)), dims=("time", "space", "individuals"),
                                coords={"space": ["x", "y"], "individuals": ["a", "b", "c", "d"]})
    tracks = murmur.Tracks.read(xarray.Dataset({"position": position}, attrs={"fps": 40.0}))
    assert tracks.rate == 40 and np.array_equal(tracks.positions, places, equal_nan=True) and tracks.ids.tolist() == list("abcd")


def test_a_trajectory(program, tmp_path):
    pytest.importorskip("h5py")
    subprocess.run([program, "run", "--preset", "starlings", "--boids", "60", "--steps", "40", "--trajectory", tmp_path / "t.h5", "--trajectory-every", "10"],
                   check=True, capture_output=True)
    flock = murmur.Flock("starlings", boids=60)
    wanted = flock.record(40, 10)
    tracks = murmur.Tracks.read(tmp_path / "t.h5")
    assert np.array_equal(tracks.positions, wanted.positions) and np.array_equal(tracks.velocities, wanted.velocities)
    assert tracks.steps.tolist() == [0, 10, 20, 30, 40] and tracks.rate == pytest.approx(wanted.rate)
    assert (tracks.world, tracks.wrap, tracks.radius) == (wanted.world, wanted.wrap, wanted.radius)
    assert murmur.Tracks.read(tmp_path / "t.h5", step=30).metrics()["polarisation"][0] == tracks.metrics()["polarisation"][3]


def times_of(small, times):
    """The file with frames at other times."""
    h5py = pytest.importorskip("h5py")
    with h5py.File(small, "r+") as file:
        for name, values in {"step": np.arange(len(times)), "time": np.array(times, float)}.items():
            del file[f"particles/boids/position/{name}"]
            file[f"particles/boids/position/{name}"] = values
        for name in ("position/value", "velocity/value", "id/value", "box/edges/value"):
            values = file[f"particles/boids/{name}"][:1]
            del file[f"particles/boids/{name}"]
            file[f"particles/boids/{name}"] = np.repeat(values, len(times), 0)
    return small


def test_the_rate_of_a_trajectory(small):
    times = 0.03 * np.arange(101) + np.where(np.arange(101) % 2, 0.004, 0)  # the first two frames are 0.034 apart
    tracks = murmur.Tracks.read(times_of(small, times))
    assert tracks.rate == pytest.approx(1 / 0.03, rel=1e-3) and "33.3" in tracks.report() and "from the times of 101 frames" in tracks.report()
    other = times_of(small, [0, 1, 2, 3, 5, 7, 9, 11])  # a time step that was changed
    with pytest.raises(ValueError, match="t.h5: the times of the frames are at no one rate; allowed: rate=25"):
        murmur.Tracks.read(other)
    assert murmur.Tracks.read(other, rate=2).rate == 2
    assert murmur.Tracks.read(times_of(small, [7])).rate == 1


def test_states_one_after_the_other(tmp_path):
    flock, rows = murmur.Flock("book", boids=5), []
    for _ in range(3):
        state = flock.state()
        rows += [[str(state.step), str(i), *map(str, [*state.position[i], *state.velocity[i]])] for i in range(5)]
        rows.append([str(state.step), "-1", "0", "0", "0", "0"])  # a predator
        flock.step(4)
    tracks = murmur.Tracks.read(write(tmp_path / "t.csv", text(["step", "id", "x", "y", "vx", "vy"], rows)), rate=1)
    assert tracks.animals == 5 and tracks.steps.tolist() == [0, 4, 8] and tracks.rate == 0.25
    assert np.array_equal(tracks.velocities[2].astype(np.float32), rows_of(rows, 2))


def rows_of(rows, k):
    return np.array([[float(one) for one in row[4:]] for row in rows if row[1] != "-1"], np.float32).reshape(3, 5, 2)[k]
