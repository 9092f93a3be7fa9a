"""Positions a second of murmur.Tracks and its metrics(): tracks.py [FRAMES] [PRESET] [--threads N].

1,000 animals: those of a flock of the preset, or `random`, which fly straight in a square and have 11 neighbours within R. Their
places are float32 and repeat after 2,000 frames. Processor time is less noisy than the clock on a machine that is shared.
"""

import argparse
import resource
import time

import murmur
import numpy as np

ANIMALS, PERIOD = 1000, 2000


def places(preset):
    """(PERIOD, ANIMALS, D) and R."""
    if preset == "random":
        random = np.random.default_rng(1)
        way = np.arange(PERIOD)[:, None, None] * random.normal(0, 2, (ANIMALS, 2))
        return np.abs((random.uniform(0, 1000, (ANIMALS, 2)) + way + 1000) % 2000 - 1000), 60.0
    flock = murmur.Flock(preset, boids=ANIMALS, seed=1, backend="cpu")
    flock.step(300)
    return flock.record(PERIOD - 1).positions, float(flock["rules.radius"])


def timed(what, positions, of):
    wall, processor = time.perf_counter(), time.process_time()
    result = of()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6  # Linux: kB
    print(f"{what}: {positions / wall / 1e6:.1f} million a second, {wall:.2f} s; {processor / positions * 1e9:.0f} ns of a processor each; "
          f"up to {most:.2f} GB")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("frames", type=int, nargs="?", default=5000)
    parser.add_argument("preset", nargs="?", default="random")
    parser.add_argument("--threads", type=int, default=0)
    given = parser.parse_args()
    some, radius = places(given.preset)
    given_places = np.resize(some.astype(np.float32), (given.frames, *some.shape[1:]))
    positions = given.frames * ANIMALS
    print(f"{given.preset}: {ANIMALS} animals in {some.shape[2]}D, {given.frames} frames; the places have {given_places.nbytes / 1e9:.2f} GB")
    tracks = timed("Tracks(...)", positions, lambda: murmur.Tracks(given_places, rate=30, radius=radius))
    found = timed("metrics()", positions, lambda: tracks.metrics(threads=given.threads))
    timed("metrics() without a radius", positions, lambda: murmur.Tracks(tracks.positions, rate=30).metrics(threads=given.threads))
    print(f"mean neighbours {found['neighbours_mean'].mean():.1f}, clusters {found['clusters'].mean():.1f}")


if __name__ == "__main__":
    main()
