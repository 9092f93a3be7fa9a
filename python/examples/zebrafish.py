"""The rules of the scenario below, fitted to 100 zebrafish in a round tank, by regression and by simulation.

The tracks are those of the package trajectorytools (GPL-3), which pip downloads; rate and length of a body are those of its
documentation. Usage: zebrafish.py [PICTURE]; it needs the packages cma and matplotlib.
"""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

import murmur
import numpy as np

WHEEL, MEMBER = "trajectorytools==0.4.2", "trajectorytools/data/test_trajectories.npy"
RATE, BODY = 32, 57  # frames a second; pixels
RULES = """
boids = 100
[world]
size = [{side:.1f}, {side:.1f}]
boundary = "open"
[start]
positions = "uniform"
[rules]
adds = "acceleration"
time_step = 0.015625
radius = 5.0
separation_radius = 1.5
max_speed = 60.0
separation = {{ shape = "factor", amount = 5.0, falloff = "inverse" }}
alignment = {{ shape = "factor", amount = 2.0 }}
cohesion = {{ shape = "factor", amount = 1.0 }}
cruise = {{ control = "linear", speed = 6.0, rate = 1.0 }}
[noise]
kind = "isotropic"
amount = 8.0
[[rule]]
name = "wall"
let.push = 40.0
add = "unit(vec({x:.3f}, {y:.3f}) - p) * push * clamp((length(p - vec({x:.3f}, {y:.3f})) - {inside:.3f}) / 3, 0, 3)"
"""
FREE = ["rules.separation.amount", "rules.alignment.amount", "rules.cohesion.amount", "rules.radius", "rules.separation_radius",
        "rules.cruise.rate", "rules.cruise.speed", "rule[0].let.push", "noise.amount"]
GRIDS = {"rules.radius": [1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15, 20], "rules.separation_radius": [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4]}


def download(folder):
    """The places, from the wheel."""
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps", "--dest", folder, WHEEL],
                   check=True)
    wheel = next(pathlib.Path(folder).glob("trajectorytools-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        return pathlib.Path(archive.extract(MEMBER, folder))


def disc(places):
    """Centre and radius of the smallest circle around places (Bădoiu & Clarkson 2003)."""
    places = places.reshape(-1, 2)
    places = places[np.isfinite(places[:, 0])]
    centre = places.mean(0)
    for n in range(1, 2000):
        centre = centre + (places[np.argmax(((places - centre) ** 2).sum(1))] - centre) / (n + 1)
    return centre, np.sqrt(((places - centre) ** 2).sum(1).max())


def rules(tracks):
    centre, radius = disc(tracks.positions)
    return RULES.format(side=2 * radius + 10, x=centre[0], y=centre[1], inside=radius - 3)


def draw(path, fits):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    share, distance, frames = "share of the fish that have less", "distance [bodies]", "frames later, 32 a second"
    groups = {"nearest": ("distance to the nearest [bodies]", share), "speed": ("speed [bodies/s]", share),
              "log pairs": ("pairs of fish: log(1 + pairs)", distance), "velocity correlation": ("correlation of the velocities of pairs", distance),
              "velocity after": ("correlation of a fish's velocities", frames), "acceleration towards": ("acceleration towards neighbours [bodies/s²]", distance)}
    figure, axes = pyplot.subplots(2, 3, figsize=(11, 6))
    for axis, (group, (title, along)) in zip(axes.flat, groups.items()):
        for fit, colour in zip(fits, ("tab:orange", "tab:blue")):
            rows = [row for row in fit.agreement if row.name.startswith(group)]
            labels = [row.name.removeprefix(group).removeprefix(" <").removesuffix(" frames").strip() for row in rows]
            axis.errorbar(labels, [row.fitted for row in rows], [row.error for row in rows], fmt="o-", ms=4, color=colour,
                          label=f"fitted by {fit.method}")
        axis.plot(labels, [row.measured for row in rows], "k.-", label="measured")
        axis.set_title(title, fontsize=9)
        axis.set_xlabel(along, fontsize=8)
        axis.tick_params(labelsize=7)
    axes.flat[0].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main(path, places=None, methods=("regression", "simulation")):
    with tempfile.TemporaryDirectory() as folder:
        tracks = murmur.Tracks.read(places or download(folder), rate=RATE, body=BODY).clean(window=None)
    fits = []
    for method in methods:
        fits.append(murmur.fit(tracks, rules(tracks), FREE, method, radii=GRIDS if method == "regression" else None))
        print(fits[-1], end="\n\n")
    if path:
        draw(path, fits)
    return fits


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
