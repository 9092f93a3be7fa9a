"""murmur.fit: amounts, radii and noise of a scenario, from tracks. docs/tracks.md has the methods and what they find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from . import _arguments as read
from . import _fit_radii, _fit_regression, _fit_simulation
from ._fit_flights import Flights, Pool
from ._fit_model import Model
from ._flock import Scenario

METHODS = ("regression", "simulation")
FLIGHTS = 12  # of the fitted scenario, for the table of agreement
LEAST = 0.01  # of a statistic: finer differences do not matter


class Agreement(NamedTuple):
    """A statistic: of the tracks, of flights of the fitted scenario, and their difference in standard errors. `error` is the
    scatter from flight to flight, which is the standard error of one sample as long as the tracks, and 1 % of the value."""
    name: str
    measured: float
    fitted: float
    error: float
    difference: float


@dataclass
class Fit:
    """What `murmur.fit` finds. Values describe the tracks by the rules of the scenario; they do not say that animals have these
    rules."""
    method: str
    values: dict[str, float]
    """Fitted values by key."""
    intervals: dict[str, tuple[float, float]]
    """90 % intervals by key, under the assumption that the form of the rules is right."""
    not_identifiable: dict[str, str]
    """Keys that the tracks do not tell, with the reason."""
    scenario: str
    """The scenario with the fitted values, as TOML: murmur.Flock(fit.scenario)."""
    blur: float
    """Standard deviation of the errors of the places, of each component [unit]."""
    agreement: list[Agreement] = field(default_factory=list)
    """Statistics of the tracks beside those of flights of the fitted scenario."""
    notes: list[str] = field(default_factory=list)
    """What is unusual, one sentence each."""
    about: str = ""

    @property
    def distance(self) -> float:
        """Root mean square of the differences in standard errors: about 1 for a model that the tracks do not contradict."""
        return float(np.sqrt(np.mean([min(row.difference**2, 900) for row in self.agreement]))) if self.agreement else float("nan")

    def __str__(self) -> str:
        wide = max(map(len, self.values))
        lines = [f"Fit by {self.method}: {self.about}; errors of places {self.blur:.2g}", "",
                 f"{'key':{wide}}  {'value':>10}  90 % interval"]
        for key, value in self.values.items():
            low, high = self.intervals[key]
            reason = self.not_identifiable.get(key)
            lines.append(f"{key:{wide}}  {value:10.4g}  {low:.4g} to {high:.4g}" + (f"  not identifiable: {reason}" if reason else ""))
        lines += ["", *self.notes]
        if self.agreement:
            far = sorted((row for row in self.agreement if abs(row.difference) > 2), key=lambda row: -abs(row.difference))
            lines.append(f"Agreement of {len(self.agreement)} statistics with flights of the fitted scenario: {len(self.agreement) - len(far)} "
                         f"within 2 standard errors, root mean square {self.distance:.1f}." + (" Farthest:" if far else ""))
            wide = max(len(row.name) for row in self.agreement)
            if far:
                lines.append(f"{'statistic':{wide}}  {'measured':>10}  {'fitted':>10}  standard errors")
            lines += [f"{row.name:{wide}}  {row.measured:10.4g}  {row.fitted:10.4g}  {row.difference:+.1f}" for row in far[:10]]
        return "\n".join(lines)

    __repr__ = __str__


def fit(tracks: Any, scenario: Scenario, free: Sequence[str], method: str = "regression", *, seed: int = 1,
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
        flights.blur = found.blur
    with Pool(flights, processes) as pool:
        if method == "simulation":
            found = by_simulation(pool, free, seed, radii, evaluations)
        found.about = (f"{tracks.positions.shape[1]} animals, {len(tracks.positions) / tracks.rate:.3g} s at {tracks.rate:g} a second")
        found.scenario = model.with_values(model.changes(found.values))
        found.agreement = agreement(pool, found.values, seed)
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
    values, intervals, reasons, notes, blur = _fit_regression.fit(model, tracks, free, list(grids), grids, np.random.default_rng(seed))
    return Fit("regression", values, intervals, reasons, "", blur, notes=notes)


def by_simulation(pool, free, seed, radii, evaluations):
    if radii:
        raise ValueError('fit: radii are of method="regression"')
    start = {key: pool.flights.model.amount(key) for key in free}
    for key, value in start.items():
        if value <= 0:
            raise ValueError(f"fit: free: {key} is {value:g} in the scenario; method=\"simulation\" fits logarithms; allowed: above 0")
    centre, covariance = _fit_simulation.fit(pool, free, start, seed, evaluations, 12 * len(free) + 40)
    half = _fit_simulation.NORMAL * np.sqrt(np.diag(covariance))
    values = dict(zip(free, np.exp(centre).tolist()))
    intervals = {key: (float(np.exp(c - h)), float(np.exp(c + h))) for key, c, h in zip(free, centre, half)}
    reasons = {key: "the statistics hardly depend on it" for key, (low, high) in intervals.items() if high > 2 * low}
    return Fit("simulation", values, intervals, reasons, "", pool.flights.blur)


def agreement(pool, values, seed):
    flown = pool.fly([(values, seed * 100_000 + 90_000 + n) for n in range(FLIGHTS)])
    flown = np.array([found for found in flown if found is not None])
    if len(flown) < FLIGHTS / 2:
        return []
    flights, mean, error = pool.flights, flown.mean(0), flown.std(0, ddof=1)
    error = np.sqrt(error**2 + (LEAST * flights.measured)**2 + 1e-24)
    return [Agreement(name, float(m), float(f), float(e), float((f - m) / e))
            for name, m, f, e in zip(flights.statistics.names, flights.measured, mean, error)]
