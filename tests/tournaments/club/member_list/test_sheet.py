"""Files and pasted lists, and the rows that are read of them; what cannot be read says what to do."""

import pytest

from scoring.faults import Faults
from tests.tournaments.club.member_list.spreadsheets import MAIN, cell, ods, ods_rows, rows, xlsx, zipped
from tournaments.club.member_list import sheet, workbook
from tournaments.club.member_list.workbook import LAST_COLUMN, LAST_ROW, MOST_PARTS
from tournaments.refusals import MOST_NAMES_AT_ONCE

TEXT = "Name;Couleur\nThérèse Roux;bleu\n"
READ = [["Name", "Couleur"], ["Thérèse Roux", "bleu"]]


FILES = {
    "UTF-8": TEXT.encode(),
    "UTF-8 with a mark": TEXT.encode("utf-8-sig"),
    "UTF-16": TEXT.encode("utf-16"),
    "UTF-16 the other way": b"\xfe\xff" + TEXT.encode("utf-16-be"),
    "UTF-16 without a mark": TEXT.encode("utf-16-le"),
    "UTF-16 the other way without a mark": TEXT.encode("utf-16-be"),
    "Windows-1252": TEXT.encode("cp1252"),
    "lines of Windows": TEXT.replace("\n", "\r\n").encode(),
    "lines of an old Mac": TEXT.replace("\n", "\r").encode(),
    "commas": TEXT.replace(";", ",").encode(),
    "tabs": TEXT.replace(";", "\t").encode(),
    "in quotation marks": '"Name","Couleur"\n"Thérèse Roux","bleu"\n'.encode(),
    "blank lines at the end": (TEXT + ";;\n\n ; \n").encode(),
    "XLSX": xlsx(rows(READ)),
    "XLSX with a hidden sheet": xlsx(rows([["secret"]]), rows(READ), hidden=1),
    "XLSX whose first sheet is empty": xlsx("", rows(READ)),
    "XLSX with colour to the last cell": xlsx(
        rows(READ) + '<row r="1048576"><c r="XFD1048576" s="0"/></row>'
    ),
    "XLSX whose first sheet is a title alone": xlsx(rows([["Kartenclub"]]), rows(READ)),
    "ODS": ods(ods_rows(READ)),
    "ODS with colour to the last cell": ods(
        "",
        ods_rows(READ) + '<table:table-row table:number-rows-repeated="1048574">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    ),
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_a_file_is_read_as_programs_write_it(content: bytes) -> None:
    assert sheet.rows_of_file(content) == READ


PASTED = {
    "one to a line": ("Ann Lee\nBob Day", [["Ann Lee"], ["Bob Day"]]),
    "of a spreadsheet": ("Ann Lee\tred\nBob Day\t", [["Ann Lee", "red"], ["Bob Day"]]),
    "last names first": ("Marsh, John\nDay, Bo", [["Marsh, John"], ["Day, Bo"]]),
    "a comma and a space": (
        "Ann, red\nBob, blue\nCy, red\nDi, red",
        [["Ann", "red"], ["Bob", "blue"], ["Cy", "red"], ["Di", "red"]],
    ),
    "both": ("Marsh, John\tred", [["Marsh, John", "red"]]),
    "quoted": ('"Marsh, John";red', [["Marsh, John", "red"]]),
    "blank lines": ("Ann Lee\n\n\nBob Day\n\n", [["Ann Lee"], [], [], ["Bob Day"]]),
    "right to left": ("דוד לוי;red\nמרים כהן;", [["דוד לוי", "red"], ["מרים כהן"]]),
    "formulas": ("=CMD()|'x'!A1\n@SUM(1)", [["=CMD()|'x'!A1"], ["@SUM(1)"]]),
    "a break in a cell": ('"Ann\nLee"\tred', [["Ann\nLee", "red"]]),
}


@pytest.mark.parametrize(("text", "read"), PASTED.values(), ids=PASTED)
def test_a_pasted_list_is_parted_by_what_parts_it(text: str, read: list[list[str]]) -> None:
    assert sheet.rows_of_text(text) == read


@pytest.mark.parametrize(
    "content",
    [
        xlsx(rows([["secret"]]), rows([["Kartenclub"]]), rows(READ), hidden=1),
        ods("", ods_rows([["Kartenclub"]]), ods_rows(READ)),
    ],
    ids=["XLSX", "ODS"],
)
def test_sheets_in_sight_are_named_and_read_by_their_names(content: bytes) -> None:
    assert workbook.sheets(content)[-2:] == ["S2", "S3"]
    assert workbook.cells(content, "S3") == READ
    assert workbook.cells(content) == [["Kartenclub"]]
    with pytest.raises(Faults, match="no sheet “S9”"):
        workbook.cells(content, "S9")


def test_sheets_of_a_small_workbook_are_read_to_be_chosen() -> None:
    assert list(sheet.sheets_with_rows(xlsx(rows(READ), "", rows(READ)))) == ["S1", "S3"]
    bulk = {"xl/more.xml": b"<a>" + b" " * sheet.LARGEST_TO_LEAF + b"</a>"}
    assert sheet.sheets_with_rows(xlsx(rows(READ), rows(READ), more=bulk)) == {}
    assert sheet.sheets_with_rows(b"Name\nAnn") == {}


def test_the_only_sheet_is_read_though_it_is_a_title_alone() -> None:
    assert sheet.rows_of_file(xlsx(rows([["Ann Lee"]]))) == [["Ann Lee"]]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Jürgen Weiß\nSøren Jäger\nFrançois Béart", "cp1252"),
        ("Żaneta Łęcki\nGrześ Wiśniewski\nJiří Dvořák", "cp1250"),
        ("Jürgen Weiß\nÉmile Béart", "mac_roman"),
    ],
)
def test_letters_of_old_programs_are_known_by_what_they_would_be_otherwise(text: str, encoding: str) -> None:
    content = text.encode(encoding)
    assert sheet.encoding_of(content) == encoding
    assert sheet.rows_of_file(content) == [[line] for line in text.splitlines()]
    read = sheet.rows_of_file(content, encoding="cp1257")
    assert read != sheet.rows_of_file(content)
    assert sheet.encoding_of(text.encode()) == ""


