"""The same flock from many seeds, on all cores: one process for each seed at a time, one thread in each."""

import multiprocessing

import murmur


def polarisation(seed, boids=2000, steps=500):
    flock = murmur.Flock("murmuration", boids=boids, seed=seed, backend="cpu", threads=1)
    flock.step(steps)
    return flock.metrics(threads=1)["polarisation"]


def main(seeds=range(1, 9), processes=None):
    with multiprocessing.Pool(processes) as pool:
        return dict(zip(seeds, pool.map(polarisation, seeds)))


if __name__ == "__main__":
    for seed, order in main().items():
        print(f"seed {seed}: polarisation {order:.3f}")
