"""Arguments as the compiled part takes them; wrong ones raise ValueError with their name."""

from __future__ import annotations

import errno
import os

import numpy as np

from . import _murmur, _toml

CHECKPOINT_BEGIN = b'{"murmur_checkpoint":'  # as in src/sim/formats/checkpoint.h


def whole(name, x, bits=63):
    try:
        number = None if isinstance(x, bool) else x.__index__()  # numpy's booleans have none
    except (AttributeError, TypeError):
        number = None
    if number is None:
        raise ValueError(f"{name}: {x!r} is no whole number")
    if abs(number) >= 2**bits:
        raise ValueError(f"{name}: {number} is too large")
    return number


def number(name, x):
    try:
        return float(x)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: {x!r} is no number") from None


def array(name, values, masked=False):
    """An array of any layout. masked: one of numpy's masked arrays stays one; without, it is refused if something is masked."""
    try:
        found = np.ma.asanyarray(values) if isinstance(values, np.ma.MaskedArray) else np.asarray(values)
    except ValueError as fault:  # numpy takes no lists of several lengths
        raise ValueError(f"{name}: is no array ({fault}); allowed: rows of one length") from None
    if isinstance(found, np.ma.MaskedArray) and not masked:
        if np.ma.is_masked(found):
            raise ValueError(f"{name}: {np.ma.count_masked(found)} of its numbers are masked; allowed: an array without masked numbers")
        found = found.data
    return found


def numbers(name, x):
    """A list of finite numbers."""
    found = array(name, x)
    if found.dtype.kind == "O" and found.ndim == 1:
        found = np.array([number(name, one) for one in found.tolist()])
    if found.ndim != 1 or found.dtype.kind not in "fiu" and found.size:
        raise ValueError(f"{name}: {x!r} is no list of numbers".replace("\n", " "))
    if not np.isfinite(found).all():
        raise ValueError(f"{name}: {found.tolist()} is not allowed; allowed: finite numbers")
    return list(map(float, found.tolist()))


def wholes(name, x):
    """A list of whole numbers, of a number, a list or an array."""
    found = np.atleast_1d(array(name, x))
    if found.ndim != 1 or found.size and found.dtype.kind not in "iuO":
        raise ValueError(f"{name}: {x!r} is no list of whole numbers".replace("\n", " "))
    return [whole(name, one) for one in found.tolist()]


def word(name, x):
    if not isinstance(x, str):
        raise ValueError(f"{name}: {x!r} is no word")
    return x


def unless_none(read, name, x):
    return None if x is None else read(name, x)


def path(x, compiled=True):
    """compiled: for the compiled part, whose names are UTF-8."""
    try:
        name = os.fsdecode(x)
        if compiled:
            name.encode()
    except TypeError:
        raise ValueError(f"{x!r} is no path") from None
    except UnicodeEncodeError:
        raise ValueError(f"the name {x!r} is not UTF-8: give the file another one") from None
    if not name or "\0" in name:
        raise ValueError(f"{x!r} is the name of no file")
    return name


def no_scenario(path):
    """Raises ValueError for the program's other files."""
    try:
        with open(path, "rb") as file:
            begin = file.read(len(CHECKPOINT_BEGIN))
    except OSError:
        return  # which the compiled part says
    if begin.startswith(b"step,id,"):
        raise ValueError(f"scenario: {path} is a state, not a scenario; murmur run --initial {path} starts from it")
    if begin == CHECKPOINT_BEGIN:
        raise ValueError(f"scenario: {path} is a checkpoint, not a scenario; go on from it with murmur.load({path!r})")
    if begin.startswith(b'{"'):
        raise ValueError(f"scenario: {path} is an event log, not a scenario; play it with murmur.replay({path!r})")


def existing(x, compiled=True):
    """The path of a file to read."""
    name = path(x, compiled)
    if not os.path.exists(name):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    return name


def identity(path):
    """The same of all names of a file."""
    try:
        found = os.stat(path)
    except OSError:
        return os.path.realpath(path)
    return found.st_dev, found.st_ino


def output(name, x, overwrite):
    """The path of a file to write; "" for none. One that is there is kept."""
    if x is None:
        return ""
    x = path(x)
    if not overwrite and os.path.exists(x) and os.path.getsize(x) > 0:
        raise FileExistsError(f"{name}: {x} is there already and is kept; name another file, or use overwrite=True")
    return x


