"""Flocks from arrays, keys as items, and the neighbours of all boids."""

import subprocess

import murmur
import numpy as np
import pytest
from conftest import SOURCES

PREDATORS = SOURCES / "scenarios" / "predators.toml"


def arrays(scenario, boids=60):
    """Places all over the world and headings of any speed up to 1."""
    flock, random = murmur.Flock(scenario), np.random.default_rng(1)
    position = random.uniform(0, flock.world, size=(boids, flock.dimensions)).astype(np.float32)
    return position, random.uniform(-0.5, 0.5, size=position.shape).astype(np.float32)


@pytest.mark.parametrize("scenario", ["book", "starlings-turn", "cis565", PREDATORS], ids=str)
def test_bits_of_initial(scenario, program, tmp_path):
    position, velocity = arrays(scenario)
    names = "step,id,x,y,z,vx,vy,vz" if position.shape[1] == 3 else "step,id,x,y,vx,vy"
    rows = (",".join(map(str, [0, i, *p, *v])) for i, (p, v) in enumerate(zip(position, velocity)))
    (tmp_path / "start.csv").write_text("\n".join([names, *rows, ""]))
    named = [scenario] if scenario == PREDATORS else ["--preset", scenario]
    run = subprocess.run([program, "run", *named, "--initial", tmp_path / "start.csv", "--steps", "25"],
                         capture_output=True, text=True, check=True)
    flock = murmur.Flock.from_arrays(position.astype(float)[:, ::-1][:, ::-1], velocity, scenario)  # any type and layout
    assert np.array_equal(flock.state().position, position) and np.array_equal(flock.state().velocity, velocity)
    flock.step(25)
    assert f"hash={flock.hash}" in run.stdout


MIXED = {"preset": "book", "species": [{"name": "prey"}, {"name": "hunters", "max_speed": 9.0}, {"share": 0.3}],
         "pairs": {"alignment": [[1.0, -1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0]]}}


def test_bits_of_initial_species(program, tmp_path):
    position, velocity = arrays("book")
    species = np.arange(60) % 3
    rows = (",".join(map(str, [0, i, *p, *v, s])) for i, (p, v, s) in enumerate(zip(position, velocity, species)))
    (tmp_path / "start.csv").write_text("\n".join(["step,id,x,y,vx,vy,species", *rows, ""]))
    flock = murmur.Flock.from_arrays(position, velocity, MIXED, species=species)
    assert flock.species_names == ("prey", "hunters", "2")
    assert flock.state().species.dtype == np.uint32 and np.array_equal(flock.state().species, species)
    (tmp_path / "mixed.toml").write_text(flock.scenario)
    flock.step(25)
    for precision in ("float", "double"):
        run = subprocess.run([program, "run", tmp_path / "mixed.toml", "--initial", tmp_path / "start.csv", "--steps", "25",
                              "--precision", precision, "--output", tmp_path / f"{precision}.csv"],
                             capture_output=True, text=True, check=True)
        assert (f"hash={flock.hash}" in run.stdout) == (precision == "float")
        last = np.genfromtxt(tmp_path / f"{precision}.csv", delimiter=",", names=True)
        assert np.array_equal(last["species"], species) and last["step"][0] == 25
    drawn = murmur.Flock.from_arrays(position, velocity, MIXED)
    assert np.array_equal(drawn.state().species, murmur.Flock(MIXED, boids=60).state().species)
    assert murmur.Flock("book").species_names == () and murmur.Flock("book").state().species.shape == (0,)


@pytest.mark.parametrize("species, scenario, words", [
    ([0, 1, 3] * 20, MIXED, r"species\[2\] is 3; allowed: 0 to 2, an index of the \[\[species\]\]"),
    ([0, 1, -1] * 20, MIXED, "species has numbers from -1 to 1; allowed: numbers from 0 on"),
    ([0, 1, 2], MIXED, r"species has the shape \(3,\).*allowed: \(60,\) whole numbers"),
    ([0.5] * 60, MIXED, "the type float64; allowed"),
    ([0] * 60, "book", r"species: needs a scenario with \[\[species\]\]"),
])
def test_wrong_species(species, scenario, words):
    with pytest.raises(ValueError, match=words):
        murmur.Flock.from_arrays(*arrays("book"), scenario, species=species)


def test_events_and_measures_of_species():
    flock = murmur.Flock(MIXED, boids=300, seed=2)
    flock.add((20, 30), 5, species="hunters")
    assert list(flock.state().species[300:]) == [1] * 5
    flock.convert("2", (20, 30), radius=1, species="hunters")
    assert list(flock.state().species[300:]) == [2] * 5
    metrics, species = flock.metrics(), flock.state().species
    assert [metrics[f"{name}.count"] for name in flock.species_names] == np.bincount(species).tolist()
    assert 0 < metrics["mixing"] < 2 and metrics["hunters.nearest_other"] > 0
    alone = flock.metrics(species="hunters")
    assert "mixing" not in alone and alone["polarisation"] == pytest.approx(metrics["hunters.polarisation"], abs=1e-12)
    assert alone["nearest_mean"] == pytest.approx(metrics["hunters.nearest_own"], abs=1e-9)
    assert flock.shape(species="prey")["boids"] <= metrics["prey.count"]
    with pytest.raises(ValueError, match='species: wolves; allowed: "prey", "hunters", "2"'):
        flock.metrics(species="wolves")
    with pytest.raises(ValueError, match="one kind of boids"):
        murmur.Flock("book", boids=5).shape(species="prey")
    flock.convert("prey", (0, 0))
    assert set(flock.state().species) == {0} and np.isnan(flock.metrics()["mixing"])
    assert "mixing" not in murmur.Flock("book", boids=50).metrics()


