"""The pages as Markdown that Python-Markdown reads, for site.py and html_pages.py: those of the repository, and reference pages that are
made from the program's --help, the lists of fields of a scenario, and the docstrings of the Python package.
"""

import ast
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FIELDS = ROOT / "src/sim"
NAVIGATION = [
    ("Start", "README.md"), ("Tutorial", "docs/tutorial.md"), ("Lessons", "docs/lessons.md"),
    ("Use", ["docs/window.md", "docs/scenarios.md", "docs/sheep.md", "docs/rules.md", "docs/films.md", "docs/metrics.md", "docs/sweeps.md",
             "docs/trajectories.md", "docs/exports.md", "docs/python.md", "docs/tracks.md", "docs/library.md", "docs/web.md", "docs/serve.md",
             "docs/scale.md", "docs/reliability.md"]),
    ("Science", ["docs/model.md", "docs/determinism.md", "docs/figures.md"]),
    ("Speed", ["docs/performance.md", "docs/bench-format.md", "docs/benchmarks/README.md", "benchmarks/peers/README.md"]),
    ("Reference", ["reference/commands.md", "reference/keys.md", "reference/python.md"]),
    ("Develop", ["CONTRIBUTING.md", "docs/architecture.md", "docs/extending.md", "docs/devices.md", "docs/gpu.md", "docs/internals/checks.md",
                 "docs/internals/fits.md", "docs/internals/timings.md", "SECURITY.md"]),
    ("Changes", "CHANGELOG.md"),
]


def files_of(entry):
    return entry if isinstance(entry, list) else [entry]


def listed_files(navigation):
    return [file for _, entry in navigation for file in files_of(entry) if not file.startswith("reference/")]


def adapted(text, path, files, flocks):
    """Python-Markdown wants blank lines before lists and four spaces for each level; links to what is no page become text. With
    `flocks`, a mark `<!-- flock: ATTRIBUTES -->` makes the picture after it, if there is one, a flock that flies."""
    out, inside, indent, gap = [], False, "", False
    text = re.sub(r"^<!-- flock: (.+) -->\n(!\[.*\]\(.*\)$)?", r"<murmur-flock \1>\2</murmur-flock>\n" if flocks else r"\2", text, flags=re.M)
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            inside = not inside
            indent = indent if not inside else line[:-len(line.lstrip())]
            line = indent + line
        elif inside:
            line = indent + line
        else:
            if re.match(r"<!-- (not run|needs|file|output|table|end|build)", line):
                continue
            in_list = re.match(r"(\*|\d+\.) ", line)
            if in_list and out and out[-1].strip() and (gap or not re.match(r"( +|(\*|\d+\.) )", out[-1])):
                out.append("")
            gap = not line.strip() or gap and not in_list  # a blank line inside the item before
            spaces = len(line) - len(line.lstrip(" "))
            line = " " * spaces + line
        out.append(line)

    def link(match):
        target = match[2].partition("#")[0]
        file = (path.parent / target).resolve()
        if re.match(r"[a-z]+:|#", match[2]) or match[0].startswith("!"):
            return match[0]
        if not file.is_relative_to(ROOT):  # a page of the host, such as its releases
            return match[1]
        inside_root = file.relative_to(ROOT).as_posix()
        if file.is_dir() or inside_root not in files:
            return match[1]
        return match[0]

    return re.sub(r"!?\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)", link, "\n".join(out)) + "\n"


def commands(murmur):
    def help_of(*command):
        return subprocess.run([murmur, *command, "--help-all"], capture_output=True, text=True, check=True).stdout.rstrip()

    main = help_of()
    names = [line.split()[0] for line in main.split("Subcommands:\n")[1].split("\n\n")[0].splitlines()]
    text = f"# Commands\n\nWhat `murmur --help` and `murmur COMMAND --help-all` print.\n\n```text\n{main}\n```\n"
    return text + "".join(f"\n## murmur {name}\n\n```text\n{help_of(name)}\n```\n" for name in names)


KEY = re.compile(r'\bkey\(\s*("\w+"),\s*("[^"]*"),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)((?:[^()]|\([^()]*\))*)\)')


def designated(call):
    """A call of key() (sim/look/field.h) as the Field that it makes."""
    spoken = re.sub(r'"\s*"', "", call[3]).strip()
    text = f"{{.key = {call[1]}, .unit = {call[2]}, .help = {spoken}"
    for fact in re.findall(r"\w+\{[^{}]*\}|[^,{}\s][^,{}]*", call[4]):
        if found := re.fullmatch(r"(?:Range(\{.*\})|(k(?!World)\w+)|(Need::\w+))", fact.strip()):
            text += f", .need = {found[3]}" if found[3] else f", .range = {found[1] or found[2]}"
    return text + "}"


