"""The report of ./dev gpu as files: PART.json after every row, and README.md from all parts in a folder."""

import json
import pathlib
import re
import subprocess
import sys
import time

# In the order of `all`: those that decide most first. docs/gpu.md divides them into calls.
PARTS = ["bits", "sanitize", "micro", "kernels", "speed", "profile", "interop", "drawing", "window", "tests", "verify", "large", "peers"]
BENCH = "bench.json"  # of murmur bench: CPU and GPU side by side
PICTURE = "frame.png"
FEW = 5  # rows that passed and are still listed one by one


class Report:
    """The rows of one part, written after each row, so that an interrupted run keeps its results."""

    def __init__(self, part, machine, folder):
        self.part, self.machine, self.folder = part, machine, folder
        self.rows, self.began = [], time.time()
        folder.mkdir(parents=True, exist_ok=True)
        self.write()

    @classmethod
    def read(cls, path):
        """The report of a file, to go on with."""
        content = json.loads(path.read_text(encoding="utf-8"))
        report = cls.__new__(cls)
        report.part, report.machine, report.rows, report.folder = content["part"], content["machine"], content["rows"], path.parent
        report.began = time.time() - content["seconds"]
        return report

    def add(self, **row):
        """Adds a row; `name` and `outcome` are required, and `reason` explains an outcome that is not met."""
        self.rows.append(row | {k: self.machine[k] for k in ("device", "driver")})
        self.tell(self.rows[-1])
        self.write()
        return self.rows[-1]

    def amend(self, row, **changes):
        """Changes a row that add() returned."""
        row.update(changes)
        if row["outcome"] == "failed":
            self.tell(row)
        self.write()

    def tell(self, row):
        reason = f"({row['reason']})" if row.get("reason") else ""
        print(f"{self.part}: {row['name']}:", *filter(None, [value_of(row), row["outcome"], reason]), flush=True)

    def write(self):
        content = {"format": "murmur-gpu", "version": 1, "part": self.part, "seconds": round(time.time() - self.began, 1),
                   "machine": self.machine, "rows": self.rows}
        path = self.folder / f"{self.part}.json"
        path.with_suffix(".new").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
        path.with_suffix(".new").replace(path)

    def failed(self):
        return any(row["outcome"] in ("failed", "not run") for row in self.rows)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows] + [""]


def value_of(row):
    return f"{row['value']:.4g} {row['unit']}" if "value" in row else ""


def checked(row):
    """Result of the CPU's check of a GPU hash."""
    if "cpu_hash" not in row:
        return f"not recomputed: {row.get('cpu_reason', 'out of time')}"
    return "the same" if row["cpu_hash"] == row["hash"] else row["cpu_hash"]


def part_table(part):
    rows = part["rows"]
    if part["part"] == "profile" and (profiled := profile_table(rows)):
        return profiled + [line for r in rows if r["outcome"] != "measured" for line in (f"{r['name']}: {r['outcome']} ({r['reason']})", "")]
    if part["part"] in ("speed", "large"):  # kernels were rows of speed once
        return table(["scene", "measured", "must reach", "", "hash", "CPU's hash"],
                     [(r["name"], value_of(r), r.get("must", ""), " ".join([r["outcome"], r.get("reason", "")]).strip(),
                       r.get("hash", ""), checked(r) if "hash" in r else "") for r in rows if "kernel" not in r])
    if part["part"] == "kernels":  # kernel_table() has the others
        rows = [r for r in rows if r["outcome"] != "measured"]
    passed, lines = sum(r["outcome"] == "passed" for r in rows), []
    if passed > FEW:
        rows = [r for r in rows if r["outcome"] != "passed"]
        lines = [f"{passed} passed{', and' if rows else '; nothing else.'}", ""]
    return lines + (table(["what", "outcome", "hash", ""], [
        (r["name"], " ".join([value_of(r), r["outcome"]]).strip(), r.get("hash", ""), r.get("reason", "")) for r in rows]) if rows else [])


