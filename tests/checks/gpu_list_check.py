#!/usr/bin/env python3
"""The list of ./dev gpu without a GPU: nvidia-smi and the CUDA tools are played, murmur is real, though its cuda is the cpu.

Usage: gpu_list_check.py SOURCE_FOLDER MURMUR GTEST_PROGRAM WITH_RENDER. So what is written about a real GPU is known to be
read rightly from what the programs say, and a faulty one is known to be told.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

SOURCE, MURMUR, GTEST, WITH_RENDER = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4] == "ON"

# Small and on the CPU, whatever the list asks for.
PLAYED_MURMUR = r"""#!/bin/bash
[[ $1 == devices && -e $NO_GPU ]] && { echo 'cuda  none: no NVIDIA driver is installed'; exit; }
[[ $1 == devices ]] && { echo 'cuda  --device 0: Test GPU 9000, 1 GiB, compute capability 9.0'; exit; }
[[ $1 == verify && $* == *--kernel\ pairs* && -e $BROKEN_KERNEL ]] && { echo 'murmur: bits differ at step 2'; exit 3; }
[[ $1 == verify && $* == *--kernel\ flat* && -e $BROKEN_KERNEL ]] && sleep 100
[[ $1 == bench && $* == *--kernel\ flat* && -e $WRONG_KERNEL ]] && seed=(--seed 2)
[[ $1 == bench || $1 == run ]] && [[ -e $FAULTY && $* == *cuda* ]] && seed=(--seed 2)
arguments=() boids=200 json=
[[ $* =~ --json\ ([^ ]*) ]] && json=${BASH_REMATCH[1]}
[[ $* == *.toml* ]] && boids=2000  # places of an example lie within its world
while (($#)); do
  case $1 in
    cpu,cpu:1,cuda) arguments+=(cpu,cpu:1) ;;
    cpu,cuda) arguments+=(reference,cpu) ;;
    cuda) arguments+=(cpu) ;;
    --boids) arguments+=(--boids $boids); [[ $2 == *,* ]] && arguments[-1]=100,200; shift ;;
    --steps) arguments+=(--steps 15); shift ;;
    --warm-up) arguments+=(--warm-up 2); shift ;;
    --kernel) shift ;;
    --frames) arguments+=(--frames 4); shift ;;
    --steps-per-frame) arguments+=(--steps-per-frame 2); shift ;;
    --size) arguments+=(--size $([[ $2 == 960x540 ]] && echo 64x64 || echo 96x64)); shift ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
[[ ${arguments[0]} == bench ]] && arguments+=(--force)  # a debug or sanitized build
REAL_MURMUR "${arguments[@]}" "${seed[@]}" || exit
[[ ! -s $json ]] || case $MURMUR_NVRTC in
  wait) sed -i "s/\"description\": \"/&$([[ -e $NO_NVRTC ]] && echo 'rules interpreted: there is no libnvrtc.so' || echo 'rules compiled'), /" "$json" ;;
esac
"""
# A program of GoogleTest with these tests; `report MORE` is what it writes about one that ran.
PLAYED_TESTS = r"""#!/bin/bash
report() { echo "{\"testsuites\": [{\"testsuite\": [{\"result\": \"COMPLETED\", \"time\": \"0.1s\"$1}]}]}" > "${output#*json:}"; }
output=$2
case $1 in
  --gtest_list_tests) printf 'Running main() from here\nGpu.\n'; printf '  %s  # GetParam() = 1\n' NAMES ;;
BODY
esac
"""
PLAYED_LOADS = """#!/bin/bash
echo 'shared, 16 bytes, one address: 4.02 clocks'
echo 'global, 4 bytes, in order: 1.50 clocks'
"""
PLAYED_TOOLS = {
    "nvidia-smi": "echo 123.4",
    "compute-sanitizer": r"""tool=$2; while [[ $1 == -* ]]; do shift 2; done; "$@" || exit
case $tool in racecheck) echo '========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)';;
  *) echo '========= ERROR SUMMARY: 0 errors';; esac""",
    # A step launches an update kernel, steer_..., or the octants' once, for_each_kernel four times and sum_cells_kernel once.
    "ncu": r"""says=$*
