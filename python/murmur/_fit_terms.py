"""The rules of a scenario as accelerations that are linear in its amounts."""

from __future__ import annotations

import numpy as np

CRUISE = ("rules.cruise.rate", "rules.cruise.speed")
BARED = ("rules.max_speed", "rules.min_speed", "rules.time_step", "rules.speed", "rules.turn_limit", "rules.field_of_view",
         "rules.nearest", "rules.alignment.inertia")


def refuse(key, reason):
    raise ValueError(f'fit: free: {key} {reason}, so method="regression" cannot fit it; method="simulation" can')


class Terms:
    """The rules as base + sum of amounts times terms, at given radii. Where rate and speed of cruise are both free, the
    amounts are rate and rate * speed."""

    def __init__(self, model, keys, radii=None):
        self.model, self.keys, self.radii = model, keys, dict(radii or {})
        self.start = {key: float(model.amount(key)) for key in keys}
        self.step = {key: max(abs(value), 1.0) for key, value in self.start.items()}
        self.both = all(key in keys for key in CRUISE)
        self.base = self.fields({})
        self.amounts = np.array([self.start[key] for key in keys])
        if self.both:
            self.amounts[keys.index(CRUISE[1])] *= self.start[CRUISE[0]]
        self.raised = [self.fields({key: self.start[key] + self.step[key]}) for key in keys]

    def fields(self, changes):
        return self.model.fields({**self.start, **self.radii, **changes})

    def at(self, position, velocity):
        """(N, D) of what is not free, and (N, D, K) of the terms."""
        base = self.base(position, velocity)
        terms = np.zeros((*base.shape, len(self.keys)))
        for k, (key, field) in enumerate(zip(self.keys, self.raised)):
            terms[..., k] = (field(position, velocity) - base) / self.step[key]
        if self.both:
            rate, speed = (self.keys.index(key) for key in CRUISE)
            terms[..., speed] /= self.start[CRUISE[0]]
            terms[..., rate] -= self.start[CRUISE[1]] * terms[..., speed]
        return base - terms @ self.amounts, terms

    def values(self, amounts):
        """(…, K) amounts as values of the keys."""
        values = np.array(amounts, float)
        if self.both:
            rate, speed = (self.keys.index(key) for key in CRUISE)
            with np.errstate(divide="ignore", invalid="ignore"):
                values[..., speed] = amounts[..., speed] / amounts[..., rate]
        return values

    def check(self, position, velocity):
        """ValueError for a key in which the rules are not linear at these places of some frames."""
        for key, step in self.step.items():
            fields = [self.fields({key: self.start[key] + n * step}) for n in (0, 1, 2)]
            for p, v in zip(position, velocity):
                none, one, two = (field(p, v) for field in fields)
                if np.abs(two - 2 * one + none).max() > 1e-3 * max(np.abs(two - none).max(), 1e-3):
                    table = key.rpartition(".")[0]
                    shape = self.model.get(table + ".shape")
                    refuse(key, f"does not act in proportion (its shape is {shape!r}, not 'factor')" if shape not in (None, "factor")
                           else "does not act in proportion")
        others = [key for key in self.keys if not (self.both and key == CRUISE[1])]
        together = self.fields({key: self.start[key] + self.step[key] for key in others})
        for p, v in zip(position, velocity):
            base = self.base(p, v)
            alone = sum(self.raised[self.keys.index(key)](p, v) - base for key in others)
            if np.abs(together(p, v) - base - alone).max() > 1e-3 * max(np.abs(alone).max(), 1e-3):
                refuse(" and ".join(others), "multiply each other")


def checked(model, amounts, free):
    """ValueError for keys that regression cannot fit."""
    for key in amounts:
        if key in BARED:
            refuse(key, "is no amount of a rule")
    for key, allowed, reason in (("rules.motion", ("steer",), "chooses headings"), ("rules.moves_with", ("new",), "moves late"),
                                 ("rules.alignment.inertia", (None, 0.0), "has a state that tracks do not tell"),
                                 ("world.boundary", ("open", "soft", "wrap"), "turns or moves boids at once")):
        if model.get(key) not in allowed:
            refuse(free[0], f"is of a flock with {key} = {model.get(key)!r}, which {reason}")


def first_finite(*arrays):
    found = arrays[0]
    for other in arrays[1:]:
        found = np.where(np.isfinite(found), found, other)
    return found


def at_frames(terms, positions, velocities):
    """Base and terms of all frames, 0 where a place or a velocity is not known."""
    base, found = np.zeros(positions.shape), np.zeros((*positions.shape, len(terms.keys)))
    known = np.isfinite(positions[..., 0]) & np.isfinite(velocities[..., 0])
    for t, here in enumerate(known):
        if here.any():
            base[t, here], found[t, here] = terms.at(positions[t, here], velocities[t, here])
    return base, found
