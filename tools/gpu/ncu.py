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
FORBIDDEN = "ERR_NVGPUCTRPERM|LibraryNotLoaded"  # to profile at all


def profile(gpu, report):
    """A row for each of these kernels: the report on its launches in a step, after ten steps. One that is forbidden is the last."""
    ncu = gpu.tool(report, "ncu")
    if not ncu:
        return
    scenes = [(preset, boids, kernel, f"kernel {kernel}", UPDATE) for preset, boids, kernels in SCENES for kernel in kernels or gpu.kernels()]
    scenes += [("starlings", "100k", "auto", "octants", OCTANTS)]
    scenes += [(preset, boids, "auto", "the other kernels", SORT) for preset, boids, _ in SCENES]
    choices = [MORE, []]  # until ncu is known to lack MORE
    for preset, boids, kernel, name, launched in scenes:
        for more in choices:
            code, text = ask(gpu, ncu, more, preset, boids, kernel, launched)
            profiled = code == 0 and "==PROF== Profiling" in text
            forbidden = re.search(FORBIDDEN, text)
            if profiled or forbidden or code is None:
                break
        if profiled:
            choices = choices[choices.index(more):]
        report.add(**row(name, preset, boids, code, text, profiled))
        if forbidden:
            return


def ask(gpu, ncu, more, preset, boids, kernel, launched):
    """(exit code, what ncu says) of the launches."""
    names, count = launched
    sections = [argument for section in SECTIONS for argument in ("--section", section)]
    return call([ncu, "--clock-control", "none", "--kernel-name", f"regex:{names}", "--launch-skip", 10 * count, "--launch-count", count,
                 "--graph-profiling", "node", *sections, *more, gpu.murmur, "run", "--preset", preset, "--boids", boids,
                 "--steps", 20, "--backend", "cuda", "--kernel", kernel], gpu.left())


def row(name, preset, boids, code, text, profiled):
    refused = re.search(rf"(.*(?:{FORBIDDEN}|Failed to|No kernels were profiled).*)", text)
    text = text.replace(f"{ROOT}/", "")
    reason = "" if profiled else refused.group(1).strip() if refused else why(code, text)
    outcome = "measured" if profiled else "skipped" if refused else unmet(reason)
    return {"name": f"{name}, {preset} {boids}", "outcome": outcome, "reason": reason, "preset": preset, "boids": boids, "backend": "cuda",
            "text": text if profiled else text[-5000:]}
