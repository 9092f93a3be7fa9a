"""Curves and force maps of tracks, against plain numpy and against freud."""

import subprocess
import sys

import murmur
import numpy as np
import pytest
from test_tracks import swarm


def school(frames=12, animals=40, dimensions=2, seed=4, size=20.0):
    """Places and velocities at random, with animals that are lost."""
    random = np.random.default_rng(seed)
    p, v = random.uniform(0, size, (frames, animals, dimensions)), random.normal(0.5, 1, (frames, animals, dimensions))
    p[random.random((frames, animals)) < 0.1] = np.nan
    return p, v


SPACES = {"open": {}, "box": {"world": (20, 20)}, "periodic": {"world": (20, 20), "wrap": True}, "tank": {"tank": (10, 10, 15)},
          "3d": {"world": (20, 20, 20)}, "periodic 3d": {"world": (20, 20, 20), "wrap": True}}


def pairs_of(p, wrap, size):
    """All pairs of a frame: indices, ways, distances."""
    i, j = np.triu_indices(len(p), 1)
    d = p[j] - p[i]
    if wrap:
        d -= size * np.round(d / size)
    return i, j, d, np.linalg.norm(d, axis=1)


def divided(sums, pairs):
    return np.divide(sums, pairs, out=np.full(len(sums), np.nan), where=pairs > 0)


def windows(d, r, space, box):
    """Volume of the window, and of what it shares with itself moved by d."""
    if "tank" in space:
        radius = space["tank"][2]
        return np.pi * radius**2, 2 * radius**2 * np.arccos(r / 2 / radius) - r / 2 * np.sqrt(4 * radius**2 - r**2)
    volume = np.prod(box)
    return volume, np.full(len(r), volume) if space.get("wrap") else np.prod(box - np.abs(d), axis=1)


@pytest.mark.parametrize("name", SPACES)
def test_curves_of_numpy(name):
    space, dimensions, bins, reach = SPACES[name], 3 if "3d" in name else 2, 17, 9.0
    p, v = school(dimensions=dimensions)
    found = murmur.Tracks(p, rate=10, velocities=v, **space).curves(reach=reach, bins=bins)
    edges = np.linspace(0, reach, bins + 1)
    box = np.array(space["world"], float) if "world" in space else np.nanmax(p, (0, 1)) - np.nanmin(p, (0, 1))
    pairs, weights, products, pace, possible = np.zeros(bins), np.zeros(bins), np.zeros(bins), np.zeros(bins), 0
    nearest, speeds = [], []
    for q, u in zip(p, v):
        q, u = q[~np.isnan(q[:, 0])], u[~np.isnan(q[:, 0])]
        i, j, d, r = pairs_of(q, space.get("wrap"), box)
        volume, shared = windows(d, r, space, box) if "tank" not in space else windows(d, np.minimum(r, 30), space, box)
        s = np.linalg.norm(u, axis=1)
        f, g = u - u.mean(0), s - s.mean()
        f, g = f / np.sqrt((f**2).sum(1).mean()), g / g.std()
        inside = r < reach
        total = lambda x: np.histogram(r[inside], edges, weights=x[inside])[0]
        pairs += total(np.ones(len(r)))
        weights += total(1 / shared)
        products += total((f[i] * f[j]).sum(1))
        pace += total(g[i] * g[j])
        possible += len(q) * (len(q) - 1)
        full = np.full((len(q), len(q)), np.inf)
        full[i, j] = full[j, i] = r
        nearest += full.min(1).tolist()
        speeds += s.tolist()
    shells = np.diff(np.pi * edges**2 if dimensions == 2 else 4 / 3 * np.pi * edges**3)
    assert np.array_equal(found["pairs"], pairs) and pairs[:3].sum() > 5
    assert np.allclose(found["g"], 2 * weights * volume**2 / shells / possible, rtol=1e-6)
    assert np.allclose(found["velocity_correlation"], divided(products, pairs), rtol=1e-6, atol=1e-9, equal_nan=True)
    assert np.allclose(found["speed_correlation"], divided(pace, pairs), rtol=1e-6, atol=1e-9, equal_nan=True)
    assert np.allclose(found["distance_edges"], edges) and np.allclose(found["distance"], (edges[1:] + edges[:-1]) / 2)
    for what, values in (("nearest", nearest), ("speed", speeds)):
        edges = found[f"{what}_edges"]
        assert edges[-1] == pytest.approx(1.25 * np.quantile(values, 0.99))
        assert np.allclose(found[what], np.histogram(values, edges)[0] / len(values) / np.diff(edges), rtol=1e-6)
        assert found[f"{what}_mean"] == pytest.approx(np.mean(values)) and found[f"{what}_sd"] == pytest.approx(np.std(values))


