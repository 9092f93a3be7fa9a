"""Flock. All work is done in C++ (python/bindings); here arguments get their defaults, their types and their documentation."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _arguments as read
from . import _murmur, _recorded, _toml
from ._rules import Rules
from ._state import Picture, State, View
from ._tracks import Tracks
from ._trajectory import needed

if TYPE_CHECKING:
    from ._widget import FlockWidget

Scenario = Union[str, os.PathLike, Mapping[str, Any]]
Place = Union[Sequence[float], np.ndarray]


class Flock:
    """A flock: a scenario, its boids and its clock.

    scenario: a preset's name (see `presets()`), the path of a TOML file, TOML text, or a dict of the same keys.
    boids: how many, 5000 or "100k"; None: as the scenario says.
    seed: of all random numbers.
    set: keys to change first, {"rules.radius": 60, "wind.velocity": (1, 0)}; docs/scenarios.md lists them.
    rules: custom rules, behind those of the scenario: [{"add": "unit(v) * gain", "let": {"gain": 0.05}}];
    docs/scenarios.md has their keys.
    keep_density: the world grows with the number of boids.
    backend: "auto", "reference", "cpu" or "cuda"; all compute the same bits. "auto" is CUDA where a device works.
    threads: of the cpu backend; 0: one for each processor it may use. simd: "auto", "scalar", "avx2" or "avx512".
    device: which GPU; -1: the first that works. A GPU that is there and cannot be used is a RuntimeWarning.
    log: path of an event log to write, for `replay` and `murmur replay`. A file that is there is kept (FileExistsError), unless `overwrite`.

    `copy.copy(flock)` is another flock at the same moment, on a backend of the same kind and without a log.
    Calls from several threads take turns. Only the process that made a flock can use it: after a fork, make another.
    """

    def __init__(self, scenario: Scenario = "murmuration", *, boids: int | str | None = None, seed: int | None = None,
                 set: Mapping[str, Any] | None = None, rules: Sequence[Mapping[str, Any]] = (), keep_density: bool = False,
                 backend: str = "auto", threads: int = 0, simd: str = "auto", device: int = -1,
                 log: str | os.PathLike | None = None, overwrite: bool = False):
        source = read.source(scenario, boids, seed, set, keep_density, rules)
        machine = read.machine(backend, threads, simd, device)
        self._run = _murmur.begin(source, machine, read.output("log", log, overwrite), None, {})

    @classmethod
    def from_arrays(cls, position: np.ndarray, velocity: np.ndarray, scenario: Scenario = "murmuration", *,
                    species: Sequence[int] | np.ndarray | None = None, seed: int | None = None, set: Mapping[str, Any] | None = None,
                    rules: Sequence[Mapping[str, Any]] = (), keep_density: bool = False,
                    backend: str = "auto", threads: int = 0, simd: str = "auto", device: int = -1,
                    log: str | os.PathLike | None = None, overwrite: bool = False) -> Flock:
        """A flock of boids that are where you say, as of `murmur run --initial` with a CSV of the same numbers.

        position, velocity: (N, D) [world units, and per unit time], row i is boid i; rounded to float32. species: (N,) indices of
        the scenario's [[species]]; None: drawn by their shares. Predators start as in the scenario, alignments and targets at 0.
        The other arguments are those of Flock.
        """
        position, velocity = read.rows("position", position, "N", "D"), read.rows("velocity", velocity, "N", "D")
        if position.shape != velocity.shape:
            raise ValueError(f"velocity has the shape {velocity.shape}; allowed: {position.shape}, that of position")
        source = read.source(scenario, None, seed, set, keep_density, rules, count=len(position))
        machine = read.machine(backend, threads, simd, device)
        columns = {} if species is None else {"species": read.indices("species", species, len(position))}
        return cls._of(_murmur.begin(source, machine, read.output("log", log, overwrite), (position, velocity), columns))

    @classmethod
    def _of(cls, run: _murmur.Run) -> Flock:
        flock = cls.__new__(cls)
        flock._run = run
        return flock

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "_run" and type(self) is Flock:
            raise AttributeError(f'a flock has no attribute {name!r} that can be set; '
                                 f'set() changes a key of its scenario: flock.set("rules.radius", 60)')
        super().__setattr__(name, value)

    def __copy__(self) -> Flock:
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__, _run=self._run.copy())
        return made

    def __deepcopy__(self, memo: dict) -> Flock:
        return self.__copy__()

    def __reduce__(self):
        raise TypeError("a flock cannot be pickled; save() writes a checkpoint, and load() makes a flock of it")

    def step(self, steps: int = 1) -> None:
        """Takes so many steps. Other Python threads run meanwhile; Ctrl-C stops after a step."""
        self._run.step(read.whole("steps", steps))

    def state(self) -> State:
        """A copy of all boids and predators, in id order."""
        return State(**self._run.state())

    def view(self) -> View:
        """The boids without a copy, until the next step: see `View`. Not of the reference backend."""
        return View(self._run)

    # Events: applied at once, logged if there is a log.

    def add(self, at: Place, count: int = 1, velocity: Place | None = None, species: str | None = None) -> None:
        """Adds boids, all at one place (D,). velocity: (D,), of each; None: seeded headings. species: its name, of each; None: drawn
        by the shares. The disc of the event `add`, with its `radius`, is for scenarios alone. Boids of one place and one velocity
        stay together in 2D without noise."""
        self._run.post(_murmur.Event.add(read.numbers("at", at), read.whole("count", count),
                                         None if velocity is None else read.numbers("velocity", velocity),
                                         read.unless_none(read.word, "species", species)))

    def convert(self, to: str, at: Place, radius: float | None = None, species: str | None = None) -> None:
        """Boids within the radius of a place (D,), None: everywhere, become the species of this name. species: the name of those
        that do; None: all."""
        self._run.post(_murmur.Event.convert(read.word("to", to), read.unless_none(read.word, "species", species),
                                             read.numbers("at", at), read.unless_none(read.number, "radius", radius)))

    def remove(self, count: int = 1) -> None:
        """Removes the boids with the highest ids, at most as many as there are. Boids that are added next get these ids."""
        self._run.post(_murmur.Event.remove(read.whole("count", count)))

    def scatter(self, at: Place, strength: float = 0.1, radius: float | None = None) -> None:
        """Drives boids away from a place (D,): v += strength * (p - at) within the radius; None: everywhere."""
        self._run.post(_murmur.Event.scatter(read.numbers("at", at), read.number("strength", strength),
                                             None if radius is None else read.number("radius", radius)))

    def startle(self, steps: int = 60) -> None:
        """For so many steps boids fly apart rather than together."""
        self._run.post(_murmur.Event.startle(read.whole("steps", steps)))

    def gust(self, strength: float = 0.1, steps: int = 1) -> None:
        """A gust in a seeded direction: `strength` is the speed added in each of so many steps."""
        self._run.post(_murmur.Event.gust(read.number("strength", strength), read.whole("steps", steps)))

    def set(self, key: str, value: Any) -> None:
        """Sets a key of the scenario: flock.set("rules.radius", 60). None takes the key away."""
        self._run.post(_murmur.Event.set(read.word("key", key), _toml.value(value)))

    def __getitem__(self, key: str) -> Any:
        """A key of the present scenario: flock["rules.radius"]. KeyError where the scenario has no such key."""
        values = self._run.values()
        value = values.get(read.word("key", key), values.get(f"{key}.value"))  # of a number with a slider
        if value is None:
            raise KeyError(f"{key}: the flock's scenario has no such key; docs/scenarios.md lists all")
        return json.loads(value)

    def __setitem__(self, key: str, value: Any) -> None:
        """The event of `set`: flock["rules.radius"] = 60."""
        self.set(key, value)

    __iter__ = None  # neither a list of boids nor of keys

    def preset(self, name: str) -> None:
        """A fresh start of another preset with as many boids. The step number runs on."""
        self._run.post(_murmur.Event.preset(read.word("name", name)))

    def restart(self) -> None:
        """A fresh start of the present scenario with as many boids. The step number runs on."""
        self._run.post(_murmur.Event.restart())

    def push(self, dv: np.ndarray) -> None:
        """Adds dv, (N, D) in id order, to the velocities, now: a rule of your own, before each step. It is rounded to
        float32. No event records it, so a flock that keeps a log refuses it."""
        self._run.push(read.rows("push: dv", dv, len(self), self.dimensions))

    # Questions.

    @property
    def hash(self) -> str:
        """16 hex digits over all bits of the present state, equal to the program's."""
        return self._run.hash()

    @property
    def step_number(self) -> int:
        """Steps taken so far."""
        return self._run.step_number()

    @property
    def dimensions(self) -> int:
        """D: 2 or 3."""
        return len(self._run.world())

    @property
    def world(self) -> tuple[float, ...]:
        """(D,) the world's size [world units]."""
        return tuple(self._run.world())

    @property
    def scenario(self) -> str:
        """The whole present scenario as TOML."""
        return self._run.scenario()

    @property
    def species_names(self) -> tuple[str, ...]:
        """Names of the species, in the order of their indices; () in a flock of one kind."""
        return tuple(self._run.species())

    @property
    def rules(self) -> Rules:
        """Its custom rules, in order: flock.rules[0].add = "unit(v) * 0.1" is the event of `set`; flock.rules.append({...})
        adds one, and del flock.rules[0] takes one away."""
        return Rules(self)

    @property
    def backend(self) -> str:
        """The backend that steps this flock, with its threads and instruction set, or device."""
        return self._run.backend()

    def __len__(self) -> int:
        return self._run.count()

    def metrics(self, threads: int = 0, species: str | None = None) -> dict[str, float]:
        """Order, density and clusters of the present state: docs/metrics.md. NaN where the state does not tell. In a flock of
        several species also `mixing`, 1 for species at random and 0 for species apart (the mingling of Lewandowski & Pommerening
        1997 over that expected), and `NAME.count` and more of each. species: a name, to measure it as if it were alone."""
        return self._run.metrics(read.whole("threads", threads, 31), read.unless_none(read.word, "species", species))

    def shape(self, threads: int = 0, species: str | None = None) -> dict[str, float]:
        """Axes, neighbour distances, anisotropy, correlations and opacity of the largest cluster: docs/metrics.md. NaN where
        the cluster does not tell. species: a name, to measure it as if it were alone."""
        return self._run.shape(read.whole("threads", threads, 31), read.unless_none(read.word, "species", species))

    def motion(self, before: State | np.ndarray, threads: int = 0) -> dict[str, float]:
        """How boids of the largest cluster have moved within their flock since an earlier state() of it: docs/metrics.md.
        before: that state, or its positions, (M, D) in id order, if no boids have been removed since the flock began.
        NaN where the cluster does not tell."""
        departures = before.departures if isinstance(before, State) else None
        positions = before.position if isinstance(before, State) else before
        return self._run.motion(read.rows("motion: before", positions, "M", self.dimensions), departures,
                                read.whole("threads", threads, 31))

    def record(self, steps: int, every: int = 1) -> Tracks:
        """Takes so many steps, and gives the boids' tracks: now, and after each `every` steps. Time is the flock's own: `rate` is
        1 / (rules.time_step * every) frames a unit of time; ValueError where the time step changes. A boid that is not there yet, or no
        longer, is NaN."""
        return _recorded.record(self, read.whole("steps", steps), read.whole("every", every))

    def curves(self, reach: float | None = None, bins: int = 50, threads: int = 0) -> dict[str, np.ndarray]:
        """Distributions of nearest distance and speed, g(r), and correlations over distance of the present state, as of
        `Tracks.curves`: docs/tracks.md. `record` gives the tracks whose curves over time and force map can be asked for."""
        return _recorded.record(self, 0, 1).curves(reach, bins, threads=threads)

    def neighbours(self, ids: int | Sequence[int] | np.ndarray | None = None) -> list[np.ndarray]:
        """For each of the ids, None: for all boids, the ids of the boids within its radius R, ascending, (K,) uint32: what its
        rules see, but for the field of view. Ask for many at once: the search is made ready anew in each call."""
        whole = read.unless_none(read.wholes, "neighbours: id", ids)
        near, starts = self._run.neighbours(whole)
        starts = starts.tolist()
        return [near[first:end] for first, end in zip(starts, starts[1:])]

    def picture(self, width: int = 1280, height: int = 720, *, centre: Place | None = None, zoom: float = 1.0,
                azimuth: float | None = None, elevation: float | None = None, distance: float | None = None,
                **look: str | float | bool | None) -> Picture:
        """The flock as `murmur render` draws it: (height, width, 4) uint8 RGBA, top row first. Needs no window. A notebook
        shows it as a picture.

        centre: (D,), the place in the middle. zoom: 1 shows the whole world.
        azimuth, elevation [degrees] and distance [world units]: where the camera stands, in 3D.
        look: keys of the table [view] of a scenario in the place of the flock's own, such as draw="disc", colour="speed",
        background="#203040", palette="fire", size=2.0, glow=True, axes=True. trails, steps_per_second and legend are
        allowed too, but show nothing in a picture of one moment. None: as the flock's scenario says.
        """
        options = read.picture(width, height, look, centre, zoom, azimuth, elevation, distance)
        return self._run.picture(options).view(Picture)

    def _repr_png_(self) -> bytes | None:
        """How a notebook shows a flock."""
        try:
            return self.picture(960, 540)._repr_png_()
        except RuntimeError:  # no OpenGL here: the notebook shows the text
            return None

    def widget(self, controls: Sequence[str] | Mapping[str, tuple[float, float] | None] = (), *, steps: int = 1,
               shown: int = 20_000, height: int = 420) -> FlockWidget:
        """A widget in which the flock flies in a notebook, with the pace, the step number, and a slider for each control. It steps this
        flock: in between other cells may change it, and it is the flock that they find. Needs the package anywidget.

        controls: keys that are numbers, ["rules.radius"], or a dict of them and the ends of their sliders, {"rules.radius": (10, 90)}.
        steps: a frame. shown: boids at most, evenly by id. height: of the picture [pixels].
        The colours, the background and the size of boids are those of the flock's [view]: flock["view.colour"] = "speed".
        """
        needed("anywidget", "anywidget", "a widget")
        from ._widget import FlockWidget
        return FlockWidget(self, controls, steps, shown, height)

    def save(self, path: str | os.PathLike, *, overwrite: bool = False) -> None:
        """Writes a checkpoint, from which `load` and `murmur run --resume` go on to the same bits. A checkpoint that is there
        becomes PATH.1; another file is kept (FileExistsError), unless `overwrite`."""
        self._run.save(read.checkpoint(path, overwrite))

    def close(self) -> None:
        """Writes the last hash of the log and ends it. Without a log it does nothing."""
        self._run.close_log()

    def __enter__(self) -> Flock:
        return self

    def __exit__(self, *fault) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<murmur.Flock: {len(self)} boids in {self.dimensions}D after step {self.step_number}, {self.backend}>"
