"""Tracks.save: what murmur view --tracks plays."""

import murmur
import numpy as np
import pytest
from test_tracks import swarm


def test_saved_tracks_are_steps_of_a_flock(tmp_path):
    p = swarm(frames=5, animals=3)
    p[2:4, 1] = np.nan
    tracks = murmur.Tracks(p, rate=10, steps=[7, 8, 9, 10, 11])
    tracks.save(tmp_path / "t.csv", steps=4)
    lines = (tmp_path / "t.csv").read_text().splitlines()
    assert lines[0] == "step,id,x,y,vx,vy"
    rows = np.array([line.split(",") for line in lines[1:]], float)
    wanted = [(4 * tracks.steps[t], n, *p[t, n], *tracks.velocities[t, n]) for t in range(5) for n in range(3)
              if np.isfinite(tracks.velocities[t, n]).all()]
    assert len(wanted) == 12 and np.allclose(rows, wanted, rtol=1e-6)
    with pytest.raises(FileExistsError, match="kept"):
        tracks.save(tmp_path / "t.csv")
    tracks.save(tmp_path / "t.csv", overwrite=True)
    assert (tmp_path / "t.csv").read_text().splitlines()[1].startswith("7,0,")
    with pytest.raises(ValueError, match="t.csv is a file that the tracks were read from"):
        murmur.Tracks.read(tmp_path / "t.csv", rate=10).clean(window=None).save(tmp_path / "t.csv", overwrite=True)
    with pytest.raises(ValueError, match="steps.*1 or more"):
        tracks.save(tmp_path / "u.csv", steps=0)
    late = murmur.Tracks(p, rate=10, steps=np.arange(123, 128, dtype=np.int8))
    late.save(tmp_path / "v.csv", steps=4)
    assert (tmp_path / "v.csv").read_text().splitlines()[1].startswith("492,0,")
    with pytest.raises(ValueError, match="growing numbers from 0 on"):
        murmur.Tracks(p, rate=10, steps=[-1, 0, 1, 2, 3]).save(tmp_path / "w.csv")