def test_random_places_have_g_of_one():
    random = np.random.default_rng(2)
    angle, radius = random.uniform(0, 2 * np.pi, (300, 60)), 10 * np.sqrt(random.random((300, 60)))
    disc = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 2)
    for p, space in ((random.uniform(0, 20, (300, 60, 2)), {"world": (20, 20)}), (random.uniform(0, 20, (300, 60, 2)), {}),
                     (disc, {"tank": (0, 0, 10)}), (random.uniform(0, 20, (300, 60, 3)), {"world": (20, 20, 20), "wrap": True})):
        found = murmur.Tracks(p, rate=1, velocities=random.normal(size=p.shape), **space).curves(reach=9.5, bins=8)
        assert np.allclose(found["g"][1:], 1, atol=0.05) and np.allclose(found["velocity_correlation"][2:], -1 / 59, atol=0.02)


def test_autocorrelations_of_numpy():
    p = swarm(frames=80, animals=5)
    p[20:33, 2] = np.nan
    tracks = murmur.Tracks(p, rate=10)
    lags = [0, 1, 2, 5, 13, 40]
    found = tracks.curves(lags=lags)
    s = np.linalg.norm(tracks.velocities, axis=2)
    u = tracks.velocities / s[:, :, None]
    s = s - np.nanmean(s, axis=0)
    for k, lag in enumerate(lags):
        assert found["lag"][k] == pytest.approx(lag / 10)
        assert found["speed_autocorrelation"][k] == pytest.approx(np.nanmean(s[:80 - lag] * s[lag:]) / np.nanmean(s * s), rel=1e-9)
        assert found["heading_autocorrelation"][k] == pytest.approx(np.nanmean((u[:80 - lag] * u[lag:]).sum(2)), rel=1e-9)
    assert found["speed_autocorrelation"][0] == pytest.approx(1) and found["heading_autocorrelation"][0] == pytest.approx(1)
    own = tracks.curves()["lag"]
    assert own[0] == 0 and own[-1] == 4.0 and 20 < len(own) <= 41


def test_every_third_frame(monkeypatch):
    from murmur import _tracks
    p, v = school(frames=20)
    tracks = murmur.Tracks(p, rate=1, velocities=v)
    third = murmur.Tracks(p[::3], rate=1, velocities=v[::3], world=None).curves(reach=5)
    monkeypatch.setattr(_tracks, "BLOCK", 40 * 4)
    found = tracks.curves(reach=5, every=3)
    assert np.array_equal(found["pairs"], third["pairs"]) and np.allclose(found["speed_mean"], third["speed_mean"])


