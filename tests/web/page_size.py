"""Checks what docs/web.md says of the page's size: the files that a browser loads, with one of the three modules, compressed with gzip.

Usage: page_size.py SITE PAGE. A size above the one on the page is a fault; one far below it too, so that the page stays true.
"""

import gzip
import pathlib
import re
import sys

MODULES = ("simd", "scalar", "threads")


def main(site, page):
    said = re.search(r"at most ([0-9.]+) MB, compressed with gzip", page.read_text(encoding="utf-8"))
    if not said:
        sys.exit(f"{page} does not say how large the page is: 'at most N MB, compressed with gzip'")
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in site.iterdir() if path.name != "licences.txt"}
    loads = {}
    for module in MODULES:
        others = tuple(f"murmur-{other}." for other in MODULES if other != module)
        loads[module] = sum(size for name, size in sizes.items() if not name.startswith(others)) / 1e6
        print(f"the page with the module {module}: {loads[module]:.3f} MB")
    most, limit = max(loads.values()), float(said[1])
    if not 0.85 * limit <= most <= limit:
        sys.exit(f"the page has {most:.3f} MB, and {page} says at most {limit} MB")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
