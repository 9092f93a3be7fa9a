"""Parts of ./dev gpu that measure: speed (targets, CPU and GPU side by side), large and profile."""

import json
import pathlib
import re
import shutil
import tempfile

from machine import call, hash_in, why
from report import BENCH

# Targets: name, bench arguments, unit, limit (below 0: at least), and the value as a function of a bench row.
SPEED = [
    ("100k boids, benchmark", ["--preset", "benchmark", "--boids", "100k", "--steps", "400"], "µs/step", 80,
     lambda r: r["median_ms"] * 1e3),
    ("2D 1M", ["--preset", "benchmark", "--boids", "1M", "--steps", "200"], "ms/step", 0.25, lambda r: r["median_ms"]),
    ("2D 10M", ["--preset", "benchmark", "--boids", "10M", "--steps", "60"], "ms/step", 2.5, lambda r: r["median_ms"]),
    ("2D 32M", ["--preset", "benchmark", "--boids", "32M", "--steps", "30"], "ms/step", 8, lambda r: r["median_ms"]),
    ("cis565 1M", ["--preset", "cis565", "--boids", "1M", "--steps", "200"], "steps/s", -2000,
     lambda r: 1e3 / r["median_ms"]),
    ("cis565 5M", ["--preset", "cis565", "--boids", "5M", "--steps", "60"], "steps/s", -130,
     lambda r: 1e3 / r["median_ms"]),
    ("cis565 10M", ["--preset", "cis565", "--boids", "10M", "--steps", "30"], "steps/s", -40,
     lambda r: 1e3 / r["median_ms"]),
    ("pair tests, cis565 10M", None, "T/s", -1.2, lambda r: r["pair_tests_per_s"] / 1e12),
    ("100k boids, settled", ["--preset", "benchmark", "--boids", "100k", "--steps", "400", "--state", "settled"],
     "µs/step", None, lambda r: r["median_ms"] * 1e3),
    ("1M boids, settled", ["--preset", "benchmark", "--boids", "1M", "--steps", "60", "--state", "settled"], "ms/step",
     None, lambda r: r["median_ms"]),
    # SiSyPHE's scenes (docs/performance.md), and the nearest neighbours of the middle one.
    *((f"Vicsek 1M, {n} neighbours",
       ["--preset", "chate", "--boids", "1M", "--set", f"world.neighbours={n}", "--steps", "60"], "ms/step", None,
       lambda r: r["median_ms"]) for n in (3, 30, 300)),
    ("Vicsek 1M, the 7 nearest of 30",
     ["--preset", "chate", "--boids", "1M", "--set", "world.neighbours=30", "--set", "rules.nearest=7", "--steps", "60"],
     "ms/step", None, lambda r: r["median_ms"]),
]
# Each update kernel that fits, in turns: scene, bench arguments.
KERNEL_SCENES = [
    ("2D 1M", ["--preset", "benchmark", "--boids", "1M", "--steps", "60"]),
    ("2D 1M settled", ["--preset", "benchmark", "--boids", "1M", "--steps", "20", "--state", "settled"]),
    ("murmuration 100k settled", ["--preset", "murmuration", "--boids", "100k", "--steps", "100", "--state", "settled"]),
    ("cis565 1M", ["--preset", "cis565", "--boids", "1M", "--steps", "60"]),
    ("cis565 5M", ["--preset", "cis565", "--boids", "5M", "--steps", "20"]),
    ("cis565 10M", ["--preset", "cis565", "--boids", "10M", "--steps", "10"]),
]
# A part of its own: the host takes minutes to make such a start.
LARGE = [(boids, ["--preset", "benchmark", "--boids", boids, "--steps", "10"]) for boids in ("100M", "300M", "1000M")]
UNOBSERVED = [("1k", 20000), ("100k", 20000), ("1M", 2000)]
SIDE_BY_SIDE = ["--preset", "benchmark", "--boids", "1k,10k,100k,1M", "--backends", "reference,cpu,cpu:1,cuda", "--steps", "60"]
SECTIONS = ["SpeedOfLight", "MemoryWorkloadAnalysis", "Occupancy", "WarpStateStats", "LaunchStats", "InstructionStats"]


def speed(gpu, report):
    again = []  # to be recomputed on the CPU: (row, arguments)
    before = None
    for name, arguments, unit, limit, value in SPEED:
        must = "" if limit is None else f"≥ {-limit:g} {unit}" if limit < 0 else f"≤ {limit:g} {unit}"
        if arguments:
            before = bench(gpu, arguments, "cuda")
        if isinstance(before, str):
            report.add(name=name, outcome="failed", reason=before, must=must)
            continue
        row, scenario = before
        measured = value(row)
        met = limit is None or (measured >= -limit if limit < 0 else measured <= limit)
        outcome = ("measured" if limit is None else "met") if met else "falls short"
        kept = measured_row(report, name, row, scenario, outcome, measured, unit, must=must)
        if arguments:
            again.append((kept, arguments))
    kernels(gpu, report)
    side_by_side(gpu, report)
    unobserved(gpu, report)
    for row, arguments in again:
        recompute(gpu, report, row, arguments)


def large(gpu, report):
    """The largest flocks. A size that does not fit is a row with the sentence of murmur."""
    rows = []
    for boids, arguments in LARGE:
        found = bench(gpu, arguments, "cuda")
        if isinstance(found, str):
            report.add(name=f"2D {boids}", outcome="skipped" if "of memory" in found else "failed", reason=found)
            continue
        row, scenario = found
        rows.append((measured_row(report, f"2D {boids}", row, scenario, "measured", row["median_ms"], "ms/step"), arguments))
    for row, arguments in rows:
        recompute(gpu, report, row, arguments)


