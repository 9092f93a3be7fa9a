"""Pictures a second, and milliseconds from a click to the picture that shows it, of murmur serve at 1280 x 720: `./dev soak times`.

Usage: serve_times.py [SECONDS]. Points of 100,000 boids and pictures of a million, on this machine alone: server and page share its processors.
"line": a client that reads what the server sends. "page": Chromium without a window, which draws with its software renderer.
"""

import asyncio
import json
import pathlib
import statistics
import sys
import time

from playwright.async_api import async_playwright
from websockets.asyncio.client import connect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "web"))
from serve_pages import CHROMIUM, Served, counts  # noqa: E402

CASES = [("points", "benchmark", 100_000), ("points", "murmuration", 100_000), ("pictures", "benchmark", 1_000_000), ("pictures", "murmuration", 1_000_000)]
CLICKS = 8
# From the call of the page that sends the event to the end of the frame after its answer was drawn.
WATCH = """(() => {
  const send = WebSocket.prototype.send;
  window.clicks = [];
  let clicked = 0, wanted = 0, coming = 0;
  WebSocket.prototype.send = function (text) {
    if (text.includes('"event"')) clicked = performance.now();
    if (!this.watched) {
      this.watched = true;
      this.addEventListener('message', ({data}) => {
        const message = typeof data === 'string' ? JSON.parse(data) : null;
        if (message && message.e && clicked) wanted = message.n;
        if (message && message.kind) coming = message.n;
        if (!message && wanted && coming >= wanted) {
          wanted = 0;
          requestAnimationFrame(() => requestAnimationFrame(() => { window.clicks.push(performance.now() - clicked); clicked = 0; }));
        }
      });
    }
    return send.call(this, text);
  };
})();"""


async def line_times(served, way, seconds):
    host, token = f"127.0.0.1:{served.port}", served.steer.split("serve=")[1]
    async with connect(f"ws://{host}/flock?token={token}", origin=f"http://{host}", max_size=None, compression=None) as page:
        while "hello" not in (hello := json.loads(await page.recv())):
            pass
        size = hello["size"]
        scale = 0.96 * min(1280 / size[0], 720 / size[1])
        x, y = 2 * scale / 1280, 2 * scale / 720
        matrix = [x, 0, 0, 0, 0, y, 0, 0, 0, 0, 1, 0, -x * size[0] / 2, -y * size[1] / 2, 0, 1]
        picture = {"width": 1280, "height": 720, "centre": [size[0] / 2, size[1] / 2], "zoom": 1.0, "background": "dark"}
        await page.send(json.dumps({"way": way}))
        await page.send(json.dumps({"view": {"matrix": matrix, "picture": picture}}))
        frames = size_sum = wanted = 0
        began = first = None
        clicked, took, steps = 0.0, [], []
        while began is None or time.monotonic() - began < seconds:
            message = json.loads(await page.recv())
            if "e" in message:
                wanted = message["n"]
            if "kind" not in message:
                continue
            data = await page.recv()
            await page.send('{"got":1}')
            now = time.monotonic()
            if began is None:
                began, first = now, message["s"]
                continue
            frames += 1
            size_sum += len(data)
            steps.append(message["s"])
            if wanted and message["n"] >= wanted:
                took.append(1000 * (now - clicked))
                clicked = wanted = 0
            if not clicked and frames > 3 and len(took) < CLICKS:
                clicked = now
                await page.send(json.dumps({"event": {"kind": "scatter", "at": [size[0] / 2, size[1] / 2], "strength": 0.1, "radius": size[0] / 50}}))
        passed = time.monotonic() - began
    return f"{frames / passed:.1f} pictures/s, {statistics.median(took):.0f} ms (at most {max(took):.0f}), {size_sum / max(frames, 1) / 1000:.0f} kB each, {(steps[-1] - first) / passed:.1f} steps/s"


async def page_times(served, way, seconds):
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        page = await browser.new_page(viewport={"width": 1280 + 368, "height": 900})
        await page.add_init_script(WATCH)
        await page.goto(served.steer)
        await page.select_option("#way", way)
        await page.evaluate("document.getElementById('stage').style.cssText = 'width: 1280px; height: 720px'")
        await page.wait_for_function("Number(document.getElementById('served').dataset.frames) > 3", timeout=120_000)
        await page.click("button[data-tool=scatter]")
        before, began = await counts(page), time.monotonic()
        for _ in range(CLICKS):
            await page.mouse.click(500, 350)
            await asyncio.sleep(seconds / CLICKS)
        passed, after = time.monotonic() - began, await counts(page)
        clicks, drawn = await page.evaluate("window.clicks"), await page.inner_text("#status")
        await browser.close()
    return f"{(after['frames'] - before['frames']) / passed:.1f} pictures/s, {statistics.median(clicks or [float('nan')]):.0f} ms from a click ({drawn})"


async def main(seconds):
    for way, preset, boids in CASES:
        async with Served.start(preset, "--boids", boids) as served:
            print(f"{way} {preset} {boids:,}: line: {await line_times(served, way, seconds)}", flush=True)
            print(f"{way} {preset} {boids:,}: page: {await page_times(served, way, seconds)}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0))
