"""Cells of a table of tracks: numbers, and ids of animals."""

from __future__ import annotations

import math
import re

WHOLE = re.compile(r"[+-]?[0-9]{1,15}(\.0*)?")
SIGNED = re.compile(r"[+-]?[0-9]*([.,])[0-9]*([eE][+-]?[0-9]+)?")
LOST = ("", "na", "n/a", "#n/a", "nan", "null", "none", "-")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
DATES = "; for dates a DataFrame, as pandas.read_csv(..., parse_dates=[NAME]) makes it"
LONGEST_ID = 200  # letters


class Cells:
    """Reads the cells of a table. Where semicolons or tabs part them, a comma can be the decimal sign: one sign in all of a table."""

    def __init__(self, path, header, delimiter):
        self.path, self.header, self.commas = path, header, delimiter != ","
        self.infinite_is_lost = False
        self.sign: str | None = None
        self.line = 0  # where the sign is first

    def number(self, line, text, column):
        text = text.strip()
        if text.lower() in LOST:
            return math.nan
        plain = self._with_point(line, text, column) if self.commas else text
        try:
            if "_" in plain or not plain.isascii():  # which Python takes
                raise ValueError
            value = float(plain)
        except ValueError:
            dates = DATES if DATE.match(text) else ""
            raise self._fault(line, column, f"{text[:40]!r}; allowed: a number, or nothing where an animal is not seen{dates}") from None
        if math.isinf(value):
            if self.infinite_is_lost:
                return math.nan
            raise self._fault(line, column, f"{text[:40]}; allowed: a finite number, or nothing where an animal is not seen")
        return value

    def id(self, line, text, column):
        """7.0 is 7; other names stay."""
        text = text.strip()
        if text.lower() in LOST:
            raise self._fault(line, column, f"{repr(text) if text else 'empty'}; allowed: a number or a name of the animal")
        if not text.isprintable():
            raise self._fault(line, column, f"{text[:40]!r}; allowed: letters and signs that can be printed")
        if len(text) > LONGEST_ID:
            raise ValueError(f"{self.path}: line {line}: {self.header[column]} has {len(text)} letters; allowed: at most {LONGEST_ID}")
        plain = text.replace(",", ".") if self.commas else text
        return str(int(float(plain))) if WHOLE.fullmatch(plain) else text

    def frame(self, line, text, column):
        value = self.number(line, text, column)
        if math.isnan(value) or value != math.floor(value) or abs(value) > 2**53:
            raise ValueError(f"{self.path}: line {line}: the frame is {value:g}; allowed: a whole number")
        return value

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
