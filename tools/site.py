#!/usr/bin/env python3
"""Puts the pages of a searchable site together, for `./dev docs`.

Usage: site.py MURMUR FOLDER     writes FOLDER/pages and FOLDER/mkdocs.yml
"""

import pathlib
import shutil
import sys

from pages import NAVIGATION, ROOT, listed_files, texts

WEB = ROOT / "build/web/site"  # by `./dev web`; without it pictures stand still
SETTINGS = """site_name: Murmuration
docs_dir: pages
site_dir: site
use_directory_urls: false
theme:
  name: material
  font: false
  features: [navigation.tabs, navigation.indexes, navigation.top, toc.follow, search.highlight, content.code.copy]
  palette:
    - {media: "(prefers-color-scheme: light)", scheme: default, toggle: {icon: material/weather-night, name: dark}}
    - {media: "(prefers-color-scheme: dark)", scheme: slate, toggle: {icon: material/weather-sunny, name: light}}
plugins: [search, offline]
extra_css: [extra.css]
extra: {polyfills: [iframe-worker.js]}
validation: {omitted_files: warn, absolute_links: warn, unrecognized_links: warn, anchors: warn}
markdown_extensions:
  - tables
  - attr_list
  - toc:
      permalink: true
      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}
  - pymdownx.highlight
  - pymdownx.superfences
nav:
"""
# A browser starts no Worker for a page that it opens from a folder, and the theme's search runs in one. The plugin `offline` takes
# a file of this name in place of one from the network.
WORKER = """if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      const started = new Promise((resolve) => {
        frame.onload = () => {
          const inside = frame.contentWindow, script = inside.document.createElement("script");
          inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
          script.onload = () => resolve(inside);
          script.src = address;
          inside.document.body.append(script);
        };
      });
      frame.hidden = true;
      document.body.append(frame);
      this.postMessage = (data) => started.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
"""


def main():
    murmur, to = sys.argv[1], pathlib.Path(sys.argv[2])
    pages = to / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    missing = {file.relative_to(ROOT).as_posix() for file in [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md")]} - set(listed_files(NAVIGATION))
    if missing:
        sys.exit(f"pages.py: {', '.join(sorted(missing))} has no place in NAVIGATION")
    files = {*listed_files(NAVIGATION), "LICENSE", *(f"python/examples/{file.name}" for end in ("py", "ipynb") for file in ROOT.glob(f"python/examples/*.{end}"))}
    for name, text in texts(murmur, files, WEB.is_dir()).items():
        target = pages / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    for name in files:
        if not name.endswith(".md"):
            (pages / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, pages / name)
    for file in (ROOT / "docs").rglob("*"):
        if file.suffix in (".png", ".svg", ".webp", ".json"):
            target = pages / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    settings = SETTINGS
    if WEB.is_dir():
        shutil.copytree(WEB, pages / "web")
        settings = settings.replace("nav:\n", "extra_javascript:\n  - {path: web/element.js, type: module}\nnav:\n")
    (pages / "iframe-worker.js").write_text(WORKER)
    (pages / "extra.css").write_text(".md-typeset td:first-child code { white-space: nowrap; }\n")
    lines = []
    for title, entry in NAVIGATION:
        if isinstance(entry, list):
            lines += [f"  - {title}:", *(f"    - {file}" for file in entry)]
        else:
            lines.append(f"  - {title}: {entry}")
    (to / "mkdocs.yml").write_text(settings + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
