#!/usr/bin/env python3
"""Every file that the program writes is opened in src/sim/util/files.cpp: there links are followed, standard streams written
through and files of others kept. Usage: outputs_check.py SOURCE_DIR"""
import pathlib
import re
import sys

# What makes, opens for writing, cuts or renames a file by its name.
OPENS = re.compile(
    r"\bfopen\s*\([^;]*\"(?:[wa]|r\+)|\bo?fstream\s+\w+\s*[({]|\bfreopen\s*\(|\bcreat\s*\("
    r"|\bopen(?:at)?\s*\([^;]*O_(?:WRONLY|RDWR|CREAT)|\bH5F(?:create|open)\s*\(|\brename(?:at2?)?\s*\("
    r"|\bresize_file\s*\(|(?<!f)\btruncate\s*\(|\bmkstemp\w*\s*\(|\bcopy_file\s*\(|\bcreate_hard_link\s*\(|\bimwrite\s*\(")
ALLOWED = {
    "src/sim/util/files.cpp": "the door",
    "src/sim/util/output_lock.cpp": "locks",
    "src/sim/formats/trajectory_h5md.cpp": "HDF5 opens by name: that of a part file, or that of output_place()",
    "src/render/film/film_mp4.cpp": "/dev/null for ffmpeg",
    "src/app/commands/program.cpp": "/dev/null for standard streams",
}


def main():
    root = pathlib.Path(sys.argv[1])
    faults = []
    for folder in ("src", "kernels", "python/bindings"):
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in {".cpp", ".h", ".inl", ".cu"} or name in ALLOWED:
                continue
            text = re.sub(r"//[^\n]*", "", path.read_text())
            for found in OPENS.finditer(text):
                line = text.count("\n", 0, found.start()) + 1
                faults.append(f"{name}:{line}: {' '.join(found.group(0).split())}: files are written through sim/util/files.h")
    print("\n".join(faults) or "every output goes through sim/util/files.h")
    return 1 if faults else 0


sys.exit(main())
