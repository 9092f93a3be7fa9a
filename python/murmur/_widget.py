"""FlockWidget: a flock that flies in a cell of a notebook. widget.js, the other half, draws it, and asks for one frame after the other:
so the flock steps between other cells, and rests when nobody looks. Needs anywidget; Flock.widget makes one."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Mapping
from pathlib import Path

import anywidget
import numpy as np
import traitlets

from . import _arguments as read
from . import _murmur

MOST_STEPS = 10_000  # a frame: the notebook waits for them
COLOUR_BY = ("heading", "speed", "one", "density", "species", "state")  # the numbers of shaders/paint.glsl
PALETTES = ("usual", "fire", "ocean", "grey")
ABOUT = Path(__file__).parent


def script():
    """widget.js, with the colours of the program's own shader."""
    palette = (ABOUT / "palette.glsl").read_text(encoding="utf-8")
    return f"const palette = {json.dumps(palette)};\n" + (ABOUT / "widget.js").read_text(encoding="utf-8")


def value_of(values, key):
    text = values.get(key, values.get(f"{key}.value"))
    return None if text is None else json.loads(text)


def slider(flock, key, ends):
    """What the page needs for a slider. ends: None: those of the window's slider, or of the scenario's own."""
    values = flock._run.values()
    now = value_of(values, read.word("controls", key))
    if now is None:
        raise ValueError(f"controls: {key}: the flock's scenario has no such key; docs/scenarios.md lists all")
    if isinstance(now, bool) or not isinstance(now, (int, float)):
        raise ValueError(f"controls: {key}: is {now!r}; allowed: keys that are numbers")
    if ends is None:
        own = [value_of(values, f"{key}.{end}") for end in ("from", "to")]
        ends = own if None not in own else flock._run.slider(key)
    if ends is None:
        raise ValueError(f'controls: {key}: has no slider in the window; give its ends: controls={{"{key}": (0, {max(2 * now, 1)})}}')
    ends = read.numbers(f"controls: {key}", ends)
    if len(ends) != 2 or not ends[0] < ends[1]:
        raise ValueError(f"controls: {key}: {ends} is not allowed; allowed: two numbers, the smaller one first")
    return {"key": key, "low": ends[0], "high": ends[1], "whole": isinstance(now, int)}


