"""Parts of ./dev gpu for pictures: interop (OpenGL without a display, whole frames, a film), drawing (what costs a boid) and window
(what it asks of a flock)."""

import csv
import ctypes
import glob
import os
import pathlib
import re
import shutil
import statistics
import tempfile
import time

from machine import hash_in, unmet, why
from report import PICTURE

PICTURED = "100k"  # the size whose last frame is kept
# Libraries that callers of OpenGL open, and CUDA for interop.
GL_LIBRARIES = ["libEGL.so.1", "libGL.so.1", "libOpenGL.so.0", "libEGL.so", "libGL.so"]


def can_open(library):
    try:
        ctypes.CDLL(library)
        return True
    except OSError:
        return False


def graphics(gpu):
    """Environment for OpenGL without a display in a container that has NVIDIA's libraries in a separate folder."""
    environment = {}
    bundled = gpu.programs / "lib" / "gl"
    if bundled.exists() and not all(can_open(library) for library in GL_LIBRARIES):
        environment["LD_LIBRARY_PATH"] = f"{bundled.resolve()}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
    if not glob.glob("/usr/share/glvnd/egl_vendor.d/*nvidia*") and not glob.glob("/etc/glvnd/egl_vendor.d/*nvidia*"):
        elsewhere = sorted(glob.glob("/usr/local/**/egl_vendor.d/*nvidia*.json", recursive=True))
        if elsewhere:
            environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = elsewhere[0]
    return environment


def interop(gpu, report):
    environment = graphics(gpu)
    gpu.gtest(report, "gpu_interop_test", **environment)
    for boids in (PICTURED, "1M", "10M"):
        whole_frame(gpu, report, boids, environment)
    film(gpu, report, environment)


# Bands of Vicsek's model, close to where order sets in. SiSyPHE's documentation has a film of so many boids and steps (1,620 s on
# an RTX 2080 Ti), with its own variant of the model.
FILM = ["--preset", "gregoire-chate", "--boids", "1M", "--set", "world.size=[707.0, 707.0]", "--frames", 301, "--steps-per-frame", 100]


def film(gpu, report, environment):
    """Seconds from the start of the program to the last of 301 pictures, each after 100 steps."""
    with tempfile.TemporaryDirectory() as work:
        begin = time.monotonic()
        code, text = gpu.murmur_says("render", *FILM, "--backend", "cuda", "--size", "1280x1280", "--output", f"{work}/%05d.png",
                                      **environment)
        seconds = time.monotonic() - begin
    name = "film, bands of 1M, 30,000 steps, 301 pictures"
    if code != 0:
        reason = why(code, text)
        report.add(name=name, outcome="skipped" if "No OpenGL" in text else unmet(reason), reason=reason)
        return
    report.add(name=name, outcome="measured", value=seconds, unit="s", hash=hash_in(text), preset="gregoire-chate", boids="1M",
               seed=1, steps=30000, backend="cuda")


def whole_frame(gpu, report, boids, environment):
    """Times of the step, the transfer to OpenGL's buffer and the drawing of a frame, each until it is complete."""
    row = frames(gpu, f"frame, murmuration {boids}, 1920x1080", boids, environment | {"MURMUR_DRAWING": "opengl"}, kept=boids == PICTURED)
    if "parts_ms" in row:
        row["value"] = sum(row["parts_ms"].values())
    report.add(**row)


# Each is drawn in another way or takes a part of drawing away: $MURMUR_DRAWING, and options of render.
DRAWN = [("as it is", "opengl", []), ("by CUDA", "device", []), ("nothing behind the vertices", "discard", []), ("one pixel", "scissor", []),
         ("one sample a pixel", "one-sample", []),
         ("half as wide and high", "opengl", ["--size", "960x540"]), ("density", "", ["--density"])]
DRAWN_10M = ("as it is", "by CUDA", "one sample a pixel", "density")


def drawing(gpu, report):
    """Only the time of drawing: the others are the same."""
    environment = graphics(gpu)
    for boids, rows in ("1M", DRAWN), ("10M", [row for row in DRAWN if row[0] in DRAWN_10M]):
        for what, words, options in rows:
            row = frames(gpu, f"{boids}, {what}", boids, environment | {"MURMUR_DRAWING": words}, options, count=20)
            if "parts_ms" in row:
                row["value"] = row["parts_ms"]["draw"]
            report.add(**row)


def frames(gpu, name, boids, environment, options=(), count=60, kept=False):
    """A row of medians; `kept`: the last picture becomes that of the report."""
    with tempfile.TemporaryDirectory() as work:
        log = pathlib.Path(work) / "frames.csv"
        size = [] if "--size" in options else ["--size", "1920x1080"]
        code, text = gpu.murmur_says("render", "--preset", "murmuration", "--boids", boids, "--backend", "cuda", "--warm-up", 300,
                                      "--frames", count, *size, *options, "--frame-log", log, "--output", f"{work}/%05d.png", **environment)
        if code != 0:
            reason = why(code, text)
            return {"name": name, "outcome": "skipped" if "No OpenGL" in text else unmet(reason), "reason": reason}
        with open(log, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))[1:]  # the first frame allocates buffers and has no step
        median = {part: statistics.median(float(row[f"{part}_ms"]) for row in rows) for part in ("step", "upload", "draw")}
        copied = re.search(r"boids are copied through the host.*", text)
        if kept and not copied:
            shutil.copy(sorted(pathlib.Path(work).glob("*.png"))[-1], gpu.folder / PICTURE)
    parts = ", ".join(f"{part} {ms:.3f}" for part, ms in median.items())
    return {"name": name, "outcome": "skipped" if copied else "measured", "unit": "ms/frame",
            "reason": parts + (f"; {copied.group(0)}" if copied else ""), "parts_ms": median, "frames": len(rows), "hash": hash_in(text),
            "preset": "murmuration", "boids": boids, "seed": 1, "steps": int(rows[-1]["step"]), "backend": "cuda"}


def window(gpu, report):
    """Snapshots, going back and answers, with 1M and 10M boids: the times that the tests of gpu_times_test report."""
    for test in gpu.gtest(report, "gpu_times_test", jobs=1):
        for what, ms in test.get("times_ms", {}).items():
            report.add(name=f"{test['name'].rpartition('/')[2]}, {what}", outcome="measured", value=ms, unit="ms", preset="murmuration", backend="cuda")
