#!/usr/bin/env python3
"""Checks a folder of HTML pages: every link to a file of the folder leads to a file and a heading that are there, every page can be reached
from index.html, and a browser needs no other host for a page. Prints each fault, and exits 1 if there is one.

Usage: html_check.py FOLDER
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names |= {values[key] for key in ("id", "name") if values.get(key)}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif not (tag == "link" and values.get("rel") in ("canonical", "prev", "next")):
            self.loads += [values[key] for key in ("href", "src", "poster", "data") if values.get(key) and tag != "base"]


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.html"))}
    start, faults, links = folder / "index.html", [], 0
    if start not in pages:
        sys.exit(f"{start} is not there")
    reached, waiting = {start}, [start]
    while waiting:
        file = waiting.pop()
        place = file.relative_to(folder)
        for kind, addresses in (("link", pages[file].links), ("file", pages[file].loads)):
            for address in addresses:
                links += 1
                parts = urllib.parse.urlsplit(address)
                if parts.scheme or parts.netloc:
                    if kind == "file" and parts.scheme != "data":
                        faults.append(f"{place}: needs {address}, which is on another host")
                    continue
                target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
                if not target.is_relative_to(folder) or not target.is_file():
                    faults.append(f"{place}: the {kind} {address} is not there")
                elif target in pages:
                    if parts.fragment and urllib.parse.unquote(parts.fragment) not in pages[target].names:
                        faults.append(f"{place}: the link {address} has no such heading")
                    if target not in reached:
                        reached.add(target)
                        waiting.append(target)
    for style in folder.rglob("*.css"):
        faults += [f"{style.relative_to(folder)}: needs {address}" for address in re.findall(r"url\([\"']?(https?:[^)\"']+)", style.read_text())]
    faults += [f"{file.relative_to(folder)}: no page links to it" for file in pages if file not in reached and file.name != "404.html"]
    print(*faults, f"{len(pages)} pages, {links} links", sep="\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