def measured_row(report, name, row, scenario, outcome, value, unit, **more):
    return report.add(name=name, outcome=outcome, value=value, unit=unit, preset=scenario["preset"], seed=scenario["seed"], backend="cuda",
                      **{k: row[k] for k in ("boids", "state", "hash", "median_ms", "p95_ms", "p99_ms", "ns_per_boid",
                                             "pair_tests_per_s", "neighbours_mean", "phases_ms")}, **more)


def kernels(gpu, report):
    """Rows of the table of update kernels by scene. bench fails when their hashes differ."""
    for scene, arguments in KERNEL_SCENES:
        rows, _ = bench_rows(gpu, [*arguments, "--kernels", "all"], "cuda")
        if isinstance(rows, str):
            report.add(name=f"{scene}, every kernel", outcome="failed", reason=rows)
            continue
        for row in rows:
            kernel = row["label"].rpartition(":")[2]
            if row["kernel"] not in ("", kernel):
                continue  # this one does not fit the scene, and another took its place
            report.add(name=f"{scene}, kernel {kernel}", outcome="measured", value=row["median_ms"], unit="ms/step", kernel=kernel,
                       scene=scene, **{k: row[k] for k in ("boids", "state", "hash", "median_ms", "p95_ms", "phases_ms")})


def side_by_side(gpu, report):
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / BENCH
        code, text = gpu.murmur_says("bench", *SIDE_BY_SIDE, "--json", path)
        if code == 0:
            shutil.copy(path, gpu.folder / BENCH)
    report.add(name="CPU and GPU side by side", outcome="passed" if code == 0 else "failed",
               reason=BENCH if code == 0 else why(code, text))


def bench(gpu, arguments, backend):
    """(row, scenario), or the reason why there is none."""
    rows, scenario = bench_rows(gpu, arguments, backend)
    return rows if isinstance(rows, str) else (rows[0], scenario)


def bench_rows(gpu, arguments, backend):
    """(rows, scenario), or (the reason why there are none, None)."""
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "bench.json"
        code, text = gpu.murmur_says("bench", "--backends", backend, "--warmup", "20", "--json", path, *arguments)
        if code != 0 or not path.exists():
            return why(code, text), None
        content = json.loads(path.read_text())
        return content["rows"], content["scenario"]


def recompute(gpu, report, row, arguments):
    """Runs the same steps on the CPU; the hashes must be equal. A run that exceeds the remaining time is not compared."""
    found = bench(gpu, arguments, "cpu")
    if isinstance(found, str):
        report.amend(row, cpu_reason=found)
        return
    compare(report, row, found[0]["hash"], cpu_median_ms=found[0]["median_ms"])


def compare(report, row, cpu_hash, **more):
    report.amend(row, cpu_hash=cpu_hash, **more)
    if cpu_hash != row["hash"]:
        report.amend(row, outcome="failed", reason=f"the CPU computes {cpu_hash}, the GPU {row['hash']}")


def unobserved(gpu, report):
    """Runs without waiting for each step, as in a long run."""
    for boids, steps in UNOBSERVED:
        run = ["run", "--preset", "murmuration", "--boids", boids, "--steps", steps, "--backend"]
        code, text = gpu.murmur_says(*run, "cuda")
        found = re.search(r"ms/step=([0-9.]+) hash=", text)
        if code != 0 or not found:
            report.add(name=f"murmuration {boids}, unobserved", outcome="failed", reason=why(code, text))
            continue
        row = report.add(name=f"murmuration {boids}, {steps} steps unobserved", outcome="measured", value=float(found.group(1)) * 1e3,
                         unit="µs/step", hash=hash_in(text), preset="murmuration", boids=boids, seed=1, steps=steps, backend="cuda")
        code, text = gpu.murmur_says(*run, "cpu")
        if code == 0:
            compare(report, row, hash_in(text))
        else:
            report.amend(row, cpu_reason=why(code, text))


def profile(gpu, report):
    ncu = gpu.tool(report, "ncu")
    sections = [argument for section in SECTIONS for argument in ("--section", section)]
    for preset, boids in (("benchmark", "1M"), ("benchmark", "100k"), ("cis565", "5M")) if ncu else ():
        for kernel, skipped in (("steer_", 20), ("for_each_kernel", 40)):  # of these kernels: one and four or more in a step
            code, text = call([ncu, "--clock-control", "none", "--kernel-name", f"regex:{kernel}", "--launch-skip", skipped, "--launch-count", 4, "--graph-profiling", "node",
                               *sections, gpu.murmur, "run", "--preset", preset, "--boids", boids, "--steps", 30, "--backend", "cuda"], gpu.left())
            refused = re.search(r"(.*(?:ERR_NVGPUCTRPERM|LibraryNotLoaded|Failed to|No kernels were profiled).*)", text)
            profiled = code == 0 and "==PROF== Profiling" in text
            outcome = "measured" if profiled else "skipped" if refused else "failed"
            reason = "" if profiled else refused.group(1).strip() if refused else why(code, text)
            report.add(name=f"{kernel}, {preset} {boids}", outcome=outcome, reason=reason, preset=preset, boids=boids, backend="cuda",
                       text=text if outcome == "measured" else "")
