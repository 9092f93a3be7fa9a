"""State, events, files and metrics."""

import copy
import pydoc
import subprocess

import murmur
import numpy as np
import pytest
from conftest import SOURCES


@pytest.fixture
def flock():
    return murmur.Flock("murmuration", boids=400, seed=2)


def test_state(flock):
    flock.step(3)
    state = flock.state()
    assert state.step == 3
    assert state.position.shape == state.velocity.shape == (400, 2)
    assert state.position.dtype == np.float32 and state.position.flags.c_contiguous
    assert state.target.shape == (0,) and state.predator_position.shape == (0, 2)
    assert state.alignment.shape == (0, 2)
    before = state.position.copy()
    flock.step(5)
    assert np.array_equal(state.position, before)  # a copy
    assert not np.array_equal(flock.state().position, before)


def test_three_dimensions():
    flock = murmur.Flock("benchmark-3d", boids=100)
    assert flock.dimensions == 3 and flock.state().velocity.shape == (100, 3)


def test_alignments():
    flock = murmur.Flock("starlings-turn", boids=100)
    assert not flock.state().alignment.any()
    flock.step(3)
    assert flock.state().alignment.shape == (100, 3) and flock.state().alignment.any()


def test_states_do_not_share_memory(flock):
    """Memory of states that are gone is used again, but never that of one that is still held."""
    held = []
    for _ in range(6):
        held.append((flock.state(), flock.state().velocity))
        flock.step()
    del held[2:4]
    held += [(flock.state(), flock.state().velocity) for _ in range(4)]
    arrays = [array for state, velocity in held for array in (state.position, state.velocity, velocity)]
    for k, array in enumerate(arrays):
        assert not any(np.shares_memory(array, other) for other in arrays[:k])
    assert len({state.position.tobytes() for state, _ in held[:4]}) == 4


def test_state_outlives_its_flock(flock):
    position = flock.state().position
    copy = position.copy()
    del flock
    murmur.Flock("murmuration", boids=400).step(5)
    assert np.array_equal(position, copy)


def test_events_change_the_flock_at_once(flock):
    flock.add(at=(40, 30), count=50)
    assert len(flock) == 450
    assert np.array_equal(flock.state().position[400:], np.tile(np.float32([40, 30]), (50, 1)))
    flock.add(at=(40, 30), velocity=(1, 0))
    assert np.array_equal(flock.state().velocity[450], [1, 0])
    flock.remove(51)
    assert len(flock) == 400
    flock.set("rules.radius", 33)
    assert "radius = 33" in flock.scenario
    flock.preset("book")
    assert len(flock) == 400 and 'preset = "book"' in flock.scenario


def test_startle_and_gust_change_what_follows(flock):
    flock.step(50)
    quiet = murmur.Flock("murmuration", boids=400, seed=2)
    quiet.step(51)
    flock.startle(steps=5)
    flock.gust(strength=0.5, steps=2)
    flock.step()
    assert flock.hash != quiet.hash


def test_push_adds_to_velocities(flock):
    dv = np.random.default_rng(1).normal(size=(400, 2))
    before = flock.state()
    flock.push(dv)
    after = flock.state()
    assert np.array_equal(after.velocity, before.velocity + dv.astype(np.float32))
    assert np.array_equal(after.position, before.position)
    flock.push(-dv[:, ::-1][:, ::-1])  # any layout
    flock.step()


def test_log_replays_in_the_program(flock, program, tmp_path):
    log = tmp_path / "log.jsonl"
    with murmur.Flock("murmuration", boids=300, seed=4, log=log) as flock:
        flock.step(20)
        flock.add(at=(10, 20), count=7)
        flock.set("wind.velocity", (0.5, 0.25))
        flock.step(30)
        flock.scatter(at=(40, 30), radius=50)
        flock.startle()
        flock.step(25)
        flock.remove(3)
    replay = subprocess.run([program, "replay", log, "--headless"], capture_output=True, text=True)
    assert replay.returncode == 0, replay.stdout + replay.stderr
    assert "5 events" in replay.stdout and flock.hash in replay.stdout


def test_a_log_refuses_push(tmp_path):
    flock = murmur.Flock("murmuration", boids=10, log=tmp_path / "log.jsonl")
    with pytest.raises(ValueError, match="could not be replayed"):
        flock.push(np.zeros((10, 2)))


