"""The script `murmur` of a wheel: what it starts the program with, and what it says where there is none."""

import importlib.util
import os
import subprocess
import sys
import types
from pathlib import Path

PYTHON = os.path.normpath(sys.executable)
FOLDER = Path(__file__).parents[1] / "murmur_program"
spec = importlib.util.spec_from_file_location("murmur_program", FOLDER / "__init__.py")
murmur_program = importlib.util.module_from_spec(spec)
spec.loader.exec_module(murmur_program)


def test_films_take_ffmpeg_of_the_system_before_that_of_a_package(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", types.SimpleNamespace(get_ffmpeg_exe=lambda: "/its/ffmpeg"))
    assert murmur_program.environment({"PATH": str(tmp_path)})["MURMUR_FFMPEG"] == "/its/ffmpeg"
    (tmp_path / "ffmpeg").touch(mode=0o755)
    assert "MURMUR_FFMPEG" not in murmur_program.environment({"PATH": str(tmp_path)})


def test_without_any_ffmpeg_the_program_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)  # an ImportError
    assert "MURMUR_FFMPEG" not in murmur_program.environment({"PATH": str(tmp_path)})


def test_commands_of_the_package_run_in_this_python_unless_another_is_named():
    assert murmur_program.environment({})["MURMUR_PYTHON"] == sys.executable
    assert murmur_program.environment({"MURMUR_PYTHON": "mine"})["MURMUR_PYTHON"] == "mine"


def start(packages, *words):
    line = "import murmur_program; murmur_program.main()"
    return subprocess.run([PYTHON, "-c", line, *words], capture_output=True, text=True, cwd=packages,  # not where a murmur lies
                          env=os.environ | {"PYTHONPATH": f"{packages}:{FOLDER.parent}"})


def test_it_starts_the_program_of_the_package_and_does_not_import_it(tmp_path):
    (tmp_path / "murmur" / "bin").mkdir(parents=True)
    (tmp_path / "murmur" / "__init__.py").write_text("raise SystemExit('imported')")
    done = start(tmp_path, "run")
    assert done.returncode == 1 and "built without the program" in done.stderr
    program = tmp_path / "murmur" / "bin" / "murmur"
    program.write_text('#!/bin/sh\necho "$@" "$MURMUR_PYTHON"\nexit 3\n')
    assert "cannot start" in start(tmp_path, "run").stderr
    program.chmod(0o755)
    done = start(tmp_path, "run", "--steps", "5 6")
    assert (done.returncode, done.stdout) == (3, f"run --steps 5 6 {PYTHON}\n")
