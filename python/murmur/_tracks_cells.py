"""Cells of a CSV of tracks: numbers, and ids of animals."""

from __future__ import annotations

import math
import re

WHOLE = re.compile(r"[+-]?\d{1,15}(\.0*)?")
SIGNED = re.compile(r"[+-]?\d*([.,])\d*([eE][+-]?\d+)?")
LOST = ("", "na", "nan", "null", "none", "-")


class Cells:
    """Reads the cells of a file. Where semicolons or tabs part them, a comma can be the decimal sign: one sign in all of a file."""

    def __init__(self, path, header, delimiter):
        self.path, self.header, self.commas = path, header, delimiter != ","
        self.sign: str | None = None
        self.line = 0  # where the sign is first

    def number(self, line, text, column):
        text = text.strip()
        if text.lower() in LOST:
            return math.nan
        plain = self._with_point(line, text, column) if self.commas else text
        try:
            value = float(plain)
        except ValueError:
            raise self._fault(line, column, f"{text[:40]!r}; allowed: a number, or nothing where an animal is not seen") from None
        if math.isinf(value):
            raise self._fault(line, column, f"{text}; allowed: a finite number, or nothing where an animal is not seen")
        return value

    def id(self, text):
        """7.0 is 7; other names stay."""
        plain = text.replace(",", ".") if self.commas else text
        return str(int(float(plain))) if WHOLE.fullmatch(plain) else text

    def notes(self):
        return ["read: the decimal sign is a comma"] if self.sign == "," else []

    def _with_point(self, line, text, column):
        if not (found := SIGNED.fullmatch(text)):
            return text
        if self.sign is None:
            self.sign, self.line = found[1], line
        elif self.sign != found[1]:
            sign = {",": "comma", ".": "point"}[self.sign]
            raise ValueError(f"{self.path}: line {line}: {self.header[column]} is {text[:40]!r}, and line {self.line} has a decimal {sign}; "
                            "allowed: one decimal sign in all of a file")
        return text.replace(",", ".")

    def _fault(self, line, column, what):
        return ValueError(f"{self.path}: line {line}: {self.header[column]} is {what}")