class Fields:
    """The lists of fields of src/sim, read with expressions; what is not understood ends the program."""

    def __init__(self):
        read = lambda name: KEY.sub(designated, (FIELDS / name).read_text(encoding="utf-8"))
        self.words = {m[1]: re.findall(r'\{"([^"]+)",', m[2])
                      for m in re.finditer(r"Word<(\w+)> \w+\[\] = \{(.*?)\};", read("scenario/words.h"), re.S)}
        tables = (ROOT / "src/model/tables.h").read_text(encoding="utf-8")
        self.scenario = read("scenario/scenario.h") + read("shapes/wall_shapes.h") + read("rules/custom_rule.h") + re.sub(r"\bT\(([^()]*)\)", r"\1", tables)
        self.constants = dict(re.findall(r"constexpr (?:int|int64_t) (k\w+) = ([\d{}<> a-z_]+?);", "".join(
            (ROOT / "src" / name).read_text() for name in
            ("model/choices.h", "sim/scenario/scenario.h", "sim/scenario/event.h"))))
        self.constants = {name: "2⁵³" if "<<" in value else value for name, value in self.constants.items()}
        self.ranges = dict(re.findall(r"constexpr Range (k\w+)\{(.*?)\};", read("look/field.h") + read("look/look.h")))
        self.bodies = {}
        for name in ("scenario/fields.h", "scenario/behaviour_fields.h", "shapes/wall_shapes.h"):
            for m in re.finditer(r"void visit_(?:fields|shape|zone)\((?:Scenario::)?([\w:]+)(?:<[^&]*>)?&.*?\n\}\n", read(name), re.S):
                self.bodies["shape" if "visit_shape(Rule" in m[0] else m[1]] = m[0]
        self.bodies["WallCircle"] = self.bodies["WallSphere"] = self.bodies.pop("WallRound")
        self.bodies["Wall"] = self.bodies.pop("WallShape") + self.bodies.pop("WallRules")
        self.bodies["View"] = re.search(r"void visit_fields\(.*?\n\}\n", read("look/look.h"), re.S)[0]
        self.weight = re.search(r"kWeightField =\s*\{(.*?)\};", read("scenario/fields.h"), re.S)[1]
        self.look = read("look/look.h")

    def number(self, text):
        low, high = (part.strip().replace("-kLargest", "-3.4e38").replace("kLargest", "3.4e38") for part in text.split(","))
        return f"{low.removesuffix('.0')} to {high.removesuffix('.0')}"

    def member(self, table, key):
        """Type and first value of a member."""
        if table == "View":
            text = re.search(r"struct Look \{.*?\n\};", self.look, re.S)[0]
        elif table == "Scenario":
            text = self.scenario
        else:
            table = "Zone" if key in ("from", "to") else "PredatorRules" if table == "Predator" and key != "at" else table
            if table == "Wall":
                table = "WallRules" if key in ("avoid", "radius", "strength", "look_ahead", "blocks_view") else "WallShape"
            table = "WallRound" if table in ("WallCircle", "WallSphere") else table
            text = re.search(rf"struct {table.split('::')[-1]}(?: : \w+(?:<double>)?)? \{{.*?\n *\}}", self.scenario, re.S)[0]
        found = re.search(rf"^\s*([\w:<>]+(?:<[\w:<>]+>)?) (?:[^;(]*?, )?{key}(?: = ([^;,]+))?[,;]", text, re.M)
        return (found[1], found[2] or "") if found else ("", "")

    def rows(self, table, body):
        for m in re.finditer(r"visit\(\s*(kWeightField|(?:Field)?\{(?:[^{}]|\{[^{}]*\})*\})", body, re.S):
            field = self.weight if m[1] == "kWeightField" else m[1]
            value = lambda name: (re.search(rf'\.{name} = "((?:[^"\\]|\\.)*)"', field) or [None, ""])[1]
            key = value("key")
            kind, first = self.member(table, key)
            kind = re.sub(r"^(?:WordOrColour|std::optional)<(.*)>$", r"\1", kind)
            span = re.search(r"\.range = (?:(k\w+)|\{([^}]*)\})", field)
            whole = re.search(r"\.most = (\w+)", field)
            if kind in self.words:
                allowed = ", ".join(f"`{word}`" for word in self.words[kind])
            elif kind == "bool":
                allowed = "true, false"
            elif whole:
                least = (re.search(r"\.least = (\d+)", field) or [0, "0"])[1]
                allowed = f"{least} to {self.constants.get(whole[1], whole[1])}"
            elif kind == "uint64_t":
                allowed = "0 to 2⁶³ − 1"
            elif span:
                allowed = self.number(self.ranges[span[1]] if span[1] else span[2])
            else:
                allowed = ""
            if kind in self.words and "::" in first:
                names = re.search(rf"enum class {kind}\b[^{{]*\{{(.*?)\}}", self.enums(), re.S)[1]
                order = re.findall(r"\b(k\w+)", re.sub(r"///?<?.*", "", names))
                pairs = dict(re.findall(r'\{"([^"]+)", \w+::(k\w+)\}', (FIELDS / "scenario/words.h").read_text()))
                first = next((f"`{word}`" for word in self.words[kind] if pairs.get(word) == first.split("::")[1]), "") if order else ""
            if zero := value("zero"):
                allowed, first = f"{allowed}, `{zero}`", f"`{zero}`"
            if word := value("minus_one"):
                allowed += f", `{word}`"
            needed = "needed" if re.search(r"\.need = Need::k(Model|Table)", field) else ""
            yield key, value("help"), value("unit"), allowed, needed or first.removesuffix(".0")

    def enums(self):
        return "".join((ROOT / "src" / name).read_text() for name in ("model/choices.h", "sim/look/colour.h", "sim/look/look.h")) + self.scenario

    def tables(self, name="", table="Scenario"):
        """The name of each table, and of its list of fields, in the order of written scenarios."""
        yield name, table
        for key in re.findall(r'\.key = "(\w+)"', self.bodies[table]):
            for inner in (f"{table}::{key.capitalize()}", key.capitalize(), f"Custom{key.capitalize()}", f"Wall{key.capitalize()}"):
                if inner in self.bodies:
                    yield from self.tables(f"{name}.{key}" if name else key, inner)

    def page(self):
        tables = list(self.tables())
        nested = {name.split(".")[-1] for name, _ in tables} | {"event"}
        text = ("# Keys of a scenario\n\nMade from the lists of fields that the program itself reads, with the help of the window's "
                "panel. [Scenarios](../docs/scenarios.md) explains them, and has the keys of events.\n\n"
                "| key | what | unit | allowed | default |\n|---|---|---|---|---|\n")
        seen = set(nested)
        for name, table in tables:
            body = self.bodies[table]
            if "visit_zone(rule" in body:
                body += self.bodies["Rules::Zone"]
            if "visit_shape(rule" in body:
                body += self.bodies["shape"]
            if "<PredatorRules" in body:
                body += self.bodies["PredatorRules"]
            rows = [row for row in self.rows(table, body) if row[0] not in nested]
            seen.update(row[0] for row in rows)
            for key, what, unit, allowed, default in rows:
                full = f"{name}.{key}" if name else key
                text += f"| `{full}` | {what} | {unit} | {allowed} | {default} |\n"
        if missing := set(re.findall(r'\.key = "(\w+)"', "".join(self.bodies.values()))) - seen:
            sys.exit(f"pages.py: cannot read the fields of {', '.join(sorted(missing))}")
        return text


