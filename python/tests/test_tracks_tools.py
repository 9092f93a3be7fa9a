"""Tables of tracking programs in their own layouts: each is read as what it is, or refused with a sentence that says what to give."""

import murmur
import numpy as np
import pytest
from test_tracks_read import N, T, cells, places, write  # noqa: F401

SPOTS = ["LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,RADIUS",
         "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Radius", "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,R",
         ",,,(quality),(micron),(micron),(micron),(sec),,(micron)"]


def spots(places, seconds=0.04):
    """Rows of TrackMate in the order of its ids, with one spot that is of no track."""
    rows = [[f"ID{i + 10 * k}", str(i + 10 * k), str(i), "4.2", *cells(places[k, i]), "0.0", f"{seconds * k:.6g}", str(k), "2.5"]
            for i in range(N) for k in range(T) if not np.isnan(places[k, i, 0])]
    return [",".join(row) for row in [*rows, ["ID999", "999", "None", "1.0", "5.0", "5.0", "0.0", "0.0", "0", "2.5"]]]


def read(folder, lines, **options):
    return murmur.Tracks.read(write(folder / "t.csv", "\n".join([*lines, ""])), **options)


def test_trackmate(places, tmp_path):
    tracks = read(tmp_path, SPOTS + spots(places))
    assert tracks.rate == pytest.approx(25) and tracks.unit == "micron" and tracks.ids.tolist() == list(range(N)) and tracks.dimensions == 2
    assert np.array_equal(tracks.positions, places, equal_nan=True)
    for sentence in ("read: a table of TrackMate: frame is FRAME, time is POSITION_T, id is TRACK_ID, x is POSITION_X", "not used: LABEL, ID, QUALITY, RADIUS",
                     "spots of no track, left out: 1", "POSITION_Z is 0 everywhere, so the tracks are in 2D", "25 frames a second, from the times"):
        assert sentence in tracks.report()
    old = [SPOTS[0].replace("LABEL,", " ,"), *spots(places)]
    with pytest.raises(ValueError, match="rate: .*t.csv does not say how many frames a second has"):  # its unit of time is not known
        read(tmp_path, old)
    tracks = read(tmp_path, old, rate=30)
    assert tracks.rate == 30 and np.array_equal(tracks.positions, places, equal_nan=True) and "POSITION_T" in tracks.report()


def poses(places):
    """Places of the head, and beside it of the thorax."""
    return np.concatenate([places, np.full((*places.shape[:2], 1), 0.9), places + 3, np.full((*places.shape[:2], 1), 0.8)], 2)


def sleap(places, points=("Head", "thorax")):
    head = ["track", "frame_idx", "instance.score", *(f"{point}.{what}" for point in points for what in ("x", "y", "score"))]
    values = poses(places)[:, :, :3 * len(points)]
    return [",".join(head)] + [",".join([f"track_{i}", str(k), "0.97", *cells(values[k, i])])
                               for i in range(N) for k in range(T) if not np.isnan(places[k, i, 0])]


def test_sleap(places, tmp_path):
    with pytest.raises(ValueError, match=r"keypoint: None is not allowed; allowed: one of Head, thorax, which .*t.csv has, as in keypoint='Head'$"):
        read(tmp_path, sleap(places), rate=25)
    for point, shift in (("Head", 0), ("thorax", 3)):
        tracks = read(tmp_path, sleap(places), rate=25, keypoint=point)
        assert tracks.ids.tolist() == [f"track_{i}" for i in range(N)] and np.array_equal(tracks.positions, places + shift, equal_nan=True)
        assert f"read: a table of SLEAP, keypoint {point}: frame is frame_idx, id is track, x is {point}.x" in tracks.report()
    assert np.array_equal(read(tmp_path, sleap(places, ["nose"]), rate=25).positions, places, equal_nan=True)
    by_names = read(tmp_path, sleap(places), rate=25, columns={"x": "thorax.x", "y": "thorax.y"})
    assert np.array_equal(by_names.positions, places + 3, equal_nan=True)
    assert tracks.unit == "px"
    with pytest.raises(ValueError, match="line 2: track is empty; allowed: a number or a name"):
        read(tmp_path, [line.replace("track_0", "") for line in sleap(places, ["nose"])], rate=25)


