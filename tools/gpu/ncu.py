"""Part of ./dev gpu that asks Nsight Compute: profile."""

import re

from machine import ROOT, call, unmet, why

SECTIONS = ["SpeedOfLight", "MemoryWorkloadAnalysis", "Occupancy", "WarpStateStats", "LaunchStats", "InstructionStats"]
# Which unit of the L1 cache is the busy one, and what warps wait for. Not every Nsight Compute may have them.
MORE = ["--section", "SourceCounters", "--metrics", "breakdown:l1tex__throughput.avg.pct_of_peak_sustained_active"]
EVERY = None  # kernel that murmur has
SCENES = [("cis565", "5M", EVERY), ("benchmark-3d", "1M", EVERY), ("benchmark", "1M", ["flat", "pairs", "loop"]), ("benchmark", "100k", ["flat"])]
# Of a step: kernels whose names match, and how many of them it launches.
UPDATE, OCTANTS, SORT = ("steer_", 1), ("for_each_with_memory", 1), ("for_each_kernel|sum_cells", 5)


def profile(gpu, report):
    ncu = gpu.tool(report, "ncu")
    if not ncu:
        return
    for preset, boids, kernels in SCENES:
        for kernel in kernels or gpu.kernels():
            ask(gpu, report, ncu, preset, boids, kernel, f"kernel {kernel}", UPDATE)
    ask(gpu, report, ncu, "starlings", "100k", "auto", "octants", OCTANTS)
    for preset, boids, _ in SCENES:
        ask(gpu, report, ncu, preset, boids, "auto", "the other kernels", SORT)


def ask(gpu, report, ncu, preset, boids, kernel, name, launched):
    """One row: the report on the launches of a step, after ten steps."""
    names, count = launched
    sections = [argument for section in SECTIONS for argument in ("--section", section)]
    for more in MORE, []:
        code, text = call([ncu, "--clock-control", "none", "--kernel-name", f"regex:{names}", "--launch-skip", 10 * count, "--launch-count", count,
                           "--graph-profiling", "node", *sections, *more, gpu.murmur, "run", "--preset", preset, "--boids", boids,
                           "--steps", 20, "--backend", "cuda", "--kernel", kernel], gpu.left())
        profiled = code == 0 and "==PROF== Profiling" in text
        if profiled or code is None:
            break
    refused = re.search(r"(.*(?:ERR_NVGPUCTRPERM|LibraryNotLoaded|Failed to|No kernels were profiled).*)", text)
    text = text.replace(f"{ROOT}/", "")
    reason = "" if profiled else refused.group(1).strip() if refused else why(code, text)
    outcome = "measured" if profiled else "skipped" if refused else unmet(reason)
    report.add(name=f"{name}, {preset} {boids}", outcome=outcome, reason=reason, preset=preset, boids=boids, backend="cuda",
               text=text if outcome == "measured" else text[-5000:])
