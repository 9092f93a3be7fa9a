"""Tracks: arrays, cleaning, what report() tells, and measures of each frame that are those of a flock."""

import hashlib

import murmur
import numpy as np
import pytest


def swarm(frames=60, animals=6, dimensions=2, seed=1):
    """Smooth places, about a unit a frame."""
    random = np.random.default_rng(seed)
    t = np.arange(frames)[:, None, None] / 10
    phase, height = random.uniform(0, 6, (1, animals, dimensions)), random.uniform(5, 15, (1, animals, dimensions))
    return height * np.sin(0.9 * t + phase) + 3 * t


def test_velocities_and_accelerations_of_differences():
    p = swarm()
    p[20:23, 1] = np.nan
    tracks = murmur.Tracks(p, rate=10, unit="mm")
    v, a = tracks.velocities, tracks.accelerations
    assert np.allclose(v[5], (p[6] - p[4]) * 5) and np.allclose(a[5], (p[6] - 2 * p[5] + p[4]) * 100)
    assert np.allclose(v[0], (p[1] - p[0]) * 10) and np.allclose(v[-1], (p[-1] - p[-2]) * 10)
    assert np.allclose(v[19, 1], (p[19, 1] - p[18, 1]) * 10) and np.allclose(v[23, 1], (p[24, 1] - p[23, 1]) * 10)
    assert np.isnan(v[20:23, 1]).all() and np.isnan(a[19:24, 1]).all() and np.isnan(a[[0, -1]]).all()
    assert not tracks.seen[20:23, 1].any() and tracks.seen.sum() == 60 * 6 - 3
    assert len(tracks) == 60 and "6 animals in 2D" in repr(tracks) and "lengths in mm" in tracks.report()


def test_a_periodic_world():
    pytest.importorskip("scipy")
    p = np.cumsum(np.full((50, 1, 2), 0.7), axis=0) % 10
    p[20:22] = np.nan
    tracks = murmur.Tracks(p, rate=2, world=(10, 10), wrap=True)
    assert np.allclose(tracks.velocities[tracks.seen], 1.4)
    clean = tracks.clean(gap=3, window=5)
    assert np.allclose(clean.velocities, 1.4) and np.allclose(clean.accelerations, 0, atol=1e-9)
    assert (clean.positions >= 0).all() and (clean.positions < 10).all()
    assert np.allclose(clean.positions[20, 0], (0.7 * 21) % 10)


def test_clean_closes_short_gaps_alone():
    p = swarm()
    p[10:13, 0], p[30:40, 1], p[:4, 2], p[50:, 3] = (np.nan,) * 4
    clean = murmur.Tracks(p, rate=10).clean(gap=3, window=None)
    assert np.allclose(clean.positions[11, 0], (p[9, 0] + p[13, 0]) / 2) and not clean.seen[10:13, 0].any()
    assert np.isnan(clean.positions[30:40, 1]).all() and np.isnan(clean.positions[:4, 2]).all() and np.isnan(clean.positions[50:, 3]).all()
    assert "gaps of at most 3 frames that were interpolated: 1, with 3 places" in clean.report()
    assert np.isnan(p[10, 0]).all(), "the given array stays as it is"


def test_the_report_tells_what_is_lost_and_what_is_filled():
    p = swarm(frames=100, animals=4)
    p[10:13, 0], p[30:40, 1] = np.nan, np.nan
    raw = murmur.Tracks(p, rate=10)
    assert "\n3.25 % of the places are lost; gaps within tracks: 2, median 6.5 frames, longest 10\n" in raw.report()
    clean = raw.clean(gap=3, window=None)
    assert "\n3.25 % of the places were lost: 0.75 % are filled in, 2.50 % stay lost; gaps within tracks: 1, median 10" in clean.report()
    assert "\n3.25 % of the places were lost: 3.25 % are filled in, 0.00 % stay lost\n" in raw.clean(gap=10, window=None).report()
    assert "\n0.00 % of the places are lost\n" in clean[50:].report() and "0.75 % are filled in" in clean.clean(gap=1, window=None).report()