def deeplabcut(places, several=True):
    names = [[f"mouse{i}", point, axis] for i in range(N if several else 1) for point in ("nose", "tail") for axis in ("x", "y", "likelihood")]
    titles = ["scorer", *(["individuals"] if several else []), "bodyparts", "coords"]
    rows = [[title, *column] for title, column in zip(titles, [["DLC_resnet50"] * len(names), *([*zip(*names)] if several else [*zip(*names)][1:])])]
    values = poses(places)[:, :N if several else 1].reshape(T, -1)
    return [",".join(row) for row in rows] + [",".join([str(k), *cells(values[k])]) for k in range(T)]


def test_deeplabcut(places, tmp_path):
    with pytest.raises(ValueError, match="keypoint: None is not allowed; allowed: one of nose, tail, which"):
        read(tmp_path, deeplabcut(places), rate=25)
    tracks = read(tmp_path, deeplabcut(places), rate=25, keypoint="tail")
    assert tracks.ids.tolist() == [f"mouse{i}" for i in range(N)] and np.array_equal(tracks.positions, places + 3, equal_nan=True)
    assert "read: a table of DeepLabCut, keypoint tail: frame is frame, 4 animals, mouse0.tail.x mouse0.tail.y" in tracks.report()
    alone = read(tmp_path, deeplabcut(places, several=False), rate=25, keypoint="nose")
    assert alone.animals == 1 and np.array_equal(alone.positions, places[:, :1], equal_nan=True)
    for damaged in (deeplabcut(places)[:3], [deeplabcut(places)[0], *deeplabcut(places)[4:]]):
        with pytest.raises(ValueError, match="allowed: in a table of DeepLabCut, lines individuals, bodyparts and coords of 25 columns"):
            read(tmp_path, damaged, rate=25)


def trex(places, i):
    """Lost places are infinite."""
    return ["frame,missing,time,timestamp,X#wcentroid (cm),Y#wcentroid (cm),X (cm),SPEED#wcentroid (cm/s)"] + [
        ",".join([str(k), "0", f"{k / 25:.6f}", str(40000 * k), *(cell or "inf" for cell in cells(places[k, i])), "7.5", "inf"]) for k in range(T)]


def test_trex(places, tmp_path):
    for i in range(N):
        write(tmp_path / f"film_fish{i}.csv", "\n".join([*trex(places, i), ""]))
    tracks = murmur.Tracks.read(tmp_path)
    assert tracks.ids.tolist() == [f"film_fish{i}" for i in range(N)] and tracks.rate == pytest.approx(25) and tracks.unit == "cm"
    assert np.array_equal(tracks.positions, places, equal_nan=True)
    one = murmur.Tracks.read(tmp_path / "film_fish2.csv")
    assert one.ids.tolist() == ["film_fish2"] and np.array_equal(one.positions, places[:, 2:3], equal_nan=True)
    assert "read: a table of TRex, of one animal: x is X#wcentroid (cm)" in one.report() and "not used: missing, timestamp, X (cm), SPEED" in one.report()
    write(tmp_path / "other.csv", "frame,id,x,y\n0,1,2,3\n")
    with pytest.raises(ValueError, match="other.csv: is no table of TRex; allowed: in a list or a folder, files of TRex"):
        murmur.Tracks.read(tmp_path)


