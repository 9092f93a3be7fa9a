"""python3 -m murmur serve SCENARIO: a flock of this machine in browsers, which steer it (docs/serve.md)."""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import gzip
import hmac
import itertools
import json
import logging
import math
import os
import pathlib
import resource
import secrets
import signal
import tempfile
import time
import urllib.parse

from ._flock import Flock
from ._options import number, printable, whole
from ._served import ServedFlock
from ._trajectory import needed

MOST_PEOPLE, MOST_DAMAGED = 64, 100
MOST_MESSAGE = 32_768  # bytes of a page
MOST_A_SECOND = 100  # messages of a page; what is more waits
MOST_WAITING = 1024  # messages that a page has not read
LOCAL = ("127.0.0.1", "localhost", "::1")
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8"}
ABOUT = pathlib.Path(__file__).resolve().parent
PAGES = (ABOUT / "site", ABOUT.parents[2] / "web" / "site", ABOUT.parents[1] / "build" / "web" / "site")  # of a wheel, a build, the sources
PICTURE = {"width", "height", "centre", "zoom", "azimuth", "elevation", "distance", "background"}  # what a page says of its picture
MOST_PIXELS = 1280 * 720


def add(commands):
    one = commands.add_parser("serve", help="a flock of this machine in browsers", description=__doc__)
    one.add_argument("scenario", metavar="SCENARIO", nargs="?", default="murmuration", help="a preset or a file (default murmuration)")
    one.add_argument("--boids", metavar="N", help="how many, 5000 or 100k")
    one.add_argument("--seed", type=whole, help="of all random numbers")
    one.add_argument("--set", type=setting, metavar="KEY=VALUE", action="append", default=[], help="change a key of the scenario; may be repeated")
    one.add_argument("--backend", default="auto", help="auto, cpu or cuda")
    one.add_argument("--threads", type=whole, default=0, help="of the cpu backend (default: all processors)")
    one.add_argument("--listen", metavar="ADDRESS", default="127.0.0.1", help="where pages reach the server (default 127.0.0.1: this machine alone)")
    one.add_argument("--port", type=whole, default=8400, help="0: any that is free (default 8400)")
    one.add_argument("--log", metavar="FILE", help="the event log of the run (default: one in a new folder)")
    one.add_argument("--overwrite", action="store_true", help="replace the log if it is there")
    one.add_argument("--page", metavar="FOLDER", help="the page, as ./dev web builds it (default: that of the package, or build/web/site)")


def run(given):
    needed("websockets.asyncio.server", "websockets", "murmur serve")
    needed("PIL.Image", "pillow", "murmur serve")
    site = read_site(given.page)
    log = given.log or os.path.join(tempfile.mkdtemp(prefix="murmur-serve-"), "flock.jsonl")
    flock = Flock(given.scenario, boids=given.boids, seed=given.seed, set=dict(given.set), backend=given.backend, threads=given.threads, log=log, overwrite=given.overwrite)
    with flock:
        asyncio.run(Server(flock, log, site, given.listen, given.port).serve())
    print(printable(f"murmur replay {log} repeats this flock"))


def setting(text):
    """KEY=VALUE; a value that is no JSON is a word."""
    key, mark, value = text.partition("=")
    if not mark:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: KEY=VALUE")
    with contextlib.suppress(ValueError):
        value = json.loads(value)
    return key, value


def read_site(folder):
    """The files of the page by name, read once and zipped: no other file can be asked for."""
    found = pathlib.Path(folder) if folder else next((one for one in PAGES if (one / "index.html").exists()), None)
    if found is None or not (found / "index.html").exists():
        raise FileNotFoundError(f"--page: {folder or 'the page'} is not there: ./dev web builds it in build/web/site")
    return {f"/{path.name}": gzip.compress(path.read_bytes(), 4) for path in found.iterdir() if path.suffix in TYPES}


class Person:
    """Who looks through one page."""

    def __init__(self, name, steer, connection, server):
        self.name, self.steer, self.connection, self.server = name, steer, connection, server
        self.way = self.view = self.shown = None
        self.frames = self.sent = self.held = self.damaged = 0
        self.outbox, self.time = asyncio.Queue(MOST_WAITING), 0.0

    def tell(self, message):
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.drop("reads nothing")

    def frame(self, header, data):
        """A message of bytes, after one that says what it is. The page answers; `frames` counts those made, `sent` those sent, without an answer."""
        self.tell(json.dumps(header))
        self.tell(data)

    def drop(self, why):
        self.server.say(f"{self.name} {why}: dropped", "dropped")
        self.connection.transport.abort()

    async def write(self):
        with contextlib.suppress(self.server.closed):
            while True:
                message = await self.outbox.get()
                self.sent += isinstance(message, bytes)  # first, as the page may answer before send() returns
                await self.connection.send(message)

    async def read(self):
        async for text in self.connection:
            self.time = max(self.time, time.monotonic() - 1) + 1 / MOST_A_SECOND
            await asyncio.sleep(max(0, self.time - time.monotonic()))  # others wait in the line, not here
            try:
                wish = checked(text)
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                self.damaged += 1
                self.server.say(f"{self.name} sent a damaged message", "damaged")
                if self.damaged >= MOST_DAMAGED:
                    return self.drop(f"sent {self.damaged} damaged messages")
                continue
            if "got" in wish:
                self.frames, self.sent = (self.frames - 1, self.sent - 1) if self.sent else (self.frames, 0)
            elif "view" in wish:
                self.view = wish["view"]
                self.server.flock.wake.set()
            elif self.steer or "way" in wish:
                await self.server.flock.wishes.put((self, wish))
                self.server.flock.wake.set()
            else:
                self.tell('{"fault":"this link is for looking alone"}')


