"""Options of the commands of python -m murmur."""

from __future__ import annotations

import argparse
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


def numbers(text):
    try:
        return [float(one) for one in text.split(",")]
    except ValueError:
        raise ValueError(f"{text!r} is no list of numbers; allowed: numbers with commas between them, 640,480") from None


def column(text):
    key, mark, name = text.partition("=")
    if not mark:
        raise ValueError(f"--column: {text!r} is not allowed; allowed: KEY=NAME, as in x=pos_x")
    return key, name
