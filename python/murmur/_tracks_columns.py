"""Which columns of a sheet are what: by the names that tracking programs and people give them, or as `columns=` says. What two columns
may be, or what is there without its partner, is refused."""

from __future__ import annotations

import re
from typing import NamedTuple

# What columns are called, in small letters and without units and quotes. The keys are those of `columns=`.
NAMES = {
    "frame": ("frame", "frames", "step", "frame_number", "frame_id", "frame_no", "frame_idx", "frame_index", "image"),
    "time": ("time", "t", "seconds", "time_s"),
    "id": ("id", "track", "track_id", "trackid", "trajectory", "animal", "individual", "individuals", "identity", "fish", "bird", "particle", "object"),
    "x": ("x", "pos_x", "x_pos", "position_x", "pos x", "x_position", "cx", "centroid_x", "x_px"),
    "y": ("y", "pos_y", "y_pos", "position_y", "pos y", "y_position", "cy", "centroid_y", "y_px"),
    "z": ("z", "pos_z", "z_pos", "position_z", "pos z", "z_position", "cz", "centroid_z"),
    "vx": ("vx", "velocity_x"), "vy": ("vy", "velocity_y"), "vz": ("vz", "velocity_z"),
}
# The same of programs that have a layout of their own.
TOOLS = {
    "TrackMate": {"frame": ("frame",), "time": ("position_t",), "id": ("track_id",), "x": ("position_x",), "y": ("position_y",), "z": ("position_z",)},
    "SLEAP": {"frame": ("frame_idx",), "id": ("track",)},
    "DeepLabCut": {"frame": ("frame",)},
}
WIDE = (re.compile(r"(?P<stem>)(?P<axis>[xyz])[ _.]?(?P<id>[0-9]+)"), re.compile(r"(?P<id>(?P<stem>.*?)[ _.]?[0-9]+)[ _.]?(?P<axis>[xyz])"))
NUMBER = re.compile(r"[+-]?[0-9.]+([e][+-]?[0-9]+)?")
DEGREES = re.compile(r"(.*[^a-z])?(lat|lon|long|latitude|longitude)([^a-z].*)?")
NAMED = 8  # columns that a message names at most


class Columns(NamedTuple):
    """`frame`, `time`, `id`: indices of columns, or None. `animals`: by name the column of each axis; one "" where `id` names them, or
    where a file has one animal. `velocities`: columns of the only entry. `said`: how the sheet is read."""

    frame: int | None
    time: int | None
    id: int | None
    animals: dict[str, dict[str, int]]
    velocities: list[int]
    said: str

    @property
    def axes(self):
        return list(next(iter(self.animals.values())))

    @property
    def used(self):
        return [k for k in (self.frame, self.time, self.id) if k is not None] + self.values

    @property
    def values(self):
        return [k for axes in self.animals.values() for k in axes.values()] + self.velocities


def some(names):
    names = list(names)
    return ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")


def ask_for(keys):
    return f"columns={{{', '.join(f'{key!r}: NAME' for key in keys)}}}"


def chosen_keypoint(path, points, keypoint):
    """The only one, or that which is asked for."""
    if not points:
        raise ValueError(f"{path}: has no keypoints; allowed: at least one, with x and y")
    if keypoint is None and len(points) == 1:
        return points[0]
    if keypoint not in points:
        raise ValueError(f"keypoint: {keypoint!r} is not allowed; allowed: one of {', '.join(points)}, which {path} has, as in keypoint={points[0]!r}")
    return keypoint


