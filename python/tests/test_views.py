"""Views show the present boids or raise; they never show old memory."""

import gc

import murmur
import numpy as np
import pytest


@pytest.fixture(params=["murmuration", "benchmark-3d"])
def flock(request):
    flock = murmur.Flock(request.param, boids=300, backend="cpu")
    flock.step(5)
    return flock


def test_a_view_holds_the_state(flock):
    state = flock.state()
    with flock.view() as v:
        assert sorted(v.id) == list(range(300))
        assert np.array_equal(v.position, state.position[v.id])
        assert np.array_equal(v.velocity, state.velocity[v.id])
        assert not v.position.flags.writeable and not v.position.flags.owndata


def test_views_do_not_change_the_bits(flock):
    plain = murmur.Flock(flock.scenario, backend="cpu")
    for _ in range(5):
        plain.step()
    for _ in range(10):
        flock.view().position.sum()
        flock.step()
        plain.step()
    assert flock.hash == plain.hash


@pytest.mark.parametrize("act", [
    lambda f: f.step(),
    lambda f: f.add(at=[10] * f.dimensions, count=10_000),
    lambda f: f.remove(10),
    lambda f: f.preset("book"),
    lambda f: f.set("rules.radius", 200),
    lambda f: f.push(np.zeros((len(f), f.dimensions))),
])
def test_a_view_ends_with_the_next_change(flock, act):
    view = flock.view()
    view.position
    act(flock)
    with pytest.raises(RuntimeError, match="has changed since"):
        view.position
    flock.view().velocity  # another one works


@pytest.mark.parametrize("act", [lambda f: f.step(), lambda f: f.remove(10), lambda f: f.preset("book")])
def test_a_flock_in_view_does_not_change(flock, act):
    before = flock.hash
    part = flock.view().position[10:20]
    with pytest.raises(RuntimeError, match="arrays of a view"):
        act(flock)
    assert flock.hash == before
    del part
    act(flock)


def test_a_closed_view(flock):
    with flock.view() as v:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        v.id


def test_an_array_keeps_its_flock_alive(flock):
    position = flock.view().position
    copy = position.copy()
    del flock
    gc.collect()
    murmur.Flock("murmuration", boids=300).step(3)
    assert np.array_equal(position, copy)


def test_backends_without_a_view():
    with pytest.raises(RuntimeError, match=r"use flock.state\(\)"):
        murmur.Flock("murmuration", boids=10, backend="reference").view().position


def test_no_boids():
    flock = murmur.Flock("murmuration", boids=0)
    assert flock.view().position.shape == (0, 2) and flock.state().position.shape == (0, 2)
    flock.step(3)


def test_dlpack_shares_the_memory(flock):
    state = flock.state()
    assert np.shares_memory(np.from_dlpack(state.velocity), state.velocity)
    with flock.view() as v:
        array = v.position
        other = memoryview(array)  # any reader of buffers
        assert other.readonly and other.strides == array.strides
        try:
            shared = np.from_dlpack(array)
        except BufferError:  # numpy before 2.1 exports no read-only array
            return
        assert np.shares_memory(shared, array) and not shared.flags.writeable
