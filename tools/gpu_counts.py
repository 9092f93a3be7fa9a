"""Prints what each kernel executes and loads per boid and step, as a Markdown table. Counts, not times.

Usage: gpu_counts.py MURMUR_SIMULATED. Counted instruction by instruction on the simulated device (tests/device/device.h),
in PTX: the machine code of a GPU has other instructions, but the same accesses and branches.
"""

import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

STEPS = 2
SCENES = [("2-D, `benchmark`", "benchmark", 20000), ("3-D, `cis565`", "cis565", 20000)]


def name_of(kernel):
    """for_each_kernel<CountInCell<2, ...> >(...) -> CountInCell."""
    if match := re.match(r"for_each_kernel<(\w+)", kernel):
        return match.group(1)
    if kernel.startswith("steer_kernel"):
        return "steer"
    match = re.search(r"(Device\w+Kernel)", kernel)
    return match.group(1) if match else kernel


def counts_of(program, preset, boids):
    """Rows of the run's counts by kernel."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "counts.csv"
        subprocess.run([program, "run", "--backend", "cuda", "--preset", preset, "--boids", str(boids), "--steps", str(STEPS)],
                       env={**os.environ, "MURMUR_SIM_COUNTS": str(path)}, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        with path.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


def main(program):
    print("| scene | kernel | warp instructions per warp of boids | lanes at work | sectors of 32 bytes per boid | "
          "bytes asked for per boid |")
    print("|---|---|---|---|---|---|")
    for scene, preset, boids in SCENES:
        for row in counts_of(program, preset, boids):
            number = {key: int(value) for key, value in row.items() if key != "kernel"}
            if number["threads"] < boids:
                continue  # sums, and kernels of one thread
            per = STEPS * boids if number["launches"] >= STEPS else boids
            print(f"| {scene} | {name_of(row['kernel'])} | {32 * number['instructions'] / per:.0f} | "
                  f"{number['lanes'] / (32 * number['instructions']):.2f} | {number['sectors'] / per:.2f} | "
                  f"{number['bytes'] / per:.1f} |")


if __name__ == "__main__":
    main(sys.argv[1])
