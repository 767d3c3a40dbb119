"""Names that may mean one person are found; names that were told apart on purpose are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking.people import Alike, alike, likeness, plain

LETTERS = st.text(alphabet="abcdeéÉ .-'", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Ann Lee", "ann  LEE", "same"),
        ("Thérèse Noël", "Therese Noel", "same"),
        ("Anne-Marie Roy", "Anne Marie Roy", "same"),
        ("Lee, Ann", "Ann Lee", "order"),
        ("A. Lee", "Ann Lee", "initial"),
        ("Ann L", "Ann Lee", "initial"),
        ("Anne Lee", "Ann Lee", "near"),
        ("Catherine Marsh", "Katherine Marsh", "near"),
        ("Basil Thorne", "Basil Thorn", "near"),
        ("Ann Lee", "Bo Day", None),
        ("Ann Lee", "Ann Day", None),
        ("A. L.", "Ann Lee", None),
        ("Player 1", "Player 2", None),
        ("Ann Lee 2", "Ann Lee", None),
        ("?", "!", None),
        ("", "", None),
    ],
)
def test_how_two_names_are_alike(one: str, other: str, why: str | None) -> None:
    assert likeness(one, other) == likeness(other, one) == why


def test_the_surest_pairs_come_first() -> None:
    names = {"1": "Ann Lee", "2": "Lee Ann", "3": "ANN LEE", "4": "Bob Day", "5": "Bob Dey", "6": "C. Roy"}
    assert alike(names) == (
        Alike("1", "3", "same"),
        Alike("1", "2", "order"),
        Alike("2", "3", "order"),
        Alike("4", "5", "near"),
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [("Catherine Marsh", "Katherine Marsh"), ("A. Lee", "Ann Lee"), ("Ann Lee", "Lee Ann"), ("Bo", "bo")],
)
def test_among_a_thousand_the_pair_is_found(one: str, other: str) -> None:
    crowd = {f"x{number}": f"Somebody {number}" for number in range(1000)}
    assert [pair.first + pair.other for pair in alike({**crowd, "a": one, "b": other})] == ["ab"]


@given(LETTERS, LETTERS)
def test_likeness_has_no_direction(one: str, other: str) -> None:
    assert likeness(one, other) == likeness(other, one)


@given(LETTERS)
def test_a_name_is_like_itself_if_it_has_a_letter(name: str) -> None:
    assert likeness(name, name) == ("same" if plain(name) else None)


@given(st.dictionaries(st.sampled_from("pqrstuv"), LETTERS))
def test_every_pair_found_is_alike_and_named_once(names: dict[str, str]) -> None:
    found = alike(names)
    assert len({(pair.first, pair.other) for pair in found}) == len(found)
    assert all(likeness(names[pair.first], names[pair.other]) == pair.why for pair in found)
