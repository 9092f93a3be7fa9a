"""Checks the order of the source tree: layers, the folders in them, and no cycles.

Usage: layers_check.py REPOSITORY [NM OBJECT...]. Prints each fault as file:line and exits 1 if there is one.

* A file includes only from its own folder and from folders below it: those listed before its own in FOLDERS, within the
  layers that MAY_INCLUDE allows.
* A header and the source of the same name count as one unit. Units do not include each other in a circle.
* OpenGL is known in render and app only, CUDA in kernels only, which may ask for what architecture they are compiled; one header asks whether nvcc
  compiles it.
"""

import fnmatch
import pathlib
import re
import sys

# What each layer may include besides the standard library. `render` and `kernels` are siblings.
MAY_INCLUDE = {
    "base": {"base"},
    "model": {"base", "model"},
    "sim": {"base", "model", "sim"},
    "render": {"base", "model", "sim", "render"},
    "kernels": {"base", "model", "sim", "kernels"},
    "app": {"base", "model", "sim", "render", "app"},
    "mpi": {"base", "model", "sim", "app", "mpi"},
    "web": {"base", "model", "sim", "render", "web"},
    "bindings": {"base", "model", "sim", "render", "bindings"},
    "library": {"base", "model", "sim", "library"},
}
# The folders of each layer from bottom to top; "." is the layer's own folder, X/* any folder in X. Folders on one line are
# siblings.
FOLDERS = {
    "base": [["."]],
    "model": [["walls"], ["behaviours", "custom"], ["."], ["device"]],
    "sim": [["util"], ["look"], ["rules", "shapes"], ["scenario"], ["walls"], ["state"], ["backends", "editing"],
            ["backends/*"], ["ranks", "raster"], ["machine"], ["run"], ["measure"], ["formats"], ["embedded"]],
    "render": [["gl"], ["film", "scene"], ["panel"]],
    "kernels": [["nvrtc", "nvrtc/*"], ["."], ["interop", "absent"]],
    "app": [["options"], ["batch/outputs"], ["bench", "live", "batch"], ["sweep", "film", "controls"], ["window", "without_window"], ["commands"], ["."]],
    "mpi": [["."]],
    "web": [["."]],
    "bindings": [["."]],
    "library": [["."]],
}
# Where a layer lies, if not in src.
LOCATIONS = {"kernels": ".", "web": ".", "bindings": "python"}
OPENGL = re.compile(r"(glad|GL|EGL|GLFW|imgui|backends)/|imgui")
CUDA = re.compile(r"cuda|cub/|thrust/|cooperative_groups|nvtx")
INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')
CUDA_CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif)\b.*\b(__CUDACC__|__CUDA_ARCH__|__NVCC__)\b")
SUFFIXES = {".h", ".inl", ".cpp", ".cu", ".cuh"}


def place(target):
    """Layer, folder and unit of a path as an include writes it: sim/util/files.h -> sim, util, sim/util/files."""
    parts = target.split("/")
    return parts[0], "/".join(parts[1:-1]) or ".", re.sub(r"\.\w+$", "", target)


def level(layer, folder):
    """Height of a folder in its layer, or None if FOLDERS does not list it."""
    return next((height for height, siblings in enumerate(FOLDERS[layer])
                 if any(fnmatch.fnmatchcase(folder, sibling) for sibling in siblings)), None)


def include_fault(source, target, quote, exists):
    """Says what is wrong with one include of `source` (layer, folder, unit), or returns None."""
    if ".." in target.split("/"):
        return f"write {target} from the top of src"
    layer, folder, _ = source
    first = target.split("/")[0] if "/" in target else None
    if quote == '"' and first in MAY_INCLUDE:
        if first not in MAY_INCLUDE[layer]:
            return f"{layer} must not include {target}"
        below = place(target)[1]
        if first != layer or below == folder or level(layer, below) is None:
            return None
        if level(layer, below) >= level(layer, folder):
            return f"{layer}/{folder} must not include {target}: {layer}/{below} is not below it"
        return None
    if quote == '"' and exists:
        return None
    if OPENGL.match(target) and layer not in ("render", "app"):
        return f"{layer} must not know OpenGL ({target})"
    if CUDA.match(target) and layer != "kernels":
        return f"{layer} must not know CUDA ({target})"
    return None


def cycles(graph):
    """Each circle of units once, as a list of their names; `graph`: unit -> set of units it includes."""
    found, state = [], {}

    def visit(unit, path):
        state[unit] = "open"
        for other in sorted(graph.get(unit, ())):
            if state.get(other) == "open":
                found.append([*path[path.index(other):], other])
            elif other not in state:
                visit(other, [*path, other])
        state[unit] = "done"

    for unit in sorted(graph):
        if unit not in state:
            visit(unit, [unit])
    return found


def main(repository):
    faults = []
    conditions = {}  # header -> first line with a CUDA condition
    graph = {}
    for layer in MAY_INCLUDE:
        top = repository / LOCATIONS.get(layer, "src")
        for path in sorted(p for p in (top / layer).rglob("*") if p.suffix in SUFFIXES):
            name = path.relative_to(repository)
            source = place(path.relative_to(top).as_posix())
            folder = f"{layer}/{source[1]}"
            if level(layer, source[1]) is None:
                faults.append(f"{name}:1: {folder} is not in the list FOLDERS of {pathlib.Path(__file__).name}")
                continue
            includes = graph.setdefault(source[2], set())
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if match := INCLUDE.match(line):
                    quote, target = match.groups()
                    if fault := include_fault(source, target, quote, (path.parent / target).exists()):
                        faults.append(f"{name}:{number}: {fault}")
                    if quote == '"' and target.split("/")[0] in MAY_INCLUDE:
                        includes.add(place(target)[2])
                elif CUDA_CONDITION.match(line) and not (layer == "kernels" and "__CUDA_ARCH__" in line):
                    conditions.setdefault(name, number)
            includes.discard(source[2])
    faults += [f"{' -> '.join(circle)}: these include each other" for circle in cycles(graph)]
    if len(conditions) > 1:
        faults += [f"{name}:{line}: only one header may ask whether nvcc compiles it"
                   for name, line in conditions.items()]
    print("\n".join(faults) or "All includes point downwards.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