def test_clean_smooths_as_scipy_does():
    signal = pytest.importorskip("scipy.signal")
    p = swarm()
    p[25:45, 2] = np.nan
    clean = murmur.Tracks(p, rate=10).clean(gap=3, window=7)
    for order, mine in enumerate((clean.positions, clean.velocities, clean.accelerations)):
        for i, piece in ((0, slice(0, 60)), (2, slice(0, 25)), (2, slice(45, 60))):
            assert np.allclose(mine[piece, i], signal.savgol_filter(p[piece, i], 7, 3, deriv=order, delta=0.1, axis=0))
    assert np.isnan(clean.velocities[25:45, 2]).all()
    assert "over 7 frames" in clean.report()


def test_pieces_shorter_than_the_window_are_told():
    pytest.importorskip("scipy.signal")
    p = swarm()
    p[4:20, 0] = np.nan
    clean = murmur.Tracks(p, rate=10).clean(gap=0, window=9)
    assert np.isnan(clean.positions[:4, 0]).all() and not clean.seen[:4, 0].any()
    assert "pieces of tracks shorter than 9 frames that were left out: 1, with 4 places seen" in clean.report()


def test_jumps_are_taken_out_and_cut():
    p = swarm()
    p[15, 0] += 500  # there and back
    p[30:, 1] += 200  # for good
    tracks = murmur.Tracks(p, rate=10)
    assert ": 3: id 0 after frame 14" in tracks.report() and "1 after frame 29" in tracks.report()
    clean = tracks.clean(jump=5, gap=2, window=None)
    assert np.allclose(clean.positions[15, 0], (p[14, 0] + p[16, 0]) / 2) and not clean.seen[15, 0]
    assert np.abs(clean.velocities).max() < 50, "no velocity across a cut"
    assert np.allclose(clean.velocities[30, 1], (p[31, 1] - p[30, 1]) * 10)
    assert "places taken out: 1, cuts of tracks: 1," in clean.report()


def test_exchanged_ids_and_those_that_begin_and_end_are_told():
    p = swarm(animals=5)
    p[:, 3] += 100
    p[40:, [1, 3]] = p[40:, [3, 1]]
    p[:7, 2] = np.nan
    p[55:, 4] = np.nan
    report = murmur.Tracks(p, rate=10, ids=[11, 12, 13, 14, 15]).report()
    assert "pairs of ids that seem to be exchanged: 1: 12 and 14 after frame 39" in report
    assert "ids that begin late: 1: 13 (frame 7)" in report and "ids that end early: 1: 15 (frame 54)" in report


@pytest.mark.parametrize("arguments, words", [
    ({"positions": np.zeros((5, 3)), "rate": 1}, r"positions have the shape \(5, 3\).*allowed: \(frames, animals, 2 or 3\)"),
    ({"positions": np.full((5, 3, 2), np.inf), "rate": 1}, r"positions\[0, 0, 0\] is inf; allowed: finite"),
    ({"positions": np.full((5, 3, 2), -1e200), "rate": 1}, r"positions\[0, 0, 0\] is -1e\+200; allowed: finite numbers below 1e\+100"),
    ({"positions": np.zeros((2, 3, 2)), "rate": 1, "steps": np.array([1, 2**63], np.uint64)}, "steps are from 1 to 9223372036854775808; allowed: numbers below"),
    ({"positions": np.zeros((5, 3, 2)), "rate": 0}, "rate: 0 is not allowed; allowed: a number greater than 0, frames a second"),
    ({"positions": np.zeros((5, 3, 2)), "rate": "x"}, "rate: 'x' is no number"),
    ({"positions": np.zeros((5, 3, 2)), "rate": 1, "world": (1, 2, 3)}, "world.*allowed: 2 sizes"),
    ({"positions": np.zeros((5, 3, 2)), "rate": 1, "wrap": True}, "wrap: True needs a world"),
    ({"positions": np.zeros((5, 3, 3)), "rate": 1, "tank": (0, 0, 1)}, "tank.*allowed: .x, y, radius. of tracks in 2D"),
    ({"positions": np.zeros((5, 3, 2)), "rate": 1, "ids": [1, 2, 2]}, "ids: 2 is there 2 times; allowed: each once"),
    ({"positions": np.zeros((5, 3, 2)), "rate": 1, "velocities": np.zeros((5, 2, 2))}, "velocities have the shape"),
    ({"positions": np.zeros((5, 3, 2)), "rate": 1, "radius": -1}, "radius: -1 is not allowed"),
])
def test_wrong_arguments(arguments, words):
    with pytest.raises(ValueError, match=words):
        murmur.Tracks(**arguments)