def recognised(sheet, columns, keypoint):
    """The Columns of a sheet. columns, keypoint: as those of Tracks.read."""
    if wrong := sorted(set(columns) - set(NAMES)):
        raise ValueError(f"columns: {wrong[0]!r} is not allowed; allowed: {', '.join(NAMES)}")
    columns = {key: name if name is None else list(map(str, name)) if isinstance(name, (list, tuple)) else str(name) for key, name in columns.items()}
    at = single_columns(sheet, columns)
    if any(isinstance(columns.get(axis), (list, tuple)) for axis in "xyz"):
        made = wide(sheet, at, by_lists(sheet, columns), "a row for each frame")
    elif sheet.tool == "DeepLabCut":
        point = chosen_keypoint(sheet.path, list(dict.fromkeys(pose[1] for pose in sheet.poses[1:])), keypoint)
        made, keypoint = wide(sheet, at, of_poses(sheet, point), f"a table of DeepLabCut, keypoint {point}"), None
    elif sheet.tool == "SLEAP" and not {"x", "y"} & set(columns):
        points = [name[:-2] for name in sheet.header if name.endswith(".x") and name[:-2] + ".y" in sheet.header]
        point = chosen_keypoint(sheet.path, points, keypoint)
        at |= {axis: sheet.header.index(f"{point}.{axis}") for axis in "xy"}
        made, keypoint = long(sheet, at, f"a table of SLEAP, keypoint {point}"), None
    elif sheet.tool == "TRex":
        made = one_animal(sheet, at, columns)
    else:
        animals = {} if {"x", "y"} <= set(at) else wide_animals(sheet)
        if animals and "id" in at:
            first = ", ".join(sheet.header[k] for k in next(iter(animals.values())).values())
            raise ValueError(f"{sheet.path}: has a column of ids, {sheet.header[at['id']]}, and beside it columns of several animals, as {first}; "
                             f"allowed: {ask_for(['id', 'x', 'y'])} for a row of each animal, or lists of names x and y for a row of each frame")
        made = wide(sheet, at, animals, "a row for each frame") if animals else long(
            sheet, at, f"a table of {sheet.tool}" if sheet.tool else "a row for each animal and frame")
    if keypoint is not None:
        raise ValueError(f"keypoint: {sheet.path} has no keypoints; allowed: None")
    check_repeats(sheet, made, columns)
    return made


def index_of(sheet, name):
    if name not in sheet.header:
        raise ValueError(f"columns: {sheet.path} has no column {name!r}; allowed: {', '.join(sheet.header)}")
    return sheet.header.index(name)


def single_columns(sheet, columns):
    """Name of NAMES to index in the header."""
    known = TOOLS.get(sheet.tool, NAMES)
    at = {key: index_of(sheet, name) for key, name in columns.items() if isinstance(name, str)}
    named = set(at.values())
    for key in NAMES:
        if key in columns:
            continue
        found = [k for k, name in enumerate(sheet.names) if name in known.get(key, ()) and k not in named]
        if not found:
            continue
        if len({sheet.names[k] for k in found}) > 1:
            raise ValueError(f"{sheet.path}: {' and '.join(sheet.header[k] for k in found)} may each be the {key}; allowed: {ask_for([key])} with one of them")
        at[key] = found[0]
    for axis in {"x", "y"} & set(at):
        if DEGREES.fullmatch(sheet.names[at[axis]]):
            raise ValueError(f"{sheet.path}: {sheet.header[at[axis]]} is in degrees, as its name says; allowed: lengths, as GeoDataFrame.to_crs() of geopandas "
                             "makes them in metres")
    return at


def long(sheet, at, said):
    missing = [key for key in ("id", "x", "y") if key not in at] + ([] if {"frame", "time"} & set(at) else ["frame"])
    if missing:
        raise ValueError(f"{sheet.path}: has no column for {', '.join('frame or time' if key == 'frame' else key for key in missing)}; allowed: {ask_for(missing)} "
                         f"with one of {', '.join(sheet.header)}{advice(sheet, missing)}")
    axes = [axis for axis in "xyz" if axis in at]
    speeds = [axis for axis in "xyz" if "v" + axis in at]
    if speeds and speeds != axes:
        alone = next(axis for axis in "xyz" if (axis in speeds) != (axis in axes))
        have = f"{sheet.header[at['v' + speeds[0]]]} and no v{alone}" if alone in axes else f"{sheet.header[at['v' + alone]]} and no {alone}"
        raise ValueError(f"{sheet.path}: has {have}; allowed: a velocity for each of {', '.join(axes)}, or none")
    told = ", ".join(f"{key} is {sheet.header[at[key]]}" for key in ("frame", "time", "id", *axes, *(f"v{axis}" for axis in speeds)) if key in at)
    return Columns(at.get("frame"), at.get("time"), at["id"], {"": {axis: at[axis] for axis in axes}}, [at["v" + axis] for axis in speeds],
                   f"read: {said}: {told}")


def advice(sheet, missing):
    """What else may be meant where columns are missing."""
    if sheet.header[0].startswith("# "):
        return f"; its first line is a comment, {sheet.header[0][:40]!r}: take it away"
    if len(sheet.header) == 1:
        return "; its first line has one column: commas, semicolons or tabs part columns"
    if all(NUMBER.fullmatch(name) for name in sheet.names):
        return "; its first line has numbers: put the names of the columns above it"
    x, y = (["x"], ["y"]) if missing == ["id"] else (sheet.header[1:2], sheet.header[2:]) if len(sheet.header) == 3 else ([], [])
    return f"; or for a file of one animal columns={{'x': {x}, 'y': {y}}}" if x else ""


