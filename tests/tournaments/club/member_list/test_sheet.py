"""Files and pasted lists, and the rows that are read of them; what cannot be read says what to do."""

from __future__ import annotations

import pytest

from scoring.faults import Faults
from tests.tournaments.club.member_list.spreadsheets import MAIN, cell, ods, ods_rows, rows, xlsx, zipped
from tournaments.club.member_list import sheet, workbook
from tournaments.club.member_list.workbook import LAST_COLUMN, LAST_ROW, MOST_PARTS
from tournaments.limits import MOST_NAMES_AT_ONCE

TEXT = "Name;Couleur\nThérèse Roux;bleu\n"
READ = [["Name", "Couleur"], ["Thérèse Roux", "bleu"]]


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("cp1252"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.replace(";", ",").encode(),
        TEXT.replace(";", "\t").encode(),
        '"Name","Couleur"\n"Thérèse Roux","bleu"\n'.encode(),
        (TEXT + ";;\n\n ; \n").encode(),
        xlsx(rows(READ)),
        xlsx(rows([["secret"]]), rows(READ), hidden=1),
        xlsx("", rows(READ)),
        xlsx(rows(READ) + '<row r="1048576"><c r="XFD1048576" s="0"/></row>'),
        ods(ods_rows(READ)),
        ods(
            "",
            ods_rows(READ) + '<table:table-row table:number-rows-repeated="1048574">'
            '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
        ),
    ],
    ids=[
        *("UTF-8", "UTF-8 with a mark", "UTF-16", "UTF-16 the other way", "UTF-16 without a mark"),
        *("UTF-16 the other way without a mark", "Windows-1252", "lines of Windows", "lines of an old Mac"),
        *("commas", "tabs", "in quotation marks", "blank lines at the end"),
        *(
            "XLSX",
            "XLSX with a hidden sheet",
            "XLSX whose first sheet is empty",
            "XLSX with colour to the last cell",
            *("ODS", "ODS with colour to the last cell"),
        ),
    ],
)
def test_a_file_is_read_as_programs_write_it(content: bytes) -> None:
    assert sheet.rows_of_file(content) == READ


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ann Lee\nBob Day", [["Ann Lee"], ["Bob Day"]]),
        ("Ann Lee\tred\nBob Day\t", [["Ann Lee", "red"], ["Bob Day"]]),
        ("Marsh, John\nDay, Bo", [["Marsh, John"], ["Day, Bo"]]),
        (
            "Ann, red\nBob, blue\nCy, red\nDi, blue",
            [["Ann", "red"], ["Bob", "blue"], ["Cy", "red"], ["Di", "blue"]],
        ),
        ("Marsh, John\tred", [["Marsh, John", "red"]]),
        ('"Marsh, John";red', [["Marsh, John", "red"]]),
        ("Ann Lee\n\n\nBob Day\n\n", [["Ann Lee"], [], [], ["Bob Day"]]),
        ("דוד לוי;red\nמרים כהן;", [["דוד לוי", "red"], ["מרים כהן"]]),
        ("=CMD()|'x'!A1\n@SUM(1)", [["=CMD()|'x'!A1"], ["@SUM(1)"]]),
        ('"Ann\nLee"\tred', [["Ann\nLee", "red"]]),
    ],
    ids=[
        *(
            "one to a line",
            "of a spreadsheet",
            "last names first",
            "a comma and a space",
            "both",
            "quoted",
            "blank lines",
        ),
        *("right to left", "formulas", "a break in a cell"),
    ],
)
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


