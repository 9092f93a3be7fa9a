#!/usr/bin/env python3
"""A model of murmur-mpi on many machines (docs/scale.md): weak and strong scaling, from measured and assumed numbers.

Usage: scale_model.py [--output SCALE.png]
Prints the tables of docs/scale.md, and plots them if --output names a file (needs matplotlib). It is a model: nothing here
ran on more than one machine. A step takes, on the busiest rank,
    boids * (cost per boid) * imbalance                           stepping its own boids
  + 2 planes of halo * bytes / bandwidth + messages * latency     what does not overlap with the inner planes
  + collectives * latency * log2(ranks)                           fault, migration, the call of rank 0
with the halo of one plane on each side. In 2-D a plane is a row of cells, as high as R.
"""

import argparse
import math

BODY, CELL_START = {2: 16, 3: 32}, 4  # bytes of the halo per boid and cell
CELLS_LIMIT = 2 ** 30  # of a grid (docs/determinism.md)
COLLECTIVES = 3  # broadcast of the call, exchange of migrants, lowest fault
MESSAGES = 8  # starts and bodies to and from both sides
IMBALANCE = 1.1  # borders move above it
NEIGHBOURS = 20  # within R, uniform: the preset benchmark
# Seconds per boid and step; latency [s] and bandwidth [bytes/s] of the network per rank.
MACHINES = {
    "CPU core (measured: one thread)": {"boid": 25e-9, "latency": 2e-6, "bandwidth": 2e9},
    "GPU (assumed: 0.25 ns per boid)": {"boid": 0.25e-9, "latency": 4e-6, "bandwidth": 25e9},
}


def planes(boids, dimensions):
    """Planes of cells of height 1.001 R of a square (cubic) world, and how often the limit of cells halves them."""
    unit = math.pi if dimensions == 2 else 4 / 3 * math.pi
    count = int((boids * unit / NEIGHBOURS) ** (1 / dimensions) / 1.001)
    halvings = 0
    while 4 * (count / 2 ** halvings) ** dimensions > CELLS_LIMIT:
        halvings += 1
    return max(1, count >> halvings), halvings


def step_time(boids, ranks, dimensions, machine):
    """Seconds of a step, or None where there are more ranks than planes."""
    count, halvings = planes(boids, dimensions)
    if ranks > count:
        return None
    # Cells of h R are searched to the next one on each side: candidates grow with the area (volume) of what is searched.
    searched = ((3 * 2 ** halvings) / 3) ** (dimensions - 1)
    own = math.ceil(count / ranks) / count * boids
    step = own * machine["boid"] * searched * (IMBALANCE if ranks > 1 else 1.0)
    if ranks == 1:
        return step
    columns = 4 * count ** (dimensions - 1)
    halo = 2 * (boids / count * BODY[dimensions] + columns * CELL_START)
    hidden = own * machine["boid"] * max(0.0, 1 - 2 * ranks / count)  # the inner planes, during which the halo travels
    wire = max(0.0, halo / machine["bandwidth"] - hidden)
    return step + wire + MESSAGES * machine["latency"] + COLLECTIVES * machine["latency"] * math.log2(ranks)


def rows(dimensions, machine):
    ranks = [2 ** k for k in range(0, 11)]
    weak = [(n, step_time(10 ** 10 // 1024 * n, n, dimensions, machine)) for n in ranks]
    strong = [(n, step_time(10 ** 9, n, dimensions, machine)) for n in ranks]
    return weak, strong


def shown(time):
    return "more ranks than planes" if time is None else f"{time * 1e3:.1f} ms" if time < 1 else f"{time:.2f} s"


def print_tables():
    for name, machine in MACHINES.items():
        for dimensions in (2, 3):
            weak, strong = rows(dimensions, machine)
            print(f"\n{name}, {dimensions}-D\n\n| ranks | 9.77M boids a rank | efficiency | 10^9 boids in all | speed-up |")
            print("|---|---|---|---|---|")
            for (ranks, w), (_, s) in zip(weak, strong):
                if ranks not in (1, 8, 64, 256, 1024):
                    continue
                efficiency = "" if w is None else f"{weak[0][1] / w:.2f}"
                speed_up = "" if s is None else f"{strong[0][1] / s:.0f}"
                print(f"| {ranks} | {shown(w)} | {efficiency} | {shown(s)} | {speed_up} |")


def plot(path):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (weak_axes, strong_axes) = plt.subplots(1, 2, figsize=(10, 4))
    for name, machine in MACHINES.items():
        for dimensions, style in ((2, "o-"), (3, "s--")):
            weak, strong = rows(dimensions, machine)
            label = f"{name.split(' (')[0]}, {dimensions}-D"
            weak = [(n, weak[0][1] / t) for n, t in weak if t]
            strong = [(n, strong[0][1] / t) for n, t in strong if t]
            weak_axes.plot(*zip(*weak), style, markersize=4, label=label)
            strong_axes.plot(*zip(*strong), style, markersize=4, label=label)
    strong_axes.plot([1, 1024], [1, 1024], color="0.7", label="ideal")
    weak_axes.set(xscale="log", xlabel="ranks", ylabel="efficiency", ylim=(0, 1.05),
                  title="weak: 9.77M boids a rank, 10^10 on 1,024")
    strong_axes.set(xscale="log", yscale="log", xlabel="ranks", ylabel="speed-up", title="strong: 10^9 boids in all")
    for axes in (weak_axes, strong_axes):
        axes.grid(alpha=0.3)
    strong_axes.legend(fontsize=8)
    figure.suptitle("A model of murmur-mpi, not a measurement", fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", help="a PNG of the plots")
    options = parser.parse_args()
    print_tables()
    if options.output:
        plot(options.output)


if __name__ == "__main__":
    main()
