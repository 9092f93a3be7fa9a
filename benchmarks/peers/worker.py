"""Measures one peer in a process of its own: worker.py REQUEST, as JSON, prints its result as a last line of JSON.

Untimed are the steps of the check, which compile what is compiled, and one block of steps; then come the timed blocks.
The device is waited for after each block. After two steps a peer that is too slow for the limit stops.
"""

import hashlib
import importlib
import json
import sys
import time

import numpy as np

from model import CHECKED, Flock, compare


def timed(peer, steps: int) -> float:
    """Milliseconds per step."""
    begin = time.perf_counter()
    peer.advance(steps)
    return (time.perf_counter() - begin) * 1e3 / steps


def wake(peer, block: int) -> None:
    """Half a second of steps of another flock, in which an idle GPU raises its clock rate; `murmur bench` does the same."""
    peer.advance(block)  # compiles
    begin = time.perf_counter()
    while time.perf_counter() - begin < 0.5:
        peer.advance(block)


def digest(position, velocity) -> str:
    state = np.hstack([position, velocity]).astype(np.float32)
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


def measure(request: dict) -> dict:
    began = time.perf_counter()
    states = np.load(request["states"])  # (1 + len(CHECKED), N, 4)
    start = np.ascontiguousarray(states[0])
    size, block, steps = request["size"], request["block"], request["steps"]
    flock = Flock(start[:, :2].copy(), start[:, 2:].copy(), size, request["device"], request["threads"])
    Peer = importlib.import_module(f"peer_{request['peer']}").Peer
    if request["device"] == "cuda":
        wake(Peer(flock), block)
    peer = Peer(flock)

    def check(step: int, right) -> dict:
        return {"step": step} | compare(peer.result()[0], right[:, :2], size)

    first, last = CHECKED
    peer.advance(first)  # compiles
    checks = [check(first, states[1])]
    ms = timed(peer, 1)
    wanted = (last - first - 1 + block + steps) * ms / 1e3
    if time.perf_counter() - began + wanted > request["limit"]:
        return {"why_not": f"a step takes {ms / 1e3:.2g} s, which is too long for the limit of {request['limit']:g} s"}
    peer.advance(last - first - 1)
    checks.append(check(last, states[2]))

    peer.advance(block)
    times = [timed(peer, block) for _ in range(steps // block)]
    return {"ms": float(np.median(times)), "checks": checks, "bits": digest(*peer.result())}


if __name__ == "__main__":
    try:
        result = measure(json.loads(sys.argv[1]))
    except Exception as error:  # whatever a library raises becomes a sentence below the table
        result = {"why_not": f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"}
    print(json.dumps(result))
