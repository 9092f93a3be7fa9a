"""Prints what each kernel executes and loads per boid and step, as Markdown tables. Counts and estimates, not times.

Usage: gpu_counts.py MURMUR_SIMULATED [--quick]. Counted instruction by instruction on the simulated device
(tests/device/device.h), in PTX: the machine code of a GPU has other instructions, but the same accesses and branches.
"Machine" is an estimate from them (tests/device/kernel.cpp). --quick leaves out the flocks of millions.
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
# Of the table of update kernels: scene, preset, N, steps of the cpu before, every which block is counted.
KERNEL_SCENES = [("2D 1M, uniform", "benchmark", 1000000, 0, 97), ("2D 20k, settled", "benchmark", 20000, 2000, 1),
                 ("`murmuration` 100k, settled", "murmuration", 100000, 1500, 1),
                 ("`benchmark-3d` 5k, uniform", "benchmark-3d", 5000, 0, 1),
                 ("`cis565` 1M", "cis565", 1000000, 0, 97), ("`cis565` 10M", "cis565", 10000000, 0, 997)]
IN_3D = ("benchmark-3d", "cis565")

SPECIES_SCENES = [("2D, `benchmark` 20k", "benchmark", 50.0), ("3D, `cis565` 20k", "cis565", 12.4)]


def name_of(kernel):
    """for_each_kernel<CountInCell<2, ...> >(...) -> CountInCell."""
    if match := re.match(r"for_each(?:_with_memory)?_kernel<(\w+)", kernel):
        return match.group(1)
    if kernel.startswith("steer_"):
        return "update"
    match = re.search(r"(Device\w+Kernel|sum_cells)", kernel)
    return match.group(1) if match else kernel


def counts_of(program, *arguments, sample=1):
    """Rows of the run's counts by kernel."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "counts.csv"
        subprocess.run([program, "run", "--backend", "cuda", *map(str, arguments)],
                       env={**os.environ, "MURMUR_SIM_COUNTS": str(path), "MURMUR_SIM_SAMPLE": str(sample),
                            "MURMUR_SIM_MEMORY": str(16 << 30)},
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with path.open(newline="", encoding="utf-8") as file:
            return [{key: value if key == "kernel" else int(value) for key, value in row.items()} for row in csv.DictReader(file)]


def stages(program):
    print("| scene | kernel | instructions per warp | lanes at work | sectors per boid | bytes asked for per boid |")
    print("|---|---|---|---|---|---|")
    for scene, preset, boids in SCENES:
        for row in counts_of(program, "--preset", preset, "--boids", boids, "--steps", STEPS, "--kernel", "loop"):
            if row["threads"] < boids:
                continue  # sums, and kernels of one thread
            per = STEPS * boids if row["launches"] >= STEPS else boids
            print(f"| {scene} | {name_of(row['kernel'])} | {32 * row['instructions'] / per:.0f} | "
                  f"{row['lanes'] / (32 * row['instructions']):.2f} | {row['sectors'] / per:.2f} | {row['bytes'] / per:.1f} |")


def kernels(program, largest):
    print("\n| scene | kernel | PTX per 32 boids | of `loop` | machine, estimate | of `loop` | lanes at work | sectors per boid | bytes of loads, of `loop` | loads of shared memory |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for scene, preset, boids, before, sample in KERNEL_SCENES:
        if boids > largest:
            continue
        with tempfile.TemporaryDirectory() as folder:
            flock = ["--preset", preset, "--boids", boids]
            if before:
                state = pathlib.Path(folder) / "state.csv"
                subprocess.run([program, "run", "--backend", "cpu", *map(str, flock), "--steps", str(before), "--output", state],
                               check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                flock += ["--initial", state]
            loop = None
            for kernel in ("loop", "flat", "pairs", *(["lists"] if preset in IN_3D else [])):
                row = next(row for row in counts_of(program, *flock, "--steps", before + 1, "--kernel", kernel, sample=sample)
                           if row["kernel"].startswith("steer_"))
                boids_of = row["threads"] * (2 if kernel == "pairs" else 1)
                warps = boids_of / 32
                loop = loop or row
                print(f"| {scene} | `{kernel}` | {row['instructions'] / warps:.0f} | {row['instructions'] / loop['instructions']:.2f} | "
                      f"{row['machine'] / warps:.0f} | {row['machine'] / loop['machine']:.2f} | "
                      f"{row['lanes'] / (32 * row['instructions']):.2f} | {row['sectors'] / boids_of:.1f} | "
                      f"{row['bytes'] / boids_of / (loop['bytes'] / loop['threads']):.2f} | {row['shared_loads'] / warps:.0f} |", flush=True)


def species(program):
    """The update of four species with a matrix, beside that of the same flock with one; 20 neighbours each."""
    matrix = "[[1.0, 0.8, -0.5, 0.3], [0.5, 1.0, 0.2, -1.0], [1.0, 1.0, 1.0, 1.0], [0.1, 0.9, 0.7, 1.0]]"
    four = "".join(f'[[species]]\nname = "{name}"\n' for name in "abcd")
    four += "[pairs]\n" + "".join(f"{rule} = {matrix}\n" for rule in ("separation", "alignment", "cohesion"))
    print("\n| four species | kernel | PTX per warp | of one species | machine, estimate | of one species | sectors per boid |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for scene, preset, radius in SPECIES_SCENES:
        for kernel in ("loop", "flat"):
            rows = []
            for text in ("", four):
                with tempfile.TemporaryDirectory() as folder:
                    path = pathlib.Path(folder) / "flock.toml"
                    path.write_text(f'preset = "{preset}"\nboids = 20000\nrules.radius = {radius}\n{text}', encoding="utf-8")
                    rows += [row for row in counts_of(program, path, "--steps", 1, "--kernel", kernel)
                             if row["kernel"].startswith("steer_")]
            one, all_four = rows
            warps = one["threads"] / 32
            print(f"| {scene} | `{kernel}` | {all_four['instructions'] / warps:.0f} | {all_four['instructions'] / one['instructions']:.2f} | "
                  f"{all_four['machine'] / warps:.0f} | {all_four['machine'] / one['machine']:.2f} | "
                  f"{all_four['sectors'] / one['threads']:.1f} |", flush=True)


if __name__ == "__main__":
    stages(sys.argv[1])
    species(sys.argv[1])
    kernels(sys.argv[1], 100000 if "--quick" in sys.argv else 1 << 62)
