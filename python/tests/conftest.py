"""The package under test is the built one: PYTHONPATH, or the environment's own. MURMUR names the program."""

import contextlib
import io
import os
import pathlib
import runpy
import shutil
import sys

import numpy as np
import pytest

SOURCES = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program():
    """The program, to compare with."""
    path = os.environ.get("MURMUR") or shutil.which("murmur")
    if not path or not pathlib.Path(path).exists():
        pytest.skip("no program to compare with: set MURMUR to it")
    return path


def command(*arguments):
    """`python -m murmur ARGUMENTS` in this process: exit code and what it says."""
    said, before = io.StringIO(), sys.argv
    sys.argv = ["murmur", *map(str, arguments)]
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said), pytest.raises(SystemExit) as end:
            runpy.run_module("murmur", run_name="__main__", alter_sys=False)
    finally:
        sys.argv = before
    return end.value.code, said.getvalue()


@pytest.fixture
def small(tmp_path):
    """A trajectory of two frames as the program writes it, by hand."""
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "t.h5", "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "murmur"
        file["parameters/run"], file["parameters/scenario"] = "r1", ""
        boids = file.create_group("particles/boids")
        boids["position/step"], boids["position/time"] = [0, 10], [0.0, 5.0]
        boids["position/value"] = boids["velocity/value"] = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
        boids["id/value"] = np.tile(np.arange(4, dtype=np.int32), (2, 1))
        boids["box/edges/value"] = np.full((2, 3), 50.0)
        boids["box"].attrs["boundary"] = ["none"] * 3
    return tmp_path / "t.h5"
