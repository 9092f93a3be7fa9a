"""Guards what can be counted of the update kernels without a GPU: registers and spills, executed instructions, loops.

Usage: kernels_check.py PTXAS MURMUR_SIMULATED OBJECT... Objects hold the PTX of the kernels (nvcc --no-compress).
Registers and spills are those that ptxas reports, of all kernels for sm_90, and of `lists` for each architecture of OTHERS; executed
instructions those of the simulated device;
instructions per loop need cuobjdump, and are left out where none is found. A figure above its limit is a fault, one far
below it too: then the limit, and docs/internals/timings.md, are out of date.
"""

import collections
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ARCHITECTURE = "sm_90"
# Of `lists`, whose launch bounds ask for as many blocks as the shared memory of a multiprocessor holds: most registers and bytes of spill loads.
OTHERS = {"sm_75": (101, 0), "sm_80": (96, 32), "sm_86": (106, 0), "sm_120": (111, 0)}
# [KB] of a multiprocessor (NVIDIA, CUDA C++ Programming Guide, table of compute capabilities). From 8.0 on a block takes one more than it uses.
SHARED = {"sm_75": 64, "sm_80": 164, "sm_86": 100, "sm_90": 228, "sm_120": 100}
# Most registers, and bytes of spill loads, of any kernel of the kind; with CUDA 13.0. Other versions may need some more.
LIMITS = {"loop 2D": (63, 0), "loop 3D": (80, 0), "flat 2D": (56, 16), "flat 3D": (80, 56), "pairs 2D": (66, 0), "pairs 3D": (88, 0), "lists 3D": (93, 16),
          "loop 2D of species": (64, 16), "loop 3D of species": (80, 16), "flat 2D of species": (64, 16), "flat 3D of species": (72, 56),
          "loop 2D of rare sums": (60, 0), "loop 3D of rare sums": (72, 0), "flat 2D of rare sums": (48, 0), "flat 3D of rare sums": (58, 0),
          "loop 2D of any sums": (64, 24), "loop 3D of any sums": (80, 44), "flat 2D of any sums": (56, 0), "flat 3D of any sums": (72, 0),
          # These ask walls whether they hide a neighbour.
          "loop 2D of any sums among walls": (64, 84), "loop 3D of any sums among walls": (80, 232),
          "flat 2D of any sums among walls": (68, 0), "flat 3D of any sums among walls": (94, 0)}
MORE_REGISTERS, MORE_SPILLS = 8, 16
MOST_KERNELS = 170
# Executed instructions of PTX per warp of boids, one step; a warp of `pairs` has 64.
SCENES = {"benchmark": ["--preset", "benchmark", "--boids", "4000"],
          "murmuration": ["--preset", "murmuration", "--boids", "4000"],
          "cis565, as dense as 1M": ["--preset", "cis565", "--boids", "4000", "--set", "world.size=[32.0, 32.0, 32.0]"]}
EXECUTED = {
    "benchmark": {"loop": 2608, "flat": 1948, "pairs": 6257},
    "murmuration": {"loop": 4405, "flat": 3381, "pairs": 11595},
    "cis565, as dense as 1M": {"loop": 11757, "flat": 8401, "pairs": 27633},
}
TOLERANCE = 0.01
# Instructions of the loops over candidates of kernels for the plain sum: kernel, images, instructions by loop.
LOOPS = {"steer_kernelILi2ELi0ELi1EE": [70, 64, 64], "steer_kernelILi3ELi0ELi0EE": [88, 88, 88],
         "steer_runs_kernelILi2ELi0ELi1EE": [93, 72, 60], "steer_runs_kernelILi3ELi0ELi0EE": [214, 199, 96],
         "steer_pairs_kernelILi2ELi0ELi1EE": [70, 64, 60, 60], "steer_pairs_kernelILi3ELi0ELi0EE": [84, 82, 82, 50]}
LOOP_TOLERANCE = 0.1


def kernel_of(name):
    """'flat 3D', or 'flat 3D of species', of a mangled name; the second number is SumKind::index() (src/model/sum_kind.h)."""
    found = re.search(r"steer_(?:(runs|pairs|lists)_)?kernelILi(\d)ELi(\d+)E", name)
    kind = int(found[3])
    sums = {12: " of rare sums", 13: " of rare sums", 14: " of any sums", 15: " of any sums among walls"}.get(kind, " of species" if kind & 2 else "")
    kernel = {"runs": "flat", None: "loop"}.get(found[1], found[1])
    return f"{kernel} {found[2]}D{sums}"


def ptx_of(objects):
    """Each text with update kernels, and the architecture that it is for."""
    for path in objects:
        for text in re.findall(rb"\n\.version [^\0]*", pathlib.Path(path).read_bytes()):
            if b".entry" in text and b"steer_" in text:
                yield text, re.search(rb"\.target (sm_\d+)", text)[1].decode()


