"""Lines add up to scores, and sentences read well in any language."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.derivation import (
    OR,
    Derivation,
    Line,
    Sentence,
    kept,
    listed,
    ngettext_lazy,
    points_phrase,
    remembered,
)

SENTENCE = Sentence("why")


class French:
    """A few entries of a message file."""

    def gettext(self, message: str) -> str:
        return {"%(cards)s taken: %(points)s": "%(cards)s : %(points)s", "five": "cinq"}.get(message, message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return "%(count)s point" if number < 2 else "%(count)s points"


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (["five"], "five"),
        (["five", "three"], "five and three"),
        (["five", "three", "owl"], "five, three and owl"),
    ],
    ids=["one", "two", "three"],
)
def test_a_list_is_read_out_as_one_says_it(items: list[str], text: str) -> None:
    assert str(listed(items)) == text


def test_a_list_of_alternatives_ends_with_or() -> None:
    assert str(listed([1, 2, 3], OR)) == "1, 2 or 3"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (-1, "-1 points")]
)
def test_a_count_chooses_between_singular_and_plural(count: int, text: str) -> None:
    assert str(points_phrase(count)) == text


def test_a_sentence_is_translated_with_everything_inside_it() -> None:
    sentence = Sentence(
        "%(cards)s taken: %(points)s", {"cards": kept(Sentence("five")), "points": points_phrase(0)}
    )

    assert str(sentence) == "five taken: 0 points"
    assert sentence.rendered(French()) == "cinq : 0 point"


def test_a_sentence_kept_as_data_says_the_same_when_read_again() -> None:
    sentence = Sentence(
        "%(cards)s: %(n)s", {"cards": listed(["a", "b"]), "n": ngettext_lazy("one", "many", 2)}
    )

    assert str(Sentence.from_data(sentence.as_data())) == str(sentence)


lines = st.builds(
    Line,
    seats=st.sets(st.integers(1, 4), min_size=1).map(lambda seats: tuple(sorted(seats))),
    points=st.integers(-500, 500),
    rule=st.just("a.rule"),
    sentence=st.just(SENTENCE),
)


@given(st.lists(lines, max_size=8))
def test_a_seat_scores_the_sum_of_the_lines_it_is_in(listing: list[Line]) -> None:
    derivation = Derivation(4, tuple(listing))

    for seat in range(1, 5):
        assert derivation.scores[seat - 1] == sum(line.points for line in listing if seat in line.seats)


def test_a_line_as_json_is_what_it_is_as_data() -> None:
    line = Line((2, 4), -9, "a.rule", Sentence("“%(bid)s” lost", {"bid": 9}))

    assert json.loads(line.as_json) == line.as_data()
    assert line.as_data() == {"seats": [2, 4], "points": -9, "rule": "a.rule", "text": "“9” lost"}
    assert line.as_json.isascii()


def test_what_was_settled_before_is_not_settled_again() -> None:
    asked: list[int] = []

    @remembered
    def settle(points: int) -> Line:
        asked.append(points)
        return Line((1,), points, "a.rule", SENTENCE)

    assert settle(3) is settle(3)
    assert settle(4) != settle(3)
    assert asked == [3, 4]


def test_a_kept_sentence_equals_the_sentence() -> None:
    sentence = ngettext_lazy("%(count)s card", "%(count)s cards", 2)

    assert kept(sentence) == sentence
    assert kept(sentence).as_data() == sentence.as_data()
    assert kept(sentence).rendered(French()) == "2 points"


def test_a_hand_of_no_lines_scores_nothing() -> None:
    assert Derivation(3, ()).scores == (0, 0, 0)
    assert Derivation(3, ()).wins_game is None


def test_a_list_of_one_is_a_sentence_whatever_it_was_made_of() -> None:
    assert listed(["five"]) == Sentence("%(item)s", {"item": "five"})
    assert listed([Sentence("five")]) == Sentence("five")


def test_a_count_that_is_no_number_is_read_as_nothing() -> None:
    class Telling(French):
        def ngettext(self, singular: str, plural: str, number: int) -> str:
            return str(number)

    assert Sentence("one", {"count": "many"}, "many").rendered(Telling()) == "0"
