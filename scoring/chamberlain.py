"""Chamberlain: what a hand scores for three or four players, each alone.

The paragraphs that lines cite are in games/chamberlain/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.derivation import (
    Derivation,
    Line,
    Sentence,
    coded,
    gettext_noop,
    listed,
    ngettext_lazy,
    points_phrase,
    remembered,
    with_english,
    wordings,
)
from scoring.entry import Entry, MayLack, No, Row, Shape, Yes, says_passed_out
from scoring.faults import Fault, wrong
from scoring.feats import Feat

TRICKS: Final = 13
MOON: Final = 5
"""What a missed moon costs the declarer and gives everyone else."""
RENEGE: Final = 5
JACKS: Final = MappingProxyType(
    {
        "clubs": 4,
        "diamonds": 3,
        "hearts": 2,
        "spades": 1,
    }
)
"""What each jack costs whoever takes it."""

wordings(
    {
        "chamberlain.jack.clubs": gettext_noop("jack of clubs"),
        "chamberlain.jack.diamonds": gettext_noop("jack of diamonds"),
        "chamberlain.jack.hearts": gettext_noop("jack of hearts"),
        "chamberlain.jack.spades": gettext_noop("jack of spades"),
        "chamberlain.tricks": ngettext_lazy("%(count)s trick", "%(count)s tricks"),
        "chamberlain.bid.made": gettext_noop("Bid %(bid)s made with %(tricks)s"),
        "chamberlain.bid.made-with-jacks": gettext_noop(
            "Bid %(bid)s made: %(tricks)s less %(cost)s for the %(jacks)s leave %(left)s"
        ),
        "chamberlain.bid.missed": gettext_noop("Bid %(bid)s missed with %(tricks)s"),
        "chamberlain.bid.missed-with-jacks": gettext_noop(
            "Bid %(bid)s missed: %(tricks)s less %(cost)s for the %(jacks)s leave %(left)s"
        ),
        "chamberlain.jacks.taken": gettext_noop("Took the %(jacks)s: %(points)s lost"),
        "chamberlain.moon.made": gettext_noop("Moon made with all %(tricks)s tricks: the game is won"),
        "chamberlain.moon.missed": gettext_noop("Moon missed with %(tricks)s: %(points)s lost"),
        "chamberlain.moon.gained": gettext_noop("The declarer missed the moon: %(points)s"),
        "chamberlain.renege": gettext_noop("Revoke: %(points)s lost"),
    }
)

Seat = Annotated[int, Field(ge=1, le=4)]
Bid = Annotated[int, Field(ge=1, le=TRICKS)]
Tricks = Annotated[Row[Annotated[int, Field(ge=0, le=TRICKS)]], Field(min_length=3, max_length=4)]


class Jacks(Entry):
    """Who took each jack; null for the one that was turned up and stayed out of play."""

    clubs: Seat | None
    diamonds: Seat | None
    hearts: Seat | None
    spades: Seat | None


takers: Final[Callable[[Jacks], tuple[int | None, ...]]] = attrgetter(*JACKS)
"""Who took each jack, the dearest first."""


class Played(Entry):
    """A hand somebody bid on. There are as many players as numbers of tricks."""

    passed_out: No = False
    declarer: Seat
    moon: bool = False
    bid: MayLack[Bid] = None
    rank: MayLack[Literal["high", "low"]] = None
    tricks: Tricks
    jacks: Jacks
    reneges: Row[Seat] = ()


class PassedOut(Entry):
    """A hand nobody bid on."""

    passed_out: Yes
    players: Annotated[int, Field(ge=3, le=4)]


Hand = Played | PassedOut


class HouseRules(Entry):
    """What a club may play differently."""

    thirteen_is_moon: bool = False
    target: Annotated[int, Field(ge=1, le=1000)] = 20


def tricks_are_thirteen(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """Thirteen tricks are played, and somebody takes each of them."""
    total = sum(hand.tricks)
    if total == TRICKS:
        return ()
    why = gettext_noop("%(total)s tricks were entered; in all there are %(tricks)s")
    return [wrong("tricks", "not-thirteen", why, total=total, tricks=TRICKS)]


def declarer_plays(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """The declarer is one of those who play."""
    return () if hand.declarer <= len(hand.tricks) else [_not_playing("declarer", hand.declarer, hand)]


def bid_is_there(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """Whoever does not try for the moon has bid a number."""
    if hand.bid is not None or hand.moon:
        return ()
    why = gettext_noop("nothing was entered; needed: a whole number from 1 to %(tricks)s, or a moon")
    return [wrong("bid", "missing", why, tricks=TRICKS)]


def moon_is_thirteen(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """A moon is all the tricks, and a bid beside it can say nothing else."""
    if not hand.moon or hand.bid in (None, TRICKS):
        return ()
    why = gettext_noop("%(bid)s was entered; with a moon the bid is %(tricks)s or left out")
    return [wrong("bid", "not-thirteen", why, bid=hand.bid, tricks=TRICKS)]


def jacks_come_in_tricks(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """A jack is taken by somebody who plays and has a trick to hold it."""
    tricks = hand.tricks
    for seat in takers(hand.jacks):
        if seat is not None and (seat > len(tricks) or not tricks[seat - 1]):
            return _out_of_tricks(hand)
    return ()


def _out_of_tricks(hand: Played) -> Iterator[Fault]:
    for suit, seat in zip(JACKS, takers(hand.jacks), strict=True):
        if seat is None:
            continue
        if seat > len(hand.tricks):
            yield _not_playing(f"jacks.{suit}", seat, hand)
        elif hand.tricks[seat - 1] == 0:
            why = gettext_noop("seat %(seat)s was entered, which took no trick; a jack lies in a trick")
            yield wrong(f"jacks.{suit}", "no-trick", why, seat=seat)


def jacks_are_in_play(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """Three players may have one jack turned up and out of play; four play with every card."""
    seats = takers(hand.jacks)
    out = seats.count(None)
    if out == 0 or (out == 1 and len(hand.tricks) == 3):
        return ()
    if len(hand.tricks) == 4:
        why = gettext_noop("nobody was entered; with four players every jack is taken by a seat from 1 to 4")
        suits = (suit for suit, seat in zip(JACKS, seats, strict=True) if seat is None)
        return [wrong(f"jacks.{suit}", "jack-not-taken", why) for suit in suits]
    why = gettext_noop("%(jacks)s jacks were entered as out of play; only one card is turned up")
    return [wrong("jacks", "jacks-not-taken", why, jacks=out)]


def renegers_play(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """Only those who play can fail to follow suit."""
    if not hand.reneges:
        return ()
    players = len(hand.tricks)
    strangers = ((place, seat) for place, seat in enumerate(hand.reneges) if seat > players)
    return [_not_playing(f"reneges.{place}", seat, hand) for place, seat in strangers]


def _not_playing(path: str, seat: int, hand: Played) -> Fault:
    why = gettext_noop(
        "seat %(seat)s was entered; allowed: a seat from 1 to %(players)s, for each has tricks"
    )
    return wrong(path, "not-playing", why, seat=seat, players=len(hand.tricks))


PLAYED: Final = Shape(
    Played,
    (
        declarer_plays,
        bid_is_there,
        moon_is_thirteen,
        tricks_are_thirteen,
        jacks_come_in_tricks,
        jacks_are_in_play,
        renegers_play,
    ),
)
PASSED_OUT: Final = Shape(PassedOut)
SHAPES: Final = (PLAYED, PASSED_OUT)


def shape(entered: Mapping[str, object]) -> Shape:
    """Which of the two kinds of hand was meant by what was entered."""
    return PASSED_OUT if says_passed_out(entered) else PLAYED


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What a hand without faults scores. A made moon wins the game and scores nobody anything."""
    if not isinstance(hand, Played):  # asked this way round, for pydantic is slow to say no
        return Derivation(hand.players, (pass_out(hand.players),))
    players, declarer = len(hand.tricks), hand.declarer
    jacks = jacks_by_seat(takers(hand.jacks))
    tricks = hand.tricks[declarer - 1]
    won = None
    if not shoots_the_moon(hand, rules):
        lines = [settle_bid(declarer, hand.bid or TRICKS, tricks, jacks.get(declarer, ()))]
        lines += [lose_jacks(seat, jacks[seat]) for seat in jacks if seat != declarer]
    elif tricks == TRICKS:
        won = declarer
        lines = [make_moon(declarer)]
    else:
        lines = [miss_moon(declarer, tricks), gain_by_missed_moon(declarer, players)]
        lines += [lose_jacks(seat, jacks[seat]) for seat in jacks]
    if hand.reneges:
        lines += map(renege, hand.reneges)
    return Derivation(players, tuple(lines), won)