def test_a_sheet_that_is_a_title_alone_is_passed_over() -> None:
    assert sheet.rows_of_file(xlsx(rows([["Kartenclub"]]), rows(READ))) == READ
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


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"\n ; \n", "empty"),
        (xlsx(""), "empty"),
        (b'"' + b"x" * 200_000, "opens and never closes"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "neither a spreadsheet nor text"),
        (b"%PDF-1.7 \x81\x8d", "neither a spreadsheet nor text"),
        (b"\xff\xfea", "neither a spreadsheet nor text"),
        (b"\xd0\xcf\x11\xe0" + b"x" * 90, "save it as .xlsx or as CSV"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "has a password"),
        (b"Ann\n" * 51_201, "has 201 kB; at most 200 kB"),
        (b"PK\x03\x04" + b"x" * 1024 * 1024, "has 1025 kB; at most 1024 kB"),
        (b"PK\x03\x04" + b"x" * 90, "cannot be read as a spreadsheet"),
        (xlsx(rows(READ))[:-30], "cannot be read as a spreadsheet"),
        (b"Ann\n" * (MOST_NAMES_AT_ONCE + 2), f"at most {MOST_NAMES_AT_ONCE} can be added at once"),
        (b"\n" * 9000 + b"Ann", "can be added at once"),
        (b";".join([b"Ann"] * 31) + b"\n" + b"Bo;\n" * 40, "more than 30 columns"),
        (xlsx(rows([["Ann", "x" * 90_000]] * 3)), "very long texts"),
    ],
    ids=[
        *(
            "nothing",
            "blank",
            "an empty sheet",
            "no CSV",
            "a picture",
            "a PDF",
            "half a letter",
            "an old spreadsheet",
        ),
        *("a password", "too large", "too large a spreadsheet", "no zip", "cut off"),
        *("too many", "too many blank rows", "too wide", "too long"),
    ],
)
def test_a_file_that_cannot_be_read_says_what_to_do(content: bytes, says: str) -> None:
    with pytest.raises(Faults, match=says):
        sheet.rows_of_file(content)


def _lying() -> bytes:
    """A workbook with a part that is larger than the archive says."""
    name, size = b"xl/huge.xml", 40_000_000
    packed = xlsx(rows(READ), more={name.decode(): b" " * size})
    return packed.replace(size.to_bytes(4, "little"), (90).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (zipped({"word/document.xml": b"<w/>"}), "cannot be read as a spreadsheet"),
        (xlsx(rows(READ), more={"xl/huge.xml": b" " * 40_000_000}), "far more than a list"),
        (
            xlsx(rows(READ), more={f"xl/{number}.xml": b"<a/>" for number in range(MOST_PARTS)}),
            "far more than a list",
        ),
        (_lying(), "cannot be read as a spreadsheet"),
        (xlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), "far more than a list"),
        (xlsx(f'<row r="{LAST_ROW + 1}">{cell("Ann")}</row>'), "far more than a list"),
        (xlsx(f"<row>{cell('Ann') * (LAST_COLUMN + 1)}</row>"), "far more than a list"),
        (xlsx('<row><c r="A1B"><v>1</v></c></row>'), "cannot be read as a spreadsheet"),
        (
            xlsx(
                more={
                    "xl/worksheets/sheet1.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><worksheet xmlns="%s"/>'
                    % MAIN.encode()
                }
            ),
            "cannot be read as a spreadsheet",
        ),
        (xlsx("<row><c"), "cannot be read as a spreadsheet"),
    ],
    ids=[
        *(
            "a letter",
            "a bomb",
            "a bomb of parts",
            "a bomb that lies",
            "a cell at the end of the world",
            "a cell far down",
        ),
        *("a cell far to the side", "a cell nowhere", "entities", "no XML"),
    ],
)
def test_a_spreadsheet_that_would_do_harm_is_refused(content: bytes, says: str) -> None:
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
        "[" * 100_000,
        "null",
    ],
)
def test_rows_that_the_form_did_not_keep_are_refused(kept: str) -> None:
    with pytest.raises(Faults):
        sheet.rows_of_kept(kept)


def test_what_the_form_keeps_is_read_as_it_was() -> None:
    found = [["Ann", "", "<b>"], [], ["ד", '"']]
    assert sheet.rows_of_kept(sheet.rows_as_text(found)) == found
