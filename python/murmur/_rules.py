"""Custom rules of a flock, as a list; each change is an event of `set`."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from types import MappingProxyType
from typing import Any


class Names(MutableMapping):
    """The numbers `let`, the sums, the parts `where` or the `state` of a rule, by name."""

    def __init__(self, flock, table: str):
        self._flock, self._table = flock, table

    def _all(self) -> dict[str, Any]:
        """A number with a slider is three keys: NAME.value, NAME.from and NAME.to. Tables and numbers that boids keep cannot be changed in
        place, because such a change would not reach the flock."""
        found: dict[str, Any] = {}
        for key, text in self._flock._run.values().items():
            if key.startswith(self._table + "."):
                name, _, part = key[len(self._table) + 1:].partition(".")
                value = json.loads(text)
                if part in ("", "value"):
                    found[name] = tuple(value) if isinstance(value, list) else value
                elif part in ("start", "next"):
                    found.setdefault(name, {})[part] = value
        return {name: MappingProxyType(value) if isinstance(value, dict) else value for name, value in found.items()}

    def __getitem__(self, name: str) -> Any:
        return self._all()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._flock.set(f"{self._table}.{name}", value)

    def __delitem__(self, name: str) -> None:
        if name not in self._all():
            raise KeyError(name)
        self._flock.set(f"{self._table}.{name}", None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


def _text(key: str, what: str) -> property:
    def get(rule: Rule) -> Any:
        return rule._get(key)

    def put(rule: Rule, value: Any) -> None:
        rule._flock.set(f"{rule._place}.{key}", value)

    return property(get, put, doc=what)


class Rule:
    """One rule, by its place in the list. Texts and numbers are read and set: rule.add = "unit(v) * 0.1"."""

    __slots__ = ("_flock", "_place")

    def __init__(self, flock, place: str):
        self._flock, self._place = flock, place

    def _get(self, key: str) -> Any:
        text = self._flock._run.values().get(f"{self._place}.{key}")
        return "" if text is None else json.loads(text)

    name = _text("name", "For messages; \"\": none.")
    range = _text("range", "Its sums have neighbours that are nearer [world units]; 0: rules.radius.")
    when = _text("when", "A truth; the rule adds nothing where it does not hold; \"\": it always holds.")
    add = _text("add", "What it adds to the velocity.")

    @property
    def let(self) -> Names:
        """Its numbers: rule.let["gain"] = 0.1, or {"value": 0.1, "from": 0, "to": 1}. A table is a tuple: set all of it."""
        return Names(self._flock, f"{self._place}.let")

    @property
    def sums(self) -> Names:
        """What it sums over neighbours: rule.sums["pull"] = "unit(d)"."""
        return Names(self._flock, f"{self._place}.sums")

    @property
    def where(self) -> Names:
        """Parts of its other texts: rule.where["out"] = "p - size / 2"."""
        return Names(self._flock, f"{self._place}.where")

    @property
    def state(self) -> Names:
        """Numbers that each boid keeps: rule.state["hunger"] = {"start": 0, "next": "min(hunger + 0.01, 1)"}; State.kept has them."""
        return Names(self._flock, f"{self._place}.state")

    def __repr__(self) -> str:
        return f"<{self._place} {self.name!r}: {self.add!r}>"


class Rules(Sequence):
    """The custom rules of a flock, in order."""

    def __init__(self, flock):
        self._flock = flock

    def __len__(self) -> int:
        return len({key.partition("]")[0] for key in self._flock._run.values() if key.startswith("rule[")})

    def _place(self, index: int) -> str:
        rules = len(self)
        index = operator.index(index)
        if not -rules <= index < rules:
            raise IndexError(f"rules[{index}]: the flock has {rules} rule{'' if rules == 1 else 's'}")
        return f"rule[{index % rules}]"

    def __getitem__(self, index: int) -> Rule:
        return Rule(self._flock, self._place(index))

    def __delitem__(self, index: int) -> None:
        self._flock.set(self._place(index), None)

    def append(self, rule: Mapping[str, Any]) -> None:
        """Adds a rule behind the others: {"add": "unit(v) * 0.1"}."""
        self._flock.set(f"rule[{len(self)}]", rule)

    def __repr__(self) -> str:
        return repr(list(self))