def test_a_cell_of_a_spreadsheet_is_what_it_shows() -> None:
    formula = '<row><c t="str"><f>CMD()</f><v>Ann</v></c><c><v>12</v></c><c><v>1.5</v></c><c t="b"><v>1</v></c></row>'
    assert sheet.rows_of_file(xlsx(formula)) == [["Ann", "12", "1.5", "True"]]


def _lying() -> bytes:
    """A workbook with a part that is larger than the archive says."""
    name, size = b"xl/huge.xml", 40_000_000
    packed = xlsx(rows(READ), more={name.decode(): b" " * size})
    return packed.replace(size.to_bytes(4, "little"), (90).to_bytes(4, "little"))


NO_SPREADSHEET, TOO_MUCH = "cannot be read as a spreadsheet", "far more than a list"
ENTITIES = b'<!DOCTYPE a [<!ENTITY b "c">]><worksheet xmlns="%s"/>' % MAIN.encode()
REFUSED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "empty"),
    "blank": (b"\n ; \n", "empty"),
    "an empty sheet": (xlsx(""), "empty"),
    "no CSV": (b'"' + b"x" * 200_000, "opens and never closes"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "neither a spreadsheet nor text"),
    "a PDF": (b"%PDF-1.7 \x81\x8d", "neither a spreadsheet nor text"),
    "half a letter": (b"\xff\xfea", "neither a spreadsheet nor text"),
    "an old spreadsheet": (b"\xd0\xcf\x11\xe0" + b"x" * 90, "save it as .xlsx or as CSV"),
    "a password": (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "has a password"),
    "too large": (b"Ann\n" * 51_201, "has 201 kB; at most 200 kB"),
    "too large a spreadsheet": (b"PK\x03\x04" + b"x" * 1024 * 1024, "has 1025 kB; at most 1024 kB"),
    "no zip": (b"PK\x03\x04" + b"x" * 90, NO_SPREADSHEET),
    "cut off": (xlsx(rows(READ))[:-30], NO_SPREADSHEET),
    "too many": (b"Ann\n" * (MOST_NAMES_AT_ONCE + 2), f"at most {MOST_NAMES_AT_ONCE} can be added at once"),
    "too many blank rows": (b"\n" * 9000 + b"Ann", "can be added at once"),
    "too wide": (b";".join([b"Ann"] * 31) + b"\n" + b"Bo;\n" * 40, "more than 30 columns"),
    "too long": (xlsx(rows([["Ann", "x" * 90_000]] * 3)), "very long texts"),
    "a letter": (zipped({"word/document.xml": b"<w/>"}), NO_SPREADSHEET),
    "a bomb": (xlsx(rows(READ), more={"xl/huge.xml": b" " * 40_000_000}), TOO_MUCH),
    "a bomb of parts": (
        xlsx(rows(READ), more={f"xl/{number}.xml": b"<a/>" for number in range(MOST_PARTS)}),
        TOO_MUCH,
    ),
    "a bomb that lies": (_lying(), NO_SPREADSHEET),
    "a cell at the end of the world": (
        xlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
        TOO_MUCH,
    ),
    "a cell far down": (xlsx(f'<row r="{LAST_ROW + 1}">{cell("Ann")}</row>'), TOO_MUCH),
    "a cell far to the side": (xlsx(f"<row>{cell('Ann') * (LAST_COLUMN + 1)}</row>"), TOO_MUCH),
    "a cell nowhere": (xlsx('<row><c r="A1B"><v>1</v></c></row>'), NO_SPREADSHEET),
    "entities": (xlsx(more={"xl/worksheets/sheet1.xml": ENTITIES}), NO_SPREADSHEET),
    "no XML": (xlsx("<row><c"), NO_SPREADSHEET),
}


@pytest.mark.parametrize(("content", "says"), REFUSED.values(), ids=REFUSED)
def test_a_file_that_cannot_be_read_or_would_do_harm_says_what_to_do(content: bytes, says: str) -> None:
    with pytest.raises(Faults, match=says):
        sheet.rows_of_file(content)


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "{}",
        "[",
        "1",
        "[1]",
        '["Ann"]',
        '[[{"a": 1}]]',
        "[[1]]",
        '[["\\ud800"]]',
        "[[]]",
        "null",
        "[" * 100_000,
    ],
)
def test_rows_that_the_form_did_not_keep_are_refused(kept: str) -> None:
    with pytest.raises(Faults):
        sheet.rows_of_kept(kept)


def test_what_the_form_keeps_is_read_as_it_was() -> None:
    found = [["Ann", "", "<b>"], [], ["ד", '"']]
    assert sheet.rows_of_kept(sheet.rows_as_text(found)) == found