@pytest.mark.parametrize("dimensions", [2, 3])
def test_freud(dimensions):
    freud = pytest.importorskip("freud")
    random = np.random.default_rng(3)
    frames, animals, size, bins, reach = 8, 200, 20.0, 30, 8.0
    p = random.uniform(0, size, (frames, animals, dimensions)).astype(np.float32).astype(float)
    found = murmur.Tracks(p, rate=1, velocities=random.normal(size=p.shape), world=(size,) * dimensions, wrap=True).curves(reach=reach, bins=bins)
    box = freud.box.Box.square(size) if dimensions == 2 else freud.box.Box.cube(size)
    rdf = freud.density.RDF(bins=bins, r_max=reach, normalization_mode="finite_size")
    nearest = []
    for k in range(frames):
        points = np.zeros((animals, 3), np.float32)
        points[:, :dimensions] = p[k] - size / 2
        rdf.compute((box, points), reset=False)
        query = freud.locality.AABBQuery(box, points).query(points, {"mode": "nearest", "num_neighbors": 1, "exclude_ii": True})
        nearest.append(query.toNeighborList().distances)
    counts = rdf.bin_counts / 2  # (i, j) and (j, i)
    same = counts == found["pairs"]
    assert same.mean() > 0.8 and np.abs(counts - found["pairs"]).max() <= 2, "freud's numbers are float32: a pair at a border may be in the next class"
    assert np.allclose(found["g"][same], np.asarray(rdf.rdf)[same], rtol=5e-6), "float32, too"
    shell = np.diff(np.pi * found["distance_edges"]**2 if dimensions == 2 else 4 / 3 * np.pi * found["distance_edges"]**3)
    wanted = rdf.bin_counts * size**dimensions / (frames * animals * (animals - 1) * shell)
    assert np.allclose(found["g"][same], wanted[same], rtol=1e-6)
    assert found["nearest_mean"] == pytest.approx(np.mean(nearest), rel=1e-6)


@pytest.mark.parametrize("space", [{}, {"world": (20, 20), "wrap": True}, {"world": (20, 20)}, {"tank": (10, 10, 12)}], ids=str)
@pytest.mark.parametrize("nearest", [True, False])
@pytest.mark.parametrize("mirror", [True, False])
def test_force_map_of_numpy(space, nearest, mirror):
    frames, animals, bins, reach, wall, slow = 25, 30, 7, 4.0, 3.0 if "tank" in space or "world" in space and "wrap" not in space else 0.0, 0.8
    p, v = school(frames, animals)
    a = np.random.default_rng(9).normal(size=p.shape)
    tracks = murmur.Tracks(p, rate=10, velocities=v, **space)
    tracks._accelerations = a
    tracks._seen = tracks.seen.copy()
    tracks._seen[:, 3] = False  # interpolated
    found = tracks.force_map(reach=reach, wall=wall, mirror=mirror, bins=bins, nearest=nearest, least_speed=slow)
    count, along, across = (np.zeros((bins, bins)) for _ in range(3))
    for q, u, b, seen in zip(p, v, a, tracks.seen):
        for i in np.flatnonzero(seen & (np.linalg.norm(u, axis=1) > slow)):
            far = 12 - np.linalg.norm(q[i] - 10) if "tank" in space else min(*q[i], *(20 - q[i]))
            if far < wall:
                continue
            d = q - q[i]
            if space.get("wrap"):
                d -= 20 * np.round(d / 20)
            r = np.where(seen, np.linalg.norm(d, axis=1), np.inf)
            r[i] = np.inf
            ahead = u[i] / np.linalg.norm(u[i])
            left = np.array([-ahead[1], ahead[0]])
            for j in [int(r.argmin())] if nearest else np.flatnonzero(np.isfinite(r)):
                row, column = (int(np.floor((d[j] @ axis / reach + 1) / 2 * bins)) for axis in (ahead, left))
                if 0 <= row < bins and 0 <= column < bins:
                    count[row, column] += 1
                    along[row, column] += b[i] @ ahead
                    across[row, column] += b[i] @ left
    if mirror:
        count, along, across = count + count[:, ::-1], along + along[:, ::-1], across - across[:, ::-1]
    assert np.array_equal(found["count"], count) and count.sum() > 100
    with np.errstate(invalid="ignore"):
        assert np.allclose(found["along"], along / count, rtol=1e-6, equal_nan=True)
        assert np.allclose(found["across"], across / count, rtol=1e-6, atol=1e-9, equal_nan=True)
    assert np.allclose(found["edges"], np.linspace(-reach, reach, bins + 1))