def test_checkpoint(flock, program, tmp_path):
    flock.set("rules.radius", 31)
    flock.startle(steps=30)
    flock.step(10)
    flock.save(tmp_path / "c")
    resumed = murmur.load(tmp_path / "c", backend="reference")
    assert resumed.hash == flock.hash and resumed.step_number == 10
    flock.step(40)
    resumed.step(40)
    assert resumed.hash == flock.hash
    run = subprocess.run([program, "run", "--resume", tmp_path / "c", "--steps", "50"], capture_output=True, text=True)
    assert f"hash={flock.hash}" in run.stdout


@pytest.mark.parametrize("preset", murmur.presets())
def test_a_saved_flock_is_whole(preset, tmp_path):
    """Tables that the preset has and the flock has not stay absent, and what runs goes on."""
    for key in ("obstacle", "predator", "goal", "noise", "perching", "terrain", "cursor", "wind", "rules.cohesion"):
        flock = murmur.Flock(preset, boids=30)
        try:
            flock.set(key, "")
        except ValueError:
            continue  # a model needs it
        scenario = flock.scenario
        flock.startle(steps=20)
        flock.gust(steps=9)
        flock.step(4)
        flock.save(tmp_path / "c")
        back = murmur.load(tmp_path / "c", backend="reference")
        assert (back.hash, back.scenario) == (flock.hash, scenario), key
        twin = murmur.load(tmp_path / "c")
        twin.step(40)
        back.step(40)
        assert twin.hash == back.hash, key
        flock.step(40)
        assert flock.hash == back.hash, key
        flock.remove(len(flock))
        flock.save(tmp_path / "empty")
        assert murmur.load(tmp_path / "empty").step_number == flock.step_number


def test_motion_equals_plain_numpy():
    flock = murmur.Flock("starlings", boids=300)
    flock.step(200)
    before = flock.state().position.astype(float)
    flock.step(16)
    now = flock.state().position.astype(float)
    motion, way = flock.motion(before), now - before
    assert motion["boids"] == flock.shape()["boids"] == 300
    assert motion["squared_displacement"] == pytest.approx(((way - way.mean(axis=0)) ** 2).sum(axis=1).mean())

    def nearest(points):
        squares = ((points[:, None] - points[None]) ** 2).sum(axis=2)
        np.fill_diagonal(squares, np.inf)
        return np.argsort(squares, axis=1)[:, :10]

    kept = [len(set(a) & set(b)) for a, b in zip(nearest(before), nearest(now))]
    assert motion["neighbours_kept"] == pytest.approx(np.mean(kept) / 10)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_is_another_flock(copied):
    flock = murmur.Flock({"preset": "book", "event": [{"step": 30, "kind": "gust", "steps": 20}]}, threads=2)
    flock.push(np.full((len(flock), 2), 0.5))
    flock.startle(steps=60)
    flock.step(20)
    before, other = flock.state(), copied(flock)
    assert other.hash == flock.hash and other.backend == flock.backend
    other.step(20)
    assert flock.step_number == 20 and flock.hash != other.hash
    flock.step(20)
    assert flock.hash == other.hash and flock.scenario == other.scenario
    other.remove(50)
    copied(other).add(at=(1, 1), count=50)
    assert (len(flock), len(other)) == (100, 50)
    again = copied(other)
    again.add(at=(1, 1), count=50)
    again.set("rules.radius", 600)
    again.set("world.boundary", "open")
    assert again.motion(before)["boids"] == 50


def test_a_copy_has_no_log(tmp_path):
    with murmur.Flock("book", log=tmp_path / "log.jsonl") as flock:
        flock.step(5)
        copy.copy(flock).step(30)
        flock.step(5)
    assert murmur.replay(tmp_path / "log.jsonl").step_number == 10


def test_help_describes_a_state():
    text = pydoc.render_doc(murmur.State)
    assert "Alias for field" not in text and "(N, D) float32 [world units / unit time]" in text


def test_motion_is_of_boids_that_stayed():
    flock = murmur.Flock("book", boids=50, set={"rules.radius": 600, "world.boundary": "open"})
    flock.step(20)
    before = flock.state()
    assert flock.motion(before) == flock.motion(before.position)
    flock.remove(20)
    flock.add(at=(300, 200), count=20)
    flock.step(10)
    motion, way = flock.motion(before), (flock.state().position - before.position)[:30].astype(float)
    assert motion["boids"] == 30
    assert motion["squared_displacement"] == pytest.approx(((way - way.mean(axis=0)) ** 2).sum(axis=1).mean(), rel=1e-6)
    with pytest.raises(ValueError, match=r"have been removed, and others may have their ids now; allowed: a whole state"):
        flock.motion(before.position)
    assert flock.motion(before.position[:30]) == motion
    assert flock.motion(flock.state())["boids"] == 50
    flock.restart()
    assert flock.motion(before)["boids"] == 0


