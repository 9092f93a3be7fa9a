"""The page of a browser as one file, which opens by a double click: a page opened as a file may load no other file, nor start a worker from one.

Usage: one_page.py SITE PAGE.html. SITE: build/web/site. The file holds all scripts, styles and licences, and the module of one thread, compressed.
A script at its end unpacks them and gives each an address of its own (`murmurFiles`, which web/page/flock.js reads).
"""

import base64
import graphlib
import gzip
import json
import pathlib
import re
import sys

IMPORT = re.compile(r"""(?<=['"])\./([a-z_]+\.js)(?=['"])""")
LEFT_OUT = {"draw_worker.js", "element.js", "isolate_worker.js"}  # a worker that imports scripts, other pages, servers
MODULE = "murmur-simd"

UNPACK = r"""
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const packed = new Blob([bytesOf(document.getElementById('files').textContent)]).stream();
const texts = await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).json();
for (const [name, text] of Object.entries(texts)) {
  const addressed = text.replace(/(['"])\.\/([a-z_]+\.js)\1/g, (whole, quote, file) => `'${window.murmurFiles[file]}'`);
  const type = name.endsWith('.js') ? 'text/javascript' : 'text/plain;charset=utf-8';
  window.murmurFiles[name] = URL.createObjectURL(new Blob([addressed], {type}));
}
document.querySelector('a[href="licences.txt"]').href = window.murmurFiles['licences.txt'];
await import(window.murmurFiles['main.js']);
"""


def page_of(site):
    def read(name):
        return (site / name).read_text(encoding="utf-8")

    texts = {path.name: read(path.name) for path in site.glob("*.js") if not path.name.startswith("murmur-") and path.name not in LEFT_OUT}
    bytes_of_module = base64.b64encode((site / f"{MODULE}.wasm").read_bytes()).decode()
    inside = f"self.murmurInside = {{wasmBinary: Uint8Array.from(atob('{bytes_of_module}'), (letter) => letter.charCodeAt(0))}};\n"
    texts["worker.js"] = inside + read(f"{MODULE}.js") + texts["worker.js"]
    imports = {name: IMPORT.findall(texts[name]) for name in sorted(texts)}
    order = graphlib.TopologicalSorter(imports).static_order()  # each script after those that it imports
    packed = {"licences.txt": read("licences.txt"), **{name: texts[name] for name in order}}
    data = base64.b64encode(gzip.compress(json.dumps(packed).encode(), 9, mtime=0)).decode()
    changes = [
        ('<link rel="stylesheet" href="style.css">', f"<style>\n{read('style.css')}</style>\n<script>window.murmurFiles = {{}};</script>"),
        ('<script type="module" src="main.js"></script>\n', ""),
        ("</body>", f'<script type="text/plain" id="files">{data}</script>\n<script type="module">{UNPACK}</script>\n</body>'),
    ]
    page = read("index.html")
    for old, new in changes:
        if page.count(old) != 1:
            sys.exit(f"{site / 'index.html'}: {old.strip()} is expected once")
        page = page.replace(old, new)
    return page


def main():
    site, page = map(pathlib.Path, sys.argv[1:])
    page.write_text(page_of(site), encoding="utf-8")
    print(f"{page}: {page.stat().st_size / 1e6:.1f} MB")


main()