def check_registers(ptxas, objects, faults):
    worst, count = collections.defaultdict(lambda: (0, 0)), 0
    for text, architecture in ptx_of(objects):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "kernels.ptx"
            source.write_bytes(text)
            said = subprocess.run([ptxas, "-v", f"-arch={architecture}", source, "-o", f"{folder}/kernels.cubin"], check=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
        blocks = dict(re.findall(r"\.entry (\w+)\([^{]*?\.minnctapersm (\d+)", text.decode()))
        for name, spilt, registers, used in re.findall(
                r"Function properties for (\S*steer_\S*)\n.*?(\d+) bytes spill loads\n.*?Used (\d+) registers(.*)", said):
            count += architecture == ARCHITECTURE
            kind = kernel_of(name) if architecture == ARCHITECTURE else architecture
            worst[kind] = (max(worst[kind][0], int(registers)), max(worst[kind][1], int(spilt)))
            shared = re.search(r"(\d+) bytes smem", used)
            room, each = SHARED[architecture] * 1024, int(shared[1]) + 1024 * (architecture != "sm_75") if shared else 0
            if int(blocks.get(name, 1)) * each > room:
                faults.append(f"{name} for {architecture}: {blocks[name]} blocks of {each} bytes of shared memory, of which there are {room}")
    limits = LIMITS | OTHERS
    for kind, (registers, spilt) in sorted(worst.items()):
        most, most_spilt = limits.get(kind, (0, 0))
        print(f"{'lists 3D for ' if kind in OTHERS else ''}{kind}: at most {registers} registers, {spilt} bytes of spill loads (limits {most}, {most_spilt})")
        if registers > most + MORE_REGISTERS or spilt > most_spilt + MORE_SPILLS * (kind in LIMITS):
            faults.append(f"{kind}: {registers} registers, {spilt} bytes of spill loads; allowed {most}, {most_spilt}")
    if set(worst) != set(limits):
        faults.append(f"the kernels are {sorted(worst)}, the limits are for {sorted(limits)}")
    print(f"{count} update kernels through ptxas for {ARCHITECTURE} (limit {MOST_KERNELS}).")
    if count > MOST_KERNELS:
        faults.append(f"{count} update kernels; allowed: {MOST_KERNELS}")


def executed(program, scene, kernel):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "counts.csv"
        subprocess.run([program, "run", "--backend", "cuda", "--kernel", kernel, *SCENES[scene], "--steps", "1"],
                       env={**os.environ, "MURMUR_SIM_COUNTS": str(path)}, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        with path.open(newline="", encoding="utf-8") as file:
            row = next(row for row in csv.DictReader(file) if row["kernel"].startswith("steer_"))
    return 32 * int(row["instructions"]) / int(row["threads"])


def check_executed(program, faults):
    for scene, kernels in EXECUTED.items():
        for kernel, wanted in kernels.items():
            found = executed(program, scene, kernel)
            print(f"{scene}, {kernel}: {found:.0f} instructions of PTX per warp (recorded {wanted})")
            if abs(found - wanted) > TOLERANCE * wanted:
                faults.append(f"{scene}, {kernel}: {found:.0f} instructions per warp instead of {wanted}")


def loops_of(sass, name):
    """Instructions of the innermost loops of a kernel that load from global memory, largest first."""
    code = re.search(rf"Function : \S*{name}\S*\n(.*?)(?:\n\s*Function :|\Z)", sass, re.DOTALL)[1]
    code = [(int(at, 16), text) for at, text in re.findall(r"^\s+/\*([0-9a-f]{4,5})\*/\s+(.*?);", code, re.MULTILINE)]
    loops = []
    for at, text in code:
        jump = re.search(r"BRA\s+(?:!?U?P\d,\s*)?(?:`\(.*?\)|0x([0-9a-f]+))", text)
        if jump and jump[1] and int(jump[1], 16) < at:
            loops.append((int(jump[1], 16), at))
    inner = [one for one in loops if not any(one != other and one[0] <= other[0] and other[1] <= one[1] for other in loops)]
    bodies = [[text for at, text in code if begin <= at <= end] for begin, end in inner]
    return sorted((len(body) for body in bodies if any("LDG" in text for text in body)), reverse=True)


def check_loops(ptxas, cuobjdump, objects, faults):
    if not cuobjdump:
        print("Instructions per loop are left out: no cuobjdump on PATH.")
        return
    for text, architecture in ptx_of(objects):
        wanted = {name: loops for name, loops in LOOPS.items() if name.encode() in text}
        if not wanted or architecture != ARCHITECTURE:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "kernels.ptx"
            source.write_bytes(text)
            subprocess.run([ptxas, f"-arch={ARCHITECTURE}", source, "-o", f"{folder}/kernels.cubin"], check=True)
            sass = subprocess.run([cuobjdump, "-sass", f"{folder}/kernels.cubin"], check=True, stdout=subprocess.PIPE, text=True).stdout
        for name, loops in wanted.items():
            found = loops_of(sass, name)
            print(f"{name}: loops of {found} machine instructions (recorded {loops})")
            if len(found) != len(loops) or any(abs(a - b) > LOOP_TOLERANCE * b + 2 for a, b in zip(found, loops)):
                faults.append(f"{name}: loops of {found} machine instructions instead of {loops}")


def main(ptxas, program, *objects):
    faults = []
    check_registers(ptxas, objects, faults)
    check_executed(program, faults)
    check_loops(ptxas, shutil.which("cuobjdump"), objects, faults)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
