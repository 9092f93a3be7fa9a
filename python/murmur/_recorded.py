"""Tracks of a flock: Flock.record."""

from __future__ import annotations

import numpy as np

from . import _tracks_arrays as arrays
from ._tracks import Tracks


def record(flock, steps, every):
    if steps < 0 or every < 1:
        raise ValueError(f"record: steps {steps} and every {every} are not allowed; allowed: 0 steps or more, every 1 or more")
    states, time_step = [flock.state()], None
    for _ in range(steps // every):
        flock.step(every)
        states.append(flock.state())
        if flock["rules.time_step"] != (time_step := time_step or flock["rules.time_step"]):
            raise ValueError(f"record: rules.time_step changes from {time_step:g} to {flock['rules.time_step']:g} before step {states[-1].step}; "
                             "allowed: steps with one time step, as up to there")
    flock.step(steps % every)
    most = max(len(state.position) for state in states)
    positions = np.full((len(states), most, flock.dimensions), np.nan)
    velocities = positions.copy()
    for k, state in enumerate(states):
        positions[k, :len(state.position)] = state.position
        velocities[k, :len(state.position)] = state.velocity
    values = flock._run.values()
    world, wrap = arrays.space(values, flock.world)
    return Tracks(positions, velocities=velocities, rate=1 / (flock["rules.time_step"] * every), radius=arrays.radius(values),
                  steps=[state.step for state in states])._of_flock(world, wrap)
