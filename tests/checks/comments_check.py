"""Checks that comments begin with their subject or a verb: few of them may begin with a preposition ("of a boid", "for a test").

Usage: comments_check.py REPOSITORY [--all]. Counts comments (//, ///, ///<) of src. A comment of several lines is one comment. Prints
those beyond the limit as file:line: text and exits 1 if there is one. --all prints every one, and the count of each folder.
"""

import collections
import pathlib
import re
import sys

# Such comments in all of src; lower it when some are mended.
LIMIT = 10
PREPOSITIONS = """of in on at by for with without to from into within under over above below before after behind between beside near as
like per than through until since during against among across along around via upon out off""".split()
FIRST = re.compile(rf"({'|'.join(PREPOSITIONS)})(?![\w`_(:])", re.I)
TOKEN = re.compile(r'R"(?P<mark>[^(\s]{0,16})\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![\w])\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)


def comments(text):
    """(line, text) of each comment: lines of comments below another belong to it."""
    last = None  # the line and column of the comment before, and whether it stands alone
    for token in TOKEN.finditer(text):
        if not token[0].startswith("//"):
            continue
        line = text.count("\n", 0, token.start()) + 1
        start = text.rfind("\n", 0, token.start()) + 1
        column, alone = token.start() - start, not text[start:token.start()].strip()
        continues = last and alone and last[0] == line - 1 and last[1] == column
        last = (line, column)
        if not continues:
            yield line, token[0]


def begins_with_preposition(comment):
    words = comment.lstrip("/<! ")
    return bool(FIRST.match(words)) and "SPDX" not in words


def main(repository, show_all):
    found, counts, total = [], collections.Counter(), 0
    for path in sorted(p for p in (repository / "src").rglob("*") if p.suffix in {".h", ".inl", ".cpp"}):
        name = path.relative_to(repository).as_posix()
        for line, comment in comments(path.read_text(encoding="utf-8")):
            total += 1
            if begins_with_preposition(comment):
                found.append(f"{name}:{line}: {comment}")
                counts["/".join(name.split("/")[:-1])] += 1
    if show_all:
        print("\n".join(found + [f"{count:4} {folder}" for folder, count in sorted(counts.items())]))
    elif len(found) > LIMIT:
        print("\n".join(found[LIMIT:]))
    print(f"{len(found)} of {total} comments begin with a preposition; at most {LIMIT} may.")
    return 1 if len(found) > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), "--all" in sys.argv))
