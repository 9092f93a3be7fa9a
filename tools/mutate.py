#!/usr/bin/env python3
"""Mutation test of src/model: changes one operator, constant or comparison at a time, and sees whether the fast tests notice.

Usage: tools/mutate.py --build FOLDER [--tests known_bits_test,backends_test] [--sample N] [--seed S] [--list]

Works on the checkout it stands in: one file at a time is changed, built, tested and put back, also after Ctrl-C.
Prints a line per mutant (killed, survived, or not compiled) and what share of those that compile was killed; survivors
come last, with file, line and the change. A mutant that hangs counts as killed.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys

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


def judge(build, tests, seconds):
    """killed, survived or "did not compile" for the sources as they are now."""
    built = subprocess.run(["ninja", "-C", build, *tests], capture_output=True)
    if built.returncode != 0:
        return "did not compile"
    for test in tests:
        try:
            if subprocess.run([str(pathlib.Path(build) / "tests" / test)], capture_output=True, timeout=seconds).returncode != 0:
                return "killed"
        except subprocess.TimeoutExpired:
            return "killed"
    return "survived"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, help="a configured build folder of this checkout")
    parser.add_argument("--tests", default="known_bits_test,backends_test", help="programs that must all pass")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn by --seed (all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120, help="longest time of a test (120)")
    parser.add_argument("--list", action="store_true", help="print the mutants and change nothing")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    tests = options.tests.split(",")
    every = mutants(root)
    if options.sample:
        every = sorted(random.Random(options.seed).sample(every, min(options.sample, len(every))))
    if not options.list and judge(options.build, tests, options.seconds) != "survived":
        sys.exit("the tests fail without any change")
    counts, survivors = {"killed": 0, "survived": 0, "did not compile": 0}, []
    for path, number, column, old, new in every:
        place = f"{path.relative_to(root)}:{number + 1}:{column + 1}: '{old}' to '{new}'"
        if options.list:
            print(place)
            continue
        good = path.read_text()
        lines = good.splitlines(keepends=True)
        lines[number] = lines[number][:column] + new + lines[number][column + len(old):]
        try:
            path.write_text("".join(lines))
            verdict = judge(options.build, tests, options.seconds)
        finally:
            path.write_text(good)
        counts[verdict] += 1
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
