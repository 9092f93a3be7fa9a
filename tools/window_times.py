#!/usr/bin/env python3
"""Times of the window: how soon it answers, and what a frame takes to draw.

answers   presses keys and the mouse at random times while a flock flies, and waits for the notice of each. Prints the
          times to the notice and those of the frames. Exits 1 if the median of keys or of clicks is over 100 ms.
rules     types another text into a custom rule while a flock flies, and waits from Ctrl + Enter to the end of the frame
          that has made the first step with it. Exits 1 if the median is over 100 ms.
frames    frame logs of one or several programs, which take turns: the mean time to draw a picture of the flock with text
          and panel, the processor time of all threads for one, and their ratios to those of the first program. The flock
          hardly moves, so that steps take no time. For docs/internals/timings.md.

Needs a display and xdotool; without a display, start it with xvfb-run -a -s "-screen 0 1600x1000x24".

Examples: tools/window_times.py answers build/release/murmur --boids 1M
          tools/window_times.py frames OLD/murmur build/release/murmur 'build/release/murmur --glow' --boids 10k 100k
"""

import argparse
import contextlib
import csv
import os
import pathlib
import random
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time

LONGEST = 60.0  # [s] for anything that is waited for


def until(what, there, pause=0.002):
    """Returns the time when `there()` is true [s]."""
    begun = time.perf_counter()
    while not there():
        if time.perf_counter() - begun > LONGEST:
            sys.exit(f"window_times: {what}: waited in vain")
        time.sleep(pause)
    return time.perf_counter()


