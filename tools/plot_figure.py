"""Draws a figure that `murmur reproduce` has run: what was measured, with standard errors, and what was published.

Usage: plot_figure.py FIGURE.json OUTPUT.png. `murmur reproduce NAME --plot OUTPUT.png` runs it; matplotlib is needed.
"""

import json
import math
import re
import sys
import textwrap

try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import NullFormatter, StrMethodFormatter
except ImportError:
    sys.exit(3)  # the program says what is needed


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        figure = json.load(file)
    exponents = any("exponent" in check["check"] for check in figure["checks"])
    labels = list(dict.fromkeys(point["series"] for point in figure["points"]))
    many = len(labels) > 6
    picture, axes = plt.subplots(figsize=(9.6 if many else 7.2, 4.8), dpi=120)
    # Single points are told apart by their shape, curves by their colour.
    counts = {label: sum(p["series"] == label for p in figure["points"]) for label in labels}
    singles = [label for label in labels if counts[label] == 1 and max(counts.values()) > 1]
    curves = [label for label in labels if label not in singles]
    for label in labels:
        one = label in singles
        colour = "black" if one else plt.cm.viridis(0.85 * curves.index(label) / max(len(curves) - 1, 1))
        shape = "sD^vP*X"[singles.index(label) % 7] if one else ".-"
        points = [point for point in figure["points"] if point["series"] == label]
        axes.errorbar([p["x"] for p in points], [p["mean"] for p in points], [3 * (p["error"] or 0.0) for p in points],
                      fmt=shape, color=colour, capsize=3, lw=1, ms=5 if one else None, label=label)
        published = [p for p in points if "expected" in p]
        allowed = [p for p in published if "allowed" in p]
        axes.errorbar([p["x"] for p in allowed], [p["expected"] for p in allowed], [p["allowed"] for p in allowed], fmt="none",
                      ecolor=colour, alpha=0.25, elinewidth=8)
        axes.plot([p["x"] for p in published], [p["expected"] for p in published], "o", mfc="none", ms=12 if one else 10,
                  color=colour)
    if any("expected" in point for point in figure["points"]):
        axes.plot([], [], "o", mfc="none", ms=10, color="grey", label="published, and what is allowed")
    axes.errorbar([], [], [], fmt=".", color="grey", capsize=3, label="measured ± 3 standard errors")
    spread = [p["x"] for p in figure["points"] if p["x"] > 0]
    if exponents or (spread and max(spread) > 50 * min(spread)):
        axes.set_xscale("log")
        axes.set_xticks(sorted(set(spread)))
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.7g}" if max(spread) < 1e6 else "{x:,.0f}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
    if exponents:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axes.yaxis.set_minor_formatter(StrMethodFormatter("{x:g}"))
    if exponents and len(labels) == 1:  # the published power law through the first point
        law = next(check["check"] for check in figure["checks"] if "exponent" in check["check"])
        slope = float(re.search(r"published (-?[\d.]+)", law)[1])
        x, y = figure["points"][0]["x"], figure["points"][0]["mean"]
        axes.plot([x, max(spread)], [y, y * (max(spread) / x) ** slope], "--", color="grey", lw=1,
                  label=f"published: as {figure['x_label']}^{slope:g}")
    axes.set_xlabel(figure["x_label"] or "x")
    quantity = figure["quantity"]
    axes.set_ylabel(textwrap.fill(quantity.split(" against")[0], 36))
    passes = [p["passes"] for p in figure["points"] + figure["checks"] if "passes" in p]
    verdict = figure["verdict"].split(":")[0] or "as published" if figure["passes"] else "NOT as published"
    if any("field" in p for p in figure["points"]):
        verdict = f"{sum(passes)} of {len(passes)} field figures"
    axes.set_title(f"{figure['title']}: {verdict}", fontsize=11)
    notes = [check["check"] for check in figure["checks"]] + [figure["source"]]
    picture.text(0.01, 0.01, "\n".join(notes), fontsize=7, color="dimgrey")
    axes.grid(alpha=0.25)
    axes.legend(fontsize=8, **({"loc": "upper left", "bbox_to_anchor": (1.01, 1.0)} if many else {}))
    picture.tight_layout(rect=(0, 0.02 + 0.025 * len(notes), 1, 1))
    picture.savefig(sys.argv[2])
    return 0 if math.isfinite(sum(p["mean"] for p in figure["points"])) else 1


if __name__ == "__main__":
    sys.exit(main())
