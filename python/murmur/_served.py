"""A flock that several people see and steer. Knows no network: a person has a `name`, the `way` in which it is shown to them
("twin", "points", "pictures" or None), the `view` of their camera, and is told of what happens by `tell` and `frame`."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import io
import json
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from . import _murmur

TURN = 1 / 30  # seconds between two looks at the clock
MOST_POINTS = 300_000  # in a picture
MOST_FRAMES = 2  # checkpoints and pictures that a page has not read
MOST_ADDED = 2_000_000  # boids, beside twice those at the start
MOST_LOG = 1 << 26  # bytes that are sent
MOMENTS, MOMENTS_BYTES = 60, 1 << 29  # to go back to
FAULTS = (ValueError, TypeError, RuntimeError, OSError)  # of what a page asks for
FILES = re.compile(r"image|mesh|\\")  # keys that name files; a backslash may hide one


def points(state, matrix, header):
    """Boids that the camera sees: places in 16 bits of the box that they fill, velocities in 8 bits of the highest speed."""
    dimensions, matrix = state.position.shape[1], np.asarray(matrix, np.float32).reshape(4, 4)
    place = state.position @ matrix[:dimensions] + matrix[3]
    seen = np.flatnonzero((np.abs(place[:, :2]) <= 1.02 * place[:, 3:]).all(axis=1))
    seen = seen[::max(1, -(-len(seen) // MOST_POINTS))]
    position, velocity = state.position[seen], state.velocity[seen]
    low, high = (position.min(axis=0), position.max(axis=0)) if len(seen) else (np.zeros(dimensions),) * 2
    fastest = max(float(np.abs(velocity).max(initial=0)), 1e-30)
    header.update(kind="points", count=len(seen), low=low.tolist(), high=high.tolist(), fastest=fastest, predators=state.predator_position.ravel().tolist())
    places = ((position - low) * (65535 / np.maximum(high - low, 1e-30))).round().astype("<u2")
    return places.tobytes() + (velocity * (127 / fastest)).round().astype("i1").tobytes() + state.species[seen if state.species.size else []].astype("u1").tobytes()


def jpeg(rgba):
    from PIL import Image
    file = io.BytesIO()
    Image.frombuffer("RGB", (rgba.shape[1], rgba.shape[0]), rgba, "raw", "RGBX", 0, 1).save(file, "JPEG", quality=80)
    return file.getvalue()


class ServedFlock:
    def __init__(self, flock, log, checkpoint, say):
        """log: the path of the flock's own log. checkpoint: where `save` writes. say(text): one line for who started the server."""
        self.flock, self.log, self.checkpoint, self.say = flock, log, checkpoint, say
        self.people, self.playing, self.events = [], True, 0
        self.most = MOST_ADDED + 2 * len(flock)
        self.wishes, self.wake = asyncio.Queue(64), asyncio.Event()
        self.moments = collections.deque(maxlen=max(2, min(MOMENTS, MOMENTS_BYTES // (64 * len(flock) + 1))))
        self.stepper, self.encoder = ThreadPoolExecutor(1), ThreadPoolExecutor(1)  # all that touches the flock is in the first
        self.read()

    def read(self):
        self.step, self.count = self.flock.step_number, len(self.flock)
        self.pace = float(self.flock["view.steps_per_second"])

    def run(self, call, *arguments):
        return asyncio.get_running_loop().run_in_executor(self.stepper, call, *arguments)

    def tell(self, message):
        for person in list(self.people):
            person.tell(json.dumps(message))

    def status(self):
        return {"playing": self.playing, "people": [person.name for person in self.people], "pace": self.pace, "boids": self.count}

    async def fly(self):
        """Steps, and grants wishes between steps."""
        last, due, second, most = time.monotonic(), 0.0, 0.0, 1
        while True:
            began = time.monotonic()
            for _ in range(self.wishes.qsize()):
                await self.grant(*self.wishes.get_nowait())
            await self.frames()  # before the next steps: who clicks sees it sooner
            now = time.monotonic()
            due, last = due + (now - last) * self.pace if self.playing else 0.0, now
            steps = min(int(due), most)
            if steps and self.playing:
                due = min(due - steps, 1.0)
                await self.steps(steps)
                most = 2 * steps if time.monotonic() - now < TURN else max(1, steps // 2)
                if (now := time.monotonic()) >= second and self.playing:
                    self.tell(await self.hash())
                    await self.keep_moment()
                    second = now + max(1.0, 20 * (time.monotonic() - now))  # a large flock hashes for long
            rest = max(TURN, 1 / self.pace) - (time.monotonic() - began) if due < 1 or not self.playing else 0
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.wake.wait(), max(rest, 1e-3))
            self.wake.clear()

    async def steps(self, steps):
        try:
            await self.run(self.flock.step, steps)
        except RuntimeError as fault:  # boids that became infinite
            self.playing = False
            self.say(str(fault))
            self.tell({"fault": str(fault), "state": self.status()})
        self.step = self.flock.step_number
        self.tell({"s": self.step})

    async def keep_moment(self):
        self.moments.append((self.step, await self.run(self.flock._run.moment)))

    async def hash(self):
        return {"s": self.step, "h": await self.run(lambda: self.flock.hash)}

    async def grant(self, person, wish):
        try:
            if "event" in wish:
                await self.post(person, wish["event"])
            elif "way" in wish:
                person.way, person.shown = wish["way"] or None, None
                person.tell(json.dumps(self.hello(person)))
                person.tell(json.dumps(await self.hash()))
            elif "do" in wish:
                await {"pause": self.pause, "fly": self.pause, "step": self.one_step, "back": self.back, "save": self.save, "log": self.send_log}[wish["do"]](
                    person, wish["do"])
        except FAULTS as fault:
            person.tell(json.dumps({"fault": str(fault)}))

    async def post(self, person, event):
        if event["kind"] == "set" and FILES.search(f"{event.get('key')} {event.get('value')}"):
            raise ValueError("set: a page cannot name files of the server")
        if event["kind"] == "add" and self.count + event.get("count", 1) > self.most:
            raise ValueError(f"add: allowed: at most {self.most:,} boids in all")
        text = json.dumps({**event, "step": 0, "by": person.name})
        await self.run(self.flock._run.post, _murmur.Event.from_json(text))
        self.read()
        self.events += 1
        self.tell({"s": self.step, "e": json.loads(text), "n": self.events, "boids": self.count, "pace": self.pace})

    async def pause(self, person, wish="pause"):
        self.playing = wish == "fly"
        self.tell({"state": self.status()})
        self.tell(await self.hash())

    async def one_step(self, person, _):
        await self.keep_moment()
        await self.steps(1)
        await self.pause(person)

    async def back(self, person, _):
        """To the last moment that was kept; what came later is taken out of the log."""
        while self.moments and self.moments[-1][0] >= self.step:
            self.moments.pop()
        if not self.moments:
            raise ValueError("no earlier moment is kept")
        await self.run(self.flock._run.back, self.moments[-1][1])
        self.read()
        self.say(f"{person.name} went back to step {self.step}")
        self.events += 1
        for one in list(self.people):
            one.tell(json.dumps(self.hello(one)))
            one.shown = None
        self.tell(await self.hash())

    async def save(self, person, _):
        await self.run(self.flock.save, self.checkpoint)
        self.say(f"{person.name} saved step {self.step} as {self.checkpoint}")
        person.tell(json.dumps({"note": f"step {self.step} is saved there as {os.path.basename(self.checkpoint)}"}))

    async def send_log(self, person, _):
        if person.frames >= MOST_FRAMES or os.path.getsize(self.log) > MOST_LOG:
            raise ValueError(f"the log is too long for the line: fetch its file {os.path.basename(self.log)} from the server")
        person.frames += 1
        with open(self.log, "rb") as file:
            person.frame({"kind": "log"}, file.read())

    def hello(self, person):
        return {"hello": person.name, "steer": person.steer, "s": self.step, "n": self.events, "scenario": self.flock.scenario, "size": self.flock.world,
                "state": self.status()}

    async def start_twin(self, person):
        """Sends a checkpoint, from which the page steps the flock itself."""
        path, header = self.log + ".twin", {**self.header(), "kind": "checkpoint"}
        await self.run(self.flock.save, path)
        with open(path, "rb") as file:
            person.frame(header, file.read())
        os.unlink(path)

    async def frames(self):
        """What each page is to show next, if it has read what it was sent."""
        for person in list(self.people):
            key = (person.way, person.view, self.step, self.events) if person.way != "twin" else (person.way,)
            if not person.way or (person.way != "twin" and not person.view) or person.shown == key:
                continue
            if person.frames >= MOST_FRAMES:
                person.held += 1
                continue
            if (held := 0.8 * person.held) > 16:  # settles at 4 where every fifth turn has a frame
                person.tell(json.dumps({"slow": True}))
            person.shown, person.held = key, held if held <= 16 else 0
            person.frames += 1
            try:
                await {"twin": self.start_twin, "points": self.show_points, "pictures": self.show_picture}[person.way](person)
            except FAULTS as fault:  # no OpenGL, or a camera that no picture has
                person.tell(json.dumps({"fault": str(fault), "cannot": person.way}))
                person.way, person.frames = None, person.frames - 1

    def header(self):
        return {"s": self.step, "n": self.events, "boids": self.count}

    async def show_points(self, person):
        header = self.header()
        person.frame(header, await self.run(lambda: points(self.flock.state(), person.view["matrix"], header)))

    async def show_picture(self, person):
        header = {**self.header(), "kind": "picture"}
        rgba = await self.run(lambda: np.asarray(self.flock.picture(**person.view["picture"])))
        encoded = asyncio.get_running_loop().run_in_executor(self.encoder, jpeg, rgba)  # while the flock takes its next steps
        encoded.add_done_callback(lambda one: person.frame(header, one.result()))
