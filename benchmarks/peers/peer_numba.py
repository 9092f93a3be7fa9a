"""numba: counting sort into a grid, rows of cells in parallel; boids stay sorted from step to step."""

import numba
import numpy as np
from numba import float32, njit, prange

from model import LIMIT, MAX_SPEED, RADIUS, SEPARATION_RADIUS


@njit(cache=True)
def sort(state, ids, sorted_state, sorted_ids, cell, start, cells, per_length):
    """Afterwards cell c holds the boids from start[c] to start[c + 1]."""
    start[:] = 0
    for i in range(len(ids)):
        row = min(int(state[1, i] * per_length), cells - 1)
        column = min(int(state[0, i] * per_length), cells - 1)
        cell[i] = row * cells + column
        start[cell[i] + 2] += 1
    for c in range(2, len(start)):
        start[c] += start[c - 1]
    for i in range(len(ids)):  # start[c + 1] is the next place in cell c, and in the end its end
        place = start[cell[i] + 1]
        start[cell[i] + 1] += 1
        sorted_ids[place] = ids[i]
        for k in range(4):
            sorted_state[k, place] = state[k, i]


@njit(fastmath=True, inline="always")
def limited(x, y, longest):
    square = x * x + y * y
    if square > longest * longest:
        scale = longest / np.sqrt(square)
        return x * scale, y * scale
    return x, y


@njit(inline="always")
def shift(cell, cells, size):
    """What brings a boid of a cell beyond the border beside the border."""
    if cell < 0:
        return -size
    return size if cell >= cells else float32(0)


@njit(parallel=True, fastmath=True, cache=True)
def move(state, after, start, cells, size, radius, separation_radius, max_speed, limit):
    one, zero = float32(1), float32(0)
    for row in prange(cells):
        for column in range(cells):
            inside = 0 < column < cells - 1  # then the three cells of a row are one run
            for i in range(start[row * cells + column], start[row * cells + column + 1]):
                x, y, u, v = state[0, i], state[1, i], state[2, i], state[3, i]
                n = su = sv = sx = sy = cx = cy = zero
                for other in range(row - 1, row + 2):
                    base, shift_y = other % cells * cells, shift(other, cells, size)
                    for piece in range(1 if inside else 3):
                        first = column - 1 + piece
                        last = column + 1 if inside else first
                        begin, end = start[base + first % cells], start[base + last % cells + 1]
                        shift_x = shift(first, cells, size) if not inside else zero
                        xs, ys = state[0, begin:end], state[1, begin:end]
                        us, vs = state[2, begin:end], state[3, begin:end]
                        for j in range(len(xs)):  # from 0: the compiler makes vector code of it
                            dx, dy = xs[j] - x + shift_x, ys[j] - y + shift_y
                            square = dx * dx + dy * dy
                            near = one if square < radius * radius else zero
                            close = one if square < separation_radius * separation_radius else zero
                            n += near
                            su += near * us[j]
                            sv += near * vs[j]
                            sx += near * dx
                            sy += near * dy
                            cx -= close * dx
                            cy -= close * dy
                n -= one  # the boid itself
                if n > zero:
                    part = one / n
                    cx, cy = limited(cx, cy, limit)
                    su, sv = limited((su - u) * part - u, (sv - v) * part - v, limit)
                    sx, sy = limited(sx * part, sy * part, limit)
                    u, v = limited(u + cx + su + sx, v + cy + sv + sy, max_speed)
                x, y = x + u, y + v
                x -= size * np.floor(x / size)
                y -= size * np.floor(y / size)
                after[0, i] = x if x < size else zero
                after[1, i] = y if y < size else zero
                after[2, i], after[3, i] = u, v


class Peer:
    def __init__(self, flock):
        numba.set_num_threads(flock.threads)
        self.cells = flock.cells
        self.state = np.ascontiguousarray(np.hstack([flock.position, flock.velocity]).T)
        self.ids = np.arange(flock.boids, dtype=np.int32)
        self.sorted_state, self.sorted_ids = np.empty_like(self.state), np.empty_like(self.ids)
        self.cell = np.empty(flock.boids, np.int32)
        self.start = np.empty(self.cells**2 + 2, np.int32)
        self.per_length = np.float32(self.cells / flock.size)
        self.numbers = [np.float32(x) for x in (flock.size, RADIUS, SEPARATION_RADIUS, MAX_SPEED, LIMIT)]

    def advance(self, steps):
        for _ in range(steps):
            sort(self.state, self.ids, self.sorted_state, self.sorted_ids, self.cell, self.start, self.cells,
                 self.per_length)
            move(self.sorted_state, self.state, self.start, self.cells, *self.numbers)
            self.ids, self.sorted_ids = self.sorted_ids, self.ids

    def result(self):
        state = self.state[:, np.argsort(self.ids)]
        return state[:2].T, state[2:].T
