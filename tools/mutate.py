#!/usr/bin/env python3
"""Mutation test of src/model: changes one operator, constant or comparison at a time, and sees whether tests notice.

Usage: tools/mutate.py --build FOLDER [--sample N] [--seed S] [--files PART] [--at PLACE]... [--list]

The sources are those beside this program: ./dev mutate runs a copy. FOLDER is a build of them in which the targets
mutant_* are built. Each change is compiled into one program after the other of tests/mutants that uses the file, until
one gives other bits than tests/golden/model_bits.txt, or reads or writes beyond an array. The file is put back each
time, also after Ctrl-C. Prints a line for each mutant: by which program it was killed, survived, or not compiled; then what share of those that compile was killed,
and the survivors. A mutant that hangs is killed.
"""

import argparse
import fnmatch
import os
import pathlib
import random
import re
import subprocess
import sys
import time

# One change each; the first pattern that matches at a place is used.
CHANGES = [
    (r"<=", ["<"]), (r">=", [">"]), (r"==", ["!="]), (r"!=", ["=="]), (r"&&", ["||"]), (r"\|\|", ["&&"]),
    (r"(?<=\s)<(?=\s)", ["<="]), (r"(?<=\s)>(?=\s)", [">="]),
    (r"(?<=[\w)\]]\s)\+(?=\s)", ["-"]), (r"(?<=[\w)\]]\s)-(?=\s)", ["+"]),
    (r"(?<=[\w)\]]\s)\*(?=\s)", ["/"]), (r"(?<=[\w)\]]\s)/(?=\s)", ["*"]),
    (r"\+=", ["-="]), (r"-=", ["+="]), (r"\btrue\b", ["false"]), (r"\bfalse\b", ["true"]),
    (r"(?<![\w.])0(?![\w.])", ["1"]), (r"(?<![\w.])1(?![\w.])", ["2"]), (r"(?<![\w.])0\.5f?(?!\w)", ["0.25"]),
    (r"(?<![\w.<])!(?=[\w(])", [""]),
]
SKIP = re.compile(r"^\s*(//|#|static_assert|template|using|namespace|///|\*)")


def mutants(root):
    """(path, line number, column, old text, new text) of every change."""
    found = []
    for path in sorted((root / "src/model").rglob("*")):
        if path.suffix not in (".h", ".inl"):
            continue
        for number, line in enumerate(path.read_text().splitlines()):
            if SKIP.match(line):
                continue
            code = line.split("//")[0]
            taken = set()
            for pattern, replacements in CHANGES:
                for match in re.finditer(pattern, code):
                    if taken & set(range(*match.span())) or '"' in code[: match.start()]:
                        continue
                    taken |= set(range(*match.span()))
                    for new in replacements:
                        found.append((path, number, match.start(), match.group(), new))
    return found


def place_of(mutant, root):
    path, number, column = mutant[:3]
    return f"{path.relative_to(root)}:{number + 1}:{column + 1}"


# Which programs use a file, the quickest to compile first.
PROGRAMS = [
    ("src/model/device/slab_work.h", ["slabs"]),
    ("src/model/device/*", ["device"]),
    ("src/model/step.h", ["cpu", "device"]),
    ("src/model/visit.inl", ["cpu", "lanes", "device"]),
    ("src/model/ne*.inl", ["reference", "cpu", "lanes", "device"]),
    ("src/model/*pair*.inl", ["reference", "cpu", "lanes", "device"]),
    ("src/model/*.inl", ["reference", "cpu", "finish", "device"]),
    ("src/model/behaviours/*", ["reference", "cpu", "finish", "device"]),
    ("src/model/*", ["reference", "cpu", "device"]),
]


def programs_of(path):
    return next(programs for pattern, programs in PROGRAMS if fnmatch.fnmatchcase(str(path), pattern))


class Program:
    """One of tests/mutants, made again without looking at what else depends on a header."""

    def __init__(self, build, name):
        self.build, self.name = build, name
        lines = subprocess.run(["ninja", "-C", build, "-t", "commands", f"mutant_{name}"], check=True, text=True,
                               stdout=subprocess.PIPE).stdout.splitlines()
        compile_line = next(line for line in lines if line.endswith(f"mutants/{name}.cpp"))
        self.commands = [re.sub(r"^\S*ccache ", "", compile_line), lines[-1]]
        self.limit = 600.0
        begin = time.monotonic()
        verdict = self.judge()
        if verdict != "survived":
            sys.exit(f"mutant_{name} fails without any change: {verdict}")
        self.limit = 30.0 + 5.0 * (time.monotonic() - begin)

    def judge(self):
        for command in self.commands:
            if subprocess.run(command, shell=True, cwd=self.build, capture_output=True).returncode != 0:
                return "did not compile"
        try:
            code = subprocess.run([str(pathlib.Path(self.build) / "tests" / f"mutant_{self.name}")], capture_output=True,
                                  timeout=self.limit, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}).returncode
        except subprocess.TimeoutExpired:
            return "killed"
        return "killed" if code else "survived"


def judge(programs, names):
    for name in names:
        verdict = programs[name].judge()
        if verdict == "killed":
            return f"killed by {name}"
        if verdict != "survived":
            return verdict
    return "survived"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, help="a build folder of these sources")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn by --seed (all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print the mutants and change nothing")
    parser.add_argument("--files", default="", help="only files whose path contains this")
    parser.add_argument("--at", action="append", default=[], help="only this mutant, as FILE:LINE:COLUMN; again and again")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    every = [mutant for mutant in mutants(root) if fnmatch.fnmatch(str(mutant[0]), f"*{options.files}*")]
    if options.at:
        every = [mutant for mutant in every if place_of(mutant, root) in options.at]
    if options.sample:
        every = random.Random(options.seed).sample(every, min(options.sample, len(every)))  # a run cut short is a sample too
    programs = {}
    if not options.list:
        names = {name for mutant in every for name in programs_of(mutant[0].relative_to(root))}
        programs = {name: Program(options.build, name) for name in sorted(names)}
    counts, survivors = {"killed": 0, "survived": 0, "did not compile": 0}, []
    for path, number, column, old, new in every:
        relative = path.relative_to(root)
        place = f"{place_of((path, number, column), root)}: '{old}' to '{new}'"
        if options.list:
            print(place)
            continue
        good = path.read_text()
        lines = good.splitlines(keepends=True)
        lines[number] = lines[number][:column] + new + lines[number][column + len(old):]
        try:
            path.write_text("".join(lines))
            verdict = judge(programs, programs_of(relative))
        finally:
            path.write_text(good)
        counts["killed" if verdict.startswith("killed") else verdict] += 1
        if verdict == "survived":
            survivors.append(f"{place}: {lines[number].strip()}")
        print(f"{verdict}: {place}", flush=True)
    judged = counts["killed"] + counts["survived"]
    if judged:
        print(f"{counts['killed']} of {judged} mutants killed ({100 * counts['killed'] / judged:.1f} %), "
              f"{counts['did not compile']} did not compile")
    print("\n".join(survivors))


if __name__ == "__main__":
    main()
