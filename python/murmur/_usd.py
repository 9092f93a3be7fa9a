"""USD: a point instancer with a prototype for each species, or points, and a time sample for each frame.

What is saved usd-core keeps only as a place in the file.
"""

from __future__ import annotations

import ctypes
import re
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from . import _murmur
from ._trajectory import needed

UNSAVED = 1 << 26  # bytes in memory; each save adds a table of all frames so far to the file
COLOURS = {"boids": (0.03, 0.03, 0.04), "predators": (0.6, 0.05, 0.02)}


def prototypes(trajectory):
    """For each type of particle a name that USD takes, and its colour."""
    found: dict[str, tuple[float, ...]] = {}
    for k, name in enumerate(trajectory.types):
        colour = COLOURS["boids" if k < len(trajectory.types) - len(trajectory.kinds) + 1 else "predators"]
        if colour == COLOURS["boids"] and "species" in trajectory.columns and name != "boids":
            shown = np.array(_murmur.species_colour(trajectory.text("scenario"), k))
            colour = tuple(np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4).tolist())  # of sRGB
        name = re.sub(r"^(?=\d)|\W", "_", name)
        while name in found:
            name += "_"
        found[name] = colour
    return found


def bird(geometry, sdf, vt, stage, path, size, colour):
    """A paper dart along +X, as long as `size`, with its material."""
    shade = needed("pxr.UsdShade", "usd-core", "a .usdc file")
    mesh = geometry.Mesh.Define(stage, path)
    points = np.array([(0.5, 0, 0), (-0.5, 0.35, 0.1), (-0.3, 0, -0.05), (-0.5, -0.35, 0.1)], np.float32) * np.float32(size)
    mesh.CreatePointsAttr(vt.Vec3fArray.FromNumpy(points))
    mesh.CreateFaceVertexCountsAttr([3, 3])
    mesh.CreateFaceVertexIndicesAttr([0, 1, 2, 0, 2, 3])
    mesh.CreateDoubleSidedAttr(True)
    mesh.CreateSubdivisionSchemeAttr(geometry.Tokens.none)
    mesh.CreateDisplayColorAttr([colour])
    material = shade.Material.Define(stage, f"{path}/material")
    surface = shade.Shader.Define(stage, f"{path}/material/surface")
    surface.CreateIdAttr("UsdPreviewSurface")
    surface.CreateInput("diffuseColor", sdf.ValueTypeNames.Color3f).Set(colour)
    material.CreateSurfaceOutput().ConnectToSource(surface.ConnectableAPI(), "surface")
    shade.MaterialBindingAPI.Apply(mesh.GetPrim()).Bind(material)
    return mesh.GetPath()


class Arrays(NamedTuple):
    """A frame as the instancer has it, all species one after the other."""

    ids: np.ndarray
    kinds: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    orientation: np.ndarray  # float16: i, j, k, real
    extent: np.ndarray
    columns: dict[str, np.ndarray]


def joined(arrays):
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def memory_of(array):
    return np.asarray(array).ctypes.data


class Samples:
    """Time samples from arrays of numpy. FromNumpy converts each number by itself, which takes six times as long as a copy of
    the bytes; and memory that the system has to clear first takes as long again."""

    def __init__(self):
        self.set, self.spare = [], {}

    def __call__(self, attribute, kind, values, code):
        spare = self.spare.get((kind, len(values)))
        array = spare.pop() if spare else kind(len(values))
        view = np.asarray(array)
        if view.shape == values.shape and view.dtype == values.dtype and view.ctypes.data == memory_of(array):  # no copy
            ctypes.memmove(view.ctypes.data, np.ascontiguousarray(values).ctypes.data, values.nbytes)
            self.set.append((attribute, code, array))
        else:
            array = kind.FromNumpy(values)
        attribute.Set(array, code)

    def saved(self):
        """What usd-core now has in the file alone is free."""
        self.spare = {}
        for attribute, code, array in self.set:
            if memory_of(attribute.Get(code)) != memory_of(array):
                self.spare.setdefault((type(array), len(array)), []).append(array)
        self.set = []


def arrays_of(trajectory, k, per_second, size):
    species = trajectory.frame(k).species
    position, velocity = joined([s.position for s in species]), joined([s.velocity for s in species])
    like = species[0].columns
    columns = {name: joined([s.columns.get(name, np.zeros((len(s.id), *like[name].shape[1:]), like[name].dtype)) for s in species])
               for name in trajectory.columns if name != "species"}
    turned = np.empty((len(velocity), 4), np.float16)
    _murmur.orientations(velocity, turned.view(np.uint16))
    corners = [[axis.min() - size for axis in position.T], [axis.max() + size for axis in position.T]] if len(position) else []
    return Arrays(joined([s.id for s in species]), joined([trajectory.type_ids(s) for s in species]), position,
                  velocity * np.float32(per_second), turned, np.array(corners, np.float32), columns)


