"""What a force map shows of rules that are known: boids flee neighbours within 1.2 body lengths and seek those up to 4.

The flock is filmed as animals are: 32 places a second, blurred, and smoothed again.

Usage: force_map.py FORCE_MAP.png CURVES.png
"""

import sys

import murmur
import murmur.plot
import numpy as np

BOIDS = {
    "world": {"size": [30.0, 30.0], "boundary": "soft", "margin": 2.0, "push": 20.0},
    "start": {"positions": "uniform", "velocities": "heading", "speed": 6.0},
    "rules": {"adds": "acceleration", "time_step": 1 / 64, "radius": 4.0, "separation_radius": 1.2, "max_speed": 40.0,
              "separation": {"shape": "factor", "amount": 4.0, "falloff": "inverse"}, "alignment": {"shape": "factor", "amount": 1.5},
              "cohesion": {"shape": "factor", "amount": 1.2}, "cruise": {"control": "linear", "speed": 6.0, "rate": 1.0}},
    "noise": {"kind": "isotropic", "amount": 5.0},
}


def film(boids=100, frames=6000, seed=1, blur=0.01):
    """Tracks as a camera sees them."""
    flock = murmur.Flock({**BOIDS, "boids": boids, "seed": seed})
    flock.step(640)
    seen = flock.record(2 * (frames - 1), every=2)
    places = seen.positions + np.random.default_rng(seed).normal(0, blur, seen.positions.shape)
    return murmur.Tracks(places, rate=seen.rate, unit="body length", world=seen.world).clean(window=9)


def main(force_map, curves, **options):
    tracks = film(**options)
    murmur.plot.force_map(tracks, reach=4, wall=2, bins=24).savefig(force_map, dpi=100)
    murmur.plot.curves(tracks, reach=14, every=8).savefig(curves, dpi=100)
    return tracks


if __name__ == "__main__":
    print(main(*(sys.argv[1:] or ["force_map.png", "curves.png"])).report())
