"""Checks that code of one instruction set cannot run in another's path.

Usage: instruction_sets_check.py PROGRAM OBJECT [OBJECT ...]
PROGRAM is the linked program, OBJECTs are what it is made of (the file of the lanes among them). Two ways lead from a
lane's code into a path that has not asked the processor for it, and both are refused:
* a weak symbol (an inline function or template) defined both in a lane's instruction set and elsewhere: the linker
  keeps one of them, no matter which;
* AVX-512 code in a function that does not belong to the AVX-512 lanes, as the program's disassembly shows it.
Prints each fault and exits 1 if there is one; 77 where the tools or lanes are missing.
"""

import collections
import re
import shutil
import subprocess
import sys

LANES = re.compile(r"murmur::N_(AVX2|AVX3)::")
AVX512 = "N_AVX3::"
# What only AVX-512 has: its wide registers, the upper half of the others, masks, and broadcasts from memory.
AVX512_CODE = re.compile(r"%zmm|%[xy]mm(1[6-9]|2\d|3[01])\b|%k[0-7]|\{1to")
# It asks the processor itself before it uses them.
ASKS_ITSELF = re.compile(r"\b(hwy|fmt|std|__gnu_cxx)::")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def weak_faults(objects):
    """Weak functions and objects of lanes that another object defines too, and lane files' weak code without a name."""
    where = collections.defaultdict(set)
    for path in objects:
        for line in output("nm", "-C", "--defined-only", path).splitlines():
            part = line.split(maxsplit=2)
            if len(part) == 3 and part[1] in "WVu" and LANES.search(part[2]):
                where[part[2]].add(path)
    if not where:
        sys.exit(77)  # built without lanes
    return [f"{name}: weak, and defined in {' and '.join(sorted(paths))}"
            for name, paths in sorted(where.items()) if len(paths) > 1]


def foreign_code(program):
    """Functions outside the AVX-512 lanes that hold AVX-512 code."""
    faults, function, own = {}, "", 0
    for line in output("objdump", "-dC", "--no-show-raw-insn", program).splitlines():
        if line.endswith(">:"):
            function = line.split("<", 1)[1][:-2]
        elif AVX512_CODE.search(line):
            if AVX512 in function:
                own += 1
            elif not ASKS_ITSELF.search(function):
                faults.setdefault(function, line.split("\t", 1)[-1].strip())
    if own == 0:
        faults["(none)"] = "not even the AVX-512 lanes hold AVX-512 code: this check looks for the wrong things"
    return [f"{name}: AVX-512 code outside its lanes: {code}" for name, code in sorted(faults.items())]


def main():
    program, objects = sys.argv[1], sys.argv[2:]
    if not (shutil.which("nm") and shutil.which("objdump")):
        sys.exit(77)
    faults = weak_faults(objects) + foreign_code(program)
    print("\n".join(faults) or "Each instruction set keeps to its own path.")
    sys.exit(1 if faults else 0)


main()
