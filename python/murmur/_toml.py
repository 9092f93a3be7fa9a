"""Python values as TOML text, for scenarios and `set`."""

import json
import os
from collections.abc import Mapping

import numpy as np


def value(x):
    """`x` as a TOML value: numbers, words, lists, tuples, arrays, and dicts as inline tables. None is the empty text,
    which takes a key away."""
    if x is None:
        return ""
    if hasattr(x, "tolist"):  # numpy scalars and arrays
        if np.ma.is_masked(x):
            raise ValueError("a number of the array is masked; allowed: arrays without masked numbers")
        x = x.tolist()
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, (int, float)):
        return repr(x)
    if isinstance(x, (str, os.PathLike)):
        return json.dumps(os.fspath(x), ensure_ascii=False)
    if isinstance(x, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {item(one)}" for key, one in x.items()) + " }"
    if isinstance(x, (list, tuple)):
        return "[" + ", ".join(map(item, x)) + "]"
    raise ValueError(f"{x!r} is no value of a scenario; allowed: numbers, words, lists and dicts of them")


def item(x):
    """One in a list or a dict, where None is nothing."""
    if x is None:
        raise ValueError("None is no value in a list or a dict of a scenario; allowed: numbers, words, lists and dicts of them")
    return value(x)


def document(table):
    """A dict as a TOML document."""
    return "".join(f"{json.dumps(key)} = {value(one)}\n" for key, one in table.items())


def pairs(table):
    """`set=` as a list of (key, TOML text)."""
    if table is None:
        return []
    if not isinstance(table, Mapping) or not all(isinstance(key, str) for key in table):
        raise TypeError(f'set: {table!r} is no dict of keys; allowed: set={{"rules.radius": 3}}')
    return [(key, value(one)) for key, one in table.items()]
