"""JAX: boids sorted by cell; the k-th candidates of all boids' runs of three cells at once, for k = 0, 1, 2, ..."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from model import LIMIT, MAX_SPEED, RADIUS, SEPARATION_RADIUS


def limited(x, y, longest):
    scale = longest * jax.lax.rsqrt(jnp.maximum(x * x + y * y, longest * longest))
    return x * scale, y * scale


def steered(sums, u, v):
    """The next velocity from n and the sums of velocities, of displacements and of the close ones' displacements."""
    n, su, sv, sx, sy, cx, cy = sums
    some = jnp.maximum(n, 1)
    push_x, push_y = limited(-cx, -cy, LIMIT)
    heading_x, heading_y = (jnp.where(n > 0, part, 0) for part in limited(su / some - u, sv / some - v, LIMIT))
    centre_x, centre_y = limited(sx / some, sy / some, LIMIT)
    return limited(u + push_x + heading_x + centre_x, v + push_y + heading_y + centre_y, MAX_SPEED)


def wrapped(x, size):
    inside = x - size * jnp.floor(x / size)
    return jnp.where(inside < size, inside, 0.0)


def terms_of(dx, dy, u, v, candidate):
    """What one candidate adds to the sums."""
    square = dx * dx + dy * dy
    near = candidate & (square < RADIUS**2)
    close = near & (square < SEPARATION_RADIUS**2)
    return (near.astype(jnp.float32), *(jnp.where(near, term, 0) for term in (u, v, dx, dy)),
            *(jnp.where(close, term, 0) for term in (dx, dy)))


def cell_of(x, y, cells, size):
    column, row = (jnp.minimum((axis * (cells / size)).astype(jnp.int32), cells - 1) for axis in (x, y))
    return row * cells + column


@partial(jax.jit, static_argnums=(1, 2), donate_argnums=0)
def step(state, cells, size):
    boids = len(state[0])
    cell, order = jax.lax.sort_key_val(cell_of(*state[:2], cells, size), jnp.arange(boids))
    x, y, u, v, ids = (array[order] for array in state)
    start = jnp.searchsorted(cell, jnp.arange(cells * cells + 1)).astype(jnp.int32)
    column, row, own = cell % cells, cell // cells, jnp.arange(boids)

    sums = (jnp.zeros(boids),) * 7
    for dy in (-1, 0, 1):  # a row of cells is a ring: three cells are one run on it
        base = (row + dy) % cells * cells
        first, last = base + (column - 1) % cells, base + (column + 1) % cells
        ring_end = start[base + cells]
        ring = ring_end - start[base]
        begin = start[first]
        count = start[last + 1] - begin + jnp.where(last < first, ring, 0)

        def add(k, sums, begin=begin, count=count, ring=ring, ring_end=ring_end):
            j = begin + k
            j = jnp.minimum(j - jnp.where(j >= ring_end, ring, 0), boids - 1)
            dx, dy = x[j] - x, y[j] - y
            dx, dy = dx - size * jnp.round(dx / size), dy - size * jnp.round(dy / size)
            return tuple(map(jnp.add, sums, terms_of(dx, dy, u[j], v[j], (k < count) & (j != own))))

        sums = jax.lax.fori_loop(0, count.max(), add, sums)
    u, v = steered(sums, u, v)
    return wrapped(x + u, size), wrapped(y + v, size), u, v, ids


class Peer:
    def __init__(self, flock):
        jax.config.update("jax_default_device", jax.devices(flock.device)[0])
        self.cells, self.size = flock.cells, flock.size
        ids = np.arange(flock.boids, dtype=np.int32)
        self.state = tuple(map(jnp.array, (*flock.position.T, *flock.velocity.T, ids)))

    def advance(self, steps):
        for _ in range(steps):
            self.state = step(self.state, self.cells, self.size)
        jax.block_until_ready(self.state)

    def result(self):
        x, y, u, v, ids = map(np.asarray, self.state)
        order = np.argsort(ids)
        return np.stack([x, y], axis=1)[order], np.stack([u, v], axis=1)[order]
