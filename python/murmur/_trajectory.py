"""Reads trajectories that `murmur run --trajectory F.h5` wrote (docs/trajectories.md), a frame at a time."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

OTHERS = ("position", "velocity", "id", "box")  # elements of a group that are no columns
NONE = 2**32 - 1  # an index of a frame in which boids had none yet
TAKEN = (*OTHERS, "orient", "time")  # names that exports have for other numbers


class Species(NamedTuple):
    """Boids or predators of a frame."""

    name: str
    id: np.ndarray
    """(N,) int32; predator k is -1 - k, as in state CSV"""
    position: np.ndarray
    """(N, 3) float32; z is 0 in 2D"""
    velocity: np.ndarray
    columns: dict[str, np.ndarray]


class Frame(NamedTuple):
    step: int
    time: float
    size: tuple[float, ...]
    species: list[Species]


def needed(module: str, package: str, what: str):
    """An optional package."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError as fault:
        raise ModuleNotFoundError(f"{what} needs the package {package}: pip install {package} ({fault})", name=module) from None


def text_of(value) -> str:
    """An attribute of HDF5."""
    return value.decode() if isinstance(value, bytes) else str(value)


def columns_of(boids) -> dict[str, str]:
    """What boids keep beside place and velocity: the element of each column, by the name that the file gives it, as those of rules of
    one's own, and else by the element's own."""
    found: dict[str, str] = {}
    for element in boids:
        if element not in OTHERS and "value" in boids[element]:
            name = text_of(boids[element].attrs.get("name", element))
            taken = name != element and (name in TAKEN or name in boids or name in found)
            found[element if taken else name] = element
    return found


class Trajectory:
    """An open file. `kinds`: the groups that it has; `step`, `time`, `size`: a row for each frame; `columns`: elements by name."""

    def __init__(self, path: str):
        h5py = needed("h5py", "h5py", "a trajectory")
        self.path = path
        try:
            self._file = h5py.File(path, "r")
        except OSError as fault:
            raise ValueError(f"{path}: cannot be read as HDF5 ({fault}); allowed: a file of murmur run --trajectory F.h5") from None
        try:
            self._open()
        except (KeyError, ValueError, TypeError, AttributeError, OSError) as fault:
            self._file.close()
            raise ValueError(f"{path}: is damaged or is no trajectory of murmur ({fault}); allowed: a file of "
                             "murmur run --trajectory F.h5; of SLEAP, DeepLabCut and LightningPose a dataset of the package movement, of others a .csv or .npy") from None

    def _open(self):
        creator = self._file["h5md/creator"].attrs["name"]
        if text_of(creator) != "murmur":
            raise ValueError(f"its creator is {creator}")
        self.kinds = {name: self._file[f"particles/{name}"] for name in ("boids", "predators")
                      if f"particles/{name}" in self._file}
        boids = self.kinds["boids"]
        self.periodic = "periodic" in str(boids["box"].attrs["boundary"])
        self.step, self.time = boids["position/step"][:], boids["position/time"][:]
        self.size = boids["box/edges/value"][:]
        self.dimensions = self.size.shape[1]
        self.most = {name: group["id/value"].shape[1] for name, group in self.kinds.items()}
        # A predator that came with an event has no row in earlier frames.
        self.row = {name: dict(zip(group["position/step"][:].tolist(), range(len(self.step))))
                    for name, group in self.kinds.items()}
        self.columns = columns_of(boids)
        if len(self.step) == 0 or not len(self.step) == len(self.time) == len(self.size) == len(boids["position/value"]):
            raise ValueError(f"it has {len(self.step)} frames")

    @cached_property
    def types(self) -> list[str]:
        """Names of the types of particles: those of the species of boids, or `boids`, and then `predators`. `boids` are behind the species
        where a frame is older than its boids' species. A name that comes again has a - behind it."""
        names = ["boids"]
        if "species" in self.columns:
            group = self.kinds["boids"]["species"]
            enumeration = needed("h5py", "h5py", "a trajectory").check_enum_dtype(group["value"].dtype) or {}
            names = list(map(text_of, group.attrs.get("names", sorted(enumeration, key=enumeration.get))))
            found = np.unique(np.concatenate([np.unique(self._read("boids", "species", k, self._count(k))) for k in range(len(self))]))
            most = int(found[found != NONE].max(initial=0))
            names += [str(index) for index in range(len(names), most + 1)]  # species that came with an event
            if NONE in found:
                names.append("boids")
        types: list[str] = []
        for name in [*names, *list(self.kinds)[1:]]:
            while name in types:
                name += "-"
            types.append(name)
        return types

    def type_ids(self, species: Species) -> np.ndarray:
        """(N,) int32, the indices of their types."""
        last = len(self.types) - 1
        if "species" in species.columns:
            indices = species.columns["species"]
            return np.where(indices == NONE, last - len(self.kinds) + 1, indices).astype(np.int32)
        return np.full(len(species.id), last if species.name == "predators" else 0, np.int32)

    def _count(self, k: int) -> int:
        """Boids of a frame."""
        ids = self.ids("boids", k)
        return 0 if ids is None else len(ids)

    def text(self, name: str) -> str:
        """/parameters/name, or nothing."""
        value = self._file.get(f"parameters/{name}")
        return "" if value is None else value.asstr()[()]

    def __len__(self) -> int:
        return len(self.step)

    def _read(self, name: str, element: str, k: int, count: int | None = None) -> np.ndarray:
        try:
            return self.kinds[name][element]["value"][self.row[name][int(self.step[k])], :count]
        except OSError as fault:
            raise ValueError(f"{self.path}: the frame of step {self.step[k]} cannot be read: the file is damaged ({fault})") from None

    def ids(self, name: str, k: int) -> np.ndarray | None:
        """(N,) of the boids that frame k has; None: it has no such species."""
        if int(self.step[k]) not in self.row[name]:
            return None
        ids = self._read(name, "id", k)
        count = int((ids >= 0).sum())
        if (ids[:count] < 0).any():
            raise ValueError(f"{self.path}: the frame of step {self.step[k]} has rows without a boid between others; "
                             "allowed: after the last boid")
        return ids[:count]

    def frame(self, k: int) -> Frame:
        species = [self._species(name, k, ids) for name in self.kinds if (ids := self.ids(name, k)) is not None]
        return Frame(int(self.step[k]), float(self.time[k]), tuple(map(float, self.size[k])), species)

    def _species(self, name: str, k: int, ids: np.ndarray) -> Species:
        def rows(element):
            values = self._read(name, element, k, len(ids))
            if values.ndim == 1 or values.shape[1] == 3 and values.dtype == np.float32:
                return values
            return np.pad(values.astype(np.float32, copy=False), ((0, 0), (0, 3 - self.dimensions)))

        columns = {column: rows(element) for column, element in self.columns.items() if element in self.kinds[name]}
        return Species(name, ids if name == "boids" else -1 - ids, rows("position"), rows("velocity"), columns)

    def close(self):
        self._file.close()

    def __enter__(self) -> Trajectory:
        return self

    def __exit__(self, *fault) -> None:
        self.close()
