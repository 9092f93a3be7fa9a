"""murmur.fit gives known rules back, says what it cannot tell, and refuses what it cannot fit."""

import importlib.util

import murmur
import numpy as np
import pytest
from conftest import SOURCES
from murmur import _fit_noise
from murmur._fit_model import Model
from murmur._fit_regression import Rows
from murmur._fit_terms import Terms

spec = importlib.util.spec_from_file_location("fit_recovery", SOURCES / "tools" / "fit_recovery.py")
known = importlib.util.module_from_spec(spec)
spec.loader.exec_module(known)

AMOUNTS = ["rules.separation.amount", "rules.alignment.amount", "rules.cohesion.amount", "rules.cruise.rate", "rules.cruise.speed",
           "world.push"]


def errors(fit):
    return {key: abs(value / known.TRUTH[key] - 1) for key, value in fit.values.items()}


@pytest.fixture(scope="module")
def tracks():
    return known.tracks(1, seconds=20, blur=0.02)


def flown(changes, frames=150, scenario=known.RULES, **options):
    """Tracks of each step of a flock from its start on."""
    flock = murmur.Flock(scenario, set=changes, backend="cpu", threads=1, **options)
    places = []
    for _ in range(frames):
        places.append(flock.state().position.astype(float))
        flock.step()
    return murmur.Tracks(np.array(places), rate=1 / flock["rules.time_step"])


def test_without_noise_amounts_are_exact():
    clean = flown({"noise": None, "rules.time_step": 1 / 32})
    wrong = murmur.Flock(known.RULES, set={"noise": None, "rules.time_step": 1 / 32, "rules.separation.amount": 2.0,
                                           "rules.alignment.amount": 1.0, "rules.cruise.speed": 3.0}).scenario
    fit = murmur.fit(clean, wrong, AMOUNTS, processes=1)
    assert max(errors(fit).values()) < 1e-5
    assert not fit.not_identifiable


def test_without_noise_in_3d_with_wrapped_borders_and_a_rule_of_its_own():
    scenario = {"boids": 60, "world": {"size": [12.0, 12.0, 12.0], "boundary": "wrap", "metric": "wrapped"},
                "start": {"positions": "uniform", "velocities": "heading", "speed": 3.0},
                "rules": {"adds": "acceleration", "time_step": 1 / 32, "radius": 4.0, "separation_radius": 2.0, "max_speed": 50.0,
                          "separation": {"shape": "factor", "amount": 1.0, "falloff": "inverse-square"},
                          "alignment": {"shape": "factor", "amount": 0.8}, "cohesion": {"shape": "factor", "amount": 0.5}},
                "wind": {"velocity": [1.0, -2.0, 0.5]},
                "rule": [{"let": {"gain": 0.3}, "sums": {"pull": "unit(d) * r"}, "add": "pull * gain"}]}
    clean = flown({}, scenario=scenario)
    wrong = murmur.Flock(scenario, set={"rule[0].let.gain": 0.1, "wind.velocity": [0.0, 0.0, 0.0], "rules.alignment.amount": 0.5}).scenario
    fit = murmur.fit(clean, wrong, ["rule[0].let.gain", "wind.velocity", "rules.alignment.amount"], processes=1)
    found = [fit.values[key] for key in ("rule[0].let.gain", "wind.velocity[0]", "wind.velocity[1]", "wind.velocity[2]", "rules.alignment.amount")]
    assert found == pytest.approx([0.3, 1.0, -2.0, 0.5, 0.8], rel=1e-4)


