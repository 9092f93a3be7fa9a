"""murmur serve: a page's side of the line, played by a client of this file. Skipped where websockets or Pillow is missing."""

import asyncio
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import types

import murmur
import numpy as np
import pytest

websockets = pytest.importorskip("websockets.asyncio.client", reason="murmur serve needs websockets")
image = pytest.importorskip("PIL.Image", reason="murmur serve needs Pillow")

VIEW = {"matrix": [2 / 640, 0, 0, 0, 0, 2 / 480, 0, 0, 0, 0, 1, 0, -1, -1, 0, 1], "picture": {"width": 640, "height": 480, "centre": [320, 240], "zoom": 1.0, "background": "dark"}}


class Page:
    def __init__(self, line):
        self.line = line

    async def send(self, **message):
        await self.line.send(json.dumps(message))

    async def until(self, wanted):
        """The first message for which wanted(message) holds, and the bytes that it announces."""
        while True:
            message, rest = json.loads(await asyncio.wait_for(self.line.recv(), 30)), b""
            if "kind" in message:
                rest = await asyncio.wait_for(self.line.recv(), 30)
                await self.send(got=1)
            if wanted(message):
                return message, rest

    async def kind(self, kind):
        return await self.until(lambda message: message.get("kind") == kind)


class Server:
    def __init__(self, process, site):
        self.process, self.links, self.site = process, {}, site
        while len(self.links) < 2:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            if found := re.match(r"(steer|look): http://127\.0\.0\.1:(\d+)/#serve=(\S+)", line):
                self.links[found[1]], self.port = found[3], int(found[2])
            elif line.startswith("log: "):
                self.log = line[5:].rstrip()

    def address(self, link="steer", name="anna"):
        return f"ws://127.0.0.1:{self.port}/flock?token={self.links.get(link, link)}&name={name}"

    @contextlib.asynccontextmanager
    async def page(self, link="steer", name="anna", origin=None):
        async with websockets.connect(self.address(link, name), origin=origin or f"http://127.0.0.1:{self.port}", max_size=None, compression=None) as line:
            yield Page(line)

    def end(self):
        self.process.terminate()
        return self.process.communicate(timeout=60)[0]


