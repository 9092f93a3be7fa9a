#!/usr/bin/env python3
"""Compares murmur-mpi with murmur on the same flock and the same number of processors (docs/scale.md).

Usage: mpi_cost.py MURMUR MURMUR_MPI [--boids 1M] [--steps 60] [--pairs 5]
Runs pairs in turn and prints the median of wall time per step and of user time, and their ratio. Wall times need a machine
with nothing else to do; user times are nearly right on a busy one, but they count a rank that waits for another as working.
"""

import argparse
import os
import re
import resource
import statistics
import subprocess
import tempfile


def run(command, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found = re.search(r"ms/step=([\d.]+) hash=(\w+)", done.stdout)
    return float(found[1]), user, found[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("murmur")
    parser.add_argument("murmur_mpi")
    parser.add_argument("--boids", default="1M")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--settle", type=int, default=2000, help="steps of the settled flock before it is timed")
    options = parser.parse_args()
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    with tempfile.TemporaryDirectory() as folder:
        settled = os.path.join(folder, "settled")
        flock = ["--preset", "benchmark", "--boids", options.boids]
        subprocess.run([options.murmur, "run", *flock, "--steps", str(options.settle), "--checkpoint", settled],
                       capture_output=True, check=True)
        states = {"uniform": [*flock, "--steps", str(options.steps)],
                  "settled": ["--resume", settled, "--steps", str(options.settle + options.steps)]}
        print("state    ranks  threads   ms/step murmur  murmur-mpi  ratio   user s murmur  murmur-mpi  ratio")
        for state, words in states.items():
            for ranks in (1, 2):
                sides = ([options.murmur, "run", *words, "--threads", str(ranks)],
                         ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), options.murmur_mpi,
                          "run", *words, "--threads", "1"])
                times = [[run(side, environment) for side in sides] for _ in range(options.pairs)]
                if len({time[2] for pair in times for time in pair}) != 1:
                    raise SystemExit(f"{state}, {ranks} ranks: the hashes differ")
                wall, user = ([statistics.median(pair[side][what] for pair in times) for side in (0, 1)]
                              for what in (0, 1))
                print(f"{state:8} {ranks:5}  {ranks:7} {wall[0]:16.2f} {wall[1]:11.2f} {wall[1] / wall[0]:6.3f}"
                      f" {user[0]:15.2f} {user[1]:11.2f} {user[1] / user[0]:6.3f}")


if __name__ == "__main__":
    main()
