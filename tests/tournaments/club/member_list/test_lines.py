"""Lists of members: columns guessed, what each line comes to beside those the club knows, what is kept of one."""

import pytest

from scoring.faults import Faults
from tournaments.club.member_list import columns, sheet
from tournaments.club.member_list.details import (
    Details,
    Known,
    Line,
    ListedPerson,
    clean_details,
    fingerprint,
    judged,
)

CLUB = [
    Known(1, "Thérèse Roux", "blue", is_guest=False, is_active=True),
    Known(2, "John Marsh", "", is_guest=False, is_active=True),
    Known(3, "Basil Old", "", is_guest=False, is_active=False),
    Known(4, "Two Alike", "", is_guest=False, is_active=True),
    Known(5, "Two Alike", "", is_guest=False, is_active=True),
]


def lines(*entered: tuple[str, str]) -> tuple[Line, ...]:
    rows = [ListedPerson(row, name, colour) for row, (name, colour) in enumerate(entered, start=1)]
    return judged(rows, CLUB)


@pytest.mark.parametrize(
    ("name", "colour", "mark", "of"),
    [
        ("Ann Lee", "red", "new", None),
        ("Thérèse Roux", "", "known", 1),
        ("THERESE  roux", "blue", "known", 1),
        ("Therese Roux", "red", "changed", 1),
        ("Basil Old", "", "known", 3),
        ("Two Alike", "red", "known", 4),
        ("Jon Marsh", "", "like", 2),
        ("Marsh John", "", "like", 2),
        ("J. Marsh", "", "like", 2),
        ("Basil Odl", "", "new", None),
        ("", "red", "refused", None),
        ("x" * 81, "", "refused", None),
        ("A\u202enn", "", "refused", None),
        ("Ann", "r\x07d", "refused", None),
        ("=CMD()", "", "new", None),
    ],
)
def test_how_a_line_is_marked(name: str, colour: str, mark: str, of: int | None) -> None:
    (line,) = lines((name, colour))
    assert (line.mark, line.of and line.of.pk) == (mark, of)
    assert (line.why is not None) == (mark == "refused")


def test_a_name_that_comes_again_is_taken_once() -> None:
    marks = [(line.mark, line.first) for line in lines(("Zoé Day", "red"), ("Ann", ""), ("ZOE day", "blue"))]
    assert marks == [("new", None), ("new", None), ("twice", 1)]


@pytest.mark.parametrize(
    ("name", "details", "mark", "changes"),
    [
        ("Ada Marsh", Details(), "known", ()),
        ("Ada Marsh", Details("7", "ada@example.org"), "known", ()),
        ("Ada Marsh", Details("8", "ada@example.org", phone="1"), "changed", ("number", "phone")),
        ("Ada Marsh", Details(mail="nothing like it"), "refused", ()),
        ("Bob Day", Details("7"), "refused", ()),
        ("Ann Lee", Details("7"), "refused", ()),
        ("Ann Lee", Details("9"), "new", ()),
    ],
)
def test_what_a_line_says_otherwise_is_a_change_and_nobody_gets_anothers_number(
    name: str, details: Details, mark: str, changes: tuple[str, ...]
) -> None:
    club = [
        Known(1, "Ada Marsh", "", is_guest=False, is_active=True, details=Details("7", "ada@example.org")),
        Known(2, "Bob Day", "", is_guest=False, is_active=True),
    ]
    (line,) = judged([ListedPerson(1, name, "", details)], club)
    assert (line.mark, line.changes) == (mark, changes)
    assert (line.why is not None) == (mark == "refused")


def test_two_lines_with_one_number_are_no_two_people() -> None:
    rows = [ListedPerson(row, name, "", Details("7")) for row, name in enumerate(("Ann Lee", "Zoé Day"), 1)]
    first, second = judged(rows, CLUB)
    assert (first.mark, second.mark) == ("new", "refused")
    assert second.why is not None
    assert "belongs to Ann Lee" in str(second.why)


def test_the_fingerprint_differs_with_what_a_line_comes_to() -> None:
    one = [ListedPerson(1, "Ann Lee", "")]
    assert fingerprint(judged(one, CLUB)) == fingerprint(judged(one, CLUB[:2]))
    assert fingerprint(judged(one, CLUB)) != fingerprint(
        judged(one, [*CLUB, Known(6, "Ann Lee", "", is_guest=False, is_active=True)])
    )


