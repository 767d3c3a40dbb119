"""What is kept of a member, as it is typed and as it is taken."""

from __future__ import annotations

import pytest

from scoring.faults import Faults
from tournaments.club.member_list.details import Details, clean_details


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
