"""The page's half of Flock.widget (widget.js), in Chromium, with the Python half of this process. Skipped where one is missing."""

import base64
import io
import os
import pathlib
import shutil

import murmur
import numpy as np
import pytest

pytest.importorskip("anywidget", reason="a widget needs anywidget; ./dev notebook has it")
playwright = pytest.importorskip("playwright.sync_api", reason="no browser without playwright; ./dev notebook has it")
image = pytest.importorskip("PIL.Image", reason="reads what the browser shows")

# What a notebook gives to an anywidget: a model, whose messages go to Python and come back, and an element.
SHOW = """async ([state, text]) => {
  const on = {}, model = {
    get: (name) => state[name], on: (what, call) => (on[what] ??= []).push(call), off() {}, save_changes() {},
    set(name, value) { state[name] = value; for (const call of on['change:' + name] || []) call(); window.changed(name, value); },
    async send(message) {
      for (const [answer, buffers] of await window.ask(message)) {
        const arrays = buffers.map((text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt()).buffer));
        for (const call of on['msg:custom']) call(answer, arrays);
      }
    }};
  const half = (await import(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})))).default();
  half.initialize({model});
  window.leave = half.render({model, el: document.body});
}"""


@pytest.fixture(scope="module")
def chromium():
    path = shutil.which("chromium")
    if not path:
        pytest.skip("no Chromium: ./dev notebook has it")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        yield browser
        browser.close()


class Shown:
    """A widget in a page of 640 x 560 pixels."""

    def __init__(self, browser, flock, *arguments, **options):
        self.widget, self.faults, self.asked, answers = flock.widget(*arguments, **options), [], [], []
        self.widget.send = lambda content, buffers: answers.append((content, [base64.b64encode(one).decode() for one in buffers]))

        def ask(message):
            self.asked.append(message)
            self.widget._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})
            sent = list(answers)
            answers.clear()
            return sent

        self.page = browser.new_page(viewport={"width": 640, "height": 560})
        self.page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.expose_function("ask", ask)
        self.page.expose_function("changed", lambda name, value: setattr(self.widget, name, value))
        self.page.set_content(f"<style>body {{ margin: 0 }} {self.widget._css}</style><body></body>")
        state = {name: getattr(self.widget, name) for name in ("playing", "steps", "_height", "_sliders")}
        self.page.evaluate(SHOW, [state, self.widget._esm])
        self.wait_for(f"step {flock.step_number} ")

    def wait_for(self, words):
        self.page.wait_for_function("words => document.querySelector('.murmur-status').textContent.includes(words)", arg=words)

    def pixels(self):
        seen = self.page.locator("canvas").screenshot()
        return np.asarray(image.open(io.BytesIO(seen)).convert("RGB")).astype(int)

    def keep(self, name):
        """For people to look at."""
        if os.environ.get("MURMUR_PICTURES"):
            self.page.screenshot(path=pathlib.Path(os.environ["MURMUR_PICTURES"]) / name)


def test_a_boid_is_where_it_is(chromium):
    """One boid, on its way up: in the picture's upper half, in its right quarter, in the colour of flock.picture()."""
    world = {"preset": "murmuration", "world": {"size": (400, 200)}, "rules": {"separation_radius": 60}}
    flock = murmur.Flock.from_arrays(np.array([[300.0, 150.0]]), np.array([[0.0, 2.0]]), world)
    shown = Shown(chromium, flock, height=320)
    seen = shown.pixels()
    boid = np.argwhere(np.ptp(seen, axis=-1) > 60)
    scale = 0.96 * min(640 / 400, 320 / 200)
    row, column = boid.mean(axis=0)
    assert abs(column - (320 + 100 * scale)) < 2 and abs(row - (160 - 50 * scale)) < 6
    assert np.ptp(boid[:, 0]) > np.ptp(boid[:, 1]) > 8  # it points up
    colour = seen[int(row), int(column)]
    try:
        drawn = flock.picture(640, 320, zoom=2, centre=(300, 150)).astype(int)[160, 320, :3]
    except RuntimeError:
        drawn = colour
    assert np.abs(colour - drawn).max() <= 3
    assert shown.faults == []


