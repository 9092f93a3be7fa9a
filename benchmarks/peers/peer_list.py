"""The peers with their packages and devices, and the sentence for one that cannot be measured."""

import importlib.metadata
from dataclasses import dataclass


@dataclass(frozen=True)
class Peer:
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
    "numba": Peer("numba", "numba", ("cpu",)),
    "taichi": Peer("Taichi", "taichi", ("cpu", "cuda")),
    "warp": Peer("Warp", "warp-lang", ("cpu", "cuda")),
    "cupy": Peer("CuPy", "cupy-cuda13x", ("cuda",)),
    "jax": Peer("JAX, sorted runs", "jax", ("cpu", "cuda")),
    "jax_cells": Peer("JAX, padded cells", "jax", ("cpu", "cuda")),
    "scipy": Peer("scipy KD-tree", "scipy", ("cpu",)),
    "mesa": Peer("Mesa", "mesa", ("cpu",)),
}


def why_not(name: str, device: str) -> str | None:
    peer = PEERS[name]
    if device not in peer.devices:
        return f"it has no device {device}"
    if peer.version() is None:
        return f"{peer.package} is not installed"
    return None
