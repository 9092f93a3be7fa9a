#!/usr/bin/env python3
"""Pictures of measurements: from `murmur bench --json` and `--frame-log` files to PNG or SVG.

Examples:
  tools/plot_bench.py bench.json                        all plots of the file, as PNG in its folder
  tools/plot_bench.py bench.json --output plots --format svg
  tools/plot_bench.py frames.csv                        frame-time histogram and timeline
"""

import argparse
import csv
import json
import math
import pathlib
import sys

try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import MaxNLocator, NullFormatter
except ImportError:
    sys.exit("plot_bench: matplotlib is missing; on Debian: apt-get install python3-matplotlib")

BENCH_FORMAT, BENCH_VERSION = "murmur-bench", 1
FRAME_BUDGET = 1000 / 60  # ms
PHASES = ("sort", "gather", "rules", "render")
COLOURS = plt.rcParams["axes.prop_cycle"].by_key()["color"]


def read_bench(path):
    """Returns the report as in docs/bench-format.md."""
    report = json.loads(path.read_text(encoding="utf-8"))
    if report.get("format") != BENCH_FORMAT:
        raise ValueError(f"{path}: is not from murmur bench --json (format {report.get('format')!r})")
    if report["version"] != BENCH_VERSION:
        raise ValueError(f"{path}: has version {report['version']}; this tool reads version {BENCH_VERSION}")
    if not report["rows"]:
        raise ValueError(f"{path}: holds no rows")
    return report


WORDS_OF_FRAMES = ("preset", "backend", "device", "build", "run")