def test_it_flies_to_the_same_hash(chromium):
    flock, same = (murmur.Flock("murmuration", boids=3000, seed=2) for _ in range(2))
    shown = Shown(chromium, flock, ["rules.radius", "rules.alignment.amount"], steps=2)
    page, before = shown.page, shown.pixels()
    page.click(".murmur-play")
    page.wait_for_function("parseInt(document.querySelector('.murmur-status').textContent.slice(5)) >= 40")
    shown.keep("flock-2d.png")
    assert "boids a second" in page.inner_text(".murmur-status") and page.inner_text(".murmur-play") == "pause"
    page.click(".murmur-play")
    page.wait_for_timeout(300)  # what was asked for is answered
    steps, asked = flock.step_number, len(shown.asked)
    page.wait_for_timeout(300)
    assert flock.step_number == steps >= 40 and len(shown.asked) == asked and not shown.widget.playing
    page.click(".murmur-step")
    shown.wait_for(f"step {steps + 2} ")
    same.step(steps + 2)
    assert flock.hash == same.hash
    assert (np.abs(shown.pixels() - before).max(axis=-1) > 40).mean() > 0.01
    radius = page.locator("input[aria-label='rules.radius']")
    radius.evaluate("(e) => { e.value = 120; e.dispatchEvent(new Event('input')); }")
    page.wait_for_timeout(300)
    assert flock["rules.radius"] == 120 and flock.step_number == steps + 2
    flock["rules.radius"] = 50
    page.fill(".murmur-steps", "5")
    page.click(".murmur-step")
    shown.wait_for(f"step {flock.step_number} ")
    page.wait_for_timeout(300)
    assert flock.step_number == steps + 7 and radius.input_value() == "50" and shown.faults == []


def test_a_fault_is_shown_and_stops_it(chromium):
    flock = murmur.Flock("murmuration", boids=100, seed=2, backend="cpu")
    shown = Shown(chromium, flock)
    with flock.view() as view:
        kept = view.position
        shown.page.click(".murmur-play")
        shown.page.wait_for_function("document.querySelector('.murmur-fault').textContent.length > 0")
        assert shown.page.inner_text(".murmur-play") == "play" and not shown.widget.playing and flock.step_number == 0
        del kept


def test_a_view_that_is_left_asks_for_nothing(chromium):
    flock = murmur.Flock("murmuration", boids=100, seed=2)
    shown = Shown(chromium, flock)
    shown.page.click(".murmur-play")
    shown.page.wait_for_timeout(200)
    shown.page.evaluate("window.leave()")
    shown.page.wait_for_timeout(200)
    steps = flock.step_number
    shown.page.wait_for_timeout(300)
    assert flock.step_number == steps > 0


def test_three_dimensions_species_and_predators(chromium):
    flock = murmur.Flock("cis565", boids=4000, seed=2)
    flock.step(50)
    shown = Shown(chromium, flock)
    before = shown.pixels()
    assert (before.max(axis=-1) > 100).mean() > 0.01
    box = shown.page.locator("canvas").bounding_box()
    shown.page.mouse.move(box["x"] + 300, box["y"] + 200)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + 200, box["y"] + 160, steps=5)
    shown.page.mouse.up()
    shown.keep("flock-3d.png")
    assert (np.abs(shown.pixels() - before).max(axis=-1) > 40).mean() > 0.01 and shown.faults == []
    flock = murmur.Flock({"preset": "murmuration", "boids": 600, "species": [{"name": "a", "colour": "#00c000"}, {"name": "b", "colour": "#0060ff"}],
                          "predator": [{"at": (300, 300)}]}, seed=3)
    shown = Shown(chromium, flock)
    shown.keep("flock-species.png")
    seen = shown.pixels()
    for colour in ((0, 0xC0, 0), (0, 0x60, 0xFF), (255, 69, 56)):
        assert (np.abs(seen - colour).max(axis=-1) < 4).sum() > 20, colour
