"""A state as torch tensors that share its memory."""

import murmur
import torch


def main(boids=10_000, steps=100):
    flock = murmur.Flock("murmuration", boids=boids, seed=1)
    flock.step(steps)
    state = flock.state()
    velocity = torch.from_numpy(state.velocity)  # no copy
    assert velocity.data_ptr() == state.velocity.ctypes.data
    return float(velocity.norm(dim=1).mean())


if __name__ == "__main__":
    print(f"mean speed: {main():.4f}")