def test_trex_arrays_with_a_time_that_is_lost(places, tmp_path):
    time = np.arange(T) / 25
    time[-1] = np.inf
    np.savez(tmp_path / "a.npz", X=places[:, 0, 0], Y=places[:, 0, 1], frame=np.arange(T), time=time)
    assert murmur.Tracks.read(tmp_path / "a.npz").rate == pytest.approx(25)
    np.savez(tmp_path / "a.npz", X=places[:, 0, 0], Y=places[:, 0, 1], frame=np.arange(T) + 0.5)
    with pytest.raises(ValueError, match=r"a.npz: frame is \[0.5\]; allowed: whole numbers"):
        murmur.Tracks.read(tmp_path / "a.npz", rate=1)


def test_idtracker(places, tmp_path):
    head = ",".join(["time", *(f"{axis}{i + 1}" for i in range(N) for axis in "xy")])
    rows = [",".join([f"{k / 30:.3f}", *("nan" if np.isnan(one) else f"{one:.3f}" for one in places[k].ravel())]) for k in range(T)]
    tracks = read(tmp_path, [head, *rows])
    assert tracks.rate == pytest.approx(30, rel=1e-3) and tracks.frames == T and tracks.ids.tolist() == [1, 2, 3, 4]
    assert np.allclose(tracks.positions, places, atol=6e-4, equal_nan=True)
    assert "read: a row for each frame: time is time, 4 animals, x1 y1, x2 y2, x3 y3, x4 y4" in tracks.report()
    assert "read: frames from 30 times, at 29.9987 a second" in tracks.report()


@pytest.mark.parametrize("header, words", [
    ("track,frame,px,py,x1,y1", "has a column of ids, track, and beside it columns of several animals, as x1, y1; allowed: columns="),
    ("frame,fish,px,py,vx,vy", "has no column for x, y; allowed: columns="),
    ("frame,ann_x,ann_y,bob_x,bob_y,n", "has no column for id, x, y; allowed: columns="),
    ("frame,head1_x,head1_y,tail1_x,tail1_y,n", "head1_x and tail1_x may each be places of animals; allowed: columns={'x': NAMES"),
    ("frame,x1,y1,x2,y2,x3", "the column x3 has no y beside it; allowed: x, y of each animal"),
    ("frame,x1,y1,z1,x2,y2", "the column x2 has no z beside it; allowed: x, y, z of each animal"),
    ("frame,x1,y1,x1,y1,n", "the column x1 is there twice; allowed: once"),
    ("frame,id,x,y,x,n", "the column x is there twice; allowed: once"),
    ("frame,id,x (mm),y,X (px),n", r"the column x \(mm\) is there twice"),
    ("frame,id,x,y,pos_x,n", "x and pos_x may each be the x; allowed: columns={'x': NAME}"),
    ("frame,id,track,x,y,n", "id and track may each be the id; allowed: columns={'id': NAME}"),
    ("frame,id,x,y,vx,n", "has vx and no vy; allowed: a velocity for each of x, y, or none"),
    ("frame,id,x,n,m,o", "has no column for y; allowed: columns="),
    ("# made by,id,n,m,o,p", "has no column for .*its first line is a comment, '# made by': take it away"),
    ("time (min),id,x,y,n,m", r"time \(min\) is in 'min'; allowed: times in s or ms"),
    ("frame,x,y,n,m,o", r"has no column for id; .*or for a file of one animal columns={'x': \['x'\], 'y': \['y'\]}$"),
    ("0,1,100.0,-8.5e1,1e3,9", "has no column for .*; its first line has numbers: put the names of the columns above it$"),
])
def test_columns_that_are_refused(header, words, tmp_path):
    with pytest.raises(ValueError, match=words) as fault:
        read(tmp_path, [header, "0,1,2,3,4,5", "1,1,2,3,4,5"], rate=1)
    assert "\n" not in str(fault.value)


