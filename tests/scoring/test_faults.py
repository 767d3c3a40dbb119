"""Faults know where they are, and checks speak as far as they can see."""

from collections.abc import Iterator
from typing import Any

import pytest

from scoring.derivation import Sentence
from scoring.faults import Fault, Faults, NotRead, and_more, at_most, find_faults, wrong


class Unread:
    """A hand of which nothing could be read."""

    def __getattr__(self, name: str) -> Any:
        raise NotRead(name)


WRONG = Sentence("%(entered)s was entered", {"entered": 15})


@pytest.mark.parametrize(
    ("outer", "field", "path"),
    [("hand", "bid", "hand.bid"), ("hand", "", "hand"), ("", "bid", "bid"), ("", "", "")],
    ids=["a field", "the whole", "nothing around it", "nothing at all"],
)
def test_a_fault_is_told_from_further_out(outer: str, field: str, path: str) -> None:
    assert Fault(field, "wrong", WRONG).inside(outer).field == path


def test_a_refusal_reads_as_all_its_faults_and_without_one_is_none() -> None:
    refusal = Faults([Fault("hand.bid", "wrong", WRONG), Fault("hand.trump", "wrong", WRONG)])

    assert str(refusal) == "hand.bid: 15 was entered; hand.trump: 15 was entered"
    with pytest.raises(ValueError, match="without a fault"):
        Faults([])


EARLY = Fault("hand.bid", "already", WRONG)
"""A fault whose code stands before `and-more` in the alphabet."""


@pytest.mark.parametrize(
    ("count", "told", "more"),
    [(49, 49, None), (50, 50, None), (51, 50, 1), (53, 50, 3)],
    ids=["one less", "as many as are told", "one more", "three more"],
)
def test_fifty_faults_are_told_and_the_others_counted(count: int, told: int, more: int | None) -> None:
    rest = [] if more is None else [and_more(more)]
    assert at_most(count * [EARLY]) == [*told * [EARLY], *rest]


def test_faults_that_stand_for_others_are_counted_as_those() -> None:
    assert at_most([EARLY, and_more(3), EARLY, and_more(4)]) == [EARLY, EARLY, and_more(7)]
    assert at_most([*49 * [EARLY], and_more(3), EARLY, EARLY])[49:] == [EARLY, and_more(4)]


def test_a_count_that_is_no_number_counts_as_none() -> None:
    many = Fault("", "and-more", Sentence("and %(count)s more", {"count": "many"}))
    assert at_most([EARLY, many, and_more(3)]) == [EARLY, and_more(3)]


def test_a_check_that_misses_a_field_is_silent_and_the_others_are_heard() -> None:
    def blind(hand: Any, rules: Any) -> Iterator[Fault]:
        yield from hand.bid

    def seeing(hand: Any, rules: Any) -> Iterator[Fault]:
        yield Fault("trump", "wrong", WRONG)

    assert [fault.field for fault in find_faults((blind, seeing, blind), Unread(), None)] == ["trump"]


def test_a_fault_is_what_it_is() -> None:
    fault = wrong("bid", "out-of-range", "%(entered)s was entered", entered=15)

    assert fault == Fault("bid", "out-of-range", WRONG)
    assert fault.message == "15 was entered"
    with pytest.raises(AttributeError):
        fault.field = "trump"  # type: ignore[misc]
    assert not hasattr(fault, "__dict__")
