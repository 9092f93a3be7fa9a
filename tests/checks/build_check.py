"""Checks the weight of the build, without a clock: what the sources of a step are compiled to, and the size of the program.

Usage: build_check.py PROGRAM OBJECT [OBJECT ...]
OBJECTs are those of murmur_core. A figure above what BUDGET allows is a fault: a kind of sums, an instruction set or an inlined function
has multiplied something. Make it less, or raise the limit with a reason in the commit. A figure below two thirds of its limit is a
fault, too, so that the limit follows what was saved. Prints each fault and exits 1 if there is one; 77 where nm or size is missing.
"""

import re
import shutil
import subprocess
import sys

# Of each source: bytes of machine code, bytes of the largest function, and copies of the functions whose names match.
# update_rows: 2 instruction sets * 2 dimensions * (16 kinds + 2 of checked images). update_chosen: any kind without and with walls, each also with
# checked images, and Couzin's, which took up to an eighth longer as any kind.
BUDGET = {
    "lanes_step": (860_000, 27_000, {"update_rows": 72, "update_chosen": 20}),
    "lanes_custom": (360_000, 29_000, {"run_custom_rows": 8}),
    "lanes_finish": (150_000, 47_000, {"finish_block": 4}),
    "scalar_step": (300_000, 23_000, {"update_rows": 8}),
    "scalar_custom": (235_000, 22_000, {"run_custom_rows": 8}),
    "reference": (490_000, 74_000, {}),
}
PROGRAM = 11_900_000  # bytes of the file


def functions_of(path):
    """Name and size of each function of an object."""
    lines = subprocess.run(["nm", "-C", "-S", "--defined-only", path], capture_output=True, text=True, check=True).stdout.splitlines()
    for line in lines:
        found = re.match(r"[0-9a-f]+ ([0-9a-f]+) [tTwW] (.+)", line)
        if found:
            yield found[2], int(found[1], 16)


def check(name, value, limit, faults):
    print(f"{name}: {value}, allowed {limit}")
    if value > limit:
        faults.append(f"{name} is {value}; allowed: {limit} (tests/checks/build_check.py)")
    elif value < limit * 2 // 3:
        faults.append(f"{name} is {value}, far below the {limit} that are allowed: lower the limit in tests/checks/build_check.py")


def main(program, objects):
    if not (shutil.which("nm") and shutil.which("size")):
        sys.exit(77)
    faults = []
    for unit, (text, largest, copies) in BUDGET.items():
        path = next((path for path in objects if path.endswith(f"/{unit}.cpp.o")), None)
        if path is None:
            faults.append(f"no object of {unit}.cpp was given")
            continue
        size = subprocess.run(["size", path], capture_output=True, text=True, check=True).stdout.splitlines()[1]
        functions = list(functions_of(path))
        check(f"machine code of {unit}", int(size.split()[0]), text, faults)
        check(f"largest function of {unit}", max(bytes for _, bytes in functions), largest, faults)
        for function, count in copies.items():
            names = {name for name, _ in functions if re.search(rf"\b{function}<", name) and "[clone" not in name}
            check(f"copies of {function} in {unit}", len(names), count, faults)
    check("the program", len(open(program, "rb").read()), PROGRAM, faults)
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
