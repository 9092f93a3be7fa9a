"""A scenario as a model of tracks: what its rules add to given places and velocities, and flights from given places."""

from __future__ import annotations

import json

import numpy as np

from . import _arguments as read
from . import _murmur, _toml
from ._flock import Flock
from ._tracks_arrays import shorter

MACHINE = ("cpu", 1, "auto", -1)
# What is no rule of the neighbours or of the place is away while accelerations are measured: they are v' - v of one step.
BARE = {"noise": None, "rules.min_speed": 0.0, "rules.max_speed": 1e9, "rules.time_step": 1.0}
HIDDEN = ("predator", "species", "pairs", "event", "wind.gust")  # tables whose state or time the tracks do not have


class Model:
    """A scenario with as many boids as there are animals."""

    def __init__(self, scenario, animals, dimensions, rate):
        middle = np.full((animals, dimensions), 1e-3)
        flock = Flock.from_arrays(middle, np.zeros_like(middle), scenario, backend="cpu", threads=1)
        if flock.dimensions != dimensions:
            raise ValueError(f"fit: the tracks have {dimensions} dimensions and the scenario has {flock.dimensions}")
        self.values = {key: json.loads(text) for key, text in flock._run.values().items()}
        self.text, self.rate, self.world = flock.scenario, rate, np.array(flock.world)
        for table in HIDDEN:
            if any(key.startswith((table + ".", table + "[")) for key in self.values):
                raise ValueError(f"fit: the scenario has [{table}], of which tracks do not tell")
        self.steps = 1 / (rate * self["rules.time_step"])  # of the scenario in a frame
        if abs(self.steps - max(round(self.steps), 1)) > 1e-3:
            raise ValueError(f"fit: rules.time_step is {self['rules.time_step']:g}, no whole part of a frame of the tracks; "
                             f"allowed: 1/rate, {1 / rate:g}, 1/(2 rate), {1 / (2 * rate):g}, and so on")
        margin = self["world.margin"] if self["world.boundary"] == "tile" else 0.0
        self.period = self.world + 2 * margin if self["world.boundary"] in ("wrap", "tile") else None
        self.near = self.world if self["world.metric"] == "wrapped" else None

    def __getitem__(self, key):
        return self.values[key]

    def get(self, key, default=None):
        return self.values.get(key, default)

    def source(self, changes, seed=None):
        """The scenario with other values. ValueError where a value is not allowed."""
        return read.source(self.text, None, seed, changes, False)

    def with_values(self, changes):
        """The whole scenario with other values as TOML."""
        return _murmur.begin(self.source(changes), _murmur.Machine(*MACHINE), "", None, {}).scenario()

    def change(self, key, value):
        """(key, value) as `set` takes them: a component wind.velocity[0] changes its whole vector."""
        name, _, index = key.rpartition("[")
        if index and name in self.values and isinstance(self.values[name], list):
            vector = list(self.values[name])
            vector[int(index[:-1])] = value
            return name, vector
        return key, value

    def changes(self, values):
        """A dict for `set` from values of keys, whose components of one vector go together."""
        found = {}
        for key, value in values.items():
            name, whole = self.change(key, value)
            if name in found and isinstance(whole, list):
                index = int(key.rpartition("[")[2][:-1])
                whole = [value if i == index else old for i, old in enumerate(found[name])]
            found[name] = whole
        return found

    def amount(self, key):
        """The present value of a key or of a component."""
        name, value = key, self.values.get(key)
        if value is None and key.endswith("]"):
            name, _, index = key.rpartition("[")
            vector = self.values.get(name)
            value = vector[int(index[:-1])] if isinstance(vector, list) else None
        return value

    def fields(self, values):
        """A function of places and velocities of boids, (N, D), to what the rules add in one step: (N, D) velocities."""
        source, machine = self.source({**self.changes(values), **BARE}), _murmur.Machine(*MACHINE)

        def field(position, velocity):
            v = np.ascontiguousarray(velocity, np.float32)
            run = _murmur.begin(source, machine, "", (np.ascontiguousarray(position, np.float32), v), {})
            run.step(1)
            return run.state()["velocity"].astype(float) - v

        return field

    def flight(self, values, position, velocity, frames, seed):
        """(frames, N, D) places of a flight from here; frame 0 is the start. RuntimeError where boids become infinite."""
        each = round(self.steps)
        source = self.source({**self.changes(values), "rules.time_step": 1 / (self.rate * each)}, seed)
        run = _murmur.begin(source, _murmur.Machine(*MACHINE), "", (np.ascontiguousarray(position, np.float32),
                                                                    np.ascontiguousarray(velocity, np.float32)), {})
        places = np.empty((frames, *position.shape))
        places[0] = position
        for frame in range(1, frames):
            run.step(each)
            places[frame] = run.state()["position"]
        return places

    def way(self, start, end):
        """Displacements between places, the shortest where the world's borders are joined."""
        return shorter(end - start, self.period)

