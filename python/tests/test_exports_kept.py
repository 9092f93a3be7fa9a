"""Exports of numbers that rules keep, and of species that begin later, opened by the packages of the programs that read them."""

from xml.etree import ElementTree

import murmur
import numpy as np
import pytest

h5py = pytest.importorskip("h5py", reason="trajectories need h5py")


@pytest.fixture
def kept(small):
    """Boids that keep numbers of rules, one with a name that exports have for another number, and a species in the second frame alone."""
    with h5py.File(small, "r+") as file:
        del file["parameters/scenario"]
        file["parameters/scenario"] = 'preset = "book"\n[[species]]\nname = "prey"\n[[species]]\nname = "late"\n'
        boids, predators = file["particles/boids"], file.create_group("particles/predators")
        for element, name, values in (("state0", "hunger", np.arange(8)), ("state1", "orient", np.arange(8) / 4), ("state2", None, np.arange(8) * 2)):
            boids[f"{element}/value"] = values.reshape(2, 4).astype(np.float32)
            if name:
                boids[element].attrs["name"] = name
        boids["mood/value"] = np.arange(8, dtype=np.uint32).reshape(2, 4)  # a column that no exporter knows
        boids["wish/value"] = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
        boids["species/value"] = np.array([[2**32 - 1] * 4, [0, 1, 1, 0]], np.uint32)
        boids["species"].attrs["names"] = ["prey", "late"]
        for element in ("position", "velocity"):
            predators[f"{element}/value"] = np.ones((2, 1, 3), np.float32)
        predators["position/step"], predators["id/value"] = [0, 10], np.zeros((2, 1), np.int32)
    return small


NEW = {"mood": [4, 5, 6, 7], "wish": np.arange(12, 24).reshape(4, 3)}
KEPT = {"hunger": [4, 5, 6, 7], "state1": [1, 1.25, 1.5, 1.75], "state2": [8, 10, 12, 14]}


def test_kept_numbers_in_gsd(kept):
    hoomd = pytest.importorskip("gsd.hoomd")
    murmur.export(kept, kept.with_name("t.gsd"))
    with hoomd.open(kept.with_name("t.gsd")) as file:
        assert set(file[1].log) == {"time", "particles/id", *(f"particles/{name}" for name in (*KEPT, *NEW))}
        assert file[1].log["particles/mood"].tolist() == [*NEW["mood"], -1]
        assert np.array_equal(file[1].log["particles/wish"], [*NEW["wish"], [np.nan] * 3], equal_nan=True)
        for name, values in KEPT.items():
            assert np.array_equal(file[1].log[f"particles/{name}"], [*values, np.nan], equal_nan=True)
        assert file[0].particles.types == ["prey", "late", "boids", "predators"]
        assert [frame.particles.typeid.tolist() for frame in file] == [[2, 2, 2, 2, 3], [0, 1, 1, 0, 3]]


def test_kept_numbers_in_xdmf(kept):
    murmur.export(kept, kept.with_name("t.xmf"))
    grid = ElementTree.parse(kept.with_name("t.xmf")).getroot().findall(".//Grid[@Name='boids']")[1]
    found = {one.get("Name"): one.findall(".//DataItem[@Format='HDF']")[0].text for one in grid.findall("Attribute")}
    assert set(found) == {"velocity", "id", "species", *KEPT, *NEW} and found["hunger"].endswith(":/particles/boids/state0/value")


def test_kept_numbers_in_usd(kept):
    usd, geometry = pytest.importorskip("pxr.Usd"), pytest.importorskip("pxr.UsdGeom")
    for points in (False, True):
        target = kept.with_name(f"{points}.usdc")
        murmur.export(kept, target, points=points)
        stage = usd.Stage.Open(str(target))
        prim = stage.GetPrimAtPath("/flock/points" if points else "/flock/instances")
        for name, values in KEPT.items():
            primvar = geometry.PrimvarsAPI(prim).GetPrimvar(name)
            assert primvar.GetTypeName() == "float[]" and list(primvar.Get(1)) == [*values, 0]
        mood, wish = (geometry.PrimvarsAPI(prim).GetPrimvar(name) for name in NEW)
        assert mood.GetTypeName() == "int[]" and list(mood.Get(1)) == [*NEW["mood"], 0]
        assert wish.GetTypeName() == "float3[]" and np.array_equal(wish.Get(1), [*NEW["wish"], [0, 0, 0]])
