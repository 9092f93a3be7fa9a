#!/usr/bin/env python3
"""Plots the output of `murmur run`: metrics over time, the distribution of speeds, and the flock.

Usage: plot_run.py [--metrics M.csv] [--trajectory T.h5] [--frame N] [--output RUN.png] [--overwrite]
Needs matplotlib; for a trajectory also h5py and numpy. Files: docs/metrics.md, docs/trajectories.md.
"""

import argparse
import csv
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Panels of metrics: title, then columns of the CSV that share an axis.
PANELS = [
    ("order", ["polarisation", "neighbourhood_polarisation", "milling", "largest_share"]),
    ("neighbours within R", ["neighbours_mean", "neighbours_p99", "neighbours_max"]),
    ("speed [world units / unit time]", ["speed_mean", "speed_sd", "delta_v_mean"]),
    ("clusters", ["clusters"]),
]
MOST_BOIDS_DRAWN = 200_000


def fail(message):
    sys.exit(f"plot_run.py: {message}")


def read_metrics(path):
    """Columns of a metrics CSV: name -> floats; empty fields are NaN."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if not rows or "step" not in rows[0]:
        fail(f"{path} holds no metrics; write some with murmur run --metrics")
    return {name: [float(row[name]) if row[name] else float("nan") for row in rows]
            for name in rows[0] if name != "run"}


def draw_metrics(axes, metrics):
    for axis, (title, columns) in zip(axes, PANELS):
        for column in columns:
            if column in metrics:
                axis.plot(metrics["step"], metrics[column], label=column, linewidth=1)
        axis.set_title(title, fontsize=9)
        axis.set_xlabel("step")
        if len(columns) > 1:
            axis.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.0, 1.0))  # beside the panel: it covers no curve


def read_frame(path, index):
    """One frame of an H5MD trajectory: step, position (boids, D), velocity (boids, D), world size (D,)."""
    try:
        import h5py
    except ImportError:
        fail("a trajectory needs h5py (Debian: python3-h5py, pip: h5py)")
    with h5py.File(path, "r") as file:
        boids = file["particles/boids"]
        steps = boids["position/step"]
        if not -len(steps) <= index < len(steps):
            fail(f"--frame {index}: {path} has {len(steps)} frames")
        here = boids["id/value"][index] >= 0
        return (int(steps[index]), boids["position/value"][index][here], boids["velocity/value"][index][here],
                boids["box/edges/value"][index])


def draw_frame(speeds, flock, path, index):
    import numpy as np

    step, position, velocity, size = read_frame(path, index)
    speed = np.sqrt((velocity.astype(float) ** 2).sum(axis=1))
    speeds.hist(speed, bins=50)
    speeds.set_title(f"speeds at step {step}", fontsize=9)
    speeds.set_xlabel("|v| [world units / unit time]")
    speeds.set_ylabel("boids")
    every = max(1, len(position) // MOST_BOIDS_DRAWN)
    heading = np.arctan2(velocity[::every, 1], velocity[::every, 0])
    flock.scatter(position[::every, 0], position[::every, 1], c=heading, cmap="hsv", vmin=-np.pi, vmax=np.pi,
                  s=max(0.2, min(9.0, 3e4 / max(1, len(position)))), linewidths=0)
    flock.set_xlim(0, size[0])
    flock.set_ylim(0, size[1])
    flock.set_aspect("equal")
    flock.set_facecolor("black")
    flock.set_title(f"{len(position)} boids at step {step}, coloured by heading", fontsize=9)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--metrics", help="CSV of murmur run --metrics")
    parser.add_argument("--trajectory", help="H5MD file of murmur run --trajectory")
    parser.add_argument("--frame", type=int, default=-1, help="which frame, from 0; negative: from the end")
    parser.add_argument("--output", default="run.png", help="picture to write (run.png)")
    parser.add_argument("--overwrite", action="store_true", help="replace a picture that is there already")
    options = parser.parse_args()
    if not options.metrics and not options.trajectory:
        parser.error("give --metrics, --trajectory or both")
    if os.path.exists(options.output) and os.path.getsize(options.output) > 0 and not options.overwrite:
        fail(f"{options.output} is there already and is kept; name another file, or add --overwrite")
    rows = 2 if options.metrics else 0
    rows += 2 if options.trajectory else 0
    figure = plt.figure(figsize=(10, 3 * rows), layout="constrained")
    grid = figure.add_gridspec(rows, 2)
    try:
        if options.metrics:
            axes = [figure.add_subplot(grid[k // 2, k % 2]) for k in range(4)]
            draw_metrics(axes, read_metrics(options.metrics))
        if options.trajectory:
            speeds = figure.add_subplot(grid[rows - 2:, 0])
            flock = figure.add_subplot(grid[rows - 2:, 1])
            draw_frame(speeds, flock, options.trajectory, options.frame)
        figure.savefig(options.output, dpi=120)
    except OSError as error:
        fail(error)
    print(f"wrote {options.output}")


if __name__ == "__main__":
    main()