def test_columns_that_only_end_as_places_do(tmp_path):
    tracks = read(tmp_path, ["frame,x1,y1,x1_err,y1_err,xvel1,yvel1,fish1_speed_x,fish1_speed_y", "0,1,2,3,4,5,6,7,8", "1,1,2,3,4,5,6,7,8"], rate=1)
    assert tracks.ids.tolist() == [1] and "not used: x1_err, y1_err, xvel1, yvel1, fish1_speed_x, fish1_speed_y" in tracks.report()


def test_an_id_that_is_there_once_is_none(tmp_path):
    with pytest.raises(ValueError, match="each id is there once, so it names no animal; allowed: columns={'id': NAME} with one of frame, id, who, x, y"):
        read(tmp_path, ["frame,id,who,x,y", *(f"{k // 2},{k},{k % 2},1,2" for k in range(6))], rate=1)
    tracks = read(tmp_path, ["frame,id,who,x,y", *(f"{k // 2},{k},{k % 2},1,2" for k in range(6))], rate=1, columns={"id": "who"})
    assert tracks.animals == 2 and "columns that are not used: id" in tracks.report()
    assert read(tmp_path, ["frame,id,x,y", *(f"3,{k},1,2" for k in range(6))], rate=1).animals == 6  # one frame


@pytest.mark.parametrize("lines", [
    ["Frame;ID;X (mm, raw, here);Y (mm, raw, here)", "0;1;2,5;3", "1;1;2,5;N/A"], ["sep=;", "Frame;ID;X (mm);Y (mm)", "0;1;2,5;3", "1;1;2,5;n/a"],
])
def test_what_parts_cells(lines, tmp_path):
    for end in ("\n", "\r"):
        (tmp_path / "t.csv").write_bytes(end.join([*lines, ""]).encode())
        tracks = murmur.Tracks.read(tmp_path / "t.csv", rate=1)
        assert tracks.positions[0, 0].tolist() == [2.5, 3] and np.isnan(tracks.positions[1]).all()
    for blank in (["", " "], ["", "sep=;"]):
        tracks = read(tmp_path, [*blank, "frame;id;x;y", "0;1;2,5;3"], rate=1)
        assert tracks.positions[0, 0].tolist() == [2.5, 3]
        with pytest.raises(ValueError, match="line 4: x is 'two'"):
            read(tmp_path, [*blank, "frame;id;x;y", "0;1;two;3"], rate=1)
    for sign in " |":
        with pytest.raises(ValueError, match="its first line has one column: commas, semicolons or tabs part columns$"):
            read(tmp_path, [sign.join(row) for row in ("fixy", "0123")], rate=1)
    with pytest.raises(ValueError, match="both part the names of the columns; allowed: one of comma, semicolon and tab"):
        read(tmp_path, ["a;b,c", "0;1,2"], rate=1)
    with pytest.raises(ValueError, match="line 3: "):
        read(tmp_path, ["sep=;", "frame;id;x;y", "0;1;two;3"], rate=1)


@pytest.mark.parametrize("cell, words", [("1_000", "x is '1_000'; allowed: a number"), ("1e5_0", "x is '1e5_0'"), ("٣٤", "x is '٣٤'; allowed: a number"),
                                         ("１２", "x is '１２'")])
def test_digits_alone(cell, words, tmp_path):
    with pytest.raises(ValueError, match="line 2: " + words):
        read(tmp_path, ["frame,id,x,y", f"0,1,{cell},3"], rate=1)


@pytest.mark.parametrize("cell, words", [("nan", "id is 'nan'; allowed: a number or a name of the animal"), ("None", "id is 'None'"), ("-", "id is '-'"),
                                         ("a\x1b[31m", "allowed: letters and signs that can be printed")])
def test_ids_that_are_none(cell, words, tmp_path):
    with pytest.raises(ValueError, match="line 3: .*" + words):
        read(tmp_path, ["frame,id,x,y", "0,1,2,3", f"1,{cell},2,3"], rate=1)


