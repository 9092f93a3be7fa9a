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
CUDA_LIBRARIES = "/usr/local/cuda/lib64"  # NVRTC, which not every loader knows
CUDA_TOOLS = ["/usr/local/nvidia/bin", "/usr/local/cuda/bin", "/usr/local/cuda/compute-sanitizer",
              *sorted(glob.glob("/opt/nvidia/nsight-compute/*"), reverse=True)]
OUT_OF_TIME = "out of time"
SLOW_TESTS = r"EverySum|RandomFlocks|ManyBoids.*/(book|starlings)|WithBehaviours|starlings|couzin|Answers"  # begun first, so that none is waited for alone


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
    return OUT_OF_TIME if code is None else last_line(text)


def unmet(reason):
    """Outcome of a row that has no result."""
    return "not run" if reason == OUT_OF_TIME else "failed"


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
            sys.exit(f"gpu: there is no {self.murmur}: leave --programs out, or unpack build/portable.tar.gz there")
        self.deadline = float("inf")

    def left(self):
        return self.deadline - time.time()

    def murmur_says(self, *arguments, limit=float("inf"), **environment):
        """What call() returns. `limit`: seconds after which it hangs."""
        code, text = call([self.murmur, *arguments], min(limit, self.left()), **environment)
        return (code, text) if code is not None or self.left() <= 0 else (124, f"no end within {limit:g} s")


class Gpu(Programs):
    """Finds the machine, or exits with a message."""

    def __init__(self, arguments):
        super().__init__(arguments)
        self.machine = self.ask_machine()
        self.folder = arguments.out or ROOT / "docs" / "benchmarks" / slug(self.machine["device"])
        self.hashes_later = arguments.hashes_later
        os.environ["LD_LIBRARY_PATH"] = f"{os.environ.get('LD_LIBRARY_PATH', '')}:{CUDA_LIBRARIES}".lstrip(":")
        os.environ["MURMUR_NVRTC"] = "wait"  # every part checks the kernels of compiled rules, which come while a flock flies else

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

    def kernels(self):
        """The update kernels that murmur has."""
        said = " ".join(call([self.murmur, "run", "--help-all"], 60)[1].split())
        return re.split(", | or ", re.search(r"--kernel NAME auto, (.*?) on a GPU", said)[1])

    def kernels_to_measure(self):
        """Those that the part `bits`, if it ran, has not found wrong."""
        path = self.folder / "bits.json"
        rows = json.loads(path.read_text())["rows"] if path.exists() else []
        wrong = {row.get("kernel") for row in rows if row["outcome"] == "failed"}
        return [kernel for kernel in self.kernels() if kernel not in wrong]

    def gtest(self, report, program, jobs=None, only="", limit=float("inf"), **environment):
        """A row for each test of a program, or of those whose names match `only`; returned too. Each is a process of its own, so that every
        test that fails, crashes or has no time is named, and takes no other with it."""
        if not (self.programs / program).exists():
            report.add(name=program, outcome="skipped", reason="not among the programs")
            return []
        code, text = call([self.programs / program, "--gtest_list_tests"], 60, **environment)
        suite, tests = "", []
        for indent, name in re.findall(r"^( *)(\S+)(?: +#.*)?$", text, re.MULTILINE):
            if indent:
                tests.append(suite + name)
            suite = suite if indent else name
        if code != 0 or not tests:
            report.add(name=program, outcome="failed", reason=f"it lists no tests: {last_line(text)}")
            return []
        tests = [test for test in tests if re.search(only, test)]
        tests.sort(key=lambda test: not re.search(SLOW_TESTS, test))
        # The CPU's side of a comparison takes most of the time.
        jobs = jobs or int(os.environ.get("MURMUR_JOBS") or max(1, min(8, (os.cpu_count() or 1) // 2)))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            begun = [pool.submit(self.gtest_one, program, test, limit, environment) for test in tests]
            return [report.add(**done.result()) for done in concurrent.futures.as_completed(begun)]

    def gtest_one(self, program, test, limit, environment):
        left = min(limit, self.left())
        with tempfile.TemporaryDirectory() as work:
            path = pathlib.Path(work) / "tests.json"
            code, text = call([self.programs / program, f"--gtest_filter={test}", f"--gtest_output=json:{path}"], left, **environment)
            written = path.read_text() if path.exists() else ""
        row = {"name": test}
        if code is None and self.left() > 0:
            return row | {"outcome": "failed", "reason": f"no end within {limit:g} s"}
        if code is None:
            return row | {"outcome": "not run", "reason": f"{OUT_OF_TIME} {f'after {left:.0f} s' if left > 0 else 'before it began'}"}
        told = [one for suite in json.loads(written)["testsuites"] for one in suite["testsuite"]] if code in (0, 1) and written else []
        if len(told) != 1:
            return row | {"outcome": "failed", "reason": f"exit {code}: {last_line(text)}"}
        [one] = told
        outcome = "failed" if one.get("failures") else "skipped" if one["result"] == "SKIPPED" else "passed"
        said = re.search(r"RUN +\] .*\n(?s:(.*?))^\[ +(?:SKIPPED|FAILED)", text, re.MULTILINE)
        times = {key[:-3].replace("_", " "): float(value) for key, value in one.items() if key.endswith("_ms")}
        return row | {"outcome": outcome, "seconds": one["time"], "reason": " ".join(said[1].split())[:300] if said and outcome != "passed" else "",
                      **({"times_ms": times} if times else {})}

    def tool(self, report, name):
        path = find_tool(name)
        if not path:
            report.add(name=name, outcome="skipped", reason="not installed here")
        return path
