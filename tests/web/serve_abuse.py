"""What a server of a flock must bear: 100,000 damaged messages, wrong tokens, other origins, 1,000 connections, and pages that never read;
`./dev soak abuse` runs it.

Usage: serve_abuse.py MURMUR. The flock must fly on at its pace, its log replay, the memory stay bounded, and each abuse be told in a line.
"""

import asyncio
import contextlib
import os
import random
import subprocess
import sys

from websockets.asyncio.client import connect

from serve_pages import Served

MESSAGES, CONNECTIONS, WRONG, SILENT = int(os.environ.get("MESSAGES", 100_000)), 1_000, 2_000, 20
GOOD = ['{"do":"pause"}', '{"event":{"kind":"set","key":"rules.radius","value":"50.0"}}', '{"way":"points"}', '{"got":1}',
        '{"view":{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"picture":{"width":640,"height":480,"centre":[320,240],"zoom":1,"background":"dark"}}}']


def damaged(draw):
    """A message with bytes that were changed, cut or repeated; a text that became whole again is cut."""
    text = bytearray(draw.choice(GOOD).encode())
    for _ in range(draw.randint(1, 6)):
        at = draw.randrange(len(text))
        text[at:at + draw.randint(0, 3)] = bytes(draw.choices(range(32, 127), k=draw.randint(0, 3)))
    return bytes(text).decode().rstrip("}")


def memory(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


async def main(murmur):
    draw = random.Random(3)
    async with Served.start("book", "--boids", 2000) as served:
        token, own = served.steer.split("serve=")[1], f"http://127.0.0.1:{served.port}"

        def line(token=token, origin=own, name="x"):
            return connect(f"ws://127.0.0.1:{served.port}/flock?token={token}&name={name}", origin=origin, compression=None, max_size=None, open_timeout=60)

        async def step():
            async with line(name="who-asks") as page:
                while True:
                    if (found := await page.recv()).startswith('{"s":'):
                        return int(found[5:].split(",")[0].rstrip("}"))

        async def steps(seconds=5):
            before = await step()
            await asyncio.sleep(seconds)
            return (await step() - before) / seconds

        async def refused(**options):
            try:
                async with line(**options):
                    return False
            except Exception as fault:
                return fault.response.status_code == 403

        before, calm = memory(served.process), await steps()
        sent, dropped = 0, 0
        while sent < MESSAGES:
            with contextlib.suppress(Exception):
                async with line() as page:
                    for _ in range(150):
                        await page.send(damaged(draw))
                        sent += 1
                    await page.wait_closed()
            dropped += 1
        print(f"{sent} damaged messages, {dropped} pages dropped; {memory(served.process) - before:.0f} MB more", flush=True)
        for number in range(WRONG):
            assert await refused(token=token[:-1] + "!") and await refused(origin=f"http://evil{number}.example")
        print(f"{WRONG} wrong tokens, {WRONG} other origins; {memory(served.process) - before:.0f} MB more", flush=True)
        crowd, full = [], 0
        for _ in range(100):
            try:
                crowd.append(await line(name="crowd"))
            except Exception as fault:
                full += fault.response.status_code == 503
        assert full == 36, full
        for page in crowd:
            await page.close()
        open_lines = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(CONNECTIONS)]
        print(f"{CONNECTIONS} connections that say nothing: {await steps():.0f} steps a second, {memory(served.process) - before:.0f} MB more", flush=True)
        for _, writer in open_lines:
            writer.close()
        silent = []
        for _ in range(SILENT):  # each asks for checkpoints, and reads none
            page = await line(name="silent")
            page.transport.pause_reading()
            for _ in range(90):
                await page.send('{"way":"twin"}')
            silent.append(page)
        print(f"{SILENT} pages that ask for checkpoints and never read: {await steps():.0f} steps a second, {memory(served.process) - before:.0f} MB more", flush=True)
        await asyncio.sleep(45)  # until nobody answers a ping
        late, after = await steps(), memory(served.process) - before
        print(f"at the end {late:.0f} steps a second, before {calm:.0f}; {after:.0f} MB more", flush=True)
        for page in silent:
            page.transport.abort()
    print(*served.said, sep="\n")
    assert after < 200 and late > 0.7 * calm, (after, late, calm)
    for words in ("sent a damaged message", "damaged messages: dropped", "a wrong token", "another origin", "more than 64 people", "reads nothing: dropped"):
        assert any(words in text for text in served.said), words
    assert len([text for text in served.said if "refused" in text or "damaged" in text or "dropped" in text]) < 60
    subprocess.run([murmur, "replay", served.log], check=True)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    asyncio.run(main(sys.argv[1]))
