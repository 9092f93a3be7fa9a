"""Shared by the Python baselines: the start, the rules of the preset `benchmark`, the timer and the check.

A baseline is a function neighbours(position, size, radius) that returns the ordered pairs (i, j, dx, dy) within R.
Its script prints one line: median milliseconds per step, largest difference of a velocity from the expected one after
one step, and the share of boids that differ by more than 1e-4. cpu_targets reads that line.
"""

import argparse
import time

import numpy as np

RADIUS, SEPARATION_RADIUS, MAX_SPEED, LIMIT = 50.0, 25.0, 2.0, 0.03


def limited(vectors, longest):
    """Shortens rows longer than `longest`."""
    lengths = np.linalg.norm(vectors, axis=1)
    scale = np.where(lengths > longest, longest / np.where(lengths > 0, lengths, 1), 1)
    return vectors * scale[:, None]


def move(position, velocity, size, count, velocity_sum, displacement_sum, close_sum):
    """One step from the sums over neighbours: (N,) and three (N, 2)."""
    some = np.maximum(count, 1)[:, None]
    alone = (count == 0)[:, None]
    alignment = np.where(alone, 0, velocity_sum / some - velocity)
    change = limited(-close_sum, LIMIT) + limited(alignment, LIMIT) + limited(displacement_sum / some, LIMIT)
    velocity = limited(velocity + change, MAX_SPEED)
    return np.mod(position + velocity, size), velocity


def main(step):
    """`step(position, velocity, size)` returns the next position and velocity, each (N, 2)."""
    parser = argparse.ArgumentParser(description="Times one baseline on a state that murmur wrote.")
    parser.add_argument("states", help="state CSV with step 0 and step 1")
    parser.add_argument("--size", type=float, nargs=2, required=True, help="sides of the world")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to measure")
    arguments = parser.parse_args()
    rows = np.loadtxt(arguments.states, delimiter=",", skiprows=1)
    start, right = (rows[rows[:, 0] == number][:, 2:6] for number in (0, 1))
    size = np.array(arguments.size)
    position, velocity = start[:, :2], start[:, 2:]

    times, first = [], None
    begin = time.perf_counter()
    while len(times) < 3 or time.perf_counter() - begin < arguments.seconds:
        clock = time.perf_counter()
        position, velocity = step(position, velocity, size)
        times.append((time.perf_counter() - clock) * 1e3)
        first = velocity if first is None else first
    difference = np.abs(first - right[:, 2:]).max(axis=1)
    print(f"{np.median(times):.6f} {difference.max():.3e} {np.mean(difference > 1e-4):.3e}")
