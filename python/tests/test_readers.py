"""Species in the files of `murmur run --trajectory` and of `murmur export`, as ASE, OVITO and MDAnalysis read them."""

import subprocess

import murmur
import numpy as np
import pytest

FLOCK = """preset = "benchmark-3d"
boids = 90
[[predator]]
[[species]]
name = "prey"
[[species]]
name = "hunters"
count = 20
[[species]]
"""


@pytest.fixture(scope="module")
def flown(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("species")
    (folder / "flock.toml").write_text(FLOCK)
    for name in ("t.xyz", "t.h5"):
        subprocess.run([program, "run", folder / "flock.toml", "--steps", "20", "--trajectory", folder / name,
                        "--output", folder / f"{name}.csv"], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def exported(flown):
    pytest.importorskip("h5py"), pytest.importorskip("gsd.hoomd")
    murmur.export(flown / "t.h5", flown / "t.gsd")
    return flown / "t.gsd"


def last(folder):
    """Places and species of the boids after the last step, from state CSV."""
    rows = np.genfromtxt(folder / "t.xyz.csv", delimiter=",", names=True)
    rows = rows[rows["id"] >= 0]
    assert len(rows) == 90 and set(rows["species"]) == {0, 1, 2} and (rows["species"] == 1).sum() == 20
    return np.stack([rows[axis] for axis in "xyz"], axis=1), rows["species"].astype(int)


def test_ase(flown):
    io = pytest.importorskip("ase.io")
    place, species = last(flown)
    atoms = io.read(flown / "t.xyz", index=-1)
    assert np.allclose(atoms.positions[:90], place)
    assert atoms.get_chemical_symbols() == [["H", "He", "Li"][k] for k in species] + ["X"]
    assert list(atoms.arrays["type"]) == [["prey", "hunters", "species-2"][k] for k in species] + ["predators"]


def check_in_ovito(path, names, order):
    """The types that OVITO gives to the boids of the last frame, in the order of ids, each with a colour of its own."""
    io = pytest.importorskip("ovito.io")
    pipeline = io.import_file(path)
    particles = pipeline.compute(pipeline.source.num_frames - 1).particles
    types = particles.particle_types
    assert [types.type_by_id(t).name for t in types[...][order(particles)]] == names
    assert len({tuple(types.type_by_id(t).color) for t in set(types[...])}) == 4


def test_xyz_in_ovito(flown):
    names = [["prey", "hunters", "species-2"][k] for k in last(flown)[1]]
    check_in_ovito(flown / "t.xyz", ["predators", *names], lambda particles: np.argsort(particles.identifiers[...]))


def test_gsd_in_ovito(flown, exported):
    names = [["prey", "hunters", "2"][k] for k in last(flown)[1]]
    check_in_ovito(exported, [*names, "predators"], lambda particles: np.arange(91))


def test_h5md_in_mdanalysis(flown):
    analysis, h5py = pytest.importorskip("MDAnalysis"), pytest.importorskip("h5py")
    place, species = last(flown)
    with h5py.File(flown / "t.h5") as file:
        dataset = file["particles/boids/species/value"]
        names = {number: name for name, number in h5py.check_enum_dtype(dataset.dtype).items()}
        types = [names[number] for number in dataset[0]]
    flock = analysis.Universe.empty(90, trajectory=True, velocities=True)
    flock.add_TopologyAttr("types", types)
    flock.load_new(str(flown / "t.h5"), format="H5MD", convert_units=False)
    flock.trajectory[-1]
    hunters = flock.select_atoms("type hunters")
    assert np.array_equal(hunters.positions, place[species == 1].astype(np.float32))


def test_gsd_in_mdanalysis(flown, exported):
    atoms = pytest.importorskip("MDAnalysis").Universe(str(exported)).atoms
    assert list(atoms.types) == [["prey", "hunters", "2"][k] for k in last(flown)[1]] + ["predators"]
