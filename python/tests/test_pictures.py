"""picture(): the program's pictures, without its window. Skipped where there is no OpenGL."""

import subprocess
import threading

import murmur
import numpy as np
import pytest


@pytest.fixture(scope="module")
def opengl():
    try:
        murmur.Flock("book", boids=1).picture(64, 64, axes=True)
    except RuntimeError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("preset, options, words", [
    ("murmuration", {}, []),
    ("book", {"draw": "disc", "zoom": 2, "centre": (100, 80)}, ["--draw", "disc", "--zoom", "2", "--center", "100,80"]),
    ("cis565", {"colour": "speed", "background": "light", "azimuth": 30, "elevation": 40},
     ["--colour", "speed", "--background", "light", "--azimuth", "30", "--elevation", "40"]),
    ("starlings", {"scene": "dusk", "camera": "follow", "shutter": 1.5},
     ["--scene", "dusk", "--camera", "follow", "--shutter", "1.5"]),
    ("starlings", {"scene": "day", "camera": "seat"}, ["--scene", "day", "--camera", "seat"]),
    ("cis565", {"scene": "day", "camera": "orbit"}, ["--scene", "day", "--camera", "orbit"]),
    ("book", {"scene": "day"}, ["--scene", "day"]),
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


def light_that_passes(flock, width, height, azimuth, elevation, distance, size):
    """Of each pixel, by docs/window.md: dots at dusk take their shares of the light of the four pixels around them."""
    world, position = np.full(3, 200.0), flock.state().position.astype(float)
    cy, sy, cp, sp = np.cos(azimuth), np.sin(azimuth), np.cos(elevation), np.sin(elevation)
    right, up, back = (-sy, cy, 0), (-sp * cy, -sp * sy, cp), (cp * cy, cp * sy, sp)
    unit = 2 * np.tan(0.35) / height                         # of a pixel at a distance of 1
    per_unit, radius = 1 / (unit * distance), min(np.linalg.norm(world) / 2, 0.4 * distance)
    per_pixel = len(position) / (world[0] * world[1] * per_unit**2)
    span = size * max(min(np.sqrt(0.5 / (0.12 * per_pixel)), 12) / per_unit, 0.15 * 3.0)
    from_middle = position - world / 2
    away = distance - from_middle @ back
    x, y = width / 2 + from_middle @ right / (unit * away), height / 2 - from_middle @ up / (unit * away)
    wide = span / (unit * away)
    assert wide.max() < 3  # dots
    near = distance - 0.4 * radius
    far = np.clip((away - near) / (1.4 * radius), 0, 1)
    taken = 0.97 * (1 - 0.6 * far**2 * (3 - 2 * far)) * np.minimum(0.12 * wide**2, 1)
    light = np.ones((height, width))
    for row in (0, 1):
        for column in (0, 1):
            at_x, at_y = np.floor(x - 0.5).astype(int) + column, np.floor(y - 0.5).astype(int) + row
            share = (1 - abs(at_x + 0.5 - x)) * (1 - abs(at_y + 0.5 - y))
            inside = (at_x >= 0) & (at_x < width) & (at_y >= 0) & (at_y < height)
            np.multiply.at(light, (at_y[inside], at_x[inside]), (1 - taken * share)[inside])
    return light


def test_the_light_that_passes_is_that_of_numpy(opengl):
    flock = murmur.Flock("cis565", boids=30000, seed=3)
    flock.step(20)
    look = {"scene": "dusk", "azimuth": 30, "elevation": 8, "distance": 420.0, "size": 0.7}
    seen = flock.picture(320, 200, **look)[..., :3].astype(float)
    light = light_that_passes(flock, 320, 200, np.radians(30), np.radians(8), 420.0, 0.7)[..., np.newaxis]
    flock.remove(30000)
    sky = flock.picture(320, 200, **look)[..., :3].astype(float)
    wanted = light * sky + (1 - light) * 255 * np.array([0.105, 0.086, 0.108])
    assert np.abs(wanted - seen).max() <= 2.5  # depths are rounded to 1/4096 for each bird, colours to 1/255
    assert light.min() < 0.4  # some are in line


def test_species_have_their_colours(opengl, tmp_path):
    file = tmp_path / "two.toml"
    file.write_text('preset = "murmuration"\nboids = 300\n[[species]]\ncolour = "#00c000"\n[[species]]\ncolour = "#0060ff"\n')
    flock = murmur.Flock(file)
    flock.step(20)
    picture = flock.picture(640, 400)[..., :3].astype(int)
    strong = picture[np.ptp(picture, axis=-1) > 80]
    green = strong[:, 1] > strong[:, 2]
    assert green.sum() > 100 and (~green).sum() > 100 and strong[:, 0].max() < 43  # red of the border, which boids cover in part
    assert np.array_equal(flock.picture(640, 400, colour="species")[..., :3], picture)
    flock["species[0].colour"] = "#c00000"
    assert flock.picture(640, 400)[..., 0].max() > 150
    assert not np.array_equal(flock.picture(640, 400, colour="heading")[..., :3], picture)


def test_a_picture_changes_nothing(opengl):
    drawn, left = (murmur.Flock("murmuration", boids=300, seed=2) for _ in range(2))
    for _ in range(5):
        drawn.picture(64, 48)
        drawn.step()
        left.step()
    assert drawn.hash == left.hash


def test_a_notebook_shows_the_flock(opengl):
    flock = murmur.Flock("book", boids=20)
    picture = flock.picture(960, 540)
    assert flock._repr_png_().startswith(b"\x89PNG") and picture._repr_png_() == flock._repr_png_()
    assert picture[100:200, 50:300]._repr_png_().startswith(b"\x89PNG")
    assert picture[..., 0]._repr_png_() is None and picture.astype(float)._repr_png_() is None


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
