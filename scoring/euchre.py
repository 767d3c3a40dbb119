"""Euchre: what a hand scores for two couples, one of which made trumps.

The paragraphs that lines cite are in games/euchre/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from pydantic import Field

from scoring.bounds import Bounds
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
from scoring.entry import Entry, MayLack, No, Shape, Yes, says_passed_out
from scoring.faults import Fault, wrong
from scoring.feats import Feat

SEATS: Final = 4
EVERYONE: Final = (1, 2, 3, 4)
TRICKS: Final = 5
ENOUGH: Final = 3
"""Tricks with which the makers are not euchred."""
MADE: Final = 1
MARCH: Final = 2
EUCHRED: Final = 2

wordings(
    {
        "euchre.tricks": ngettext_lazy("%(count)s trick", "%(count)s tricks"),
        "euchre.made": gettext_noop("The makers took %(tricks)s: %(points)s"),
        "euchre.made-alone": gettext_noop("The maker took %(tricks)s alone: %(points)s"),
        "euchre.march": gettext_noop("The makers took all five tricks: %(points)s"),
        "euchre.march-alone": gettext_noop("The maker took all five tricks alone: %(points)s"),
        "euchre.euchred": gettext_noop("Makers euchred with %(tricks)s: %(points)s"),
        "euchre.euchred-alone": gettext_noop("Lone maker euchred with %(tricks)s: %(points)s"),
        "euchre.euchred-by-one": gettext_noop(
            "Makers euchred with %(tricks)s by a defender alone: %(points)s"
        ),
        "euchre.passed-out": gettext_noop("Nobody made trumps: the next dealer deals"),
    }
)

Seat = Annotated[int, Field(ge=1, le=SEATS)]
Points = Annotated[int, Field(ge=2, le=20)]


class Played(Entry):
    """A hand for which somebody made trumps; the tricks are those of the maker's couple."""

    passed_out: No = False
    dealer: MayLack[Seat] = None
    maker: Seat
    alone: bool = False
    defended_alone: Seat | None = None
    tricks: Annotated[int, Field(ge=0, le=TRICKS)]


class PassedOut(Entry):
    """A hand for which nobody made trumps."""

    passed_out: Yes
    dealer: MayLack[Seat] = None


Hand = Played | PassedOut


class HouseRules(Entry):
    """What a club may play differently."""

    target: Annotated[int, Field(ge=1, le=1000)] = 10
    stick_the_dealer: bool = False
    alone_march: Points = 4
    euchred_alone: Points = 2
    defended_alone: Points = 4


def lone_defender_is_an_opponent(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """Nobody defends against their own partner, or against themselves."""
    if hand.defended_alone is None or hand.defended_alone not in couple_of(hand.maker):
        return ()
    first, second = opponents_of(hand.maker)
    why = gettext_noop(
        "seat %(seat)s was entered, a maker's; allowed: seat %(first)s or %(second)s, or nobody"
    )
    return [
        wrong("defended_alone", "not-an-opponent", why, seat=hand.defended_alone, first=first, second=second)
    ]


def dealer_may_pass(hand: PassedOut, rules: HouseRules) -> Iterable[Fault]:
    """Where the dealer is stuck with the last word, no hand is passed out."""
    if not rules.stick_the_dealer:
        return ()
    why = gettext_noop(
        "passing was entered; under the house rule stick_the_dealer the dealer makes trumps when nobody else does"
    )
    return [wrong("passed_out", "dealer-is-stuck", why)]


PLAYED: Final = Shape(Played, (lone_defender_is_an_opponent,))
PASSED_OUT: Final = Shape(PassedOut, (dealer_may_pass,))
SHAPES: Final = (PLAYED, PASSED_OUT)


def shape(entered: Mapping[str, object]) -> Shape:
    """Which of the two kinds of hand was meant by what was entered."""
    return PASSED_OUT if says_passed_out(entered) else PLAYED


def couple_of(seat: int) -> tuple[int, int]:
    """A seat and its partner's, in order."""
    return (1, 3) if seat % 2 else (2, 4)


def opponents_of(seat: int) -> tuple[int, int]:
    """The seats of the other couple."""
    return couple_of(seat + 1)


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What a hand without faults scores: one couple or the other, and one line of it."""
    if not isinstance(hand, Played):  # asked this way round, for pydantic is slow to say no
        return Derivation(SEATS, (pass_out(),))
    if hand.tricks < ENOUGH:
        others = opponents_of(hand.maker)
        if hand.defended_alone is not None:
            line = euchre(others, hand.tricks, "euchred-by-one", rules.defended_alone)
        elif hand.alone:
            line = euchre(others, hand.tricks, "euchred-alone", rules.euchred_alone)
        else:
            line = euchre(others, hand.tricks, "euchred", EUCHRED)
    elif hand.tricks < TRICKS:
        line = make(couple_of(hand.maker), hand.tricks, hand.alone)
    else:
        line = march(couple_of(hand.maker), hand.alone, rules.alone_march)
    return Derivation(SEATS, (line,))


def feats(hand: Hand, rules: HouseRules) -> tuple[Feat, ...]:
    """A lone hand made is the maker's own, not the couple's."""
    if isinstance(hand, Played) and hand.alone and hand.tricks == TRICKS:
        return (Feat("euchre.lone-hand", (hand.maker,)),)
    return ()


def bounds(rules: HouseRules, seats: int) -> Bounds:
    """One couple scores, the other nothing: at the most what the dearest ending is worth here."""
    most = max(MADE, MARCH, EUCHRED, rules.alone_march, rules.euchred_alone, rules.defended_alone)
    return Bounds(least=0, most=most, apart=most, least_together=0)


@remembered
def pass_out() -> Line:
    """A hand nobody made trumps for is worth nothing to anybody."""
    return Line(EVERYONE, 0, "euchre.score.passed-out", coded("euchre.passed-out"))


@remembered
def make(makers: tuple[int, int], tricks: int, alone: bool) -> Line:
    """Three tricks or four are a point, with a partner or without."""
    code = "euchre.made-alone" if alone else "euchre.made"
    why = coded(code, tricks=tricks_phrase(tricks), points=points_phrase(MADE))
    return Line(makers, MADE, "euchre.score.made", why)


@remembered
def march(makers: tuple[int, int], alone: bool, alone_march: int) -> Line:
    """All five tricks, which are worth more to a maker who plays without a partner."""
    points = alone_march if alone else MARCH
    ending = "march-alone" if alone else "march"
    return Line(
        makers, points, f"euchre.score.{ending}", coded(f"euchre.{ending}", points=points_phrase(points))
    )


@remembered
def euchre(others: tuple[int, int], tricks: int, ending: str, points: int) -> Line:
    """Makers with fewer than three tricks score nothing, and their opponents score instead."""
    why = coded(f"euchre.{ending}", tricks=tricks_phrase(tricks), points=points_phrase(points))
    return Line(others, points, f"euchre.score.{ending}", why)


@remembered
def tricks_phrase(tricks: int) -> Sentence:
    """`1 trick`, `4 tricks`."""
    return with_english(coded("euchre.tricks", count=tricks))
