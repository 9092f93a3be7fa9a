"""The peers with their packages and devices, and the sentence for one that cannot be measured."""

import importlib.metadata
from dataclasses import dataclass


@dataclass(frozen=True)
class Contestant:
    title: str
    package: str
    devices: tuple[str, ...]

    def version(self) -> str | None:
        try:
            return importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return None


MURMUR = "murmur"
PEERS = {  # NAME is in peer_NAME.py: a class Peer with advance(steps), which waits for the device, and result()
    "numba": Contestant("numba", "numba", ("cpu",)),
    "taichi": Contestant("Taichi", "taichi", ("cpu", "cuda")),
    "warp": Contestant("Warp", "warp-lang", ("cpu", "cuda")),
    "jax": Contestant("JAX, sorted runs", "jax", ("cpu", "cuda")),
    "jax_cells": Contestant("JAX, padded cells", "jax", ("cpu", "cuda")),
    "scipy": Contestant("scipy KD-tree", "scipy", ("cpu",)),
    "mesa": Contestant("Mesa", "mesa", ("cpu",)),
}


def why_not(name: str, device: str) -> str | None:
    peer = PEERS[name]
    if device not in peer.devices:
        return f"it has no device {device}"
    if peer.version() is None:
        return f"{peer.package} is not installed"
    return None
