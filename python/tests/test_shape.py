"""The shape of a flock, computed again by numpy from the CSV of the same state."""

import csv
import subprocess

import murmur
import numpy as np
import pytest


@pytest.fixture(scope="module")
def flown(program, tmp_path_factory):
    """Position and velocity of a state, and its row of --shape."""
    folder = tmp_path_factory.mktemp("shape")
    subprocess.run([program, "run", "--preset", "starlings", "--boids", "900", "--steps", "400", "--output", "state.csv",
                    "--shape", "shape.csv", "--shape-every", "400"], cwd=folder, check=True, capture_output=True)
    rows = np.genfromtxt(folder / "state.csv", delimiter=",", names=True)
    with open(folder / "shape.csv") as file:
        shape = {key: float(value) for key, value in list(csv.DictReader(file))[-1].items() if key != "run"}
    assert shape["step"] == 400 and shape["boids"] == 900  # one cluster
    position, velocity = (np.stack([rows[key] for key in keys], axis=1).astype(np.float32).astype(float)
                          for keys in (("x", "y", "z"), ("vx", "vy", "vz")))
    return position, velocity, shape


def test_the_program_and_the_package_agree(flown):
    flock = murmur.Flock("starlings", boids=900)
    flock.step(400)
    for key, value in flock.shape().items():
        assert flown[2][key] == pytest.approx(value, rel=1e-8), key


def test_order_and_speeds(flown):
    _, velocity, shape = flown
    speed = np.linalg.norm(velocity, axis=1)
    mean = velocity.mean(axis=0)
    assert shape["polarisation"] == pytest.approx(np.linalg.norm((velocity / speed[:, None]).mean(axis=0)), rel=1e-6)
    assert shape["speed_mean"] == pytest.approx(speed.mean(), rel=1e-6)
    assert shape["speed_spread"] == pytest.approx(speed.std() / speed.mean(), rel=1e-6)
    assert shape["flight_vertical"] == pytest.approx(abs(mean[2]) / np.linalg.norm(mean), rel=1e-5)


def test_axes_are_those_of_the_covariance(flown):
    position, _, shape = flown
    values, vectors = np.linalg.eigh(np.cov(position.T, bias=True))
    axes = 2 * np.sqrt(5 * values)
    assert [shape[f"axis_{k}"] for k in (1, 2, 3)] == pytest.approx(axes, rel=1e-6)
    assert shape["axis_vertical"] == pytest.approx(abs(vectors[2, 0]), rel=1e-6)
    assert shape["density"] == pytest.approx(900 / (np.pi / 6 * axes.prod()), rel=1e-6)


@pytest.fixture(scope="module")
def neighbours(flown):
    """Distances and indices of the others of each boid, the nearest first."""
    position = flown[0]
    distances = np.linalg.norm(position[:, None] - position[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    order = np.argsort(distances, axis=1, kind="stable")
    return np.take_along_axis(distances, order, axis=1), order


def test_distances_to_the_nearest(flown, neighbours):
    position, _, shape = flown
    nearest = neighbours[0][:, 0]
    assert shape["nearest"] == pytest.approx(nearest.mean(), rel=1e-6)
    assert shape["scaled_nearest"] == pytest.approx(nearest.mean() * shape["density"] ** (1 / 3), rel=1e-6)
    order = by_depth(position)
    assert shape["edge"] == pytest.approx(upper_median(nearest[order[-90:]]) / upper_median(nearest[order[:450]]), rel=1e-6)


@pytest.mark.parametrize("n", [1, 7])
def test_anisotropy(flown, neighbours, n):
    position, velocity, shape = flown
    middle = by_depth(position)[:450]
    unit = position[neighbours[1][middle, n - 1]] - position[middle]
    unit /= np.linalg.norm(unit, axis=1)[:, None]
    least = np.linalg.eigh(unit.T @ unit)[1][:, 0]
    mean = velocity.mean(axis=0)
    assert shape[f"anisotropy_{n}"] == pytest.approx((least @ mean) ** 2 / (mean @ mean), rel=1e-5)


def test_correlation_lengths(flown):
    position, velocity, shape = flown
    i, j = np.triu_indices(len(position), 1)
    distance = np.linalg.norm(position[i] - position[j], axis=1)
    size = distance.max()
    assert shape["size"] == pytest.approx(size, rel=1e-6)
    speed = np.linalg.norm(velocity, axis=1)
    kind = np.minimum(distance / size * 100, 99).astype(int)
    for key, away in (("velocity", velocity - velocity.mean(axis=0)), ("speed", (speed - speed.mean())[:, None])):
        product = (away[i] * away[j]).sum(axis=1)
        sums = np.stack([np.bincount(kind, values, 100) for values in (np.ones(len(i)), distance, product)], axis=1)
        classes, together = [], np.zeros(3)
        for one in sums:  # taken together until they have 400 pairs
            together += one
            if together[0] >= 400:
                classes.append(together[1:] / together[0])
                together = np.zeros(3)
        zero = next(k for k, (_, mean) in enumerate(classes) if mean <= 0)
        (r0, c0), (r1, c1) = classes[zero - 1], classes[zero]
        reach = r0 + (r1 - r0) * c0 / (c0 - c1)
        assert shape[f"{key}_reach"] == pytest.approx(reach, rel=1e-6), key
        assert shape[f"{key}_scale"] == pytest.approx(reach / size, rel=1e-6), key


def test_opacity(flown):
    """From below, the share of random places that some disc covers."""
    position, _, shape = flown
    plane = position[:, :2]
    low, high = plane.min(axis=0) - 0.1, plane.max(axis=0) + 0.1
    places = np.random.default_rng(1).uniform(low, high, (200_000, 2))
    covered = np.zeros(len(places), bool)
    for boid in plane:
        covered |= ((places - boid) ** 2).sum(axis=1) < 0.1**2
    union = covered.mean() * np.prod(high - low)
    assert shape["opacity_below"] == pytest.approx(union / outline_area(plane, 0.1), rel=0.05)  # 2 % from 200,000 places


def by_depth(position):
    """Indices by the distance from the centre in units of the axes."""
    away = position - position.mean(axis=0)
    return np.argsort((away @ np.linalg.inv(np.cov(position.T, bias=True)) * away).sum(axis=1), kind="stable")


def upper_median(values):
    return np.sort(values)[len(values) // 2]


def outline_area(points, radius):
    """Of what lies within the radius of the convex hull, from how far it reaches in many directions."""
    angle = np.linspace(0, 2 * np.pi, 3601)[:-1]
    reach = (points @ np.stack([np.cos(angle), np.sin(angle)])).max(axis=0) + radius
    change = (np.roll(reach, -1) - np.roll(reach, 1)) / (2 * (angle[1] - angle[0]))
    return np.pi * (reach**2 - change**2).mean()
