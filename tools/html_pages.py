#!/usr/bin/env python3
"""Writes the pages for users as plain HTML, which the Debian package carries and `murmur docs` opens: the Markdown of pages.py with one
style sheet, small pictures, and no script. Needs PyMdown Extensions and ffmpeg.

Usage: html_pages.py MURMUR FOLDER     FOLDER is made anew
"""

import html
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

from pages import NAVIGATION, ROOT, files_of, listed_files, texts

try:
    import markdown
    from pymdownx.slugs import slugify
except ImportError:
    debian = "/usr/bin/python3"  # has Debian's packages; the first Python on PATH may be another
    if sys.executable != debian and os.access(debian, os.X_OK):
        os.execv(debian, [debian, *sys.argv])
    sys.exit("html_pages.py: PyMdown Extensions are missing: install python3-pymdownx (Debian) or pymdown-extensions (PyPI)")

SECTIONS = [(title, files_of(entry)) for title, entry in NAVIGATION if title != "Develop"]
EXTENSIONS = ["tables", "attr_list", "toc", "pymdownx.highlight", "pymdownx.superfences"]
OPTIONS = {"toc": {"slugify": slugify(case="lower")}, "pymdownx.highlight": {"use_pygments": False}}
WIDTH, QUALITY = 640, 20  # all pictures together: 0.26 MB
MOST_BYTES = 1_000_000  # a larger one is a film, which has no small form
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title} - Murmuration</title>
<link rel="stylesheet" href="{top}style.css">
</head>
<body>
<a class="pages" href="#pages">All pages</a>
<main>
{body}
</main>
<nav id="pages">
{links}
</nav>
</body>
</html>
"""
STYLE = """:root { color-scheme: light dark; --line: #8886; --block: #8881; }
body { margin: 0 auto; padding: 0 1rem; max-width: 76rem; font: 1rem/1.5 sans-serif; }
a { color: light-dark(#0550ae, #79b8ff); }
main { min-width: 0; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); }
img { max-width: 100%; height: auto; }
code, pre { font: 0.875rem/1.4 monospace; background: var(--block); }
pre { padding: 0.75rem; overflow-x: auto; }
pre code { background: none; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 0.25rem 0.6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
thead:not(:has(th:not(:empty))) { display: none; }
nav { border-top: 1px solid var(--line); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav b { display: block; margin-top: 0.75rem; }
.pages { display: block; margin-top: 1rem; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 2.5rem; }
  .pages { display: none; }
  nav { grid-row: 1; grid-column: 1; border: 0; padding-top: 1.5rem; }
  main { grid-row: 1; grid-column: 2; }
}
"""


def address(name):
    """Where a page lies in the folder."""
    return "index.html" if name == "README.md" else name.removesuffix(".md") + ".html"


def navigation(top, titles):
    lines = []
    for section, names in SECTIONS:
        if len(names) > 1:
            lines.append(f"<b>{section}</b>")
        items = (f'<li><a href="{top}{address(name)}">{titles[name] if len(names) > 1 else section}</a></li>' for name in names)
        lines += ["<ul>", *items, "</ul>"]
    return "\n".join(lines)


def resolved(name, target):
    """The file that a page links to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target))


def with_pictures(body, name, top, folder):
    """The HTML with small copies of its pictures, which are put into the folder."""
    def small(match):
        text, source = match[1], ROOT / resolved(name, match[2])
        if source.stat().st_size > MOST_BYTES:
            return f"<em>(A film: {text})</em>"
        copy = source.relative_to(ROOT).with_suffix(".webp")
        target = folder / copy
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["ffmpeg", "-v", "error", "-i", source, "-vf", f"scale='min({WIDTH},iw)':-2", "-c:v", "libwebp", "-quality",
                            str(QUALITY), target], check=True, stdin=subprocess.DEVNULL)
        return f'<img alt="{text}" src="{top}{copy}">'

    return re.sub(r'<img alt="([^"]*)" src="([^":]+)" ?/?>', small, body)


def main():
    murmur, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    pages = texts(murmur, set(listed_files(SECTIONS)), flocks=False)
    titles = {name: html.escape(re.search(r"^# (.+)", text, re.M)[1].replace("`", "")) for name, text in pages.items()}
    for name, text in pages.items():
        target = folder / address(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        top = "../" * name.count("/")
        body = markdown.markdown(text, extensions=EXTENSIONS, extension_configs=OPTIONS, output_format="html")
        body = re.sub(r'href="([^":#]+\.md)\b', lambda m: f'href="{top}{address(resolved(name, m[1]))}', body)
        target.write_text(PAGE.format(title=titles[name], top=top, body=with_pictures(body, name, top, folder),
                                      links=navigation(top, titles)), encoding="utf-8")
    (folder / "style.css").write_text(STYLE)


if __name__ == "__main__":
    main()