def wide(sheet, at, animals, said):
    named = list(animals)
    told = f"{len(named)} animals, {some(' '.join(sheet.header[k] for k in axes.values()) for axes in animals.values())}"
    clock = "".join(f"{key} is {sheet.header[at[key]]}, " for key in ("frame", "time") if key in at)
    return Columns(at.get("frame"), at.get("time"), None, animals, [], f"read: {said}: {clock}{told}")


def one_animal(sheet, at, given):
    """TRex: an animal a file. X#wcentroid is its middle, X its head."""
    middle = {axis: sheet.names.index(f"{axis}#wcentroid") for axis in "xy" if f"{axis}#wcentroid" in sheet.names and axis not in given}
    places = with_partners(sheet, {"": {**{axis: at[axis] for axis in "xy" if axis in at and (axis in given or not middle)}, **middle}})[""]
    told = ", ".join(f"{axis} is {sheet.header[k]}" for axis, k in places.items())
    return Columns(at.get("frame"), at.get("time"), None, {"": places}, [], f"read: a table of TRex, of one animal: {told}")


def of_poses(sheet, point):
    animals: dict[str, dict[str, int]] = {}
    for k, (who, keypoint, axis) in enumerate(sheet.poses):
        if keypoint == point and axis in ("x", "y", "z"):
            if axis in animals.setdefault(who, {}):
                raise ValueError(f"{sheet.path}: the column {sheet.header[k]} is there twice; allowed: once")
            animals[who][axis] = k
    if not animals:
        raise ValueError(f"{sheet.path}: the keypoint {point} has no columns x and y; allowed: x, y (and z) of each animal")
    return with_partners(sheet, animals)


def by_lists(sheet, columns):
    lists = [axis for axis in "xyz" if isinstance(columns.get(axis), (list, tuple))]
    if lists[:2] != ["x", "y"] or len({len(columns[axis]) for axis in lists}) != 1 or not columns["x"]:
        raise ValueError("columns: x and y (and z) are not lists of one length; allowed: as many names of each as there are animals")
    return {str(k): {axis: index_of(sheet, columns[axis][k]) for axis in lists} for k in range(len(columns["x"]))}


def wide_animals(sheet):
    """Columns x1, y1, x2, y2 or fish1.x, fish1.y: a number for each animal, and one word before all of them. Other pairs, such as px and
    py, or speed_x and speed_y, are no animals."""
    kinds = []
    for pattern in WIDE:
        animals, stems = {}, {}
        for k, name in enumerate(sheet.names):
            if match := pattern.fullmatch(name):
                axes = animals.setdefault(match["id"].strip(" _."), {})
                if match["axis"] in axes:
                    raise ValueError(f"{sheet.path}: the column {sheet.header[k]} is there twice; allowed: once")
                axes[match["axis"]] = k
                stems.setdefault(match["stem"], sheet.header[k])
        if any({"x", "y"} <= set(axes) for axes in animals.values()):
            kinds.append((animals, stems))
    if not kinds:
        return {}
    words = [name for _, stems in kinds for name in stems.values()]
    if len(words) > 1:
        raise ValueError(f"{sheet.path}: {' and '.join(words[:2])} may each be places of animals; allowed: columns={{'x': NAMES, 'y': NAMES}}, lists of names")
    return with_partners(sheet, kinds[0][0])


def with_partners(sheet, animals):
    axes = "xyz" if any("z" in one for one in animals.values()) else "xy"
    for one in animals.values():
        if missing := [axis for axis in axes if axis not in one]:
            raise ValueError(f"{sheet.path}: the column {sheet.header[next(iter(one.values()))]} has no {missing[0]} beside it; "
                             f"allowed: {', '.join(axes)} of each animal")
    return {name: {axis: one[axis] for axis in axes} for name, one in animals.items()}


def check_repeats(sheet, made, columns):
    """A name that is used is there once, and a column is used once. `columns` has whole names, with units."""
    given = {name for names in columns.values() if names for name in ([names] if isinstance(names, str) else names)}
    if twice := [k for k in made.used if made.used.count(k) > 1]:
        raise ValueError(f"columns: {sheet.header[twice[0]]!r} is named twice; allowed: a column of its own for each")
    for k in made.used:
        whole = sheet.header[k] in given
        if (sheet.header if whole else sheet.names).count(sheet.header[k] if whole else sheet.names[k]) > 1:
            raise ValueError(f"{sheet.path}: the column {sheet.header[k]} is there twice; allowed: once (pandas writes an index of that name, too: "
                             "reset_index(drop=True) takes it away)")
