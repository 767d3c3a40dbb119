"""The rows of a list: of pasted text, of a CSV file in whatever dialect and encoding, of an XLSX file."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final, NoReturn

from tournaments.club.member_list import workbook
from tournaments.refusals import MOST_NAMES_AT_ONCE, refuse

Row = list[str]

MOST_COLUMNS: Final = 30
MOST_SHEETS: Final = 4
LARGEST_TO_LEAF: Final = 1024 * 1024
"""So many sheets are read of a workbook that has no more bytes unpacked: for each it is unpacked once."""
LARGEST_TEXT: Final = 200 * 1024
"""Bytes of a CSV file, and letters of any list: it goes along in the form until it is added."""
LARGEST_WORKBOOK: Final = 1024 * 1024
"""Bytes of an XLSX file, which are mostly not letters."""
OF_A_ZIP: Final = b"PK\x03\x04"
OF_AN_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0"
"""How the files of old Excel begin, and those that a password protects."""
PROTECTED: Final = "EncryptedPackage".encode("utf-16-le")
OF_A_PDF: Final = b"%PDF"
NO_TEXT: Final = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
"""How a text begins that says its encoding itself."""
ENCODINGS: Final = ("cp1252", "cp1250", "mac_roman", "mac_latin2", "cp1254", "cp1257")
"""In what old programs write: Windows (west, Central Europe), Mac (the same), Windows (Turkish, Baltic)."""
GUESSED: Final = ENCODINGS[:3]
OF_EXCEL: Final = re.compile(r"\s*\"?sep=(.)\"?[ \t]*(?:\r\n|\r|\n|$)", re.IGNORECASE)
"""A first line by which Excel is told what parts the columns."""


def rows_of_file(content: bytes, *, encoding: str = "", sheet: str = "") -> list[Row]:
    """The rows of a CSV, XLSX or ODS file; of a workbook without a `sheet` the first that is more than a title.

    A text that is no Unicode is in the `encoding` of `ENCODINGS`, "" for the likeliest. Raises Faults (field `file`)
    on a file that is too large, is something else, or holds no list that could be taken.
    """
    if content.startswith(OF_AN_OLD_OFFICE):
        _refuse_old(content)
    if content.startswith(OF_A_ZIP):
        _check_size(content, LARGEST_WORKBOOK)
        rows = workbook.cells(content, sheet)
        if not sheet and sum(map(any, rows)) < 2:
            sheets = sheets_with_rows(content)
            rows = sheets.get(likeliest_sheet(sheets), rows)
        return bounded("file", rows)
    if sheet:
        refuse("sheet", "unknown", "only a workbook has sheets; leave the sheet out for this file")
    _check_size(content, LARGEST_TEXT)
    return bounded("file", _split("file", _decoded(content, encoding)))


def encoding_of(content: bytes) -> str:
    """In which of `ENCODINGS` a text file probably is; "" for one of Unicode, and for a workbook."""
    if content.startswith((OF_A_ZIP, OF_AN_OLD_OFFICE)) or any(content.startswith(mark) for mark, _ in MARKS):
        return ""
    guessed = _without_a_mark(content)
    return guessed if guessed in ENCODINGS else ""


def sheets_with_rows(content: bytes) -> dict[str, list[Row]]:
    """The first sheets of a small workbook that hold anything, by name: as many as a form can keep.

    None of another file, of a large workbook, and of one with a single sheet. Raises Faults as `workbook.cells` does.
    """
    sheets, room = dict[str, list[Row]](), LARGEST_TEXT
    names = sheets_of_file(content) if _unpacked(content) <= LARGEST_TO_LEAF else []
    for name in names[:MOST_SHEETS] if len(names) > 1 else ():
        rows = [_trimmed(row) for row in workbook.cells(content, name)]
        size = sum(len(cell) for row in rows for cell in row)
        if size and size <= room and len(rows) <= MOST_NAMES_AT_ONCE:
            sheets[name], room = rows, room - size
    return sheets


def _unpacked(content: bytes) -> int:
    # What the workbook claims; no more bytes are read of it.
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return sum(part.file_size for part in packed.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return 0


def likeliest_sheet(sheets: Mapping[str, list[Row]]) -> str:
    return next((name for name, rows in sheets.items() if sum(map(bool, rows)) > 1), "")


def encoding_read(content: bytes, wanted: str) -> str:
    """The one of `ENCODINGS` that a file is read in, `wanted` if it is given; "" where it is in none."""
    guessed = encoding_of(content)
    return (wanted or guessed) if guessed else ""


def sheets_of_file(content: bytes) -> list[str]:
    return workbook.sheets(content) if content.startswith(OF_A_ZIP) else []


def reread(rows: list[Row], was: str, now: str) -> list[Row]:
    return [[cell.encode(was, "replace").decode(now, "replace").strip() for cell in row] for row in rows]


def rows_of_text(text: str) -> list[Row]:
    """The rows of a text that was pasted: of a spreadsheet (tabs), of CSV, or one name to a line.

    Raises Faults (field `text`) where it holds no list that could be taken.
    """
    return bounded("text", _split("text", text))


def rows_as_text(rows: list[Row]) -> str:
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
    checked = bounded("kept", rows)
    check_width("kept", checked)
    return checked


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


def _decoded(content: bytes, wanted: str) -> str:
    # As the file says itself, else UTF-8, else as wanted or in the likeliest old encoding.
    encoding = next((name for mark, name in MARKS if content.startswith(mark)), _without_a_mark(content))
    if encoding in ENCODINGS and wanted:
        encoding = wanted
    try:
        text = content.decode(encoding, "replace" if wanted else "strict")
    except UnicodeDecodeError:
        text = "\x00"
    if content.startswith(OF_A_PDF) or NO_TEXT.search(text):
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
        return min(GUESSED, key=lambda encoding: _oddities(content, encoding))
    return "utf-8"


def _oddities(content: bytes, encoding: str) -> int:
    # Counts what no list of names has: signs, and capitals inside of words.
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return len(content)
    odd = 0
    for before, letter in pairwise(f" {text}"):
        if not letter.isascii() and unicodedata.category(letter)[0] not in "LZ" and letter not in "«»“”„’–—°":
            odd += 2
        elif before.islower() and letter.isupper() and not (before.isascii() and letter.isascii()):
            odd += 1
    return odd


def _split(field: str, text: str) -> list[Row]:
    match = OF_EXCEL.match(text)
    text = text[match.end() :] if match else text
    lines = [line for line in text.splitlines() if line.strip()]
    delimiter = match[1] if match else _delimiter(lines)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        refuse(
            field,
            "no-list",
            "the list cannot be read: a quotation mark opens and never closes; save the list as .xlsx instead",
        )


def _delimiter(lines: list[str]) -> str:
    # Tabs first, else what is more frequent. In names one to a line, "Marsh, John" is one name.
    if any("\t" in line for line in lines):
        return "\t"
    semicolons, commas = (sum(line.count(mark) for line in lines) for mark in ";,")
    if semicolons >= commas:
        return ";"
    return "\t" if _are_names(lines) else ","


def _are_names(lines: list[str]) -> bool:
    # Between a last name and the first, a comma has a space behind it, as in no CSV.
    parted = [line.partition(", ")[2] for line in lines if "," in line]
    if not all(first and "," not in first for first in parted) or any(line.count(",") > 1 for line in lines):
        return False
    return 2 * len(set(parted)) > len(parted)


def bounded(field: str, rows: Iterable[Iterable[object]]) -> list[Row]:
    """The rows without what is blank at their ends. Raises Faults where there are none, or too many."""
    trimmed = [_trimmed(row) for row in rows]
    while trimmed and not trimmed[-1]:
        trimmed.pop()
    if not trimmed:
        refuse(field, "empty", "the list is empty; enter or choose one with a name in each row")
    entered = sum(bool(row) for row in trimmed)
    if max(entered - 1, len(trimmed) // 4) > MOST_NAMES_AT_ONCE:
        refuse(
            field,
            "too-many",
            "the list has %(entered)s rows; at most %(most)s can be added at once: add them in several lists",
            entered=entered,
            most=MOST_NAMES_AT_ONCE,
        )
    # Names on one line are wide; `columns.laid_out` puts them one below another, and looks once more.
    is_line = len(trimmed) < max(map(len, trimmed)) <= MOST_NAMES_AT_ONCE
    check_width(field, [] if is_line else trimmed)
    if sum(len(cell) for row in trimmed for cell in row) > LARGEST_TEXT:
        _refuse_width(field)
    return trimmed


def check_width(field: str, rows: Iterable[Row]) -> None:
    if max(map(len, rows), default=0) > MOST_COLUMNS:
        _refuse_width(field)


def _refuse_width(field: str) -> NoReturn:
    refuse(
        field,
        "too-wide",
        "the list has more than %(most)s columns or very long texts; keep only the columns with names and ticket "
        "colours",
        most=MOST_COLUMNS,
    )


def _trimmed(row: Iterable[object]) -> Row:
    cells = [cell.strip() if isinstance(cell, str) else "" for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells
