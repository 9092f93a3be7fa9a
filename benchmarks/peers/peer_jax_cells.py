"""JAX, as jax-md's cell lists: boids in an array (rows, columns, capacity), and its nine neighbours by jnp.roll."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from peer_jax import cell_of, steered, terms_of, wrapped

MORE, MULTIPLE = 1.25, 8  # a cell has room for this times the most at the start, as jax-md's capacity_multiplier, rounded up


@partial(jax.jit, static_argnums=(1, 2, 3), donate_argnums=0)
def step(state, cells, size, capacity):
    x, y, u, v, most = state
    cell = cell_of(x, y, cells, size)
    order = jnp.argsort(cell)
    ordered = cell[order]
    slot = jnp.arange(len(x)) - jnp.searchsorted(ordered, ordered)  # the how-manyth of its cell
    place = jnp.zeros_like(cell).at[order].set(ordered * capacity + slot)

    def in_cells(array, empty):
        return jnp.full(cells * cells * capacity, empty).at[place].set(array).reshape(cells, cells, capacity)

    grid = [in_cells(x, jnp.nan), in_cells(y, jnp.nan), in_cells(u, 0.0), in_cells(v, 0.0)]  # nan is within no radius
    sums = (jnp.zeros((cells, cells, capacity)),) * 7
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            other = [jnp.roll(array, (-dy, -dx), (0, 1))[:, :, None, :] for array in grid]
            apart = [other[k] - grid[k][..., None] for k in (0, 1)]
            apart = [d - size * jnp.round(d / size) for d in apart]
            candidate = ~jnp.eye(capacity, dtype=bool) if dy == dx == 0 else True
            terms = terms_of(*apart, *other[2:], candidate)
            sums = tuple(total + term.sum(axis=-1) for total, term in zip(sums, terms, strict=True))
    u, v = steered([total.reshape(-1)[place] for total in sums], u, v)
    return wrapped(x + u, size), wrapped(y + v, size), u, v, jnp.maximum(most, slot.max() + 1)


class Peer:
    def __init__(self, flock):
        jax.config.update("jax_default_device", jax.devices(flock.device)[0])
        self.cells, self.size = flock.cells, flock.size
        most = np.bincount(cell_of(*flock.position.T, self.cells, self.size)).max()
        self.capacity = int(np.ceil(MORE * most / MULTIPLE)) * MULTIPLE
        self.state = (*map(jnp.array, (*flock.position.T, *flock.velocity.T)), jnp.int32(0))

    def advance(self, steps):
        for _ in range(steps):
            self.state = step(self.state, self.cells, self.size, self.capacity)
        jax.block_until_ready(self.state)

    def result(self):
        x, y, u, v, most = map(np.asarray, self.state)
        if most > self.capacity:
            raise RuntimeError(f"a cell holds {most} boids, and there is room for {self.capacity}")
        return np.stack([x, y], axis=1), np.stack([u, v], axis=1)
