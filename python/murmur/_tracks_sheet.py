"""Tables of tracks as sheets, names of columns and rows of cells: of a file of text, or of a DataFrame of pandas. Headers of several
lines, as DeepLabCut and TrackMate write them, become one name for each column."""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ._tracks_cells import Cells

LONGEST_LINE = 1 << 20
ABOVE = {"individuals": "individual", "bodyparts": "keypoint", "coords": "axis"}  # lines of a header of DeepLabCut, below `scorer`
UNIT = re.compile(r"[\[(]([^\[\]()]*)[\])]\s*$")


def plain(name):
    """A name in small letters, without units and quotes."""
    return re.sub(r"\s*[\[(].*?[\])]\s*$", "", name.strip().strip("\"'")).strip().lower()


@dataclass
class Sheet:
    """`names`: of the columns, as plain() gives them. `units`: those in brackets, "" where there is none. `tool`: the program whose
    table this is, "" if it is not known. `poses`: of a table of DeepLabCut, the individual, keypoint and axis of each column.
    `numbered`: it is a DataFrame whose index has no name, and other numbers than 0, 1, 2, …"""

    path: str
    header: list[str]
    rows: Iterator[tuple[int, list[str]]]
    cells: Cells
    names: list[str]
    units: list[str]
    tool: str = ""
    poses: list[tuple[str, str, str]] | None = None
    numbered: bool = False


def is_table(source):
    """Whether it is a DataFrame of pandas."""
    return hasattr(source, "to_csv") and hasattr(source, "columns")


@contextlib.contextmanager
def opened(source):
    """The Sheet of a file or a DataFrame. A DataFrame is read as the text that it writes, so both are the same."""
    path = "the table" if is_table(source) else source
    try:
        with io.StringIO(text_of(source)) if is_table(source) else open(source, newline="", encoding="utf-8-sig") as file:
            made = sheet(path, file)
            made.numbered = is_table(source) and not has_index(source) and list(source.index) != list(range(len(source)))
            yield made
    except (UnicodeDecodeError, csv.Error) as fault:
        raise ValueError(f"{path}: cannot be read as text with commas ({fault}); allowed: CSV in UTF-8") from None


def has_index(table):
    """Whether the index is a column: it has a name, or columns have several, as those of DeepLabCut."""
    return any(name is not None for name in table.index.names) or table.columns.nlevels > 1


def text_of(table):
    """Its text. Dates and durations are seconds."""
    if table.columns.nlevels > 1:
        return table.to_csv()
    name = table.index.name  # trackpy's filter_stubs() leaves the column frame beside an index of that name
    twice = name is not None and list(table.columns).count(name) == 1 and (table.index == table[name]).all()
    table = table.reset_index(allow_duplicates=True) if has_index(table) and not twice else table.copy()
    for k, kind in enumerate(table.dtypes):
        if kind.kind in "mM":
            column = table.iloc[:, k]
            table.isetitem(k, (column - column.min()).dt.total_seconds())
    return table.to_csv(index=False)


def delimiter_of(path, line):
    """What parts the names of the first line, outside of quotes and brackets."""
    line = re.sub(r"\"[^\"]*\"|\([^)]*\)|\[[^\]]*\]", "", line)
    found = sorted(",;\t", key=line.count)
    if line.count(found[-1]) == line.count(found[-2]) > 0:
        raise ValueError(f"{path}: {found[-1]!r} and {found[-2]!r} both part the names of the columns; allowed: one of comma, semicolon and tab")
    return found[-1] if line.count(found[-1]) else ","


def sheet(path, file):
    before, at, first = 0, 0, file.readline(LONGEST_LINE)
    while first and not first.strip():
        before, at, first = before + 1, file.tell(), file.readline(LONGEST_LINE)
    if named := re.fullmatch(r"\"?sep=(.)\"?\s*", first):  # spreadsheets write such a line
        delimiter, before = named[1], before + 1
    else:
        delimiter = delimiter_of(path, first)
        file.seek(at)
    lines = csv.reader(file, delimiter=delimiter, skipinitialspace=True)
    header, poses = next(lines, None), None
    if not header or all(not name.strip() for name in header):
        raise ValueError(f"{path}: is empty; allowed: a line with the names of the columns, and rows of numbers")
    if header[0].strip() == "scorer":
        header, poses = deeplabcut_header(path, header, lines)
    names, units = list(map(plain, header)), [found[1].strip() if (found := UNIT.search(name)) else "" for name in header]
    made = Sheet(path, header, checked_rows(path, header, lines, before), Cells(path, header, delimiter), names, units, tool_of(names, poses), poses)
    if made.tool == "TrackMate":
        skip_titles(made)
    made.cells.infinite_is_lost = made.tool == "TRex"
    return made


def tool_of(names, poses):
    """The program whose names these are."""
    have = set(names)
    if poses is not None:
        return "DeepLabCut"
    if {"track_id", "position_x", "position_y", "frame"} <= have:
        return "TrackMate"
    if {"track", "frame_idx"} <= have and any(name.endswith(".x") and name[:-2] + ".y" in have for name in names):
        return "SLEAP"
    if "frame" in have and ({"x#wcentroid", "y#wcentroid"} <= have or {"x", "y", "missing"} <= have) and not have & {"id", "track", "fish"}:
        return "TRex"
    return ""


def checked_rows(path, header, lines, before):
    for row in lines:
        if not row or row == [""]:
            continue
        line = lines.line_num + before
        if len(row) != len(header):
            raise ValueError(f"{path}: line {line} has {len(row)} columns; allowed: {len(header)}, as the header has")
        yield line, row


def deeplabcut_header(path, header, lines):
    """Lines `scorer`, `individuals` if there are several, `bodyparts`, `coords`."""
    found: dict[str, list[str]] = {}
    while "axis" not in found:
        row = next(lines, None) or [""]
        if row[0].strip() not in ABOVE or len(row) != len(header):
            raise ValueError(f"{path}: line {lines.line_num} begins with {row[0][:40]!r} and has {len(row)} columns; allowed: in a table of DeepLabCut, "
                             f"lines individuals, bodyparts and coords of {len(header)} columns below the line scorer")
        found[ABOVE[row[0].strip()]] = [name.strip() for name in row[1:]]
    if "keypoint" not in found:
        raise ValueError(f"{path}: has no line bodyparts; allowed: in a table of DeepLabCut, lines bodyparts and coords below the line scorer")
    poses = list(zip(found.get("individual", ["0"] * len(header[1:])), found["keypoint"], found["axis"]))
    several = "individual" in found
    return ["frame", *(".".join(pose if several else pose[1:]) for pose in poses)], [("", "", ""), *poses]


def skip_titles(sheet):
    """TrackMate 7 has three more lines below the names: titles, short titles, and units in brackets."""
    at, row, line = sheet.names.index("frame"), None, 0
    for line, row in itertools.islice(sheet.rows, 4):
        if row[at].strip() not in ("Frame", ""):
            break
        if not row[at].strip():
            sheet.units = [cell.strip().strip("()") for cell in row]
        row = None
    if row is not None:
        sheet.rows = itertools.chain([(line, row)], sheet.rows)