KNOWN = {
    "boids": 100, "seed": 1, "world": {"size": [30.0, 30.0], "boundary": "soft", "margin": 2.0, "push": 20.0},
    "start": {"positions": "uniform", "velocities": "heading", "speed": 6.0},
    "rules": {"adds": "acceleration", "time_step": 1 / 32, "radius": 4.0, "separation_radius": 1.2, "max_speed": 40.0,
              "separation": {"shape": "factor", "amount": 4.0, "falloff": "inverse"}, "alignment": {"shape": "factor", "amount": 1.5},
              "cohesion": {"shape": "factor", "amount": 1.2}, "cruise": {"control": "linear", "speed": 6.0, "rate": 1.0}},
    "noise": {"kind": "isotropic", "amount": 5.0}}


def profile(scenario):
    """Mean acceleration along the way to a neighbour less that of all, within 1 and from 2 to 4, ahead and beside."""
    flock = murmur.Flock(scenario)
    flock.step(320)
    found = flock.record(2000).force_map(reach=4.0, bins=16, wall=2.0)
    middle = (found["edges"][1:] + found["edges"][:-1]) / 2
    side, near, far = np.abs(middle) < 1, (middle > 0) & (middle < 1), middle > 2

    def mean(key, rows, columns):
        part = found["count"][np.ix_(rows, columns)]
        return np.nansum((found[key] - all[key])[np.ix_(rows, columns)] * part) / part.sum()

    all = {"along": np.nansum(found["along"] * found["count"]) / found["count"].sum(), "across": 0.0}
    return mean("along", near, side), mean("across", side, near), mean("along", far, side), mean("across", side, far)


def test_force_map_of_known_rules():
    """Boids that flee each other within 1.2 and seek each other up to 4; and the same without these two rules."""
    ahead_near, beside_near, ahead_far, beside_far = profile(KNOWN)
    assert ahead_near < -1.5 and beside_near < -1.5 and ahead_far + beside_far > 1
    without = {**KNOWN, "rules": {**KNOWN["rules"], "separation": {"shape": "factor", "amount": 0.0}, "cohesion": {"shape": "factor", "amount": 0.0}}}
    assert np.abs(profile(without)[:2]).max() < 0.4


def test_curves_of_a_flock():
    flock = murmur.Flock("book", boids=200, seed=2)
    flock.step(50)
    now = flock.curves(reach=100, bins=20)
    assert "lag" not in now and now["speed_mean"] == pytest.approx(flock.metrics()["speed_mean"])
    assert now["nearest_mean"] == pytest.approx(flock.metrics()["nearest_mean"])
    state = flock.state()
    tracks = murmur.Tracks(state.position[None], rate=1, velocities=state.velocity[None], world=flock.world, wrap=flock.record(0).wrap)
    assert np.array_equal(tracks.curves(reach=100, bins=20)["g"], now["g"])
    assert flock.record(7, 3).steps.tolist() == [50, 53, 56] and flock.step_number == 57


@pytest.mark.parametrize("act, words", [
    (lambda t: t.curves(bins=0), "bins: 0 is not allowed"),
    (lambda t: t.curves(every=0), "every: 0 is not allowed"),
    (lambda t: t.curves(reach=500), "reach: 500 is not allowed; allowed: less than .* the shortest side of the space of the animals"),
    (lambda t: t.curves(lags=[999]), "lags: 999 is not allowed; allowed: numbers of frames from 0 to 59"),
    (lambda t: t.force_map(reach=0), "reach: 0 is not allowed"),
    (lambda t: t.force_map(wall=2), "wall: the tracks have no wall; allowed: 0, or tracks with world"),
    (lambda t: t.force_map(bins=0), "bins: 0"),
    (lambda t: murmur.Tracks(np.zeros((4, 3, 3)), rate=1).force_map(), "force_map: the tracks are in 3D"),
    (lambda t: murmur.Tracks(np.zeros((4, 3, 2)), rate=1).curves(), "curves: the places do not fill an area"),
    (lambda t: murmur.Tracks(t.positions % 10, rate=1, world=(10, 10), wrap=True).curves(reach=5.1), "reach: 5.1 is not allowed; allowed: at most 5"),
    (lambda t: murmur.Tracks(t.positions % 10, rate=1, world=(10, 10), wrap=True).force_map(reach=5), "reach: 5 is not allowed; allowed: up to 3.5"),
])
def test_wrong_requests(act, words):
    with pytest.raises(ValueError, match=words):
        act(murmur.Tracks(swarm(), rate=10))


