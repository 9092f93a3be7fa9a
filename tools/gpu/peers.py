"""Part of ./dev gpu that measures what a user may pick instead of murmur, on the same GPU: peers."""

import json
import os
import pathlib
import sys
import tempfile

from machine import ROOT, call, unmet, why

sys.path.append(str(ROOT / "benchmarks" / "peers"))
from peer_list import MURMUR, PEERS

NAMES = {MURMUR: MURMUR} | {name: peer.title for name, peer in PEERS.items() if "cuda" in peer.devices}
SIZES = ["1M", "100k", "10k"]  # that of most interest first: time may run out
PLAN = ["--device", "cuda", "--limit", "120", "--turns", "2", "--peers", ",".join(list(NAMES)[1:])]
REPEAT = {True: "same bits on repeat", False: "other bits on repeat", None: "run once"}


def peers(gpu, report):
    """A row for each library and size. $MURMUR_PEERS_PYTHON is a Python that has the libraries; those missing are left out."""
    told = set()
    for boids in SIZES:
        content = measured(gpu, report, boids)
        if content is None:
            return
        for row in content["rows"]:
            name, right = row["peer"], row["right"]
            ratio = "" if name == MURMUR else f"{row['ratio']:.3g} times murmur, "
            report.add(**row | {"name": f"{NAMES[name]}, {row['boids']:,} boids", "outcome": "measured" if right else "failed",
                                "reason": ratio + REPEAT[row["same_bits"]] if right else "it computes another flock",
                                "value": row["ms"], "unit": "ms/step", "preset": "benchmark", "backend": "cuda",
                                "version": content["versions"].get(name, content["machine"]["murmur"])})
        for note in content["notes"]:
            if note not in told:
                told.add(note)
                report.add(name="note", outcome="skipped", reason=note)


def measured(gpu, report, boids):
    """What benchmarks/peers writes, or none after a row with the reason."""
    python = os.environ.get("MURMUR_PEERS_PYTHON") or sys.executable
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "peers.json"
        code, text = call([python, ROOT / "benchmarks" / "peers", "--murmur", gpu.murmur, *PLAN, "--boids", boids, "--json", path],
                          gpu.left())
        if path.exists():
            return json.loads(path.read_text(encoding="utf-8"))
    reason = why(code, text)
    report.add(name=f"other libraries, {boids} boids", outcome="skipped" if "is not installed" in text else unmet(reason), reason=reason)
    return None