def test_noise_and_errors_of_places_do_not_bias(tracks):
    """Of 20 s: 60 s have errors of half this size, and least squares on differences have -80 % for alignment."""
    keys = [*AMOUNTS[:3], "noise.amount", "rules.separation_radius"]
    fit = murmur.fit(tracks, known.wrong(3, keys), keys, processes=1, radii={"rules.separation_radius": [0.8, 1.0, 1.2, 1.4, 1.6]})
    found = errors(fit)
    assert found["rules.separation.amount"] < 0.2 and found["rules.alignment.amount"] < 0.2 and found["rules.cohesion.amount"] < 0.45
    assert found["noise.amount"] < 0.05 and fit.blur == pytest.approx(0.02, rel=0.1)
    assert 1.0 <= fit.values["rules.separation_radius"] <= 1.4
    for key in keys[:4]:
        low, high = fit.intervals[key]
        assert 0 < high - low < 1.5 * known.TRUTH[key]
    assert fit.distance < 4
    flock = murmur.Flock(fit.scenario)
    assert flock["rules.alignment.amount"] == pytest.approx(fit.values["rules.alignment.amount"], rel=1e-6)
    assert "rules.alignment.amount" in str(fit) and "standard errors" in str(fit)


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_velocities_of_frames_scatter_as_told(steps):
    """Of random walks of velocities from 0 on, at the step 2 k, which is that of a frame."""
    random, rate, s, m = np.random.default_rng(steps), 32, 5.0, 0.02
    v = np.cumsum(random.normal(0, s * np.sqrt(1 / (rate * steps)), (4 * steps, 200_000)), 0)
    p = np.cumsum(v / (rate * steps), 0)
    behind, here, ahead = p[[steps - 1, 2 * steps - 1, 3 * steps - 1]] + random.normal(0, m, (3, v.shape[1]))
    seen = (ahead - behind) * rate / 2 - (ahead - 2 * here + behind) * rate / (2 * steps)
    more, less = _fit_noise.scatter(s, m, rate, steps)
    assert seen.var() - v[2 * steps - 1].var() == pytest.approx(more - less, abs=0.015)


def test_means_of_curved_terms_are_without_errors():
    clean = flown({"noise": None, "rules.time_step": 1 / 32})
    errors = np.random.default_rng(1).normal(0, 0.03, clean.positions.shape)
    model = Model(murmur.Flock(known.RULES, set={"rules.time_step": 1 / 32}).scenario, 100, 2, 32)
    terms = Terms(model, ["rules.cruise.speed"])
    with_errors = Rows(model, terms, murmur.Tracks(clean.positions + errors, rate=32))
    true = Rows(model, terms, clean).x
    length = lambda: (with_errors.x * true)[with_errors.used].sum() / (true**2)[with_errors.used].sum()
    assert length() < 0.97
    with_errors.correct(0.0, 0.03, np.random.default_rng(2))
    assert length() == pytest.approx(1, abs=0.01)


def test_gaps_do_not_bias():
    clean = flown({"noise": None, "rules.time_step": 1 / 32})
    places = clean.positions.copy()
    lost = np.random.default_rng(1).random(places.shape[:2]) < 0.002
    places[lost] = np.nan
    # A boid that is not seen is missing as a neighbour, in one frame of one pair in 500.
    fit = murmur.fit(murmur.Tracks(places, rate=32), known.RULES, AMOUNTS[3:5], processes=1)
    assert max(errors(fit).values()) < 0.05


def test_the_same_arguments_give_the_same_numbers(tracks):
    fits = [murmur.fit(tracks, known.RULES, ["rules.alignment.amount", "noise.amount"], seed=5, processes=n) for n in (1, 2)]
    assert fits[0] == fits[1]


def test_what_does_not_act_is_not_identifiable():
    open_space = {"world.boundary": "open", "world.margin": None, "world.push": None}
    tracks = flown({**open_space, "rules.time_step": 1 / 32})
    far = murmur.Flock(known.RULES, set={"world.size": [4000.0, 4000.0], "rules.time_step": 1 / 32}).scenario
    moved = murmur.Tracks(tracks.positions + 1000, rate=32)
    fit = murmur.fit(moved, far, ["rules.alignment.amount", "world.push"], processes=1)
    assert "never acts" in fit.not_identifiable["world.push"] and "not identifiable" in str(fit)
    assert "rules.alignment.amount" not in fit.not_identifiable


def test_what_acts_alike_is_not_identifiable():
    scenario = murmur.Flock(known.RULES, set={"rules.time_step": 1 / 32}, rules=[{"let": {"drag": 0.1}, "add": "v * -drag"}]).scenario
    keys = ["rules.cruise.rate", "rules.cruise.speed", "rule[0].let.drag", "rules.alignment.amount"]
    fit = murmur.fit(flown({"rules.time_step": 1 / 32}), scenario, keys, processes=1)
    assert "rule[0].let.drag" in fit.not_identifiable["rules.cruise.rate"] and "rules.cruise.rate" in fit.not_identifiable["rule[0].let.drag"]
    assert "rules.alignment.amount" not in fit.not_identifiable


def test_noise_alone(tracks):
    fit = murmur.fit(tracks, known.RULES, ["noise.amount"], processes=1)
    low, high = fit.intervals["noise.amount"]
    assert low < fit.values["noise.amount"] < high and fit.values["noise.amount"] == pytest.approx(5, rel=0.03)


