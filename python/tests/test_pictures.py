"""picture(): the program's pictures, without its window. Skipped where there is no OpenGL."""

import subprocess
import threading

import murmur
import numpy as np
import pytest


@pytest.fixture(scope="module")
def opengl():
    try:
        murmur.Flock("book", boids=1).picture(64, 64)
    except RuntimeError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("preset, options, words", [
    ("murmuration", {}, []),
    ("book", {"draw": "disc", "zoom": 2, "centre": (100, 80)}, ["--draw", "disc", "--zoom", "2", "--center", "100,80"]),
    ("cis565", {"colour": "speed", "background": "light", "azimuth": 30, "elevation": 40},
     ["--colour", "speed", "--background", "light", "--azimuth", "30", "--elevation", "40"]),
])
def test_the_programs_picture(opengl, program, tmp_path, preset, options, words):
    flock = murmur.Flock(preset, boids=500, seed=3)
    flock.step(20)
    picture = flock.picture(320, 200, **options)
    assert picture.shape == (200, 320, 4) and picture.dtype == np.uint8 and (picture[..., 3] == 255).all()
    read = pytest.importorskip("PIL.Image").open
    out = tmp_path / "p.png"
    drawn = subprocess.run([program, "render", "--preset", preset, "--boids", "500", "--seed", "3", "--warm-up", "20",
                            "--size", "320x200", "--output", out, *words], capture_output=True, text=True)
    if drawn.returncode != 0 and "render" in drawn.stderr:
        pytest.skip("the program is built without pictures")
    assert drawn.returncode == 0, drawn.stderr
    assert np.array_equal(np.asarray(read(out)), picture[..., :3])


def test_a_picture_changes_nothing(opengl):
    drawn, left = (murmur.Flock("murmuration", boids=300, seed=2) for _ in range(2))
    for _ in range(5):
        drawn.picture(64, 48)
        drawn.step()
        left.step()
    assert drawn.hash == left.hash


def test_a_notebook_shows_the_flock(opengl):
    assert murmur.Flock("book", boids=20)._repr_png_().startswith(b"\x89PNG")


def test_pictures_from_two_threads(opengl):
    flocks = [murmur.Flock("book", boids=50, seed=seed) for seed in (1, 2)]
    alone = [flock.picture(100, 80) for flock in flocks]
    found = {}
    threads = [threading.Thread(target=lambda k=k: found.update({k: flocks[k].picture(100, 80)})) for k in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(found[k], alone[k]) for k in (0, 1))


@pytest.mark.parametrize("arguments, options, words", [
    ((8, 100), {}, "width: 8"),
    ((100, 2**40), {}, "height: "),
    ((100.5, 100), {}, "no whole number"),
    ((100, 100), {"draw": "star"}, 'draw: is "star"; allowed: "triangle", '),
    ((100, 100), {"colour": "red"}, 'colour: is "red"; allowed: heading, '),
    ((100, 100), {"size": 0}, "size: is 0; allowed: a number from 0.05 to 50"),
    ((100, 100), {"glow": 1}, "glow: is 1; allowed: true or false"),
    ((100, 100), {"colors": "fire"}, "colors"),
    ((100, 100), {"zoom": float("nan")}, "zoom"),
    ((100, 100), {"centre": (1, 2, 3)}, "centre: has 3 numbers; allowed: 2"),
    ((100, 100), {"azimuth": 3}, "three sizes"),
])
def test_wrong_options(opengl, arguments, options, words):
    with pytest.raises(ValueError, match=words):
        murmur.Flock("book", boids=3).picture(*arguments, **options)