def shoots_the_moon(hand: Played, rules: HouseRules) -> bool:
    """Whether the declarer plays for all the tricks and the game: announced, or under the house rule bid.

    Without the house rule a bid of thirteen is a bid like any other. It cannot be made, for the jacks lie in the
    tricks of whoever takes them all.
    """
    return hand.moon or (rules.thirteen_is_moon and hand.bid == TRICKS)


def feats(hand: Hand, rules: HouseRules) -> tuple[Feat, ...]:
    """A moon made."""
    won = score(hand, rules).wins_game
    return () if won is None else (Feat("chamberlain.moon", (won,)),)


@remembered
def pass_out(players: int) -> Line:
    """A hand nobody bid on is worth nothing to anybody."""
    seats = tuple(range(1, players + 1))
    return Line(seats, 0, "chamberlain.bid.passed-out", coded("passed-out"))


@remembered
def jacks_by_seat(seats: tuple[int | None, ...]) -> Mapping[int, tuple[str, ...]]:
    """The seats that took jacks, in order, and the jacks of each, the dearest first."""
    return {
        taker: tuple(suit for suit, seat in zip(JACKS, seats, strict=True) if seat == taker)
        for taker in sorted({seat for seat in seats if seat is not None})
    }


def penalty(jacks: tuple[str, ...]) -> int:
    """What some jacks cost."""
    return sum(JACKS[suit] for suit in jacks)