@pytest.mark.parametrize("space, sentence", [
    ({"world": (64, 48)}, r"^world: 94 % of the places lie outside of the box of 64 x 48 mm: x is from 32 to 640, y is from 24 to 480; "
                          r"allowed: world=\(W, H\), a box from 0 on, in the unit of the places, with at least half of them inside$"),
    ({"tank": (600, 450, 100)}, r"^tank: 80 % of the places lie outside of the round tank around 600, 450 of radius 100 mm: x is from 32"),
])
def test_a_space_of_another_unit(space, sentence):
    p = np.linspace((32, 24), (640, 480), 50)[:, None]
    with pytest.raises(ValueError, match=sentence):
        murmur.Tracks(p, rate=10, unit="mm", **space)


def test_places_outside_are_told():
    p = np.linspace((32, 24), (640, 480), 50)[:, None].repeat(2, 1)
    p[7, 1] = np.nan
    told = "% of the places lie outside of the box of {:g} x 1000: x is from 32 to 640, y is from 24 to 480"
    report = lambda width, **options: murmur.Tracks(p, rate=10, world=(width, 1000), **options).report().splitlines()
    assert "20.2 " + told.format(520) in report(520)
    assert not any("outside" in line for line in report(640))
    assert "98 " + told.format(40) + "; its borders are joined, so each counts as its image inside" in report(40, wrap=True)
    with pytest.raises(ValueError, match=r"allowed: world=\(W, H, L\), a box"):
        murmur.Tracks(np.full((4, 2, 3), 5.0), rate=1, world=(4, 9, 9))


def test_boids_may_leave_their_world():
    at = np.random.default_rng(1).uniform((630, 470), (640, 480), (20, 2))
    flock = murmur.Flock.from_arrays(at, np.full((20, 2), 2.0), "book", set={"world.boundary": "soft", "world.margin": 1, "world.push": 1e-6})
    flock.step(10)
    tracks = flock.record(2)
    assert (tracks.positions > tracks.world).any(2).all() and "100 % of the places lie outside of the box" in tracks.report()
    assert flock.curves(reach=100)["pairs"].sum() > 0


@pytest.mark.parametrize("act, words", [
    (lambda tracks: tracks.clean(gap=-1), "gap: -1"),
    (lambda tracks: tracks.clean(window=6), "window: 6 is not allowed; allowed: an odd number of frames from 5 on, or None"),
    (lambda tracks: tracks.clean(jump=0), "jump: 0"),
    (lambda tracks: tracks.motion(lag=0), "lag: 0"),
    (lambda tracks: tracks.metrics(threads=-1), "threads: -1"),
    (lambda tracks: tracks.metrics(radius=0), "radius: 0"),
])
def test_wrong_requests(act, words):
    with pytest.raises(ValueError, match=words):
        act(murmur.Tracks(swarm(), rate=10))


def recorded(preset, boids=80, steps=30):
    flock = murmur.Flock(preset, boids=boids, seed=3)
    states, metrics, shapes = [], [], []
    for k in range(4):
        states.append(flock.state())
        metrics.append(flock.metrics())
        shapes.append(flock.shape())
        flock.step(steps)
    again = murmur.Flock(preset, boids=boids, seed=3)
    return flock, states, metrics, shapes, again.record(4 * steps, steps)


@pytest.mark.parametrize("preset", ["murmuration", "book", "starlings", "benchmark-3d"])
def test_measures_are_those_of_the_flock(preset):
    flock, states, metrics, shapes, tracks = recorded(preset)
    mine, mine_shape, motion = tracks.metrics(), tracks.shape(), tracks.motion()
    for k, state in enumerate(states):
        assert np.array_equal(tracks.positions[k], state.position) and mine["step"][k] == state.step
        for name, value in metrics[k].items():
            assert np.array_equal(mine[name][k], value, equal_nan=True), name
        for name, value in shapes[k].items():
            if not name.startswith("opacity"):  # tracks do not know how wide a boid is
                assert np.array_equal(mine_shape[name][k], value, equal_nan=True), name
    replay = murmur.Flock(preset, boids=80, seed=3)
    for k in range(1, 4):
        before = replay.state()
        replay.step(30)
        for name, value in replay.motion(before).items():
            assert np.array_equal(motion[name][k], value, equal_nan=True), name
    assert np.isnan(motion["squared_displacement"][0])


