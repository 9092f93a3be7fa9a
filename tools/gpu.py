"""What a machine with a GPU has to show (./dev gpu PART): tests, verify, sanitize, interop, speed, profile, all.

Usage: gpu.py PART [--programs FOLDER] [--out FOLDER] [--seconds N]
FOLDER holds murmur, gpu_backend_test and gpu_interop_test, built here or carried over (./dev build-portable).
Each part takes less than --seconds (450), and writes PART.json and README.md below --out ($OUT, else
docs/benchmarks/<gpu>) after every row, so that a machine that goes away leaves what it did. A tool that the machine
lacks or refuses is a row of its own: skipped, with the reason. Exit 1 if anything failed. Standard library alone.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = ["tests", "verify", "sanitize", "interop", "speed", "profile"]
# SPEC section 9: name, bench arguments, unit, limit, and how a bench row gives the value.
SPEED = [
    ("100k boids, benchmark", ["--preset", "benchmark", "--boids", "100k", "--steps", "400"], "µs/step", 80,
     lambda r: r["median_ms"] * 1e3),
    ("2D 1M", ["--preset", "benchmark", "--boids", "1M", "--steps", "200"], "ms/step", 0.25, lambda r: r["median_ms"]),
    ("2D 10M", ["--preset", "benchmark", "--boids", "10M", "--steps", "60"], "ms/step", 2.5, lambda r: r["median_ms"]),
    ("2D 32M", ["--preset", "benchmark", "--boids", "32M", "--steps", "30"], "ms/step", 8, lambda r: r["median_ms"]),
    ("cis565 1M", ["--preset", "cis565", "--boids", "1M", "--steps", "200"], "steps/s", -2000,
     lambda r: 1e3 / r["median_ms"]),
    ("cis565 5M", ["--preset", "cis565", "--boids", "5M", "--steps", "60"], "steps/s", -130,
     lambda r: 1e3 / r["median_ms"]),
    ("cis565 10M", ["--preset", "cis565", "--boids", "10M", "--steps", "30"], "steps/s", -40,
     lambda r: 1e3 / r["median_ms"]),
    ("pair tests, cis565 10M", None, "T/s", -1.2, lambda r: r["pair_tests_per_s"] / 1e12),
    ("100k boids, settled", ["--preset", "benchmark", "--boids", "100k", "--steps", "400", "--state", "settled"],
     "µs/step", None, lambda r: r["median_ms"] * 1e3),
    ("1M boids, settled", ["--preset", "benchmark", "--boids", "1M", "--steps", "60", "--state", "settled"], "ms/step",
     None, lambda r: r["median_ms"]),
]
SANITIZED = [["--preset", "murmuration", "--boids", "3000"], ["--preset", "cis565", "--boids", "3000"],
             [str(ROOT / "scenarios" / "predators.toml"), "--boids", "2000"]]


class Report:
    """The rows of one part, written after each."""

    def __init__(self, part, machine, folder):
        self.part, self.machine, self.folder = part, machine, folder
        self.rows, self.began = [], time.time()
        folder.mkdir(parents=True, exist_ok=True)
        self.write()

    def add(self, **row):
        self.rows.append(row | {k: self.machine[k] for k in ("device", "driver")})
        outcome = row["outcome"] + (f" ({row['reason']})" if row.get("reason") else "")
        print(f"{self.part}: {row['name']}: {outcome}", flush=True)
        self.write()

    def write(self):
        content = {"format": "murmur-gpu", "version": 1, "part": self.part, "seconds": round(time.time() - self.began, 1),
                   "machine": self.machine, "rows": self.rows}
        (self.folder / f"{self.part}.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
        write_markdown(self.folder)

    def failed(self):
        return any(row["outcome"] == "failed" for row in self.rows)


def write_markdown(folder):
    """README.md from whatever parts have left their JSON in the folder."""
    parts = [json.loads(p.read_text()) for p in map(lambda n: folder / f"{n}.json", PARTS) if p.exists()]
    machine = parts[0]["machine"]
    lines = [f"# {machine['device']}", "", f"Driver {machine['driver']}; {machine['murmur']}. Made by `./dev gpu`; the "
             "JSON beside this holds every row with its hash.", ""]
    for part in parts:
        lines += [f"## {part['part']} ({part['seconds']:.0f} s)", ""]
        if part["part"] == "speed":
            lines += ["| scene | measured | must reach | |", "|---|---|---|---|"]
            for row in part["rows"]:
                value = f"{row['value']:.4g} {row['unit']}" if "value" in row else row.get("reason", "")
                lines.append(f"| {row['name']} | {value} | {row.get('must', '')} | {row['outcome']} |")
        else:
            lines += ["| what | outcome | hash | |", "|---|---|---|---|"]
            for row in part["rows"]:
                lines.append(f"| {row['name']} | {row['outcome']} | {row.get('hash', '')} | {row.get('reason', '')} |")
        lines.append("")
    (folder / "README.md").write_text("\n".join(lines))


def call(command, seconds, **environment):
    """(exit code or None for out of time, everything it said)."""
    try:
        done = subprocess.run([str(c) for c in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=max(seconds, 1), env=os.environ | environment)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")
    except OSError as error:
        return 127, f"{error.strerror}: {command[0]}"


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


class Gpu:
    def __init__(self, arguments):
        self.programs, self.seconds = arguments.programs, arguments.seconds
        self.murmur = self.programs / "murmur"
        if not self.murmur.exists():
            sys.exit(f"gpu: there is no {self.murmur}: ./dev build, or carry build/portable over")
        self.machine = self.ask_machine()
        slug = re.sub(r"[^a-z0-9]+", "-", self.machine["device"].lower()).strip("-")
        self.folder = arguments.out or pathlib.Path(os.environ.get("OUT") or ROOT / "docs" / "benchmarks" / slug)

    def ask_machine(self):
        code, text = call(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], 60)
        devices = call([self.murmur, "devices"], 60)[1]
        if code != 0 or "--device" not in devices:
            sys.exit(f"gpu: no GPU here: {last_line(devices)}")
        device, driver = (part.strip() for part in text.splitlines()[0].split(",", 1))
        return {"device": device, "driver": driver, "murmur": last_line(call([self.murmur, "--version"], 60)[1])}

    def run(self, part):
        self.deadline = time.time() + self.seconds
        report = Report(part, self.machine, self.folder)
        getattr(self, part)(report)
        report.write()
        return not report.failed()

    def left(self):
        return self.deadline - time.time()

    def gtest(self, report, program):
        if not (self.programs / program).exists():
            report.add(name=program, outcome="skipped", reason="not among the programs")
            return
        path = self.folder / f".{program}.json"
        code, text = call([self.programs / program, f"--gtest_output=json:{path}"], self.left())
        if path.exists():
            for suite in json.loads(path.read_text())["testsuites"]:
                for test in suite["testsuite"]:
                    name = f"{suite['name']}.{test['name']}"
                    outcome = "failed" if test.get("failures") else "skipped" if test["result"] == "SKIPPED" else "passed"
                    said = re.search(r"RUN +\] " + re.escape(name) + r"$(.*?)^\[ +(?:SKIPPED|FAILED)", text, re.DOTALL | re.MULTILINE)
                    report.add(name=name, outcome=outcome, seconds=test["time"],
                               reason=" ".join(said.group(1).split())[:300] if said and outcome != "passed" else "")
            path.unlink()
        else:
            report.add(name=program, outcome="failed", reason="out of time" if code is None else f"exit {code}: {last_line(text)}")

    def tests(self, report):
        self.gtest(report, "gpu_backend_test")

    def interop(self, report):
        self.gtest(report, "gpu_interop_test")

    def verify(self, report):
        presets = re.findall(r"^([a-z0-9-]+)  ", call([self.murmur, "presets"], 60)[1], re.MULTILINE)
        jobs = [(p, "100000", 10000, "cpu,cuda", 8) for p in ("murmuration", "cis565")]
        jobs += [(p, "2000", 1000, "reference,cpu,cuda", 1) for p in presets]

        jobs += [(str(p.relative_to(ROOT)), "5000", 300, "cpu,cuda", 2) for p in sorted((ROOT / "scenarios").glob("*.toml"))]

        def one(job):
            preset, boids, steps, backends, threads = job
            scenario = [preset] if preset.endswith(".toml") else ["--preset", preset]
            code, text = call([self.murmur, "verify", *scenario, "--boids", boids, "--steps", steps, "--seed", 1,
                               "--backends", backends, "--threads", threads], self.left())
            found = re.search(r"hash=([0-9a-f]{16})", text)
            late = code is None
            return dict(name=f"{preset}, {boids} boids, {steps} steps", outcome="passed" if code == 0 else "failed",
                        reason="" if code == 0 else "out of time" if late else last_line(text), preset=preset,
                        boids=int(boids), seed=1, steps=steps, backend=backends, hash=found.group(1) if found else "")

        with concurrent.futures.ThreadPoolExecutor(max(1, (os.cpu_count() or 2) // 2)) as pool:
            for done in concurrent.futures.as_completed([pool.submit(one, job) for job in jobs]):
                report.add(**done.result())

    def tool(self, report, name, *folders):
        path = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *folders]))
        if not path:
            report.add(name=name, outcome="skipped", reason="not installed here")
        return path

    def sanitize(self, report):
        sanitizer = self.tool(report, "compute-sanitizer", "/usr/local/cuda/bin", "/usr/local/cuda/compute-sanitizer")
        for check in ("memcheck", "racecheck", "initcheck") if sanitizer else ():
            for scenario in SANITIZED:
                name = f"{check}: {' '.join(pathlib.Path(a).name for a in scenario)}"
                code, text = call([sanitizer, "--tool", check, "--error-exitcode", "9", self.murmur, "run", *scenario, "--steps",
                                   "12", "--backend", "cuda"], self.left())
                refused = re.search(r"(.*(?:not supported|Unable to|unable to|LibraryNotLoaded).*)", text)
                summary = re.search(r"(ERROR SUMMARY: .*|RACECHECK SUMMARY: .*)", text)
                found = re.search(r"hash=([0-9a-f]{16})", text)
                outcome = "passed" if code == 0 and summary and found else "skipped" if refused and code != 9 else "failed"
                reason = refused.group(1).strip() if outcome == "skipped" else summary.group(1) if summary else "out of time" if code is None else last_line(text)
                report.add(name=name, outcome=outcome, reason=reason, hash=found.group(1) if found else "", backend="cuda")

    def speed(self, report):
        before = None
        for name, arguments, unit, limit, value in SPEED:
            must = "" if limit is None else f"≥ {-limit:g} {unit}" if limit < 0 else f"≤ {limit:g} {unit}"
            if arguments:
                before = self.bench(arguments)
            if isinstance(before, str):
                report.add(name=name, outcome="failed", reason=before, must=must)
                continue
            row, scenario = before
            measured = value(row)
            met = limit is None or (measured >= -limit if limit < 0 else measured <= limit)
            report.add(name=name, outcome=("measured" if limit is None else "met") if met else "falls short", value=measured, unit=unit,
                       must=must, preset=scenario["preset"], seed=scenario["seed"], backend="cuda",
                       **{k: row[k] for k in ("boids", "state", "hash", "median_ms", "p95_ms", "p99_ms", "ns_per_boid",
                                              "pair_tests_per_s", "neighbours_mean", "phases_ms")})
        self.throughput(report)

    def bench(self, arguments):
        """(row, scenario), or why there is none."""
        path = self.folder / ".bench.json"
        code, text = call([self.murmur, "bench", "--backends", "cuda", "--warmup", "20", "--json", path, *arguments], self.left())
        if code != 0 or not path.exists():
            return "out of time" if code is None else last_line(text)
        content = json.loads(path.read_text())
        path.unlink()
        return content["rows"][0], content["scenario"]

    def throughput(self, report):
        """Without waiting for each step, as a long run goes."""
        for boids, steps in (("1k", 20000), ("100k", 20000), ("1M", 2000)):
            code, text = call([self.murmur, "run", "--preset", "murmuration", "--boids", boids, "--steps", steps, "--backend", "cuda"], self.left())
            found = re.search(r"ms/step=([0-9.]+) hash=([0-9a-f]{16})", text)
            if code != 0 or not found:
                report.add(name=f"murmuration {boids}, unobserved", outcome="failed", reason="out of time" if code is None else last_line(text))
                continue
            report.add(name=f"murmuration {boids}, {steps} steps unobserved", outcome="measured", value=float(found.group(1)) * 1e3,
                       unit="µs/step", hash=found.group(2), preset="murmuration", boids=boids, seed=1, steps=steps, backend="cuda")

    def profile(self, report):
        ncu = self.tool(report, "ncu", "/usr/local/cuda/bin", "/opt/nvidia/nsight-compute")
        for preset, boids in (("benchmark", "1M"), ("benchmark", "100k"), ("cis565", "5M")) if ncu else ():
            for kernel in ("steer_kernel", "for_each_kernel"):
                sections = [a for s in ("SpeedOfLight", "MemoryWorkloadAnalysis", "Occupancy", "WarpStateStats", "LaunchStats", "InstructionStats") for a in ("--section", s)]
                code, text = call([ncu, "--clock-control", "none", "--kernel-name", f"regex:{kernel}", "--launch-skip", 40, "--launch-count", 4,
                                   *sections, self.murmur, "run", "--preset", preset, "--boids", boids, "--steps", 30, "--backend", "cuda"], self.left())
                refused = re.search(r"(.*(?:ERR_NVGPUCTRPERM|LibraryNotLoaded|Failed to|No kernels were profiled).*)", text)
                outcome = "skipped" if refused else "measured" if code == 0 else "failed"
                reason = refused.group(1).strip() if refused else "" if code == 0 else "out of time" if code is None else last_line(text)
                report.add(name=f"{kernel}, {preset} {boids}", outcome=outcome, reason=reason, preset=preset, boids=boids, backend="cuda",
                           text=text if outcome == "measured" else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=PARTS + ["all"])
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "build" / "portable")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=450)
    arguments = parser.parse_args()
    gpu = Gpu(arguments)
    results = [gpu.run(part) for part in (PARTS if arguments.part == "all" else [arguments.part])]
    print(f"gpu: the report is in {gpu.folder}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