def test_metrics(flock):
    flock.step(30)
    metrics, velocity = flock.metrics(), flock.state().velocity.astype(float)
    speed = np.linalg.norm(velocity, axis=1)
    assert metrics["step"] == 30
    assert metrics["speed_mean"] == pytest.approx(speed.mean())
    assert metrics["polarisation"] == pytest.approx(np.linalg.norm((velocity / speed[:, None]).mean(axis=0)))


def test_neighbours(flock):
    flock = murmur.Flock("murmuration", boids=400, seed=2, set={"rules.radius": 40})
    flock.step(10)
    position, size = flock.state().position.astype(float), np.array(flock.world)
    d = np.abs(position - position[17])
    d = np.minimum(d, size - d)
    wanted = np.flatnonzero((d**2).sum(axis=1) < 40**2)
    near, other = flock.neighbours([17, 3])
    assert near.dtype == np.uint32 and np.array_equal(near, wanted[wanted != 17])
    assert len(other) > 0 and 3 not in other


def test_presets_and_bench():
    assert list(murmur.presets())[0] == "murmuration"
    assert "rules" in murmur.preset_text("book")
    try:
        (row,) = murmur.bench("murmuration", boids=500, steps=5)
    except RuntimeError as fault:  # a build for the sanitizers
        assert "not optimised" in str(fault)
        return
    assert row["boids"] == 500 and row["ms_median"] > 0 and len(row["hash"]) == 16


def test_replay(tmp_path):
    log = tmp_path / "log.jsonl"
    with murmur.Flock("murmuration", boids=200, seed=4, log=log) as flock:
        flock.step(20)
        flock.scatter(at=(40, 30), radius=50)
        flock.step(10)
        middle = flock.hash
        flock.add(at=(10, 20), count=7)
        flock.step(45)
    again = murmur.replay(log, backend="reference")
    assert again.hash == flock.hash and again.step_number == 75 and len(again) == 207
    half = murmur.replay(log, step=30)
    assert half.step_number == 30 and len(half) == 207  # with the events of its step
    with pytest.raises(ValueError, match="step: 76 is not in the log"):
        murmur.replay(log, step=76)
    half.step()
    assert half.hash != middle


def test_a_log_that_differs(tmp_path):
    log = tmp_path / "log.jsonl"
    with murmur.Flock("murmuration", boids=50, log=log) as flock:
        flock.step(5)
    head, *rest = log.read_text().splitlines(keepends=True)
    log.write_text(head + rest[0])
    assert murmur.replay(log).step_number == 0
    log.write_text(head + "".join(rest)[:-20])  # cut off
    assert murmur.replay(log).step_number == 0
    other = tmp_path / "other.jsonl"
    with murmur.Flock("murmuration", boids=50, log=other) as flock:
        flock.add(at=(1, 1))
        flock.step(5)
    lines = other.read_text().splitlines(keepends=True)
    log.write_text(lines[0] + lines[1] + lines[-1])  # without the event
    with pytest.raises(murmur.MismatchError, match="at step 5 it says"):
        murmur.replay(log)


def test_a_log_is_kept(tmp_path):
    log = tmp_path / "log.jsonl"
    murmur.Flock("book", boids=5, log=log).close()
    before = log.read_bytes()
    with pytest.raises(FileExistsError, match="is kept"):
        murmur.Flock("book", boids=5, log=log)
    assert log.read_bytes() == before
    flock = murmur.Flock("book", boids=5, seed=3, log=log, overwrite=True)
    with pytest.raises(RuntimeError, match="log.jsonl"):
        murmur.Flock("book", boids=5, log=log, overwrite=True)  # the other one is writing it
    flock.close()
    assert log.read_bytes() != before


def test_a_log_made_by_the_program(program, tmp_path):
    log = tmp_path / "log.jsonl"
    run = subprocess.run([program, "run", SOURCES / "scenarios" / "events.toml", "--boids", "200", "--steps", "400",
                          "--log-events", log], capture_output=True, text=True, check=True)
    assert f"hash={murmur.replay(log).hash}" in run.stdout