@pytest.fixture
def server(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>the page")
    (site / "secret.key").write_text("no file of the page")
    process = subprocess.Popen([sys.executable, "-m", "murmur", "serve", "book", "--boids", "300", "--port", "0", "--page", site, "--log", tmp_path / "flock.jsonl"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)
    server = Server(process, site)
    yield server
    server.end()


def test_a_twin_has_the_hashes_and_the_log_replays(server, program, tmp_path):
    """Two pages; the first steps the flock from a checkpoint and the events alone. `back` takes what came later out of the log."""
    async def play():
        async with server.page() as anna, server.page(name="ben") as ben:
            await anna.send(way="twin")
            _, checkpoint = await anna.kind("checkpoint")
            (tmp_path / "c").write_bytes(checkpoint)
            twin, agreed, seen = murmur.load(tmp_path / "c"), 0, 0
            while agreed < 4:
                message, _ = await anna.until(lambda message: "e" in message or "h" in message)
                twin.step(message["s"] - twin.step_number)
                if "e" in message:
                    seen += 1
                    assert message["e"]["by"] == "ben" and message["n"] == seen
                    twin._run.post(murmur._murmur.Event.from_json(json.dumps(message["e"])))
                else:
                    assert twin.hash == message["h"]
                    agreed += 1
                    for event in ({"kind": "scatter", "at": [300, 200], "strength": 0.1, "radius": 90.0}, {"kind": "set", "key": "rules.radius", "value": "41.5"}):
                        await ben.send(event=event)
            assert seen >= 6 and len(twin) == 300
            await ben.send(do="pause")
            await ben.until(lambda message: message.get("state", {}).get("playing") is False)
            await anna.send(event={"kind": "remove", "count": 7})
            removed, _ = await ben.until(lambda message: message.get("e", {}).get("kind") == "remove")
            await ben.send(do="step")
            await ben.send(do="back")
            back, _ = await ben.until(lambda message: "hello" in message and message["s"] <= removed["s"])
            await ben.send(do="back")
            back, _ = await ben.until(lambda message: "hello" in message and message["s"] < removed["s"])
            assert back["state"]["boids"] == 300
            await ben.send(do="save")
            await ben.until(lambda message: "saved" in message.get("note", ""))
            await ben.send(do="log")
            return back["s"], (await ben.kind("log"))[1].decode()
    step, log = asyncio.run(play())
    assert '"by":"ben"' in log and '"by":"anna"' not in log
    assert murmur.load(tmp_path / "flock.checkpoint").step_number == step
    assert "ben went back to step" in server.end()
    assert murmur.replay(server.log).step_number == step
    played = subprocess.run([program, "replay", server.log], capture_output=True, text=True)
    assert played.returncode == 0 and "hashes agree" in played.stdout, played.stderr


def test_points_and_pictures(server):
    async def play():
        async with server.page() as page:
            await page.send(do="pause")
            await page.send(way="points")
            await page.send(view=VIEW)
            header, data = await page.kind("points")
            await page.send(way="twin")
            checkpoint = (await page.kind("checkpoint"))[1]
            await page.send(way="pictures")
            return header, data, checkpoint, await page.until(lambda message: message.get("kind") == "picture" or "cannot" in message)
    header, data, checkpoint, (shown, picture) = asyncio.run(play())
    (server.site / "c").write_bytes(checkpoint)
    state = murmur.load(server.site / "c").state()
    seen = (np.abs(state.position * [2 / 640, 2 / 480] - 1) <= 1.02).all(axis=1)
    low, high = np.array(header["low"]), np.array(header["high"])
    if header["s"] == state.step:  # paused before the first frame
        places = low + np.frombuffer(data, "<u2", 2 * header["count"]).reshape(-1, 2) * (high - low) / 65535
        np.testing.assert_allclose(places, state.position[seen], atol=0.01)
    assert header["count"] == header["boids"] == 300 and len(data) == 300 * 6
    if "cannot" in shown:  # such a build says so, and the page shows points
        assert shown["cannot"] == "pictures"
        with pytest.raises(RuntimeError, match="MURMUR_RENDER"):
            murmur.Flock("book", boids=1).picture(64, 64)
    else:
        assert image.open(io.BytesIO(picture)).size == (640, 480)


def test_an_answer_may_come_before_send_returns():
    """A frame that is answered while send() still waits for the line is no longer under way."""
    from murmur.serve import Person

    class Line:
        def __init__(self):
            self.answers = asyncio.Queue()

        async def send(self, message):
            if isinstance(message, bytes):
                self.answers.put_nowait('{"got":1}')
                await asyncio.sleep(0.1)

        def __aiter__(self):
            return self

        async def __anext__(self):
            return await self.answers.get()

    async def play():
        person = Person("anna", True, Line(), types.SimpleNamespace(closed=ConnectionError))
        for _ in range(2):
            person.frames += 1
            person.frame({"kind": "picture"}, b"jpeg")
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.gather(person.write(), person.read()), 1)
        return person.frames, person.sent
    assert asyncio.run(play()) == (0, 0)


def test_who_may_not(server):
    def status(*arguments, **options):
        async def play():
            async with server.page(*arguments, **options):
                return 101
        try:
            return asyncio.run(play())
        except Exception as fault:
            return fault.response.status_code

    assert status() == 101
    assert status("wrong") == status(link="") == 403
    for origin in ("http://evil.example", f"http://127.0.0.1:{server.port + 1}", "null"):
        assert status(origin=origin) == 403, origin

    async def fetch(request):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(request.encode())
        answer = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return answer
    page = asyncio.run(fetch("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
    assert page.startswith(b"HTTP/1.1 200") and b"Cross-Origin-Opener-Policy: same-origin" in page
    for path in ("/secret.key", "/../flock.jsonl", "/flock.jsonl", "//etc/passwd", "/%2e%2e/flock.jsonl"):
        assert asyncio.run(fetch(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")).startswith(b"HTTP/1.1 404"), path
    rebound = f"GET /flock?token={server.links['steer']} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\r\n"
    assert asyncio.run(fetch(rebound)).startswith(b"HTTP/1.1 403")
    said = server.end()
    assert said.count("refused: a wrong token") == said.count("refused: a page of another origin") == 1


def test_what_is_refused(server):
    """Readers look; no event names a file; what is damaged is dropped at last, and the flock flies on."""
    async def play():
        refused = []
        async with server.page("look") as reader:
            await reader.send(do="pause")
            refused.append((await reader.until(lambda message: "fault" in message))[0]["fault"])
        async with server.page() as page:
            for event in ({"kind": "set", "key": "wall[0]", "value": '{ mesh = "/etc/passwd" }'}, {"kind": "set", "key": "terrain.image", "value": '"/etc/passwd"'},
                          {"kind": "set", "key": "terrain", "value": '{ "\\u0069mage" = "x" }'}, {"kind": "add", "at": [1, 1], "count": 3_000_000},
                          {"kind": "set", "key": "rules.radius", "value": "-1.0"}, {"kind": "nothing"}, {"kind": "scatter", "at": ["x"]}):
                await page.send(event=event)
                refused.append((await page.until(lambda message: "fault" in message))[0]["fault"])
            with contextlib.suppress(Exception):
                for text in ["", "{", "[]", "null", '{"do":"format"}', '{"view":{}}', '{"view":{"middle":[1e999]}}', '{"event":[]}', '{"got":1,"do":"fly"}', "[" * 30_000] * 11:
                    await page.line.send(text)
                await page.until(lambda message: False)
        async with server.page() as page:
            first, _ = await page.until(lambda message: "h" in message)
            await page.until(lambda message: message.get("s", 0) > first["s"] + 20)
        return refused
    refused = asyncio.run(play())
    assert refused[0] == "this link is for looking alone"
    assert refused[1:4] == ["set: a page cannot name files of the server"] * 3 and "at most" in refused[4] and "radius" in refused[5]
    assert "sent 100 damaged messages: dropped" in server.end()


def test_without_the_package(tmp_path):
    (tmp_path / "websockets.py").write_text("raise ImportError('none')")
    found = subprocess.run([sys.executable, "-m", "murmur", "serve"], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"})
    assert found.returncode == 1 and found.stderr.count("\n") == 1 and "pip install websockets" in found.stderr
