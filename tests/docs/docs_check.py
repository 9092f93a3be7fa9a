#!/usr/bin/env python3
"""Runs the code blocks of README.md and docs/, compares the output that is shown, and checks every link.

Usage: docs_check.py SOURCES MURMUR [--python PYTHON] [--package FOLDER] [--no-render] [--write] [--links | PAGE...]

Blocks of a page run in their order: sh and bash in one folder (a copy of the sources' folder by links) with one environment, python
in one process, toml as a scenario for one step. Lines before a block say more:
  <!-- not run: REASON -->      it is not run
  <!-- needs: MODULE, ... -->   it is not run where Python lacks a module (those that a python block imports count, too)
  <!-- file: PATH -->           it is the text of this file, which another test uses; of any language
  <!-- output -->               it is what the block before it prints on the standard output; … stands for what differs between
                                machines. --write puts the present output there
Blocks without a language are formulas and drawings. --links: only the links. PAGE: only the blocks of these pages, with their times.
"""

import argparse
import ast
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

FENCE = re.compile(r"^(\s*)```(\S*)\s*$")
MARK = re.compile(r"^\s*<!-- (not run: .+|needs: .+|file: .+|output) -->$")
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)")
# What a machine or a build decides.
VARIES = [(re.compile(r"backend=\S+.*?(?= (ms/step|output)=)"), "backend=…"), (re.compile(r"\bms/step=\S+"), "ms/step=…")]

# Runs python blocks of a page: a line of JSON in, a line out.
DRIVER = """
import contextlib, io, json, os, sys, traceback
names, answer = {"__name__": "__main__"}, os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    block, out, fault = json.loads(line), io.StringIO(), ""
    os.chdir(block["folder"])
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(block["text"], block["name"], "exec"), names)
    except BaseException:
        fault = traceback.format_exc(limit=-1)
    print(json.dumps([out.getvalue(), fault]), file=answer, flush=True)
"""


class Block:
    def __init__(self, language, line, text, mark):
        self.language, self.line, self.text, self.mark = language, line, text, mark
        self.output = None  # the block with its output


def read(path):
    """The blocks of a page, and its lines outside of them."""
    blocks, prose, mark, inside = [], [], "", None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if inside is not None:
            if fence and not fence[2]:
                inside.text = "\n".join(inside.text) + "\n"
                if inside.mark == "output":
                    blocks[-1].output = inside
                else:
                    blocks.append(inside)
                inside, mark = None, ""
            else:
                inside.text.append(line[len(indent):] if line.startswith(indent) else line)
        elif fence:
            indent, inside = fence[1], Block(fence[2], number, [], mark)
        else:
            found = MARK.match(line)
            mark = found[1] if found else mark if not line.strip() else ""
            prose.append((number, line))
    return blocks, prose


