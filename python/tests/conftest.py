"""The package under test is the built one: PYTHONPATH, or the environment's own. MURMUR names the program."""

import os
import pathlib
import shutil

import pytest

SOURCES = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program():
    """The program, to compare with."""
    path = os.environ.get("MURMUR") or shutil.which("murmur")
    if not path or not pathlib.Path(path).exists():
        pytest.skip("no program to compare with: set MURMUR to it")
    return path