def test_a_log_of_arrays_replays(program, tmp_path):
    log = tmp_path / "log.jsonl"
    with murmur.Flock.from_arrays(*arrays("book"), "book", log=log) as flock:
        flock.step(70)
    assert murmur.replay(log).hash == flock.hash
    subprocess.run([program, "replay", log, "--headless"], check=True, capture_output=True)


def test_arrays_of_none_and_a_restart():
    flock = murmur.Flock.from_arrays(np.zeros((0, 2)), np.zeros((0, 2)), "book")
    flock.step()
    assert len(flock) == 0
    flock = murmur.Flock.from_arrays(*arrays("book"), "book", seed=4)
    assert flock["boids"] == len(flock) == 60
    flock.restart()
    assert flock.hash == murmur.Flock("book", boids=60, seed=4).hash


@pytest.mark.parametrize("position, velocity, words", [
    (np.zeros((4, 3)), np.zeros((4, 3)), "3 dimensions"),
    (np.zeros((4, 2)), np.zeros((5, 2)), r"velocity has the shape \(5, 2\); allowed: \(4, 2\)"),
    (np.zeros(4), np.zeros(4), r"position has the shape \(4,\)"),
    (np.full((4, 2), np.nan), np.zeros((4, 2)), "boid 0.*not finite"),
    (np.full((4, 2), -3.0), np.zeros((4, 2)), "boid 0.*allowed"),
    ([["a", "b"]], [[0, 0]], "real numbers"),
])
def test_wrong_arrays(position, velocity, words):
    with pytest.raises(ValueError, match=words):
        murmur.Flock.from_arrays(position, velocity, "book")


def test_keys(tmp_path):
    with murmur.Flock("book", boids=50, log=tmp_path / "log.jsonl") as flock:
        assert isinstance(flock["rules.radius"], (int, float)) and flock["preset"] == "book" and flock["boids"] == 50
        flock["rules.radius"] = 60
        flock["wind.velocity"] = (1, 0.5)
        assert flock["rules.radius"] == 60 and flock["wind.velocity"] == [1, 0.5]
        flock["wind"] = None
        for key in ("wind.velocity", "rules.wings", "rules"):
            with pytest.raises(KeyError, match=key):
                flock[key]
        with pytest.raises(ValueError, match="wings"):
            flock["rules.wings"] = 1
        with pytest.raises(ValueError, match="no word"):
            flock[0]
        with pytest.raises(TypeError):
            iter(flock)
        flock.step(3)
    assert murmur.replay(tmp_path / "log.jsonl").hash == flock.hash


@pytest.mark.parametrize("preset", murmur.presets())
def test_every_key_reads(preset):
    flock = murmur.Flock(preset, boids=20)
    values = flock._run.values()
    assert len(values) > 10
    for key in values:
        assert isinstance(flock[key], (int, float, str, list)), key


def near(flock, radius):
    """All pairs, in numpy."""
    position, size = flock.state().position.astype(float), np.array(flock.world)
    d = np.abs(position[:, None] - position[None])
    if flock["world.boundary"] == "wrap":
        d = np.minimum(d, size - d)
    within = (d**2).sum(axis=2) < radius**2
    np.fill_diagonal(within, False)
    return [np.flatnonzero(row) for row in within]


@pytest.mark.parametrize("preset, options", [
    ("murmuration", {"rules.radius": 40}), ("murmuration", {"rules.radius": 31}), ("murmuration", {"rules.radius": 900}),
    ("book", {}), ("benchmark-3d", {}), ("starlings", {}),
])
def test_neighbours_of_all(preset, options):
    flock = murmur.Flock(preset, boids=500, seed=2, set=options)
    flock.step(20)
    every, wanted = flock.neighbours(), near(flock, flock["rules.radius"])
    assert len(every) == 500 and sum(map(len, every)) > 0
    for mine, theirs in zip(every, wanted):
        assert mine.dtype == np.uint32 and np.array_equal(mine, theirs)
    for id, mine in zip((17, 3, 499), flock.neighbours([17, 3, 499])):
        assert np.array_equal(mine, every[id])
    assert flock.neighbours([]) == []


@pytest.mark.parametrize("act", [
    lambda path: murmur.Flock(path / "absent.toml"), lambda path: murmur.Flock(str(path / "absent.toml")),
    lambda path: murmur.load(path / "absent"), lambda path: murmur.replay(path / "absent.jsonl"),
])
def test_a_file_that_is_missing(act, tmp_path):
    with pytest.raises(FileNotFoundError, match="absent"):
        act(tmp_path)
