"""The cells of an XLSX file: of one that somebody sent, which may be made to harm; and of one to be sent."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from typing import Final, NoReturn
from xml.parsers import expat
from xml.sax.saxutils import escape

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from tournaments.refusals import refuse

MOST_UNPACKED: Final = 10 * 1024 * 1024
"""Bytes of all parts that are read, unpacked; 2,000 rows of 30 columns come to three million."""
MOST_PARTS: Final = 500
"""A workbook has a few for each of its sheets."""
LAST_ROW: Final = 5000
LAST_COLUMN: Final = 100
"""The furthest cell with something in it. The reader makes room for all cells before it, and ends the process where
there is too little: a file of one kilobyte may ask for a cell in row 1,048,576 of column XFD."""
UNREADABLE: Final = (
    *(CalamineError, zipfile.BadZipFile, zlib.error, expat.ExpatError, OSError, EOFError),
    *(RuntimeError, NotImplementedError, ValueError),
)
"""The last three is what zipfile says to parts that are encrypted, or packed in a way it does not know."""
SCHEMAS: Final = "http://schemas.openxmlformats.org"
RELATIONS: Final = f"{SCHEMAS}/officeDocument/2006/relationships"
PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{SCHEMAS}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    + "".join(
        f'<Override PartName="/xl/{part}.xml" '
        f'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml"/>'
        for part, kind in (("workbook", "sheet.main"), ("worksheets/sheet1", "worksheet"))
    )
    + "</Types>",
    "_rels/.rels": f'<Relationships xmlns="{SCHEMAS}/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{SCHEMAS}/spreadsheetml/2006/main" xmlns:r="{RELATIONS}"><sheets>'
    '<sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{SCHEMAS}/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
"""What a workbook with one sheet consists of beside the sheet."""
PLACE: Final = re.compile(r"([A-Za-z]*)(\d{1,9})")


def cells(content: bytes) -> list[list[str]]:
    """The first sheet in sight that holds anything, row by row, as text.

    Raises Faults (field `file`) where it is no such file, or unpacks to more than a list of members can have.
    """
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(_repacked(content)))
        for sheet in book.sheets_metadata:
            if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible:
                rows = book.get_sheet_by_name(sheet.name).to_python(skip_empty_area=False)
                if any(cell != "" for row in rows for cell in row):
                    return [[_text(cell) for cell in row] for row in rows]
    except UNREADABLE:
        _refuse_other()
    return []


def written(rows: Iterable[Sequence[str]]) -> bytes:
    """A workbook whose one sheet has these rows, every cell as text: no program makes a number or formula of it."""
    lines = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in rows)
    sheet = f'<worksheet xmlns="{SCHEMAS}/spreadsheetml/2006/main"><sheetData>{lines}</sheetData></worksheet>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in {**PARTS, "xl/worksheets/sheet1.xml": sheet}.items():
            packed.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{part}')
    return out.getvalue()


def _cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def _text(cell: object) -> str:
    """What a cell shows: whole numbers without the point that the file gives them."""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _repacked(content: bytes) -> bytes:
    """The parts that a reader needs, unpacked and looked at here: a part may be larger than the file says."""
    packed = zipfile.ZipFile(io.BytesIO(content))
    parts = {info.filename: info for info in packed.infolist() if info.filename.endswith((".xml", ".rels"))}
    if "xl/workbook.xml" not in parts:
        _refuse_other()
    if len(parts) > MOST_PARTS or sum(info.file_size for info in parts.values()) > MOST_UNPACKED:
        _refuse_bulk()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as plain:
        for name, info in parts.items():
            part = packed.read(info)
            _check_places(part)
            plain.writestr(name, part)
    return out.getvalue()


def _check_places(part: bytes) -> None:
    """Refuse a part with a filled cell too far out, or with entities, which may stand for more than is there."""
    row = column = 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal row, column
        name = tag.rpartition(":")[2]
        if name == "row":
            row, column = _place(attributes.get("r", str(row + 1)))[0], 0
        elif name == "c":
            row, column = _place(attributes["r"]) if "r" in attributes else (row, column + 1)
        elif name in ("v", "is", "f") and (row > LAST_ROW or column > LAST_COLUMN):
            _refuse_bulk()

    def refuse_entities(*_declared: object) -> None:
        _refuse_other()

    parser = expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = refuse_entities
    parser.Parse(part, True)


def _place(written: str) -> tuple[int, int]:
    """Row and column of "B7", counted from 1; column 0 of "7"."""
    found = PLACE.fullmatch(written)
    if found is None:
        _refuse_other()
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - 64
    return int(found[2]), column


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
