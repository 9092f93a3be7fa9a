"""Checks that all that tells the version tells the one of CMakeLists.txt: texts, the program, the C library, the Python package.

Usage: version_check.py SOURCES [PROGRAM LIBRARY [PYTHON PACKAGES]]
PACKAGES is the folder in which PYTHON finds the package. The page for browsers and the files of a release are made with the number of
CMakeLists.txt, so they are not looked at here; ./dev release reads it from the files. Prints each fault and exits 1 if there is one.
"""

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

# The first number of each text; CHANGELOG's is that of the newest section.
TEXTS = {
    "CHANGELOG.md": r"^## (\d+\.\d+\.\d+)$",
    "CITATION.cff": r"^version: (.+)$",
    "README.md": r"version (\d+\.\d+\.\d+)",
    "src/library/murmur.h": r'/\* "(.+?)", of the library',
}


def first_line(*command, **environment):
    return subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | environment).stdout.split("\n")[0]


def main(sources, program=None, library=None, python=None, packages=None):
    version = re.search(r"VERSION (\d+\.\d+\.\d+)", Path(sources, "CMakeLists.txt").read_text())[1]
    told = {}
    for name, pattern in TEXTS.items():
        found = re.search(pattern, Path(sources, name).read_text(), re.M)
        told[name] = found[1] if found else "nothing"
    if program:
        told[program] = first_line(program, "--version").split()[1]
        murmur_version = ctypes.CDLL(library).murmur_version
        murmur_version.restype = ctypes.c_char_p
        told[library] = murmur_version().decode()
    if python:
        told[packages] = first_line(python, "-c", "import murmur; print(murmur.__version__)", PYTHONPATH=packages)
    faults = [f"{place} tells version {number}, and CMakeLists.txt {version}" for place, number in told.items() if number != version]
    print(f"version {version}: {len(told)} places", *faults, sep="\n")
    sys.exit(bool(faults))


main(*sys.argv[1:])
