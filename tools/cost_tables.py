#!/usr/bin/env python3
"""Measures the cost of a step by size, density and rule, and rewrites the tables of docs/performance.md.

Runs `murmur bench` with the preset benchmark over N, over density and over the rules' options. Each table is between
`<!-- table NAME -->` and `<!-- end -->`; the text around the tables stays. The density sweep is also written as bench
JSON, for tools/plot_bench.py.

Example: tools/cost_tables.py build/release/murmur --density docs/benchmarks/NAME-density.json
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

OPTIONS = [  # name, arguments
    ("falloff 1/d", ["--set", "rules.separation.falloff=inverse"]),
    ("falloff 1/d²", ["--set", "rules.separation.falloff=inverse-square"]),
    ("field of view 270°", ["--set", "rules.field_of_view=270"]),
    ("1/d and 270°", ["--set", "rules.separation.falloff=inverse", "--set", "rules.field_of_view=270"]),
    ("3D (`benchmark-3d`)", ["--preset", "benchmark-3d"]),
]


class Bench:
    def __init__(self, murmur):
        self.murmur = murmur

    def __call__(self, *arguments):
        """Returns the report of one `murmur bench`."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "bench.json"
            command = [self.murmur, "bench", *map(str, arguments), "--json", str(path)]
            print(" ".join(command[:-2]), file=sys.stderr)
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"cost_tables: {done.stdout}{done.stderr}")
            return json.loads(path.read_text(encoding="utf-8"))


def table(head, rows):
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def count_text(boids):
    return f"{boids // 1_000_000}M" if boids >= 1_000_000 else f"{boids // 1000}k"


def by_count(bench, quick):
    """ms per step against N with one and with all threads, and the phases of a step with one thread."""
    sizes = "1k,10k,100k" if quick else "1k,10k,100k,1M"
    rows = bench("--boids", sizes, "--backends", "cpu,cpu:1", "--steps", 60)["rows"]
    if not quick:
        rows += bench("--boids", "10M", "--backends", "cpu,cpu:1", "--steps", 6, "--warmup", 2)["rows"]
    lines = []
    for all_threads, one in zip(rows[::2], rows[1::2]):
        lines.append([count_text(one["boids"]), number(all_threads["median_ms"]), number(all_threads["p99_ms"]),
                      number(one["median_ms"]), number(all_threads["ns_per_boid"]), number(one["ns_per_boid"]),
                      number(one["pair_tests_per_s"] / 1e9),
                      *(number(one["phases_ms"][phase] * 1e6 / one["boids"]) for phase in ("sort", "gather", "rules"))])
    head = ["boids", f"ms, {rows[0]['threads']} threads", "p99", "ms, 1 thread", f"ns/boid, {rows[0]['threads']}",
            "ns/boid, 1", "G tests/s, 1", "sort ns", "gather ns", "rules ns"]
    return table(head, lines)


def by_density(bench, quick, kept):
    """ns per boid against the mean number of neighbours."""
    report = None
    for neighbours in (8, 20, 60) if quick else (8, 20, 60, 120, 240, 500):
        part = bench("--boids", "100k", "--backends", "cpu,cpu:1", "--steps", 40, "--set", f"world.neighbours={neighbours}")
        if report is None:
            report = part
        else:
            report["rows"] += part["rows"]
    if kept:
        kept.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    lines = [[number(one["neighbours_mean"]), number(all_threads["median_ms"]), number(one["median_ms"]),
              number(one["ns_per_boid"]), number(one["pair_tests_per_s"] / 1e9),
              number(one["neighbour_pairs_per_s"] / 1e9)]
             for all_threads, one in zip(report["rows"][::2], report["rows"][1::2])]
    threads = report["rows"][0]["threads"]
    return table(["mean neighbours", f"ms, {threads} threads", "ms, 1 thread", "ns/boid, 1", "G tests/s, 1",
                  "G neighbour pairs/s, 1"], lines)


def by_option(bench, quick):
    """Each option against the plain preset, which is measured just before and just after it."""
    common = ["--boids", "100k", "--backends", "cpu:1", "--steps", 20 if quick else 60]

    def median(*arguments):
        return bench(*common, *arguments)["rows"][0]["median_ms"]

    plain = median()
    lines = [["`benchmark`", number(plain), 1]]
    for name, arguments in OPTIONS:
        own = median(*arguments)
        after = median()
        lines.append([name, number(own), f"{own / ((plain + after) / 2):.2f}"])
        plain = after
    return table(["rules", "ms, 1 thread", "times `benchmark`"], lines)


def replace(text, name, content):
    pattern = re.compile(rf"(<!-- table {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not pattern.search(text):
        sys.exit(f"cost_tables: the document has no markers for the table '{name}'")
    return pattern.sub(lambda match: f"{match[1]}{content}\n{match[2]}", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("murmur", help="the program to measure")
    parser.add_argument("--document", type=pathlib.Path, default=pathlib.Path("docs/performance.md"))
    parser.add_argument("--density", type=pathlib.Path, help="write the density sweep to this file as bench JSON")
    parser.add_argument("--quick", action="store_true", help="fewer sizes; prints the tables and writes nothing")
    arguments = parser.parse_args()
    bench = Bench(arguments.murmur)
    tables = {"boids": by_count(bench, arguments.quick),
              "density": by_density(bench, arguments.quick, None if arguments.quick else arguments.density),
              "options": by_option(bench, arguments.quick)}
    if arguments.quick:
        print("\n\n".join(tables.values()))
        return
    text = arguments.document.read_text(encoding="utf-8")
    for name, content in tables.items():
        text = replace(text, name, content)
    arguments.document.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