def test_a_column_is_used_once(tmp_path):
    lines = ["frame,id,x1,y1,x2", *(f"{k},1,2,3,4" for k in range(3))]
    for columns, name in (({"x": "x1", "y": "x1"}, "x1"), ({"x": ["x1", "x1"], "y": ["y1", "x2"]}, "x1")):
        with pytest.raises(ValueError, match=f"columns: '{name}' is named twice; allowed: a column of its own for each"):
            read(tmp_path, lines, rate=1, columns=columns)


def test_units_that_differ_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"x \(mm\), y \(px\) have different units; allowed: one for all positions"):
        read(tmp_path, ["frame,id,x (mm),y (px)", "0,1,2,3"], rate=1)


def test_velocities_are_named_and_compared_with_the_ways(tmp_path):
    def tracks(header, vx):
        return read(tmp_path, [header, *(f"{k},1,{k},0,{vx},0" for k in range(9))], rate=30)
    assert "x is x, y is y, vx is vx, vy is vy" in tracks("frame,id,x,y,vx,vy", 30).report()
    assert "another unit" not in tracks("frame,id,x,y,vx,vy", 30).report()
    for vx in (0, 1):
        assert f"vx, vy have a median of {vx}, and the ways of the positions one of 30 units a second: are they in another unit?" in tracks("frame,id,x,y,vx,vy", vx).report()
    with pytest.raises(ValueError, match=r"vx \(mm/frame\) is in 'mm/frame'; allowed: mm/s, or no columns of velocities"):
        tracks("frame,id,x (mm),y (mm),vx (mm/frame),vy (mm/frame)", 1)
    assert "another unit" not in tracks("frame,id,x (mm),y (mm),vx (mm/s),vy (mm/s)", 30).report()


def test_a_rate_that_times_contradict_is_told(tmp_path):
    rows = [f"{k},{k / 30:.4f},1,{k},0" for k in range(40)]
    assert "says" not in read(tmp_path, ["frame,time,id,x,y", *rows], rate=30).report()
    tracks = read(tmp_path, ["frame,time,id,x,y", *rows], rate=25)
    assert tracks.rate == 25 and "read: time says 30 frames a second; rate=25 is used" in tracks.report()


def test_minutes_are_refused_also_beside_frames(tmp_path):
    with pytest.raises(ValueError, match=r"time \(min\) is in 'min'; allowed: times in s or ms"):
        read(tmp_path, ["frame,time (min),id,x,y", *(f"{k},{k / 60},1,{k},0" for k in range(9))])


def test_jumps_of_a_tenth_of_the_positions_are_told(tmp_path):
    tracks = read(tmp_path, ["frame,id,x,y", *(f"{k},1,{k if k % 10 else 900},0" for k in range(400))], rate=30)
    assert "jumps of more than 5 times the usual way" in tracks.report()


def test_long_ids(tmp_path):
    with pytest.raises(ValueError, match="line 2: id has 131000 letters; allowed: at most 200"):
        read(tmp_path, ["frame,id,x,y", f"0,{'a' * 131000},1,2", *(f"{k},b,1,2" for k in range(20))], rate=1)
    assert read(tmp_path, ["frame,id,x,y", *(f"{k},{'a' * 200},1,2" for k in range(3))], rate=1).ids.tolist() == ["a" * 200]


def test_a_tank_of_pictures(tmp_path):
    p = np.random.default_rng(1).normal(0, 15, (30, 5, 2)) + (100, 20)
    np.save(tmp_path / "t.npy", p)
    plain = murmur.Tracks.read(tmp_path / "t.npy", rate=1, tank=(100, 20, 60))
    turned = murmur.Tracks.read(tmp_path / "t.npy", rate=1, tank=(100, 20, 60), y_down=True)
    assert turned.tank == (100, -20, 60) and np.array_equal(turned.positions, p * (1, -1))
    assert ("outside" in turned.report()) == ("outside" in plain.report()) == False  # noqa: E712
    assert murmur.Tracks.read(tmp_path / "t.npy", rate=1, tank=(100, 20, 60), y_down=True, body=2).tank == (50, -10, 30)


