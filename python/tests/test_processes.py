"""Threads, signals and forks."""

import concurrent.futures
import multiprocessing
import os
import signal
import threading
import time

import murmur
import pytest


def hash_after(seed, steps=40):
    flock = murmur.Flock("murmuration", boids=2000, seed=seed, threads=2)
    flock.step(steps)
    return flock.hash


def test_two_flocks_at_once():
    found = {}

    def work(seed):
        found[seed] = hash_after(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {seed: hash_after(seed) for seed in (1, 2)}


def test_one_flock_from_many_threads():
    flock = murmur.Flock("murmuration", boids=2000, seed=1, threads=2)
    seen = []

    def look():
        for _ in range(50):
            seen.append(flock.state().step)
            flock.metrics()

    looks = threading.Thread(target=look)
    steps = [threading.Thread(target=lambda: [flock.step() for _ in range(20)]) for _ in range(2)]
    for thread in [looks, *steps]:
        thread.start()
    for thread in [looks, *steps]:
        thread.join()
    assert flock.hash == hash_after(1, 40) and seen == sorted(seen)


def test_stepping_lets_other_threads_run():
    flock = murmur.Flock("murmuration", boids=20_000)
    done = threading.Event()
    thread = threading.Thread(target=lambda: (flock.step(20), done.set()))
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0.0005)
    thread.join()
    assert turns > 1


def test_control_c_stops_after_a_step():
    flock = murmur.Flock("murmuration", boids=2000)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        flock.step(10**9)
    timer.join()
    assert 0 < flock.step_number < 10**9
    whole = murmur.Flock("murmuration", boids=2000)
    whole.step(flock.step_number)
    assert whole.hash == flock.hash


def in_child(flock, pipe):
    try:
        flock.step()
        pipe.send("stepped")
    except RuntimeError as error:
        pipe.send(str(error))
    pipe.send(hash_after(5))


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_fork():
    flock = murmur.Flock("murmuration", boids=2000, threads=2)
    flock.step(3)
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=in_child, args=(flock, theirs))
    child.start()
    assert ours.poll(30) and "belongs to process" in ours.recv()
    assert ours.poll(30) and ours.recv() == hash_after(5)
    child.join(30)
    assert child.exitcode == 0
    flock.step()


def small_hash(seed):
    flock = murmur.Flock("book", boids=60, seed=seed, threads=1)
    flock.step(20)
    return flock.hash


@pytest.mark.parametrize("start", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_pool_of_processes_has_the_hashes_of_one(start):
    hashes = [small_hash(seed) for seed in range(100)]
    assert len(set(hashes)) == 100
    with multiprocessing.get_context(start).Pool(4) as pool:
        assert pool.map(small_hash, range(100)) == hashes


def test_a_flock_does_not_go_to_another_process():
    flock = murmur.Flock("book", boids=60)
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(TypeError, match="save\\(\\) writes a checkpoint, and load\\(\\) makes a flock of it"):
            pool.submit(len, flock).result()
        assert pool.submit(small_hash, 7).result() == small_hash(7)
