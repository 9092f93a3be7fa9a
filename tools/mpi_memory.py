#!/usr/bin/env python3
"""Compares the memory of each rank of murmur-mpi with that of one process of murmur (docs/scale.md).

Usage: mpi_memory.py MURMUR MURMUR_MPI [--boids 8M] [--steps 5] [--ranks 1,2,4] [--preset benchmark]
Prints the most memory that any process held, and the most that the share of a rank may hold: (N / ranks + halo) boids of
one process, and a tenth. Exits with 1 if a rank holds more.
"""

import argparse
import os
import re
import resource
import subprocess
import sys


def peak(command):
    """MiB that the child process held at most."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, done.stdout


def count(text):
    return int(float(text[:-1]) * {"k": 1e3, "M": 1e6}[text[-1]]) if text[-1] in "kM" else int(text)


def main():
    if sys.argv[1:2] == ["--rank"]:  # one rank, started by mpirun: its peak is a line of its output
        most, text = peak(sys.argv[2:])
        print(f"{text}\npeak={most:.1f}", flush=True)
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("murmur")
    parser.add_argument("murmur_mpi")
    parser.add_argument("--boids", default="8M")
    parser.add_argument("--steps", default="5")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--preset", default="benchmark")
    options = parser.parse_args()
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

    def on(ranks, program, boids):
        words = [program, "run", "--preset", options.preset, "--boids", boids, "--steps", options.steps, "--threads", "1"]
        here = [sys.executable, __file__, "--rank", *words]
        command = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), *here] if ranks else here
        text = subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout
        halo = re.search(r"and (\d+) of the halo", text)
        return max(float(found) for found in re.findall(r"peak=([\d.]+)", text)), int(halo[1]) if halo else 0

    boids = count(options.boids)
    one = on(0, options.murmur, options.boids)[0]
    print(f"one process: {one:.0f} MiB\nranks  MiB of a rank  at most  without boids")
    worse = False
    for ranks in map(int, options.ranks.split(",")):
        most, halo = on(ranks, options.murmur_mpi, options.boids)
        empty = on(ranks, options.murmur_mpi, "100")[0]
        limit = 1.1 * one * (boids / ranks + halo) / boids
        worse = worse or most > limit
        print(f"{ranks:5} {most:14.0f} {limit:8.0f} {empty:14.0f}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
