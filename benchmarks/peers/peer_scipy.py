"""scipy: all pairs within R at once by a KD-tree of a periodic box, and sums by numpy's bincount; one thread."""

import numpy as np
from scipy.spatial import cKDTree

from model import LIMIT, MAX_SPEED, RADIUS, SEPARATION_RADIUS


def limited(vectors, longest):
    length = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    return vectors * (longest / np.maximum(length, longest)).astype(np.float32)


class Peer:
    def __init__(self, flock):
        self.position, self.velocity, self.size = flock.position, flock.velocity, np.float32(flock.size)

    def advance(self, steps):
        for _ in range(steps):
            self.step()

    def step(self):
        boids = len(self.position)
        tree = cKDTree(self.position, boxsize=self.size, balanced_tree=False, compact_nodes=False)
        i, j = np.ascontiguousarray(tree.query_pairs(RADIUS, output_type="ndarray").T)
        d = self.position[j] - self.position[i]
        d -= self.size * np.round(d / self.size)
        close = (d * d).sum(axis=1) < SEPARATION_RADIUS**2

        def difference(i, j, values):
            """By boid, the sum of `values` where it is i, less their sum where it is j."""
            sums = [np.bincount(i, column, boids) - np.bincount(j, column, boids) for column in values.T]
            return np.stack(sums, axis=1).astype(np.float32)

        n = (np.bincount(i, minlength=boids) + np.bincount(j, minlength=boids)).astype(np.float32)[:, None]
        some = np.maximum(n, 1)
        push = -difference(i[close], j[close], d[close])
        sums = [np.bincount(i, column[j], boids) + np.bincount(j, column[i], boids) for column in self.velocity.T]
        heading = np.where(n > 0, np.stack(sums, axis=1).astype(np.float32) / some - self.velocity, 0)
        change = limited(push, LIMIT) + limited(heading, LIMIT) + limited(difference(i, j, d) / some, LIMIT)
        self.velocity = limited(self.velocity + change, MAX_SPEED)
        self.position = (self.position + self.velocity) % self.size
        self.position[self.position >= self.size] = 0

    def result(self):
        return self.position, self.velocity
