"""How many people leave a room in a second, by the width of its door.

The scenario `bottleneck`: a room of walls, from which people walk through a door. Measured while they queue: between the moments at which a fifth
and three fifths of them are out.

Usage: bottleneck.py [PICTURE.png]
"""

import sys
from pathlib import Path

import murmur
import numpy as np

ROOM = Path(__file__).parents[2] / "scenarios" / "bottleneck.toml"


def times(width, seed, people=300, longest=6000):
    """When each leaves the room, in order [unit time]; inf: not within so many steps."""
    half, middle = width / 2, 30.0
    outline = [[50, middle - half], [50, 2], [1, 2], [1, 58], [50, 58], [50, middle + half]]
    flock = murmur.Flock(ROOM, boids=people, seed=seed, set={"wall[0].points": outline})
    left = np.full(people, np.inf)
    for step in range(0, longest, 4):
        out = flock.state().position[:, 0] > 50.0
        left[out & np.isinf(left)] = step * 0.25
        if out.all():
            break
        flock.step(4)
    return np.sort(left)


def flow(width, seeds=(1, 2, 3), people=300):
    """People in a unit time, mean and standard deviation over the seeds."""
    flows = []
    for seed in seeds:
        left = times(width, seed, people)
        first, last = left[people // 5], left[3 * people // 5]
        flows.append((3 * people // 5 - people // 5) / (last - first))
    return np.mean(flows), np.std(flows)


def flow_by_width(widths=(1.5, 2, 3, 4, 6, 8, 10), seeds=(1, 2, 3)):
    return np.array([(width, *flow(width, seeds)) for width in widths])


def draw(picture, table):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.errorbar(table[:, 0], table[:, 1], yerr=table[:, 2], marker="o", capsize=4)
    axes.set(xlabel="width of the door [world units]", ylabel="people through it in a unit time", xlim=(0, None),
             ylim=(0, None))
    figure.savefig(picture)


if __name__ == "__main__":
    table = flow_by_width()
    print("width  flow  deviation", *(f"{w:5.1f}  {f:4.2f}  {d:4.2f}" for w, f, d in table), sep="\n")
    if len(sys.argv) > 1:
        draw(sys.argv[1], table)
