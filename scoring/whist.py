"""Whist: what a hand scores for two couples, in a whist drive or by odd tricks.

The paragraphs that lines cite are in games/whist/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.bounds import Bounds
from scoring.cards import Suit
from scoring.derivation import (
    Derivation,
    Line,
    Sentence,
    coded,
    gettext_noop,
    ngettext_lazy,
    points_phrase,
    remembered,
    with_english,
    wordings,
)
from scoring.entry import Entry, MayLack, Row, Shape
from scoring.faults import Fault, wrong

SEATS: Final = 4
TRICKS: Final = 13
BOOK: Final = 6
"""Tricks that count nothing where odd tricks count."""
REVOKE: Final = 3
"""The most tricks that one revoke costs."""
HONOURS: Final = MappingProxyType({3: 2, 4: 4})
"""What three and what four honours are worth to the couple that held them."""
ROTATION: Final[tuple[Suit, ...]] = ("hearts", "clubs", "diamonds", "spades")
"""The trumps of the rounds of an evening whose trumps rotate, over and over."""

wordings(
    {
        "whist.tricks": ngettext_lazy("%(count)s trick", "%(count)s tricks"),
        "whist.taken": gettext_noop("%(tricks)s: %(points)s"),
        "whist.none": gettext_noop("No trick"),
        "whist.odd": gettext_noop("%(tricks)s, %(above)s above six: %(points)s"),
        "whist.revoke": gettext_noop("Revoke: %(tricks)s to the other couple"),
        "whist.honours": gettext_noop("%(held)s honours held: %(points)s"),
    }
)

Seat = Annotated[int, Field(ge=1, le=SEATS)]
Side = Literal["A", "B"]
Trump = Literal["clubs", "diamonds", "hearts", "spades", "none"]
Taken = Annotated[int, Field(ge=0, le=TRICKS)]
SIDES: Final[tuple[Side, ...]] = ("A", "B")
COUPLES: Final = ((1, 3), (2, 4))


class Honours(Entry):
    """The couple that held three or four of the honours, and how many."""

    side: Side
    held: Annotated[int, Field(ge=3, le=4)]


class Revoke(Entry):
    """A couple that did not follow suit, and the tricks that this costs it."""

    side: Side
    tricks: Annotated[int, Field(ge=1, le=REVOKE)]


class Hand(Entry):
    """A hand that was played; the tricks are those taken at the table, before any change hands for a revoke."""

    dealer: MayLack[Seat] = None
    trump: MayLack[Trump] = None
    tricks: Annotated[Row[Taken], Field(min_length=2, max_length=2)]
    honours: MayLack[Honours] = None
    revokes: Row[Revoke] = ()


class HouseRules(Entry):
    """What a club may play differently. The defaults are those of a whist drive."""

    counts: Literal["all", "odd"] = "all"
    count_honours: bool = False
    target: Annotated[int, Field(ge=5, le=10, multiple_of=5)] = 5
    trumps: Literal["by_hand", "rotating"] = "by_hand"


def tricks_are_thirteen(hand: Hand, rules: HouseRules) -> Iterable[Fault]:
    """Thirteen tricks are played, and a couple takes each of them."""
    total = sum(hand.tricks)
    if total == TRICKS:
        return ()
    why = gettext_noop("%(total)s tricks were entered; in all there are %(tricks)s")
    return [wrong("tricks", "not-thirteen", why, total=total, tricks=TRICKS)]


def honours_are_trumps(hand: Hand, rules: HouseRules) -> Iterable[Fault]:
    """The honours are the four highest trumps: without trumps there are none."""
    if hand.honours is None or hand.trump != "none":
        return ()
    return [
        wrong("honours", "no-trumps", gettext_noop("honours were entered; without trumps there are none"))
    ]


def revokes_cost_what_there_is(hand: Hand, rules: HouseRules) -> Iterable[Fault]:
    """A couple gives no more tricks than it has taken and been given, in whatever order revokes were entered."""
    return _too_dear(hand) if hand.revokes else ()


def _too_dear(hand: Hand) -> Iterator[Fault]:
    given = [sum(revoke.tricks for revoke in hand.revokes if revoke.side == side) for side in SIDES]
    left = [tricks + more for tricks, more in zip(hand.tricks, reversed(given), strict=True)]
    for place, revoke in enumerate(hand.revokes):
        own = SIDES.index(revoke.side)
        if revoke.tricks > left[own]:
            why = gettext_noop("%(tricks)s was entered; couple %(side)s has tricks to give: %(left)s")
            path = f"revokes.{place}.tricks"
            yield wrong(path, "more-than-taken", why, tricks=revoke.tricks, side=revoke.side, left=left[own])
        left[own] -= min(revoke.tricks, left[own])


SHAPES: Final = (Shape(Hand, (tricks_are_thirteen, honours_are_trumps, revokes_cost_what_there_is)),)


def shape(entered: Mapping[str, object]) -> Shape:
    """Which kind of hand was meant: there is one."""
    return SHAPES[0]


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What a hand without faults scores, once the tricks for revokes have changed hands."""
    lines = [give_tricks(revoke.side, revoke.tricks) for revoke in hand.revokes]
    tricks = list(hand.tricks)
    for revoke in hand.revokes:
        own = SIDES.index(revoke.side)
        tricks[own] -= revoke.tricks
        tricks[1 - own] += revoke.tricks
    if rules.counts == "all":
        lines += [take(COUPLES[0], tricks[0]), take(COUPLES[1], tricks[1])]
    else:
        more = 0 if tricks[0] > BOOK else 1
        lines.append(take_odd(COUPLES[more], tricks[more]))
        if hand.honours is not None and rules.count_honours:
            lines.append(hold(COUPLES[SIDES.index(hand.honours.side)], hand.honours.held))
    return Derivation(SEATS, tuple(lines))


