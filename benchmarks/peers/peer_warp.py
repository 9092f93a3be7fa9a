"""Warp: wp.HashGrid, whose cells tile the world exactly, so that its modulo joins the borders."""

import numpy as np
import warp as wp

from model import LIMIT, MAX_SPEED, RADIUS, SEPARATION_RADIUS

wp.config.quiet = True
wp.set_module_options({"fast_math": True, "enable_backward": False})


@wp.func
def limited(x: wp.vec2, longest: float):
    length = wp.length(x)
    if length > longest:
        return x * (longest / length)
    return x


@wp.func
def shortest(d: float, size: float):
    if d > 0.5 * size:
        return d - size
    if d < -0.5 * size:
        return d + size
    return d


@wp.func
def wrapped(x: float, size: float):
    inside = x - size * wp.floor(x / size)
    if inside < size:
        return inside
    return 0.0


@wp.kernel
def move(grid: wp.uint64, position: wp.array[wp.vec3], velocity: wp.array[wp.vec2], ids: wp.array[wp.int32],
         next_position: wp.array[wp.vec3], next_velocity: wp.array[wp.vec2], next_ids: wp.array[wp.int32],
         size: float, radius: float, separation_radius: float, max_speed: float, limit: float):
    place = wp.tid()
    i = wp.hash_grid_point_id(grid, place)
    p = position[i]
    v = velocity[i]
    n = float(0.0)
    push = wp.vec2()
    heading = wp.vec2()
    centre = wp.vec2()
    for j in wp.hash_grid_query(grid, p, radius):
        q = position[j]
        d = wp.vec2(shortest(q[0] - p[0], size), shortest(q[1] - p[1], size))
        square = wp.dot(d, d)
        if square < radius * radius and j != i:
            n += 1.0
            heading += velocity[j]
            centre += d
            if square < separation_radius * separation_radius:
                push -= d
    if n > 0.0:
        change = limited(push, limit) + limited(heading / n - v, limit) + limited(centre / n, limit)
        v = limited(v + change, max_speed)
    # Boids are kept in the grid's order: neighbours stay near in memory.
    next_position[place] = wp.vec3(wrapped(p[0] + v[0], size), wrapped(p[1] + v[1], size), 0.0)
    next_velocity[place] = v
    next_ids[place] = ids[i]


class Peer:
    def __init__(self, flock):
        wp.init()
        self.device = wp.get_device(flock.device)
        self.boids, self.size, self.cell_size = flock.boids, flock.size, flock.size / flock.cells
        with wp.ScopedDevice(self.device):
            self.state = [wp.array(np.pad(flock.position, ((0, 0), (0, 1))), dtype=wp.vec3),
                          wp.array(flock.velocity, dtype=wp.vec2),
                          wp.array(np.arange(self.boids, dtype=np.int32), dtype=wp.int32)]
            self.next = [wp.empty_like(array) for array in self.state]
            self.grid = wp.HashGrid(flock.cells, flock.cells, 1)
            self.grid.reserve(self.boids)
        self.graphs = {}  # by the array that their first step reads

    def step(self):
        self.grid.build(self.state[0], self.cell_size)
        wp.launch(move, self.boids, [self.grid.id, *self.state, *self.next, self.size, RADIUS, SEPARATION_RADIUS,
                                     MAX_SPEED, LIMIT])
        self.state, self.next = self.next, self.state

    def advance(self, steps):
        with wp.ScopedDevice(self.device):
            if self.device.is_cuda and steps > 1:
                for _ in range(steps // 2):
                    wp.capture_launch(self.two_steps())
                steps %= 2
            for _ in range(steps):
                self.step()
        wp.synchronize_device(self.device)

    def two_steps(self):
        """A CUDA graph; the arrays take turns, so that after two steps each has its part again."""
        key = self.state[0].ptr
        if key not in self.graphs:
            with wp.ScopedCapture() as capture:
                self.step()
                self.step()
            self.graphs[key] = capture.graph
        return self.graphs[key]

    def result(self):
        position, velocity, ids = (array.numpy() for array in self.state)
        order = np.argsort(ids)
        return position[order, :2], velocity[order]
