"""Runs murmur and the peers in turns, each measurement in a process of its own, and gathers the results."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
from dataclasses import dataclass

import numpy as np

from peer_list import MURMUR, PEERS, why_not
from model import CHECKED, FAR_SHARE, world_size

CACHES = ("NUMBA_CACHE_DIR", "TI_OFFLINE_CACHE_FILE_PATH", "WARP_CACHE_PATH", "JAX_COMPILATION_CACHE_DIR")  # a new folder for each N
HERE = pathlib.Path(__file__).resolve().parent


@dataclass(frozen=True)
class Plan:
    murmur: pathlib.Path
    boids: list[int]
    peers: list[str]
    device: str
    threads: int
    turns: int
    steps: int
    block: int
    limit: float


class CannotRun(Exception):
    """One sentence."""


def call(command: list, limit: float, **environment: str) -> str:
    """The standard output. @raises CannotRun when the command takes longer or fails."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=limit,
                              check=False, env=os.environ | environment)
    except subprocess.TimeoutExpired:
        raise CannotRun(f"it takes longer than the limit of {limit:g} s") from None
    except OSError as error:
        raise CannotRun(f"{command[0]} cannot be started: {error.strerror}") from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
        raise CannotRun(f"it ends with exit code {done.returncode}: {said}")
    return done.stdout


class Turns:
    """Measures the rows of all N; `folder` keeps the states and what the peers compile, for this run alone."""

    def __init__(self, plan: Plan, folder: pathlib.Path):
        self.plan, self.folder = plan, folder
        self.rows, self.notes, self.machine = [], [], {}
        self.out = {name: reason for name in plan.peers if (reason := why_not(name, plan.device))}
        for name, reason in self.out.items():
            self.note(f"{PEERS[name].title} is skipped: {reason}.")

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)
            print(f"note: {text}", file=sys.stderr)

    def run(self) -> None:
        for boids in self.plan.boids:
            self.write_states(boids)
            results = {name: [] for name in (MURMUR, *self.plan.peers) if name not in self.out}
            for turn in range(self.plan.turns):
                for name in list(results):
                    try:
                        results[name].append(self.murmur(boids) if name == MURMUR else self.peer(name, boids))
                    except CannotRun as reason:
                        if name == MURMUR:
                            raise CannotRun(f"{self.plan.murmur}: {reason}") from None
                        self.leave_out(name, boids, str(reason))
                        del results[name]
                        continue
                    print(f"{boids} boids, turn {turn + 1}: {name} {results[name][-1]['ms']:.4g} ms", file=sys.stderr)
            self.rows += [self.row(name, boids, got, results[MURMUR]) for name, got in results.items()]

    def leave_out(self, name: str, boids: int, reason: str) -> None:
        more = " and above" if boids != self.plan.boids[-1] else ""
        self.note(f"{PEERS[name].title} is skipped at {boids:,} boids{more}: {reason}.")
        self.out[name] = reason

    def write_states(self, boids: int) -> None:
        """The start and murmur's states after the checked steps, as murmur writes them, for the peers to read."""
        csv, steps = self.folder / "states.csv", (0, *CHECKED)
        try:
            call([self.plan.murmur, "run", "--preset", "benchmark", "--boids", boids, "--steps", steps[-1],
                  "--output", csv, "--output-steps", ",".join(map(str, steps))], max(600, self.plan.limit))
        except CannotRun as reason:
            raise CannotRun(f"{self.plan.murmur}: {reason}") from None
        if not csv.exists():
            raise CannotRun(f"{self.plan.murmur}: it writes no state")
        rows = np.loadtxt(csv, delimiter=",", skiprows=1)  # step, id, x, y, vx, vy
        np.save(self.folder / "states.npy", rows[:, 2:].astype(np.float32).reshape(len(steps), boids, 4))
        csv.unlink()

    def murmur(self, boids: int) -> dict:
        """`murmur bench` with as many untimed and timed steps as a peer has."""
        path, plan = self.folder / "bench.json", self.plan
        call([plan.murmur, "bench", "--boids", boids, "--backends", plan.device, "--threads", plan.threads, "--warmup",
              CHECKED[-1] + plan.block, "--steps", plan.steps, "--json", path, "--overwrite"], plan.limit)
        report = json.loads(path.read_text(encoding="utf-8"))
        self.machine = report["machine"] | {"murmur": report["build"]["murmur"]}
        for text in report["notes"]:
            self.note(f"murmur bench: {text}")
        row = report["rows"][0]
        return {"ms": row["median_ms"], "bits": row["hash"], "checks": []}

    def peer(self, name: str, boids: int) -> dict:
        plan = self.plan
        request = {"peer": name, "states": str(self.folder / "states.npy"), "size": world_size(boids),
                   "device": plan.device, "threads": plan.threads, "steps": plan.steps, "block": plan.block,
                   "limit": plan.limit}
        cache = {key: str(self.folder / f"{key}-{boids}") for key in CACHES}
        said = call([sys.executable, HERE / "worker.py", json.dumps(request)], plan.limit, **cache)
        result = json.loads(said.splitlines()[-1])
        if "why_not" in result:
            raise CannotRun(result["why_not"])
        return result

    @staticmethod
    def row(name: str, boids: int, got: list[dict], murmur: list[dict]) -> dict:
        ratios = [result["ms"] / ours["ms"] for result, ours in zip(got, murmur, strict=True)]
        checks = [check for result in got for check in result["checks"]]
        bits = [result["bits"] for result in got]
        times = [result["ms"] for result in got]
        return {"peer": name, "boids": boids, "ms": statistics.median(times), "ratio": statistics.median(ratios),
                "ms_by_turn": times, "ratio_by_turn": ratios, "bits_by_turn": bits,
                "same_bits": len(set(bits)) == 1 if len(bits) > 1 else None,
                "right": all(check["far_share"] <= FAR_SHARE for check in checks), "checks": checks}