def read_frames(path):
    """Returns {column: [numbers]} of a frame log."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if not rows or "total_ms" not in rows[0]:
        raise ValueError(f"{path}: is no frame log (no rows, or no column total_ms)")
    return {name: [float(row[name]) for row in rows] for name in rows[0] if name not in WORDS_OF_FRAMES}


def caption(report):
    machine, build = report["machine"], report["build"]
    device = ", ".join([machine["cpu"], f"{machine['threads']} threads", machine["simd"], *machine["gpus"]])
    scenario = report["scenario"]
    return f"{device}\npreset {scenario['preset']}, seed {scenario['seed']}; {build['compiler']}, {build['type']}"


def labels_of(rows):
    """(label, state) in order of appearance: one line each."""
    return list(dict.fromkeys((row["label"], row["state"]) for row in rows))


def name_of(key, rows):
    label, state = key
    return label if len({row["state"] for row in rows}) == 1 else f"{label}, {state}"


def count_text(boids):
    for unit, name in ((1_000_000, "M"), (1000, "k")):
        if boids >= unit:
            return f"{boids / unit:g}{name}"
    return str(boids)


def log_limits(values, least=1.0):
    """(low, high) of the positive values with a margin of 5 %, at least the factor `least` apart."""
    positive = [value for value in values if value > 0] or [1]
    low, high = min(positive), max(positive)
    margin = max((high / low) ** 0.05, math.sqrt(least * low / high))
    return low / margin, high * margin


def plain(value):
    """A number without an exponent."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def plain_log(axis, limits):
    """A logarithmic axis with plain numbers: powers of ten; if too few 1, 2, 5, 10; if still too few even steps."""
    low, high = limits
    powers = [10.0**k for k in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
    steps = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(low, high)
    for candidates, fewest in ((powers, 5), ([k * power for power in powers for k in (1, 2, 5)], 3), (steps, 0)):
        ticks = [tick for tick in candidates if low <= tick <= high]
        if len(ticks) >= fewest:
            break
    axis.axes.set(**{f"{axis.axis_name}scale": "log", f"{axis.axis_name}lim": limits})
    axis.set_ticks(ticks, [plain(tick) for tick in ticks])
    axis.set_minor_formatter(NullFormatter())


def size_ticks(axes, sizes):
    """A logarithmic x axis with a tick at each N; a number that would touch its neighbour's is left out."""
    low, high = log_limits(sizes, 1.1)
    axes.set(xscale="log", xlim=(low, high))
    labels, last = [], math.inf
    for size in sorted(sizes, reverse=True):
        place, text = math.log(size / low) / math.log(high / low), count_text(size)
        fits = last - place > 0.018 * len(text)
        labels.append(text if fits else "")
        last = place if fits else last
    axes.set_xticks(sorted(sizes), labels[::-1])
    axes.set_xticks([], minor=True)


def plot_scaling(report):
    """ms per step against N, both logarithmic; the band reaches from the median to p95."""
    figure, axes = plt.subplots(figsize=(8, 5))
    rows = report["rows"]
    for colour, key in zip(COLOURS * 9, labels_of(rows)):
        own = sorted((row for row in rows if (row["label"], row["state"]) == key), key=lambda row: row["boids"])
        x = [row["boids"] for row in own]
        axes.plot(x, [row["median_ms"] for row in own], "o-", color=colour, label=name_of(key, rows))
        axes.fill_between(x, [row["median_ms"] for row in own], [row["p95_ms"] for row in own], color=colour, alpha=0.2)
    times = [row[name] for row in rows for name in ("median_ms", "p95_ms")]
    low, high = log_limits(times, 1.5)
    near = (high / low) ** 0.25  # a line further off would press the curves together
    if low / near < FRAME_BUDGET < high * near:
        axes.axhline(FRAME_BUDGET, color="grey", linewidth=0.8, linestyle=":", label="60 steps/s")
        times.append(FRAME_BUDGET)
    size_ticks(axes, {row["boids"] for row in rows})
    plain_log(axes.yaxis, log_limits(times, 1.5))
    axes.set(xlabel="boids", ylabel="ms per step (median, band to p95)", title="Cost of a step")
    axes.grid(True, which="both", alpha=0.2)
    axes.legend(fontsize=8)
    return figure


def plot_density(report):
    """ns per boid against the mean number of neighbours, for rows of one N."""
    figure, axes = plt.subplots(figsize=(8, 5))
    rows = report["rows"]
    for colour, key in zip(COLOURS * 9, labels_of(rows)):
        own = sorted((row for row in rows if (row["label"], row["state"]) == key), key=lambda row: row["neighbours_mean"])
        axes.plot([row["neighbours_mean"] for row in own], [row["ns_per_boid"] for row in own], "o-", color=colour,
                  label=name_of(key, rows))
    plain_log(axes.xaxis, log_limits([row["neighbours_mean"] for row in rows], 1.5))
    plain_log(axes.yaxis, log_limits([row["ns_per_boid"] for row in rows], 1.5))
    axes.set(xlabel="mean neighbours", ylabel="ns per boid and step (median)",
             title=f"Cost by density, {count_text(rows[0]['boids'])} boids")
    axes.grid(True, which="both", alpha=0.2)
    axes.legend(fontsize=8)
    return figure


def is_density_sweep(report):
    rows = report["rows"]
    neighbours = {round(row["neighbours_mean"]) for row in rows}
    return len({row["boids"] for row in rows}) == 1 and len(neighbours) > 1


def speed_up_text(value):
    return plain(float(f"{value:.{2 if value < 0.1 else 3}g}"))


def base_label(rows):
    """The row that speed-ups are over (docs/bench-format.md): cpu, or else the first one of that backend."""
    return min((row["label"] for row in rows if row["backend"] == "cpu"), key=lambda label: label != "cpu")


def plot_speed_up(report):
    """Speed-up over the cpu row, grouped by N."""
    rows = [row for row in report["rows"] if row["speed_up"] > 0]
    if not rows:
        return None
    groups = list(dict.fromkeys((row["boids"], row["state"]) for row in rows))
    labels = list(dict.fromkeys(row["label"] for row in rows))
    figure, axes = plt.subplots(figsize=(max(6, 1.2 * len(groups) + 3), 5))
    width = 0.8 / len(labels)
    for k, (colour, label) in enumerate(zip(COLOURS * 9, labels)):
        own = [(groups.index((row["boids"], row["state"])), row) for row in rows if row["label"] == label]
        bars = axes.bar([g + (k - (len(labels) - 1) / 2) * width for g, _ in own], [row["speed_up"] for _, row in own],
                        width, color=colour, label=label)
        axes.bar_label(bars, [speed_up_text(row["speed_up"]) for _, row in own], fontsize=7)
    one_state = len({state for _, state in groups}) == 1
    axes.set_xticks(range(len(groups)),
                    [count_text(boids) + ("" if one_state else f"\n{state}") for boids, state in groups])
    axes.axhline(1, color="grey", linewidth=0.8)
    plain_log(axes.yaxis, log_limits([0.5, 2, *(row["speed_up"] for row in rows)]))
    axes.set(xlabel="boids", ylabel=f"times faster than {base_label(rows)}", title="Speed-up")
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    return figure


def plot_phases(report):
    """Phases of a step, ns per boid, stacked; mean over the timed steps."""
    rows = [row for row in report["rows"] if any(row["phases_ms"].get(phase, 0) > 0 for phase in PHASES)]
    if not rows:
        return None
    figure, axes = plt.subplots(figsize=(8, 0.35 * len(rows) + 1.8))
    names = [f"{count_text(row['boids'])}  {name_of((row['label'], row['state']), report['rows'])}" for row in rows]
    places = list(range(len(rows)))[::-1]
    left = [0.0] * len(rows)
    parts = [(phase, [row["phases_ms"].get(phase, 0) for row in rows]) for phase in PHASES]
    known = [sum(values[k] for name, values in parts if name != "render") for k in range(len(rows))]
    parts.append(("other", [max(0.0, row["mean_ms"] - sum_) for row, sum_ in zip(rows, known)]))
    for colour, (phase, values) in zip(COLOURS, parts):
        each = [value * 1e6 / row["boids"] for value, row in zip(values, rows)]
        if any(each):
            axes.barh(places, each, left=left, color=colour, label=phase)
        left = [a + b for a, b in zip(left, each)]
    axes.set_yticks(places, names, fontsize=8)
    axes.set(xlabel="ns per boid and step (mean)", title="Phases of a step")
    axes.legend(fontsize=8)
    return figure


def plot_histogram(times, title, budget):
    figure, axes = plt.subplots(figsize=(8, 4))
    ordered = sorted(times)
    axes.hist(times, bins=min(100, max(10, len(times) // 5)), color=COLOURS[0])
    for share, name in ((0.5, "median"), (0.95, "p95"), (0.99, "p99")):
        value = ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]
        axes.axvline(value, color=COLOURS[1], linewidth=1)
        axes.annotate(f" {name} {value:.2f}", (value, axes.get_ylim()[1] * (1.1 - share / 2)), fontsize=8)
    if budget and ordered[-1] > budget * 0.8:
        axes.axvline(budget, color="grey", linestyle=":")
    axes.set(xlabel="ms", ylabel="count", title=title)
    return figure


def plot_timeline(frames):
    """Parts of each frame, stacked, over the whole log; the thin line is its total."""
    figure, axes = plt.subplots(figsize=(10, 4))
    x = frames.get("frame") or list(range(len(frames["total_ms"])))
    parts = [name for name in ("step_ms", "upload_ms", "draw_ms", "swap_ms") if name in frames]
    if parts:
        axes.stackplot(x, *[frames[name] for name in parts], labels=[name[:-3] for name in parts], alpha=0.8)
    axes.plot(x, frames["total_ms"], color="black", linewidth=0.6, label="total")
    axes.axhline(FRAME_BUDGET, color="grey", linestyle=":", linewidth=0.8)
    axes.set(xlabel="frame", ylabel="ms", title="Frames", xlim=(x[0], max(x[-1], x[0] + 1)), ylim=(0, None))
    axes.legend(fontsize=8, loc="upper right", ncols=5)
    return figure


def figures_of(path):
    """Yields (name, figure, caption)."""
    if path.suffix == ".csv":
        frames = read_frames(path)
        yield "histogram", plot_histogram(frames["total_ms"], f"Frame times of {path.name}", FRAME_BUDGET), ""
        yield "timeline", plot_timeline(frames), ""
        return
    report = read_bench(path)
    if is_density_sweep(report):
        yield "density", plot_density(report), caption(report)
        return
    yield "scaling", plot_scaling(report), caption(report)
    yield "speed-up", plot_speed_up(report), caption(report)
    yield "phases", plot_phases(report), caption(report)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="bench JSON or frame log CSV")
    parser.add_argument("--output", type=pathlib.Path, help="folder for the pictures (default: beside each file)")
    parser.add_argument("--format", choices=("png", "svg"), default="png")
    arguments = parser.parse_args()
    for path in arguments.files:
        try:
            pictures = list(figures_of(path))
        except (OSError, ValueError, KeyError) as error:
            sys.exit(f"plot_bench: {error}")
        folder = arguments.output or path.parent
        folder.mkdir(parents=True, exist_ok=True)
        for name, figure, text in pictures:
            if figure is None:
                continue
            if text:
                figure.text(0.01, 0.005, text, fontsize=6, color="grey", va="bottom")
            figure.tight_layout(rect=(0, 0.05 if text else 0, 1, 1))
            target = folder / f"{path.stem}-{name}.{arguments.format}"
            figure.savefig(target, dpi=120, metadata={"Date": None} if arguments.format == "svg" else None)
            plt.close(figure)
            print(target)


if __name__ == "__main__":
    main()
