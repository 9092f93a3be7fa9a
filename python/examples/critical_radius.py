"""How fast boids fly, and from which radius on they fly together: tables with pandas.

The order of a flock (its polarisation, 0 to 1) rises with the radius within which boids see each other.

Usage: critical_radius.py [PICTURE.png]
"""

import sys

import murmur
import pandas as pd


def speeds(boids=5000, steps=300, bins=10):
    """Share of the boids in each band of speed."""
    flock = murmur.Flock("article", boids=boids, seed=1)
    flock.step(steps)
    speed = pd.Series((flock.state().velocity.astype(float) ** 2).sum(axis=1) ** 0.5, name="speed")
    return speed.value_counts(bins=bins, normalize=True, sort=False)


def order_by_radius(radii=(5, 10, 20, 40, 80), seeds=(1, 2, 3), boids=1000, steps=300):
    """Mean and standard deviation of the polarisation over the seeds, for each radius."""
    rows = []
    for radius in radii:
        for seed in seeds:
            smallest = min(radius, 5)  # the radius of separation is at most that of the others
            flock = murmur.Flock("article", boids=boids, seed=seed,
                                 set={"rules.separation_radius": smallest, "rules.radius": radius})
            flock.step(steps)
            rows.append({"radius": radius, "polarisation": flock.metrics()["polarisation"]})
    return pd.DataFrame(rows).groupby("radius").polarisation.agg(["mean", "std"])


def draw(picture, shares, order):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4), layout="constrained")
    left.bar([band.mid for band in shares.index], shares, width=0.9 * shares.index[1].length)
    left.set(xlabel="speed [world units / unit time]", ylabel="share of the boids")
    right.errorbar(order.index, order["mean"], yerr=order["std"], marker="o", capsize=4)
    right.set(xlabel="radius of the neighbourhood [world units]", ylabel="polarisation", ylim=(0, 1))
    figure.savefig(picture)


if __name__ == "__main__":
    shares, order = speeds(), order_by_radius()
    print(shares, order, sep="\n")
    if len(sys.argv) > 1:
        draw(sys.argv[1], shares, order)
