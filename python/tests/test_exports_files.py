"""What an export leaves beside and behind its name, and velocities in films whose time step changes."""

import importlib.util
import os

import murmur
import numpy as np
import pytest

h5py = pytest.importorskip("h5py", reason="trajectories need h5py")


def test_what_a_killed_export_left(small):
    left = [small.with_name(f"t.murmur-{process}.part.xmf") for process in (2**22 + 1, os.getpid(), "x", 2**70)]
    others = [small.with_name("u.murmur-4194305.part.xmf"), small.with_name("t.murmur-4194305.part.gsd")]
    for path in (*left, *others):
        path.write_text("")
    murmur.export(small, small.with_name("t.xmf"))
    assert [path.exists() for path in (*left, *others)] == [False, False, True, False, True, True]  # that of this process was its own


def test_a_link_stays(small):
    folder = small.with_name("elsewhere")
    folder.mkdir()
    small.with_name("t.xmf").symlink_to(folder / "kept.xmf")
    murmur.export(small, small.with_name("t.xmf"))
    murmur.export(small, small.with_name("t.xmf"), overwrite=True)
    assert small.with_name("t.xmf").is_symlink() and (folder / "kept.xmf").stat().st_size > 100 and len(list(folder.iterdir())) == 1


def test_the_mode_of_files(small):
    small.with_name("plain").touch()
    for package, name in (("gsd.hoomd", "t.gsd"), ("pxr.Usd", "t.usdc"), ("h5py", "t.xmf")):
        if package != "h5py" and importlib.util.find_spec(package.split(".")[0]) is None:
            continue
        murmur.export(small, small.with_name(name))
        assert small.with_name(name).stat().st_mode == small.with_name("plain").stat().st_mode, name


def test_velocities_in_usd_where_the_time_step_changes(small):
    usd, geometry = pytest.importorskip("pxr.Usd"), pytest.importorskip("pxr.UsdGeom")
    with h5py.File(small, "r+") as file:
        boids = file["particles/boids"]
        for name, values in {"position/step": [0, 10, 20], "position/time": [0.0, 5.0, 7.5], "velocity/value": np.ones((3, 4, 3), np.float32),
                             "position/value": np.ones((3, 4, 3), np.float32), "id/value": np.tile(np.arange(4, dtype=np.int32), (3, 1)),
                             "box/edges/value": np.full((3, 3), 50.0)}.items():
            del boids[name]
            boids[name] = values
    murmur.export(small, small.with_name("t.usdc"), fps=24)
    stage = usd.Stage.Open(str(small.with_name("t.usdc")))
    flock = geometry.PointInstancer(stage.GetPrimAtPath("/flock/instances"))
    assert [flock.GetVelocitiesAttr().Get(k)[0][0] for k in range(3)] == [120, 60, 60]
