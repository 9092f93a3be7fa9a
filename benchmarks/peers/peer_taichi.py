"""Taichi: counting sort into a grid, as in its DEM example, but of the boids themselves; one kernel is one step."""

import numpy as np
import taichi as ti

from model import LIMIT, MAX_SPEED, RADIUS, SEPARATION_RADIUS


@ti.func
def limited(x, longest):
    square = x.dot(x)
    return x * ti.select(square > longest * longest, longest * ti.rsqrt(ti.max(square, 1e-30)), 1.0)


@ti.data_oriented
class Peer:
    def __init__(self, flock):
        ti.init(arch=ti.cuda if flock.device == "cuda" else ti.cpu, cpu_max_num_threads=flock.threads, fast_math=True,
                offline_cache=True, log_level=ti.ERROR)
        if flock.device == "cuda" and ti.lang.impl.current_cfg().arch != ti.cuda:  # it falls back to the CPU
            raise RuntimeError("Taichi finds no CUDA device")
        self.boids, self.cells, self.size = flock.boids, flock.cells, flock.size
        vectors = [ti.Vector.field(2, ti.f32, self.boids) for _ in range(4)]
        self.position, self.velocity, self.sorted_position, self.sorted_velocity = vectors
        self.ids, self.sorted_ids, self.cell = (ti.field(ti.i32, self.boids) for _ in range(3))
        self.count, self.first = (ti.field(ti.i32, (self.cells, self.cells)) for _ in range(2))
        self.row = ti.field(ti.i32, self.cells + 1)
        self.position.from_numpy(flock.position)
        self.velocity.from_numpy(flock.velocity)
        self.ids.from_numpy(np.arange(self.boids, dtype=np.int32))

    def advance(self, steps):
        for _ in range(steps):
            self.step()
        ti.sync()

    def result(self):
        order = np.argsort(self.ids.to_numpy())
        return self.position.to_numpy()[order], self.velocity.to_numpy()[order]

    @ti.func
    def cell_of(self, position):
        return ti.min(ti.cast(position * (self.cells / self.size), ti.i32), self.cells - 1)

    @ti.kernel
    def step(self):
        for cell in ti.grouped(self.count):
            self.count[cell] = 0
        for i in range(self.boids):
            cell = self.cell_of(self.position[i])
            self.cell[i] = cell.y * self.cells + cell.x
            self.count[cell.y, cell.x] += 1

        # Where each cell begins: rows in parallel, then the sums of rows one after the other.
        for y in range(self.cells):
            total = 0
            for x in range(self.cells):
                total += self.count[y, x]
            self.row[y + 1] = total
        ti.loop_config(serialize=True)
        for y in range(self.cells):
            self.row[y + 1] += self.row[y]
        for y in range(self.cells):
            end = self.row[y]
            for x in range(self.cells):
                end += self.count[y, x]
                self.first[y, x] = end  # filled from its end, it becomes the beginning

        for i in range(self.boids):
            cell = self.cell[i]
            place = ti.atomic_sub(self.first[cell // self.cells, cell % self.cells], 1) - 1
            self.sorted_position[place] = self.position[i]
            self.sorted_velocity[place] = self.velocity[i]
            self.sorted_ids[place] = self.ids[i]

        for i in range(self.boids):
            self.move(i)

    @ti.func
    def move(self, i):
        p, v = self.sorted_position[i], self.sorted_velocity[i]
        own = self.cell_of(p)
        n = 0.0
        push, heading, centre = ti.Vector([0.0, 0.0]), ti.Vector([0.0, 0.0]), ti.Vector([0.0, 0.0])
        for row in range(own.y - 1, own.y + 2):
            shift = ti.Vector([0.0, 0.0])
            y = row
            if row < 0:
                y, shift.y = row + self.cells, -self.size
            elif row >= self.cells:
                y, shift.y = row - self.cells, self.size
            for column in range(own.x - 1, own.x + 2):
                x, shift.x = column, 0.0
                if column < 0:
                    x, shift.x = column + self.cells, -self.size
                elif column >= self.cells:
                    x, shift.x = column - self.cells, self.size
                first = self.first[y, x]
                for j in range(first, first + self.count[y, x]):
                    d = self.sorted_position[j] + shift - p
                    square = d.dot(d)
                    if square < RADIUS**2 and j != i:
                        n += 1.0
                        heading += self.sorted_velocity[j]
                        centre += d
                        if square < SEPARATION_RADIUS**2:
                            push -= d
        if n > 0:
            change = limited(push, LIMIT) + limited(heading / n - v, LIMIT) + limited(centre / n, LIMIT)
            v = limited(v + change, MAX_SPEED)
        p += v
        p -= self.size * ti.floor(p / self.size)
        self.position[i] = ti.select(p < self.size, p, 0.0)
        self.velocity[i] = v
        self.ids[i] = self.sorted_ids[i]
