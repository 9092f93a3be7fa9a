"""Checks that what a boid keeps is named in few places: those of src/model/columns.h, and the files of a rule that uses it.

Usage: columns_check.py REPOSITORY. Prints each fault as file:line and exits 1 if there is one. A place names a column when it
takes a member of columns (`columns.NAME`, `kept.NAME`), or has a CSV name of one as text.
"""

import pathlib
import re
import sys

LIST = "src/model/columns.h"
# Who may name which column: the rule that uses it, and what draws it.
RULES = {
    "alignment": {"src/model/steering.inl"},
    "target": {"src/model/behaviours/goal.inl"},
    "species": {
        "src/model/custom/operations.inl", "src/model/custom/run.inl", "src/model/kinds.inl", "src/model/steering.inl", "src/model/step.h", "src/model/device/work.h",
        "src/sim/backends/cpu/block_pairs.inl", "src/sim/backends/cpu/cpu.cpp", "src/sim/backends/cpu/lanes.inl", "src/sim/backends/cpu/sorted_arrays.h", "src/sim/backends/reference/reference.cpp",
        "src/render/scene/host_copy_writer.cpp", "src/sim/backends/device/reader.h", "src/sim/measure/flock_sample.cpp", "src/sim/run/event_effects.cpp",
        "src/sim/measure/metrics.cpp", "src/sim/measure/species_metrics.cpp", "web/calls.cpp",
    },
    "custom_states": {"src/sim/run/event_effects.cpp", "src/render/scene/host_copy_writer.cpp", "src/app/controls/boid_inspector.cpp"},
}
STARTS = {"src/sim/state/start.cpp"}  # which scenarios have a column
SUFFIXES = {".h", ".inl", ".cpp", ".cu", ".cuh"}


def main(repository):
    text = (repository / LIST).read_text(encoding="utf-8")
    declared = text[text.index("struct Columns {"):text.index("Columns() = default")]
    names = re.findall(r"In<.*?>\s+(\w+)(?:\[\w+\])?;", declared, re.S)
    csv = re.findall(r'"(\w+)"', "".join(re.findall(r'{("\w+"(?:, "\w+")*)}', text)))
    faults = [f"{LIST}: column {name} has no rule in RULES of {pathlib.Path(__file__).name}" for name in names if name not in RULES]
    if not names or not csv:
        faults.append(f"{LIST}: no columns were found")
    member = re.compile(rf"\b(?:\w*columns\w*(?:\(\))?|\w*kept\w*|has|places)(?:\.|->)({'|'.join(names)})\b")
    words = re.compile(rf'"({"|".join(word for word in csv if word not in names)})"')
    for top in ("src", "kernels", "web", "python/bindings"):
        for path in sorted(p for p in (repository / top).rglob("*") if p.suffix in SUFFIXES):
            name = path.relative_to(repository).as_posix()
            if name == LIST:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for found in member.findall(line):
                    if name not in RULES.get(found, set()) | STARTS:
                        faults.append(f"{name}:{number}: names the column {found}; visit each_column() of {LIST} instead")
                for found in words.findall(line):
                    faults.append(f"{name}:{number}: has the CSV name {found} of a column; visit each_column() of {LIST} instead")
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{len(names)} columns, each named in {LIST} and where a rule uses it.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
