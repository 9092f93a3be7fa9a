"""Checks and measurements on a machine with a GPU (./dev gpu PART...), each part by itself or all:
bits, sanitize, micro, kernels, speed, profile, interop, drawing, window, tests, verify, large, peers. docs/gpu.md tells what they are.

FOLDER of --programs has murmur and the programs of tests/gpu, as ./dev build-portable packs them into build/portable.tar.gz.
Each part takes less than --seconds, all together less than --within, and writes PART.json below --out ($OUT, else docs/benchmarks/<gpu>) after every row.
A tool that is missing or not permitted is a separate row: skipped, with the reason. What there was no time for is
a row, too: not run. Exit code 1 if anything failed or was not run.
`report` needs no GPU: it creates README.md and pictures from the JSON files in --out, also from another machine. `hashes` does
too, after the CPU has recomputed the hashes that --hashes-later left out or for which there was no time.
The standard library is enough; pictures need matplotlib.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

from checks import bits, sanitize, tests, verify
from frames import drawing, interop, window
from loads import micro
from machine import ROOT, Gpu, Programs
from ncu import profile
from peers import peers
from report import PARTS, Report, write_markdown
from speed import hashes, kernels, large, speed

PART_FUNCTIONS = {function.__name__: function for function in (bits, sanitize, micro, kernels, speed, profile, interop, drawing,
                                                               window, tests, verify, large, peers)}


PORTABLE = ROOT / "build" / "portable"


def build_programs():
    """Build, or unpack what was built elsewhere."""
    murmur, archive = PORTABLE / "murmur", PORTABLE.with_name("portable.tar.gz")
    if not archive.exists():
        if not any(pathlib.Path(device).exists() for device in ("/dev/nvidiactl", "/dev/dxg")):
            sys.exit("gpu: no GPU here: there is neither /dev/nvidiactl nor /dev/dxg; ./dev build-portable builds for another machine")
        subprocess.run([ROOT / "tools" / "dev" / "build-portable.sh"], cwd=ROOT, check=True)
    if not murmur.exists() or murmur.stat().st_ctime < archive.stat().st_mtime:
        shutil.rmtree(PORTABLE, ignore_errors=True)
        subprocess.run(["tar", "-C", PORTABLE.parent, "-xzf", archive], check=True)
    built = murmur.stat().st_mtime
    if any(path.stat().st_mtime > built for folder in ("src", "kernels") for path in (ROOT / folder).rglob("*")):
        print("gpu: build/portable.tar.gz is older than the sources; ./dev build-portable rebuilds it", file=sys.stderr)


def run(gpu, part, deadline):
    gpu.deadline = deadline
    report = Report(part, gpu.machine, gpu.folder)
    try:
        PART_FUNCTIONS[part](gpu, report)
    except Exception as error:  # the parts behind it are measured nevertheless
        report.add(name=part, outcome="failed", reason=f"{type(error).__name__}: {error}")
    report.write()
    return not report.failed()


def later(arguments):
    programs = Programs(arguments)
    reports = [Report.read(path) for path in (arguments.out / f"{part}.json" for part in ("speed", "large")) if path.exists()]
    for report in reports:
        hashes(programs, report)
    return not any(report.failed() for report in reports)


def main():
    parser = argparse.ArgumentParser(prog="./dev gpu", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="+", choices=[*PARTS, "all", "report", "hashes"], metavar="PART")
    parser.add_argument("--programs", type=pathlib.Path, default=PORTABLE, help="(build/portable)")
    parser.add_argument("--out", type=pathlib.Path, default=os.environ.get("OUT"), help="($OUT, else docs/benchmarks/<gpu>)")
    parser.add_argument("--seconds", type=float, default=450, help="for each part (450)")
    parser.add_argument("--within", type=float, default=float("inf"), metavar="SECONDS", help="for all parts together")
    parser.add_argument("--hashes-later", action="store_true", help="leave the CPU's hashes to `hashes`: a borrowed GPU need not wait")
    arguments = parser.parse_args()
    if {"report", "hashes"} & set(arguments.parts):
        if not arguments.out:
            parser.error(f"{arguments.parts[0]} needs --out FOLDER: where the parts left their JSON files")
        equal = later(arguments) if "hashes" in arguments.parts else True
        write_markdown(arguments.out)
        return 0 if equal else 1
    end = time.time() + arguments.within
    if arguments.programs == PORTABLE:
        build_programs()
    gpu = Gpu(arguments)
    results = [run(gpu, part, min(time.time() + arguments.seconds, end)) for part in (PARTS if "all" in arguments.parts else arguments.parts)]
    if not os.environ.get("OUT"):
        write_markdown(gpu.folder)
    print(f"gpu: the report is in {gpu.folder}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
