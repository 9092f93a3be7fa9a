"""Arrays from outside, of any layout, for every function that takes one: each is taken rightly, or refused with one sentence. The list of
functions is that of their signatures, so that a new one fails here until it has a case."""

import inspect
import re
import warnings

import murmur
import numpy as np
import pytest

ARRAY = re.compile(r"ndarray|\bPlace\b|Sequence\[(int|float)\]|^Sequence \|")
RESULTS = (murmur.State, murmur.View, murmur.Agreement, murmur.Fit)  # what the package gives, and nobody makes
P = np.array([[[1, 2], [5, 4]], [[2, 3], [6, 5]], [[4, 4], [8, 6]], [[5, 7], [9, 9]]], float)  # whole numbers, which every type has
WORLD = {"preset": "book", "world": {"size": [20.0, 20.0], "boundary": "wrap"}}


def functions():
    """(name, function) of the package, with the methods that have a name or make and set things."""
    for name in murmur.__all__:
        one = getattr(murmur, name)
        if inspect.isfunction(one):
            yield name, one
        elif inspect.isclass(one) and one not in RESULTS:
            for method, function in vars(one).items():
                function = getattr(function, "__func__", function)
                if inspect.isfunction(function) and (method[0] != "_" or method in ("__init__", "__setitem__")):
                    yield f"{name}.{method}", function


def takes():
    return {f"{name}({parameter.name})" for name, function in functions() for parameter in inspect.signature(function).parameters.values()
            if ARRAY.search(str(parameter.annotation)) or (parameter.name == "value" and parameter.annotation == "Any")}


def flock(**options):
    return murmur.Flock.from_arrays(P[0], P[1], WORLD, **options)


def after(act, *words, **options):
    """The hash of a flock after an act and a step."""
    one = flock()
    act(one, *words, **options)
    one.step()
    return one.hash


def tracks(**options):
    return murmur.Tracks(**{"positions": P, "rate": 10, **options})


class Grids(Exception):
    pass


def radii_of_fit(values):
    def caught(model, tracks, free, keys, grids, random):
        raise Grids({key: grid.tolist() for key, grid in grids.items()})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(murmur._fit._fit_regression, "regress", caught)
        with pytest.raises(Grids) as found:
            murmur.fit(murmur.Tracks(np.random.default_rng(1).uniform(5, 15, (40, 6, 2)), rate=1), flock().scenario, ["rules.radius"], radii={"rules.radius": values})
    return found.value.args


MIXED = {**WORLD, "species": [{"name": "a"}, {"name": "b"}]}
CASES = {
    "Flock.from_arrays(position)": (P[0], lambda a: murmur.Flock.from_arrays(a, P[1], WORLD).hash),
    "Flock.from_arrays(velocity)": (P[1], lambda a: murmur.Flock.from_arrays(P[0], a, WORLD).hash),
    "Flock.from_arrays(species)": (np.array([1, 0]), lambda a: murmur.Flock.from_arrays(P[0], P[1], MIXED, species=a).hash),
    "Flock.push(dv)": (P[1], lambda a: after(murmur.Flock.push, a)),
    "Flock.add(at)": (P[0, 0], lambda a: after(murmur.Flock.add, a)),
    "Flock.add(velocity)": (P[0, 0], lambda a: after(murmur.Flock.add, (3, 4), velocity=a)),
    "Flock.convert(at)": (P[0, 0], lambda a: murmur.Flock(MIXED, boids=9).convert("a", a, radius=3)),
    "Flock.scatter(at)": (P[0, 0], lambda a: after(murmur.Flock.scatter, a)),
    "Flock.set(value)": (P[0, 0], lambda a: after(murmur.Flock.set, "wind.velocity", a)),
    "Flock.__setitem__(value)": (P[0, 0], lambda a: after(murmur.Flock.__setitem__, "wind.velocity", a)),
    "Flock.motion(before)": (P[1], lambda a: np.array(list(flock().motion(a).values()))),
    "Flock.neighbours(ids)": (np.array([1, 0]), lambda a: [near.tolist() for near in flock().neighbours(a)]),
    "Flock.picture(centre)": (P[0, 0], lambda a: murmur._arguments.picture(64, 48, {}, a) and "made"),
    "Tracks.__init__(positions)": (P, lambda a: tracks(positions=a).positions),
    "Tracks.__init__(velocities)": (P, lambda a: tracks(velocities=a).velocities),
    "Tracks.__init__(world)": (np.array([20, 10]), lambda a: tracks(world=a).world),
    "Tracks.__init__(tank)": (np.array([5, 5, 9]), lambda a: tracks(tank=a).tank),
    "Tracks.__init__(ids)": (np.array([7, 3]), lambda a: list(map(float, tracks(ids=a).ids))),
    "Tracks.__init__(steps)": (np.array([3, 4, 5, 6]), lambda a: tracks(steps=a).steps),
    "Tracks.read(world)": (np.array([20, 10]), lambda a: read_array(world=a).world),
    "Tracks.read(tank)": (np.array([5, 5, 9]), lambda a: read_array(tank=a, y_down=True).tank),
    "Tracks.curves(lags)": (np.array([1, 2]), lambda a: tracks(world=(20, 20)).curves(lags=a)["lag"]),
    "fit(radii)": (np.array([3, 4]), radii_of_fit),
}
MASKED_IS_LOST = ("Tracks.__init__(positions)", "Tracks.__init__(velocities)")


