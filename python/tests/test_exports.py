"""Trajectories as USD, GSD and XDMF, opened by the packages of the programs that read them. `./dev exports` has them all."""

import contextlib
import io
import re
import resource
import shutil
import subprocess
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import murmur
import numpy as np
import pytest
from conftest import SOURCES, command

h5py = pytest.importorskip("h5py", reason="trajectories need h5py")

# Boids that come and go, predators, alignments, targets, species that change; in 2D and 3D, periodic or not.
FLOCKS = {
    "plane": 'preset = "murmuration"\nboids = 300\n[[event]]\nstep = 7\nkind = "add"\nat = [400.0, 300.0]\ncount = 50\n'
             '[[event]]\nstep = 12\nkind = "remove"\ncount = 120\n',
    "hunted": 'preset = "book"\nboids = 200\n[[predator]]\nmax_speed = 4.0\n[[predator]]\nmax_speed = 3.0\n',
    "turning": 'preset = "starlings-turn"\nboids = 150\n',
    "mixed": 'preset = "benchmark"\nboids = 240\n[[predator]]\n[[species]]\nname = "prey"\n[[species]]\nname = "hunters-1"\nshare = 0.2\n'
             'colour = "#ff8000"\n[[species]]\n[[event]]\nstep = 7\nkind = "convert"\nat = [100.0, 100.0]\nfrom = "prey"\nto = "2"\n'
             'radius = 150.0\n[[event]]\nstep = 12\nkind = "add"\nat = [60.0, 80.0]\ncount = 50\n',
    "rules": 'preset = "book"\nboids = 90\n[[predator]]\n[[rule]]\nstate.hunger = { start = 5.0, next = "hunger + 1" }\nstate.orient = 7.0\nadd = "v * 0"\n',
    "path": (SOURCES / "scenarios" / "goal.toml").read_text(),
}


