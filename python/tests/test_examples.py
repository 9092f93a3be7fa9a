"""Every example runs, in small, and shows what it says. Skipped where its library is missing."""

import importlib.util

import murmur
import numpy as np
import pytest
from conftest import SOURCES


def example(name):
    spec = importlib.util.spec_from_file_location(name, SOURCES / "python" / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_book_chapter(tmp_path):
    pytest.importorskip("matplotlib")
    example("book_chapter").main(tmp_path / "p.png", sizes=(20, 2000), steps=20)
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


def test_critical_radius():
    pytest.importorskip("pandas")
    study = example("critical_radius")
    assert study.speeds(boids=500, steps=50).sum() == pytest.approx(1)
    order = study.order_by_radius(radii=(5, 80), seeds=(1, 2), boids=200, steps=150)["mean"]
    assert order[80] > order[5] + 0.2


def test_own_rule():
    rule = example("own_rule").main
    assert rule(boids=300, steps=150) > rule(boids=300, steps=150, strength=0.0) + 0.3


def test_force_map(tmp_path):
    pytest.importorskip("scipy")
    pytest.importorskip("matplotlib")
    tracks = example("force_map").main(tmp_path / "f.png", tmp_path / "c.png", boids=20, frames=100)
    assert tracks.rate == 32 and (tmp_path / "f.png").exists() and (tmp_path / "c.png").exists()


def test_to_torch():
    pytest.importorskip("torch")
    assert example("to_torch").main(boids=200, steps=5) > 0


def test_bottleneck(tmp_path):
    pytest.importorskip("matplotlib")
    study = example("bottleneck")
    table = study.flow_by_width(widths=(2, 8), seeds=(1,))
    assert table[1, 1] > 2 * table[0, 1] > 1
    study.draw(tmp_path / "p.png", table)
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


def test_seeds():
    seeds = example("seeds")
    order = seeds.polarisation(3, boids=200, steps=50)
    assert 0 < order <= 1


def test_zebrafish(tmp_path):
    """With places of boids instead of fish."""
    pytest.importorskip("matplotlib")
    study = example("zebrafish")
    boids = study.RULES.format(side=40, x=20.0, y=20.0, inside=7.0)
    flock = murmur.Flock(boids, boids=20, seed=1, set={"noise.amount": 4.0})
    flock.step(1000)  # all are inside the wall then
    places = []
    for _ in range(160):
        places.append(flock.state().position * study.BODY)
        flock.step(2)
    np.save(tmp_path / "fish.npy", places)
    fit, = study.main(tmp_path / "p.png", tmp_path / "fish.npy", methods=("regression",))
    assert fit.values["noise.amount"] == pytest.approx(4, rel=0.2)
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
