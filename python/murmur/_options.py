"""Options of the commands of python -m murmur."""

from __future__ import annotations

import argparse
import math
import os
import re


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the list of all options."""

    def error(self, message):
        self.exit(2, f"{self.prog.removeprefix('python -m ')}: {message.removeprefix('argument ')}\n")


def number(text):
    """"32.5" or "32,5", as murmur run reads them."""
    if re.fullmatch(r"[+-]?[1-9]\d{0,2},\d{3}", text):
        raise argparse.ArgumentTypeError(f"{text!r} may mean {text.replace(',', '.')} or {text.replace(',', '')}; allowed: a number, 32.5 or 32,5")
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number; allowed: a number, 32.5 or 32,5") from None


def whole(text):
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: a whole number") from None


def above(text):
    if not 0 < (found := number(text)) < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: a number greater than 0")
    return found


def frames(least):
    def read(text):
        if (found := whole(text)) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: {least} or more")
        return found
    return read


def window(text):
    if (found := whole(text)) != 0 and (found < 5 or found % 2 == 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: 0, or an odd number of frames from 5 on")
    return found


def picture(text):
    if os.path.splitext(text)[1].lower() not in (".png", ".svg", ".pdf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a picture; allowed: .png, .svg or .pdf")
    return text


def numbers(text):
    try:
        return [float(one) for one in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers; allowed: numbers with commas between them, 640,480") from None


def column(text):
    key, mark, name = text.partition("=")
    if not mark:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: KEY=NAME, as in x=pos_x")
    return key, name


def sentence(fault):
    """What is wrong, as the commands say it."""
    if isinstance(fault, OSError) and fault.filename:
        name = re.sub(r"\.murmur-\d+\.part", "", str(fault.filename))
        return printable(f"cannot {'read' if name == fault.filename else 'write'} {name}: {fault.strerror}")
    return printable(as_options(str(fault)))


def printable(text):
    """One line that no name of a file or a column can break or colour."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape", "surrogatepass").decode() for one in text)


def as_options(text):
    """A sentence of the package with options in the place of its arguments."""
    text = text.removesuffix("; or for a file of one animal columns={'x': ['x'], 'y': ['y']}")  # lists, which options have not
    text = re.sub(r"columns=\{(.*?)\}", lambda found: " ".join(f"--column {key}=NAME" for key in re.findall(r"'(\w+)'", found[1])), text)
    text = re.sub(r"\b(world|tank)=\((.*?)\)", lambda found: f"--{found[1]} {found[2].replace(', ', ',')}", text)
    for words, option in (("use overwrite=True", "add --overwrite"), ("rate=25", "--rate 25"), ("or rate=", "or --rate"),
                          ("body=True takes", "--body takes"), ("allow_pickle=True", "--allow-pickle"), ("wrap: True", "--wrap"),
                          ("columns: ", "--column: "), ("keypoint=", "--keypoint "), ("keypoint: None is not allowed", "--keypoint: is missing")):
        text = text.replace(words, option)
    return text
