"""The cells of an XLSX or ODS file that somebody sent, which may be made to harm."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator
from typing import Final, NoReturn
from xml.parsers import expat

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from tournaments.refusals import refuse

MOST_UNPACKED: Final = 6 * 1024 * 1024
"""Bytes of all parts that are read, unpacked; 2,000 rows of 30 columns come to three million."""
MOST_PARTS: Final = 500
"""A workbook has a few for each of its sheets."""
MOST_SHEETS: Final = 200
NAMED_SHEETS: Final = 10
"""So many are named where one is asked for that is not there."""
LAST_ROW: Final = 5000
LAST_COLUMN: Final = 100
"""The furthest cell with something in it. The reader makes room for all cells before it, and ends the process where
there is too little: a file of one kilobyte may ask for a cell in row 1,048,576 of column XFD."""
MOST_CELLS: Final = 120_000
"""Cells with something in them, each as often as the file repeats it."""
MOST_LETTERS: Final = 2_000_000
"""Of one sheet: a text that stands once in the file may be that of every cell."""
MOST_ELEMENTS: Final = 250_000
DEEPEST: Final = 100
MOST_ATTRIBUTES: Final = 200
PIECE: Final = 64 * 1024
LONGEST_TAG: Final = 4 * PIECE
"""Bytes between which a reader of XML finds nothing to hand on, and has to hold all of them."""
PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How programs pack spreadsheets; other ways make gigabytes of a few hundred bytes at one go."""
OF_ODS: Final = ("mimetype", "META-INF/manifest.xml", "content.xml")
NOT_READ: Final = ("docProps/", "customXml/", "xl/theme/", "xl/drawings/", "xl/charts/", "xl/pivotCache/")
UNREADABLE: Final = (
    *(CalamineError, zipfile.BadZipFile, zlib.error, expat.ExpatError, OSError, EOFError),
    *(RuntimeError, NotImplementedError, ValueError),
)
"""The last three is what zipfile says to parts that are encrypted, or packed in a way it does not know."""
PLACE: Final = re.compile(r"([A-Za-z]*)(\d{1,9})")
MOST_DIGITS: Final = 9
CELLS_OF_ODS: Final = ("table-cell", "covered-table-cell")
VALUES_OF_ODS: Final = (
    "formula",
    "value",
    "value-type",
    *(f"{kind}-value" for kind in ("string", "date", "time", "boolean")),
)
"""The attributes that make a cell one with something in it; others colour it."""


def sheets(content: bytes) -> list[str]:
    return _sheets(_book(content))


def cells(content: bytes, sheet: str = "") -> list[list[str]]:
    """A sheet in sight, row by row, as text: the one of that name, else the first that holds anything.

    Raises Faults: field `file` where it is no such file, or unpacks to more than a list of members can have; field
    `sheet` where it has none of that name.
    """
    book = _book(content)
    names = _sheets(book)
    if sheet and sheet not in names:
        refuse(
            "sheet",
            "unknown",
            "the file has no sheet “%(sheet)s”; choose one that it has: %(sheets)s",
            sheet=sheet[:40],
            sheets=", ".join(names[:NAMED_SHEETS]),
        )
    try:
        for name in [sheet] if sheet else names:
            rows = [
                [_text(cell) for cell in row]
                for row in book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            ]
            if any(cell for row in rows for cell in row):
                return rows
    except UNREADABLE:
        _refuse_other()
    return []


def _text(cell: object) -> str:
    # Whole numbers without the point that the file gives them.
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _book(content: bytes) -> CalamineWorkbook:
    try:
        return CalamineWorkbook.from_filelike(_repacked(content))
    except UNREADABLE:
        _refuse_other()


def _sheets(book: CalamineWorkbook) -> list[str]:
    return [
        sheet.name
        for sheet in book.sheets_metadata
        if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
    ]


def _repacked(content: bytes) -> io.BytesIO:
    # Unpacked and counted here: a part may be larger than the file says.
    packed = zipfile.ZipFile(io.BytesIO(content))
    parts = {info.filename: info for info in packed.infolist()}
    if "xl/workbook.xml" in parts:
        kind: type[_Part] = _PartOfXlsx
        needed = [
            name for name in parts if name.endswith((".xml", ".rels")) and not name.startswith(NOT_READ)
        ]
    elif "content.xml" in parts:
        kind, needed = _PartOfOds, [name for name in OF_ODS if name in parts]
    else:
        _refuse_other()
    if len(needed) > MOST_PARTS or sum(parts[name].file_size for name in needed) > MOST_UNPACKED:
        _refuse_bulk()
    out, bulk, size = io.BytesIO(), _Bulk(), 0
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as plain:
        for name in needed:
            part = kind(bulk) if name != "mimetype" else None
            with plain.open(name, "w") as copy:
                for piece in _pieces(packed, parts[name]):
                    size += len(piece)
                    if size > MOST_UNPACKED:
                        _refuse_bulk()
                    copy.write(piece)
                    if part is not None:
                        part.feed(piece)
            if part is not None:
                part.close()
    bulk.check_references()
    out.seek(0)
    return out


