"""Writes the manual page murmur(1) from the program's own help, so that options are described in one place.

Usage: man_page.py MURMUR VERSION > murmur.1
"""

import re
import subprocess
import sys

HEADING = re.compile(r"^([A-Z].{0,48}):$")
ENTRY = re.compile(r"^  (\S.*?)(?:\s{2,}(\S.*))?$")
LISTS = ("Subcommands", "Arguments")  # their entries begin with a word; all others with a hyphen


def help_of(program, *command):
    return subprocess.run([program, *command, "--help-all"], capture_output=True, text=True, check=True).stdout


def commands(text):
    """The names in the list of subcommands."""
    block = text.split("Subcommands:\n", 1)[1].split("\n\n", 1)[0]
    return [line.split()[0] for line in block.splitlines() if line.strip() and not line.startswith("   ")]


def escape(text):
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga").replace("^", r"\(ha")
    text = text.replace("~", r"\(ti").replace("…", "...")
    return r"\&" + text if text.startswith((".", "'")) else text


def body(text):
    """Troff of a help text without its first lines (description and usage)."""
    out, heading, preformatted, paragraph = [], "", False, False
    for line in text.splitlines():
        entry = ENTRY.match(line)
        is_entry = entry and (entry[1].startswith("-") or heading in LISTS)
        goes_on = line.startswith(" " * 20) and not preformatted
        if preformatted and (is_entry or not line.startswith(" ") and line):
            out.append(".fi")
            preformatted = False
        if line and not line.startswith(" "):
            heading = ""
        if match := HEADING.match(line):
            heading = match[1]
            out.append(f".SS {escape(heading)}")
        elif is_entry:
            out += [".TP", r"\fB" + escape(entry[1]) + r"\fR", *([escape(entry[2])] if entry[2] else [])]
        elif goes_on or not line.startswith(" ") and line:
            out += [escape(line.strip())] if goes_on or paragraph else [".PP", escape(line)]
        elif line:
            if not preformatted:
                out.append(".PP\n.nf")
                preformatted = True
            out.append(escape(line))
        paragraph = bool(line) and not line.startswith(" ") and not match
    return out + [".fi"] * preformatted


def after_usage(text):
    head, usage, rest = re.split(r"^(Usage: .*)$", text, maxsplit=1, flags=re.M)
    return head.strip(), usage.removeprefix("Usage: "), rest


def page(program, version):
    main = help_of(program)
    description, usage, rest = after_usage(main)
    out = [rf'.TH MURMUR 1 "" "Murmuration {version}" "User Commands"', ".SH NAME",
           r"murmur \- simulate very large flocks and draw them live", ".SH SYNOPSIS", escape(usage),
           ".SH DESCRIPTION", escape(description), *body(rest)]
    for name in commands(main):
        description, usage, rest = after_usage(help_of(program, name))
        out += [f".SH MURMUR {name.upper()}", escape(description), ".PP", r"\fB" + escape(usage) + r"\fR", *body(rest)]
    out += [".SH FILES", ".TP", "/usr/share/murmur/scenarios, /usr/share/murmur/presets",
            "Scenarios to start from, and the built\\-in presets as files.", ".TP", "/usr/share/doc/murmur",
            "The pages as HTML, which murmur docs opens, and the changes between versions."]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1], sys.argv[2]))
