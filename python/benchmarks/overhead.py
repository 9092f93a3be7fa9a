"""What Python costs on top of the program's work, as ratios of two things measured in turns, so that a busy machine touches
both: step(1) in a loop against step(k), and state() against a plain copy of its bytes. docs/python.md has a table of them.

Usage: overhead.py [ROUNDS [THREADS]]   (threads: 1 where other programs use the machine)
"""

import statistics
import sys
import time

import murmur
import numpy as np


def seconds(act):
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def ratio(a, b, rounds):
    """Median over the rounds of time(a) / time(b), every other round in the other order; also each one's median [s]."""
    a(), b()
    ratios, of_a, of_b = [], [], []
    for turn in range(rounds):
        if turn % 2:
            tb, ta = seconds(b), seconds(a)
        else:
            ta, tb = seconds(a), seconds(b)
        ratios.append(ta / tb)
        of_a.append(ta)
        of_b.append(tb)
    return statistics.median(ratios), statistics.median(of_a), statistics.median(of_b)


def main(rounds=40, threads=0):
    for boids, k in ((1_000, 200), (10_000, 50), (100_000, 10)):
        single, whole = (murmur.Flock("murmuration", boids=boids, seed=1, threads=threads) for _ in range(2))

        def in_a_loop():
            for _ in range(k):
                single.step(1)

        r, a, b = ratio(in_a_loop, lambda: whole.step(k), rounds)
        print(f"{boids:8} boids: step(1) in a loop / step({k}): {r:.3f} ({a / k * 1e3:.3f} and {b / k * 1e3:.3f} ms a step)")
        assert single.hash == whole.hash
    flock = murmur.Flock("murmuration", boids=0)
    empty = min(seconds(lambda: [flock.step(1) for _ in range(1000)]) / 1000 for _ in range(rounds))
    print(f"       0 boids: step(1) takes {empty * 1e6:.2f} us")
    flock = murmur.Flock("murmuration", boids=1_000_000, seed=1, threads=threads)
    flock.step(5)
    bytes_ = np.concatenate([flock.state().position, flock.state().velocity])
    r, a, b = ratio(lambda: flock.state(), lambda: bytes_.copy(), rounds)
    print(f" 1000000 boids: state() / a copy of its bytes: {r:.2f} ({a * 1e3:.2f} and {b * 1e3:.2f} ms)")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
