"""Fit by simulation: CMA-ES (Hansen & Ostermeier 2001) over statistics of flights, then steps of generalised least squares.

Flights around the best values give how the statistics depend on the logarithms of the values, and how they scatter from flight to
flight. Both together give a better step than CMA-ES has, and the errors of the values. A step that leads farther away
is not taken.
"""

from __future__ import annotations

import numpy as np

from ._fit_flights import FEW
from ._trajectory import needed

TURNS = (FEW, None, None)  # parts of the tracks of the steps; None: all
SPREAD = 0.2  # of logarithms of values, in flights around the best
SHRINK = 0.2  # of correlations between statistics
WIDEST = np.log(30)  # how far a value may be from the scenario's, as a logarithm
NORMAL = 1.645  # 90 %
EACH = 6  # flights by which the ends of steps are compared
CLEARLY = 1.25  # so much farther from the tracks an end is worse than another


def search(pool, keys, start, seed, evaluations, local):
    """Logarithms of values, and their covariances."""
    cma = needed("cma", "cma", "a fit by simulation")
    flights, origin = pool.flights, np.log([start[key] for key in keys])
    values = lambda x: dict(zip(keys, np.exp(x).tolist()))
    evolution = cma.CMAEvolutionStrategy(origin, 0.5, {"verbose": -9, "seed": seed % 2**31 + 1,
                                                       "popsize": max(16, 2 * len(keys)), "maxfevals": evaluations})
    count = 0
    while not evolution.stop():
        points = evolution.ask()
        jobs = [(values(np.clip(x, origin - WIDEST, origin + WIDEST)), seed * 100_000 + count + n, FEW) for n, x in enumerate(points)]
        count += len(points)
        outside = [np.maximum(np.abs(x - origin) - WIDEST, 0).sum() for x in points]
        evolution.tell(points, [flights.distance(found, few=True) + far for found, far in zip(pool.fly(jobs), outside)])
    centre = np.clip(evolution.mean, origin - WIDEST, origin + WIDEST)
    random, scatter = np.random.default_rng(seed), None
    for turn, parts in enumerate(TURNS):
        away = random.normal(0, SPREAD, (local, len(keys)))
        results = pool.fly([(values(centre + x), seed * 100_000 + 50_000 + turn * local + n, parts) for n, x in enumerate(away)])
        flown = [n for n, found in enumerate(results) if found is not None]
        if len(flown) < 4 * len(keys):
            raise RuntimeError("fit: most flights around the best values fail: boids become infinite, or radii are not allowed")
        steps, covariance, scatter = local_steps(away[flown], np.array([results[n] for n in flown]), flights.scale,
                                                 flights.measured_few if parts else flights.measured, scatter)
        ends = [*(centre + np.clip(step, -0.5, 0.5) for step in steps), centre]
        found = pool.fly([(values(end), seed * 100_000 + 80_000 + turn * EACH + n, parts) for end in ends for n in range(EACH)])
        far = [mean_distance(flights, found[k * EACH:(k + 1) * EACH], bool(parts)) for k in range(len(ends))]
        centre = ends[0] if far[0] <= CLEARLY * min(far) else ends[int(np.argmin(far))]
    return centre, covariance


def mean_distance(flights, found, few):
    return 1e6 if any(one is None for one in found) else flights.distance(np.mean(found, axis=0), few)


def local_steps(away, found, scale, measured, before):
    """Steps of generalised least squares to the measured statistics, the covariance of where the first ends, and the scatter of the
    statistics. before: their scatter around other values, by which statistics are weighted; so that of these tells the errors. The
    second step weights each statistic alone: it is the better one where no values of the scenario agree with the tracks."""
    runs, count = found.shape[0], away.shape[1]
    weight = 1 / scale
    design = np.column_stack([np.ones(runs), away, away**2])  # squares: where lines alone would miss the middle
    lines, *_ = np.linalg.lstsq(design, found * weight, rcond=None)
    rest = found * weight - design @ lines
    scatter = rest.T @ rest / (runs - design.shape[1])
    lines = lines[:count + 1]
    weighting = scatter if before is None else before
    weighting, alone = scatter if before is None else before, np.diag(np.diag(scatter))
    weighting = (1 - SHRINK) * weighting + SHRINK * np.diag(np.diag(weighting))
    prior, steps, errors = np.eye(count) / WIDEST**2, [], []
    for weights in (weighting, alone):
        gain = np.linalg.solve(weights + 1e-6 * np.eye(len(scatter)), lines[1:].T)
        spread = np.linalg.inv(lines[1:] @ gain + prior)
        steps.append(spread @ gain.T @ (measured * weight - lines[0]))
        errors.append(spread @ (gain.T @ scatter @ gain * (1 + design.shape[1] / runs) + prior) @ spread)
    return steps, errors[0], scatter
