"""Measures what a user may pick instead of murmur: the flock of the preset `benchmark`, written in other libraries.

murmur and the peers take turns, each measurement in a process of its own. README.md says what the table means.
Exit code 1: a peer does not compute the same flock, or murmur cannot run; 2: an argument is wrong.
Example: python3 benchmarks/peers --murmur build/release/murmur --boids 1k,10k,100k --markdown peers.md
"""

import argparse
import os
import pathlib
import re
import sys
import tempfile

from peer_list import PEERS

LEAST, MOST = 100, 10_000_000  # the world of fewer boids has less than three cells along a side


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"peers: {message}\n")


def boids(text: str) -> list[int]:
    numbers = set()
    for word in text.split(","):
        found = re.fullmatch(r"(\d+)([kM]?)", word)
        value = int(found[1]) * {"": 1, "k": 1000, "M": 1_000_000}[found[2]] if found else 0
        if not LEAST <= value <= MOST:
            raise argparse.ArgumentTypeError(f"'{word}' is not a number of boids from {LEAST} to 10M, such as 10k")
        numbers.add(value)
    return sorted(numbers)


def peers(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in PEERS:
            raise argparse.ArgumentTypeError(f"there is no peer '{name}'; allowed: {', '.join(PEERS)}")
    return list(dict.fromkeys(names))


def whole(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 to 1000000")
    return int(text)


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1 <= value <= 86400:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds from 1 to 86400")
    return value


def output(text: str) -> pathlib.Path:
    path = pathlib.Path(text)
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written")
    return path


def program(text: str) -> pathlib.Path:
    path = pathlib.Path(text).absolute()
    if not path.is_file() or not os.access(path, os.X_OK):
        raise argparse.ArgumentTypeError(f"{text} is no program; build it with ./dev build")
    return path


def parse() -> argparse.Namespace:
    parser = Parser(prog="peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--murmur", type=program, required=True, metavar="FILE", help="the program, such as build/release/murmur")
    add("--boids", type=boids, default=boids("1k,10k,100k"), metavar="N,N,...", help="(1k,10k,100k)")
    add("--peers", type=peers, default=list(PEERS), metavar="A,B,...", help=f"some of {', '.join(PEERS)} (all)")
    add("--device", choices=("cpu", "cuda"), default="cpu", help="of murmur and the peers (cpu)")
    add("--threads", type=whole, metavar="N", help="processor cores for each (all)")
    add("--turns", type=whole, default=3, metavar="K", help="how often each is measured (3)")
    add("--steps", type=whole, default=30, metavar="K", help="timed steps of a measurement (30)")
    add("--block", type=whole, metavar="K", help="steps between waits for the device (cpu 1, cuda 10)")
    add("--limit", type=seconds, default=60.0, metavar="SECONDS", help="longest measurement of a peer (60)")
    add("--json", type=output, metavar="FILE", help="write every figure")
    add("--markdown", type=output, metavar="FILE", help="write the table, which is printed too")
    arguments = parser.parse_args()
    cores = len(os.sched_getaffinity(0))
    arguments.threads = arguments.threads or cores
    arguments.block = arguments.block or (10 if arguments.device == "cuda" else 1)
    if arguments.threads > cores:
        parser.error(f"argument --threads: {arguments.threads} are more than the {cores} cores here")
    if arguments.steps % arguments.block:
        parser.error(f"argument --steps: {arguments.steps} is not a multiple of --block {arguments.block}")
    return arguments


def main() -> int:
    arguments = vars(parse())
    try:
        from report import json_text, markdown
        from turns import CannotRun, Plan, Turns
    except ImportError as error:
        print(f"peers: {error.name} is not installed; see benchmarks/peers/README.md", file=sys.stderr)
        return 1
    files = [(arguments.pop("markdown"), markdown), (arguments.pop("json"), json_text)]
    plan = Plan(**arguments)
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:plan.threads])  # some libraries take all cores they see
    with tempfile.TemporaryDirectory(prefix="murmur-peers-") as folder:
        turns = Turns(plan, pathlib.Path(folder))
        try:
            turns.run()
        except CannotRun as error:
            print(f"peers: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print("peers: stopped", file=sys.stderr)
            return 130
    for path, text in files:
        if path:
            path.write_text(text(turns), encoding="utf-8")
    print(markdown(turns), end="")
    return 0 if all(row["right"] for row in turns.rows) else 1


if __name__ == "__main__":
    sys.exit(main())
