"""Parts of ./dev gpu that time steps: kernels, speed (targets, CPU and GPU side by side) and large; hashes of the last two, by the CPU."""

import csv
import json
import pathlib
import re
import shutil
import statistics
import tempfile

from machine import ROOT, hash_in, unmet, why
from report import BENCH

# Targets: name, bench arguments, unit, limit (below 0: at least), and the value as a function of a bench row.
SPEED = [
    ("100k boids, benchmark", ["--preset", "benchmark", "--boids", "100k", "--steps", "400"], "µs/step", 33,
     lambda r: r["median_ms"] * 1e3),
    ("2D 1M", ["--preset", "benchmark", "--boids", "1M", "--steps", "200"], "ms/step", 0.125, lambda r: r["median_ms"]),
    ("2D 10M", ["--preset", "benchmark", "--boids", "10M", "--steps", "60"], "ms/step", 2.5, lambda r: r["median_ms"]),
    ("2D 32M", ["--preset", "benchmark", "--boids", "32M", "--steps", "20"], "ms/step", 8, lambda r: r["median_ms"]),
    ("cis565 1M", ["--preset", "cis565", "--boids", "1M", "--steps", "200"], "steps/s", -2400,
     lambda r: 1e3 / r["median_ms"]),
    ("cis565 5M", ["--preset", "cis565", "--boids", "5M", "--steps", "20"], "steps/s", -180,
     lambda r: 1e3 / r["median_ms"]),
    ("cis565 10M", ["--preset", "cis565", "--boids", "10M", "--steps", "10"], "steps/s", -48,
     lambda r: 1e3 / r["median_ms"]),
    ("benchmark-3d 1M", ["--preset", "benchmark-3d", "--boids", "1M", "--steps", "200"], "ms/step", 0.28, lambda r: r["median_ms"]),
    # What launches alone take.
    *((f"{boids} boids, benchmark", ["--preset", "benchmark", "--boids", boids, "--steps", "400"], "µs/step", None,
       lambda r: r["median_ms"] * 1e3) for boids in ("1", "1k")),
    *((f"starlings {boids}", ["--preset", "starlings", "--boids", boids, "--steps", steps], "ms/step", None, lambda r: r["median_ms"])
      for boids, steps in (("5k", "400"), ("100k", "60"), ("1M", "20"))),
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
PAIR_ROW, PAIR_TESTS, PAIR_LIMIT = "cis565 10M", "pair tests, cis565 10M", 1.2  # T/s
# Each update kernel, in turns: scene, bench arguments.
KERNEL_SCENES = [
    ("2D 1M", ["--preset", "benchmark", "--boids", "1M", "--steps", "60"]),
    ("2D 1M settled", ["--preset", "benchmark", "--boids", "1M", "--steps", "20", "--state", "settled"]),
    ("murmuration 100k settled", ["--preset", "murmuration", "--boids", "100k", "--steps", "100", "--state", "settled"]),
    ("2D 100k settled", ["--preset", "benchmark", "--boids", "100k", "--steps", "100", "--state", "settled"]),
    ("Vicsek 1M, 300 neighbours", ["--preset", "chate", "--boids", "1M", "--set", "world.neighbours=300", "--steps", "20"]),
    ("benchmark-3d 1M", ["--preset", "benchmark-3d", "--boids", "1M", "--steps", "60"]),
    ("cis565 1M", ["--preset", "cis565", "--boids", "1M", "--steps", "60"]),
    ("cis565 5M", ["--preset", "cis565", "--boids", "5M", "--steps", "20"]),
    ("cis565 10M", ["--preset", "cis565", "--boids", "10M", "--steps", "10"]),
]
KERNEL_LIMIT = 60  # [s] of each
# Custom rules, by what $MURMUR_NVRTC says.
RULE_SCENES = ["vortex", "particle-life-forces", "trefoil"]
RULES_BY = {"compiled": "wait", "interpreted": "off"}
# The largest that fit into 80 and into 141 GB; steps.
LARGE = [("2D", "benchmark", ["100M", "300M", "1000M"], 40), ("3D", "benchmark-3d", ["100M", "300M", "700M", "1000M"], 20)]
BENCH_NUMBERS = ["description", "boids", "state", "hash", "median_ms", "p95_ms", "p99_ms", "ns_per_boid", "phases_ms"]
PAIR_NUMBERS = ["pair_tests", "neighbours_mean"]  # of the CPU's run: counting takes a host minutes
UNOBSERVED = [("1k", 20000), ("100k", 5000), ("1M", 1000)]
SIDE_BY_SIDE = ["--preset", "benchmark", "--boids", "1k,10k,100k,1M", "--backends", "cpu,cpu:1,cuda", "--steps", "60"]


def speed(gpu, report):
    for name, arguments, unit, limit, value in SPEED:
        must = "" if limit is None else f"≥ {-limit:g} {unit}" if limit < 0 else f"≤ {limit:g} {unit}"
        found = measured(gpu, arguments, unit, value)
        if limit is not None and "value" in found:
            found["outcome"] = "met" if (found["value"] >= -limit if limit < 0 else found["value"] <= limit) else "falls short"
        report.add(name=name, must=must, **found)
    custom_rules(gpu, report)
    side_by_side(gpu, report)
    unobserved(gpu, report)
    if not gpu.hashes_later:
        hashes(gpu, report)


def large(gpu, report):
    """The largest flocks, by runs: bench would count pairs on the host. A size that has no room is a row with the reason."""
    for dimensions, preset, sizes, steps in LARGE:
        for boids in sizes:
            largest(gpu, report, f"{dimensions} {boids}", preset, boids, steps)
    if not gpu.hashes_later:
        hashes(gpu, report)


def largest(gpu, report, name, preset, boids, steps):
    command = ["run", "--preset", preset, "--boids", boids, "--steps", steps]
    with tempfile.TemporaryDirectory() as work:
        log = pathlib.Path(work) / "steps.csv"
        code, text = gpu.murmur_says(*command, "--backend", "cuda", "--step-log", log)
        if code != 0:
            reason = why(code, text)
            report.add(name=name, outcome="skipped" if re.search("of memory|has no room", text) else unmet(reason), reason=reason)
            return
        with open(log, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        rows = rows[len(rows) // 2:]  # the first ones record the step and raise the clock rate
    phases = {phase: statistics.median(float(row[f"{phase}_ms"]) for row in rows) for phase in ("sort", "rules", "total")}
    report.add(name=name, outcome="measured", value=phases["total"], unit="ms/step", hash=hash_in(text), command=command,
               preset=preset, boids=boids, seed=1, steps=steps, backend="cuda", phases_ms=phases)


def custom_rules(gpu, report):
    """The scenarios RULE_SCENES with 100k boids, by a kernel that NVRTC makes and by the one that interprets."""
    for scene in RULE_SCENES:
        for how, nvrtc in RULES_BY.items():
            name = f"{scene} 100k, rules {how}"
            arguments = [f"scenarios/{scene}.toml", "--boids", "100k", "--keep-density", "--steps", "60"]
            found = measured(gpu, arguments, "ms/step", lambda row: row["median_ms"], MURMUR_NVRTC=nvrtc)
            said = found.get("description", "")
            if said and how == "compiled" and "rules compiled" not in said:
                found |= {"outcome": "skipped" if "there is no libnvrtc" in said else "failed", "reason": said}
            report.add(name=name, **found)


def kernels(gpu, report):
    """Every update kernel, in the scenes of KERNEL_SCENES, each in a process with a limit, so that one that hangs loses its own row. One with
    another hash than the first is at fault."""
    for scene, arguments in KERNEL_SCENES:
        first = None
        for kernel in gpu.kernels_to_measure():
            name = f"{scene}, kernel {kernel}"
            rows, _, fault = bench_rows(gpu, [*arguments, "--kernel", kernel], "cuda", limit=KERNEL_LIMIT)
            if not rows:
                report.add(name=name, outcome=unmet(fault), reason=fault)
                continue
            [row] = rows
            if row["kernel"] not in ("", kernel):
                continue  # this one does not fit the scene, and another took its place
            first = first or (kernel, row["hash"])
            differs = row["hash"] != first[1]
            report.add(name=name, outcome="failed" if differs else "measured", reason=f"{first[0]} gives hash {first[1]}" if differs else "",
                       value=row["median_ms"], unit="ms/step", kernel=kernel,
                       scene=scene, **{k: row[k] for k in ("boids", "state", "hash", "median_ms", "p95_ms", "phases_ms")})


def side_by_side(gpu, report):
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / BENCH
        code, text = gpu.murmur_says("bench", *SIDE_BY_SIDE, "--json", path)
        if code == 0:
            shutil.copy(path, gpu.folder / BENCH)
    reason = BENCH if code == 0 else why(code, text)
    report.add(name="CPU and GPU side by side", outcome="passed" if code == 0 else unmet(reason), reason=reason)


def measured(gpu, arguments, unit, value, **environment):
    """A report's row, without a name, of the GPU's row of bench."""
    found = bench(gpu, arguments, "cuda", **environment)
    if isinstance(found, str):
        return {"outcome": unmet(found), "reason": found}
    row, scenario = found
    return {"outcome": "measured", "value": value(row), "unit": unit, "preset": scenario["preset"], "seed": scenario["seed"], "backend": "cuda",
            "command": ["bench", *arguments], "chosen": row["kernel"], **{k: row[k] for k in BENCH_NUMBERS}}


def bench(gpu, arguments, backend, **environment):
    """(row, scenario), or the reason why there is none."""
    rows, scenario, fault = bench_rows(gpu, arguments, backend, **environment)
    return fault or (rows[0], scenario)


def bench_rows(gpu, arguments, backend, limit=float("inf"), **environment):
    """(rows, scenario, why bench failed). It writes rows whose hashes differ. Pairs are counted in the CPU's run of the same steps."""
    arguments = [ROOT / word if word.endswith(".toml") else word for word in arguments]
    counts = ["--no-pair-counts"] if backend == "cuda" else []
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "bench.json"
        code, text = gpu.murmur_says("bench", "--backends", backend, "--warmup", "5", "--json", path, *counts, *arguments, limit=limit, **environment)
        fault = "" if code == 0 else why(code, text)
        if not path.exists():
            return [], None, fault or "it writes no rows"
        content = json.loads(path.read_text())
        return content["rows"], content["scenario"], fault


def hashes(programs, report):
    """Runs the same steps on the CPU; the hashes must be equal. A run that exceeds the remaining time is not compared."""
    for row in report.rows:
        if "command" not in row or "cpu_hash" in row:
            continue
        if row["command"][0] == "bench":
            found = bench(programs, row["command"][1:], "cpu")
            cpu_hash, reason, more = ("", found, {}) if isinstance(found, str) else (
                found[0]["hash"], "", {"cpu_median_ms": found[0]["median_ms"]} | {k: found[0][k] for k in PAIR_NUMBERS})
        else:
            code, text = programs.murmur_says(*row["command"], "--backend", "cpu")
            cpu_hash, reason, more = hash_in(text) if code == 0 else "", why(code, text), {}
        if not cpu_hash:
            report.amend(row, cpu_reason=reason)
            continue
        report.amend(row, cpu_hash=cpu_hash, **more)
        if cpu_hash != row["hash"]:
            report.amend(row, outcome="failed", reason=f"the CPU computes {cpu_hash}, the GPU {row['hash']}")
        elif row["name"] == PAIR_ROW:
            tests = row["pair_tests"] / row["median_ms"] / 1e9
            report.add(name=PAIR_TESTS, outcome="met" if tests >= PAIR_LIMIT else "falls short", value=tests, unit="T/s",
                       must=f"≥ {PAIR_LIMIT} T/s", preset="cis565", boids=row["boids"], backend="cuda")


def unobserved(gpu, report):
    """Runs without waiting for each step, as in a long run."""
    for boids, steps in UNOBSERVED:
        run = ["run", "--preset", "murmuration", "--boids", boids, "--steps", steps]
        code, text = gpu.murmur_says(*run, "--backend", "cuda")
        found = re.search(r"ms/step=([0-9.]+) hash=", text)
        if code != 0 or not found:
            report.add(name=f"murmuration {boids}, unobserved", outcome=unmet(why(code, text)), reason=why(code, text))
            continue
        report.add(name=f"murmuration {boids}, {steps} steps unobserved", outcome="measured", value=float(found.group(1)) * 1e3,
                   unit="µs/step", hash=hash_in(text), command=run, preset="murmuration", boids=boids, seed=1, steps=steps, backend="cuda")
