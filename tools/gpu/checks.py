"""Parts of ./dev gpu that check for faults: bits, tests, verify, sanitize."""

import concurrent.futures
import os
import pathlib
import re

from machine import ROOT, call, hash_in, unmet, why

# Each update kernel, with enough steps to record and launch graphs, or for all events of the file. Without --kernel twelve steps are
# those of the first guess.
SCENES = [(12, "--preset", "murmuration", "--boids", "3000"), (12, "--preset", "cis565", "--boids", "3000"),
          (12, "--preset", "benchmark", "--boids", "2000", "--set", "world.boundary=tile"),
          *((500 if name == "events" else 12, str(ROOT / "scenarios" / f"{name}.toml"), "--boids", "2000")
            for name in ("predators", "goal", "perching", "soft-border", "events"))]
KERNEL_PRESETS = ["murmuration", "cis565"]
# Barriers of blocks and warps are in `lists`, plain and wrapped, and in the sums over cells, which have a program of their own.
WITH_BARRIERS = [(12, "--preset", preset, "--boids", "3000", "--kernel", "lists") for preset in ("cis565", "benchmark-3d")]
SUMS = ["gpu_sums_test", "--gtest_filter=GpuSums.OfAnyNumberOfCells"]


LIMIT = float(os.environ.get("MURMUR_GPU_LIMIT", 20))  # [s] of a call of `bits`: what takes longer hangs
BITS_PRESETS = ["murmuration", "cis565", "benchmark-3d"]
# Octants, species, walls, custom rules.
BITS_SCENES = ["--preset starlings", "--preset couzin-swarm", *(f"scenarios/{name}.toml" for name in (
    "rock-paper-scissors", "particle-life", "maze", "bottleneck", "vortex", "particle-life-forces", "trefoil"))]
NEW_TESTS = "BlocksInRowsOfCells|AlmostTooFar|RunWhereTheyFit|RecordedSteps"


def bits(gpu, report):
    """Right or wrong, before anything is measured: the sums over cells, each update kernel by itself, what else has kernels of its own.

    A kernel that differs, fails or does not end is left out of `kernels` (Gpu.kernels_to_measure).
    """
    gpu.gtest(report, "gpu_sums_test", limit=LIMIT)
    scenes = [(f"--preset {preset}", kernel) for kernel in gpu.kernels() for preset in BITS_PRESETS]
    for scene, kernel in scenes + [(scene, "") for scene in BITS_SCENES]:
        arguments = [str(ROOT / word) if word.endswith(".toml") else word for word in scene.split()]
        arguments += ["--kernel", kernel] if kernel else []
        code, text = gpu.murmur_says("verify", *arguments, "--boids", 5000, "--steps", 12, "--backends", "cpu,cuda", limit=LIMIT)
        reason = "" if code == 0 else why(code, text)
        report.add(name=f"{scene}, {kernel or 'kernel chosen'}", outcome=unmet(reason) if reason else "passed", reason=reason, kernel=kernel, hash=hash_in(text))
    gpu.gtest(report, "gpu_backend_test", only=NEW_TESTS, limit=LIMIT)


def tests(gpu, report):
    gpu.gtest(report, "gpu_sums_test")  # all else needs these sums
    gpu.gtest(report, "gpu_backend_test")


def verify(gpu, report):
    """Every preset and example against the backend cpu, step by step; several at once, because the CPUs take most of the time.

    That cpu equals the reference needs no GPU: ./dev test has it.
    """
    presets = sorted(p.stem for p in (ROOT / "scenarios" / "presets").glob("*.toml"))
    jobs = [(p, 100000, 10000, "cpu,cuda", 8) for p in ("murmuration", "cis565")]
    jobs += [(p, 2000, 1000, "cpu,cuda", 1) for p in presets]
    jobs += [(str(p.relative_to(ROOT)), 5000, 500, "cpu,cuda", 2) for p in sorted((ROOT / "scenarios").glob("*.toml"))]

    def one(job):
        preset, boids, steps, backends, threads = job
        scenario = [ROOT / preset] if preset.endswith(".toml") else ["--preset", preset]
        code, text = gpu.murmur_says("verify", *scenario, "--boids", boids, "--steps", steps, "--seed", 1,
                                      "--backends", backends, "--threads", threads)
        reason = "" if code == 0 else why(code, text)
        return {"name": f"{preset}, {boids} boids, {steps} steps, {backends}", "outcome": unmet(reason) if reason else "passed",
                "reason": reason, "preset": preset, "boids": boids, "seed": 1,
                "steps": steps, "backend": backends, "hash": hash_in(text)}

    with concurrent.futures.ThreadPoolExecutor(max(1, (os.cpu_count() or 2) // 2)) as pool:
        for done in concurrent.futures.as_completed([pool.submit(one, job) for job in jobs]):
            report.add(**done.result())


def sanitize(gpu, report):
    sanitizer = gpu.tool(report, "compute-sanitizer")
    if not sanitizer:
        return

    def one(job):
        check, (steps, *scenario) = job
        program = [gpu.murmur, "run", *scenario, "--steps", steps, "--backend", "cuda"] if steps else [gpu.programs / scenario[0], *scenario[1:]]
        code, text = call([sanitizer, "--tool", check, "--error-exitcode", "9", *program], gpu.left())
        # Only the lines of compute-sanitizer begin with this.
        refused = re.search(r"^=+ (.*(?:not supported|[Uu]nable to|LibraryNotLoaded).*)", text, re.MULTILINE)
        summary = re.search(r"(ERROR SUMMARY: .*|RACECHECK SUMMARY: .*)", text)
        passed = code == 0 and summary and (hash_in(text) or not steps)
        # It may refuse the device and let the program run on, whose CUDA calls then fail.
        no_device = re.search(r"^=+ (?:Error: )?(Device not supported.*)", text, re.MULTILINE)
        refused = no_device or (refused if code != 9 and "murmur: " not in text else None)
        outcome = "passed" if passed else "skipped" if refused else unmet(why(code, text))
        said = "\n".join(line for line in text.splitlines() if not line.startswith("===="))
        reason = refused.group(1) if outcome == "skipped" else summary.group(1) if summary and code in (0, 9) else why(code, said)
        return {"name": f"{check}: {' '.join(pathlib.Path(a).name for a in scenario)}", "outcome": outcome, "reason": reason.strip(),
                "hash": hash_in(text), "steps": steps, "backend": "cuda", "text": text[:5000] if outcome == "failed" else ""}

    scenes = SCENES + [(12, "--preset", preset, "--boids", "3000", "--kernel", kernel) for preset in KERNEL_PRESETS for kernel in gpu.kernels()]
    first, *others = [*[("synccheck", scene) for scene in WITH_BARRIERS], ("memcheck", (0, *SUMS)),
                      *[(check, scene) for check in ("memcheck", "racecheck", "initcheck") for scene in scenes]]
    if report.add(**one(first))["outcome"] == "skipped":  # a machine that does not allow it refuses all
        return
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for done in concurrent.futures.as_completed([pool.submit(one, job) for job in others]):
            report.add(**done.result())
