#!/usr/bin/env python3
"""Branch coverage of some folders from clang's source-based coverage (./dev coverage).

Usage: tools/coverage.py --profile FILE.profdata --llvm-cov PROGRAM [--least PERCENT] [--missed FILE] FOLDER... -- PROGRAM...

Every condition counts twice, once for true and once for false, however many instances a template has: an outcome is
reached if any instance reached it. Conditions that the compiler knows (if constexpr) do not count. Prints a table by file;
--missed writes the outcomes that were not reached, with their lines. Exits 1 below --least.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

CODE, BRANCH = 0, 4


def exported(llvm_cov, profile, programs):
    command = [llvm_cov, "export", f"-instr-profile={profile}", programs[0]]
    command += [f"-object={program}" for program in programs[1:]]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["data"]


def conditions(data, folders):
    """{path: {(line, column, end line, end column): [true, false, was its code run]}}"""
    found = collections.defaultdict(dict)
    for part in data:
        for function in part["functions"]:
            names = [os.path.normpath(name) for name in function["filenames"]]  # ccache makes paths relative
            regions = [r for r in function["regions"] if r[7] == CODE]
            for branch in function["branches"]:
                path = names[branch[6]]
                if not any(path.startswith(folder + "/") for folder in folders):
                    continue
                place = tuple(branch[:4])
                around = [r for r in regions if r[5] == branch[6] and tuple(r[0:2]) <= place[:2] and place[2:] <= tuple(r[2:4])]
                # The innermost begins last; of those that begin together the shorter one.
                inner = max(around, key=lambda r: (tuple(r[0:2]), tuple(-x for x in r[2:4])), default=None)
                counts = found[path].setdefault(place, [0, 0, 0])
                counts[0] += branch[4]
                counts[1] += branch[5]
                counts[2] += inner[4] if inner else 0
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", required=True)
    parser.add_argument("--llvm-cov", default="llvm-cov")
    parser.add_argument("--least", type=float, default=0.0)
    parser.add_argument("--missed")
    parser.add_argument("folders", nargs="+")
    if "--" not in sys.argv:
        parser.error("the programs come after --")
    split = sys.argv.index("--")
    options, programs = parser.parse_args(sys.argv[1:split]), sys.argv[split + 1:]
    folders = [str(pathlib.Path(folder).resolve()) for folder in options.folders]
    found = conditions(exported(options.llvm_cov, options.profile, programs), folders)
    root = pathlib.Path(__file__).resolve().parent.parent
    by_folder, missed = collections.defaultdict(lambda: [0, 0]), []
    for path in sorted(found):
        reached = outcomes = 0
        lines = pathlib.Path(path).read_text().splitlines()
        for place, (true, false, run) in sorted(found[path].items()):
            if true == 0 and false == 0 and run > 0:
                continue  # known to the compiler
            outcomes += 2
            reached += (true > 0) + (false > 0)
            for word, count in (("true", true), ("false", false)):
                if count == 0:
                    text = lines[place[0] - 1].strip()
                    missed.append(f"{pathlib.Path(path).relative_to(root)}:{place[0]}:{place[1]}: never {word}"
                                  f"{'' if run else ' (never run)'}: {text}")
        if outcomes == 0:
            continue
        print(f"{reached:5d} of {outcomes:5d} {100 * reached / outcomes:6.1f} %  {pathlib.Path(path).relative_to(root)}")
        for folder in folders:
            if path.startswith(folder + "/"):
                by_folder[folder][0] += reached
                by_folder[folder][1] += outcomes
    low = False
    for folder, (reached, outcomes) in by_folder.items():
        share = 100 * reached / outcomes
        low = low or share < options.least
        print(f"{reached:5d} of {outcomes:5d} {share:6.1f} %  all of {pathlib.Path(folder).relative_to(root)}")
    if options.missed:
        pathlib.Path(options.missed).write_text("\n".join(missed) + "\n")
    sys.exit(1 if low else 0)


if __name__ == "__main__":
    main()
