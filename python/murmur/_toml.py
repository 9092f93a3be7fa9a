"""Python values as TOML text, for scenarios and `set`."""

import json
import os
from collections.abc import Mapping


def value(x):
    """`x` as a TOML value: numbers, words, lists, tuples, arrays, and dicts as inline tables. None is the empty text,
    which takes a key away."""
    if x is None:
        return ""
    if hasattr(x, "tolist"):  # numpy scalars and arrays
        x = x.tolist()
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, (int, float)):
        return repr(x)
    if isinstance(x, (str, os.PathLike)):
        return json.dumps(os.fspath(x), ensure_ascii=False)
    if isinstance(x, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {value(item)}" for key, item in x.items()) + " }"
    if isinstance(x, (list, tuple)):
        return "[" + ", ".join(map(value, x)) + "]"
    raise ValueError(f"{x!r} is no value of a scenario; allowed: numbers, words, lists and dicts of them")


def document(table):
    """A dict as a TOML document."""
    return "".join(f"{json.dumps(key)} = {value(item)}\n" for key, item in table.items())


def pairs(table):
    """`set=` as a list of (key, TOML text)."""
    if table is None:
        return []
    if not isinstance(table, Mapping) or not all(isinstance(key, str) for key in table):
        raise TypeError(f'set: {table!r} is no dict of keys; allowed: set={{"rules.radius": 3}}')
    return [(key, value(item)) for key, item in table.items()]
