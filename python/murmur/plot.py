"""Figures of tracks and flocks with matplotlib: murmur.plot.curves(tracks).savefig("curves.png").

Each function takes Tracks, or several by their names, {"fish": tracks, "boids": others}, and gives a matplotlib Figure. Several that
share axes have one unit and one rate; `check=False` draws others as they are.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

import numpy as np

from ._tracks import Tracks
from ._trajectory import needed

COLOURS = ("#1b6ca8", "#d1495b", "#e09f3e", "#2a9d8f", "#6b4e71")
STYLE = {"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#e6e6e6",
         "grid.linewidth": 0.6, "axes.axisbelow": True, "axes.edgecolor": "#808080", "axes.titlesize": 9, "legend.frameon": False,
         "axes.titlelocation": "left"}
SAME_RATE = 0.01  # of a rate: others are another one
FEW = 100  # pairs of a place of the force map that is left white


def styled(draw):
    @functools.wraps(draw)
    def drawn(*arguments, **options):
        with needed("matplotlib", "matplotlib", "a figure").rc_context(STYLE):
            return draw(*arguments, **options)
    return drawn


def figure(rows, columns, size):
    made = needed("matplotlib.figure", "matplotlib", "a figure").Figure(figsize=size, layout="constrained")
    return made, made.subplots(rows, columns, squeeze=False)


def several(given, kind):
    """Names and what is drawn of them."""
    if isinstance(given, Tracks):
        return {"": given}
    if isinstance(given, Mapping) and given and all(isinstance(one, Tracks) for one in given.values()):
        return dict(given)
    raise ValueError(f"{kind}: {type(given).__name__} is not allowed; allowed: Tracks, or a dict of names and Tracks")


def unit_of(all, kind, check):
    """The unit of all. Lengths or times that are not the same are refused."""
    units, rates = {one.unit: name for name, one in all.items()}, {one.rate: name for name, one in all.items()}
    if check and len(units) > 1:
        both = " and ".join(f"{name} is in {unit or 'no unit'}" for unit, name in list(units.items())[:2])
        raise ValueError(f"{kind}: {both}; allowed: Tracks in one unit, as of unit= and body=, or check=False")
    if check and not np.allclose(list(rates), next(iter(rates)), rtol=SAME_RATE):
        both = " and ".join(f"{name} has {rate:g}" for rate, name in ((min(rates), rates[min(rates)]), (max(rates), rates[max(rates)])))
        raise ValueError(f"{kind}: {both} frames a second; allowed: Tracks at one rate, as of rate= and record(every=), or check=False where a second "
                         "is the same in all")
    return (next(iter(units)) if len(units) == 1 else "") or "unit of length"


def legend(axis, all, **how):
    if len(all) > 1 or how:
        axis.legend(fontsize=8, handlelength=1.6)


def line(axis, x, y, name, k, style="-"):
    axis.plot(x, y, style, color=COLOURS[k % len(COLOURS)], linewidth=1.5, label=name or None)


@styled
def curves(tracks, *, check=True, **options):
    """Distributions, g(r), correlations and autocorrelations. options: those of `Tracks.curves`."""
    all = several(tracks, "curves")
    unit = unit_of(all, "curves", check)
    made, ((nearest, speed, pairs), (space, pace, heading)) = figure(2, 3, (10, 5.6))
    for k, (name, one) in enumerate(all.items()):
        found = one.curves(**options)
        for axis, what in ((nearest, "nearest"), (speed, "speed")):
            axis.stairs(found[what], found[f"{what}_edges"], color=COLOURS[k % len(COLOURS)], linewidth=1.5, fill=False, label=name or None)
            axis.stairs(found[what], found[f"{what}_edges"], color=COLOURS[k % len(COLOURS)], alpha=0.15, fill=True)
        line(pairs, found["distance"], found["g"], name, k)
        line(space, found["distance"], found["velocity_correlation"], f"{name} velocity".strip(), k)
        line(space, found["distance"], found["speed_correlation"], f"{name} speed".strip(), k, "--")
        if "lag" in found:
            for axis, what in ((pace, "speed_autocorrelation"), (heading, "heading_autocorrelation")):
                line(axis, found["lag"][found["lag"] > 0], found[what][found["lag"] > 0], name, k)
                axis.set_xscale("log")
    for axis, x, y, title in (
            (nearest, f"distance to the nearest [{unit}]", f"density [1/{unit}]", "Nearest distance"),
            (speed, f"speed [{unit}/s]", f"density [s/{unit}]", "Speed"),
            (pairs, f"distance r [{unit}]", "g(r)", "Pair correlation"),
            (space, f"distance r [{unit}]", "C(r)", "Correlation of deviations"),
            (pace, "lag [s]", "autocorrelation", "Speed over time"),
            (heading, "lag [s]", "mean cosine", "Heading over time")):
        axis.set(xlabel=x, ylabel=y, title=title)
    for axis in (nearest, speed, pairs, space):
        axis.set_xlim(left=0)
    for axis in (nearest, speed):
        axis.set_ylim(bottom=0)
    pairs.axhline(1, color="#808080", linewidth=0.8)
    pairs.set_ylim(bottom=0)
    for axis in (space, pace, heading):
        axis.axhline(0, color="#808080", linewidth=0.8)
    legend(nearest, all)
    legend(space, all, both=True)
    return made


@styled
def force_map(tracks, *, limit=None, **options):
    """Acceleration ahead and to the left by the place of the neighbour, and the number of pairs. The animal is in the middle and
    flies up. limit: of the colours [unit/s²]. options: those of `Tracks.force_map`."""
    all = several(tracks, "force_map")
    made, axes = figure(len(all), 3, (11, 0.2 + 3.3 * len(all)))
    for row, (name, one) in zip(axes, all.items()):
        unit, found = one.unit or "unit of length", one.force_map(**options)
        reach, enough = found["edges"][-1], found["count"] >= FEW
        shown = np.abs(np.concatenate([found["along"][enough], found["across"][enough]]))
        most = limit or (float(np.quantile(shown, 0.95)) if len(shown) else 0.0) or 1.0
        for axis, key, title, label in zip(row, ("along", "across", "count"), ("Acceleration ahead", "Acceleration to the left", "Pairs"),
                                           (f"[{unit}/s²]", f"[{unit}/s²]", "")):
            values = found["count"] if key == "count" else np.where(enough, found[key], np.nan)
            low, high, colours = (0, None, "viridis") if key == "count" else (-most, most, "RdBu_r")
            drawn = axis.imshow(values, origin="lower", extent=[-reach, reach, -reach, reach], cmap=colours, vmin=low, vmax=high)
            axis.set(xlim=(reach, -reach), title=title, xlabel=f"neighbour to the left [{unit}]")
            axis.grid(False)
            axis.plot(0, 0, marker=(3, 0, 0), markersize=8, color="white" if key == "count" else "black", markeredgecolor="black")
            made.colorbar(drawn, ax=axis, shrink=0.85, label=label)
        if not enough.all():
            row[0].set_xlabel(f"{row[0].get_xlabel()}\nwhite: fewer than {FEW} pairs")
        row[0].set_ylabel(f"{name}\nneighbour ahead [{unit}]" if name else f"neighbour ahead [{unit}]")
    return made


@styled
def metrics(tracks, *, check=True, **options):
    """Polarisation, milling, nearest distance and speed over time. options: those of `Tracks.metrics`."""
    all = several(tracks, "metrics")
    unit = unit_of(all, "metrics", check)
    made, ((order, milling), (nearest, speed)) = figure(2, 2, (9, 5))
    for k, (name, one) in enumerate(all.items()):
        found = one.metrics(**options)
        for axis, key in ((order, "polarisation"), (milling, "milling"), (nearest, "nearest_mean"), (speed, "speed_mean")):
            line(axis, one.times, found[key], name, k)
        speed.fill_between(one.times, found["speed_mean"] - found["speed_sd"], found["speed_mean"] + found["speed_sd"],
                           color=COLOURS[k % len(COLOURS)], alpha=0.15, linewidth=0)
    for axis, y, title in ((order, "polarisation", "Polarisation"), (milling, "milling", "Milling"),
                           (nearest, f"distance [{unit}]", "Mean distance to the nearest"), (speed, f"speed [{unit}/s]", "Speed, mean ± standard deviation")):
        axis.set(xlabel="time [s]", ylabel=y, title=title)
        axis.margins(x=0)
    order.set_ylim(0, 1.02)
    milling.set_ylim((0, 1) if all and next(iter(all.values())).dimensions == 3 else (-1, 1))
    milling.axhline(0, color="#808080", linewidth=0.8)
    for axis in (nearest, speed):
        axis.set_ylim(bottom=0)
    legend(order, all)
    return made
