#!/usr/bin/env python3
"""Abuses murmur at random: extreme scenarios, events with stops, resumes and replays, disks that are full, strange names and
kills in the first milliseconds. A run ends with an exit code of the list, a sentence where it fails, one hash on every
backend, and files that are whole.

Usage: abuse.py MURMUR [--minutes M | --rounds N] [--seed S] [--keep FOLDER]. Exit code 1 when something was found; what
leads to it is printed and its folder kept in FOLDER."""
import argparse
import csv
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

LIMIT = 300  # seconds for one command: only an endless one reaches it
EXTREMES = ["0", "-1", "1", "1e-30", "-1e-30", "1e30", "1e308", "nan", "inf", "-inf", "0.5", "3", "2147483647", "9007199254740993",
            "true", "false", "\"\"", "", "\"none\"", "all", "[]", "[0.0, 0.0]", "[1e9, 1e9]", "[1e-9, 1e-9]", "[nan, 1.0]", "{}",
            "[[1.0, 2.0], [3.0, 4.0]]", "wrap", "bounce", "tile", "soft", "open", "plain", "wrapped", "heading", "steer"]
TABLES = ["noise={amount=0.5}", "wind={velocity=[0.1,0.0],gust={probability=0.2,duration=5,strength=0.2}}", "goal={at=[5.0,5.0]}",
          "goal={path=[[1.0,1.0],[9.0,9.0]]}", "cursor={at=[3.0,3.0]}", "perching={mean_rest=5}",
          "obstacle=[{at=[4.0,4.0],radius=2.0,solid=true}]", "predator=[{max_speed=3.0},{flocks=true}]",
          "terrain={hill={at=[3.0,3.0],radius=2.0,height=9.0}}",
          "wall=[{points=[[1.0,1.0],[8.0,7.0],[2.0,9.0]],closed=true,avoid=\"push\",radius=3.0,strength=0.5}]",
          "wall=[{box={at=[2.0,2.0],size=[3.0,3.0]},blocks_view=true},{circle={at=[5.0,5.0],radius=4.0},side=\"inside\"}]",
          "wall=[{sphere={at=[5.0,5.0,5.0],radius=3.0}},{plane={at=[1.0,1.0,1.0],normal=[1.0,2.0,0.5]}}]",
          "species=[{},{name=\"b\",max_speed=2.0},{share=0.2,catch_radius=3.0,caught_by=\"b\",becomes=\"b\"}]",
          "pairs={alignment=[[1.0,-1.0],[0.5,1.0]]}", "rule=[{add=\"unit(v) * 0.1\",when=\"n > 0\"}]",
          "rule=[{range=1.0,sums={s=\"1 / r\",q=\"least(id_j, d)\"},where={w=\"q * 0.1\"},add=\"v * s + w\",state={h={start=1.0,next=\"h / 2 + s\"}}}]"]
MEMBERS = [("species[0]", '""'), ("species[1]", '""'), ("species[2]", "{ name = \"n\" }"), ("species[0].name", '"z"'), ("species[1].max_speed", "3.0"),
           ("species", "[{ name = \"b\" }, {}]"), ("predator[0]", '""'), ("predator", "[{}, { flocks = true }]"), ("wall[0]", '""'), ("rule", '""'), ("rule[0]", '""'),
           ("rule[0].add", '"v * 0.01"'), ("rule[0].sums.t", '"d"'), ("rule[0].where.w", '"v * 0.1"'), ("rule[0].state.k", "{ start = 2.0, next = \"k + 1\" }"),
           ("rule[0].state.h", '""'), ("rule", "[{ state = { k = 1.0, h = 3.0 }, add = \"v * 0\" }]"), ("rules.time_step", "0.25"), ("rules.radius", "3.0"),
           ("goal", "{ at = [3.0, 3.0] }"), ("noise", "{ amount = 0.3 }"), ("view.size", "2.0")]
NAMES = ["a b", "it's", "semi;colon", "$HOME", "`id`", "new\nline", "-x", "--help", "ü-ñ-飛", "%d%s", "a" * 200, "tab\there", "star*", "#",
         "back\\slash", "\"quoted\"", ".hidden", "dots..", "=", "&"]


class Found(Exception):
    pass


