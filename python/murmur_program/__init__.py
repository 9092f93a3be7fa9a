"""The script `murmur` of the package: starts the program that lies in it. Does not import murmur: that takes longer than the start."""

import importlib.util
import os
import shutil
import sys


def environment(given):
    """What the program is started with: export and measure are commands of this Python, and imageio-ffmpeg has an ffmpeg."""
    found = {**given, "MURMUR_PYTHON": given.get("MURMUR_PYTHON") or sys.executable}
    if shutil.which("ffmpeg", path=given.get("PATH")) is None:
        try:
            from imageio_ffmpeg import get_ffmpeg_exe
            found["MURMUR_FFMPEG"] = get_ffmpeg_exe()
        except (ImportError, RuntimeError):
            pass
    return found


def main():
    folder = os.path.dirname(importlib.util.find_spec("murmur").origin)
    program = os.path.join(folder, "bin", "murmur")
    if not os.path.exists(program):
        sys.exit("murmur: this package was built without the program (MURMUR_PROGRAM=OFF); python -m murmur has what it can")
    try:
        os.execve(program, ["murmur", *sys.argv[1:]], environment(os.environ))
    except OSError as fault:
        sys.exit(f"murmur: cannot start {program}: {fault.strerror}")
