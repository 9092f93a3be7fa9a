"""The method of the book (Python Playground, chapter 5): distances of all pairs as N x N matrices."""

import numpy as np
from scipy.spatial.distance import pdist, squareform

from flock_baseline import RADIUS, SEPARATION_RADIUS, main, move


def step(position, velocity, size):
    # pdist does not support a wrapped world, so it is called for each axis and the distance along each is wrapped.
    apart = [pdist(position[:, axis:axis + 1], "cityblock") for axis in (0, 1)]
    apart = [np.minimum(a, size[axis] - a) for axis, a in enumerate(apart)]
    distances = squareform(np.hypot(*apart))
    near, close = distances < RADIUS, distances < SEPARATION_RADIUS
    np.fill_diagonal(near, False)
    displacement = position[None, :, :] - position[:, None, :]
    displacement -= size * np.round(displacement / size)
    return move(position, velocity, size, near.sum(axis=1), near.dot(velocity),
                (displacement * near[:, :, None]).sum(axis=1), (displacement * close[:, :, None]).sum(axis=1))


if __name__ == "__main__":
    main(step)