class Abuse:
    def __init__(self, murmur, seed, folder):
        self.murmur, self.draw, self.folder = murmur, random.Random(seed), folder
        self.said = []
        self.presets = sorted(p.stem for p in (pathlib.Path(__file__).parents[2] / "scenarios" / "presets").glob("*.toml"))
        self.simds = [s for s in ("scalar", "avx2", "avx512") if self.run("run", "--preset", "book", "--steps", "1", "--simd", s)[0] == 0]
        self.keys = {}

    def start(self, *words, **how):
        self.said.append("murmur " + shlex.join(words))
        # A script's jobs may ignore SIGINT.
        def prepare():
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            if how.get("bytes") is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (how["bytes"], resource.RLIM_INFINITY))
        return subprocess.Popen([self.murmur, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder,
                                stdin=subprocess.DEVNULL, preexec_fn=prepare)

    def end(self, process, codes=(0, 1, 2)):
        try:
            out = process.communicate(timeout=LIMIT)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Found(f"it did not end within {LIMIT} s")
        code = process.returncode
        if code not in codes:
            raise Found(f"exit code {code}:\n{out[-2000:]}")
        if code in (1, 2) and not re.search(r"^murmur: \S", out, re.M):
            raise Found(f"exit code {code} without a sentence:\n{out[-2000:]}")
        if re.search(r"unexpected failure|Sanitizer|terminate called", out):
            raise Found(out[-2000:])
        return code, out

    def run(self, *words, codes=(0, 1, 2), **how):
        return self.end(self.start(*words, **how), codes)

    def good(self, *words):
        """@returns the hash."""
        return hash_of(self.run(*words, codes=(0,))[1])

    def machine(self):
        if self.draw.random() < 0.3:
            return ["--backend", "reference"]
        return ["--backend", "cpu", "--simd", self.draw.choice(self.simds), "--threads", str(self.draw.randint(1, 3))]

    def keys_of(self, preset):
        """Each key of a preset with its value as text."""
        if preset not in self.keys:
            self.run("run", "--preset", preset, "--boids", "1", "--steps", "0", "--output-dir", "keys-" + preset, codes=(0,))
            found = {}
            def walk(table, path):
                for key, value in table.items():
                    if isinstance(value, dict):
                        walk(value, path + key + ".")
                    elif not isinstance(value, list) or not value or not isinstance(value[0], dict):
                        found[path + key] = value
            walk(tomllib.loads((self.folder / ("keys-" + preset) / "run" / "scenario.toml").read_text()), "")
            shutil.rmtree(self.folder / ("keys-" + preset))
            self.keys[preset] = {k: v for k, v in found.items() if k not in ("preset", "boids") and not k.startswith("view.")}
        return self.keys[preset]

    def value(self, now):
        """An extreme value, or one near the present."""
        if self.draw.random() < 0.5 and isinstance(now, (int, float)) and not isinstance(now, bool):
            return f"{now * self.draw.choice([0.0, 1e-3, 0.1, 0.5, 2, 10, 1e3, 1e6]):.6g}"
        return self.draw.choice(EXTREMES)

    def changes(self, preset):
        keys = self.keys_of(preset)
        sets = []
        for _ in range(self.draw.randint(0, 4)):
            key = self.draw.choice(sorted(keys))
            sets.append(f"{key}={self.value(keys[key])}")
        sets += self.draw.sample(TABLES, self.draw.choice([0, 0, 1, 2]))
        return [word for text in sets for word in ("--set", text)]

    def flock(self):
        """An extreme scenario: the same fault, or the same hash, on two machines."""
        preset = self.draw.choice(self.presets)
        words = ["run", "--preset", preset, "--boids", str(self.draw.choice([0, 1, 2, 7, 33, 120])), "--seed",
                 str(self.draw.choice([0, 1, 9223372036854775807])), "--steps", str(self.draw.randint(1, 25)), *self.changes(preset)]
        a, b = self.run(*words, "--backend", "reference"), self.run(*words, *self.machine())
        if a[0] != b[0] or hash_of(a[1]) != hash_of(b[1]):
            raise Found(f"they differ: {a[0]} {hash_of(a[1])}, {b[0]} {hash_of(b[1])}\n{a[1][-500:]}\n{b[1][-500:]}")

    def scenario(self, steps):
        """A file with random events that fit. @returns its name."""
        preset = self.draw.choice(self.presets)
        keys = self.keys_of(preset)
        sides = keys["world.size"]
        text = f'preset = "{preset}"\nboids = {self.draw.choice([0, 3, 40, 150])}\n'
        for table in self.draw.sample(TABLES, self.draw.choice([0, 1, 2, 3])):
            (self.folder / "s.toml").write_text(text + table + "\n")
            if self.run("run", "s.toml", "--steps", "0")[0] == 0:
                text += table + "\n"
        for k in range(self.draw.randint(1, 8)):
            at = [round(self.draw.random() * side, 3) for side in sides]
            key = self.draw.choice(sorted(keys) + ["noise", "wind", "goal", "obstacle", "predator"])
            event = self.draw.choice([
                f'kind = "scatter"\nat = {at}\nstrength = {self.draw.choice([0.1, -0.5, 3.0])}',
                f'kind = "startle"\nsteps = {self.draw.randint(1, 40)}',
                f'kind = "gust"\nstrength = {self.draw.random():.3f}\nsteps = {self.draw.randint(1, 40)}',
                f'kind = "add"\nat = {at}\ncount = {self.draw.randint(1, 30)}', f'kind = "remove"\ncount = {self.draw.randint(1, 60)}',
                f'kind = "preset"\npreset = "{self.draw.choice(self.presets)}"', 'kind = "restart"',
                f'kind = "set"\nkey = "{key}"\nvalue = {self.draw.choice(["0.5", "2", "true", chr(34) * 2, "[]"])}',
                *[self.member()] * 3,
                'kind = "set"\nkey = "noise"\nvalue = { amount = 0.3 }', 'kind = "set"\nkey = "noise"\nvalue = ""'])
            addition = f"\n[[event]]\nstep = {self.draw.randint(0, steps - 1)}\n{event}\n"
            (self.folder / "s.toml").write_text(text + addition)
            if self.run("run", "s.toml", "--steps", "0")[0] == 0:
                text += addition
        (self.folder / "s.toml").write_text(text)
        return "s.toml"

    def member(self):
        """A change of what stands in a list: species, rules, predators, walls."""
        key, value = self.draw.choice(MEMBERS)
        return f'kind = "set"\nkey = "{key}"\nvalue = {value}'

    def change(self):
        """One more change in flight: files have the rows before it as they were, under the same names."""
        steps = 12
        at = self.draw.randint(1, steps)
        text = (self.folder / self.scenario(steps)).read_text()
        (self.folder / "t.toml").write_text(f"{text}\n[[event]]\nstep = {at}\n{self.member()}\n")
        kept = []
        for name in "st":
            code, _ = self.run("run", f"{name}.toml", "--steps", str(steps), "--metrics", f"{name}.m", "--metrics-every", "1", "--trajectory",
                               f"{name}.xyz", "--trajectory-every", "1", *self.machine())
            if code != 0:
                return
            with open(self.folder / f"{name}.m", newline="") as file:
                rows = [row for row in csv.DictReader(file) if int(row["step"]) < at]
            kept.append((rows, frames_of((self.folder / f"{name}.xyz").read_text())[:at]))
        (rows, frames), (then_rows, then_frames) = kept
        if frames != then_frames or len(frames) != at:
            raise Found(f"frames of XYZ before the change at step {at} differ")
        for row, then in zip(rows, then_rows, strict=True):
            differs = [key for key in row if key in then and then[key] != row[key] and key != "run"]
            if differs:
                raise Found(f"metrics before the change at step {at} differ: {differs}")

    def events(self):
        """Stopped, resumed on another machine and replayed: one hash."""
        steps = self.draw.randint(20, 90)
        name = self.scenario(steps)
        code, out = self.run("run", name, "--steps", str(steps), *self.machine())
        if code != 0:
            return  # a flock that ends in a sentence
        whole, last, words = hash_of(out), 0, [name]
        for k in range(self.draw.randint(1, 3)):
            last = self.draw.randint(last, steps)
            self.good("run", *words, "--steps", str(last), "--checkpoint", "c", "--log-events", f"l{k}", *self.machine())
            words = ["--resume", "c"]
        found = self.good("run", *words, "--steps", str(steps), "--log-events", "end", *self.machine())
        if found != whole:
            raise Found(f"resumed: {found}, whole: {whole}")
        for log in sorted(self.folder.glob("l?")) + [self.folder / "end"]:
            self.run("replay", log.name, "--headless", *self.machine(), codes=(0,))

    def outputs(self, names, format="xyz"):
        return ["--output", names[0], "--metrics", names[1], "--metrics-every", "3", "--trajectory", names[2] + "." + format,
                "--trajectory-every", "4", "--checkpoint", names[3], "--checkpoint-every", "10"]

    def whole_run(self, words, format="xyz"):
        """@returns the hash, and the files of a run that nothing disturbs."""
        plain = ["s", "m", "t", "c"]
        found = self.good("run", *words, *self.outputs(plain, format))
        kept = {name: (self.folder / name).read_bytes() for name in ("s", "m", f"t.{format}")}
        for path in self.folder.iterdir():
            path.unlink()
        return found, kept

    def compare(self, kept, names, format="xyz"):
        for plain, name in (("s", names[0]), ("m", names[1]), (f"t.{format}", names[2] + "." + format)):
            found = (self.folder / name).read_bytes()
            if format == "h5" and plain == "t.h5":
                continue
            if found != kept[plain]:
                raise Found(f"{name!r} differs from the file of an undisturbed run: {len(found)} bytes, {len(kept[plain])}")

    def full_disk(self):
        """Files may have so many bytes: exit code 1 and a sentence, or all files whole. What was there stays."""
        words = ["--preset", self.draw.choice(self.presets), "--boids", "60", "--steps", "40"]
        whole, kept = self.whole_run(words)
        (self.folder / "s").write_text("mine")
        most = self.draw.randint(0, int(1.2 * max(map(len, kept.values()))))
        code, out = self.run("run", *words, *self.outputs(["s", "m", "t", "c"]), "--overwrite", bytes=most)
        if code == 0:
            self.compare(kept, ["s", "m", "t", "c"])
        elif (self.folder / "s").read_bytes() not in (b"mine", kept["s"]):
            raise Found("the state that was there is neither kept nor replaced by a whole one")
        if code != 0 and (self.folder / "c").exists() and (self.folder / "c").stat().st_size:
            self.run("run", "--resume", "c", "--steps", "40", codes=(0,))
        left = [p.name for p in self.folder.iterdir() if ".murmur-" in p.name]
        if left:
            raise Found(f"left behind: {left}")

    def names(self):
        """Strange names, some of them links, a stop, and the printed command."""
        words = ["--preset", "benchmark", "--boids", "400", "--steps", "600"]
        whole, kept = self.whole_run(words)
        stems = self.draw.sample(NAMES, 4)
        names = [("./" if n.startswith("-") else "") + n for n in stems]
        for name in names:
            if self.draw.random() < 0.3:
                (self.folder / "to").mkdir(exist_ok=True)
                (self.folder / name).symlink_to(os.path.join("to", os.path.basename(name)))
        process = self.start("run", *words, *self.outputs(names))
        time.sleep(self.draw.random() * 0.5)
        process.send_signal(self.draw.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP]))
        code, out = self.end(process, (0, 129, 130, 143, -1, -2, -15))
        if code > 0:
            command = out[out.index("go on with: murmur ") + len("go on with: murmur "):].rsplit("\nsteps=", 1)[0]
            if "\\x" in command:
                return  # a name with a character that no terminal may have
            found = self.good(*shlex.split(command))
        elif code < 0:
            return  # before the run began
        else:
            found = hash_of(out)
        if found != whole:
            raise Found(f"hash {found}, undisturbed {whole}")
        self.compare(kept, names)

    def kills(self):
        """Killed in the first milliseconds, again and again."""
        format = self.draw.choice(["xyz", "h5"])
        words = ["--preset", "benchmark", "--boids", "300", "--steps", "300"]
        whole, kept = self.whole_run(words, format)
        names = ["s", "m", "t", "c"]
        for k in range(12):
            resume = ["--resume", "c", "--steps", "300"] if (self.folder / "c").exists() else [*words, "--overwrite"]
            process = self.start("run", *resume, *self.outputs(names, format), *self.machine())
            time.sleep(self.draw.random() ** 2 * 0.12)
            process.kill()
            self.end(process, (0, -9))
            if process.returncode == 0:
                break
        resume = ["--resume", "c", "--steps", "300"] if (self.folder / "c").exists() else [*words, "--overwrite"]
        found = self.good("run", *resume, *self.outputs(names, format))
        if found != whole:
            raise Found(f"hash {found}, undisturbed {whole}")
        self.compare(kept, names, format)
        left = [p.name for p in self.folder.iterdir() if ".murmur-" in p.name]
        if left:
            raise Found(f"left behind: {left}")