def test_lost_animals_are_left_out():
    p = swarm(animals=20)
    p[30, 4:9] = np.nan
    v = np.gradient(p, axis=0) * 10
    v[30] = 1.0
    v[30, 12] = np.nan
    tracks = murmur.Tracks(p, rate=10, velocities=v, radius=4.0)
    here = [i for i in range(20) if not 4 <= i < 9 and i != 12]
    alone = murmur.Tracks(p[30:31, here], rate=10, velocities=v[30:31, here], radius=4.0)
    for name, value in tracks.metrics().items():
        if name != "step":
            assert np.array_equal(value[30], alone.metrics()[name][0], equal_nan=True), name
    assert tracks.metrics()["boids"][30] == 14
    empty = murmur.Tracks(np.full((3, 4, 2), np.nan), rate=1, radius=1.0)
    assert np.isnan(empty.metrics()["polarisation"]).all() and (empty.metrics()["boids"] == 0).all()


def test_without_a_radius():
    tracks = murmur.Tracks(swarm(animals=20), rate=10)
    mine, known = tracks.metrics(), tracks.metrics(radius=4.0)
    for name in ("polarisation", "milling", "nearest_mean", "speed_mean", "speed_sd"):
        assert np.allclose(mine[name], known[name], rtol=1e-12), name
    for name in ("neighbours_mean", "clusters", "largest_share", "neighbourhood_polarisation"):
        assert np.isnan(mine[name]).all() and not np.isnan(known[name]).any(), name
    assert (tracks.shape()["boids"] == 20).all()
    with pytest.raises(ValueError, match="radius: a periodic world needs it"):
        murmur.Tracks(swarm() % 10, rate=1, world=(10, 10), wrap=True).shape()


def test_blocks_and_threads_give_the_same(monkeypatch):
    from murmur import _tracks
    tracks = murmur.Tracks(swarm(frames=200), rate=10, radius=5.0)
    whole = [tracks.metrics(), tracks.shape(), tracks.motion(lag=7), tracks.curves(), tracks.force_map()]
    monkeypatch.setattr(_tracks, "BLOCK", 6 * 23)
    for threads in (1, 3):
        parts = [tracks.metrics(threads=threads), tracks.shape(threads=threads), tracks.motion(lag=7, threads=threads),
                 tracks.curves(threads=threads), tracks.force_map(threads=threads)]
        for one, other in zip(whole, parts):
            for name in one:
                assert np.allclose(one[name], other[name], rtol=1e-12, atol=1e-12, equal_nan=True), name


def test_a_range_of_frames():
    tracks = murmur.Tracks(swarm(), rate=10, steps=range(100, 160))
    part = tracks[20:30]
    assert part.frames == 10 and part.metrics()["step"].tolist() == list(range(120, 130))
    assert np.array_equal(part.positions, tracks.positions[20:30])
    with pytest.raises(TypeError, match="allowed: a range of frames"):
        tracks[3]


def test_known_bits():
    """Numbers of metrics stay the same to the last bit: sums keep their order however neighbours are searched."""
    digest = hashlib.sha256()
    for dimensions, animals, world in [(2, 40, None), (2, 700, None), (3, 700, None), (2, 700, (90.0, 70.0)), (3, 300, (90.0, 70.0, 80.0))]:
        random = np.random.default_rng(animals)
        p, v = (random.random((6, animals, dimensions)) for _ in range(2))
        p, v = 100 * p * p, v - 0.4  # crowded in a corner
        p[:, ::9, 0] *= 40 if world is None else 1  # some are far away
        p[2:, ::5] = np.nan
        tracks = murmur.Tracks(p, rate=10, velocities=v, world=world, wrap=world is not None)
        for radius in (None, 1.5, 12.0, 45.0)[dimensions - 2:]:  # without one, cells in 3D depend on a cube root of the system
            for name, values in tracks.metrics(radius=radius).items():
                if world is None or name != "milling":  # its centre needs sines, which are those of the system
                    digest.update(name.encode() + np.nan_to_num(values.astype(float), nan=-1.0).tobytes())
    assert digest.hexdigest() == "489a216163d44aab9e25f118d18ca16abe4faf319bb8d39f85765d5a36f7fafb"