@pytest.mark.parametrize("free", [["rules.separation_radius"], ["rules.radius", "noise.amount"]])
def test_radii_without_amounts(tracks, free):
    fit = murmur.fit(tracks, known.RULES, free, processes=1, radii={free[0]: [0.8, 1.2, 1.6] if "separation" in free[0] else [3.0, 4.0, 5.0]})
    assert list(fit.values) == free and fit.values[free[0]] == known.TRUTH[free[0]]


def brief(p, frames=10):
    """Each animal is missing in each frame after so many."""
    p = p.copy()
    p[(np.arange(len(p))[:, None] - np.arange(p.shape[1])) % (frames + 1) == 0] = np.nan
    return p


@pytest.mark.parametrize("change, message", [
    (brief, "for too few frames at a time"),
    (lambda p: p[:, :1], "no two animals are seen together; allowed: tracks with two animals or more"),
    (lambda p: p[:, :0], "no two animals are seen together"),
    (lambda p: np.full_like(p, np.nan), "no two animals are seen together"),
    (lambda p: p * 1000, "% of the places lie outside of the box of 30 x 30: x is from .*; allowed: tracks in the unit of the scenario"),
])
def test_places_without_pairs_or_outside_of_the_world(tracks, change, message):
    with pytest.raises(ValueError, match=message):
        murmur.fit(murmur.Tracks(change(tracks.positions[:160]), rate=32), known.RULES, ["noise.amount"], processes=1)


def test_by_simulation():
    pytest.importorskip("cma")
    few = flown({"world.size": [16.0, 16.0], "rules.time_step": 1 / 32}, frames=200, boids=40)
    wrong = murmur.Flock(known.RULES, boids=40, set={"world.size": [16.0, 16.0], "rules.time_step": 1 / 32, "noise.amount": 3.0,
                                                     "rules.separation.amount": 8.0}).scenario
    keys = ["noise.amount", "rules.separation.amount"]
    fit = murmur.fit(few, wrong, keys, "simulation", evaluations=48, processes=1)
    assert fit.values == pytest.approx({"noise.amount": 5, "rules.separation.amount": 4}, rel=0.3)
    assert all(low < fit.values[key] < high < 2 * low for key, (low, high) in fit.intervals.items())
    assert 0.5 < fit.distance < 2


def test_smoothed_tracks_are_refused(tracks):
    pytest.importorskip("scipy")
    with pytest.raises(ValueError, match="smoothed.*window=None"):
        murmur.fit(tracks.clean(window=7), known.RULES, ["rules.alignment.amount"])


@pytest.mark.parametrize("free, options, changes, message", [
    (["rules.alignment.amount"], {"method": "guess"}, {}, "method.*'regression' or 'simulation'"),
    ("rules.alignment.amount", {}, {}, "free.*list"),
    ([], {}, {}, "free.*list"),
    (["rules.alignment.amount"] * 2, {}, {}, "free.*different"),
    (["rules.allignment.amount"], {}, {}, "free.*allignment.*no key"),
    (["rules.nearest"], {}, {}, "free.*rules.nearest is 'all'"),
    (["rules.max_speed"], {}, {}, "rules.max_speed is no amount.*simulation.* can"),
    (["rules.alignment.amount"], {}, {"rules.alignment.shape": "limit"}, "not act in proportion.*'limit'.*simulation.* can"),
    (["rules.alignment.amount", "rules.alignment.weight"], {}, {}, "multiply each other"),
    (["noise.amount"], {}, {"rules.time_step": 1 / 8}, "time_step is 0.125, no whole part of a frame.*1/rate, 0.03125, 1/.2 rate., 0.015625"),
    (["noise.amount"], {}, {"rules.time_step": 1 / 48}, "time_step is 0.02083.*no whole part of a frame"),
    (["rules.alignment.amount"], {}, {"world.boundary": "bounce", "world.push": None}, "boundary = 'bounce'.*simulation.* can"),
    (["rules.alignment.amount"], {"radii": {"rules.radius": [3, 4]}}, {}, "radii.*not free"),
    (["rules.alignment.amount"], {"seed": -1}, {}, "seed.*0 or more"),
    (["rules.alignment.amount"], {}, {"predator": [{"at": [5.0, 5.0]}]}, "predator.*tracks"),
])
def test_refusals(tracks, free, options, changes, message):
    scenario = murmur.Flock(known.RULES, set=changes).scenario
    with pytest.raises(ValueError, match=message):
        murmur.fit(tracks, scenario, free, **options)


def test_without_cma(tracks, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cma", None)
    with pytest.raises(ModuleNotFoundError, match="pip install cma"):
        murmur.fit(tracks[:160], known.RULES, ["noise.amount"], "simulation", processes=1)
