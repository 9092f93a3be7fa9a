"""Tracks of tables: a row for each animal and frame, or for each frame with columns of all animals."""

from __future__ import annotations

import re
from array import array
from typing import Any, NamedTuple

import numpy as np

from . import _tracks_columns, _tracks_rows, _tracks_sheet, _tracks_times


OF_PICTURES = ("SLEAP", "DeepLabCut")  # whose places are pixels


class Table(NamedTuple):
    """What a table has. `tool`: the program that wrote it, "" if it is not known. rate: of the numbers in `steps`."""

    positions: np.ndarray
    velocities: np.ndarray | None
    rate: float | None
    ids: Any
    steps: np.ndarray
    unit: str
    tool: str
    notes: list[str]


def read(source, given):
    with _tracks_sheet.opened(source) as sheet:
        columns = _tracks_columns.recognised(sheet, given.columns, given.keypoint)
        scale = _tracks_times.UNITS.get("?" if sheet.tool == "TrackMate" and not any(sheet.units) else unit_of(sheet, columns.time).lower())
        if columns.time is not None and columns.frame is not None and scale is None and (given.rate is not None or not unit_of(sheet, columns.time)):
            columns = columns._replace(time=None)  # nothing asks for it
        if columns.time is not None and scale is None:
            raise ValueError(f"{sheet.path}: {sheet.header[columns.time]} is in {unit_of(sheet, columns.time)!r}; allowed: times in s or ms")
        return table_of(sheet, columns, given, scale)


def unit_of(sheet, k):
    """In brackets, or at the end of a name such as time_ms."""
    if k is None or sheet.units[k]:
        return "" if k is None else sheet.units[k]
    ending = re.fullmatch(r"(?:time|timestamp|t)[ _.]([a-z]+)", sheet.names[k])
    return ending[1] if ending and ending[1] in (*_tracks_times.UNITS, *_tracks_times.OTHERS) else ""


def velocity_notes(sheet, columns, unit, rate, found):
    """Refuses velocities that name another unit, and tells of those that are far from the ways of the positions."""
    names = [sheet.header[k] for k in columns.velocities]
    for k in columns.velocities:
        if sheet.units[k] and sheet.units[k] not in (f"{unit}/s", f"{unit} / s"):
            raise ValueError(f"{sheet.path}: {sheet.header[k]} is in {sheet.units[k]!r}; allowed: {unit or 'units of the positions'}/s, or no columns of velocities")
    width = len(columns.axes)
    ways, given = (np.linalg.norm(part, axis=2) for part in (np.diff(found[..., :width], axis=0) * (rate or 1.0), found[..., width:]))
    way, speed = (np.nanmedian(part) if np.isfinite(part).any() else np.nan for part in (ways, given))
    if not (way > 0 or speed > 0) or way <= 2 * speed <= 4 * way:
        return []
    return [f"read: {', '.join(names)} have a median of {speed:.3g}, and the ways of the positions one of {way:.3g} {unit or 'units'} a second: are they in another unit?"]


class Rows:
    """The rows of a sheet as numbers."""

    def __init__(self, sheet, columns):
        self.index, self.animal, self.line = _tracks_rows.Index(), array("q"), array("q")
        self.frame, self.time, self.values, self.without_id = array("d"), array("d"), array("d"), 0
        of_states = sheet.names[:2] == ["step", "id"]  # predators have ids below 0
        cells, at = sheet.cells, columns.values
        for line, row in sheet.rows:
            if columns.id is not None:
                name = row[columns.id].strip()
                if of_states and name.startswith("-"):
                    continue
                if sheet.tool == "TrackMate" and name in ("", "None"):
                    self.without_id += 1
                    continue
                self.animal.append(self.index[cells.id(line, name, columns.id)])
            self.line.append(line)
            self.values.extend(cells.number(line, row[k], k) for k in at)
            if columns.frame is not None:
                self.frame.append(cells.frame(line, row[columns.frame], columns.frame))
            if columns.time is not None:
                self.time.append(cells.number(line, row[columns.time], columns.time))


