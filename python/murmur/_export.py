"""Trajectories in the files of other programs. Memory holds a frame at a time; a file appears under its name when it is whole."""

from __future__ import annotations

import contextlib
import glob
import os
import pathlib
import shutil
import sys
import time
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

import numpy as np

from . import _arguments as read
from . import _usd
from ._trajectory import Trajectory, needed


def export(source: str | os.PathLike, target: str | os.PathLike, *, overwrite: bool = False, fps: float = 24.0,
           size: float | None = None, points: bool = False, progress: bool | None = None) -> None:
    """Writes a trajectory of `murmur run --trajectory F.h5` as a file of other programs: docs/exports.md. The extension of
    `target` says which:

    .usdc or .usd: USD, for Blender, Houdini and engines; needs usd-core.
    .gsd: GSD, for HOOMD, freud and OVITO; needs gsd.
    .xmf or .xdmf: XDMF for ParaView and VTK, a small text that refers to the .h5 file, which must stay where it is.

    All need h5py. fps: frames of the trajectory shown per second, in USD. size: of a bird in USD [world units]; None: a 200th of
    the world's longest side. points: USD points with an orientation, where Blender reads ids and velocities, in the place of
    instances of a bird. progress: a bar on the standard error; None: where that is a terminal. A file that is there is kept,
    unless `overwrite` (FileExistsError). Raises ValueError for a file that is damaged or of another program.
    """
    source = read.existing(source)
    target = read.path(target)
    fps = read.number("fps", fps)
    size = read.unless_none(read.number, "size", size)
    for name, value in (("fps", fps), ("size", size)):
        if value is not None and not 0 < value < 1e30:
            raise ValueError(f"{name}: {value} is not allowed; allowed: numbers above 0")
    suffix = pathlib.Path(target).suffix.lower()
    if suffix not in WRITERS:
        raise ValueError(f"{target}: the format '{suffix}' is not known; allowed: {', '.join(WRITERS)}")
    read.output("target", target, overwrite)
    folder = os.path.dirname(os.path.abspath(target))
    if not os.path.isdir(folder):
        raise OSError(f"cannot write {target}: the folder {folder if os.path.isabs(target) else os.path.dirname(target)} does not exist; make it first")
    with Trajectory(source) as trajectory, replaced(target, overwrite) as part:
        need = len(trajectory) * sum(trajectory.most.values()) * (BYTES + 12 * len(trajectory.columns) if WRITERS[suffix] is not write_xdmf else 0)
        free = shutil.disk_usage(folder).free
        if need > free:
            raise OSError(f"{target}: takes up to {need / 1e6:.3f} MB, and the disk has {free / 1e6:.3f} MB left")
        WRITERS[suffix](trajectory, part, target, counted(len(trajectory), progress), fps, size, points)


@contextlib.contextmanager
def replaced(target: str, overwrite: bool) -> Iterator[str]:
    """A name beside the target, with its extension; the file there becomes the target at the end, or goes. A link stays one: the
    target is what it leads to."""
    path = pathlib.Path(os.path.realpath(target))
    remove_abandoned(path)
    part = str(path.with_name(f"{path.stem}.murmur-{os.getpid()}.part{path.suffix}"))
    try:
        yield part
        read.output("target", target, overwrite)  # another program may have made it meanwhile
        os.replace(part, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)


