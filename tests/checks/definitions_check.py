"""Checks that a function lives where its header says: what X.cpp defines for others is named in X.h.

Usage: definitions_check.py REPOSITORY OBJECT [OBJECT ...]
OBJECTs are those of the libraries (CMakeFiles/LIBRARY.dir/FOLDER/X.cpp.o). Of each, every function with external linkage,
and every template that X.cpp instantiates by name, must be named in the header of the same unit; for a member of a
class, that is the class. A long class may have files X_PART.cpp beside X.cpp. Prints each fault and exits 1 if there is one; 77 where nm is missing.
"""

import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

# Functions of a unit that a header of another unit names, with the reason. Names are matched whole.
ALLOWED = {
    r"sim/backends/cpu/lanes_finish": ("finish_block", "update_row.inl declares it within each instruction set's namespace"),
    r"sim/scenario/merge": ("merge|set_key|remove_key", "layers.h names what it merges with"),
    r"sim/scenario/set_key": ("set_key", "key_values.h names the keys of a scenario and their change"),
    r"sim/scenario/species_checks": ("check_species", "read.h: a part of check_together()"),
    r"sim/walls/mesh_\w+": ("read_(obj|ply|stl)", "mesh_bytes.h names the reader of each format"),
    r"sim/scenario/walls": ("check_walls", "read.h: a part of check_together()"),
    r"sim/scenario/custom_rules": ("check_custom_rules", "read.h: a part of check_together()"),
    r"render/panel/tool_bar": ("tool_plate", "plates.h names all plates"),
    r"app/\w+/\w+": (r"add_\w+_commands?", "app/options/commands.h names the one function of each command's file"),
    r"app/(film|without_window)/\w+": (
        r"make_render_timer|compare_pictures",
        "app/bench/render_timer.h, app/batch/verify_pictures.h: the build chooses between two, like kernels/ and kernels/absent/"),
    r"app/(window|without_window)/\w+": (r"make_replay_window", "the same with app/batch/replay_window.h"),
}
OBJECT = re.compile(r"\.dir/(?P<unit>.+)\.cpp\.o$")
FUNCTION = re.compile(r"^[0-9a-f]+ (?P<kind>[TW]) (?P<name>.+)$")
# `template RETURN NAME<...>(...);`, also within a macro; not the call `a.template b<...>(...)`.
INSTANTIATION = re.compile(r"(?<![.>])\btemplate\s+(?!<)(?P<text>[^;{]*?)\(")


def plain(name):
    """A demangled function without template arguments and parameters: a<b>::c(d) const -> a::c."""
    name = name.replace("operator<", "operator_").replace("operator>", "operator_").replace("(anonymous namespace)", "@")
    text, depth = "", 0
    for letter in name:
        depth += letter in "<("
        if depth == 0:
            text += letter
        depth -= letter in ">)"
    text = re.sub(r"\[abi:\w+\]| const", "", text).strip()
    return text.split()[-1] if text else ""  # without the return type of a template


def units_of(path, source):
    """The units of an object file, by their paths below src; none for generated files, which have no header."""
    joined = pathlib.Path(path.removesuffix(".o"))
    if joined.parent.name == "Unity":
        paths = re.findall(r'#include "(.+)\.cpp"', joined.read_text(encoding="utf-8"))
        paths = [pathlib.Path(unit) for unit in paths]
        return [unit.relative_to(source).as_posix() for unit in paths if unit.is_relative_to(source)]
    match = OBJECT.search(posixpath.normpath(path))
    return [match["unit"]] if match and (source / f"{match['unit']}.cpp").exists() else []


def instantiated(text):
    """Names of the templates that a source instantiates."""
    names = set()
    for match in INSTANTIATION.finditer(text):
        found = re.findall(r"(\w+)\s*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>)?\s*$", match["text"])
        names.update(found)
    return names


def names_in(header):
    return set(re.findall(r"\w+", header.read_text(encoding="utf-8"))) if header.exists() else set()


def wholes(unit):
    """Units that this one may be a part of: app/window/app_commands -> app/window/app."""
    folder, _, name = unit.rpartition("/")
    words = name.split("_")
    return [f"{folder}/{'_'.join(words[:count])}" for count in range(1, len(words))]


def faults_of(path, units, source):
    named, classes, templates = set(), set(), set()
    for unit in units:
        named |= names_in(source / f"{unit}.h")
        classes |= set().union(*(names_in(source / f"{whole}.h") for whole in wholes(unit)))
        templates |= instantiated((source / f"{unit}.cpp").read_text(encoding="utf-8"))
    listing = subprocess.run(["nm", "-C", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    for line in listing.splitlines():
        match = FUNCTION.match(line)
        if not match or "::{lambda" in match["name"] or "guard variable" in match["name"]:
            continue
        parts = plain(match["name"]).split("::")
        if parts[0] != "murmur" or "@" in parts or len(parts) < 2:
            continue
        if match["kind"] == "W" and parts[-1] not in templates:
            continue  # inline, or made for this file's own use
        if parts[1] in named or (len(parts) > 2 and parts[1] in classes):
            continue
        if any(re.fullmatch(pattern, unit) and re.fullmatch(name, parts[-1])
               for pattern, (name, _) in ALLOWED.items() for unit in units):
            continue
        yield "::".join(parts[1:])


def main():
    if not shutil.which("nm"):
        sys.exit(77)
    source, faults, count = pathlib.Path(sys.argv[1]).resolve() / "src", [], 0
    for path in sys.argv[2:]:
        units = units_of(path, source)
        count += len(units)
        if units and units != ["app/main"]:
            names = " or ".join(f"{unit}.h" for unit in units)
            faults += [f"{path}: {name} is not named in {names}" for name in sorted(set(faults_of(path, units, source)))]
    if count == 0:
        faults.append("no object of a source below src: this check looks at the wrong files")
    print("\n".join(faults) or f"All functions of {count} units are named in their headers.")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
