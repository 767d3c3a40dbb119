"""The rows of a list: of pasted text, of a CSV file in whatever dialect and encoding, of an XLSX file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from tournaments.club.member_list import workbook
from tournaments.limits import MOST_NAMES_AT_ONCE
from tournaments.refusals import refuse

Row = list[str]

MOST_COLUMNS: Final = 30
LARGEST_TEXT: Final = 200 * 1024
"""Bytes of a CSV file, and letters of any list: it goes along in the form until it is added."""
LARGEST_WORKBOOK: Final = 1024 * 1024
"""Bytes of an XLSX file, which are mostly not letters."""
OF_A_ZIP: Final = b"PK\x03\x04"
OF_AN_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0"
"""How the files of old Excel begin, and those that a password protects."""
PROTECTED: Final = "EncryptedPackage".encode("utf-16-le")
MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
"""How a text begins that says its encoding itself."""


def rows_of_file(content: bytes) -> list[Row]:
    """The rows of a CSV or XLSX file.

    Raises Faults (field `file`) on a file that is too large, is something else, or holds no list that could be taken.
    """
    if content.startswith(OF_AN_OLD_OFFICE):
        _refuse_old(content)
    if content.startswith(OF_A_ZIP):
        _check_size(content, LARGEST_WORKBOOK)
        return _bounded("file", workbook.cells(content))
    _check_size(content, LARGEST_TEXT)
    return _bounded("file", _split("file", _decoded(content)))


def rows_of_text(text: str) -> list[Row]:
    """The rows of a text that was pasted: of a spreadsheet (tabs), of CSV, or one name to a line.

    Raises Faults (field `text`) where it holds no list that could be taken.
    """
    return _bounded("text", _split("text", text))


def kept(rows: list[Row]) -> str:
    """The rows as the form keeps them between its steps."""
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def rows_of_kept(text: str) -> list[Row]:
    """The rows that a form kept. Raises Faults (`kept`) on anything that this page cannot have put there."""
    try:
        rows: Any = json.loads(text)
        "".join(cell for row in rows for cell in row).encode()
    except (ValueError, TypeError, RecursionError):
        rows = None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        refuse("kept", "unreadable", "the list was lost on the way; paste it or choose the file again")
    return _bounded("kept", rows)


def _check_size(content: bytes, most: int) -> None:
    if len(content) > most:
        refuse(
            "file",
            "too-large",
            "the file has %(size)s kB; at most %(most)s kB can be read: keep only the columns with names and ticket "
            "colours",
            size=-(-len(content) // 1024),
            most=most // 1024,
        )


def _refuse_old(content: bytes) -> NoReturn:
    if PROTECTED in content:
        refuse("file", "protected", "the file has a password; save it without one, and choose it again")
    refuse("file", "old-format", "the file is in the old format of Excel; save it as .xlsx or as CSV")


def _decoded(content: bytes) -> str:
    """The text of a file: as it says itself, else in UTF-8, else in the encoding of old Windows programs."""
    encoding = next((name for mark, name in MARKS if content.startswith(mark)), _without_a_mark(content))
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = "\x00"
    if "\x00" in text:
        refuse(
            "file", "no-list", "the file is neither a spreadsheet nor text; save the list as .xlsx or as CSV"
        )
    return text


def _without_a_mark(content: bytes) -> str:
    # In UTF-16 every second byte of a Latin letter is zero.
    if len(content) % 2 == 0 and content.count(0) * 3 > len(content):
        return "utf-16-le" if content[1::2].count(0) >= content[::2].count(0) else "utf-16-be"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _split(field: str, text: str) -> list[Row]:
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(lines)))
    except csv.Error:
        refuse(
            field,
            "no-list",
            "the list cannot be read: a quotation mark opens and never closes; save the list as .xlsx instead",
        )


def _delimiter(lines: list[str]) -> str:
    """What parts the columns: tabs where there are any, else semicolons or commas, whichever there are more of.

    In names one to a line, "Marsh, John" is one name: then nothing is parted.
    """
    if any("\t" in line for line in lines):
        return "\t"
    semicolons, commas = (sum(line.count(mark) for line in lines) for mark in ";,")
    if semicolons >= commas:
        return ";"
    return "\t" if _are_names(lines) else ","


def _are_names(lines: list[str]) -> bool:
    """Whether each comma stands between a last name and the first: and a space behind it, as no CSV has."""
    parted = [line.partition(", ")[2] for line in lines if "," in line]
    if not all(first and "," not in first for first in parted) or any(line.count(",") > 1 for line in lines):
        return False
    return 2 * len(set(parted)) > len(parted)


def _bounded(field: str, rows: Iterable[Iterable[object]]) -> list[Row]:
    """The rows without what is blank at their ends. Raises Faults where there are none, or too many."""
    found = [_trimmed(row) for row in rows]
    while found and not found[-1]:
        found.pop()
    if not found:
        refuse(field, "empty", "the list is empty; enter or choose one with a name in each row")
    entered = sum(bool(row) for row in found)
    if max(entered - 1, len(found) // 4) > MOST_NAMES_AT_ONCE:
        refuse(
            field,
            "too-many",
            "the list has %(entered)s rows; at most %(most)s can be added at once: add them in several lists",
            entered=entered,
            most=MOST_NAMES_AT_ONCE,
        )
    if max(map(len, found)) > MOST_COLUMNS or sum(len(cell) for row in found for cell in row) > LARGEST_TEXT:
        refuse(
            field,
            "too-wide",
            "the list has more than %(most)s columns or very long texts; keep only the columns with names and ticket "
            "colours",
            most=MOST_COLUMNS,
        )
    return found


def _trimmed(row: Iterable[object]) -> Row:
    cells = [cell.strip() if isinstance(cell, str) else "" for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells
