"""Small XLSX files, made here so that what is wrong with one can be made too."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def cell(text: str | int) -> str:
    """A cell behind the one before."""
    return (
        f"<c><v>{text}</v></c>"
        if isinstance(text, int)
        else f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>'
    )


def rows(table: Sequence[Sequence[str | int]]) -> str:
    """The rows of a sheet."""
    return "".join(f"<row>{''.join(map(cell, row))}</row>" for row in table)


def xlsx(*sheets: str, hidden: int = 0, more: dict[str, bytes] | None = None) -> bytes:
    """A workbook with these sheets, each given as its rows in XML.

    Arguments:
        hidden: how many sheets at the front are out of sight.
        more: other parts, by their names.
    """

    def shown(n: int) -> str:
        return "hidden" if n <= hidden else "visible"

    numbers = range(1, len(sheets) + 1)
    listed = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId{n}" state="{shown(n)}"/>' for n in numbers)
    targets = "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{TYPES}"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="rId1" Type="{OFFICE}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{RELATIONS}">{targets}</Relationships>',
        **{
            f"xl/worksheets/sheet{n}.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{sheet}</sheetData></worksheet>'
            for n, sheet in zip(numbers, sheets, strict=True)
        },
        **(more or {}),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return out.getvalue()