class FlockWidget(anywidget.AnyWidget):
    """A flock that flies in a notebook: see Flock.widget. `playing` and `steps`, those of a frame, may be set. `flock` is the flock."""

    _esm = script()
    _css = """.murmur-bar, .murmur-slider { display: flex; gap: 8px; align-items: center; padding: 2px 0; flex-wrap: wrap; }
.murmur-slider span { min-width: 14em; } .murmur-slider input { flex: 1; max-width: 24em; }
.murmur-bar input { width: 4.5em; } .murmur-fault { color: #c0392b; } .murmur-picture { width: 100%; display: block; }"""
    playing = traitlets.Bool(False).tag(sync=True)
    steps = traitlets.Int(1, min=1, max=MOST_STEPS).tag(sync=True)
    _height = traitlets.Int().tag(sync=True)
    _sliders = traitlets.List().tag(sync=True)

    def __init__(self, flock, controls, steps, shown, height):
        steps, shown, height = read.whole("steps", steps), read.whole("shown", shown), read.whole("height", height)
        for name, number, least, most in (("steps", steps, 1, MOST_STEPS), ("shown", shown, 1, 10**6), ("height", height, 100, 4000)):
            if not least <= number <= most:
                raise ValueError(f"{name}: {number} is not allowed; allowed: {least} to {most}")
        if isinstance(controls, str):
            raise ValueError(f'controls: {controls!r} is a word; allowed: a list of keys, as in ["rules.radius"], or a dict of keys and ends')
        ends = controls if isinstance(controls, Mapping) else dict.fromkeys(controls)
        super().__init__(steps=steps, _height=height, _sliders=[slider(flock, key, ends[key]) for key in ends])
        self.flock, self._shown, self._colours = flock, shown, (None, [])
        try:
            self._cells = asyncio.get_running_loop(), threading.get_ident()  # a notebook's, which runs one cell after the other
        except RuntimeError:
            self._cells = None, None
        self.on_msg(self._asked)

    def redraw(self):
        """Shows the flock as it is now: after another cell has changed it while the widget did not play."""
        self._answer("", asked=False)

    def _asked(self, _, message, __):
        """Some notebooks take messages in another thread, also during a cell, whose steps would then be others: they wait for its end."""
        loop, thread = self._cells
        if thread in (None, threading.get_ident()):
            self._fly(message)
        else:
            loop.call_soon_threadsafe(self._fly, message)

    def _fly(self, message):
        """The page asks for a frame: {"steps": so many first, "set": {key: value} before them}."""
        fault = ""
        try:
            for key, value in message.get("set", {}).items():
                self.flock.set(key, value)
            self.flock.step(min(message.get("steps", 0), MOST_STEPS))
        except (ValueError, RuntimeError) as error:
            fault = str(error)
        except KeyboardInterrupt:
            fault = "interrupted"
        self._answer(fault, asked=True)

    def _answer(self, fault, asked):
        answer, buffers = self._frame()
        self.send({**answer, "fault": fault, "asked": asked}, buffers)

    def _frame(self):
        """What the page draws: numbers and words, and arrays of float32: position and velocity of boids and predators, a number of each boid."""
        state, values = self.flock.state(), self.flock._run.values()
        every = max(1, -(-len(state.position) // self._shown))
        look, number = self._look(values, state)
        arrays = [state.position[::every], state.velocity[::every], state.predator_position, state.predator_velocity, number[::every]]
        boids, shown = len(state.position), len(state.position[::every])
        answer = {"step": state.step, "boids": boids, "line": f"step {state.step} · {boids:,} boids" + (f", {shown:,} shown" if shown < boids else ""),
                  "world": json.loads(values["world.size"]), "look": look,
                  "values": {one["key"]: value_of(values, one["key"]) for one in self._sliders}}
        return answer, [memoryview(np.ascontiguousarray(array, dtype="<f4")).cast("B") if array.size else b"" for array in arrays]

    def _look(self, values, state):
        """As the table [view] has it, with triangles; and the number of each boid that its colour shows."""
        view = {key: value_of(values, f"view.{key}") for key in ("colour", "background", "palette", "size", "draw")}
        names = self.flock.species_names
        several, kept = len(names) > 1, list(state.kept.values())
        colour, background = view["colour"], view["background"]
        one = colour if colour and colour.startswith("#") else None
        if colour is None:
            colour = "species" if several else "heading" if view["draw"] == "triangle" else "one"
        if one or colour == "density" or (colour == "species" and not several) or (colour == "state" and not kept):
            colour = "one"
        if background is None:
            background = "light" if view["draw"] in ("disc", "arrow") else "dark"
        apart = value_of(values, "rules.separation_radius") or 0.5 * value_of(values, "rules.radius")
        width = json.loads(values["world.size"])[0]
        number = {"species": state.species, "state": kept[0] if kept else None}.get(colour, np.empty(0))
        return {"colour": COLOUR_BY.index(colour), "one": one, "background": background, "palette": PALETTES.index(view["palette"]),
                "size": 0.3 * min(max(apart, 1e-4 * width), 0.2 * width) * view["size"], "least": view["size"],
                "speeds": [value_of(values, "rules.min_speed"), value_of(values, "rules.max_speed")],
                "species": self._species_colours(values, names) if colour == "species" else []}, number

    def _species_colours(self, values, names):
        given = [values.get(f"species[{k}].colour") for k in range(len(names))]
        if self._colours[0] != given:
            scenario = self.flock.scenario
            self._colours = given, [share for k in range(len(names)) for share in _murmur.species_colour(scenario, k)]
        return self._colours[1]