def frames_of(text):
    """Frames of XYZ, without the number of the run."""
    lines, frames = re.sub(" Run=\\w+", "", text).splitlines(), []
    while lines:
        count = int(lines[0]) + 2
        frames.append(lines[:count])
        lines = lines[count:]
    return frames


def hash_of(out):
    found = re.findall(r"hash=([0-9a-f]{16})", out)
    return found[-1] if found else None


def main():
    options = argparse.ArgumentParser()
    options.add_argument("murmur")
    options.add_argument("--minutes", type=float)
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep")
    options = options.parse_args()
    end = time.monotonic() + 60 * options.minutes if options.minutes else None
    pieces = ["flock"] * 8 + ["events"] * 3 + ["change"] * 3 + ["full_disk", "names", "kills"]
    done, found, turn = dict.fromkeys(pieces, 0), 0, 0
    while time.monotonic() < end if end else turn < options.rounds * len(pieces):
        piece = pieces[turn % len(pieces)]
        folder = pathlib.Path(tempfile.mkdtemp(prefix="murmur_abuse_"))
        abuse = None
        try:
            abuse = Abuse(os.path.abspath(options.murmur), f"{options.seed} {turn}", folder)
            abuse.said.clear()
            getattr(abuse, piece)()
            done[piece] += 1
        except Found as what:
            found += 1
            print(f"FOUND by {piece}, seed {options.seed}, turn {turn}: {what}\n  " + "\n  ".join(abuse.said if abuse else []), flush=True)
            if options.keep:
                shutil.copytree(folder, pathlib.Path(options.keep) / f"{options.seed}-{turn}", symlinks=True, dirs_exist_ok=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        turn += 1
    print(", ".join(f"{count} {piece}" for piece, count in done.items()) + f"; {found} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
