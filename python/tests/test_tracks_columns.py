"""Columns of tables of tracks: those that the user names, times that may be frames, and what messages say of the rest."""

import murmur
import numpy as np
import pytest

pandas = pytest.importorskip("pandas")

ROWS = [(i, t, 3.0 * t, 10.0 * i) for i in (1, 2) for t in range(6)]


def table(*names):
    return pandas.DataFrame(ROWS, columns=names)


def speed(tracks):
    return np.nanmean(np.linalg.norm(tracks.velocities, axis=2))


@pytest.mark.parametrize("name", ["t", "T", "time", "Time"])
@pytest.mark.parametrize("rate", [10.0, 29.97, 1 / 300])
def test_whole_numbers_that_may_be_frames(name, rate):
    frames = table("id", name, "x", "y")
    with pytest.raises(ValueError, match=f"the column {name} counts whole numbers, as frames do, and rate=.* columns={{'frame': '{name}'}} for frames"):
        murmur.Tracks.read(frames, rate=rate)
    tracks = murmur.Tracks.read(frames, rate=rate, columns={"frame": name})
    assert tracks.rate == rate and speed(tracks) == pytest.approx(3 * rate)
    assert murmur.Tracks.read(frames).rate == 1 and murmur.Tracks.read(frames, rate=1).rate == 1
    if rate > 1:
        assert murmur.Tracks.read(frames, rate=rate, columns={"time": name}).rate == pytest.approx(1, rel=0.01)


def test_a_column_that_is_named_has_no_other_use():
    with_z = table("id", "frame", "x", "y").assign(z=7.0 + np.arange(12))
    side = murmur.Tracks.read(with_z, rate=10, columns={"y": "z"})
    assert side.dimensions == 2 and side.positions[2, 0, 1] == 9
    flat = murmur.Tracks.read(with_z, rate=10, columns={"z": None})
    assert flat.dimensions == 2 and flat.positions[2, 1, 1] == 20 and "not used: z" in flat.report()
    with pytest.raises(ValueError, match="'z' is named twice"):
        murmur.Tracks.read(with_z, rate=10, columns={"x": "z", "y": "z"})


@pytest.mark.parametrize("name, rate", [("time_ms", 1000.0), ("timestamp_ms", 1000.0), ("t_ms", 1000.0), ("time_s", 1.0), ("frames_ms", 1.0)])
def test_units_at_the_end_of_a_name(name, rate):
    assert murmur.Tracks.read(table("id", name, "x", "y"), columns={"time": name}).rate == pytest.approx(rate)


@pytest.mark.parametrize("name", ["time_us", "timestamp_min", "t_h"])
def test_units_that_are_refused(name):
    with pytest.raises(ValueError, match="allowed: times in s or ms"):
        murmur.Tracks.read(table("id", name, "x", "y"), columns={"time": name})


def test_an_index_that_is_a_column_as_well():
    twice = table("id", "frame", "x", "y").set_index("frame", drop=False)  # as trackpy's filter_stubs() gives it
    assert speed(murmur.Tracks.read(twice, rate=10)) == pytest.approx(30)
    twice.index += 1
    with pytest.raises(ValueError, match="the column frame is there twice; allowed: once .pandas writes an index"):
        murmur.Tracks.read(twice, rate=10)


def test_messages(tmp_path):
    def refused(text, words, **options):
        path = tmp_path / "t.csv"
        path.write_text(text)
        with pytest.raises(ValueError, match=words):
            murmur.Tracks.read(str(path), **options)

    refused("time,trajectories1,trajectories2\n0,1,2\n", r"of one animal columns=\{'x': \['trajectories1'\], 'y': \['trajectories2'\]\}")  # of idtracker.ai
    refused("id,x,y\n1,2,3\n", "has no column for frame or time")
    refused("id,timestamp,x,y\n1,2009-05-28 11:00:06.000,3,4\n", r"for dates a DataFrame, as pandas.read_csv\(..., parse_dates", columns={"time": "timestamp"})
    refused("TRACK_ID,FRAME,POSITION_X,POSITION_Y\n1,0,1,1\n1,1,2,2\n1,1,3,3\n", "in a track that splits or merges: give each branch an id", rate=25)
    refused("frame,frame,id,x,y\n0,0,1,1,1\n", "reset_index", rate=25)


def test_places_that_are_lost_now_and_then_are_jumps():
    places = np.cumsum(np.random.default_rng(0).normal(0, 1, (1000, 2, 2)), 0) + 200
    places[7::40, 1] = 0
    assert "jumps of more than 5 times the usual way" in murmur.Tracks(places, rate=10).report()


@pytest.mark.parametrize("x, y", [("location-long", "location-lat"), ("longitude", "latitude"), ("Lon", "Lat"), ("gps_lon_deg", "gps_lat_deg")])
def test_degrees_are_no_lengths(x, y):
    with pytest.raises(ValueError, match=f"{x}|{y} is in degrees, as its name says; allowed: lengths"):
        murmur.Tracks.read(table("id", "frame", x, y), rate=1, columns={"x": x, "y": y})
    murmur.Tracks.read(table("id", "frame", "along", "platform"), rate=1, columns={"x": "along", "y": "platform"})
