"""What all peers share: the numbers of the preset `benchmark`, the flock at the start, and the check of positions."""

from dataclasses import dataclass

import numpy as np

RADIUS, SEPARATION_RADIUS, MAX_SPEED, LIMIT = 50.0, 25.0, 2.0, 0.03
NEIGHBOURS = 20  # mean number within RADIUS at the uniform start

CHECKED = (1, 10)  # after these steps positions are compared with murmur's
FAR, FAR_SHARE = 0.01, 1e-3  # at most this share of the boids may be farther than FAR from murmur's place


@dataclass(frozen=True)
class Flock:
    """The start: (N, 2) float32 arrays by id in a square world whose borders are joined."""

    position: np.ndarray
    velocity: np.ndarray
    size: float  # side of the world
    device: str  # cpu | cuda
    threads: int

    @property
    def boids(self) -> int:
        return len(self.position)

    @property
    def cells(self) -> int:
        """Cells along a side, each a little wider than RADIUS, so that rounding loses no neighbour."""
        return int(self.size / (1.001 * RADIUS))


def world_size(boids: int) -> float:
    """The side at which `boids` spread uniformly have NEIGHBOURS others within RADIUS, rounded to float32."""
    return float(np.float32(np.sqrt(boids * np.pi * RADIUS**2 / NEIGHBOURS)))


def distances(position: np.ndarray, right: np.ndarray, size: float) -> np.ndarray:
    """Per boid, the larger of its differences along an axis, across the border where that is shorter; nan is far."""
    apart = np.abs(position.astype(np.float64) - right)
    return np.nan_to_num(np.minimum(apart, size - apart), nan=size).max(axis=1)


def compare(position: np.ndarray, right: np.ndarray, size: float) -> dict:
    """The largest distance, and the share of boids that are far. In a large world rounding is coarser than FAR."""
    apart = distances(position, right, size)
    far = max(FAR, 8 * float(np.spacing(np.float32(size))))
    return {"largest": float(apart.max()), "far_share": float(np.mean(apart > far))}
