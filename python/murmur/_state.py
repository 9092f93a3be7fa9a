"""What a flock is as arrays: State, a copy, View, the boids in place, and Picture."""

from __future__ import annotations

from typing import Annotated, NamedTuple, get_type_hints

import numpy as np

from . import _murmur


class State(NamedTuple):
    """A copy of a flock in id order: row i is boid i. It stays as it is when the flock goes on."""

    step: Annotated[int, "Steps taken so far"]
    position: Annotated[np.ndarray, "(N, D) float32 [world units]"]
    velocity: Annotated[np.ndarray, "(N, D) float32 [world units / unit time]"]
    target: Annotated[np.ndarray, "(N,) uint32, which place of a path each boid flies to; (0,) without a path"]
    predator_position: Annotated[np.ndarray, "(P, D) float32 [world units]"]
    predator_velocity: Annotated[np.ndarray, "(P, D) float32 [world units / unit time]"]
    alignment: Annotated[np.ndarray,
                         "(N, D) float32, the alignment that acts on each boid; (0, D) without alignment.inertia"]
    species: Annotated[np.ndarray, "(N,) uint32, indices of `Flock.species_names`; (0,) in a flock of one kind"]
    kept: Annotated[dict, "(N,) float32 by name: the numbers that boids keep for custom rules (`state` of a [[rule]])"]
    departures: Annotated[int, "How often boids have left their ids to others so far, by `remove`, `preset` or "
                               "`restart`: `Flock.motion` asks for it"]


for _name, _type in get_type_hints(State, include_extras=True).items():
    getattr(State, _name).__doc__ = _type.__metadata__[0]  # for help(State)


class View:
    """The boids where the flock keeps them, without a copy and read-only, in the order of the flock's cells.

    Row i of `position` and `velocity` is the boid `id[i]`. The order is the same on every machine, but another one after
    each step. Use it in a `with` block:

    >>> with flock.view() as v:
    ...     centre = v.position.mean(axis=0)

    The cpu backend's arrays are numpy's. The cuda backend's are in the device's memory and speak DLPack:
    `torch.from_dlpack(v.position)`, `cupy.from_dlpack(v.position)`, `jax.dlpack.from_dlpack(v.position)`.

    After the block, or once the flock has changed, its arrays can no longer be asked for. While an array taken from it
    is still there, the flock refuses to change: delete it, or copy what you want to keep.
    """

    def __init__(self, run: _murmur.Run):
        self._run: _murmur.Run | None = run
        self._version = run.version()

    def _array(self, what: str):
        if self._run is None:
            raise RuntimeError("this view is closed: take another with flock.view()")
        return _murmur.lent_array(self._run, self._version, what)

    @property
    def id(self) -> np.ndarray:
        """(N,) uint32"""
        return self._array("id")

    @property
    def position(self) -> np.ndarray:
        """(N, D) float32 [world units], not contiguous"""
        return self._array("position")

    @property
    def velocity(self) -> np.ndarray:
        """(N, D) float32 [world units / unit time], not contiguous"""
        return self._array("velocity")

    def __enter__(self) -> View:
        return self

    def __exit__(self, *fault) -> None:
        self._run = None


class Picture(np.ndarray):
    """(height, width, 4) uint8 RGBA, top row first: an array that a notebook shows as a picture."""

    def _repr_png_(self) -> bytes | None:
        is_whole = self.ndim == 3 and self.shape[2] == 4 and self.size > 0 and self.dtype == np.uint8
        return _murmur.png_file(np.ascontiguousarray(self)) if is_whole else None
