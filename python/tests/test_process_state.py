"""What a flock shares with the rest of the process: floating-point state and the current folder."""

import ctypes
import ctypes.util
import os

import murmur
import numpy as np
import pytest

# fenv.h of the processors that Debian builds for: upward, downward, toward zero.
ROUNDINGS = {"x86_64": (0x800, 0x400, 0xC00), "aarch64": (0x400000, 0x800000, 0xC00000)}
modes = ROUNDINGS.get(os.uname().machine, ())
libm = ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6")


@pytest.fixture(autouse=True)
def to_nearest():
    yield
    libm.fesetround(0)


def flown(mode, between):
    """Hash, metrics and shape of a flock; `mode` rounds before it begins or in flight."""
    if not between:
        libm.fesetround(mode)
    flock = murmur.Flock("book", seed=1, threads=2)
    flock.step(50)
    libm.fesetround(mode)
    flock.scatter([320, 240], strength=3)
    flock.step(50)
    found = flock.hash, flock.metrics(), flock.shape(), flock.motion(np.zeros_like(flock.state().position))
    assert libm.fegetround() == mode  # the caller's state is as it was
    libm.fesetround(0)
    return repr(found)


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("mode", modes)
def test_rounding_of_the_process_changes_nothing(mode, between):
    assert flown(mode, between) == flown(0, between)


def test_the_current_folder_may_change_while_a_log_is_open(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flock = murmur.Flock("book", boids=50, log="run.jsonl")
    flock.step(20)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    flock.step(20)
    hash_at_end = flock.hash
    flock.close()
    assert sorted(os.listdir()) == []
    assert murmur.replay(tmp_path / "run.jsonl").hash == hash_at_end
