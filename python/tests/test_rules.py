"""Custom rules: given, read, changed, and played again."""

import murmur
import numpy as np
import pytest

RING = {"name": "ring", "range": 40, "add": "pull * gain", "when": "n > 0",
        "sums": {"pull": "unit(d) * (1 - r / range)"}, "let": {"gain": {"value": 0.05, "from": 0, "to": 1}, "more": 2}}


@pytest.fixture
def flock():
    return murmur.Flock("book", boids=50, rules=[RING])


def test_keys(flock):
    assert len(flock.rules) == 1
    rule = flock.rules[-1]
    assert (rule.name, rule.range, rule.when, rule.add) == ("ring", 40.0, "n > 0", "pull * gain")
    assert dict(rule.let) == {"gain": 0.05, "more": 2.0}
    assert dict(rule.sums) == {"pull": "unit(d) * (1 - r / range)"}
    assert flock["rule[0].let.gain"] == 0.05 and flock["rule[0].let.gain.to"] == 1.0
    assert flock["rule[0].sums.pull"] == rule.sums["pull"]
    assert "[[rule]]" in flock.scenario
    assert repr(flock.rules) == "[<rule[0] 'ring': 'pull * gain'>]" and repr(rule.let) == "{'gain': 0.05, 'more': 2.0}"
    other = murmur.Flock(flock.scenario)
    assert other.scenario == flock.scenario


def test_a_rule_has_a_number(flock):
    for index in (slice(0, 1), "ring", 0.0):
        with pytest.raises(TypeError):
            flock.rules[index]
    for index in (1, -2):
        with pytest.raises(IndexError, match="the flock has 1 rule"):
            flock.rules[index]


def test_changes(flock):
    rule = flock.rules[0]
    rule.add = "perp(pull)"
    rule.when = None
    rule.range = 20
    rule.let["gain"] = 0.5
    rule.let["each"] = 3
    rule.sums["vs"] = "v_j"
    rule.where["out"] = "p - size / 2"
    rule.where["far"] = "length(out)"
    assert dict(rule.where) == {"out": "p - size / 2", "far": "length(out)"} and flock["rule[0].where.far"] == "length(out)"
    with pytest.raises(ValueError, match=r"rule\[0\].where.far"):  # needs out
        del rule.where["out"]
    del rule.where["far"], rule.where["out"]
    del rule.let["more"]
    assert (rule.add, rule.when, rule.range) == ("perp(pull)", "", 20.0)
    assert dict(rule.let) == {"each": 3.0, "gain": 0.5} and flock["rule[0].let.gain.to"] == 1.0
    assert list(rule.sums) == ["pull", "vs"] and len(rule.sums) == 2
    flock.rules.append({"add": "v * 0.1"})
    assert [one.add for one in flock.rules] == ["perp(pull)", "v * 0.1"]
    del flock.rules[0]
    assert [one.add for one in flock.rules] == ["v * 0.1"]
    flock.set("rule", None)
    assert len(flock.rules) == 0
    with pytest.raises(IndexError):
        flock.rules[0]
    with pytest.raises(KeyError):
        del rule.let["none"]


def test_start_from_arrays():
    position = np.zeros((3, 2)) + 5
    flock = murmur.Flock.from_arrays(position, position * 0, "book", rules=[{"add": "v"}])
    assert flock.rules[0].add == "v"


@pytest.mark.parametrize("rules, words", [
    ([{"add": "v *"}], r"^rules: rule\[0\].add, column 4: "),
    ([{"name": "a"}], r"^rules: rule\[0\].add: is missing"),
    ([{"add": "v", "wings": 2}], r"^rules: rule\[0\].wings: unknown key"),
    (["v"], "is no list of dicts; allowed: rules as in"),
    ({"add": "v"}, "is no list of dicts"),
])
def test_faults(rules, words):
    with pytest.raises(ValueError, match=words):
        murmur.Flock("book", rules=rules)


def test_a_wrong_change_changes_nothing(flock):
    before = flock.scenario
    with pytest.raises(ValueError, match=r"rule\[0\].add, column 8: "):
        flock.rules[0].add = "pull * wings"
    with pytest.raises(AttributeError):
        flock.rules[0].wings = 2
    assert flock.scenario == before


def test_replay(tmp_path):
    log = tmp_path / "flight.jsonl"
    with murmur.Flock("book", boids=50, rules=[RING], log=log) as flock:
        flock.step(3)
        flock.rules[0].let["gain"] = 0.1
        flock.rules.append({"add": "unit(v) * 0.01"})
        flock.step(3)
    again = murmur.replay(log)
    assert again.scenario == flock.scenario and again.hash == flock.hash


def test_numbers_that_boids_keep():
    rule = {"state": {"age": {"start": 2, "next": "age + 1"}, "charge": 0.5}, "add": "v * 0"}
    flock = murmur.Flock("book", boids=20, rules=[rule])
    flock.step(3)
    kept = flock.state().kept
    assert sorted(kept) == ["age", "charge"] and kept["age"].dtype == np.float32
    assert np.array_equal(kept["age"], np.full(20, 5)) and np.array_equal(kept["charge"], np.full(20, 0.5))
    assert flock.rules[0].state["age"] == {"start": 2, "next": "age + 1"}
    flock.rules[0].state["age"] = {"start": 0, "next": "age * 2"}
    del flock.rules[0].state["charge"]
    flock.rules[0].state["late"] = {"start": 7}
    flock.step(1)
    assert np.array_equal(flock.state().kept["age"], np.full(20, 10))
    assert np.array_equal(flock.state().kept["late"], np.full(20, 7)) and "charge" not in flock.state().kept
    assert murmur.Flock("book", boids=20).state().kept == {}


def test_tables_are_set_as_a_whole():
    species = [{"name": "a"}, {"name": "b"}]
    flock = murmur.Flock({"preset": "book", "species": species}, boids=20, rules=[{"let": {"t": [1, 2]}, "state": {"age": 3}, "add": "v * t[species]"}])
    let, state = flock.rules[0].let, flock.rules[0].state
    assert let["t"] == (1, 2) and state["age"] == {"start": 3}
    with pytest.raises(TypeError):
        let["t"][0] = 9.0
    with pytest.raises(TypeError):
        state["age"]["start"] = 9.0
    let["t"] = (9, *let["t"][1:])
    state["late"] = state["age"]
    assert let["t"] == (9, 2) and flock["rule[0].let.t"] == [9, 2] and state["late"] == {"start": 3}