@cache
def named(jacks: tuple[str, ...]) -> Sentence:
    """Some jacks by name. Kept, for there are only sixteen choices of them."""
    return with_english(listed(coded(f"chamberlain.jack.{suit}") for suit in jacks))


@remembered
def settle_bid(declarer: int, bid: int, tricks: int, jacks: tuple[str, ...]) -> Line:
    """The declarer's tricks less the declarer's jacks are held against the bid, which is won or lost."""
    made = tricks - penalty(jacks) >= bid
    rule = "chamberlain.bid.made" if made else "chamberlain.bid.missed"
    values: dict[str, object] = {"bid": bid, "tricks": tricks_phrase(tricks)}
    if jacks:
        values |= {"jacks": named(jacks), "cost": penalty(jacks), "left": tricks - penalty(jacks)}
        why = coded(f"{rule}-with-jacks", **values)
    else:
        why = coded(rule, **values)
    return Line((declarer,), bid if made else -bid, rule, why)


@remembered
def tricks_phrase(tricks: int) -> Sentence:
    """`1 trick`, `8 tricks`."""
    return with_english(coded("chamberlain.tricks", count=tricks))


@remembered
def lose_jacks(seat: int, jacks: tuple[str, ...]) -> Line:
    """Jacks cost the seat that took them."""
    lost = penalty(jacks)
    why = coded("chamberlain.jacks.taken", jacks=named(jacks), points=points_phrase(lost))
    return Line((seat,), -lost, "chamberlain.jacks", why)


@remembered
def make_moon(declarer: int) -> Line:
    """All thirteen tricks after announcing them win the game on the spot."""
    return Line((declarer,), 0, "chamberlain.moon.made", coded("chamberlain.moon.made", tricks=TRICKS))


@remembered
def miss_moon(declarer: int, tricks: int) -> Line:
    """A missed moon costs the declarer."""
    why = coded("chamberlain.moon.missed", tricks=tricks_phrase(tricks), points=points_phrase(MOON))
    return Line((declarer,), -MOON, "chamberlain.moon.missed", why)


@remembered
def gain_by_missed_moon(declarer: int, players: int) -> Line:
    """A missed moon is a gain for everyone else."""
    others = tuple(seat for seat in range(1, players + 1) if seat != declarer)
    why = coded("chamberlain.moon.gained", points=points_phrase(MOON))
    return Line(others, MOON, "chamberlain.moon.missed", why)


@remembered
def renege(seat: int) -> Line:
    """Not following suit when able costs five points each time."""
    why = coded("chamberlain.renege", points=points_phrase(RENEGE))
    return Line((seat,), -RENEGE, "chamberlain.renege", why)
