"""Pages of murmur serve in Debian's Chromium without a window: what people do, in each way, and what a page does when the server dies.

Usage: serve_test.py MURMUR. Needs playwright, websockets, Pillow, numpy, and the package murmur.
"""

import asyncio
import os
import re
import subprocess
import sys

from playwright.async_api import async_playwright

from serve_pages import CHROMIUM, Served, counts

SHOWN = "Number(document.getElementById('served').dataset.{}) >= {}"


async def open_page(browser, link, way):
    page = await browser.new_page(viewport={"width": 900, "height": 640})
    page.set_default_timeout(120_000)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    await page.goto(link)
    await page.select_option("#way", way)
    await page.wait_for_function(SHOWN.format("same" if way == "twin" else "frames", 2))
    return page


async def use(page, tool, x, y):
    await page.click(f"button[data-tool={tool}]")
    await page.mouse.click(x, y)


async def paused_hash(page):
    await page.wait_for_function("document.getElementById('play').textContent === 'Fly' && /hash/.test(document.getElementById('hash').textContent)")
    return re.search(r"step (\d+) · hash ([0-9a-f]{16})", await page.inner_text("#hash")).groups()


async def main(murmur):
    async with Served.start("murmuration", "--boids", 3000, "--set", "view.steps_per_second=20") as served, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        twin = await open_page(browser, served.steer + "&name=anna", "twin")
        points = await open_page(browser, served.steer + "&name=ben", "points")
        pictures = await open_page(browser, served.look + "&name=carl", "pictures")
        await use(twin, "add", 200, 250)
        await use(points, "scatter", 250, 200)
        await use(points, "obstacle", 300, 300)
        await points.fill("#any-key input >> nth=0", "rules.cohesion.weight")
        await points.fill("#any-key input >> nth=1", "1.25")
        await points.click("#any-key button")
        for page in (twin, points, pictures):
            await page.wait_for_function("document.getElementById('status').textContent.includes('3,020')")
        await twin.wait_for_function("document.getElementById('key-rules.cohesion.weight').parentElement.querySelector('[type=text]').value === '1.25'")
        await use(pictures, "add", 200, 250)
        await pictures.wait_for_function("document.getElementById('notice').textContent === 'this link is for looking alone'")
        await points.click("#play")
        hashes = [await paused_hash(page) for page in (twin, points, pictures)]
        assert len(set(hashes)) == 1, hashes
        await twin.click("#step")
        await points.wait_for_function(f"document.getElementById('hash').textContent.startsWith('step {int(hashes[0][0]) + 1} ')")
        await twin.click("#back")
        await points.wait_for_function(f"Number(document.getElementById('hash').dataset.step) <= {hashes[0][0]} && document.getElementById('hash').textContent[0] === 's'")
        await points.click("#play")
        before = await counts(twin)
        await twin.wait_for_function(SHOWN.format("same", before["same"] + 2))
        for page in (twin, points, pictures):
            assert not page.faults and (await counts(page))["differ"] == 0, page.faults
        async with points.expect_download() as download:
            await points.click("#save-log")
        log = await (await download.value).path()
        replayed = subprocess.run([murmur, "replay", log], capture_output=True, text=True, check=False)
        assert replayed.returncode == 0, replayed.stderr
        served.process.kill()
        for page, words in ((twin, "does not answer any more; the flock stays here"), (pictures, "the last picture stays here")):
            await page.wait_for_function(f"document.getElementById('notice').textContent.includes('{words}')")
        await twin.click("#play")
        await twin.wait_for_function("/ [1-9]\\d* steps.s/.test(document.getElementById('status').textContent)")
        await use(twin, "add", 200, 250)
        await twin.wait_for_function("document.getElementById('status').textContent.includes('3,040')")
        await browser.close()
    text = open(served.log, encoding="utf-8").read()
    assert '"by":"anna"' in text and '"by":"ben"' in text and '"by":"carl"' not in text
    subprocess.run([murmur, "replay", served.log], check=True, capture_output=True)
    print("three pages: equal hashes, one log")


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    asyncio.run(main(sys.argv[1]))
