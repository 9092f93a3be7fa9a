"""Python computes the program's bits."""

import re
import subprocess

import murmur
import pytest
from conftest import SOURCES

SCENARIOS = sorted((SOURCES / "scenarios").glob("*.toml"))
BOIDS, STEPS = 300, 25


def program_hash(program, *arguments):
    run = subprocess.run([program, "run", "--steps", str(STEPS), *map(str, arguments)], capture_output=True, text=True,
                         check=True)
    return re.search(r"hash=(\w{16})", run.stdout).group(1)


@pytest.mark.parametrize("preset", murmur.presets())
def test_preset(program, preset):
    flock = murmur.Flock(preset, boids=BOIDS, seed=7)
    flock.step(STEPS)
    assert flock.hash == program_hash(program, "--preset", preset, "--boids", BOIDS, "--seed", 7)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario(program, path):
    flock = murmur.Flock(path)
    flock.step(STEPS)
    assert flock.hash == program_hash(program, path)


def test_set(program):
    flock = murmur.Flock("book", boids="1k", set={"rules.radius": 60, "world.boundary": "wrap", "wind.velocity": (1, 0)})
    flock.step(STEPS)
    assert flock.hash == program_hash(program, "--preset", "book", "--boids", "1k", "--set", "rules.radius=60", "--set",
                                      "world.boundary=wrap", "--set", "wind.velocity=[1, 0]")


def test_backends_and_threads():
    hashes = set()
    for options in ({"backend": "reference"}, {"threads": 1}, {"threads": 3}, {"simd": "scalar"}):
        flock = murmur.Flock("murmuration", boids=500, **{"backend": "cpu", **options})
        flock.step(STEPS)
        hashes.add(flock.hash)
    assert len(hashes) == 1
    assert murmur.verify("murmuration", boids=500, steps=STEPS) in hashes


def test_many_steps_are_single_steps():
    one, many = (murmur.Flock("murmuration", boids=500, seed=3) for _ in range(2))
    for _ in range(STEPS):
        one.step()
    many.step(STEPS)
    assert one.hash == many.hash and one.step_number == STEPS


def test_scenarios_as_text_and_dict():
    text = 'preset = "book"\nboids = 200\n[wind]\nvelocity = [1.0, 0.5]\n'
    table = {"preset": "book", "boids": 200, "wind": {"velocity": [1.0, 0.5]}}
    assert murmur.Flock(text).scenario == murmur.Flock(table).scenario
    assert murmur.Flock(murmur.Flock(text).scenario).hash == murmur.Flock(text).hash
