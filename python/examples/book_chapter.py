"""The book's flock as matplotlib draws it, at 100 boids as in the chapter, and at 100,000 all over a larger world.

Usage: book_chapter.py [PICTURE.png]
"""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import murmur


def draw(axes, boids, steps):
    start = {} if boids <= 1000 else {"start.positions": "uniform"}  # the chapter's 100 begin in the middle
    flock = murmur.Flock("book", boids=boids, seed=1, keep_density=True, set=start)
    flock.step(steps)
    x, y = flock.state().position.T
    axes.scatter(x, y, s=100 / boids**0.5, linewidths=0)
    axes.set(title=f"{boids:,} boids after {steps} steps", aspect="equal", xlim=(0, flock.world[0]), ylim=(0, flock.world[1]))


def main(picture="book_chapter.png", sizes=(100, 100_000), steps=200):
    figure, axes = plt.subplots(1, len(sizes), figsize=(12, 5), layout="constrained")
    for place, boids in zip(axes, sizes):
        draw(place, boids, steps)
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
