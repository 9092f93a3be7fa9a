"""Milliseconds of a step: the page's modules under node, and the program on one thread, in turns.

Usage: web_times.py SITE MURMUR [ROUNDS]. Only the ratios mean something: other work may run beside it.
"""

import json
import pathlib
import re
import statistics
import subprocess
import sys

CASES = (("benchmark", 100_000, 20), ("murmuration", 20_000, 60))
MODULES = (("scalar", 1), ("simd", 1), ("threads", 1), ("threads", 2))
NODE = """
const {load} = require(process.argv[1]);
load(process.argv[2], process.argv[3], Number(process.argv[4])).then((call) => {
  const [preset, boids, steps] = process.argv.slice(5);
  call('hash_of', {preset, boids, steps: 3});
  const {ms, hash} = call('hash_of', {preset, boids, steps: Number(steps)});
  console.log(JSON.stringify({ms: ms / steps, hash}));
  process.exit(0);  // workers wait for ever
});
"""


def module_time(site, kind, threads, preset, boids, steps):
    module = pathlib.Path(__file__).resolve().parents[1] / "tests/web/module.js"
    text = subprocess.run(["node", "--no-experimental-fetch", "-e", NODE, module, pathlib.Path(site).resolve(), kind, str(threads),
                           preset, str(boids), str(steps)],
                          check=True, capture_output=True, text=True).stdout
    result = json.loads(text)
    return result["ms"], result["hash"]


def program_time(murmur, simd, preset, boids, steps):
    text = subprocess.run([murmur, "run", "--preset", preset, "--boids", str(boids), "--steps", str(steps), "--threads", "1", "--simd", simd],
                          check=True, capture_output=True, text=True).stdout
    return float(re.search(r"ms/step=([0-9.]+)", text).group(1)), re.search(r"hash=(\w+)", text).group(1)


def main(site, murmur, rounds):
    for preset, boids, steps in CASES:
        times, hashes = {}, set()
        for _ in range(rounds):
            for name, measure in (("program, scalar", lambda: program_time(murmur, "scalar", preset, boids, steps)),
                                  ("program, avx2", lambda: program_time(murmur, "avx2", preset, boids, steps)),
                                  *((f"module, {kind}, {threads}", lambda kind=kind, threads=threads: module_time(site, kind, threads, preset, boids, steps))
                                    for kind, threads in MODULES)):
                ms, found = measure()
                times.setdefault(name, []).append(ms)
                hashes.add(found)
        base = statistics.median(times["program, scalar"])
        print(f"{preset}, {boids} boids, {steps} steps, median of {rounds} turns; hashes: {', '.join(hashes)}")
        for name, values in times.items():
            print(f"  {name:18} {statistics.median(values):8.2f} ms  {statistics.median(values) / base:5.2f}")
        if len(hashes) != 1:
            sys.exit("the hashes differ")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) == 4 else 5)
