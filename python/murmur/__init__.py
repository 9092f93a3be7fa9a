"""Very large flocks, simulated to the same bits on every machine.

>>> import murmur
>>> flock = murmur.Flock("murmuration", boids=100_000, seed=1)
>>> flock.step(1000)
>>> flock.state().position        # numpy, (N, D) float32

A `Flock` steps and answers questions; in a notebook it shows itself. `presets()` lists what is built in; `load` and `replay`
go on with what was saved or logged; `verify` and `bench` compare the backends; `export` hands trajectories to other programs.

Places are in world units, velocities in world units per unit of time, angles in degrees. D is 2 or 3, N the number of
boids. Wrong arguments raise ValueError; a missing file FileNotFoundError; failures during a run raise
RuntimeError; a result that differs from a recorded
one raises MismatchError, which is a RuntimeError.
"""

import importlib

from . import _processor  # first: the compiled part needs AVX2
from ._export import export
from ._fit import fit
from ._fit_result import Agreement, Fit
from ._flock import Flock
from ._functions import backends, bench, load, preset_text, presets, replay, verify
from ._murmur import MismatchError
from ._murmur import version as __version__
from ._state import State, View
from ._tracks import Tracks


def __getattr__(name):
    """`murmur.plot` is imported when it is asked for."""
    if name == "plot":
        return importlib.import_module(".plot", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Agreement", "Fit", "Flock", "MismatchError", "State", "Tracks", "View", "backends", "bench", "export", "fit", "load", "preset_text", "presets", "replay", "verify"]
