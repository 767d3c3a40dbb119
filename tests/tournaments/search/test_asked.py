"""What is read out of what somebody types into the search, and what it fits."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournaments.search.finders import fits, rank, read_query


@pytest.mark.parametrize(
    ("language", "typed", "table", "round_", "hand", "besides"),
    [
        ("en", "table 4 round 2 hand 3", 4, 2, 3, ()),
        ("en", "Hand 12", None, None, 12, ()),
        ("en", "TABLE4", 4, None, None, ()),
        ("en", "November round 2", None, 2, None, ("november",)),
        ("en", "stable 4", None, None, None, ("stable", "4")),
        ("en", "table 1234", None, None, None, ("table", "1234")),
        ("en", "donne 3", None, None, None, ("donne", "3")),
        ("fr", "table 4 tour 2 donne 3", 4, 2, 3, ()),
        ("fr", "round 2", None, 2, None, ()),
        ("fr", "", None, None, None, ()),
    ],
)
def test_the_numbers_of_table_round_and_hand_are_named(
    language: str,
    typed: str,
    table: int | None,
    round_: int | None,
    hand: int | None,
    besides: tuple[str, ...],
) -> None:
    with translation.override(language):
        asked = read_query(typed)
    assert (asked.table, asked.round, asked.hand, asked.besides) == (table, round_, hand, besides)


@pytest.mark.parametrize(
    ("typed", "is_too_short"), [("", False), ("  ", False), ("a", True), (" é ", True), ("ab", False)]
)
def test_a_single_letter_is_too_little_to_look_for(typed: str, is_too_short: bool) -> None:
    assert read_query(typed).is_too_short is is_too_short


@pytest.mark.parametrize(
    ("typed", "text", "does_fit"),
    [
        ("zoe", "Zoé Marchand", True),
        ("ZOÉ", "zoe", True),
        ("march zo", "Zoé Marchand", True),
        ("zoe bell", "Zoé Marchand", False),
        ("2026-11", "Friday 20 November 2026 2026-11-20", True),
        ("20 nov", "Friday 20 November 2026 2026-11-20", True),
        ("2 nov", "Friday 20 November 2026 2026-11-20", False),
        ("guest 1", "Guest 12", False),
        ("(", "Guest 12", False),
    ],
)
def test_every_word_stands_in_the_text_and_numbers_whole(typed: str, text: str, does_fit: bool) -> None:
    assert fits(read_query(typed).words, text) is does_fit


def test_what_begins_with_the_words_comes_before_what_only_holds_them() -> None:
    titles = ["Susannah Bell", "Mary Ann Field", "Ann Marsh"]
    assert sorted(titles, key=lambda title: rank(("ann",), title)) == titles[::-1]