def begin(geometry, sdf, vt, stage, trajectory, size, points):
    """What does not change with time."""
    run = trajectory.text("run")
    stage.SetMetadata("comment", f"A flock of murmur, run {run}")
    stage.GetRootLayer().customLayerData = {"murmur:run": run, "murmur:scenario": trajectory.text("scenario")}
    geometry.SetStageUpAxis(stage, geometry.Tokens.z)
    geometry.SetStageMetersPerUnit(stage, 1.0)
    stage.SetDefaultPrim(geometry.Xform.Define(stage, "/flock").GetPrim())
    if points:
        flock = geometry.Points.Define(stage, "/flock/points")
        flock.CreateWidthsAttr([size / 2])
        flock.SetWidthsInterpolation(geometry.Tokens.constant)
        return flock
    flock = geometry.PointInstancer.Define(stage, "/flock/instances")
    flock.CreatePrototypesRel().SetTargets([
        bird(geometry, sdf, vt, stage, f"/flock/instances/prototypes/{name}", size, colour)
        for name, colour in prototypes(trajectory).items()])
    return flock


def write(trajectory, part, target, frames, fps, size, points):
    usd = needed("pxr.Usd", "usd-core", "a .usdc file")
    geometry, sdf, vt = (needed(f"pxr.{name}", "usd-core", "a .usdc file") for name in ("UsdGeom", "Sdf", "Vt"))
    size = float(trajectory.size[0].max() / 200 if size is None else size)
    stage = usd.Stage.CreateNew(part)
    flock = begin(geometry, sdf, vt, stage, trajectory, size, points)
    codes, per_second = time_codes(trajectory, fps)
    stage.SetTimeCodesPerSecond(fps)
    stage.SetFramesPerSecond(fps)
    stage.SetStartTimeCode(codes[0])
    stage.SetEndTimeCode(codes[-1])
    types = sdf.ValueTypeNames
    vectors, real, whole = (vt.Vec3fArray, types.Float3Array), (vt.FloatArray, types.FloatArray), (vt.IntArray, types.IntArray)
    primvar = lambda name, kind: geometry.PrimvarsAPI(flock).CreatePrimvar(name, kind, geometry.Tokens.vertex)
    if points:
        places, turned, kinds = flock.CreatePointsAttr(), primvar("orient", types.QuathArray), primvar("species", types.IntArray)
    else:
        places, turned, kinds = flock.CreatePositionsAttr(), flock.CreateOrientationsAttr(), flock.CreateProtoIndicesAttr()
    before = before_kinds = np.empty(0, np.int32)
    sample, unsaved = Samples(), 0
    with ThreadPoolExecutor(1) as ahead:  # reads the next frame while usd-core writes this one
        following = ahead.submit(arrays_of, trajectory, 0, per_second[0], size)
        for k in frames:
            now, code = following.result(), codes[k]
            if k + 1 < len(codes):
                following = ahead.submit(arrays_of, trajectory, k + 1, per_second[k + 1], size)
            if k == 0 or not np.array_equal(now.ids, before):  # a time sample holds until the next one
                flock.CreateIdsAttr().Set(vt.Int64Array.FromNumpy(now.ids.astype(np.int64)), code)
                if points:  # Blender reads primvars, and not ids
                    sample(primvar("id", types.IntArray), vt.IntArray, now.ids, code)
                before = now.ids
            if k == 0 or not np.array_equal(now.kinds, before_kinds):
                sample(kinds, vt.IntArray, now.kinds, code)
                before_kinds = now.kinds
            sample(places, vt.Vec3fArray, now.position, code)
            sample(flock.CreateVelocitiesAttr(), vt.Vec3fArray, now.velocity, code)
            sample(turned, vt.QuathArray, now.orientation, code)
            if len(now.ids):
                flock.CreateExtentAttr().Set(vt.Vec3fArray.FromNumpy(now.extent), code)
            for name, values in now.columns.items():
                number = np.float32 if values.dtype.kind == "f" else np.int32
                array, kind = vectors if values.ndim == 2 else real if number is np.float32 else whole
                sample(primvar(name, kind), array, values.astype(number), code)
            unsaved += sum(values.nbytes for values in (now.ids, now.position, now.velocity, now.orientation, *now.columns.values()))
            if unsaved >= UNSAVED or k + 1 == len(codes):
                save(stage, target)
                sample.saved()
                unsaved = 0


def save(stage, target):
    tf = needed("pxr.Tf", "usd-core", "a .usdc file")
    try:
        stage.GetRootLayer().Save()
    except tf.ErrorException as fault:
        reason = re.search(r": '(.*)'", str(fault))
        raise OSError(f"{target}: cannot be written: {reason[1] if reason else fault}") from None


def time_codes(trajectory, fps):
    """A time code for each frame, 0, 1, 2, … where the frames are equally far apart; and by how much the velocities of each, per unit
    time, are to be multiplied to be per second of the film."""
    step = trajectory.step.astype(float)
    if len(step) == 1:
        return [0.0], [fps]
    codes, ways = (step - step[0]) / (step[1] - step[0]), np.diff(trajectory.time)
    per_second = (ways / np.diff(codes) * fps).tolist()
    return codes.tolist(), [*per_second, per_second[-1]]
