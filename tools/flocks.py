#!/usr/bin/env python3
"""Do the presets flock? Flies each of them with `murmur run --metrics` and prints one Markdown table.

Usage: flocks.py MURMUR [--presets ruby,article,…] [--seeds 1,2,3,11,12,13] [--boids N] [--steps 10000]
       [--every 100] [--set KEY=VALUE …] [--jobs J]
Without --boids each preset has its own number of boids; with it the world grows along (--keep-density).
Each row is the mean over the seeds, and the worst seed in brackets where there is a limit. Steps 2,000 to the
end count. The limits are those of docs/model.md; a row that misses one says so in its last column.
"""

import argparse
import concurrent.futures
import csv
import statistics
import subprocess
import sys
import tempfile

FIRST_STEP = 2000  # before it a flock still forms
PRESETS = ("ruby article article-panic article-leisure article-migration blog book book-centroid parker quiver murmuration "
           "ruby-printed article-printed article-panic-printed article-leisure-printed article-migration-printed parker-printed").split()
COLUMNS = [("neighbourhood polarisation", "neighbourhood_polarisation", "{:.2f}"), ("polarisation", "polarisation", "{:.2f}"),
           ("mean speed", "speed_mean", "{:.2f}"), ("nearest", "nearest_mean", "{:.1f}"),
           ("neighbours", "neighbours_mean", "{:.1f}"), ("mean \\|Δv\\|", "delta_v_mean", "{:.2f}")]
# A column's lowest value for a preset, at every seed.
AT_LEAST = {
    "ruby": {"neighbourhood_polarisation": 0.8, "speed_mean": 3.5, "nearest_mean": 8.0},
    "article": {"speed_mean": 2.0},
    "article-panic": {"speed_mean": 2.0},
    "article-leisure": {"speed_mean": 2.0},
    "article-migration": {"speed_mean": 2.0},
    "parker": {"neighbourhood_polarisation": 0.8, "speed_mean": 3.0, "nearest_mean": 8.0},
    "murmuration": {"neighbourhood_polarisation": 0.8},
}
MOST_CHANGE = 0.15  # of the mean number of neighbours near the end
# Which mood is the extreme of which column, among the article's own.
MOODS = [("article-panic", "nearest_mean", max, "largest distance to the nearest"),
         ("article-panic", "neighbourhood_polarisation", min, "lowest neighbourhood polarisation"),
         ("article-leisure", "nearest_mean", min, "most compact"),
         ("article-migration", "polarisation", max, "highest polarisation")]


def fly(murmur, preset, seed, options):
    """Rows of the metrics of one run, as numbers; an empty field is NaN."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/metrics.csv"
        command = [murmur, "run", "--preset", preset, "--seed", str(seed), "--steps", str(options.steps),
                   "--metrics", path, "--metrics-every", str(options.every), "--threads", "1", "--backend", "cpu"]
        if options.boids:
            command += ["--boids", options.boids, "--keep-density"]
        for setting in options.set:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"flocks.py: {' '.join(command)}: {done.stderr.strip()}")
        with open(path, newline="", encoding="utf-8") as text:
            return [{key: float(value or "nan") for key, value in row.items() if key != "run"}
                    for row in csv.DictReader(line for line in text if not line.startswith("#"))]


def mean(rows, column, first, last):
    """Over the rows of steps first … last that have the value (a flock without pairs has no neighbourhoods)."""
    values = [row[column] for row in rows if first <= row["step"] <= last and row[column] == row[column]]
    return statistics.fmean(values) if values else float("nan")


def measures(rows, steps):
    found = {column: mean(rows, column, FIRST_STEP, steps) for _, column, _ in COLUMNS}
    # The last fifth in two halves: a few boids come and go in every instant, a flock that condenses goes on.
    before = mean(rows, "neighbours_mean", steps * 0.8, steps * 0.9)
    after = mean(rows, "neighbours_mean", steps * 0.9, steps)
    found["change"] = after / before - 1 if before > 0 else float("nan")
    return found


def faults(preset, seeds):
    for column, least in AT_LEAST.get(preset, {}).items():
        for seed, found in seeds.items():
            if not found[column] >= least:
                yield f"{column} {found[column]:.2f} < {least} (seed {seed})"
    if preset in AT_LEAST and not abs(change(seeds)) < MOST_CHANGE:
        yield f"neighbours change by {change(seeds):.0%}"


def change(seeds):
    return statistics.fmean(found["change"] for found in seeds.values())


def row(preset, boids, seeds):
    cells = [f"`{preset}`", boids]
    for _, column, form in COLUMNS:
        values = [found[column] for found in seeds.values()]
        cell = form.format(statistics.fmean(values))
        if column in AT_LEAST.get(preset, {}):
            cell += f" ({form.format(min(values))})"
        cells.append(cell)
    cells.append(f"{change(seeds):+.0%}")
    cells.append("; ".join(faults(preset, seeds)) or ("yes" if preset in AT_LEAST else ""))
    return "| " + " | ".join(cells) + " |"


def mood_lines(results):
    """For each claim about a mood: at how many seeds it holds."""
    moods = [preset for preset in results if preset.startswith("article") and not preset.endswith("-printed")]
    if len(moods) < 4:
        return
    for mood, column, extreme, words in MOODS:
        seeds = list(results[mood])
        holds = sum(extreme(moods, key=lambda preset: results[preset][seed][column]) == mood for seed in seeds)
        print(f"{mood} has the {words} of the four at {holds} of {len(seeds)} seeds.")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("murmur", help="the program")
    parser.add_argument("--presets", default=",".join(PRESETS), help="names, separated by commas")
    parser.add_argument("--seeds", default="1,2,3,11,12,13", help="11, 12 and 13 took no part in the tuning")
    parser.add_argument("--boids", help="in a world that grows with them; without: the preset's own number")
    parser.add_argument("--steps", type=int, default=10000, help="more than 2000 (10000)")
    parser.add_argument("--every", type=int, default=100, help="steps between two measures (100)")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change a key, as for murmur run")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time, each on one thread (1)")
    options = parser.parse_args()
    if options.steps <= FIRST_STEP or options.every < 1:
        parser.error(f"--steps must be above {FIRST_STEP} and --every at least 1")
    return options


def main():
    options = arguments()
    print("| preset | boids | " + " | ".join(title for title, _, _ in COLUMNS) + " | change | meets its limits |")
    print("|---" * (len(COLUMNS) + 4) + "|", flush=True)
    results, missed = {}, False
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for preset in options.presets.split(","):
            seeds = [int(seed) for seed in options.seeds.split(",")]
            runs = pool.map(lambda seed, preset=preset: fly(options.murmur, preset, seed, options), seeds)
            results[preset] = {seed: measures(rows, options.steps) for seed, rows in zip(seeds, runs)}
            print(row(preset, options.boids or "own", results[preset]), flush=True)
            missed |= any(faults(preset, results[preset]))
    print()
    mood_lines(results)
    sys.exit(3 if missed else 0)


if __name__ == "__main__":
    main()
