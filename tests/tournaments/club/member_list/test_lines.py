"""What each line of a list comes to beside the people whom the club knows."""

from __future__ import annotations

import pytest

from tournaments.club.member_list.columns import Entered
from tournaments.club.member_list.lines import Known, Line, fingerprint, judged

CLUB = [
    Known(1, "Thérèse Roux", "blue", is_guest=False, is_active=True),
    Known(2, "John Marsh", "", is_guest=False, is_active=True),
    Known(3, "Basil Old", "", is_guest=False, is_active=False),
    Known(4, "Two Alike", "", is_guest=False, is_active=True),
    Known(5, "Two Alike", "", is_guest=False, is_active=True),
]


def lines(*entered: tuple[str, str]) -> tuple[Line, ...]:
    rows = [Entered(row, name, colour) for row, (name, colour) in enumerate(entered, start=1)]
    return judged(rows, CLUB)


@pytest.mark.parametrize(
    ("name", "colour", "mark", "of"),
    [
        ("Ann Lee", "red", "new", None),
        ("Thérèse Roux", "", "known", 1),
        ("THERESE  roux", "blue", "known", 1),
        ("Therese Roux", "red", "recoloured", 1),
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
def test_a_line_is_new_or_known_or_like_somebody_or_refused(
    name: str, colour: str, mark: str, of: int | None
) -> None:
    (line,) = lines((name, colour))
    assert (line.mark, line.of and line.of.pk) == (mark, of)
    assert (line.why is not None) == (mark == "refused")


def test_a_name_that_comes_again_is_taken_once() -> None:
    marks = [(line.mark, line.first) for line in lines(("Zoé Day", "red"), ("Ann", ""), ("ZOE day", "blue"))]
    assert marks == [("new", None), ("new", None), ("twice", 1)]


def test_the_fingerprint_differs_with_what_a_line_comes_to() -> None:
    one = [Entered(1, "Ann Lee", "")]
    assert fingerprint(judged(one, CLUB)) == fingerprint(judged(one, CLUB[:2]))
    assert fingerprint(judged(one, CLUB)) != fingerprint(
        judged(one, [*CLUB, Known(6, "Ann Lee", "", is_guest=False, is_active=True)])
    )
