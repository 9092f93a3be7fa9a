"""A custom rule in numpy: every boid circles around the middle of the world."""

import murmur
import numpy as np


def main(boids=2000, steps=300, strength=0.05):
    flock = murmur.Flock("murmuration", boids=boids, seed=1)
    middle = np.array(flock.world) / 2

    def around(position):
        away = position - middle
        return np.stack([-away[:, 1], away[:, 0]], axis=1) / np.linalg.norm(away, axis=1, keepdims=True).clip(1)

    for _ in range(steps):
        flock.push(strength * around(flock.state().position))
        flock.step()
    state = flock.state()
    speed = np.linalg.norm(state.velocity, axis=1).clip(1e-9)
    return float(((state.velocity * around(state.position)).sum(axis=1) / speed).mean())


if __name__ == "__main__":
    print(f"share of the speed around the middle: {main():.3f} with the rule, {main(strength=0.0):.3f} without it")