class Page:
    """The folder, environment and Python of a page."""

    def __init__(self, given, folder):
        self.given, self.folder, self.python, self.left_out = given, folder, None, False
        for entry in given.sources.iterdir():
            if entry.name not in ("build", ".git"):
                (folder / entry.name).symlink_to(entry)
        (folder / "build/release").mkdir(parents=True)
        (folder / "build/release/murmur").symlink_to(given.murmur)
        tools = folder / "build/tools"
        tools.mkdir()
        (tools / "python3").write_text(f'#!/bin/sh\nexec "{given.python}" "$@"\n')
        (tools / "python3").chmod(0o755)
        self.environment = dict(os.environ, PATH=f"{tools}:{folder}/build/release:{os.environ['PATH']}", MPLBACKEND="Agg",
                                HOME=str(folder), LC_ALL="C.UTF-8", PYTHONPATH=given.package, PYTHONDONTWRITEBYTECODE="1")
        self.here = str(folder)

    def lacks(self, block):
        """Why the block cannot run here, or an empty text."""
        modules = block.mark.removeprefix("needs: ").split(", ") if block.mark.startswith("needs: ") else []
        if block.language == "python":
            if self.left_out:
                return "a block before it is left out"
            for node in ast.walk(ast.parse(block.text)):
                if isinstance(node, ast.Import):
                    modules += [name.name for name in node.names]
        absent = [name for name in modules if not self.given.has(name)]
        if absent:
            self.left_out = self.left_out or block.language == "python"
            return f"Python has no {', '.join(absent)}"
        if self.given.no_render and re.search(r"murmur (render|view)|picture\(", block.text):
            return "this build has no OpenGL"
        return ""

    def run(self, block, name):
        """Output and fault of a block."""
        if block.language == "python":
            return self.run_python(block, name)
        if block.language == "toml":
            scenario = self.folder / "build/block.toml"
            scenario.write_text(block.text)
            text = f'murmur run "{scenario}" --steps 1'
        else:
            text = block.text
        state = self.folder / "build/state"
        script = f"trap 'code=$?; {{ printf \"%s\\0\" \"$PWD\"; env -0; }} >{state}; exit $code' EXIT\n{text}"
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=self.here, env=self.environment, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=900)
        if state.exists():
            self.here, *entries = state.read_text().removesuffix("\0").split("\0")
            self.environment = dict(entry.split("=", 1) for entry in entries)
        fault = f"exit code {done.returncode}: {done.stderr.strip()[-600:]}" if done.returncode else ""
        return ("" if block.language == "toml" else done.stdout), fault

    def run_python(self, block, name):
        if self.python is None:
            self.python = subprocess.Popen([self.given.python, "-c", DRIVER], cwd=self.here, env=self.environment, text=True,
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        print(json.dumps({"text": block.text, "name": name, "folder": self.here}), file=self.python.stdin, flush=True)
        answer = self.python.stdout.readline()
        return json.loads(answer) if answer else ("", "Python ended")

    def close(self):
        if self.python is not None:
            self.python.communicate()


def settled(output):
    """The output with … for what varies, without spaces at the ends of lines."""
    for pattern, by in VARIES:
        output = pattern.sub(by, output)
    return "\n".join(line.rstrip() for line in output.strip().splitlines())


def same(shown, printed):
    parts = (re.escape(part) for part in settled(shown).split("…"))
    return re.fullmatch(".*?".join(parts), printed) is not None


def check_blocks(given, path, faults):
    """Runs the blocks of a page; returns how many ran and how many were left out."""
    blocks, _ = read(path)
    ran, left_out, outputs = 0, [], {}
    with tempfile.TemporaryDirectory() as folder:
        page = Page(given, pathlib.Path(folder).resolve())
        for block in blocks:
            place = f"{path.relative_to(given.sources)}:{block.line}"
            if block.mark.startswith("file: "):
                if (given.sources / block.mark.removeprefix("file: ")).read_text(encoding="utf-8") != block.text:
                    faults.append(f"{place}: is not the text of {block.mark.removeprefix('file: ')}")
                continue
            if block.language not in ("sh", "bash", "python", "toml"):
                if block.language or re.search(r"^(murmur|\./dev) ", block.text, re.M):
                    faults.append(f"{place}: a block of '{block.language}' is not run; allowed: sh, bash, python, toml, and none for "
                                  "formulas")
                continue
            if block.mark.startswith("not run"):
                continue
            if reason := page.lacks(block):
                left_out.append(f"{place}: {reason}")
                continue
            began = time.monotonic()
            output, fault = page.run(block, place)
            ran += 1
            if given.pages:
                print(f"{time.monotonic() - began:6.2f} s  {place}")
            if fault:
                faults.append(f"{place}: {fault}")
            elif block.output:
                printed = settled(output)
                if given.write and not same(block.output.text, printed):
                    outputs[block.output.line] = printed
                elif not same(block.output.text, printed):
                    faults.append(f"{place}: prints\n{printed}\n  and not, as shown,\n{block.output.text.rstrip()}")
        page.close()
    if outputs:
        write(path, outputs)
    return ran, left_out


def write(path, outputs):
    lines, put, skip = path.read_text(encoding="utf-8").split("\n"), [], False
    for number, line in enumerate(lines, 1):
        skip = skip and not FENCE.match(line)
        if not skip:
            put.append(line)
        if number in outputs:
            put.append(outputs[number])
            skip = True
    path.write_text("\n".join(put), encoding="utf-8")


def anchors(path):
    """The names of the headings of a page, as GitHub makes them."""
    names = {}
    for _, line in read(path)[1]:
        if heading := re.match(r"#+ +(.*)", line):
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            name = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
            names[name] = names.get(name, -1) + 1
    return {f"{name}-{k}" if k else name for name, count in names.items() for k in range(count + 1)}


def check_links(sources, pages, faults):
    linked = set()
    for path in pages:
        text = "\n".join(re.sub(r"`[^`]*`", "``", line) for _, line in read(path)[1])
        for match in LINK.finditer(text):
            target, _, anchor = match[1].partition("#")
            if re.match(r"[a-z]+:", target) or target == "../../releases":  # a page of the host, beside the files
                continue
            file = (path.parent / target).resolve() if target else path
            place = f"{path.relative_to(sources)}: the link {match[1]}"
            if not file.exists():
                faults.append(f"{place} leads nowhere")
            elif anchor and (file.suffix != ".md" or anchor not in anchors(file)):
                faults.append(f"{place} has no such heading")
            linked.add(file)
    for path in pages:
        if path not in linked and path.is_relative_to(sources / "docs"):
            faults.append(f"{path.relative_to(sources)}: no page links to it")


def check_drawings(sources, faults):
    """Graphviz makes X.svg from X.dot: its labels are those of X.dot, or it is old."""
    for source in (sources / "docs/images").glob("*.dot"):
        labels = {line for label in re.findall(r'label="([^"]*)"', source.read_text()) for line in label.split(r"\n")}
        drawn = {html.unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", source.with_suffix(".svg").read_text())}
        if labels != drawn:
            faults.append(f"{source.relative_to(sources)}: its drawing is old ({', '.join(sorted(labels ^ drawn))}); its first line makes a new one")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sources", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("murmur", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--package", default="", help="the folder with the Python package")
    parser.add_argument("--no-render", action="store_true", help="a build without OpenGL")
    parser.add_argument("--links", action="store_true", help="check the links alone")
    parser.add_argument("--write", action="store_true", help="put the present outputs into the pages")
    given = parser.parse_intermixed_args()
    known = {}

    def has(module):
        if module not in known:
            known[module] = subprocess.run([given.python, "-c", f"import {module}"], capture_output=True,
                                           env=dict(os.environ, PYTHONPATH=given.package)).returncode == 0
        return known[module]

    given.has = has
    root = given.sources
    # ./dev gpu writes a page into a folder for each GPU, docs/benchmarks/GPU: these are no pages to check.
    shown = [root / "README.md", *sorted(root.glob("docs/*.md")), *sorted(root.glob("docs/*/*.md"))]
    others = [root / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/peers/README.md")]
    faults, ran, left_out = [], 0, []
    if given.pages:
        shown = [pathlib.Path(page).resolve() for page in given.pages]
    else:
        check_links(root, shown + others, faults)
        check_drawings(root, faults)
    if given.links:
        shown = []
    for path in shown:
        count, missing = check_blocks(given, path, faults)
        ran, left_out = ran + count, left_out + missing
    print(*(f"left out: {line}" for line in left_out), f"{ran} blocks ran, {len(left_out)} were left out", sep="\n")
    print(*faults, sep="\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
