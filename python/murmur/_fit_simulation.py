"""Fit by simulation: CMA-ES (Hansen & Ostermeier 2001) over statistics of flights, then steps of generalised least squares.

Flights around the best values give how the statistics depend on the logarithms of the values, and how they scatter from flight to
flight. Both together give a better step than CMA-ES has, and the errors of the values.
"""

from __future__ import annotations

import numpy as np

from ._trajectory import needed

SPREAD = 0.2  # of logarithms of values, in flights around the best
SHRINK = 0.2  # of correlations between statistics
WIDEST = np.log(30)  # how far a value may be from the scenario's, as a logarithm
NORMAL = 1.645  # 90 %


def fit(pool, keys, start, seed, evaluations, local):
    """Logarithms of values, and their covariances."""
    cma = needed("cma", "cma", "a fit by simulation")
    flights, origin = pool.flights, np.log([start[key] for key in keys])
    values = lambda x: dict(zip(keys, np.exp(x).tolist()))
    search = cma.CMAEvolutionStrategy(origin, 0.5, {"verbose": -9, "seed": seed % 2**31 + 1, "popsize": max(16, 2 * len(keys)),
                                                    "maxfevals": evaluations})
    count = 0
    while not search.stop():
        points = search.ask()
        jobs = [(values(np.clip(x, origin - WIDEST, origin + WIDEST)), seed * 100_000 + count + n) for n, x in enumerate(points)]
        count += len(points)
        outside = [np.maximum(np.abs(x - origin) - WIDEST, 0).sum() for x in points]
        search.tell(points, [flights.distance(found) + far for found, far in zip(pool.fly(jobs), outside)])
    centre = np.clip(search.mean, origin - WIDEST, origin + WIDEST)
    random = np.random.default_rng(seed)
    for turn in range(3):
        away = random.normal(0, SPREAD, (local, len(keys)))
        results = pool.fly([(values(centre + x), seed * 100_000 + 50_000 + turn * local + n) for n, x in enumerate(away)])
        flown = [n for n, found in enumerate(results) if found is not None]
        if len(flown) < 4 * len(keys):
            raise RuntimeError("fit: most flights around the best values fail: boids become infinite, or radii are not allowed")
        step, covariance = local_step(away[flown], np.array([results[n] for n in flown]), flights)
        centre = centre + np.clip(step, -0.5, 0.5)
    return centre, covariance


def local_step(away, found, flights):
    """The step of generalised least squares to the measured statistics, and the covariance of where it ends."""
    runs, count = found.shape[0], away.shape[1]
    weight = 1 / flights.scale
    design = np.column_stack([np.ones(runs), away])
    lines, *_ = np.linalg.lstsq(design, found * weight, rcond=None)
    rest = found * weight - design @ lines
    free = runs - count - 1
    scatter = rest.T @ rest / free
    scatter = (1 - SHRINK) * scatter + SHRINK * np.diag(np.diag(scatter)) + 1e-6 * np.eye(len(scatter))
    gain = np.linalg.solve(scatter, lines[1:].T)
    information = lines[1:] @ gain + np.eye(count) / WIDEST**2
    step = np.linalg.solve(information, gain.T @ (flights.measured * weight - lines[0]))
    covariance = np.linalg.inv(information)
    # What GLS does with its own scatter: honest also where the correlations are shrunk.
    full = rest.T @ rest / free
    middle = gain.T @ full @ gain
    return step, covariance @ (middle + np.eye(count) / WIDEST**2) @ covariance * (1 + 1 / runs) * runs / free
