"""Parts of the tests of murmur serve: the server as a process, and a line with delays between it and a browser."""

import asyncio
import contextlib
import os
import random
import re
import sys

CHROMIUM = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


class Served:
    """`murmur serve` with these arguments, on a free port. `steer` and `look`: its links; `log`: its event log; `said`: its lines."""

    @classmethod
    @contextlib.asynccontextmanager
    async def start(cls, *arguments):
        self = cls()
        self.process = await asyncio.create_subprocess_exec(sys.executable, "-m", "murmur", "serve", *map(str, arguments), "--port", "0", stdout=-1, env=os.environ)
        self.said, links = [], {}
        while len(links) < 2:
            line = (await self.process.stdout.readline()).decode()
            assert line, self.said
            self.said.append(line.rstrip())
            if found := re.match(r"(steer|look): (http://127\.0\.0\.1:(\d+)/#serve=(\S+))", line):
                links[found[1]], self.port = found[2], int(found[3])
            elif line.startswith("log: "):
                self.log = line[5:].rstrip()
        self.steer, self.look = links["steer"], links["look"]
        reading = asyncio.ensure_future(self.read())
        try:
            yield self
        finally:
            await self.end()
            await reading

    async def read(self):
        while line := (await self.process.stdout.readline()).decode():
            self.said.append(line.rstrip())

    async def end(self):
        if self.process.returncode is None:
            self.process.terminate()
        return await self.process.wait()


class SlowLine:
    """Passes bytes on after a delay, and some later still; bytes stay in order, as in TCP."""

    def __init__(self, port, delay=0.1, late=0.05, seed=1):
        self.port, self.delay, self.late, self.draw, self.bytes, self.passing = port, delay, late, random.Random(seed), 0, set()

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *fault):
        self.server.close()
        for task in self.passing:
            task.cancel()

    async def accept(self, reader, writer):
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return writer.close()
        for task in (self.pass_on(reader, back), self.pass_on(there, writer)):
            self.passing.add(asyncio.ensure_future(task))

    async def pass_on(self, reader, writer):
        waiting = asyncio.Queue(1000)

        async def write():
            with contextlib.suppress(OSError):  # the other end has gone
                while (item := await waiting.get())[1]:
                    await asyncio.sleep(max(0, item[0] - asyncio.get_running_loop().time()))
                    writer.write(item[1])
                    await writer.drain()
            writer.close()

        writing = asyncio.ensure_future(write())
        try:
            while data := await reader.read(65536):
                self.bytes += len(data)
                more = self.draw.uniform(0.3, 1.5) if self.draw.random() < self.late else 0.0
                await waiting.put((asyncio.get_running_loop().time() + self.delay + more, data))
        except OSError:
            pass
        if not writing.done():
            await waiting.put((0, b""))
        await writing


async def counts(page):
    """What the page has counted since it was opened."""
    found = await page.evaluate("({...document.getElementById('served').dataset})")
    return {key: value if key == "way" else value == "true" if key == "open" else int(value) for key, value in found.items()}