while [[ $1 == -* ]]; do
  case $1 in --launch-*) first=$((first + $2));; --kernel-name) [[ $2 =~ \\| ]] && each=5 || each=1;; esac; shift 2
done
[[ $* =~ --steps\ ([0-9]+) ]]; "$@" || exit
((first <= each * BASH_REMATCH[1])) || { echo '==WARNING== No kernels were profiled.'; exit; }
[[ $says == *SourceCounters* && -e $OLD_NCU ]] && { echo '==ERROR== Failed to find section'; exit 1; }
echo '==PROF== Profiling "steer_kernel"'; echo '  steer_kernel (1, 1, 1)x(1, 1, 1), Context 1, Stream 7'; echo '    SM Frequency    Ghz    1.71'
[[ $says == *breakdown* ]] || exit 0
for unit in data_bank_reads:34.50 lsuin_requests:86.25 throughput:99.00; do
  echo "    l1tex__${unit%:*}.avg.pct_of_peak_sustained_active    %    ${unit#*:}"
done""",
}

KERNELS = len(re.search(r"--kernel NAME\s+auto, (.*?)\s+on\s+a\s+GPU",
                        subprocess.run([MURMUR, "run", "--help-all"], stdout=subprocess.PIPE, text=True, check=True).stdout, re.DOTALL)[1]
              .replace(" or ", ",").split(","))


class GpuList(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        for place, name, text in [("programs", "murmur", PLAYED_MURMUR.replace("REAL_MURMUR", MURMUR))] + [
                ("tools", name, "#!/bin/bash\n" + text + "\n") for name, text in PLAYED_TOOLS.items()]:
            path = self.work / place / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        (self.work / "programs" / "gpu_backend_test").symlink_to(GTEST)
        self.play_tests("gpu_sums_test", "Sums", "  *=Gpu.Sums) report ;;")
        self.program("load_clocks", PLAYED_LOADS)
        self.play_tests("gpu_times_test", "1M", """  *=Gpu.1M) report ', "step_ms": "0.25", "step_and_snapshot_ms": "0.5"' ;;""")

    def program(self, name, text):
        path = self.work / "programs" / name
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def play_tests(self, program, names, body):
        """Plays a program of GoogleTest: a line of `case` for each test."""
        self.program(program, PLAYED_TESTS.replace("NAMES", names).replace("BODY", body))

    def list(self, *parts, out="out"):
        """(exit code, what it said) of ./dev gpu with these parts."""
        environment = os.environ | {"PATH": f"{self.work / 'tools'}:{os.environ['PATH']}", "FAULTY": str(self.work / "faulty"), "NO_GPU": str(self.work / "no-gpu"),
                                    "OLD_NCU": str(self.work / "old-ncu"), "NO_NVRTC": str(self.work / "no-nvrtc"),
                                    "WRONG_KERNEL": str(self.work / "wrong-kernel"), "BROKEN_KERNEL": str(self.work / "broken-kernel"),
                                    "XDG_CACHE_HOME": str(self.work / "cache"), "MURMUR_JOBS": "1"}
        environment.pop("OUT", None)
        done = subprocess.run([sys.executable, SOURCE / "tools" / "gpu", *parts, "--out", self.work / out, "--programs",
                               self.work / "programs"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env=environment, check=False)
        return done.returncode, done.stdout

    def rows(self, part):
        return json.loads((self.work / "out" / f"{part}.json").read_text())["rows"]

    def test_everything_is_met(self):
        code, said = self.list("bits", "micro", "kernels", "speed", "profile", "tests", "window", "large", "verify", "sanitize",
                               *(["drawing", "interop"] if WITH_RENDER else []), "--seconds", "3000")  # also on a busy machine
        self.assertEqual(code, 0, said)
        self.assertTrue(all(row["outcome"] == "passed" and row["seconds"] for row in self.rows("tests")), said)
        presets = [path.stem for path in (SOURCE / "scenarios" / "presets").glob("*.toml")]
        verified = self.rows("verify")
        self.assertIn("murmuration", presets)
        self.assertEqual(len(verified), 2 + len(presets) + len(list((SOURCE / "scenarios").glob("*.toml"))), presets)
        self.assertTrue(all(row["outcome"] == "passed" and len(row["hash"]) == 16 for row in verified), said)
        self.assertEqual([row["outcome"] for row in self.rows("sanitize")], (2 + 1 + 3 * (8 + 2 * KERNELS)) * ["passed"], said)
        speed = self.rows("speed")
        self.assertEqual(len(speed), 19 + 6 + 5)
        kernels = self.rows("kernels")
        self.assertEqual([row["outcome"] for row in kernels], 9 * KERNELS * ["measured"], said)
        self.assertEqual({row["outcome"] for row in self.rows("bits")}, {"passed"}, said)
        self.assertEqual(len([row for row in self.rows("bits") if "kernel" in row]), 3 * KERNELS + 9)
        self.assertEqual([(row["name"], row["value"]) for row in self.rows("micro")],
                         [("shared, 16 bytes, one address", 4.02), ("global, 4 bytes, in order", 1.5)])
        self.assertEqual([(row["name"], row["outcome"], row.get("value")) for row in self.rows("window")],
                         [("Gpu.1M", "passed", None), ("Gpu.1M, step", "measured", 0.25), ("Gpu.1M, step and snapshot", "measured", 0.5)])
        self.assertEqual([row["outcome"] for row in speed if row["name"] == "CPU and GPU side by side"], ["passed"], said)
        for row in speed:
            if "value" not in row:
                continue
            self.assertIn(row["outcome"], ("met", "measured", "falls short"), row)
            self.assertGreater(row["value"], 0.0, row)
            if row["name"] != "pair tests, cis565 10M":
                self.assertEqual(row["cpu_hash"], row["hash"], row)
        self.assertEqual([(row["outcome"], row.get("cpu_hash") == row["hash"]) for row in self.rows("large")], 7 * [("measured", True)], said)
        self.assertEqual([row["outcome"] for row in self.rows("profile")], (2 * KERNELS + 9) * ["measured"], said)
        self.assertIn("SM Frequency", self.rows("profile")[0]["text"])
        readme = (self.work / "out" / "README.md").read_text()
        self.assertIn("# Test GPU 9000", readme)
        self.assertIn("| 200 |", readme)
        self.assertIn("| scene, ms/step | loop |", readme)
        self.assertIn("| lsuin_requests 86.25 |", readme)
        self.assertRegex(readme, r"\| cis565 10M \|.* \*\*[0-9.e-]+\*\* \|")
        if WITH_RENDER:
            frames = [row for row in self.rows("interop") if row["name"].startswith("frame")]
            self.assertEqual([row["outcome"] for row in frames], 3 * ["measured"], said)
            drawn = self.rows("drawing")
            self.assertEqual([row["outcome"] for row in drawn], 11 * ["measured"], said)
            self.assertTrue(all(row["value"] == row["parts_ms"]["draw"] > 0.0 for row in drawn), drawn)
            for row in frames:
                self.assertEqual(set(row["parts_ms"]), {"step", "upload", "draw"})
                self.assertAlmostEqual(row["value"], sum(row["parts_ms"].values()))
            films = [row for row in self.rows("interop") if row["name"].startswith("film")]
            self.assertEqual([row["outcome"] for row in films], ["measured"], said)
            self.assertEqual(len(films[0]["hash"]), 16)
            self.assertTrue((self.work / "out" / "frame.png").read_bytes().startswith(b"\x89PNG"))
            self.assertIn("frame.png", readme)
        # ... and again from the JSON alone, as on the machine that fetched it.
        (self.work / "out" / "README.md").unlink()
        self.assertEqual(self.list("report")[0], 0)
        self.assertEqual((self.work / "out" / "README.md").read_text(), readme)

    def test_other_libraries_are_measured_beside_it(self):
        row = {"ms": 0.5, "ratio": 1.0, "same_bits": True, "right": True}
        measured = {"machine": {"murmur": "0.1.0"}, "versions": {"warp": "1.19.0", "jax": "0.10.2"},
                    "notes": ["Taichi is skipped: taichi is not installed."]}
        at_1m = [row | {"peer": "murmur", "boids": 1000000}, row | {"peer": "warp", "boids": 1000000, "ratio": 3.25, "same_bits": False},
                 row | {"peer": "jax", "boids": 1000000, "right": False}]
        for boids, rows in {"1M": at_1m, "100k": [row | {"peer": "murmur", "boids": 100000}]}.items():
            (self.work / f"measured-{boids}").write_text(json.dumps(measured | {"rows": rows}))
        python = self.work / "tools" / "peers-python"
        python.write_text("#!/bin/bash\n[[ -f $1/__main__.py && $* == *'--device cuda'* ]] || exit 5\n"
                          f"[[ $* =~ --boids\\ ([0-9kM]*).*--json\\ (.*) ]] && cp {self.work}/measured-${{BASH_REMATCH[1]}} ${{BASH_REMATCH[2]}} || "
                          "echo 'peers: out of memory'\nexit 1\n")
        python.chmod(0o755)
        with unittest.mock.patch.dict(os.environ, {"MURMUR_PEERS_PYTHON": str(python)}):
            code, said = self.list("peers")
        self.assertEqual(code, 1, said)
        rows = self.rows("peers")
        self.assertEqual([(row["name"], row["outcome"]) for row in rows],
                         [("murmur, 1,000,000 boids", "measured"), ("Warp, 1,000,000 boids", "measured"),
                          ("JAX, sorted runs, 1,000,000 boids", "failed"), ("note", "skipped"),
                          ("murmur, 100,000 boids", "measured"), ("other libraries, 10k boids", "failed")])
        self.assertEqual((rows[1]["reason"], rows[1]["value"], rows[1]["version"]),
                         ("3.25 times murmur, other bits on repeat", 0.5, "1.19.0"))
        python.write_text("#!/bin/bash\necho 'peers: numpy is not installed; see benchmarks/peers/README.md' >&2; exit 1\n")
        with unittest.mock.patch.dict(os.environ, {"MURMUR_PEERS_PYTHON": str(python)}):
            self.assertEqual(self.list("peers")[0], 0)
        self.assertEqual([row["outcome"] for row in self.rows("peers")], ["skipped"])
        self.assertIn("numpy is not installed", self.rows("peers")[0]["reason"])

    def test_a_profiler_that_lacks_a_section_gives_the_others(self):
        (self.work / "old-ncu").touch()
        self.assertEqual(self.list("profile")[0], 0)
        self.assertEqual({row["outcome"] for row in self.rows("profile")}, {"measured"})
        self.assertNotIn("lsuin", (self.work / "out" / "README.md").read_text())

    def test_a_kernel_with_another_hash_fails_and_keeps_its_time(self):
        (self.work / "wrong-kernel").touch()
        self.assertEqual(self.list("kernels")[0], 1)
        rows = self.rows("kernels")
        self.assertEqual({(row["kernel"], row["outcome"], row["value"] > 0.0) for row in rows},
                         {("loop", "measured", True), ("flat", "failed", True), ("pairs", "measured", True), ("lists", "measured", True)})
        self.assertRegex(next(row["reason"] for row in rows if row["kernel"] == "flat"), "loop gives hash [0-9a-f]{16}")

    def test_a_kernel_that_differs_or_hangs_is_not_measured(self):
        (self.work / "broken-kernel").touch()
        with unittest.mock.patch.dict(os.environ, {"MURMUR_GPU_LIMIT": "5"}):
            self.assertEqual(self.list("bits", "kernels")[0], 1)
        failed = {(row["kernel"], row["reason"]) for row in self.rows("bits") if row.get("kernel") and row["outcome"] == "failed"}
        self.assertEqual(failed, {("pairs", "murmur: bits differ at step 2"), ("flat", "no end within 5 s")})
        self.assertEqual({row["kernel"] for row in self.rows("kernels")}, {"loop", "lists"})

    def test_rules_that_are_not_compiled_are_told(self):
        (self.work / "no-nvrtc").touch()
        self.assertEqual(self.list("speed", "--hashes-later")[0], 0)
        rules = [(row["name"], row["outcome"]) for row in self.rows("speed") if ", rules " in row["name"]]
        self.assertEqual(rules[:2], [("vortex 100k, rules compiled", "skipped"), ("vortex 100k, rules interpreted", "measured")])
        self.assertEqual(len(rules), 6)

    def test_a_fault_in_one_part_leaves_the_others(self):
        self.program("load_clocks", "#!/bin/bash\necho 'shared: 4.0.2 clocks'\n")
        code, said = self.list("micro", "tests", "--seconds", "3000")
        self.assertEqual(code, 1, said)
        self.assertIn("ValueError: could not convert string to float", self.rows("micro")[-1]["reason"])
        self.assertTrue(self.rows("tests"))

    def test_another_hash_than_the_cpus_fails(self):
        (self.work / "faulty").touch()
        self.assertEqual(self.list("speed", "--hashes-later")[0], 0)
        self.assertFalse([row for row in self.rows("speed") if "cpu_hash" in row])
        code, said = self.list("hashes")
        self.assertEqual(code, 1)
        failed = [row for row in self.rows("speed") if row["outcome"] == "failed"]
        self.assertEqual(len(failed), 28, said)
        self.assertIn("the CPU computes", failed[0]["reason"])

    def test_faults_of_tools_are_rows(self):
        for tool in ("compute-sanitizer", "ncu"):  # both there, but not allowed
            (self.work / "tools" / tool).write_text("#!/bin/bash\necho '========= ERR_NVGPUCTRPERM: not supported here'; exit 1\n")
        (self.work / "tools" / "nvidia-smi").write_text("#!/bin/bash\nexit 9\n")
        for program in ("gpu_backend_test", "gpu_sums_test"):
            (self.work / "programs" / program).unlink()
        code, said = self.list("tests", "sanitize", "profile")
        machine = json.loads((self.work / "out" / "tests.json").read_text())["machine"]
        self.assertEqual((machine["device"], machine["driver"]), ("Test GPU 9000", "unknown"))
        self.assertEqual(code, 0, said)
        self.assertEqual([row["outcome"] for part in ("tests", "sanitize", "profile") for row in self.rows(part)], 4 * ["skipped"])
        self.assertIn("ERR_NVGPUCTRPERM", self.rows("profile")[0]["reason"])
        (self.work / "tools" / "compute-sanitizer").write_text(  # as on gVisor: refused, and the program goes on without a device
            "#!/bin/bash\necho '========= Error: Device not supported. Please refer to the documentation.'\n"
            "echo \"murmur: the GPU failed at 'allocating memory': unknown error (cudaErrorUnknown)\"; echo '========= ERROR SUMMARY: 1 error'; exit 9\n")
        self.assertEqual(self.list("sanitize")[0], 0)
        self.assertEqual({row["outcome"] for row in self.rows("sanitize")}, {"skipped"})
        (self.work / "tools" / "compute-sanitizer").write_text("#!/bin/bash\necho '========= ERROR SUMMARY: 3 errors'; exit 9\n")
        self.assertEqual(self.list("sanitize")[0], 1)
        self.assertEqual(self.rows("sanitize")[0]["reason"], "ERROR SUMMARY: 3 errors")
        (self.work / "tools" / "compute-sanitizer").write_text(
            "#!/bin/bash\necho '========= ERROR SUMMARY: 0 errors'; echo 'murmur: operation not supported'; exit 1\n")
        self.assertEqual(self.list("sanitize")[0], 1)
        self.assertEqual(self.rows("sanitize")[0]["reason"], "murmur: operation not supported")

    def test_a_test_that_fails_or_crashes_takes_no_other_with_it(self):
        self.play_tests("gpu_backend_test", "Dies Odd/0 Works", """  *=Gpu.Works) report ;;
  *=Gpu.Odd/0) echo '[ RUN      ] Gpu.Odd/0'; echo 'bits differ'; echo '[  FAILED  ] Gpu.Odd/0, where GetParam() = 1 (2 ms)'
    report ', "failures": [{}]'; exit 1 ;;
  *=Gpu.Dies) echo 'half a line'; kill -SEGV $$ ;;""")
        self.assertEqual(self.list("tests")[0], 1)
        self.assertEqual([(row["name"], row["outcome"], row["reason"]) for row in self.rows("tests")[1:]],
                         [("Gpu.Dies", "failed", "exit -11: half a line"), ("Gpu.Odd/0", "failed", "bits differ"), ("Gpu.Works", "passed", "")])

    def test_what_there_was_no_time_for_is_named(self):
        self.play_tests("gpu_backend_test", "Works Sleeps IsLater", "  *=Gpu.Works) report ;;\n  *) sleep 20 ;;")
        self.assertEqual(self.list("tests", "--seconds", "5")[0], 1)
        rows = [(row["name"], row["outcome"], row["reason"]) for row in self.rows("tests")[1:]]
        self.assertEqual((rows[0], rows[2]), (("Gpu.Works", "passed", ""), ("Gpu.IsLater", "not run", "out of time before it began")))
        self.assertEqual(rows[1][:2], ("Gpu.Sleeps", "not run"))
        self.assertRegex(rows[1][2], "out of time after [1-5] s")
        self.assertEqual(self.list("all", "--within", "0")[0], 1)
        rows = [row for file in (self.work / "out").glob("*.json") for row in json.loads(file.read_text())["rows"]]
        self.assertEqual({row["outcome"] for row in rows if row["name"] != "gpu_interop_test"}, {"not run"}, rows)
        self.assertGreater(len(rows), 150)
        for name in ("cis565 5M", "2D 1M, kernel loop", "kernel flat, benchmark-3d 1M", "Gpu.Works", "Gpu.1M", "3D 700M", "load_clocks"):
            self.assertIn(name, [row["name"] for row in rows])

    def test_nothing_run_is_no_pass(self):
        for code in (0, 1):
            self.program("gpu_backend_test", f"#!/bin/bash\necho 'cannot start'; exit {code}\n")
            self.assertEqual(self.list("tests")[0], 1)
            self.assertIn("cannot start", self.rows("tests")[-1]["reason"])

    def test_out_of_time_ends_what_a_tool_started(self):
        sys.path.insert(0, str(SOURCE / "tools" / "gpu"))
        from machine import call
        code, said = call(["bash", "-c", f"echo begun; (sleep 8; touch {self.work}/went-on) & wait"], 3)
        self.assertEqual((code, said), (None, "begun\n"))
        time.sleep(7)
        self.assertFalse((self.work / "went-on").exists())

    def test_programs_built_elsewhere_are_unpacked_once(self):
        copy = self.work / "copy"
        for folder in ("tools/gpu", "benchmarks/peers"):
            shutil.copytree(SOURCE / folder, copy / folder)
        (copy / "build").mkdir()
        archive, program = copy / "build" / "portable.tar.gz", copy / "build" / "portable" / "load_clocks"

        def micro():
            done = subprocess.run([sys.executable, copy / "tools" / "gpu", "micro", "--out", self.work / "out"], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            return [row["value"] for row in self.rows("micro")]

        subprocess.run(["tar", "-C", self.work, "-czf", archive, "--transform", "s/^programs/portable/", "programs"], check=True)
        self.assertEqual(micro(), [4.02, 1.5])
        program.write_text(PLAYED_LOADS.replace("4.02", "5.02"))
        self.assertEqual(micro(), [5.02, 1.5])  # still the folder
        time.sleep(0.1)
        archive.touch()
        self.assertEqual(micro(), [4.02, 1.5])  # another archive takes its place

    def test_no_gpu_is_one_sentence(self):
        (self.work / "no-gpu").touch()
        code, said = self.list("tests")
        self.assertEqual(code, 1)
        self.assertRegex(said, r"^gpu: no GPU here: .*\n$")
        self.assertFalse((self.work / "out").exists())
        self.assertRegex(self.list("report", out="empty")[1], r"holds no report: run \./dev gpu")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
