"""The Python half of Flock.widget, with messages as a notebook sends them, and what it sends back. Skipped without anywidget."""

import asyncio
import sys
import threading

import murmur
import numpy as np
import pytest


def test_without_anywidget(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ModuleNotFoundError, match="a widget needs the package anywidget: pip install anywidget"):
        murmur.Flock("book", boids=3).widget()


class Page:
    """What a notebook's page does: asks, and keeps the answers."""

    def __init__(self, flock, *arguments, **options):
        self.widget, self.answers = flock.widget(*arguments, **options), []
        self.widget.send = lambda content, buffers=None: self.answers.append((content, buffers))

    def send(self, **message):
        self.widget._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})

    def ask(self, **message):
        """The answer, and its arrays."""
        self.send(**message)
        return self.last()

    def last(self):
        answer, buffers = self.answers[-1]
        return answer, [np.frombuffer(buffer, np.float32) for buffer in buffers]


@pytest.fixture
def page():
    pytest.importorskip("anywidget", reason="a widget needs anywidget; ./dev notebook has it")
    return Page


@pytest.mark.parametrize("preset", ["murmuration", "cis565"])
def test_frames_are_steps(page, preset):
    flock, same = (murmur.Flock(preset, boids=300, seed=4) for _ in range(2))
    shown = page(flock)
    for _ in range(5):
        answer, arrays = shown.ask(steps=3, set={})
    same.step(15)
    assert flock.hash == same.hash and answer["step"] == 15 and answer["asked"] and answer["fault"] == ""
    state, d = same.state(), same.dimensions
    assert answer["boids"] == 300 and answer["world"] == list(same.world)
    assert np.array_equal(arrays[0].reshape(-1, d), state.position) and np.array_equal(arrays[1].reshape(-1, d), state.velocity)
    shown.ask(steps=0, set={})
    assert flock.hash == same.hash


def test_other_cells_change_the_same_flock(page):
    flock = murmur.Flock("murmuration", boids=100, seed=4)
    shown = page(flock, ["rules.radius"])
    shown.ask(steps=1, set={})
    flock["rules.radius"] = 33
    flock.add(at=(10, 20), count=5)
    flock.step()
    shown.widget.redraw()
    answer, arrays = shown.last()
    assert answer["step"] == 2 and answer["boids"] == 105 and answer["values"] == {"rules.radius": 33} and not answer["asked"]
    flock.preset("cis565")
    answer, arrays = shown.ask(steps=1, set={})
    assert len(answer["world"]) == 3 and len(arrays[0]) == 3 * 105


def test_it_flies_between_cells(page):
    """A message that comes in another thread, as in JupyterLab, waits until the cell that runs is done."""
    flock = murmur.Flock("murmuration", boids=100, seed=4)

    async def cell():
        shown = page(flock)
        thread = threading.Thread(target=lambda: shown.send(steps=3, set={}))
        thread.start()
        thread.join()
        assert flock.step_number == 0 and not shown.answers
        await asyncio.sleep(0)
        assert flock.step_number == 3 and shown.last()[0]["step"] == 3

    asyncio.run(cell())


def test_sliders(page):
    flock = murmur.Flock("murmuration", boids=50, rules=[{"add": "unit(v) * gain", "let": {"gain": {"value": 0.05, "from": -1, "to": 2}}}])
    shown = page(flock, ["rules.radius", "rules.field_of_view", "rule[0].let.gain"])
    sliders = {one["key"]: (one["low"], one["high"]) for one in shown.widget._sliders}
    assert sliders["rules.radius"] == pytest.approx((0, 300), abs=1e-6)  # four times the value, from the least that is allowed
    assert sliders["rules.field_of_view"] == (10, 360) and sliders["rule[0].let.gain"] == (-1, 2)
    answer, _ = shown.ask(steps=0, set={"rules.radius": 60, "rule[0].let.gain": 1.5})
    assert flock["rules.radius"] == 60 and flock["rule[0].let.gain"] == 1.5 and answer["values"]["rule[0].let.gain"] == 1.5
    assert page(flock, {"rules.radius": (5, 50)}).widget._sliders[0]["high"] == 50
    flock.preset("book")
    assert shown.ask(steps=0, set={})[0]["values"]["rule[0].let.gain"] is None


def test_a_part_of_many(page):
    flock = murmur.Flock("murmuration", boids=1000, seed=4)
    answer, arrays = page(flock, shown=300).ask(steps=1, set={})
    assert answer["line"] == "step 1 · 1,000 boids, 250 shown" and np.array_equal(arrays[0].reshape(-1, 2), flock.state().position[::4])
    flock.remove(1000)
    assert [array.size for array in page(flock).ask(steps=1, set={})[1]] == [0] * 5


def test_species_predators_and_looks(page):
    flock = murmur.Flock({"preset": "book", "boids": 40, "species": [{"name": "prey"}, {"name": "fox", "colour": "#00c000"}],
                          "predator": [{"at": (30, 40)}]}, seed=4)
    answer, arrays = page(flock).ask(steps=0, set={})
    assert np.array_equal(arrays[4], flock.state().species) and answer["look"]["colour"] == 4
    assert answer["look"]["species"][3:] == pytest.approx([0, 0xC0 / 255, 0]) and answer["look"]["background"] == "#ffffff"
    assert np.array_equal(arrays[2], flock.state().predator_position.ravel()) and arrays[2].size == 2
    flock["species[1].colour"] = "#ff0000"
    assert page(flock).ask(steps=0, set={})[0]["look"]["species"][3:] == [1, 0, 0]
    for colour, number in {"heading": 0, "speed": 1, "#102030": 2}.items():
        flock["view.colour"] = colour
        answer, arrays = page(flock).ask(steps=0, set={})
        assert answer["look"]["colour"] == number and arrays[4].size == 0
    assert answer["look"]["one"] == "#102030"


def test_a_fault_is_an_answer(page):
    flock = murmur.Flock("murmuration", boids=20, backend="cpu")
    shown = page(flock, ["rules.radius"])
    answer, _ = shown.ask(steps=1, set={"rules.radius": -3})
    assert "rules.radius: is -3" in answer["fault"] and answer["step"] == 0
    with flock.view() as view:
        kept = view.position
        assert "array" in shown.ask(steps=1, set={})[0]["fault"]
        del kept
    answer, _ = shown.ask(steps=1, set={})
    assert answer["fault"] == "" and answer["step"] == 1


@pytest.mark.parametrize("controls, options, words", [
    (["rules.radios"], {}, "^controls: rules.radios: the flock's scenario has no such key"),
    (["rules.motion"], {}, "^controls: rules.motion: is 'steer'; allowed: keys that are numbers"),
    (["seed"], {}, r'^controls: seed: has no slider in the window; give its ends: controls={"seed": \(0, 2\)}'),
    ({"rules.radius": (3, 2)}, {}, r"^controls: rules.radius: \[3.0, 2.0\] is not allowed"),
    ("rules.radius", {}, "is a word; allowed: a list of keys"),
    ([], {"steps": 0}, "^steps: 0 is not allowed; allowed: 1 to 10000"),
    ([], {"shown": 0}, "^shown: 0 is not allowed"),
    ([], {"height": 2.5}, "^height: 2.5 is no whole number"),
])
def test_wrong_arguments(page, controls, options, words):
    with pytest.raises(ValueError, match=words):
        murmur.Flock("murmuration", boids=3).widget(controls, **options)
