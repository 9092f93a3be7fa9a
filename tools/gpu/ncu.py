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
    ncu, more = gpu.tool(report, "ncu"), [MORE, []]
    if not ncu:
        return
    asked = [(preset, boids, kernel, f"kernel {kernel}", UPDATE) for preset, boids, kernels in SCENES for kernel in kernels or gpu.kernels()]
    asked += [("starlings", "100k", "auto", "octants", OCTANTS)]
    asked += [(preset, boids, "auto", "the other kernels", SORT) for preset, boids, _ in SCENES]
    for one in asked:
        if not ask(gpu, report, ncu, more, *one):
            return


def ask(gpu, report, ncu, more, preset, boids, kernel, name, launched):
    """One row: the report on the launches of a step, after ten steps. What ncu does not know leaves `more`. False: it may not profile."""
    names, count = launched
    sections = [argument for section in SECTIONS for argument in ("--section", section)]
    for extra in list(more):
        code, text = call([ncu, "--clock-control", "none", "--kernel-name", f"regex:{names}", "--launch-skip", 10 * count, "--launch-count", count,
                           "--graph-profiling", "node", *sections, *extra, gpu.murmur, "run", "--preset", preset, "--boids", boids,
                           "--steps", 20, "--backend", "cuda", "--kernel", kernel], gpu.left())
        profiled = code == 0 and "==PROF== Profiling" in text
        forbidden = re.search(r"ERR_NVGPUCTRPERM|LibraryNotLoaded", text)
        if profiled and not extra:
            del more[:-1]
        if profiled or forbidden or code is None:
            break
    refused = re.search(r"(.*(?:ERR_NVGPUCTRPERM|LibraryNotLoaded|Failed to|No kernels were profiled).*)", text)
    text = text.replace(f"{ROOT}/", "")
    reason = "" if profiled else refused.group(1).strip() if refused else why(code, text)
    outcome = "measured" if profiled else "skipped" if refused else unmet(reason)
    report.add(name=f"{name}, {preset} {boids}", outcome=outcome, reason=reason, preset=preset, boids=boids, backend="cuda",
               text=text if outcome == "measured" else text[-5000:])
    return not forbidden
