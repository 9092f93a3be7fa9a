"""Checks the PTX of every kernel for instructions that would break the numeric contract (docs/determinism.md).

Usage: ptx_check.py [--expect-fault] FILE... Files are PTX, or objects that hold it (nvcc --no-compress). Prints each
fault as file:line of the PTX and exits 1 if there is one; with --expect-fault it exits 1 if there is none. What has .rn stays apart: ptxas contracts only what leaves its rounding open,
and nvcc leaves it open everywhere unless --fmad=false, so that one lone add tells that the flag was missing.
"""

import collections
import pathlib
import re
import sys

INSTRUCTION = re.compile(r"^\s*(?:@!?%\w+\s+)?([a-z][a-z0-9_]*(?:\.[a-z0-9_:]+)+)\s")
# min and max are not refused: nvcc makes them of x < 0 ? x : 0. They order -0 below 0, which a comparison does not, so the sources
# keep -0 away from such an x, or its sign from the result: keep_outside() adds 0 to it.
# Distances to the boxes of the kernel `lists` are saturated. They say which candidates are certainly far, and are in no result.
FILTERS = {"cvt.sat.f32.f32": "steer_lists"}
FORBIDDEN = re.compile(r"\.(approx|ftz|sat|full)\b")
FORBIDDEN_NAMES = {"rsqrt", "ex2", "lg2", "sin", "cos", "tanh", "mad"}
ROUNDED_NAMES = {"add", "sub", "mul", "div", "rcp", "sqrt", "fma"}
FLOAT = re.compile(r"\.f(16|32|64)(x2)?$")


def fault_in(instruction):
    """Says what is wrong with one instruction, or returns None."""
    parts = instruction.split(".")
    name = parts[0]
    if not FLOAT.search(instruction):
        return None
    if FORBIDDEN.search(instruction):
        return "approximate, flushed or saturated"
    if name in FORBIDDEN_NAMES:
        return "not exact"
    if name in ROUNDED_NAMES and "rn" not in parts:
        return "without .rn: may be contracted, or rounds otherwise"
    return None


def ptx_in(path):
    """The PTX of a file."""
    if path.suffix == ".ptx":
        return path.read_text(encoding="utf-8")
    texts = re.findall(rb"\n\.version [^\0]*", path.read_bytes())
    return b"\n".join(texts).decode()


def main(arguments):
    expect_fault = "--expect-fault" in arguments
    files = [pathlib.Path(a) for a in arguments if not a.startswith("--")]
    faults, kernels, counts = [], 0, collections.Counter()
    for path in files:
        kernel = ""
        for number, line in enumerate(ptx_in(path).splitlines(), 1):
            if ".entry" in line:
                kernels, kernel = kernels + 1, line
            if match := INSTRUCTION.match(line):
                instruction = match.group(1)
                if FLOAT.search(instruction):
                    counts[instruction] += 1
                if FILTERS.get(instruction, kernel + "!") in kernel:
                    continue
                if fault := fault_in(instruction):
                    faults.append(f"{path}:{number}: {instruction}: {fault}")
    print("\n".join(faults[:50]))
    exact = sum(n for name, n in counts.items() if name.split(".")[0] in ROUNDED_NAMES)
    print(f"{kernels} kernels in {len(files)} files, {exact} rounded operations, {len(faults)} faults.")
    if not kernels or (not exact and not expect_fault):
        print("There is nothing to check: these cannot be the kernels.")
        return 1
    return int(bool(faults) != expect_fault)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
