"""Wrong arguments: ValueError with the program's sentence, and a flock that is as it was."""

import copy
import pickle

import murmur
import numpy as np
import pytest


@pytest.fixture
def flock():
    return murmur.Flock("murmuration", boids=20)


@pytest.mark.parametrize("options, words", [
    ({"scenario": "murmurations"}, '^scenario: "murmurations" is not a preset; did you mean'),
    ({"scenario": "boids = \n"}, "the scenario:1"),
    ({"scenario": {"preset": "book", "wings": 2}}, "wings"),
    ({"scenario": 5}, "no scenario"),
    ({"boids": "many"}, "boids: "),
    ({"boids": -1}, "boids"),
    ({"boids": 2.5}, "no whole number"),
    ({"seed": -1}, "seed: -1"),
    ({"boids": 10**11}, "^boids: is 100000000000"),
    ({"set": {"rules.radius": -3}}, "^set: rules.radius: is -3"),
    ({"set": {"preset": "book"}}, "^set: preset: is the first argument of Flock$"),
    ({"set": {"rules.radius": ""}}, "^set: rules.radius: is"),
    ({"set": {"rules.radius": object()}}, "no value of a scenario"),
    ({"backend": "gpu"}, "backend 'gpu'"),
    ({"simd": "mmx"}, "simd 'mmx'"),
    ({"threads": -2}, "threads: -2"),
    ({"device": -2}, "device: -2"),
    ({"boids": True}, "^boids: True is no whole number"),
    ({"threads": True}, "^threads: True is no whole number"),
])
def test_scenario(options, words):
    with pytest.raises(ValueError, match=words):
        murmur.Flock(**options)


@pytest.mark.parametrize("given", ["rules.radius=3", ["rules.radius=3"], {3: 3}, ""])
def test_set_is_a_dict(given):
    for act in (murmur.Flock, murmur.verify):
        with pytest.raises(TypeError, match=r'^set: .* is no dict of keys; allowed: set=\{"rules.radius": 3\}$'):
            act("book", set=given)