def table_of(sheet, columns, given, scale):
    rows, path, notes, rate = Rows(sheet, columns), sheet.path, [columns.said], given.rate
    if unused := [name for k, name in enumerate(sheet.header) if name.strip() and k not in columns.used]:
        notes.append(f"read: columns that are not used: {_tracks_columns.some(unused)}")
    notes += sheet.cells.notes()
    if rows.without_id:
        notes.append(f"read: spots of no track, left out: {rows.without_id}")
    frames, times = np.array(rows.frame), np.array(rows.time) * (scale or 1.0)
    if columns.frame is None and columns.time is None:
        if sheet.numbered:
            raise ValueError(f"{path}: has no column for frame, and an index without a name; allowed: table.index.name = 'frame' or 'time', or "
                             "table.reset_index(drop=True) where each row is a frame")
        frames = np.arange(len(rows.line), dtype=float)
        notes.append("read: each row is a frame")
    elif columns.frame is None and len(times):
        if rate is not None and "time" not in given.columns and not unit_of(sheet, columns.time) and _tracks_times.are_frames(times, rate):
            name = sheet.header[columns.time]
            raise ValueError(f"{path}: the column {name} counts whole numbers, as frames do, and rate={rate:g}; allowed: columns={{'frame': {name!r}}} for "
                             f"frames, or columns={{'time': {name!r}}} for seconds")
        frames, rate, note = _tracks_times.frames_of(times, rate, lambda k: f"{path}: line {rows.line[k]}: the time")
        notes.append(note)
    elif columns.time is not None and len(times):
        try:
            found_rate, note = _tracks_times.rate_of(frames, times, path)
        except ValueError:
            if rate is None:
                raise
            found_rate, note = None, f"read: {sheet.header[columns.time]} is at no one rate; rate={rate:g} is used"
        if rate is not None and found_rate is not None and abs(found_rate - rate) > 0.01 * rate:
            note = f"read: {sheet.header[columns.time]} says {found_rate:.4g} frames a second; rate={rate:g} is used"
        rate = found_rate if rate is None else rate
        notes.append(note)
    names, place = rows.index.sorted() if columns.id is not None else ([""], None)
    animal = None if place is None else place[np.array(rows.animal, np.int64)]
    if animal is not None and len(names) == len(animal) > 1 and len(np.unique(frames)) > 1:
        raise ValueError(f"{path}: each {sheet.header[columns.id]} is there once, so it names no animal; allowed: columns={{'id': NAME}} with one of "
                         f"{', '.join(sheet.header)}")
    values = np.array(rows.values).reshape(len(rows.line), len(columns.values))
    try:
        found, steps = _tracks_rows.table(path, frames, values, animal, names, rows.line)
    except ValueError as fault:
        if sheet.tool != "TrackMate":
            raise
        raise ValueError(f"{fault}, in a track that splits or merges: give each branch an id of its own") from None
    axes = columns.axes
    if columns.id is None:
        found = found.reshape(len(found), len(columns.animals), len(axes))
        names = list(columns.animals)
        names = [int(name) for name in names] if all(name.isdecimal() for name in names) else names
    width = len(axes)
    if sheet.tool == "TrackMate" and width == 3 and np.nanmin(found[..., 2]) == np.nanmax(found[..., 2]):
        notes.append(f"read: {sheet.header[columns.animals['']['z']]} is {np.nanmax(found[..., 2]):g} everywhere, so the tracks are in 2D")
        axes = axes[:2]
    units = {sheet.units[k]: sheet.header[k] for one in columns.animals.values() for k in one.values()}
    unit = next(iter(units)) if len(units) == 1 else ""
    if len(units) > 1:
        raise ValueError(f"{path}: {_tracks_columns.some(units.values())} have different units; allowed: one for all positions")
    if columns.velocities:
        notes += velocity_notes(sheet, columns, unit, rate, found)
    return Table(np.ascontiguousarray(found[..., :len(axes)]), np.ascontiguousarray(found[..., width:]) if columns.velocities else None, rate, names,
                 steps, "px" if sheet.tool in OF_PICTURES and not unit and len(axes) == 2 else unit, sheet.tool, notes)
