"""Small XLSX and ODS files, made here so that what is wrong with one can be made too."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def cell(text: str | int) -> str:
    return (
        f"<c><v>{text}</v></c>"
        if isinstance(text, int)
        else f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>'
    )


def rows(table: Sequence[Sequence[str | int]]) -> str:
    return "".join(f"<row>{''.join(map(cell, row))}</row>" for row in table)


def xlsx(*sheets: str, hidden: int = 0, more: dict[str, bytes] | None = None) -> bytes:
    """A workbook with these sheets, each its rows in XML, the first of them `hidden`; `more`: other parts by name."""

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
    return zipped(parts)


def ods(*sheets: str) -> bytes:
    """An OpenDocument workbook with these sheets, each given as its rows in XML."""
    tables = "".join(
        f'<table:table table:name="S{number}">{sheet}</table:table>'
        for number, sheet in enumerate(sheets, start=1)
    )
    names = " ".join(f'xmlns:{name}="{OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"/>',
            "content.xml": f"<office:document-content {names}><office:body><office:spreadsheet>{tables}"
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


def ods_rows(table: Sequence[Sequence[str]], *, row: str = "", cell: str = "") -> str:
    """The rows of an OpenDocument sheet; `row` and `cell` are further attributes of each."""
    return "".join(
        f"<table:table-row {row}>"
        + "".join(
            f'<table:table-cell office:value-type="string" {cell}><text:p>{escape(text)}</text:p></table:table-cell>'
            for text in texts
        )
        + "</table:table-row>"
        for texts in table
    )


def zipped(parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these parts, by their names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return out.getvalue()
