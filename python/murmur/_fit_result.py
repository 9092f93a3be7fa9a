"""What murmur.fit finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np


class Agreement(NamedTuple):
    """A statistic of the tracks and of flights of the fitted scenario."""

    name: Annotated[str, "What is measured"]
    measured: Annotated[float, "Of the tracks"]
    fitted: Annotated[float, "Mean over flights of the fitted scenario"]
    error: Annotated[float, "Scatter from flight to flight, which is the standard error of one sample as long as the tracks, and 1 % of the value"]
    difference: Annotated[float, "`fitted` - `measured`, in these errors"]


@dataclass
class Fit:
    """What `murmur.fit` finds; print(fit) is a table. Values describe the tracks by the form of the scenario's rules: they do not
    say that animals have these rules."""

    method: Annotated[str, "regression or simulation"]
    values: Annotated[dict[str, float], "Fitted values by key"]
    intervals: Annotated[dict[str, tuple[float, float]], "90 % intervals by key, if the form of the rules is right"]
    not_identifiable: Annotated[dict[str, str], "Keys that the tracks do not tell, with the reason"]
    scenario: Annotated[str, "The scenario with the fitted values, as TOML: murmur.Flock(fit.scenario)"]
    blur: Annotated[float, "Standard deviation of the errors of the places, of each component [unit]"]
    agreement: Annotated[list[Agreement], "Statistics of the tracks beside those of flights of the fitted scenario"]
    notes: Annotated[list[str], "What is unusual, one sentence each"]
    about: Annotated[str, "How many animals, for how long"]

    @property
    def distance(self) -> float:
        """Root mean square of the differences in standard errors: about 1 for a model that the tracks do not contradict."""
        return float(np.sqrt(np.mean([min(row.difference**2, 900) for row in self.agreement]))) if self.agreement else float("nan")

    def __str__(self) -> str:
        wide = max(map(len, self.values))
        lines = [f"Fit by {self.method}: {self.about}; errors of places {self.blur:.2g}", "",
                 f"{'key':{wide}}  {'value':>10}  90 % interval"]
        for key, value in self.values.items():
            low, high = self.intervals[key]
            reason = self.not_identifiable.get(key)
            lines.append(f"{key:{wide}}  {value:10.4g}  {low:.4g} to {high:.4g}" + (f"  not identifiable: {reason}" if reason else ""))
        lines += ["", *self.notes]
        if self.agreement:
            far = sorted((row for row in self.agreement if abs(row.difference) > 2), key=lambda row: -abs(row.difference))
            lines.append(f"Agreement of {len(self.agreement)} statistics with flights of the fitted scenario: {len(self.agreement) - len(far)} "
                         f"within 2 standard errors, root mean square {self.distance:.1f}." + (" Farthest:" if far else ""))
            wide = max(len(row.name) for row in self.agreement)
            if far:
                lines.append(f"{'statistic':{wide}}  {'measured':>10}  {'fitted':>10}  standard errors")
            lines += [f"{row.name:{wide}}  {row.measured:10.4g}  {row.fitted:10.4g}  {row.difference:+.1f}" for row in far[:10]]
        return "\n".join(lines)

    __repr__ = __str__
