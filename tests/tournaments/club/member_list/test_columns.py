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
def test_columns_are_guessed_by_headings_or_contents(pasted: str, kinds: str, names: list[str]) -> None:
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
    ("pasted", "names"),
    [
        ("Margaret Holloway, Joan Abernethy", "Margaret Holloway|Joan Abernethy"),
        ("Ann Lee, Bo Day\nCy Fox, Di Wu", "Ann Lee|Bo Day|Cy Fox|Di Wu"),
        ("Ann Lee, Bo Day, Cy Fox\nDi Wu, Ed Orr, Fay Kay\nGil Ash, Hal Poe, Ida Moe", "9 people"),
        (", ".join(f"{chr(65 + n // 26)}o {chr(65 + n % 26)}y" for n in range(40)), "40 people"),
        ("1. Ann Lee\n2) Bo Day\n(3) Cy Fox\n- Di Wu", "Ann Lee|Bo Day|Cy Fox|Di Wu"),
        ("Ann Lee; Bo Day", "Ann Lee|Bo Day"),
        ("Ann Lee\tBo Day", "Ann Lee|Bo Day"),
        ("Marsh, John\nvan der Berg, Piet Jan", "John Marsh|Piet Jan van der Berg"),
        ("Ann Lee,\nBo Day,", "Ann Lee|Bo Day"),
        ("Smith, Jones and Sons", "Smith, Jones and Sons"),
        ("Player 1\tPlayer 2\nAnn Lee\tBo Day\nCy Fox\t", "Ann Lee|Bo Day|Cy Fox"),
        ("Vorname 1\tNachname 1\tVorname 2\tNachname 2\nAnn\tLee\tBo\tDay", "Ann Lee|Bo Day"),
        ("Our club\n\nNr.\tName\tMobil\n1\tAnn Lee\t0170 1", "Ann Lee"),
    ],
)
def test_a_pasted_list_names_each_person(pasted: str, names: str) -> None:
    found = [one.name for one in columns.people_listed(pasted, [], ["Smith, Jones and Sons"])]
    wanted = names.split("|")
    assert (found == wanted) or (names == f"{len(set(found))} people"), found


@pytest.mark.parametrize(
    ("heads", "row", "kinds"),
    [
        (
            '"Name";"Vorname";"Passnummer";"E-Mail 1";"Telefon privat";"Mobiltelefon"',
            1,
            "last first number mail phone phone",
        ),
        ("sep=;\nName;Vorname;Spielernummer", 1, "last first number"),
        ("Our club 2026;;\n;;\nNr.;Name;Mobil", 3, "number name phone"),
        ("List;;\nNr.;Name;;Contact;\n;Nachname;Vorname;Telefon;E-Mail", 3, "number last first phone mail"),
    ],
    ids=["an association's", "sep=", "titles above", "two rows of headings"],
)
def test_headings_are_found_below_titles(heads: str, row: int, kinds: str) -> None:
    reading = columns.guess(sheet.rows_of_text(f"{heads}\nLee;Ann;17;18;19"), [])
    assert (reading.heading_row, " ".join(reading.kinds[: len(kinds.split())])) == (row, kinds)


def test_totals_and_headings_once_more_are_no_people_and_figures_are_no_sign() -> None:
    rows = sheet.rows_of_text("Name\tNumber\nAnn Lee\t1\nName\tNumber\nGesamt: 3 Mitglieder\nPlayer 07\t2")
    found = columns.people(rows, columns.guess(rows, []))
    assert [(one.row, one.is_title) for one in found] == [(2, False), (3, True), (4, True), (5, False)]


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
    reading = columns.Reading(("name",), heading_row=0, turned=False)
    assert [one.name for one in columns.people([["Marsh, John"]], reading)] == ["Marsh, John"]
