"""Part of ./dev gpu that measures the machine itself: micro, clocks of a warp's load (tests/gpu/load_clocks.cu)."""

import re

from machine import call, unmet, why


def micro(gpu, report):
    program = gpu.programs / "load_clocks"
    if not program.exists():
        report.add(name=program.name, outcome="skipped", reason="not among the programs")
        return
    code, text = call([program], gpu.left())
    for kind, clocks in re.findall(r"^(.*): ([0-9.]+) clocks$", text, re.MULTILINE):
        report.add(name=kind, outcome="measured", value=float(clocks), unit="clocks")
    if code != 0 or not report.rows:
        report.add(name=program.name, outcome=unmet(why(code, text)), reason=why(code, text))