def test_plots(tmp_path):
    pytest.importorskip("matplotlib")
    import murmur.plot
    tracks = murmur.Tracks(swarm(frames=120, animals=20), rate=10, unit="mm")
    for name, made in (("curves", murmur.plot.curves({"one": tracks, "two": tracks[30:]})), ("force_map", murmur.plot.force_map(tracks, reach=20)),
                       ("metrics", murmur.plot.metrics(tracks))):
        made.savefig(tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").stat().st_size > 10_000
        words = " ".join(axis.get_xlabel() + axis.get_ylabel() + axis.get_title() for axis in made.axes)
        assert "mm" in words and "[s]" in words or name == "force_map" and "mm/s²" in words
    with pytest.raises(ValueError, match="curves: list is not allowed; allowed: Tracks, or a dict"):
        murmur.plot.curves([tracks])


@pytest.mark.parametrize("name", ["curves", "metrics"])
def test_plots_of_other_units_and_rates(name):
    pytest.importorskip("matplotlib")
    import murmur.plot
    draw, p = getattr(murmur.plot, name), swarm(frames=60, animals=8)
    fish, flock = murmur.Tracks(p, rate=32, unit="mm"), murmur.Tracks(p, rate=1)
    with pytest.raises(ValueError, match=f"{name}: fish is in mm and flock is in no unit; allowed: Tracks in one unit, as of unit= and body=, or check=False"):
        draw({"fish": fish, "flock": flock})
    with pytest.raises(ValueError, match=f"{name}: flock has 1 and fish has 32 frames a second; allowed: Tracks at one rate"):
        draw({"fish": murmur.Tracks(p, rate=32), "flock": flock})
    drawn = draw({"fish": fish, "flock": flock}, check=False)
    assert "unit of length" in " ".join(axis.get_xlabel() + axis.get_ylabel() for axis in drawn.axes)
    draw({"a": murmur.Tracks(p, rate=30), "b": murmur.Tracks(p, rate=29.97)})
    murmur.plot.force_map({"fish": fish, "flock": flock}, reach=20)  # a row of its own for each


def test_the_force_map_says_what_is_white():
    pytest.importorskip("matplotlib")
    drawn = murmur.plot.force_map(murmur.Tracks(swarm(frames=60, animals=8), rate=32), reach=20)
    assert drawn.axes[0].get_xlabel().endswith("[unit of length]\nwhite: fewer than 100 pairs")


def test_a_record_has_one_time_step():
    changed = {"preset": "book", "boids": 9, "event": [{"step": 8, "kind": "set", "key": "rules.time_step", "value": 0.25}]}
    flock = murmur.Flock(changed)
    assert flock.record(8).rate == 1 and flock.record(8).rate == 4
    for every in (1, 3):
        with pytest.raises(ValueError, match="record: rules.time_step changes from 1 to 0.25 before step 9; allowed: steps with one time step"):
            murmur.Flock(changed).record(20, every)


def test_figures_need_no_import_of_their_own():
    done = subprocess.run([sys.executable, "-c", "import murmur; print(murmur.plot.curves.__name__, hasattr(murmur, 'plots'))"], capture_output=True, text=True)
    assert done.stdout == "curves False\n", done.stderr
