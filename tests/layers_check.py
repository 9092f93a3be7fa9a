"""Checks that includes point only downwards in the layers, and that CUDA stays where it belongs.

Usage: layers_check.py REPOSITORY. Prints each fault as file:line and exits 1 if there is one.
"""

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
}
OPENGL = re.compile(r"(glad|GL|EGL|GLFW|imgui|backends)/|imgui")
CUDA = re.compile(r"cuda|cub/|thrust/|cooperative_groups|nvtx")
INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')
CUDA_CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif)\b.*\b(__CUDACC__|__CUDA_ARCH__|__NVCC__)\b")
SUFFIXES = {".h", ".inl", ".cpp", ".cu", ".cuh"}


def include_fault(layer, path, quote, target):
    """Says what is wrong with one include, or returns None."""
    if ".." in target.split("/"):
        return f"write {target} from the top of src"
    first = target.split("/")[0] if "/" in target else None
    if quote == '"' and first in MAY_INCLUDE:
        return None if first in MAY_INCLUDE[layer] else f"{layer} must not include {target}"
    if quote == '"' and (path.parent / target).exists():
        return None
    if OPENGL.match(target) and layer not in ("render", "app"):
        return f"{layer} must not know OpenGL ({target})"
    if CUDA.match(target) and layer != "kernels":
        return f"{layer} must not know CUDA ({target})"
    return None


def main(repository):
    faults = []
    conditions = {}  # header -> first line with a CUDA condition
    for layer in MAY_INCLUDE:
        folder = repository / ("kernels" if layer == "kernels" else f"src/{layer}")
        for path in sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES):
            name = path.relative_to(repository)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if match := INCLUDE.match(line):
                    if fault := include_fault(layer, path, *match.groups()):
                        faults.append(f"{name}:{number}: {fault}")
                elif CUDA_CONDITION.match(line):
                    conditions.setdefault(name, number)
    if len(conditions) > 1:
        faults += [f"{name}:{line}: only one header may ask whether nvcc compiles it"
                   for name, line in conditions.items()]
    print("\n".join(faults) or "All includes point downwards.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