def documented(node):
    return (ast.get_docstring(node) or "").strip()


def described(text, node=None):
    """A docstring; lines that begin with the name of an argument become a list."""
    names = {"look"} | {a.arg for f in ast.walk(node) if isinstance(f, ast.arguments) for a in f.args + f.kwonlyargs} if node else ()
    text = re.sub(r"^((?:(?:>>>|\.\.\.) .*\n?)+)",
                  lambda m: "```python\n" + re.sub(r"^(>>>|\.\.\.) ", "", m[1], flags=re.M) + "```\n", text, flags=re.M)
    return re.sub(r"^(\w+)(?=[,:])", lambda m: f"\n* **{m[1]}**" if m[1] in names else m[1], text, flags=re.M)


def signature(node):
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("self")
    if len(arguments) > 80:
        arguments = "\n    " + re.sub(r", (?=\*|\w+(: |=))", ",\n    ", arguments)
    return f"{node.name}({arguments})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")


def python():
    package = ROOT / "python/murmur"
    top = ast.parse((package / "__init__.py").read_text())
    names = next(ast.literal_eval(node.value) for node in top.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    every = [node for file in sorted(package.glob("*.py")) for node in ast.parse(file.read_text()).body]
    nodes = {node.name: node for node in every if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    text = f"# The Python package\n\n{described(documented(top))}\n"
    for name in names:
        node = nodes.get(name)
        if node is None:
            text += f"\n## {name}\n\nAn exception, see above.\n"
        elif isinstance(node, ast.FunctionDef):
            text += f"\n## {name}\n\n```python\n{signature(node)}\n```\n\n{described(documented(node), node)}\n"
        else:
            made = [member for member in node.body if getattr(member, "name", "") == "__init__" and name in ("Flock", "Tracks")]
            text += f"\n## {name}\n\n" + "".join(f"```python\n{name}{signature(member).removeprefix('__init__')}\n```\n\n" for member in made)
            text += f"{described(documented(node), node)}\n"
            for member in node.body:
                if isinstance(member, ast.AnnAssign) and isinstance(member.annotation, ast.Subscript):  # Annotated[type, text]
                    text += f"\n* **{member.target.id}**: {member.annotation.slice.elts[1].value}"
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                    shown = signature(member).removesuffix(" -> None")
                    if any(isinstance(d, ast.Name) and d.id == "property" for d in member.decorator_list):
                        shown = f"{member.name}: {ast.unparse(member.returns)}"
                    text += f"\n### {name}.{member.name}\n\n```python\n{shown}\n```\n\n{described(documented(member), member)}\n"
    return text


def texts(murmur, files, flocks):
    """The Markdown of the pages among `files`, which link to each other, and of the reference."""
    pages = {name: adapted((ROOT / name).read_text(encoding="utf-8"), ROOT / name, files, flocks) for name in files if name.endswith(".md")}
    return pages | {"reference/commands.md": commands(murmur), "reference/keys.md": Fields().page(), "reference/python.md": python()}
