"""Whoever takes over from somebody goes on with what they began, and with what they had taken over themselves."""

from __future__ import annotations

import pytest

from tournaments.ranking.standings import heirs_of, holders, last_heir, line_of

REPLACED = {"b": "a", "c": "b", "y": "x"}
"""b came for a and c for b, y came for x."""


@pytest.mark.parametrize(
    ("one", "heir"),
    [
        pytest.param("a", "c", id="replaced twice"),
        pytest.param("b", "c", id="replaced and was a substitute"),
        pytest.param("c", "c", id="the last substitute"),
        pytest.param("z", "z", id="nobody came instead"),
    ],
)
def test_the_last_substitute_is_the_heir(one: str, heir: str) -> None:
    assert last_heir(one, heirs_of(REPLACED)) == heir


def test_each_ticket_that_changed_hands_has_a_holder() -> None:
    assert holders(REPLACED) == {"a": "c", "b": "c", "x": "y"}
    assert holders({}) == {}


def test_a_line_counts_what_those_before_did_and_nobody_counts_for_no_line() -> None:
    assert line_of("a", heirs_of(REPLACED), {"c", "y"}) == "c"
    with pytest.raises(ValueError, match="z has played or sat out and has no line"):
        line_of("z", heirs_of(REPLACED), {"c", "y"})