def remove_abandoned(path: pathlib.Path) -> None:
    """Takes away what exports of this name have left that were killed."""
    for part in path.parent.glob(f"{glob.escape(path.stem)}.murmur-*.part{glob.escape(path.suffix)}"):
        process = part.name[len(path.stem) + len(".murmur-"):-len(f".part{path.suffix}")]
        if process.isdecimal() and part.is_file() and not part.is_symlink() and not is_running(int(process)):
            part.unlink(missing_ok=True)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def counted(count: int, progress: bool | None) -> Iterator[int]:
    """The numbers of the frames, with a bar and the time left."""
    if progress is None:
        progress = sys.stderr.isatty()
    begin = time.monotonic()
    for k in range(count):
        if progress and k:
            left = (time.monotonic() - begin) * (count - k) / k
            print(f"\r[{'#' * (30 * k // count):<30}] {k} of {count} frames, {left:.0f} s left\033[K", end="", file=sys.stderr, flush=True)
        yield k
    if progress:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def write_gsd(trajectory, part, target, frames, *_):
    """The origin of a box of HOOMD is its centre, so half of the world's size is taken from the positions."""
    hoomd = needed("gsd.hoomd", "gsd", "a .gsd file")
    open(part, "wb").close()  # with the mode of other files: gsd makes its own unreadable for others
    with hoomd.open(part, "w") as file:
        for k in frames:
            frame = trajectory.frame(k)
            d = trajectory.dimensions
            edges = np.array([*frame.size, 0.0][:3])
            one = hoomd.Frame()
            one.configuration.step = frame.step
            one.configuration.dimensions = d
            one.configuration.box = [*edges, 0, 0, 0]
            one.particles.types = trajectory.types
            one.particles.N = sum(len(s.id) for s in frame.species)
            one.particles.typeid = np.concatenate([trajectory.type_ids(s) for s in frame.species]).astype(np.uint32)
            one.particles.position = np.concatenate([(s.position - edges / 2).astype(np.float32) for s in frame.species])
            one.particles.velocity = np.concatenate([s.velocity for s in frame.species])
            one.log["time"] = np.array([frame.time])
            one.log["particles/id"] = np.concatenate([s.id for s in frame.species])
            for name in [c for c in trajectory.columns if c != "species"]:  # predators have none: not a number, or -1
                one.log[f"particles/{name}"] = np.concatenate([
                    s.columns.get(name, absent(frame, name, len(s.id))) for s in frame.species])
            file.append(one)


def absent(frame, name, count):
    like = frame.species[0].columns[name]
    return np.full((count, *like.shape[1:]), np.nan, like.dtype) if like.dtype.kind == "f" else np.full(count, -1, np.int64)


def write_xdmf(trajectory, part, target, frames, *_):
    """A grid for each frame and species, whose numbers are parts of the arrays of the HDF5 file."""
    beside = os.path.relpath(os.path.abspath(trajectory.path), os.path.dirname(os.path.abspath(target)))

    def item(name, element, row, count):
        data = trajectory.kinds[name][element]["value"]
        shape, rank = " ".join(map(str, data.shape)), data.ndim
        part = " ".join(map(str, [row, *[0] * (rank - 1), *[1] * rank, 1, count, *data.shape[2:]]))
        kind = {"f": "Float", "i": "Int", "u": "UInt"}[data.dtype.kind]
        return (f'<DataItem ItemType="HyperSlab" Dimensions="{" ".join(map(str, [count, *data.shape[2:]]))}">'
                f'<DataItem Format="XML" Dimensions="3 {rank}">{part}</DataItem>'
                f'<DataItem Format="HDF" NumberType="{kind}" Precision="{data.dtype.itemsize}" Dimensions="{shape}">'
                f'{escaped_path}:{data.name}</DataItem></DataItem>')

    def attribute(name, column, element, row, count):
        kind = "Vector" if trajectory.kinds[name][element]["value"].ndim == 3 else "Scalar"
        return f'<Attribute Name={quoteattr(column)} AttributeType="{kind}" Center="Node">{item(name, element, row, count)}</Attribute>\n'

    escaped_path = quoteattr(beside)[1:-1]
    with open(part, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0"?>\n<Xdmf Version="2.0">\n<Domain>\n<Grid Name="flock" GridType="Collection" CollectionType="Temporal">\n')
        for k in frames:
            file.write(f'<Grid Name="step {trajectory.step[k]}" GridType="Collection" CollectionType="Spatial">\n'
                       f'<Time Value="{float(trajectory.time[k])!r}"/>\n')
            for name in trajectory.kinds:
                ids = trajectory.ids(name, k)
                if ids is None or not len(ids):
                    continue
                row, count = trajectory.row[name][int(trajectory.step[k])], len(ids)
                file.write(f'<Grid Name="{name}" GridType="Uniform">\n'
                           f'<Topology TopologyType="Polyvertex" NumberOfElements="{count}" NodesPerElement="1"/>\n'
                           f'<Geometry GeometryType="{"XYZ"[:trajectory.dimensions]}">{item(name, "position", row, count)}</Geometry>\n')
                for column, element in {"velocity": "velocity", "id": "id", **trajectory.columns}.items():
                    if element in trajectory.kinds[name]:
                        file.write(attribute(name, column, element, row, count))
                file.write("</Grid>\n")
            file.write("</Grid>\n")
        file.write("</Grid>\n</Domain>\n</Xdmf>\n")


WRITERS = {".usdc": _usd.write, ".usd": _usd.write, ".gsd": write_gsd, ".xmf": write_xdmf, ".xdmf": write_xdmf}
BYTES = 60  # most of a boid in a frame, without columns
