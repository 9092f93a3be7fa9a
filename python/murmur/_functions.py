"""The functions beside Flock."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _arguments as read
from . import _murmur
from ._flock import Flock, Scenario


def load(path: str | os.PathLike, *, backend: str = "auto", threads: int = 0, simd: str = "auto",
         device: int = -1) -> Flock:
    """The flock of a checkpoint, made by `Flock.save` or by `murmur run --checkpoint`."""
    return Flock._of(_murmur.load(read.existing(path), read.machine(backend, threads, simd, device)))


def replay(log: str | os.PathLike, *, step: int | None = None, backend: str = "auto", threads: int = 0,
           simd: str = "auto", device: int = -1) -> Flock:
    """Plays an event log again, made here with `log=`, by the window, or by `murmur run --log-events`, and compares every
    hash in it. Returns the flock at the log's end, or after so many steps; what comes then is not taken from the log.
    Raises MismatchError at the first hash that differs. A log that was cut off is played up to there."""
    return Flock._of(_murmur.replay(read.existing(log), read.machine(backend, threads, simd, device),
                                    read.unless_none(read.whole, "step", step)))


def presets() -> dict[str, str]:
    """The built-in scenarios: name to one line about it."""
    return {name: _murmur.preset_summary(name) for name in _murmur.preset_names()}


def preset_text(name: str) -> str:
    """A preset as TOML."""
    text = _murmur.preset_text(read.word("name", name))
    if not text:
        _murmur.source("preset", name, None, None, False, [])  # says what is wrong with the name
    return text


def backends() -> dict[str, str]:
    """The backends: name to the reason why it cannot be used here, "" if it can."""
    return dict(_murmur.backends())


def verify(scenario: Scenario = "murmuration", *, boids: int | str | None = 2000, seed: int | None = None,
           set: Mapping[str, Any] | None = None, keep_density: bool = False,
           backends: Sequence[str] = ("reference", "cpu"), steps: int = 200, threads: int = 0, simd: str = "auto",
           device: int = -1) -> str:
    """Steps the backends side by side and compares every bit after every step. Returns the last hash; raises
    MismatchError with the first difference."""
    source = read.source(scenario, boids, seed, set, keep_density)
    return _murmur.verify(source, list(backends), read.machine("auto", threads, simd, device),
                          read.whole("steps", steps))


def bench(scenario: Scenario = "benchmark", *, boids: int | str | None = 10_000, seed: int | None = None,
          set: Mapping[str, Any] | None = None, keep_density: bool = False, backends: Sequence[str] = ("cpu",),
          steps: int = 100, threads: int = 0, simd: str = "auto", device: int = -1) -> list[dict[str, Any]]:
    """Times the backends in turns from the same start, a dict for each: milliseconds per step, nanoseconds per boid,
    pair tests per second, and the hash of what was computed. Raises MismatchError if the hashes differ."""
    source = read.source(scenario, boids, seed, set, keep_density)
    return _murmur.bench(source, list(backends), read.machine("auto", threads, simd, device),
                         read.whole("steps", steps))