class Window:
    """A running `murmur view`, with the files that say what it shows."""

    def __init__(self, murmur, folder, arguments):
        self.places, self.frames = folder / "places.txt", folder / "frames.csv"
        self.log = open(folder / "out.txt", "w")
        command = [murmur, "view", "--backend", "cpu", "--frame-log", self.frames, "--panel-places", self.places, *arguments]
        self.process = subprocess.Popen(command, cwd=folder, stdout=self.log, stderr=subprocess.STDOUT)
        until("the first frames", lambda: self.rows() > 5, 0.1)
        search = ["xdotool", "search", "--onlyvisible", "--name", "^Murmuration"]
        self.number = subprocess.run(search, capture_output=True, text=True, check=True).stdout.split()[0]
        # One process for all input: starting another takes as long as an answer.
        self.input = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True, stdout=self.log)

    def rows(self):
        return sum(1 for _ in open(self.frames)) if self.frames.exists() else 0

    def place(self, name):
        """The middle of a control, or None if it is not to be seen."""
        with contextlib.suppress(OSError):
            for line in open(self.places):
                named, *place = line.rsplit(None, 4)
                if named == name:
                    left, top, right, bottom = map(int, place)
                    return (left + right) // 2, (top + bottom) // 2
        return None

    def send(self, text):
        self.input.stdin.write(text + "\n")
        self.input.stdin.flush()

    def point(self, place):
        self.send(f"mousemove --window {self.number} {place[0]} {place[1]}")

    def answer(self, text):
        """Sends input and waits for a notice. Returns the time between [ms]."""
        until("no notice", lambda: not self.place("message"), 0.02)
        time.sleep(0.5 * random.random())
        begun = time.perf_counter()
        self.send(text)
        return 1e3 * (until(text, lambda: self.place("message")) - begun)

    def close(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(LONGEST)
        self.input.stdin.close()
        self.input.wait(LONGEST)
        self.log.close()


def column(path, name, skip):
    """The sorted numbers of a column of a frame log, without its first rows."""
    with open(path, newline="") as file:
        return sorted(float(row[name]) for row in list(csv.DictReader(file))[skip:] if row.get(name))


def pictures(path, skip=3):
    """How many pictures of the flock a frame log has, and the mean time to draw one [ms]. A large one takes several frames;
    its boids are uploaded in the first."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))[skip:]
    begun = [k for k, row in enumerate(rows) if float(row["upload_ms"]) > 0.0]
    whole = rows[begun[0]:begun[-1]]
    if len(begun) < 3:
        sys.exit(f"window_times: {len(begun)} pictures of the flock are too few: use more --frames")
    return len(begun), sum(float(row["draw_ms"]) for row in whole) / (len(begun) - 1)


def spread(times):
    share = lambda part: times[min(int(part * len(times)), len(times) - 1)]
    return f"median {statistics.median(times):.0f}, p95 {share(0.95):.0f}, longest {times[-1]:.0f} ms"


def tell_frames(log):
    for name in ("step_ms", "upload_ms", "draw_ms", "total_ms"):
        print(f"  {name[:-3]} of a frame: {spread(column(log, name, 6))}")


def answers(options):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        window = Window(options.murmur, folder, ["--preset", options.preset, "--boids", options.boids, "--size", options.size])
        time.sleep(3.0)
        keys, clicks = [], []
        for k in range(options.presses):
            window.point((300, 300))
            keys.append(window.answer("key plus" if k % 2 else "key minus"))
            window.point(window.place("tool.goal" if k % 2 else "tool.add"))
            clicks.append(window.answer("click 1"))
        window.close()
        print(f"{options.boids} boids of {options.preset}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        for name, times in (("key", sorted(keys)), ("click", sorted(clicks))):
            print(f"from a {name} to its notice: {spread(times)}; over 100 ms: {sum(t > 100 for t in times)} of {len(times)}")
        tell_frames(window.frames)
        return max(statistics.median(keys), statistics.median(clicks)) <= 100.0


def rules(options):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        window = Window(options.murmur, folder, ["--preset", options.preset, "--boids", options.boids, "--size", options.size,
                                                 "--rule", 'add = "v * 0.001"'])

        def scroll_to(name):
            for _ in range(60):
                if window.place(name):
                    return
                window.send("click 5")
                time.sleep(0.1)
            sys.exit(f"window_times: no control {name}")

        until("the panel", lambda: window.place("show.Rules"), 0.05)
        left, top = window.place("show.Rules")
        window.point((left + 100, top + 300))  # in the panel
        scroll_to("rule[0].add")
        times = []
        for k in range(options.presses):
            window.point(window.place("rule[0].add"))
            window.send("click 1")
            window.send("key ctrl+a")
            time.sleep(0.5)
            window.send(f"type --delay 30 v*0.00{k % 9 + 1}")
            time.sleep(1.0 + 0.5 * random.random())
            before = window.rows()
            applied = lambda: any(int(row["events"]) > 0 for row in list(csv.DictReader(open(window.frames)))[before - 2:]
                                  if row.get("events"))
            begun = time.perf_counter()
            window.send("key ctrl+Return")
            times.append(1e3 * (until("a step with the rule", applied) - begun))
        window.close()
        times.sort()
        print(f"{options.boids} boids of {options.preset}: from Ctrl + Enter to the end of the frame with the first step of the rule: "
              f"{spread(times)}")
        tell_frames(window.frames)
        return statistics.median(times) <= 100.0


def frames(options):
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "frames.csv"
        for boids in options.boids:
            drawn = {program: [] for program in options.programs}
            for _ in range(options.rounds):
                for program in options.programs:
                    path, *look = shlex.split(program)
                    counts, spent = [], []
                    for frame_count in (options.frames // 4, options.frames):  # their difference has no start in it
                        command = [pathlib.Path(path).resolve(), "view", "--backend", "cpu", "--preset", options.preset, "--boids",
                                   boids, "--size", options.size, "--steps-per-second", "1", "--frames", str(frame_count),
                                   "--frame-log", log, "--no-vsync", *look]
                        log.unlink(missing_ok=True)
                        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                        _, status, usage = os.wait4(child.pid, 0)
                        child.returncode = os.waitstatus_to_exitcode(status)
                        if child.returncode != 0:
                            sys.exit(f"window_times: {program} ends with {child.returncode}")
                        count, draw = pictures(log)
                        counts.append(count)
                        spent.append(1e3 * (usage.ru_utime + usage.ru_stime))
                    drawn[program].append((draw, (spent[1] - spent[0]) / (counts[1] - counts[0])))
            for k, what in enumerate(("drawn in", "processor time")):
                for program, times in drawn.items():
                    ratios = [time[k] / first[k] for time, first in zip(times, drawn[options.programs[0]])]
                    print(f"{boids:>6} {what} {', '.join(f'{time[k]:.1f}' for time in times)} ms; ratios "
                          f"{', '.join(f'{ratio:.2f}' for ratio in ratios)}; {program}", flush=True)
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    part = parts.add_parser("answers")
    part.add_argument("murmur", type=lambda path: pathlib.Path(path).resolve())
    part.add_argument("--boids", default="1M")
    part.add_argument("--presses", type=int, default=30, help="of keys, and as many clicks (default: 30)")
    part.set_defaults(run=answers)
    part = parts.add_parser("rules")
    part.add_argument("murmur", type=lambda path: pathlib.Path(path).resolve())
    part.add_argument("--boids", default="100k")
    part.add_argument("--presses", type=int, default=20, help="of Ctrl + Enter (default: 20)")
    part.set_defaults(run=rules)
    part = parts.add_parser("frames")
    part.add_argument("programs", nargs="+", help="each as one word, also with options of view: 'build/release/murmur --glow'")
    part.add_argument("--boids", nargs="+", default=["10k", "40k", "100k", "200k"])
    part.add_argument("--frames", type=int, default=40, help="of each run (default: 40)")
    part.add_argument("--rounds", type=int, default=3, help="in which all programs take their turn (default: 3)")
    part.set_defaults(run=frames)
    for part in parts.choices.values():
        part.add_argument("--preset", default="murmuration")
        part.add_argument("--size", default="1280x800")
    options = parser.parse_args()
    sys.exit(0 if options.run(options) else 1)


if __name__ == "__main__":
    main()
