"""What columns are taken for, and the names that come of it."""

from __future__ import annotations

import pytest

from tournaments.club.member_list import columns, sheet
from tournaments.club.member_list.details import Details


@pytest.mark.parametrize(
    ("pasted", "kinds", "names"),
    [
        ("Name\tColour\nAnn Lee\tred", "name colour", ["Ann Lee"]),
        ("FIRST NAME\tSurname\tEmail\nAnn\tLee\ta@b.c", "first last mail", ["Ann Lee"]),
        ("Surname\tForename\nLee\tAnn", "last first", ["Ann Lee"]),
        ("Name\tFirst name\nLee\tAnn", "last first", ["Ann Lee"]),
        ("Nom\tPrénom\tCouleur\nRoux\tThérèse\tbleu", "last first colour", ["Thérèse Roux"]),
        ("N°\tNom et prénom\n7\tRoux Thérèse", "number name", ["Roux Thérèse"]),
        ("Nom\nThérèse Roux", "name", ["Thérèse Roux"]),
        ("Name\tVorname\tFarbe\nGroß\tJörg\trot", "last first colour", ["Jörg Groß"]),
        ("Nachname\tVorname\nGroß\tJörg", "last first", ["Jörg Groß"]),
        ("Nombre\tApellido 1\tApellido 2\nJosé\tPérez\tGil", "first last last", ["José Pérez Gil"]),
        ("Nombre y apellidos\tColor\nJosé Pérez\trojo", "name colour", ["José Pérez"]),
        ("Who comes\tColour\nAnn Lee\tred\nBob Day\tsea", "name colour", ["Ann Lee", "Bob Day"]),
        ("Ann Lee\tred\nBob Day\tblue", "name colour", ["Ann Lee", "Bob Day"]),
        ("red\tAnn Lee\nblue\tBob Day", "colour name", ["Ann Lee", "Bob Day"]),
        ("Ann Lee\tOwls\nBob Day\tOwls", "name colour", ["Ann Lee", "Bob Day"]),
        ("7\tAnn Lee\ta@b.c\n8\tBob Day\tc@d.e", "ignore name mail", ["Ann Lee", "Bob Day"]),
        ("Ann\tLee\nBob\tDay", "first last", ["Ann Lee", "Bob Day"]),
        ("Ann Lee\nBob Day", "name", ["Ann Lee", "Bob Day"]),
        ("Marsh, John\nO'Neil, Bo", "name", ["John Marsh", "Bo O'Neil"]),
        ("Name;Colour\nMarsh, John;red\nBob Day;", "name colour", ["John Marsh", "Bob Day"]),
        ("Marsh, John, Jr.\tred", "name colour", ["Marsh, John, Jr."]),
        ("דוד לוי\nמרים כהן", "name", ["דוד לוי", "מרים כהן"]),
        ("12\t34", "name ignore", ["12"]),
        ("Name\n\n\nAnn", "name", ["Ann"]),
    ],
)
def test_columns_are_guessed_by_their_headings_or_by_what_stands_in_them(
    pasted: str, kinds: str, names: list[str]
) -> None:
    rows = sheet.rows_of_text(pasted)
    reading = columns.guess(rows, colours=["owls"])
    assert reading.kinds == tuple(kinds.split())
    assert [one.name for one in columns.people(rows, reading)] == names


@pytest.mark.parametrize(
    ("pasted", "names"),
    [
        ("Ann Lee, Bo Day, Cy Fox", ["Ann Lee", "Bo Day", "Cy Fox"]),
        ("Ann;Bo;Cy;Di", ["Ann", "Bo", "Cy", "Di"]),
        ("Ann Lee, Bo Day, Cy Fox,\nDi Wu, Ed Orr", ["Ann Lee", "Bo Day", "Cy Fox", "Di Wu", "Ed Orr"]),
        ("Marsh, John", ["John Marsh"]),
        ("Ann,Lee,red", ["Ann Lee"]),
        ("Ann,Lee,owls", ["Ann Lee"]),
        ("Ann,Lee,a@b.org", ["Ann Lee"]),
        ("First name,Last name,Colour", []),
        ("Ann,Lee,Aces\nBo,Day,Kings\nCy,Fox,Aces", ["Ann Lee", "Bo Day", "Cy Fox"]),
    ],
)
def test_names_side_by_side_are_people_and_columns_are_not(pasted: str, names: list[str]) -> None:
    rows = columns.one_below_another(sheet.rows_of_text(pasted), colours=["owls"])
    found = columns.people(rows, columns.guess(rows, colours=["owls"]))
    assert [one.name for one in found] == names


@pytest.mark.parametrize(
    "heads",
    [
        "Number\tName\tE-mail\tPhone\tDate of birth\tRemarks",
        "Nº\tNom\tCourriel\tTéléphone\tAnnée de naissance\tRemarques",
        "Mitgliedsnummer\tName\tE-Mail-Adresse\tTelefon\tJahrgang\tBemerkungen",
        "Número de socio\tNombre\tCorreo electrónico\tMóvil\tAño de nacimiento\tNotas",
    ],
)
def test_details_are_known_by_their_headings(heads: str) -> None:
    rows = sheet.rows_of_text(f"{heads}\n7\tAnn Lee\ta@b.org\t'+44 1\t1962\ttea")
    (found,) = columns.people(rows, columns.guess(rows, colours=[]))
    assert (found.name, found.details) == ("Ann Lee", Details("7", "a@b.org", "+44 1", "1962", "tea"))


def test_rows_are_counted_as_the_spreadsheet_counts_them() -> None:
    rows = sheet.rows_of_text("Name\tTicket\nAnn\tred\n\nBob")
    found = columns.people(rows, columns.guess(rows, colours=[]))
    assert [(one.row, one.name, one.colour) for one in found] == [(2, "Ann", "red"), (4, "Bob", "")]


def test_nothing_is_turned_round_unless_it_is_said() -> None:
    reading = columns.Reading(("name",), heading=False, turned=False)
    assert [one.name for one in columns.people([["Marsh, John"]], reading)] == ["Marsh, John"]