@pytest.mark.parametrize(
    ("entered", "birth"),
    [
        ("", ""),
        ("1962", "1962"),
        (" 12.03.1962 ", "1962"),
        ("1962-03-12", "1962"),
        ("1962-03-12 00:00:00", "1962"),
        ("minor", "minor"),
        ("Mineure", "minor"),
        ("minderjährig", "minor"),
    ],
)
def test_of_a_birthday_the_year_is_kept_alone(entered: str, birth: str) -> None:
    assert clean_details(Details(birth=entered)).birth == birth


@pytest.mark.parametrize(
    ("field", "entered", "code"),
    [
        ("birth", "62", "no-year"),
        ("birth", "1962 or 1963", "no-year"),
        ("birth", "2150", "no-year"),
        ("birth", "in 1962", "no-year"),
        ("mail", "ada", "no-mail"),
        ("mail", "ada@", "no-mail"),
        ("mail", "a" * 115 + "@b.org", "too-long"),
        ("phone", "none", "no-number"),
        ("phone", "1" * 41, "too-long"),
        ("number", "1" * 21, "too-long"),
        ("groups", "g" * 41, "too-long"),
        ("groups", ",".join("abcdefghijk"), "too-many"),
        ("notes", "n" * 301, "too-long"),
        ("notes", "a\x07b", "unprintable"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(field: str, entered: str, code: str) -> None:
    with pytest.raises(Faults) as refused:
        clean_details(Details(**{field: entered}))
    assert [(fault.field, fault.code) for fault in refused.value.faults] == [(field, code)]


@pytest.mark.parametrize(
    ("entered", "groups"),
    [
        ("Tuesday", "Tuesday"),
        ("Tuesday, beginners; tuesday,", "beginners, Tuesday"),
        (" ; , ", ""),
    ],
)
def test_groups_are_a_list_of_names(entered: str, groups: str) -> None:
    assert clean_details(Details(groups=entered)).groups == groups


def test_everything_wrong_is_told_at_once() -> None:
    with pytest.raises(Faults) as refused:
        clean_details(Details(mail="ada", phone="none", birth="then"))
    assert [fault.field for fault in refused.value.faults] == ["mail", "phone", "birth"]


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
        ("Ann Lee\t01632 960101\t7\nBob\t'+44 (0)1632/960-102\t8", "name phone ignore", ["Ann Lee", "Bob"]),
        ("Ann Lee\t12/05/1962\nBob\t1970-01-31", "name ignore", ["Ann Lee", "Bob"]),
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


def test_the_second_of_a_line_has_the_mail_in_a_column_of_their_own() -> None:
    pasted = "Player 1\tE-Mail 1\tPlayer 2\tE-Mail 2\nAnn Lee\ta@b.org\tBo Day\tb@b.org"
    found = columns.people_listed(pasted, [], [])
    assert [(one.name, one.details.mail) for one in found] == [("Ann Lee", "a@b.org"), ("Bo Day", "b@b.org")]


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
    text = "Name\tNumber\nAnn Lee\t1\nName\tNumber\nGesamt: 3 Mitglieder\nPlayer 07\t2\nMembers 2026\nTom & Sue Fox"
    rows = sheet.rows_of_text(text)
    found = list(columns.people(rows, columns.guess(rows, [])))
    marks = [(2, False), (3, True), (4, True), (5, False), (6, True), (7, False), (7, False)]
    assert [(one.row, one.is_title) for one in found] == marks
    assert [one.name for one in found][-2:] == ["Tom Fox", "Sue Fox"]


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


@pytest.mark.parametrize("cell", ["gents", "Gent", "gentleman", "messieurs", "Monsieur"])
@pytest.mark.parametrize("mark", [", ", ",", "\t"])
def test_a_colour_of_the_evening_is_known_behind_a_name(mark: str, cell: str) -> None:
    colours = ("ladies", "gents")
    listed = columns.people_listed(f"Ann Lee{mark}lady\nBo Day{mark}{cell}", colours, [])
    assert [columns.colour_among(colours, one.colour) for one in listed] == ["ladies", "gents"]
