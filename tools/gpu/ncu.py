"""Part of ./dev gpu that asks Nsight Compute: profile."""

import re

from machine import ROOT, call, why

SECTIONS = ["SpeedOfLight", "MemoryWorkloadAnalysis", "Occupancy", "WarpStateStats", "LaunchStats", "InstructionStats"]
SCENES = [("cis565", "5M", ["loop", "pairs", "flat"]), ("benchmark", "1M", ["flat", "pairs", "loop"]), ("benchmark", "100k", ["flat"])]


def profile(gpu, report):
    ncu = gpu.tool(report, "ncu")
    for preset, boids, kernels in SCENES if ncu else ():
        # A step launches its update kernel once, and four or more of the others.
        ask(gpu, report, ncu, preset, boids, kernels[0], "for_each_kernel", 4)
        for kernel in kernels:
            ask(gpu, report, ncu, preset, boids, kernel, "steer_", 1)


def ask(gpu, report, ncu, preset, boids, kernel, launched, count):
    """One row: the report on `count` launches of the kernels whose names contain `launched`, after ten steps."""
    sections = [argument for section in SECTIONS for argument in ("--section", section)]
    code, text = call([ncu, "--clock-control", "none", "--kernel-name", f"regex:{launched}", "--launch-skip", 10 * count, "--launch-count", count,
                       "--graph-profiling", "node", *sections, gpu.murmur, "run", "--preset", preset, "--boids", boids, "--steps", 20,
                       "--backend", "cuda", "--kernel", kernel], gpu.left())
    refused = re.search(r"(.*(?:ERR_NVGPUCTRPERM|LibraryNotLoaded|Failed to|No kernels were profiled).*)", text)
    text = text.replace(f"{ROOT}/", "")
    profiled = code == 0 and "==PROF== Profiling" in text
    outcome = "measured" if profiled else "skipped" if refused else "failed"
    reason = "" if profiled else refused.group(1).strip() if refused else why(code, text)
    name = f"kernel {kernel}" if launched == "steer_" else launched
    report.add(name=f"{name}, {preset} {boids}", outcome=outcome, reason=reason, preset=preset, boids=boids, backend="cuda",
               text=text if outcome == "measured" else text[-5000:])
