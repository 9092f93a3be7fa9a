"""The page in Debian's Chromium without a window: what a user does, and what must not go wrong. `./dev web test` runs it.

Usage: browser_test.py SITE MURMUR SCREENSHOTS. SITE: build/web/site; MURMUR: the native program, whose hashes are compared;
SCREENSHOTS: a folder for pictures at two sizes, light and dark. Needs playwright and Pillow.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import serve  # noqa: E402
from browser_pages import Pages, drop, flies, native_hash, notice, paused_hash, saved_picture  # noqa: E402
from browser_pictures import test_first_picture, test_without_webgl, test_the_module_draws, test_lost_context, test_the_page_draws_without_offscreen_canvas, test_dusk  # noqa: E402, F401


def test_flies_and_answers_tools(pages, murmur, folder):
    page = pages.open()
    flies(page, 30)
    assert "20,000" in page.inner_text("#status") or page.wait_for_function("document.getElementById('status').textContent.includes('20,000')")
    page.click("button[data-tool=add]")
    page.mouse.click(400, 350)
    page.wait_for_function("document.getElementById('status').textContent.includes('20,500')")
    page.click("button[data-tool=scatter]")
    page.mouse.click(420, 360)
    slider = page.locator("input[type=range][id='key-rules.cohesion.weight']")
    slider.focus()
    slider.press("ArrowLeft")
    page.wait_for_function("location.search.includes('rules.cohesion.weight')")
    for tool in ("obstacle", "predator", "goal", "flee"):
        page.click(f"button[data-tool={tool}]")
        page.mouse.click(500, 300)
    flies(page, 60)
    page.click("#play")
    step, found = paused_hash(page)
    page.click("#copy-command")
    notice(page, "save its event log")
    with page.expect_download() as download:
        page.click("#save-log")
    log = folder / "page.jsonl"
    download.value.save_as(log)
    text = log.read_text()
    for event in ("add", "scatter", "set", "obstacle", "predator", "goal", "cursor"):
        assert event in text, event
    played = subprocess.run([murmur, "replay", log], capture_output=True, text=True)
    assert played.returncode == 0, played.stderr
    assert found in text and f'"step":{step}' in text
    pages.close(page)


def test_a_link_has_the_hash_of_its_command(pages, murmur, folder):
    wanted = native_hash(murmur, "run", "--preset", "book", "--boids", "500", "--seed", "3", "--set", "rules.radius=60.0", "--steps", "120")
    for module in ("", "&module=scalar"):
        page = pages.open("?preset=book&boids=500&seed=3&set=rules.radius%3D60.0&pause_at=120" + module)
        assert paused_hash(page) == (120, wanted)
        page.click("#copy-command")
        page.wait_for_function("document.getElementById('command').textContent.startsWith('murmur run')")
        command = page.inner_text("#command").split()
        assert native_hash(murmur, *command[1:]) == wanted, command
        page.click("#step")
        page.wait_for_function("document.getElementById('hash').dataset.step === '121'")
        page.click("#restart")
        assert paused_hash(page) == (120, wanted)
        pages.close(page)


def test_a_million(pages, murmur, folder):
    """The most that fit are more than a million: 2,000,000 are refused only above (test_malformed_links)."""
    for boids in ("1000000", "2000000"):
        wanted = native_hash(murmur, "run", "--preset", "benchmark", "--boids", boids, "--steps", "2")
        page = pages.open(f"?preset=benchmark&boids={boids}&pause_at=2")
        assert paused_hash(page) == (2, wanted)
        pages.close(page)


def test_three_dimensions_and_orbit(pages, murmur, folder):
    wanted = native_hash(murmur, "run", "--preset", "benchmark-3d", "--boids", "2000", "--steps", "60")
    page = pages.open("?preset=benchmark-3d&boids=2000&pause_at=60")
    assert paused_hash(page) == (60, wanted)
    page.mouse.move(400, 300)
    page.mouse.down()
    page.mouse.move(500, 350, steps=4)
    page.mouse.up()
    page.screenshot(path=pages.screenshots / "orbit.png")
    with page.expect_download() as download:
        page.click("#save-picture")
    picture = folder / "picture.png"
    download.value.save_as(picture)
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n" and picture.stat().st_size > 10_000
    pages.close(page)


def test_film(pages, murmur, folder):
    page = pages.open("?preset=book&boids=50")
    page.click("#film")
    began = time.monotonic()
    flies(page, int(page.evaluate("document.getElementById('hash').dataset.step")) + 60)
    lasted = time.monotonic() - began
    with page.expect_download() as download:
        page.click("#film")
    film = folder / "film.webm"
    download.value.save_as(film)
    assert film.read_bytes()[:4] == b"\x1aE\xdf\xa3"
    # A film that is recorded live has pictures when the browser drew them, and lasts as long as was recorded.
    times = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", film],
                           check=True, capture_output=True, text=True).stdout
    times = [float(line.split(",")[0]) for line in times.split()]
    assert len(times) > 3 and times == sorted(times) and len(set(times)) == len(times), times
    assert times[0] < 0.5 and abs(times[-1] - times[0] - lasted) < 1.0 + 0.2 * lasted, (times, lasted)
    pages.close(page)


def test_files(pages, murmur, folder):
    log, scenario, bad = folder / "native.jsonl", folder / "mine.toml", folder / "bad.toml"
    subprocess.run([murmur, "run", "--preset", "book", "--boids", "300", "--steps", "150", "--log-events", log], check=True, capture_output=True)
    scenario.write_text('preset = "ruby"\nboids = 200\n[[event]]\nstep = 10\nkind = "scatter"\nat = [100.0, 100.0]\n')
    bad.write_text('preset = "ruby"\nboids = "many"\n')
    page = pages.open("?preset=book&boids=100")
    drop(page, log)
    notice(page, "native.jsonl ends here: all \\d+ hashes agree")
    drop(page, bad)
    notice(page, "bad.toml.*boids")
    assert paused_hash(page)[0] == 150  # the flock that was there stays
    lines = log.read_text().splitlines()
    (folder / "cut.jsonl").write_text("\n".join(lines[:2]) + "\nnonsense\n")
    drop(page, folder / "cut.jsonl")
    notice(page, "cut.jsonl")
    drop(page, scenario)
    page.wait_for_function("document.getElementById('summary').textContent.includes('mine.toml')")
    flies(page, 12)
    pages.close(page)


def test_species(pages, murmur, folder):
    """A flock of several species has their colours and a list; another flock has neither."""
    page = pages.open("?preset=book&boids=300")
    assert page.is_hidden("#species-box")
    drop(page, pathlib.Path(__file__).resolve().parents[2] / "scenarios/two-species.toml")
    page.wait_for_function("document.querySelectorAll('#species li').length === 2")
    assert page.input_value("#colour-by") == "species"
    counts = [int(row.replace(",", "")) for row in page.locator("#species b").all_inner_texts()]
    assert sum(counts) == int(page.input_value("#boids")) and min(counts) > 0
    page.click("#play")
    seen = saved_picture(page, folder / "species-picture.png").getcolors(1 << 24)
    for colour in ((0x4D, 0xB5, 0xFF), (0xFF, 0x5A, 0x4D)):
        near = sum(count for count, pixel in seen if max(abs(a - b) for a, b in zip(pixel, colour)) < 8)
        assert near > 100, f"no boid has the colour {colour}"
    page.screenshot(path=pages.screenshots / "species.png")
    page.select_option("#preset", "book")
    page.wait_for_function("document.getElementById('species-box').hidden")
    assert page.input_value("#colour-by") == "heading"
    pages.close(page)


def test_malformed_links(pages, murmur, folder):
    for search, words in (("?preset=boook", "boook"), ("?preset=book&boids=many", "boids"), ("?preset=book&boids=3000000", "at most 2000000"),
                          ("?preset=book&set=rules.radios%3D1.0", "radios"), ("?preset=book&boids=50&pause_at=x", "pause_at"),
                          ("?preset=book&boids=50&colour=red", "colour"), ("?preset=book&boids=50&set=x", "KEY=VALUE")):
        page = pages.open(search)
        notice(page, words)
        flies(page)
        pages.close(page)


def test_touch(pages, murmur, folder):
    page = pages.open("?preset=book&boids=50", size=(390, 844))
    page.tap("button[data-tool=add]")
    page.locator("#picture").tap(position={"x": 200, "y": 180})
    page.wait_for_function("document.getElementById('status').textContent.startsWith('70 boids')")
    page.tap("#play")
    step, _ = paused_hash(page)
    page.tap("#step")
    page.wait_for_function(f"document.getElementById('hash').dataset.step === '{step + 1}'")
    pages.close(page)


def test_workers_and_isolation(pages, murmur, folder):
    """The page says how many workers step, and their number does not change a hash. A server that sends no headers gets threads by a service worker."""
    wanted, second = [native_hash(murmur, "run", "--preset", "benchmark", "--boids", boids, "--steps", "40") for boids in ("30000", "20000")]
    bare = serve.server(str(folder.parent / "site"), 0, serve.Bare)
    threading.Thread(target=bare.serve_forever, daemon=True).start()
    plain = f"http://127.0.0.1:{bare.server_address[1]}/"
    pages.more_hosts = {plain.split("/")[2]}
    for address, module, service, isolated, says in ((pages.address, "", "allow", True, r"(\d+) workers step"),
                                                     (pages.address, "&module=simd", "allow", True, "One worker steps"),
                                                     (plain, "", "allow", True, r"(\d+) workers step"),
                                                     (plain, "", "block", False, "One worker steps.*cross-origin isolated")):
        page = pages.open(f"?preset=benchmark&boids=30000&pause_at=40{module}", address=address, service_workers=service)
        assert page.evaluate("crossOriginIsolated") is isolated
        assert paused_hash(page) == (40, wanted)
        text = page.inner_text("#about")
        assert re.search(says, text) or (os.cpu_count() == 1 and "One worker" in text), text
        page.fill("#boids", "20000")  # a second flock on the same workers
        page.press("#boids", "Enter")
        page.click("#play")
        page.wait_for_function(f"document.getElementById('hash').textContent === 'step 40 · hash {second}'")
        pages.close(page)
    bare.shutdown()


def test_opened_as_a_file(pages, murmur, folder):
    """A browser starts no workers there; the page says how to serve it."""
    page = pages.open(address=(folder.parent / "site").resolve().as_uri() + "/index.html", ready="/python3 -m http.server/.test(document.getElementById('status').textContent)")
    pages.close(page)


def test_one_file(pages, murmur, folder):
    """The page in one file, opened as a file: all that another page needs a server for."""
    page_file = folder / "one.html"
    subprocess.run([sys.executable, REPOSITORY / "tools/packaging/one_page.py", folder.parent / "site", page_file], check=True)
    wanted = native_hash(murmur, "run", "--preset", "book", "--boids", "500", "--seed", "3", "--steps", "120")
    page = pages.open("?preset=book&boids=500&seed=3&pause_at=120", address=page_file.as_uri())
    assert paused_hash(page) == (120, wanted)
    page.click("#copy-link")
    page.fill("#pause-at", "")
    page.press("#pause-at", "Enter")
    page.select_option("#preset", "murmuration")
    flies(page, 60)
    page.select_option("#scene", "dusk") if page.is_visible("#scene") else page.evaluate(
        "document.getElementById('scene').value = 'dusk'; document.getElementById('scene').dispatchEvent(new Event('change'))")
    flies(page, 90)
    page.click("button[data-tool=add]")
    page.mouse.click(400, 350)
    page.wait_for_function("document.getElementById('status').textContent.includes('20,500')")
    assert "highway" in page.evaluate("fetch(document.querySelector('a[href^=blob]').href).then((answer) => answer.text())").lower()
    assert not page.is_visible("#notice"), page.inner_text("#notice")
    page.screenshot(path=pages.screenshots / "one-file.png")
    pages.close(page)


def test_long_tasks(pages, murmur, folder):
    """A report, and no test of times: how long the page did not answer while 100,000 boids flew."""
    page = pages.open("?preset=benchmark&boids=100000", script="""
        window.tasks = [];
        new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({type: 'longtask', buffered: true});""")
    page.evaluate("tasks.length = 0")
    flies(page, 200)
    tasks = sorted(page.evaluate("tasks"), reverse=True)
    print(f"100,000 boids: {len(tasks)} tasks of 50 ms or more in 200 steps, the longest {tasks[0] if tasks else 0:.0f} ms; {page.inner_text('#status')}")
    pages.close(page)


def test_background_tab(pages, murmur, folder):
    """Frames by hand: after a pause of any length, a frame takes the steps of 100 ms at most."""
    page = pages.open("?preset=book&boids=50", script="""const real = requestAnimationFrame;
        window.requestAnimationFrame = (call) => (call.name === 'frame' ? window.frame = call : real(call))""")
    before = 0
    for now in (1e6, 3e9):
        page.evaluate(f"frame({now})")
        page.keyboard.press("Space")
        step, _ = paused_hash(page)
        assert 1 <= step - before <= 7, (before, step)
        before = step
        page.keyboard.press("Space")
    pages.close(page)


def test_verify(pages, murmur, folder):
    page = pages.open("?preset=book&boids=50")
    assert page.evaluate("crossOriginIsolated") is True
    page.click("#verify-box summary")
    page.click("#verify")
    page.wait_for_function("/All|differ/.test(document.getElementById('verify-result').textContent)")
    presets = len(list((pathlib.Path(__file__).parents[2] / "scenarios" / "presets").glob("*.toml")))
    assert page.inner_text("#verify-result") == f"All {presets} presets and 2 pictures have the bits of the program."
    assert page.locator("#verify-table tbody tr").count() == presets + 2
    page.locator("#verify-table").scroll_into_view_if_needed()
    page.screenshot(path=pages.screenshots / "verify.png")
    flies(page, 5)
    pages.close(page)


def test_keyboard(pages, murmur, folder):
    page = pages.open("?preset=book&boids=50")
    page.keyboard.press("Space")
    step, _ = paused_hash(page)
    page.keyboard.press(".")
    page.wait_for_function(f"document.getElementById('hash').dataset.step === '{step + 1}'")
    page.keyboard.press("3")
    assert page.get_attribute("button[data-tool=scatter]", "aria-checked") == "true"
    seen = []
    for _ in range(14):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.dataset.tool"))
    places = [seen.index(name) for name in ("theme", "picture", "play", "step", "restart", "speed", "scatter", "preset", "boids")]
    assert places == sorted(places), seen
    pages.close(page)


def test_embedding(pages, murmur, folder):
    page = pages.open("embed.html", ready="document.querySelector('murmur-flock').step > 10")
    page.locator("murmur-flock").nth(1).scroll_into_view_if_needed()
    page.wait_for_function("document.querySelectorAll('murmur-flock')[1].step > 5")
    page.screenshot(path=pages.screenshots / "embed.png")
    pages.close(page)


def test_sizes(pages, murmur, folder):
    for size in ((1280, 800), (390, 844)):
        for dark in (False, True):
            page = pages.open("?preset=murmuration&boids=8000&pause_at=240", size=size, dark=dark)
            paused_hash(page)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size[0], f"{width} pixels wide at {size}"
            cut = page.evaluate("""() => [...document.querySelectorAll('header *, #bar *')].filter((element) => {
                const box = element.getBoundingClientRect();
                return box.width && (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight);
            }).map((element) => element.outerHTML.slice(0, 80))""")
            assert not cut, cut
            name = f"{size[0]}-{'dark' if dark else 'light'}"
            page.screenshot(path=pages.screenshots / f"{name}.png")
            page.evaluate("document.querySelector('#controls').scrollIntoView()")
            page.screenshot(path=pages.screenshots / f"{name}-panel.png")
            page.evaluate("document.querySelector('#gallery-box').open = true; document.querySelector('#gallery').scrollIntoView()")
            page.screenshot(path=pages.screenshots / f"{name}-gallery.png")
            pages.close(page)


def main():
    site, murmur, screenshots = sys.argv[1:4]
    chromium = shutil.which("chromium")
    if not chromium:
        sys.exit("browser_test.py: chromium is not installed")
    screenshots = pathlib.Path(screenshots)
    screenshots.mkdir(parents=True, exist_ok=True)
    served = serve.server(site, 0)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    names = sys.argv[4:]
    failed = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "site").symlink_to(pathlib.Path(site).resolve())
        (folder / "files").mkdir()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        print(f"Chromium {browser.version}")
        pages = Pages(browser, f"http://127.0.0.1:{served.server_address[1]}/", screenshots)
        for name, test in [(name, test) for name, test in globals().items() if name.startswith("test_")]:
            if names and name not in names:
                continue
            try:
                test(pages, murmur, folder / "files")
                print(f"{name}: passed", flush=True)
            except Exception as error:  # the next test has a page of its own
                failed += 1
                print(f"{name}: FAILED\n{error!r}", flush=True)
        browser.close()
    print(f"{failed} tests failed" if failed else "all tests passed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