def trumps_of_round(number: int, rules: HouseRules) -> Suit | None:
    """The trumps of a whole round where they rotate; None where each hand has its own."""
    return ROTATION[(number - 1) % len(ROTATION)] if rules.trumps == "rotating" else None


def bounds(rules: HouseRules, seats: int) -> Bounds:
    """Nobody loses points, and one couple can take all thirteen tricks, and hold the honours with them."""
    most = TRICKS
    if rules.counts == "odd":
        most = TRICKS - BOOK + (max(HONOURS.values()) if rules.count_honours else 0)
    together = TRICKS if rules.counts == "all" else None
    return Bounds(least=0, most=most, apart=most, least_together=0, together=together)


@remembered
def give_tricks(side: Side, tricks: int) -> Line:
    """The tricks of a revoke: they count with the other couple's, and so are no points by themselves."""
    why = coded("whist.revoke", tricks=tricks_phrase(tricks))
    return Line(COUPLES[SIDES.index(side)], 0, "whist.score.revoke", why)


@remembered
def take(couple: tuple[int, int], tricks: int) -> Line:
    """In a whist drive each trick is a point."""
    if tricks:
        why = coded("whist.taken", tricks=tricks_phrase(tricks), points=points_phrase(tricks))
    else:
        why = coded("whist.none")
    return Line(couple, tricks, "whist.score.tricks", why)


@remembered
def take_odd(couple: tuple[int, int], tricks: int) -> Line:
    """By odd tricks only those above six are points."""
    points = tricks - BOOK
    why = coded("whist.odd", tricks=tricks_phrase(tricks), above=points, points=points_phrase(points))
    return Line(couple, points, "whist.score.odd", why)


@remembered
def hold(couple: tuple[int, int], held: int) -> Line:
    """Three honours or four in the two hands of a couple."""
    points = HONOURS[held]
    why = coded("whist.honours", held=held, points=points_phrase(points))
    return Line(couple, points, "whist.score.honours", why)


@remembered
def tricks_phrase(tricks: int) -> Sentence:
    """`1 trick`, `8 tricks`."""
    return with_english(coded("whist.tricks", count=tricks))
