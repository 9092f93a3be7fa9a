"""python3 -m murmur measure TRACKS: measures of tracks as CSV files and figures (docs/tracks.md)."""

from __future__ import annotations

import csv
import os

import numpy as np

from . import _arguments as read
from . import _tracks_arrays as arrays
from . import plot
from ._export import replaced
from ._options import above, as_options, column, frames, number, numbers, picture, printable, window
from ._tracks import Tracks
from ._tracks_read import files

FILES = {"metrics": "a row for each frame (docs/metrics.md)", "shape": "the shape of the largest cluster, a row for each frame",
         "motion": "how animals move within it, a row for each frame", "curves": "distributions, g(r), correlations: a row for each class",
         "force_map": "the force map, a row for each place of the neighbour", "curves_figure": "the curves as a picture, .png, .svg or .pdf",
         "force_figure": "the force map as a picture"}


def add(commands):
    one = commands.add_parser("measure", help="measures of tracks of animals", description=__doc__)
    one.add_argument("tracks", metavar="TRACKS", nargs="+", help=".csv, .npy, .h5, or .npz or .csv files of TRex or their folder")
    one.add_argument("--rate", type=above, help="frames a second, where the file does not say")
    one.add_argument("--body", type=above, help="length of an animal in units of the file, which becomes the unit")
    one.add_argument("--unit", help="name of the unit of length")
    one.add_argument("--world", type=numbers, metavar="W,H", help="size of a box from 0 on")
    one.add_argument("--wrap", action="store_true", default=None, help="the borders of the world are joined")
    one.add_argument("--tank", type=numbers, metavar="X,Y,R", help="a round tank in the place of a world")
    one.add_argument("--radius", type=above, help="within so much two animals are neighbours")
    one.add_argument("--y-down", action="store_true", help="y counts downwards, as in pictures")
    one.add_argument("--column", type=column, metavar="KEY=NAME", action="append", default=[], help="a column of a CSV: frame, time, id, x, y or z")
    one.add_argument("--keypoint", metavar="NAME", help="which of the points of an animal, where a table has several")
    one.add_argument("--allow-pickle", action="store_true", help="read a pickled file, which runs code that is in it")
    one.add_argument("--gap", type=frames(0), help="most frames of a gap that is closed (default: half a second)")
    one.add_argument("--jump", type=above, help="longest way from one frame to the next")
    one.add_argument("--window", type=window, default=7, help="frames of the smoothing (default 7); 0: none")
    one.add_argument("--raw", action="store_true", help="do not clean the tracks at all")
    one.add_argument("--lag", type=frames(1), default=1, help="frames of --motion (default 1)")
    one.add_argument("--every", type=frames(1), default=1, help="take each such frame for --curves (default 1)")
    one.add_argument("--reach", type=above, help="greatest distance of --curves and --force-map")
    one.add_argument("--wall", type=number, default=0.0, help="--force-map: leave out animals closer to the wall (default 0)")
    for name, what in FILES.items():
        one.add_argument(f"--{name.replace('_', '-')}", metavar="FILE", type=picture if name.endswith("_figure") else str, help=what)
    one.add_argument("--overwrite", action="store_true", help="replace files that are there")


def run(given):
    source = given.tracks if len(given.tracks) > 1 else given.tracks[0]
    targets = outputs(given, files(source))
    world = given.world and arrays.box(given.world, 3 if len(given.world) == 3 else 2)
    tracks = Tracks.read(source, rate=given.rate, body=given.body, columns=dict(given.column), allow_pickle=given.allow_pickle,
                         unit=given.unit, world=world, wrap=given.wrap, tank=arrays.tank(given.tank, 2, world), radius=given.radius,
                         y_down=given.y_down, keypoint=given.keypoint)
    print(*map(printable, as_options(tracks.report()).splitlines()), sep="\n")
    if not given.raw and tracks._velocities is None:  # a file with velocities is a simulation's
        before = len(tracks._changes)
        tracks = tracks.clean(gap=given.gap, jump=given.jump, window=given.window or None)
        print(*tracks._changes[before:], sep="\n")
    reach = {} if given.reach is None else {"reach": given.reach}
    results = {"metrics": tracks.metrics, "shape": tracks.shape, "motion": lambda: tracks.motion(lag=given.lag),
               "curves": lambda: tracks.curves(every=given.every, **reach), "force_map": lambda: tracks.force_map(wall=given.wall, **reach),
               "curves_figure": lambda: plot.curves(tracks, every=given.every, **reach),
               "force_figure": lambda: plot.force_map(tracks, wall=given.wall, **reach)}
    found = {name: results[name]() for name in targets}  # what is refused is so before a file is written
    for name, target in targets.items():
        with replaced(target, given.overwrite) as part:
            if name.endswith("_figure"):
                found[name].savefig(part, dpi=150)
            else:
                write(part, *{"curves": curve_rows, "force_map": map_rows}.get(name, frame_rows)(found[name]))
        print(printable(f"{name.replace('_', ' ')}: {target}"))


def outputs(given, sources):
    """The files to write, by name; none of them is one that is read, or is there twice."""
    inputs, options, targets = {read.identity(one): one for one in sources}, {}, {}
    for name in FILES:
        option, target = f"--{name.replace('_', '-')}", getattr(given, name)
        if target is None:
            continue
        if target == "-":
            raise ValueError(f"{option} -: an output needs a file's name; allowed: a path, such as ./- for a file of this name")
        file, folder = read.identity(read.path(target)), os.path.dirname(target)
        if file in inputs:
            raise ValueError(f"{option} {target}: would replace {inputs[file]}, which is the tracks of this command; name another file")
        if file in options:
            raise ValueError(f"{target}: was named for two outputs of this command, {options[file]} and {option}; give each its own file")
        if folder and not os.path.isdir(folder):
            raise OSError(f"cannot write {target}: the folder {folder} does not exist; make it first")
        if os.path.exists(target) and not os.path.isfile(target):
            raise ValueError(f"{option} {target}: is no file that can be replaced; name another file")
        options[file], targets[name] = option, read.output(option, target, given.overwrite)
    return targets


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(header)
        lines.writerows(rows)


def cell(value):
    return "" if isinstance(value, float) and np.isnan(value) else f"{value:.9g}" if isinstance(value, float) else value


def frame_rows(found):
    columns = [values.tolist() for values in found.values()]
    return list(found), ([cell(value) for value in row] for row in zip(*columns))


def curve_rows(found):
    """Each class: the name of the curve, where the class begins and ends, and the value."""
    edges = {"nearest": "nearest_edges", "speed": "speed_edges", **dict.fromkeys(("pairs", "g", "velocity_correlation", "speed_correlation"), "distance_edges")}
    rows = []
    for name, values in found.items():
        if name in edges:
            limits = found[edges[name]]
            rows += [[name, cell(low), cell(high), cell(value)] for low, high, value in zip(limits[:-1].tolist(), limits[1:].tolist(), values.tolist())]
        elif name.endswith("_autocorrelation"):
            rows += [[name, cell(lag), cell(lag), cell(value)] for lag, value in zip(found["lag"].tolist(), values.tolist())]
    return ["curve", "from", "to", "value"], rows


def map_rows(found):
    middle = ((found["edges"][1:] + found["edges"][:-1]) / 2).tolist()
    return ["ahead", "left", "along", "across", "count"], (
        [cell(ahead), cell(left), *(cell(float(found[key][row, k])) for key in ("along", "across", "count"))]
        for row, ahead in enumerate(middle) for k, left in enumerate(middle))
