"""What each line of a list comes to beside the people whom the club knows, and what is kept of a member."""

from __future__ import annotations

import pytest

from scoring.faults import Faults
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
    rows = [
        ListedPerson(row, name, "", Details("7")) for row, name in enumerate(("Ann Lee", "Zoé Day"), start=1)
    ]
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


# --- what is kept of a member --------------------------------------------------------------------------
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
