"""What was measured, as a Markdown table and as JSON."""

import dataclasses
import json

from peer_list import MURMUR, PEERS
from model import CHECKED

REPEAT = {True: "yes", False: "no", None: "not known"}


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def count(boids: int) -> str:
    for unit, letter in ((1_000_000, "M"), (1000, "k")):
        if boids % unit == 0:
            return f"{boids // unit}{letter}"
    return str(boids)


def repeat(rows: list[dict]) -> str:
    """Over all N: `no` names those where a turn ended in other bits."""
    other = [row for row in rows if row["same_bits"] is False]
    if not other:
        return REPEAT[rows[0]["same_bits"]]
    only_first = all(len(row["bits_by_turn"]) > 2 and len(set(row["bits_by_turn"][1:])) == 1 for row in other)
    where = "" if len(other) == len(rows) else f" ({', '.join(count(row['boids']) for row in other)})"
    return f"no{where}{': the first run differs' if only_first else ''}"


def apart(rows: list[dict]) -> str:
    """The largest distance from murmur's place after the first checked step, and whether any check fails."""
    largest = [check["largest"] for row in rows for check in row["checks"] if check["step"] == CHECKED[0]]
    return (f"{max(largest):.1g}" if largest else "") + ("" if all(row["right"] for row in rows) else " WRONG")


def markdown(turns) -> str:
    plan = turns.plan
    shown = {name: [row for row in turns.rows if row["peer"] == name] for name in (MURMUR, *plan.peers)}
    columns = [part for boids in plan.boids for part in (f"{count(boids)}: ms", "× murmur")]
    lines = ["| | version | " + " | ".join(columns) + " | same bits on repeat | apart |",
             "| --- | --- | " + " | ".join(["---:"] * len(columns)) + " | --- | ---: |"]
    for name, rows in shown.items():
        if not rows:
            continue
        title, version = name, turns.machine["murmur"]
        if name in PEERS:
            title, version = PEERS[name].title, PEERS[name].version()
        at = {row["boids"]: row for row in rows}
        cells = [text for boids in plan.boids for text in
                 ((number(at[boids]["ms"]), number(at[boids]["ratio"])) if boids in at else ("–", "–"))]
        lines.append(f"| {title} | {version} | " + " | ".join(cells) + f" | {repeat(rows)} | {apart(rows)} |")
    return "\n".join(lines + [""] + [f"* {note}" for note in turns.notes]).rstrip() + "\n"


def json_text(turns) -> str:
    plan = dataclasses.asdict(turns.plan)
    del plan["murmur"]
    versions = {name: PEERS[name].version() for name in turns.plan.peers}
    report = {"format": "murmur-peers", "version": 1, "machine": turns.machine, "plan": plan, "versions": versions,
              "notes": turns.notes, "rows": turns.rows}
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"