def test_what_is_given_in_vain(places, tmp_path):
    np.save(tmp_path / "t.npy", places)
    for options, words in (({"keypoint": "nose"}, "keypoint: 'nose' is not allowed"), ({"columns": {"x": "a"}}, "columns: .* allowed: for tables alone")):
        with pytest.raises(ValueError, match=words):
            murmur.Tracks.read(tmp_path / "t.npy", rate=1, **options)
    with pytest.raises(ValueError, match="keypoint: .*t.csv has no keypoints; allowed: None"):
        read(tmp_path, ["frame,id,x,y", "0,1,2,3"], rate=1, keypoint="nose")


@pytest.mark.parametrize("lines", [sleap, deeplabcut, lambda places: SPOTS[:1] + spots(places)], ids=["sleap", "deeplabcut", "trackmate"])
def test_tables_of_pandas(lines, places, tmp_path):
    pandas = pytest.importorskip("pandas")
    options = {"rate": 25, **({} if "TRACK_ID" in lines(places)[0] else {"keypoint": "nose" if lines is deeplabcut else "Head"})}
    wanted = read(tmp_path, lines(places), **options)
    table = pandas.read_csv(tmp_path / "t.csv", **({"header": [0, 1, 2, 3], "index_col": 0} if lines is deeplabcut else {}))
    tracks = murmur.Tracks.read(table, **options)
    assert np.array_equal(tracks.positions, wanted.positions, equal_nan=True) and np.array_equal(tracks.ids, wanted.ids)
    assert tracks.report() == wanted.report()


def test_tables_of_pandas_with_an_index(places):
    pandas = pytest.importorskip("pandas")
    rows = [(k, i, *places[k, i]) for k in range(T) for i in range(N)]
    table = pandas.DataFrame(rows, columns=["frame", "particle", "x", "y"])
    for made in (table, table.set_index("frame"), table.set_index(["frame", "particle"]), table[table.x > 0]):
        tracks = murmur.Tracks.read(made, rate=25)
        assert np.array_equal(tracks.positions[tracks.seen], places[tracks.seen]) and tracks.ids.tolist() == list(range(N))
    with pytest.raises(ValueError, match="the table: line 2: x is inf"):
        murmur.Tracks.read(table.replace({"x": {table.x[0]: np.inf}}), rate=25)


def test_an_index_of_pandas_without_a_name(places):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({f"{axis}{i}": places[:, i, k] for i in range(N) for k, axis in enumerate("xy")})
    assert np.array_equal(murmur.Tracks.read(table, rate=25).positions, places, equal_nan=True)
    for other in (table.iloc[::10], table.iloc[::-1], table.set_axis(np.arange(T) / 25)):
        with pytest.raises(ValueError, match="has no column for frame, and an index without a name; allowed: table.index.name = 'frame'"):
            murmur.Tracks.read(other, rate=25)
    tenth = table.iloc[::10].rename_axis("frame")
    assert murmur.Tracks.read(tenth, rate=25).rate == 2.5
    for clock in (pandas.to_timedelta(np.arange(T) / 25, unit="s"), pandas.Timestamp("2026-01-01", tz="UTC") + pandas.to_timedelta(np.arange(T) / 25, unit="s")):
        for timed in (table.set_axis(clock).rename_axis("time"), table.assign(time=clock)):
            tracks = murmur.Tracks.read(timed)
            assert tracks.rate == pytest.approx(25) and np.array_equal(tracks.positions, places, equal_nan=True)


def test_columns_of_pandas_that_are_numbers(places):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(np.array([(k, i, *places[k, i]) for k in range(T) for i in range(N)]))
    tracks = murmur.Tracks.read(table, rate=25, columns={"frame": 0, "id": 1, "x": 2, "y": 3})
    assert np.array_equal(tracks.positions, places, equal_nan=True)