def _pieces(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    if info.compress_type not in PACKED:
        _refuse_other()
    with packed.open(info) as part:
        while piece := part.read(PIECE):
            yield piece


class _Bulk:
    def __init__(self) -> None:
        self.elements = self.sheets = 0
        self.shared = array("L")
        """The length of each text that cells may refer to."""
        self.references: list[array[int]] = []
        """Of each part, the numbers of the texts that its cells are."""

    def check_references(self) -> None:
        known = len(self.shared)
        for numbers in self.references:
            if sum(self.shared[number] for number in numbers if number < known) > MOST_LETTERS:
                _refuse_bulk()


class _Part(ABC):
    """Looks at a part in pieces before the reader does. Refuses entities, and what comes to more than is there."""

    def __init__(self, bulk: _Bulk) -> None:
        self.bulk = bulk
        self.fed = self.depth = self.cells = self.letters = self.row = self.column = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self._refuse_entities

    def feed(self, piece: bytes) -> None:
        self.fed += len(piece)
        self.parser.Parse(piece, False)
        if self.fed - self.parser.CurrentByteIndex > LONGEST_TAG:
            _refuse_bulk()

    def close(self) -> None:
        self.parser.Parse(b"", True)

    @abstractmethod
    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    @abstractmethod
    def end(self, name: str) -> None:
        """An element ends."""

    @abstractmethod
    def text(self, letters: str) -> None:
        """Letters inside an element."""

    def fill(self, cells: int, letters: int) -> None:
        """Take so many cells, with so many letters in all, that end where row and column are."""
        self.cells += cells
        self.letters += letters
        if self.row > LAST_ROW or self.column > LAST_COLUMN:
            _refuse_bulk()
        if self.cells > MOST_CELLS or self.letters > MOST_LETTERS:
            _refuse_bulk()

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.bulk.elements += 1
        if self.bulk.elements > MOST_ELEMENTS or self.depth > DEEPEST or len(attributes) > MOST_ATTRIBUTES:
            _refuse_bulk()
        name = tag.rpartition(":")[2]
        if name in ("sheet", "table"):
            self.bulk.sheets += 1
            if self.bulk.sheets > MOST_SHEETS:
                _refuse_bulk()
        self.begin(name, attributes)

    def _end(self, tag: str) -> None:
        self.depth -= 1
        self.end(tag.rpartition(":")[2])

    def _refuse_entities(self, *_declared: object) -> None:
        _refuse_other()


class _PartOfXlsx(_Part):
    def __init__(self, bulk: _Bulk) -> None:
        super().__init__(bulk)
        self.is_reference = False
        self.length = 0
        self.number = ""
        self.references = array("L")
        bulk.references.append(self.references)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            self.row, self.column = _place(attributes.get("r", str(self.row + 1)))[0], 0
        elif name == "c":
            self.row, self.column = (
                _place(attributes["r"]) if "r" in attributes else (self.row, self.column + 1)
            )
            self.is_reference = attributes.get("t") == "s"
        elif name in ("v", "is", "f"):
            self.fill(1, 0)
            self.number = ""
        elif name == "si":
            self.length = 0

    def text(self, letters: str) -> None:
        self.length += len(letters)
        if self.is_reference:
            self.number = (self.number + letters.strip())[: MOST_DIGITS + 1]

    def end(self, name: str) -> None:
        if name == "v" and self.is_reference and self.number:
            self.references.append(_whole(self.number))
        elif name == "si":
            self.bulk.shared.append(self.length)


class _PartOfOds(_Part):
    def __init__(self, bulk: _Bulk) -> None:
        super().__init__(bulk)
        self.is_table = self.is_cell = self.is_filled = False
        self.rows = self.columns = 1
        self.length = 0

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table":
            self.is_table = self._opened(self.is_table)
            self.row = self.column = 0
        elif name == "table-row":
            self.rows = _times(attributes, "number-rows-repeated")
            self.row, self.column = self.row + self.rows, 0
        elif name in CELLS_OF_ODS:
            self.is_cell = self._opened(self.is_cell)
            self.columns = _times(attributes, "number-columns-repeated")
            self.column += self.columns
            self.is_filled = any(key.rpartition(":")[2] in VALUES_OF_ODS for key in attributes)
            self.length = sum(map(len, attributes.values()))
        elif name == "s":
            self.text(" " * min(_times(attributes, "c"), MOST_LETTERS))

    def text(self, letters: str) -> None:
        self.length += len(letters)

    def end(self, name: str) -> None:
        if name == "table":
            self.is_table = False
        elif name in CELLS_OF_ODS:
            if self.is_filled:
                self.fill(self.rows * self.columns, self.rows * self.columns * self.length)
            self.is_cell = self.is_filled = False

    def _opened(self, is_open: bool) -> bool:
        # No program nests a table in a table or a cell in a cell, where counting would begin anew.
        if is_open:
            _refuse_other()
        return True


def _times(attributes: dict[str, str], name: str) -> int:
    return max(
        (_whole(text) for key, text in attributes.items() if key.rpartition(":")[2] == name), default=1
    )


def _whole(written: str) -> int:
    if not written.isdecimal() or len(written) > MOST_DIGITS:
        _refuse_other()
    return int(written)


def _place(written: str) -> tuple[int, int]:
    # Row and column of "B7", counted from 1; column 0 of "7".
    match = PLACE.fullmatch(written)
    if match is None:
        _refuse_other()
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    return int(match[2]), column


def _refuse_other() -> NoReturn:
    refuse(
        "file",
        "no-list",
        "the file cannot be read as a spreadsheet; open it in your program and save it as .xlsx or as CSV",
    )


def _refuse_bulk() -> NoReturn:
    refuse(
        "file",
        "too-large",
        "the spreadsheet holds far more than a list of members; copy the columns with names and ticket colours into "
        "a new one",
    )