def checked(text):
    """A message of a page. Raises ValueError, TypeError, KeyError or AttributeError for any other."""
    wish = json.loads(text) if isinstance(text, str) else None
    (kind, value), = wish.items()
    if kind == "view":
        picture, matrix = value["picture"], value["matrix"]
        whole = len(matrix) == 16 and all(type(one) in (int, float) and math.isfinite(one) for one in matrix)
        if not whole or not picture.keys() <= PICTURE or not 0 < picture["width"] * picture["height"] <= MOST_PIXELS:
            raise ValueError(text)
    elif kind == "event":
        if not isinstance(value["kind"], str) or type(value.get("count", 1)) is not int:
            raise ValueError(text)
    elif value not in {"way": ("twin", "points", "pictures", ""), "do": ("pause", "fly", "step", "back", "save", "log"), "got": (1,)}[kind]:
        raise ValueError(text)
    return wish


class Server:
    def __init__(self, flock, log, site, listen, port):
        self.site, self.listen, self.port = site, listen, port
        self.flock = ServedFlock(flock, log, os.path.splitext(log)[0] + ".checkpoint", self.say)
        self.tokens = {secrets.token_urlsafe(18): True, secrets.token_urlsafe(18): False}  # who has it may steer
        self.said, self.numbers = collections.defaultdict(lambda: [0.0, 0]), itertools.count(1)

    def say(self, text, kind=None):
        """A line for who started the server; of one kind at most one in ten seconds."""
        before = self.said[kind]
        if kind and time.monotonic() - before[0] < 10:
            before[1] += 1
            return
        print(printable(text) + (f" ({before[1]} more before)" if kind and before[1] else ""), flush=True)
        self.said[kind] = [time.monotonic(), 0]

    async def serve(self):
        from websockets.asyncio.server import serve
        from websockets.exceptions import ConnectionClosed
        self.closed = ConnectionClosed
        quiet = logging.getLogger("murmur.serve")
        quiet.setLevel(logging.CRITICAL + 1)
        files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(files, 8192), most) if most > 0 else 8192, most))
        flying = asyncio.ensure_future(self.flock.fly())
        for one in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(one, flying.cancel)
        async with serve(self.connected, self.listen, self.port, process_request=self.answer, compression=None, max_size=MOST_MESSAGE, max_queue=4,
                         write_limit=1 << 16, open_timeout=10, close_timeout=1, logger=quiet, server_header=None) as server:
            self.port = server.sockets[0].getsockname()[1]
            self.greet()
            with contextlib.suppress(asyncio.CancelledError):
                await flying

    def greet(self):
        address = f"[{self.listen}]" if ":" in self.listen else self.listen
        print(f"{len(self.flock.flock):,} boids, {self.flock.flock.backend}; Ctrl-C ends", printable(f"log: {self.flock.log}"), sep="\n")
        for token, steer in self.tokens.items():
            print(f"{'steer' if steer else 'look'}: http://{address}:{self.port}/#serve={token}", flush=True)
        if self.listen not in LOCAL:
            self.say(f"Everyone who reaches {self.listen}:{self.port} can load the page, and who has a link sees the flock or steers it. "
                     "The line is not encrypted: ssh -L is (docs/serve.md).")

    def answer(self, connection, request):
        """Files of the page; None where a page may open its line to the flock."""
        path, _, query = request.path.partition("?")
        if path != "/flock":
            found = self.site.get(path := "/index.html" if path == "/" else path)
            return response(404, b"no such file") if found is None else response(200, found, TYPES[os.path.splitext(path)[1]])
        asked = dict(urllib.parse.parse_qsl(query[:512]))
        steer = next((may for token, may in self.tokens.items() if hmac.compare_digest(token.encode(), asked.get("token", "").encode())), None)
        if not self.own_page(request.headers):
            return self.refuse(403, "a page of another origin")
        if steer is None:
            return self.refuse(403, "a wrong token")
        if len(self.flock.people) >= MOST_PEOPLE:
            return self.refuse(503, f"more than {MOST_PEOPLE} people")
        name = "".join(one for one in asked.get("name", "")[:32] if one.isprintable()).strip()
        connection.person = Person(name or f"page {next(self.numbers)}", steer, connection, self)
        return None

    def own_page(self, headers):
        """Whether a page of this server asks. A name that resolves to this machine is no other: then its page would be, too."""
        origins, hosts = headers.get_all("Origin"), headers.get_all("Host")
        if len(origins) != 1 or len(hosts) != 1 or origins[0] not in (f"http://{hosts[0]}", f"https://{hosts[0]}"):
            return False
        return self.listen not in LOCAL or urllib.parse.urlsplit(f"//{hosts[0]}").hostname in LOCAL

    def refuse(self, status, why):
        self.say(f"refused: {why}", why)
        return response(status, why.encode())

    async def connected(self, connection):
        person = connection.person
        self.flock.people.append(person)
        self.say(f"{person.name} {'steers' if person.steer else 'looks'}", "came")
        self.flock.tell({"state": self.flock.status()})
        await self.flock.wishes.put((person, {"way": ""}))  # is answered by what the flock is
        writing = asyncio.ensure_future(person.write())
        try:
            await person.read()
        except self.closed as fault:
            if fault.sent and fault.sent.code == 1011:  # a ping had no answer
                person.drop("reads nothing")
        writing.cancel()
        self.flock.people.remove(person)
        self.flock.tell({"state": self.flock.status()})


def response(status, text, kind=None):
    from websockets.datastructures import Headers
    from websockets.http11 import Response
    headers = Headers({"Content-Type": kind or "text/plain", "Content-Length": str(len(text)), "Cache-Control": "no-cache", "Connection": "close",
                       "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
                       "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"})
    if kind:
        headers["Content-Encoding"] = "gzip"
    return Response(status, "", headers, text)