def checkpoint(x, overwrite):
    """The path of a checkpoint to write. One that is there becomes PATH.1; other files of these names are kept."""
    x = path(x)
    for name in [] if overwrite or not os.path.exists(x) else [x, x + ".1"]:
        if holds_other(name):
            raise FileExistsError(f"save: {name} is there already, is no checkpoint, and is kept; name another file, or use overwrite=True")
    return x


def holds_other(name):
    """Whether a file has something in it that is no checkpoint, or cannot be read."""
    if not os.path.isfile(name) or os.path.getsize(name) == 0:
        return False
    try:
        with open(name, "rb") as file:
            return file.read(len(CHECKPOINT_BEGIN)) != CHECKPOINT_BEGIN
    except OSError:
        return True


def rows(name, values, count, dimensions):
    found = array(name, values)
    if found.ndim != 2 or found.dtype.kind not in "fiu":
        raise ValueError(f"{name} has the shape {found.shape} and the type {found.dtype}; "
                         f"allowed: ({count}, {dimensions}) real numbers, a row for each boid")
    with np.errstate(over="ignore"):  # infinite numbers are refused with their place
        return np.ascontiguousarray(found, dtype=np.float32)


def indices(name, values, count):
    found = array(name, values)
    if found.shape != (count,) or found.dtype.kind not in "iu":
        raise ValueError(f"{name} has the shape {found.shape} and the type {found.dtype}; "
                         f"allowed: ({count},) whole numbers, one for each boid")
    if count and not 0 <= found.min() <= found.max() < 2**32:
        raise ValueError(f"{name} has numbers from {found.min()} to {found.max()}; allowed: numbers from 0 on")
    return np.ascontiguousarray(found, dtype=np.uint32)


def rule_texts(rules):
    """Each rule as the inside of a [[rule]] table."""
    if isinstance(rules, (str, dict)) or not all(isinstance(rule, dict) for rule in rules):
        raise ValueError(f'rules: {rules!r} is no list of dicts; allowed: rules as in [{{"add": "unit(v) * 0.1"}}]')
    return [_toml.document(rule) for rule in rules]


def source(scenario, boids, seed, changes, keep_density, rules=(), count=None):
    """`count`: boids of a preset that starts from arrays; a file or a text says itself for how many its world is."""
    if isinstance(scenario, dict):
        kind, scenario = "text", _toml.document(scenario)
    elif isinstance(scenario, os.PathLike):
        kind, scenario = "file", path(scenario)
    elif not isinstance(scenario, str):
        raise ValueError(f"{scenario!r} is no scenario; allowed: a preset's name, a path, TOML text or a dict")
    elif "\n" in scenario or "=" in scenario:
        kind = "text"
    else:
        is_file = scenario.endswith(".toml") or os.sep in scenario
        kind = "file" if is_file or (os.path.isfile(scenario) and scenario not in _murmur.preset_names()) else "preset"
    if kind == "file":
        no_scenario(existing(scenario))
    if count is not None and kind == "preset":
        boids = count
    if boids is not None and not isinstance(boids, str):
        boids = str(whole("boids", boids))
    if seed is not None:
        seed = whole("seed", seed, 65)
        if not 0 <= seed < 2**63:
            raise ValueError(f"seed: {seed} is not allowed; allowed: 0 to 2**63 - 1")
    return _murmur.source(kind, scenario, boids, seed, bool(keep_density), _toml.pairs(changes), rule_texts(rules))


def machine(backend, threads, simd, device):
    return _murmur.Machine(word("backend", backend), whole("threads", threads, 31), word("simd", simd),
                           whole("device", device, 31))


def picture(width, height, look, centre=None, zoom=1.0, azimuth=None, elevation=None, distance=None):
    return _murmur.PictureOptions(
        whole("width", width), whole("height", height),
        _toml.document({key: value for key, value in look.items() if value is not None}),
        unless_none(numbers, "centre", centre), number("zoom", zoom), unless_none(number, "azimuth", azimuth),
        unless_none(number, "elevation", elevation), unless_none(number, "distance", distance))