def read_array(**options):
    return murmur.Tracks.read(CASES["path"], rate=1, **options)


@pytest.fixture(autouse=True)
def a_file(tmp_path, monkeypatch):
    np.save(tmp_path / "t.npy", P)
    monkeypatch.setitem(CASES, "path", tmp_path / "t.npy")


def test_each_function_that_takes_an_array_has_a_case():
    assert takes() == set(CASES) - {"path"}


def read_only(a):
    a = a.copy()
    a.flags.writeable = False
    return a


SAME = {
    "list": lambda a: a.tolist(), "read-only": read_only, "bytes": lambda a: a.astype(a.dtype.newbyteorder()), "columns": np.asfortranarray,
    "strides": lambda a: np.repeat(np.repeat(a, 2, axis=-1), 3, axis=0)[::3, ..., ::2] if a.ndim > 1 else np.repeat(a, 3)[::3],
    "backwards": lambda a: np.ascontiguousarray(a[::-1])[::-1], "masks nothing": lambda a: np.ma.masked_array(a, mask=False),
}
SAME_OR_REFUSED = {
    "whole": lambda a: a.astype(np.int16), "float16": lambda a: a.astype(np.float16), "float32": lambda a: a.astype(np.float32),
    "object": lambda a: a.astype(object), "unsigned": lambda a: np.abs(a).astype(np.uint8), "text": lambda a: a.astype(str),
    "complex": lambda a: a.astype(complex), "matrix": lambda a: a[None],
}


def last(a, what):
    a = a.astype(object if what is None else float)
    a[(-1,) * a.ndim] = what
    return a


STRANGE = {
    "infinite": lambda a: last(a, np.inf), "minus infinite": lambda a: last(a, -np.inf), "none": lambda a: last(a, None),
    "masked": lambda a: np.ma.masked_array(a, mask=last(np.zeros(a.shape), 1)),
}


def outcome(call, values):
    """What a call gives, or the sentence with which it refuses."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return call(values), ""
        except ValueError as fault:
            assert str(fault) and all(line.startswith("event ") for line in str(fault).splitlines()[1:])  # an event has a sentence for each number
            return None, str(fault)


@pytest.mark.parametrize("name", [name for name in CASES if name != "path"])
def test_layouts(name):
    plain, call = CASES[name]
    wanted = call(plain)
    for layout, change in (SAME | SAME_OR_REFUSED).items():
        found, refused = outcome(call, change(plain))
        assert refused or (np.array_equal(found, wanted, equal_nan=True) if isinstance(wanted, np.ndarray) else found == wanted), layout
        assert not refused or layout in SAME_OR_REFUSED, (layout, refused)


@pytest.mark.parametrize("name", [name for name in CASES if name != "path"])
def test_numbers_that_are_none(name):
    plain, call = CASES[name]
    for layout, change in STRANGE.items():
        found, refused = outcome(call, change(plain))
        if layout == "masked" and name in MASKED_IS_LOST:
            lost = plain.copy()
            lost[-1, -1] = np.nan
            assert np.array_equal(found, lost, equal_nan=True)
        else:
            assert refused, (layout, found)


def test_masks_of_tracks_are_places_that_are_not_seen():
    for values in (P, P.astype(int)):
        seen = murmur.Tracks(np.ma.masked_array(values, mask=P == 8), rate=25).seen
        assert not seen[2, 1] and seen.sum() == 7
    with pytest.raises(ValueError, match="velocity: 1 of its numbers are masked; allowed: an array without masked numbers"):
        murmur.Flock.from_arrays(P[0], np.ma.masked_array(P[0], mask=P[0] == 1), WORLD)
    with pytest.raises(ValueError, match="is masked"):
        flock().set("rules.radius", np.ma.masked)
