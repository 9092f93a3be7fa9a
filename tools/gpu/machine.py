"""The programs and tools on a machine with a GPU, and how the parts of ./dev gpu call them."""

import concurrent.futures
import contextlib
import glob
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CUDA_TOOLS = ["/usr/local/nvidia/bin", "/usr/local/cuda/bin", "/usr/local/cuda/compute-sanitizer",
              *sorted(glob.glob("/opt/nvidia/nsight-compute/*"), reverse=True)]


def call(command, seconds, **environment):
    """(exit code, or None after a timeout; all output). Processes that the command started end with it."""
    if seconds <= 0:
        return None, ""
    with tempfile.TemporaryFile() as said:
        try:
            running = subprocess.Popen([str(c) for c in command], stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT,
                                       env=os.environ | environment, process_group=0)
        except OSError as error:
            return 127, f"{error.strerror}: {command[0]}"
        code = None
        try:
            code = running.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:  # also after an interrupt: processes of a profiler would disturb the next measurement
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()
        said.seek(0)
        return code, said.read().decode(errors="replace")


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def why(code, text):
    return "out of time" if code is None else last_line(text)


def hash_in(text):
    found = re.search(r"hash=([0-9a-f]{16})", text)
    return found.group(1) if found else ""


def find_tool(name):
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *CUDA_TOOLS]))


def cpu_name():
    found = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(errors="replace"), re.MULTILINE)
    return f"{found.group(1) if found else 'unknown processor'}, {os.cpu_count()} threads"


def slug(device):
    return re.sub(r"[^a-z0-9]+", "-", device.lower()).strip("-")


class Programs:
    """Every call ends by `deadline`, that of the current part."""

    def __init__(self, arguments):
        self.programs = arguments.programs
        self.murmur = self.programs / "murmur"
        if not self.murmur.exists():
            sys.exit(f"gpu: there is no {self.murmur}: ./dev build-portable, or carry build/portable over")
        for program in (self.murmur, *self.programs.glob("gpu_*_test")):
            if not os.access(program, os.X_OK):
                program.chmod(0o755)  # a copy may have lost it
        self.deadline = float("inf")

    def left(self):
        return self.deadline - time.time()

    def murmur_says(self, *arguments, **environment):
        return call([self.murmur, *arguments], self.left(), **environment)


class Gpu(Programs):
    """Finds the machine, or exits with a message."""

    def __init__(self, arguments):
        super().__init__(arguments)
        self.machine = self.ask_machine()
        self.folder = arguments.out or ROOT / "docs" / "benchmarks" / slug(self.machine["device"])
        self.hashes_later = arguments.hashes_later

    def ask_machine(self):
        code, text = call([find_tool("nvidia-smi") or "nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"], 60)
        devices = call([self.murmur, "devices"], 60)[1]
        found = re.search(r"--device \d+: (.*), \d+ GiB, compute capability", devices)
        if not found:
            sys.exit(f"gpu: no GPU here: {last_line(devices)}")
        # A container may have the driver without nvidia-smi, which also orders GPUs in another way than CUDA.
        driver = text.splitlines()[0].strip() if code == 0 else "unknown"
        return {"device": found.group(1), "driver": driver, "murmur": last_line(call([self.murmur, "--version"], 60)[1]),
                "cpu": cpu_name()}

    def gtest(self, report, program, **environment):
        if not (self.programs / program).exists():
            report.add(name=program, outcome="skipped", reason="not among the programs")
            return
        shards = int(os.environ.get("MURMUR_JOBS") or max(1, min(8, (os.cpu_count() or 1) // 2)))  # the CPU's side of a comparison takes most of the time
        with concurrent.futures.ThreadPoolExecutor(shards) as pool:
            jobs = [pool.submit(self.gtest_shard, program, environment | {
                "GTEST_TOTAL_SHARDS": str(shards), "GTEST_SHARD_INDEX": str(shard)}) for shard in range(shards)]
            rows = [report.add(**row) for done in concurrent.futures.as_completed(jobs) for row in done.result()[0]]
        if not rows:
            report.add(name=program, outcome="failed", reason=last_line(jobs[0].result()[1]))

    def gtest_shard(self, program, environment):
        """(rows of the tests of a shard, what the program said)."""
        with tempfile.TemporaryDirectory() as work:
            path = pathlib.Path(work) / "tests.json"
            code, text = call([self.programs / program, f"--gtest_output=json:{path}"], self.left(), **environment)
            suites = json.loads(path.read_text())["testsuites"] if path.exists() else []
        tests = [(f"{suite['name']}.{test['name']}", "failed" if test.get("failures") else
                  "skipped" if test["result"] == "SKIPPED" else "passed", test["time"]) for suite in suites for test in suite["testsuite"]]
        if not tests:  # the program did not finish
            words = {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}
            told = re.findall(r"^\[ +(OK|FAILED|SKIPPED) +\] (\S+?),? .*\((\d+ ms)\)$", text, re.MULTILINE)
            tests = [(name, words[outcome], seconds) for outcome, name, seconds in told]
        rows = []
        for name, outcome, seconds in tests:
            said = re.search(r"RUN +\] " + re.escape(name) + r"$(.*?)^\[ +(?:SKIPPED|FAILED)", text, re.DOTALL | re.MULTILINE)
            rows.append({"name": name, "outcome": outcome, "seconds": seconds,
                         "reason": " ".join(said.group(1).split())[:300] if said and outcome != "passed" else ""})
        if code not in (0, 1):  # 1: tests failed and are reported above
            rows.append({"name": program, "outcome": "failed", "reason": why(code, text) if code is None else f"exit {code}: {last_line(text)}"})
        return rows, text

    def tool(self, report, name):
        path = find_tool(name)
        if not path:
            report.add(name=name, outcome="skipped", reason="not installed here")
        return path
