"""murmur.fit: amounts, radii and noise of a scenario, from tracks. docs/tracks.md has the methods and what they find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from . import _arguments as read
from . import _fit_radii, _fit_regression, _fit_simulation
from ._fit_flights import BLUR, Flights, Pool
from ._fit_model import Model
from ._fit_result import Agreement, Fit
from ._flock import Scenario
from ._tracks import Tracks

METHODS = ("regression", "simulation")
FLIGHTS = 12  # of the fitted scenario, for the table of agreement
LEAST = 0.01  # of a statistic: finer differences do not matter


def fit(tracks: Tracks, scenario: Scenario, free: Sequence[str], method: str = "regression", *, seed: int = 1,
        radii: Mapping[str, Sequence[float]] | None = None, evaluations: int = 300, processes: int = 0) -> Fit:
    """Fits values of a scenario to tracks: `values`, 90 % `intervals`, what is `not_identifiable`, the fitted `scenario`, and a
    table of `agreement`. print(fit) shows all. The same arguments give the same numbers.

    tracks: murmur.Tracks, not smoothed: `clean(window=None)`. Lengths and times are those of the scenario.
    scenario: the form of the rules, as that of Flock; its values of free keys are where the fit begins.
    free: keys of the scenario, ["rules.separation.amount", "rules.radius", "noise.amount"].
    method: "regression", for amounts to which accelerations are proportional, radii, and the amount of isotropic noise: seconds.
    "simulation", for any number above 0, with the package cma: minutes.
    radii: of "regression", the values of a radius that are tried: {"rules.radius": [3, 4, 5]}; None: half to twice the scenario's.
    evaluations: of "simulation", how many flights the search makes. processes: for these; 0: one for each processor.
    """
    if method not in METHODS:
        raise ValueError(f"fit: method: {method!r} is not allowed; allowed: {' or '.join(map(repr, METHODS))}")
    if isinstance(free, str) or not free or not all(isinstance(key, str) for key in free) or len(set(free)) < len(free):
        raise ValueError(f"fit: free: {free!r} is no list of different keys; allowed: as in [\"rules.separation.amount\", \"noise.amount\"]")
    for name, least in (("seed", seed), ("evaluations", evaluations), ("processes", processes)):
        if read.whole(f"fit: {name}", least, 31) < 0:
            raise ValueError(f"fit: {name}: {least} is not allowed; allowed: 0 or more")
    if any("Savitzky" in sentence for sentence in getattr(tracks, "_changes", ())):
        raise ValueError("fit: the tracks are smoothed, which biases what is fitted; allowed: those of clean(window=None)")
    if not hasattr(tracks, "positions"):
        raise ValueError(f"fit: tracks: {type(tracks).__name__} is no murmur.Tracks; allowed: murmur.Tracks(positions, rate=32)")
    model = Model(scenario, tracks.positions.shape[1], tracks.positions.shape[2], tracks.rate)
    free = known(model, free)
    flights = Flights(model, tracks)
    if method == "regression":
        found = by_regression(model, tracks, free, seed, radii)
    with Pool(flights, processes) as pool:
        if method == "simulation":
            found = by_simulation(pool, free, seed, radii, evaluations)
        found.about = (f"{tracks.positions.shape[1]} animals, {len(tracks.positions) / tracks.rate:.3g} s at {tracks.rate:g} a second")
        found.scenario = model.with_values(model.changes(found.values))
        found.agreement = agreement(pool, {**found.values, BLUR: found.blur}, seed)
    if not found.agreement:
        found.notes.append("Flights of the fitted scenario fail, so there is no table of agreement.")
    return found


def known(model, free):
    """The keys, with components for vectors. ValueError for what the scenario does not have, or is no number."""
    found = []
    for key in free:
        value = model.amount(key)
        if value is None:
            raise ValueError(f"fit: free: {key!r} is no key of the scenario; allowed: keys that it has a value for")
        if isinstance(value, list) and all(isinstance(item, float) for item in value):
            found += [f"{key}[{i}]" for i in range(len(value))]
        elif isinstance(value, float):
            found.append(key)
        else:
            raise ValueError(f"fit: free: {key} is {value!r} in the scenario; allowed: keys that are numbers with a fraction")
    return found


def by_regression(model, tracks, free, seed, radii):
    grids = {key: _fit_radii.grid(model[key]) for key in free if key in _fit_radii.RADII}
    for key, values in (radii or {}).items():
        if key not in grids:
            raise ValueError(f"fit: radii: {key!r} is not free; allowed: {sorted(grids)}")
        grids[key] = np.array(sorted(read.numbers(f"fit: radii: {key}", values)))
    values, intervals, reasons, notes, blur = _fit_regression.regress(model, tracks, free, list(grids), grids, np.random.default_rng(seed))
    return Fit("regression", values, intervals, reasons, "", blur, [], notes, "")


def by_simulation(pool, free, seed, radii, evaluations):
    if radii:
        raise ValueError('fit: radii are of method="regression"')
    start = {key: pool.flights.model.amount(key) for key in free}
    for key, value in start.items():
        if value <= 0:
            raise ValueError(f"fit: free: {key} is {value:g} in the scenario; method=\"simulation\" fits logarithms; allowed: above 0")
    flights = pool.flights
    start[BLUR] = max(flights.blur, 1e-3 * flights.statistics.edges[-1] / 15)
    centre, covariance = _fit_simulation.search(pool, list(start), start, seed, evaluations, 12 * len(start) + 40)
    half = _fit_simulation.NORMAL * np.sqrt(np.diag(covariance))
    values = dict(zip(start, np.exp(centre).tolist()))
    blur = values.pop(BLUR)
    intervals = {key: (float(np.exp(c - h)), float(np.exp(c + h))) for key, c, h in zip(free, centre, half)}
    reasons = {key: "the statistics hardly depend on it" for key, (low, high) in intervals.items() if high > 2 * low}
    return Fit("simulation", values, intervals, reasons, "", blur, [], [], "")


def agreement(pool, values, seed):
    flown = pool.fly([(values, seed * 100_000 + 90_000 + n) for n in range(FLIGHTS)])
    flown = np.array([found for found in flown if found is not None])
    if len(flown) < FLIGHTS / 2:
        return []
    flights, mean, error = pool.flights, flown.mean(0), flown.std(0, ddof=1)
    error = np.sqrt(error**2 + (LEAST * flights.measured)**2 + 1e-24)
    return [Agreement(name, float(m), float(f), float(e), float((f - m) / e))
            for name, m, f, e in zip(flights.statistics.names, flights.measured, mean, error)]