# Of the sections that Nsight Compute writes: our words, its words.
PROFILED = {"time": r"Duration +(\w+) +([\d.,]+)", "compute, %": r"Compute \(SM\) Throughput +% +([\d.,]+)", "L1, %": r"L1/TEX Cache Throughput +% +([\d.,]+)",
            "L2, %": r"L2 Cache Throughput +% +([\d.,]+)", "memory, %": r"DRAM Throughput +% +([\d.,]+)",
            "occupancy, %": r"Achieved Occupancy +% +([\d.,]+)", "registers": r"Registers Per Thread +register/thread +(\d+)"}


def profile_table(rows):
    """Each launch that was profiled: how near it comes to the limits of the GPU."""
    lines = []
    for row in rows:
        for launch in re.split(r"\n(?=  \S.*, Context )", row.get("text", ""))[1:]:
            functor = re.search(r"for_each_kernel<(\w+)", launch) or re.search(r"(sum_cells)", launch)
            found = [re.search(pattern, launch) for pattern in PROFILED.values()]
            units = re.findall(r"l1tex__(?!throughput)(\w+)\.\w+\.pct_of_peak\w+ +% +([\d.]+)", launch)
            lines.append([row["name"].rpartition(", ")[2], functor[1] if functor else row["name"].partition(",")[0],
                          *(" ".join(reversed(match.groups())) if match else "" for match in found),
                          " ".join(max(units, key=lambda unit: float(unit[1]), default=()))])
    return table(["scene", "kernel", *PROFILED, "busiest in L1, %"], lines) if lines else []


def kernel_table(rows):
    """ms per step of each update kernel, by scene; the fastest is marked."""
    measured = [row for row in rows if "kernel" in row and row["outcome"] == "measured"]
    kernels = list(dict.fromkeys(row["kernel"] for row in measured))
    lines = []
    for scene in dict.fromkeys(row["scene"] for row in measured):
        at = {row["kernel"]: row["value"] for row in measured if row["scene"] == scene}
        lines.append([scene, *(("**{:.4g}**" if at[k] == min(at.values()) else "{:.4g}").format(at[k]) if k in at else "" for k in kernels)])
    return table(["scene, ms/step", *kernels], lines) if lines else []


def bench_table(path):
    """ms per step of each backend side by side, and how many times faster the GPU is."""
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    labels = list(dict.fromkeys(row["label"] for row in rows))
    lines = []
    for boids in dict.fromkeys(row["boids"] for row in rows):
        at = {row["label"]: row["median_ms"] for row in rows if row["boids"] == boids}
        ratio = f"{at['cpu'] / at['cuda']:.1f}×" if "cpu" in at and "cuda" in at else ""
        lines.append([f"{boids:,}", *(f"{at[label]:.4g}" if label in at else "" for label in labels), ratio])
    return table(["boids", *(f"{label}, ms/step" for label in labels), "cuda over cpu"], lines)


def write_markdown(folder):
    """Writes README.md, and pictures if matplotlib is installed, from the part files in the folder."""
    parts = [json.loads(path.read_text()) for path in (folder / f"{part}.json" for part in PARTS) if path.exists()]
    if not parts:
        sys.exit(f"gpu: {folder} holds no report: run ./dev gpu PART on a machine with a GPU first")
    machine = parts[0]["machine"]
    lines = [f"# {machine['device']}", "", f"Driver {machine['driver']}; {machine['murmur']}; {machine['cpu']}. Made by "
             "`./dev gpu`; the JSON beside this holds every row.", ""]
    if (folder / BENCH).exists():
        lines += ["## CPU and GPU, preset benchmark", "", *bench_table(folder / BENCH)]
        plotted = subprocess.run([sys.executable, pathlib.Path(__file__).parents[1] / "plot_bench.py", folder / BENCH],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if plotted.returncode:
            print(f"gpu: no pictures: {plotted.stdout.decode(errors='replace').strip()}")
        lines += [line for path in sorted(folder.glob("bench-*.png")) for line in (f"![]({path.name})", "")]
    for part in parts:
        lines += [f"## {part['part']} ({part['seconds']:.0f} s)", "", *kernel_table(part["rows"]), *part_table(part)]
        if part["part"] == "interop" and (folder / PICTURE).exists():
            lines += [f"![the last frame]({PICTURE})", ""]
    (folder / "README.md").write_text("\n".join(lines))
