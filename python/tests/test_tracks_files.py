"""Files that the tools themselves have written, in python/tests/tracks. Where a tool is installed, as in `./dev exports`, it writes them
anew, and both are read alike."""

import importlib.util
import pathlib

import murmur
import numpy as np
import pytest
from test_tracks import swarm
from test_tracks_tools import SPOTS, spots

FILES = pathlib.Path(__file__).parent / "tracks"
FRAMES, ANIMALS, RATE, SPEED = 12, 3, 25, 100.0  # pixels a second


def places():
    """Straight ways at the same speed, each in another direction. The second animal is lost in two frames."""
    frame, animal = np.arange(FRAMES)[:, None], np.arange(ANIMALS)
    way = SPEED / RATE * frame
    found = np.round(np.stack([100 + 30 * animal + way * np.cos(0.3 + animal), 80 + 20 * animal + way * np.sin(0.3 + animal)], 2), 3)
    found[5:7, 1] = np.nan
    return found


def of_sleap(form):
    def write(path):
        sleap = pytest.importorskip("sleap_io")
        skeleton, video = sleap.Skeleton(["head", "thorax"]), sleap.Video("film.mp4", open_backend=False)
        tracks = [sleap.Track(f"track_{k}") for k in range(ANIMALS)]
        frames = [sleap.LabeledFrame(video=video, frame_idx=k, instances=[
            sleap.PredictedInstance.from_numpy(np.stack([place, place + 3]), skeleton=skeleton, point_scores=np.array([0.9, 0.8]), score=0.95, track=track)
            for place, track in zip(row, tracks) if np.isfinite(place).all()]) for k, row in enumerate(places())]
        sleap.save_csv(sleap.Labels(frames, videos=[video], skeletons=[skeleton], tracks=tracks), path, format=form)
    return write


def dataset():
    """What movement makes of two points of each animal."""
    poses = pytest.importorskip("movement.io.load_poses")
    points = np.stack([places(), places() + 3], 3).transpose(0, 2, 3, 1)
    return poses.from_numpy(points, np.full((FRAMES, 2, ANIMALS), 0.9), individual_names=list("abc"), keypoint_names=["nose", "tail"], fps=RATE)


def of_movement(path):
    pytest.importorskip("movement.io.save_poses").to_dlc_file(dataset(), path, split_individuals=False)


def of_idtracker(form, name):
    def write(path):
        files = pytest.importorskip("idtrackerai.utils.trajectories_io")
        content = {"trajectories": places(), "id_probabilities": np.full((FRAMES, ANIMALS, 1), 0.99), "frames_per_second": RATE, "body_length": 12.5}
        files.save_trajectories(path.parent, content, [form])
        (path.parent / name).rename(path)
    return write


TABLES = {
    "sleap.csv": (of_sleap("sleap"), {"keypoint": "head", "rate": RATE}, "px"),
    "sleap_instances.csv": (of_sleap("instances"), {"keypoint": "head", "rate": RATE}, "px"),
    "deeplabcut.csv": (of_movement, {"keypoint": "nose", "rate": RATE}, "px"),
    "idtracker.csv": (of_idtracker("csv", "trajectories_csv/trajectories.csv"), {}, ""),
    "idtracker_tidy.csv": (of_idtracker("csv_tidy", "trajectories_tidy.csv"), {}, ""),
    "idtracker.npy": (of_idtracker("npy", "trajectories.npy"), {"allow_pickle": True}, "px"),
}


def check(tracks, unit):
    assert (tracks.animals, tracks.frames, tracks.unit) == (ANIMALS, FRAMES, unit) and tracks.rate == pytest.approx(RATE)
    assert np.allclose(tracks.positions, places(), atol=1e-9, equal_nan=True)
    assert np.nanmean(np.linalg.norm(tracks.velocities, axis=2)) == pytest.approx(SPEED, rel=1e-4)


@pytest.mark.parametrize("name", TABLES)
def test_a_file_of_the_tool(name):
    _, options, unit = TABLES[name]
    check(murmur.Tracks.read(FILES / name, **options), unit)


@pytest.mark.parametrize("name", TABLES)
def test_what_the_tool_writes_today(name, tmp_path):
    write, options, unit = TABLES[name]
    write(tmp_path / name)
    now, then = (murmur.Tracks.read(folder / name, **options) for folder in (tmp_path, FILES))
    check(now, unit)
    assert now.report() == then.report()


def test_datasets_that_movement_makes_and_loads():
    found = dataset()
    read = lambda one, **options: murmur.Tracks.read(one, keypoint="nose", **options)
    check(read(found), "")
    check(read(found.sel(space=["y", "x"]).isel(time=slice(None, None, -1))), "")
    third = read(found.isel(time=slice(None, None, 3)))
    assert third.frames == 4 and third.rate == pytest.approx(RATE / 3) and np.array_equal(third.positions, places()[::3], equal_nan=True)
    gap = read(found.isel(time=[0, 1, 2, 8, 9, 10, 11]))
    assert gap.frames == FRAMES and not gap.seen[3:8].any()
    check(read(pytest.importorskip("movement.io.load_poses").from_dlc_file(FILES / "deeplabcut.csv", fps=RATE)), "")
    with pytest.raises(ValueError, match="path: DataArray is not allowed; allowed: a .csv, .*or a dataset of the package movement$"):
        murmur.Tracks.read(found.position, rate=RATE)
    with pytest.raises(ValueError, match=r"the dataset: position has the shape \(0, .*; allowed: at least one time"):
        read(found.isel(time=[]))


def test_spots_as_sleap_reads_them(tmp_path):
    sleap = pytest.importorskip("sleap_io.io.trackmate")
    (tmp_path / "t_spots.csv").write_text("\n".join([*SPOTS, *spots(swarm(30, 4))[:-1], ""]))  # without the spot of no track
    labels = sleap.read_trackmate_csv(str(tmp_path / "t_spots.csv"))
    tracks = murmur.Tracks.read(tmp_path / "t_spots.csv")
    for frame in labels:
        for spot in frame.centroids:
            assert np.array_equal(tracks.positions[frame.frame_idx, int(spot.track.name.removeprefix("Track_"))], [spot.x, spot.y])
    assert sum(len(frame.centroids) for frame in labels) == tracks.seen.sum() == 120


def test_files_of_trajectorytools():
    where = importlib.util.find_spec("trajectorytools")
    if where is None:
        pytest.skip("the package trajectorytools is not installed")
    folder = pathlib.Path(where.submodule_search_locations[0]) / "data"
    for name, animals, frames, rate, speed in (("test_trajectories", 100, 300, None, 360.116), ("trajectories_with_points", 15, 1000, 32, 371.331),
                                               ("test_trajectories_idtrackerai", 8, 508, 28, 145.869)):
        tracks = murmur.Tracks.read(folder / f"{name}.npy", rate=None if rate else 32, allow_pickle=True)
        assert (tracks.animals, tracks.frames, tracks.rate) == (animals, frames, rate or 32)
        assert np.nanmean(np.linalg.norm(tracks.velocities, axis=2)) == pytest.approx(speed, rel=1e-4)
