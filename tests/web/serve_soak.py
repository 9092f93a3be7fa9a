"""Two pages in Chromium step the flock of a server as twins, over a line with 100 ms of delay and 5 % of it late; `./dev soak serve` runs it.

Usage: serve_soak.py MURMUR MINUTES. Both pages act on the flock; one is killed and opened again. Each second's hash must be equal, and
MURMUR must replay the log.
"""

import asyncio
import os
import random
import subprocess
import sys
import time

from playwright.async_api import async_playwright

from serve_pages import CHROMIUM, Served, SlowLine, counts


async def open_page(browser, address, served, name):
    context = await browser.new_context(viewport={"width": 640, "height": 420})
    page = await context.new_page()
    page.set_default_timeout(300_000)  # far above what it takes, also on a busy machine
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    await page.goto(served.steer.replace(f"http://127.0.0.1:{served.port}", address) + f"&name={name}")
    await page.wait_for_function("Number(document.getElementById('served').dataset.same) > 0")
    return page


async def act(page, draw):
    """What a person does."""
    tool = draw.choice(["scatter", "scatter", "flee", "key", "key", "add"])
    if tool == "key":
        await page.fill("#any-key input >> nth=0", "rules.cohesion.weight")
        await page.fill("#any-key input >> nth=1", f"{draw.uniform(0.5, 1.5):.3f}")
        return await page.evaluate("document.getElementById('any-key').requestSubmit()")
    await page.evaluate(f"document.querySelector('button[data-tool={tool}]').click()")
    box = await page.locator("#picture").bounding_box()
    await page.mouse.click(box["x"] + box["width"] * draw.uniform(0.45, 0.55), box["y"] + box["height"] * draw.uniform(0.3, 0.7))


async def main(murmur, minutes):
    draw, total, began, events = random.Random(2), {}, time.monotonic(), 0
    async with Served.start("murmuration", "--boids", "20k", "--set", "view.steps_per_second=10") as served, SlowLine(served.port) as line, \
            async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        pages = [await open_page(browser, line.address, served, name) for name in ("anna", "ben")]
        killed, told = False, began

        async def add_up(page):
            for key, value in (await counts(page)).items():
                if not isinstance(value, (str, bool)):
                    total[key] = total.get(key, 0) + value
            assert not page.faults, page.faults

        while (passed := time.monotonic() - began) < 60 * minutes or events < 6:
            await asyncio.sleep(draw.uniform(5, 15))
            await act(pages[events % 2], draw)
            events += 1
            if not killed and passed > 20 * minutes:
                await add_up(pages[0])
                await pages[0].context.close()
                await asyncio.sleep(5)
                pages[0], killed = await open_page(browser, line.address, served, "anna"), True
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"{passed / 60:.0f} min", *[await counts(page) for page in pages], flush=True)
        for page in pages:
            assert (await counts(page))["open"]
            await add_up(page)
        await browser.close()
    seconds = time.monotonic() - began
    print(f"{seconds:.0f} s, 2 pages, {events} acts: {total['same']} hashes agree, {total['differ']} differ, {total['starts']} starts by checkpoint, "
          f"{total['late']} of them late; events and steps {total['text'] / seconds / 2:.0f} B/s a page, with checkpoints {total['bytes'] / seconds / 2:.0f} B/s; "
          f"bytes of the line {line.bytes}", flush=True)
    print(*served.said, sep="\n")
    by = [text for text in open(served.log, encoding="utf-8") if '"by":' in text]
    assert len(by) > events / 2 and any('"by":"anna"' in text for text in by) and any('"by":"ben"' in text for text in by), len(by)
    assert killed and total["differ"] == 0 and total["same"] > 1.6 * (seconds - 60), total
    played = subprocess.run([murmur, "replay", served.log], capture_output=True, text=True, check=False)
    print(played.stdout.strip().splitlines()[-1] if played.stdout else played.stderr)
    assert played.returncode == 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))