def test_other_files_are_no_scenarios(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    murmur.Flock("book", boids=3).save("c")
    (tmp_path / "end.csv").write_text("step,id,x,y,vx,vy\n")
    (tmp_path / "log.jsonl").write_text('{"version":1}\n')
    (tmp_path / "book").write_text("step,id,x,y,vx,vy\n")
    for name, words in {"end.csv": "is a state.*--initial end.csv", "c": r"is a checkpoint.*murmur.load\('c'\)",
                        "log.jsonl": "is an event log.*murmur.replay"}.items():
        with pytest.raises(ValueError, match=words):
            murmur.Flock(name)
    assert len(murmur.Flock("book").state().position) == 100  # a preset is meant, whatever files there are


def test_steps_end_where_files_do(flock):
    for call in (lambda: flock.step(2**53 + 1), lambda: murmur.verify("book", steps=2**53 + 1),
                 lambda: murmur.bench("book", steps=2**53 + 1)):
        with pytest.raises(ValueError, match="9007199254740992"):
            call()
    flock.step(1)
    with pytest.raises(ValueError, match="go beyond step 9007199254740992"):
        flock.step(2**53)


def test_fields_of_a_state_are_described():
    assert "world units" in murmur.State.position.__doc__


def test_all_faults_at_once():
    with pytest.raises(ValueError) as fault:
        murmur.Flock({"preset": "book", "wings": 2, "tails": 1})
    assert "wings" in str(fault.value) and "tails" in str(fault.value)


@pytest.mark.parametrize("act, words", [
    (lambda f: f.step(-1), "-1 steps"),
    (lambda f: f.step(1.5), "no whole number"),
    (lambda f: f.step(2**70), "too large"),
    (lambda f: f.add(at=(1, 2, 3)), "at: "),
    (lambda f: f.add(at="ab"), "no list of numbers"),
    (lambda f: f.add(at=(1, 2), count=0), "count"),
    (lambda f: f.set("rules.radius", "wide"), "radius"),
    (lambda f: f.set("rules.wings", 1), "wings"),
    (lambda f: f.preset("murmurations"), "murmuration"),
    (lambda f: f.startle(0), "steps"),
    (lambda f: f.push(np.zeros((20, 3))), r"shape \(20, 3\); allowed: \(20, 2\)"),
    (lambda f: f.push(np.zeros((19, 2))), r"shape \(19, 2\)"),
    (lambda f: f.push(np.zeros(20)), r"shape \(20,\)"),
    (lambda f: f.push(np.zeros((20, 2), dtype=complex)), "complex"),
    (lambda f: f.push(np.full((20, 2), np.nan)), r"dv\[0, 0\] is nan"),
    (lambda f: f.push(np.full((20, 2), 1e300)), r"dv\[0, 0\] is inf"),
    (lambda f: f.motion(np.zeros((20, 3))), "before has 3 coordinates of each boid; allowed: 2"),
    (lambda f: f.motion(np.zeros(20)), r"before has the shape \(20,\)"),
    (lambda f: f.motion(np.full((20, 2), np.nan)), r"motion: before\[0, 0\] is nan; allowed: finite numbers"),
    (lambda f: f.motion(np.full((20, 2), np.inf)), r"before\[0, 0\] is inf"),
    (lambda f: f.motion(np.full((20, 2), 1e308)), r"before\[0, 0\] is inf"),
    (lambda f: f.motion(np.where(np.arange(40).reshape(20, 2) == 37, np.nan, 1.0)), r"before\[18, 1\] is nan"),
    (lambda f: f.neighbours([20]), "id 20 does not exist; allowed: 0 to 19"),
    (lambda f: f.neighbours([-1]), "id -1"),
    (lambda f: f.neighbours(["a"]), "whole number"),
    (lambda f: f.neighbours([2**63]), "neighbours: id: 9223372036854775808 is too large"),
    (lambda f: f.neighbours([2**70, 1]), "neighbours: id: 1180591620717411303424 is too large"),
    (lambda f: f.neighbours([None]), "no whole number"),
    (lambda f: f.remove(10000), "remove: 10000 boids cannot be removed, because there are 20"),
])
def test_flock(flock, act, words):
    before = flock.hash, flock.scenario
    with pytest.raises(ValueError, match=words):
        act(flock)
    assert (flock.hash, flock.scenario) == before
    flock.step()


@pytest.mark.parametrize("name", ["radius", "boids", "hash", "scenario", "step_number"])
def test_an_attribute_cannot_be_set(flock, name):
    with pytest.raises(AttributeError, match=rf"no attribute '{name}' that can be set; .*flock.set\(\"rules.radius\", 60\)"):
        setattr(flock, name, 60)


def test_a_class_of_ones_own_has_attributes():
    class Own(murmur.Flock):
        pass
    flock = Own("book", boids=5)
    flock.name = "five"
    assert copy.copy(flock).name == "five"


def test_a_flock_is_not_pickled(flock):
    with pytest.raises(TypeError, match=r"save\(\) writes a checkpoint, and load\(\)"):
        pickle.dumps(flock)


def test_files(flock, tmp_path):
    with pytest.raises(RuntimeError, match="no-folder"):
        flock.save(tmp_path / "no-folder" / "c")
    (tmp_path / "text").write_text("hello\n")
    with pytest.raises(ValueError, match="no checkpoint"):
        murmur.load(tmp_path / "text")
    with pytest.raises(RuntimeError, match="no-folder"):
        murmur.Flock("murmuration", boids=5, log=tmp_path / "no-folder" / "log")


def test_save_keeps_files_that_are_no_checkpoints(flock, tmp_path):
    path, notes, log = tmp_path / "c", tmp_path / "notes.txt", tmp_path / "log.jsonl"
    for _ in range(3):
        flock.save(path)
        flock.step()
    assert murmur.load(path).step_number == 2 and murmur.load(tmp_path / "c.1").step_number == 1
    notes.write_text("mine")
    murmur.Flock("book", boids=5, log=log).close()
    for other in (notes, log):
        before = other.read_bytes()
        with pytest.raises(FileExistsError) as fault:
            flock.save(other)
        assert str(fault.value) == f"save: {other} is there already, is no checkpoint, and is kept; name another file, or use overwrite=True"
        assert other.read_bytes() == before
    (tmp_path / "c.1").write_text("mine")  # where the one before goes
    with pytest.raises(FileExistsError, match="c.1 is there already"):
        flock.save(path)
    assert (tmp_path / "c.1").read_text() == "mine" and murmur.load(path).step_number == 2
    flock.save(notes, overwrite=True)
    flock.save(path, overwrite=True)
    assert murmur.load(notes).hash == murmur.load(path).hash == flock.hash
    (tmp_path / "empty").touch()
    flock.save(tmp_path / "empty")


def test_infinite_boids_fail_with_their_id(flock):
    flock.push(np.full((20, 2), 3e38, dtype=np.float32))
    with pytest.raises(RuntimeError, match="boid"):
        flock.push(np.full((20, 2), 3e38, dtype=np.float32))
        flock.step(2)


@pytest.mark.parametrize("preset", ["murmuration", "cis565"])
def test_measures_and_checkpoints_of_infinite_boids_are_refused(preset, tmp_path):
    flock = murmur.Flock(preset, boids=200)
    before = flock.state().position
    for _ in range(2):
        flock.push(np.full_like(before, 3e38))
    for act in (flock.metrics, flock.shape, lambda: flock.motion(before), lambda: flock.save(tmp_path / "c")):
        with pytest.raises(RuntimeError, match="boid 0 has a position or velocity that is not a finite number"):
            act()
    assert not list(tmp_path.iterdir())


def test_verify_needs_two_backends():
    with pytest.raises(ValueError, match="two or more"):
        murmur.verify(backends=["cpu"])


@pytest.mark.parametrize("act, words", [
    (lambda: murmur.load(5), "no path"),
    (lambda: murmur.Flock("book", boids=5).save("a\udce9b"), "not UTF-8"),
    (lambda: murmur.Flock("book", boids=5).save(""), "the name of no file"),
    (lambda: murmur.preset_text("bok"), "book"),
    (lambda: murmur.bench(boids=10, steps=0), "steps: 0|not optimised"),
    (lambda: murmur.verify(boids=10, backends=["cpu", "gpu"]), "backend 'gpu'"),
    (lambda: murmur.Flock("book", boids=10).metrics(threads=-1), "threads: -1"),
    (lambda: murmur.Flock("book", boids=2 * 10**9), "memory"),
    (lambda: murmur.Flock("book", boids=10, backend=None), "no word"),
])
def test_functions(act, words):
    with pytest.raises((ValueError, RuntimeError), match=words):
        act()


def test_a_processor_without_avx2():
    from murmur import _processor
    assert _processor.missing("processor : 0\nflags\t\t: fpu sse4_2 avx\n") == ["avx2", "fma"]
    assert _processor.missing("processor : 0\nflags\t\t: fpu avx2 fma\n") == []
    assert _processor.missing("no such list\n") == []