@pytest.fixture(scope="session", params=FLOCKS)
def flown(request, program, tmp_path_factory):
    """A trajectory of 5 frames."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "flock.toml").write_text(FLOCKS[request.param])
    subprocess.run([program, "run", folder / "flock.toml", "--steps", "20", "--trajectory", folder / "t.h5",
                    "--trajectory-every", "5"], check=True, capture_output=True)
    return folder / "t.h5"


def kind_names(path):
    with h5py.File(path) as file:
        boids = file["particles/boids"]
        names = h5py.check_enum_dtype(boids["species/value"].dtype) if "species" in boids else ["boids"]
        return [*names, *(["predators"] if "predators" in file["particles"] else [])]


def frames(path):
    """What the file says, read anew with h5py: step, time, size, and of all species ids, kinds, places and velocities in 3D."""
    with h5py.File(path) as file:
        groups = file["particles"]
        for k, step in enumerate(groups["boids/position/step"]):
            found = []
            for kind, name in enumerate(n for n in ("boids", "predators") if n in groups):
                ids = groups[name]["id/value"][k]
                here, deep = ids >= 0, lambda values: np.pad(values, ((0, 0), (0, 3 - values.shape[1])))
                species = groups[name]["species/value"][k][here].astype(int) if "species" in groups[name] else \
                    np.full(here.sum(), 0 if kind == 0 else len(kind_names(path)) - 1)
                found.append((ids[here] if kind == 0 else -1 - ids[here], species,
                              *(deep(groups[name][f"{what}/value"][k][here]) for what in ("position", "velocity"))))
            columns = {shown(c, groups["boids"][c]): groups["boids"][c]["value"][k][groups["boids/id/value"][k] >= 0]
                       for c in groups["boids"] if c not in ("position", "velocity", "id", "box")}
            yield (int(step), float(groups["boids/position/time"][k]), groups["boids/box/edges/value"][k],
                   *map(np.concatenate, zip(*found)), columns)


def shown(column, group):
    """A number of rules has the name that the file gives it, but for one that exports have for another."""
    name = group.attrs.get("name", column.encode()).decode()
    return column if name == "orient" else name


def plain(mine, values):
    """Without the third component of a flock in 2D."""
    return mine[:, :values.shape[1]] if values.ndim == 2 else mine


def test_gsd(flown, tmp_path):
    hoomd = pytest.importorskip("gsd.hoomd")
    murmur.export(flown, tmp_path / "t.gsd")
    with hoomd.open(tmp_path / "t.gsd") as file:
        wanted = list(frames(flown))
        assert len(file) == len(wanted) == 5
        for one, (step, time, size, ids, kinds, position, velocity, columns) in zip(file, wanted):
            one.validate()
            edges = np.array([*size, 0.0][:3])
            assert one.configuration.step == step and one.log["time"] == time
            assert one.configuration.dimensions == len(size)
            assert np.array_equal(one.configuration.box, np.float32([*edges, 0, 0, 0]))
            assert one.particles.N == len(ids) and one.particles.types == kind_names(flown)
            assert np.array_equal(one.log["particles/id"], ids) and np.array_equal(one.particles.typeid, kinds)
            assert np.array_equal(one.particles.position, (position - edges / 2).astype(np.float32))
            assert np.array_equal(one.particles.velocity, velocity)
            boids = (ids >= 0).sum()
            assert "particles/species" not in one.log  # it is the type
            columns.pop("species", None)
            for name, values in columns.items():
                mine = one.log[f"particles/{name}"]
                assert len(mine) == len(ids) and np.array_equal(plain(mine[:boids], values), values)


@pytest.mark.parametrize("flown", ["plane"], indirect=True)  # in a periodic world
def test_freud(flown, tmp_path):
    hoomd, freud = pytest.importorskip("gsd.hoomd"), pytest.importorskip("freud")
    murmur.export(flown, tmp_path / "t.gsd")
    with hoomd.open(tmp_path / "t.gsd") as file:
        last = file[-1]
        found = freud.locality.AABBQuery.from_system(last).query(last.particles.position, {"r_max": 40, "exclude_ii": True})
        pairs = found.toNeighborList()
    _, _, size, ids, _, position, _, _ = list(frames(flown))[-1]
    flock = murmur.Flock.from_arrays(position[:, :2], np.zeros((len(ids), 2)), {"preset": "murmuration", "boids": len(ids),
                                     "world": {"size": size.tolist()}, "rules": {"radius": 40}})
    mine = {(i, int(j)) for i, near in enumerate(flock.neighbours()) for j in near}
    assert mine == {(int(i), int(j)) for i, j in zip(pairs.query_point_indices, pairs.point_indices)} and len(mine) > 100


def test_vtk(flown, tmp_path):
    vtk = pytest.importorskip("vtk")
    from vtkmodules.util.numpy_support import vtk_to_numpy
    (tmp_path / "scenes").mkdir()
    murmur.export(flown, tmp_path / "scenes" / "t.xmf")
    reader = vtk.vtkXdmfReader()
    reader.SetFileName(str(tmp_path / "scenes" / "t.xmf"))
    reader.UpdateInformation()
    steps = reader.GetOutputInformation(0).Get(vtk.vtkStreamingDemandDrivenPipeline.TIME_STEPS())
    wanted = list(frames(flown))
    assert list(steps) == [time for _, time, *_ in wanted]
    for _, time, _, ids, kinds, position, velocity, columns in wanted:
        reader.UpdateTimeStep(time)
        blocks, found = [], reader.GetOutputDataObject(0)
        walk = found.NewIterator()
        while not walk.IsDoneWithTraversal():
            blocks.append(walk.GetCurrentDataObject())
            walk.GoToNextItem()
        assert len(blocks) == 1 + ("predators" in kind_names(flown))
        data = lambda block, name: vtk_to_numpy(block.GetPointData().GetArray(name))
        assert np.array_equal(np.concatenate([vtk_to_numpy(b.GetPoints().GetData()) for b in blocks]), position)
        assert np.array_equal(np.concatenate([data(b, "velocity") for b in blocks]), velocity)
        assert np.array_equal(data(blocks[0], "id"), ids[ids >= 0])
        for name, values in columns.items():
            assert np.array_equal(plain(data(blocks[0], name), values), values)


def test_usd(flown, tmp_path):
    usd, geometry = pytest.importorskip("pxr.Usd"), pytest.importorskip("pxr.UsdGeom")
    murmur.export(flown, tmp_path / "t.usdc", fps=30)
    stage = usd.Stage.Open(str(tmp_path / "t.usdc"))
    assert geometry.GetStageUpAxis(stage) == "Z" and geometry.GetStageMetersPerUnit(stage) == 1
    assert (stage.GetTimeCodesPerSecond(), stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (30, 0, 4)
    layer = stage.GetRootLayer().customLayerData
    with h5py.File(flown) as file:
        assert layer["murmur:run"] == file["parameters/run"].asstr()[()]
        assert layer["murmur:scenario"] == file["parameters/scenario"].asstr()[()]
    flock = geometry.PointInstancer(stage.GetPrimAtPath("/flock/instances"))
    wanted = list(frames(flown))
    between = wanted[1][1] - wanted[0][1]
    for code, (_, _, _, ids, kinds, position, velocity, columns) in enumerate(wanted):
        read = lambda attribute: np.array(attribute.Get(code))
        assert np.array_equal(read(flock.GetIdsAttr()), ids) and np.array_equal(read(flock.GetProtoIndicesAttr()), kinds)
        assert np.array_equal(read(flock.GetPositionsAttr()), position)
        assert np.array_equal(read(flock.GetVelocitiesAttr()), velocity * np.float32(between * 30))
        columns.pop("species", None)  # it is the index of the prototype
        for name, values in columns.items():
            mine = np.array(geometry.PrimvarsAPI(flock).GetPrimvar(name).Get(code))[:(ids >= 0).sum()]
            assert np.array_equal(plain(mine, values), values)
        # As a renderer sees it: place and direction of each instance; halves of orientations have 11 bits.
        matrices = np.array(flock.ComputeInstanceTransformsAtTime(code, code, geometry.PointInstancer.ExcludeProtoXform))
        assert np.allclose(matrices[:, 3, :3], position)
        speed = np.linalg.norm(velocity, axis=1, keepdims=True)
        assert np.abs((matrices[:, 0, :3] - velocity / speed)[speed[:, 0] > 0]).max() < 4e-3
        assert (matrices[:, 2, 2] > -4e-3).all() and np.abs(matrices[:, 1, 2]).max() < 4e-3  # neither upside down nor rolled
        low, high = np.array(flock.GetExtentAttr().Get(code))
        assert (low < position.min(axis=0)).all() and (high > position.max(axis=0)).all()
    names = [p.name for p in flock.GetPrototypesRel().GetTargets()]
    assert names == [{"hunters-1": "hunters_1", "2": "_2"}.get(name, name) for name in kind_names(flown)]
    meshes = [geometry.Mesh(stage.GetPrimAtPath(p)) for p in flock.GetPrototypesRel().GetTargets()]
    colours = [tuple(mesh.GetDisplayColorAttr().Get()[0]) for mesh in meshes]
    assert len(set(colours)) == len(names)
    if "hunters_1" in names:
        assert np.allclose(colours[1], (1, ((128 / 255 + 0.055) / 1.055) ** 2.4, 0), atol=1e-6)  # "#ff8000" in linear light


def test_usd_points(flown, tmp_path):
    usd, geometry = pytest.importorskip("pxr.Usd"), pytest.importorskip("pxr.UsdGeom")
    murmur.export(flown, tmp_path / "t.usd", points=True, size=2)
    stage = usd.Stage.Open(str(tmp_path / "t.usd"))
    points = geometry.Points(stage.GetPrimAtPath("/flock/points"))
    assert list(points.GetWidthsAttr().Get()) == [1]
    for code, (_, _, _, ids, kinds, position, velocity, _) in enumerate(frames(flown)):
        read = lambda attribute: np.array(attribute.Get(code))
        assert np.array_equal(read(points.GetIdsAttr()), ids) and np.array_equal(read(points.GetPointsAttr()), position)
        assert read(points.GetVelocitiesAttr()).shape == velocity.shape
        primvars = geometry.PrimvarsAPI(points)
        assert np.array_equal(read(primvars.GetPrimvar("species")), kinds) and np.array_equal(read(primvars.GetPrimvar("id")), ids)
        assert len(primvars.GetPrimvar("orient").Get(code)) == len(ids)


def turned_from_x(velocity):
    """Orientations as float32: a turn about Z by the heading, after one about Y by the climb."""
    x, y, z = velocity.T + np.float32(0)  # without -0
    level = np.sqrt(x * x + y * y)
    x, level = (np.where(level == 0, np.float32(1e-15), values) for values in (x, level))  # along +X
    half = lambda cosine, sign: (np.sqrt((1 + cosine) / 2), np.copysign(np.sqrt((1 - cosine) / 2), sign))
    (cy, sy), (cp, sp) = half(np.clip(x / level, -1, 1), y), half(np.clip(level / np.sqrt(level * level + z * z), 0, 1), -z)
    return np.column_stack((-sy * sp, cy * sp, sy * cp, cy * cp))


def test_orientations():
    """To the bit, with the directions that are near a limit; float16 has all its small numbers among them."""
    rng = np.random.default_rng(1)
    velocity = rng.standard_normal((40000, 3), dtype=np.float32)
    velocity[:27] = np.stack(np.meshgrid([0, 1, -1], [0, 1, -1], [0, 1, -1]), -1).reshape(-1, 3)
    velocity[27:30] = [[-0.0, -0.0, -0.0], [-1, -0.0, 1], [1e-30, -1e-30, 1]]
    velocity[1000:20000, 1] *= np.float32(10) ** rng.uniform(-8, 0, 19000).astype(np.float32)
    velocity[10000:30000, 2] *= np.float32(10) ** rng.uniform(-8, 0, 20000).astype(np.float32)
    turned = np.empty((len(velocity), 4), np.float16)
    murmur._murmur.orientations(velocity, turned.view(np.uint16))
    wanted = turned_from_x(velocity).astype(np.float16)
    assert np.array_equal(turned.view(np.uint16), wanted.view(np.uint16))
    assert (np.abs(wanted[wanted != 0]) < 2.0**-14).sum() > 1000
    with pytest.raises(ValueError, match="not a quaternion for each velocity"):
        murmur._murmur.orientations(velocity, turned[1:].view(np.uint16))


def long_trajectory(path, boids=50, frames=300):
    with h5py.File(path, "w") as file:
        file.create_group("h5md/creator").attrs["name"] = "murmur"
        file["parameters/run"], file["parameters/scenario"] = "r1", ""
        group, rng = file.create_group("particles/boids"), np.random.default_rng(1)
        group["position/step"], group["position/time"] = np.arange(frames), np.arange(frames) * 1.0
        for name in ("position", "velocity"):
            group[f"{name}/value"] = rng.standard_normal((frames, boids, 3), dtype=np.float32)
        ids = np.tile(np.arange(boids, dtype=np.int32), (frames, 1))
        ids[frames // 3:, boids - 20:] = -1  # 20 left
        group["id/value"] = ids
        group["box/edges/value"] = np.full((frames, 3), 50.0)
        group["box"].attrs["boundary"] = ["none"] * 3


def samples(path):
    """All time samples of a layer, as bytes."""
    layer = pytest.importorskip("pxr.Sdf").Layer.OpenAsAnonymous(str(path))
    names = []
    layer.Traverse("/", lambda name: names.append(name) if layer.ListTimeSamplesForPath(name) else None)
    return {(str(name), code): np.asarray(layer.QueryTimeSample(name, code)).tobytes()
            for name in names for code in layer.ListTimeSamplesForPath(name)}


def test_usd_saves_now_and_then(tmp_path, monkeypatch):
    """A file is the same however often it is saved: memory that is used again has no numbers of another frame. And it has few tables."""
    pytest.importorskip("pxr.Usd")
    long_trajectory(tmp_path / "t.h5")
    murmur.export(tmp_path / "t.h5", tmp_path / "once.usdc")
    wanted = samples(tmp_path / "once.usdc")
    with h5py.File(tmp_path / "t.h5") as file:
        for k, position in enumerate(file["particles/boids/position/value"]):
            assert wanted["/flock/instances.positions", k] == position[:50 if k < 100 else 30].tobytes()
    for name, unsaved in (("each", 1), ("some", 10000)):
        monkeypatch.setattr(murmur._usd, "UNSAVED", unsaved)
        murmur.export(tmp_path / "t.h5", tmp_path / f"{name}.usdc")
        assert samples(tmp_path / f"{name}.usdc") == wanted
    assert (tmp_path / "once.usdc").stat().st_size < 1.5 * sum(map(len, wanted.values()))


def test_xdmf_names_the_file(flown, tmp_path):
    murmur.export(flown, tmp_path / "t.xmf")
    root = ElementTree.parse(tmp_path / "t.xmf").getroot()
    named = {item.text.split(":")[0] for item in root.iter("DataItem") if item.get("Format") == "HDF"}
    assert len(named) == 1 and (tmp_path / named.pop()).resolve() == flown.resolve()


def test_the_command(small):
    target = small.with_name("t.xmf")
    assert command("export", small, target) == (0, "")
    before = target.read_bytes()
    code, said = command("export", small, target)
    assert code == 2 and "is kept" in said and said.count("\n") == 1 and target.read_bytes() == before
    assert command("export", small, target, "--overwrite") == (0, "")
    assert sorted(p.name for p in small.parent.iterdir()) == ["t.h5", "t.xmf"]


def cut(path):
    path.write_bytes(path.read_bytes()[:2000])


def another(path):
    with h5py.File(path, "r+") as file:
        file["h5md/creator"].attrs["name"] = "lammps"


def without(name):
    def change(path):
        with h5py.File(path, "r+") as file:
            del file[name]
    return change


def holes(path):
    with h5py.File(path, "r+") as file:
        file["particles/boids/id/value"][1, 1] = -1


def garbage(path):
    """In the ids of the last frame, which are compressed."""
    with h5py.File(path, "r+") as file:
        boids = file["particles/boids/id"]
        del boids["value"]
        boids.create_dataset("value", data=np.tile(np.arange(4, dtype=np.int32), (2, 1)), chunks=(1, 4), compression=1)
        chunk = boids["value"].id.get_chunk_info(1)
    with path.open("r+b") as file:
        file.seek(chunk.byte_offset)
        file.write(b"\xff" * chunk.size)


@pytest.mark.parametrize("damage, target, words", [
    (garbage, "t.xmf", "the frame of step 10 cannot be read: the file is damaged"),
    (cut, "t.xmf", "cannot be read as HDF5"),
    (lambda path: path.write_text("hello"), "t.xmf", "cannot be read as HDF5"),
    (another, "t.xmf", "no trajectory of murmur.*creator is lammps"),
    (without("h5md"), "t.xmf", "no trajectory of murmur"),
    (without("particles/boids/position/step"), "t.xmf", "is damaged"),
    (without("particles/boids/id"), "t.xmf", "is damaged"),
    (holes, "t.xmf", "step 10 has rows without a boid"),
    (lambda path: path.unlink(), "t.xmf", "No such file"),
    (lambda path: None, "t.obj", r"format '\.obj' is not known; allowed: \.usdc"),
    (lambda path: None, "no-folder/t.xmf", "cannot write .*t.xmf: the folder .*no-folder does not exist; make it first"),
])
def test_faults(small, damage, target, words):
    damage(small)
    there = sorted(small.parent.iterdir())
    code, said = command("export", small, small.parent / target)
    assert code != 0 and said.startswith("murmur export: ") and said.count("\n") == 1, said
    assert re.search(words, said), said
    assert sorted(small.parent.iterdir()) == there


def test_a_disk_that_is_full(small, monkeypatch):
    pytest.importorskip("pxr.Usd")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))  # Python ignores the signal
    try:
        code, said = command("export", small, small.with_name("t.usdc"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert code == 1 and "File too large" in said and said.count("\n") == 1
    assert [p.name for p in small.parent.iterdir()] == ["t.h5"]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100))
    with pytest.raises(OSError, match="takes up to .* MB, and the disk has 0.000 MB left"):
        murmur.export(small, small.with_name("t.usdc"))


def test_arguments(small):
    with pytest.raises(ValueError, match="fps: 0.0 is not allowed"):
        murmur.export(small, small.with_name("t.usdc"), fps=0)
    with pytest.raises(ValueError, match="size: -1.0"):
        murmur.export(small, small.with_name("t.usdc"), size=-1)


def test_a_bar(small):
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        murmur.export(small, small.with_name("t.xmf"), progress=True)
    assert "1 of 2 frames" in said.getvalue() and said.getvalue().endswith("\r\033[K")


def test_a_missing_package_is_named(small, monkeypatch):
    monkeypatch.setitem(sys.modules, "gsd.hoomd", None)
    with pytest.raises(ModuleNotFoundError, match="pip install gsd"):
        murmur.export(small, small.with_name("t.gsd"))
    assert [p.name for p in small.parent.iterdir()] == ["t.h5"]
