"""Chamberlain: what a hand scores for three or four players, each alone.

The paragraphs that lines cite are in games/chamberlain/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.derivation import (
    Derivation,
    Line,
    Sentence,
    gettext_noop,
    kept,
    listed,
    ngettext_lazy,
    points_phrase,
)
from scoring.entry import Entry, MayLack, No, Row, Shape, Yes, says_passed_out
from scoring.faults import Fault

TRICKS: Final = 13
MOON: Final = 5
"""What a missed moon costs the declarer and gives everyone else."""
RENEGE: Final = 5
JACKS: Final = MappingProxyType(
    {
        "clubs": (4, gettext_noop("jack of clubs")),
        "diamonds": (3, gettext_noop("jack of diamonds")),
        "hearts": (2, gettext_noop("jack of hearts")),
        "spades": (1, gettext_noop("jack of spades")),
    }
)
"""What each jack costs whoever takes it, and what it is called."""

Seat = Annotated[int, Field(ge=1, le=4)]
Bid = Annotated[int, Field(ge=1, le=TRICKS)]
Tricks = Annotated[Row[Annotated[int, Field(ge=0, le=TRICKS)]], Field(min_length=3, max_length=4)]


class Jacks(Entry):
    """Who took each jack; null for the one that was turned up and stayed out of play."""

    clubs: Seat | None
    diamonds: Seat | None
    hearts: Seat | None
    spades: Seat | None


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

    target: Annotated[int, Field(ge=1, le=1000)] = 20


def tricks_are_thirteen(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """Thirteen tricks are played, and somebody takes each of them."""
    total = sum(hand.tricks)
    if total != TRICKS:
        why = gettext_noop("%(total)s tricks were entered; in all there are %(tricks)s")
        yield Fault("tricks", "not-thirteen", Sentence(why, {"total": total, "tricks": TRICKS}))


def declarer_plays(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """The declarer is one of those who play."""
    yield from _seat_that_plays("declarer", hand.declarer, hand)


def bid_is_there(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """Whoever does not try for the moon has bid a number."""
    if hand.bid is None and not hand.moon:
        why = gettext_noop("nothing was entered; needed: a whole number from 1 to %(tricks)s, or a moon")
        yield Fault("bid", "missing", Sentence(why, {"tricks": TRICKS}))


def moon_is_thirteen(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """A moon is all the tricks, and a bid beside it can say nothing else."""
    if hand.moon and hand.bid not in (None, TRICKS):
        why = gettext_noop("%(bid)s was entered; with a moon the bid is %(tricks)s or left out")
        yield Fault("bid", "not-thirteen", Sentence(why, {"bid": hand.bid, "tricks": TRICKS}))


def jacks_come_in_tricks(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """A jack is taken by somebody who plays and has a trick to hold it."""
    for suit in JACKS:
        seat = getattr(hand.jacks, suit)
        if seat is None:
            continue
        path = f"jacks.{suit}"
        yield from _seat_that_plays(path, seat, hand)
        if seat <= len(hand.tricks) and hand.tricks[seat - 1] == 0:
            why = gettext_noop("seat %(seat)s was entered, which took no trick; a jack lies in a trick")
            yield Fault(path, "no-trick", Sentence(why, {"seat": seat}))


def jacks_are_in_play(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """Three players may have one jack turned up and out of play; four play with every card."""
    out = [suit for suit in JACKS if getattr(hand.jacks, suit) is None]
    if len(hand.tricks) == 4:
        for suit in out:
            why = gettext_noop(
                "null was entered; with four players every jack is taken by a seat from 1 to 4"
            )
            yield Fault(f"jacks.{suit}", "jack-not-taken", Sentence(why))
    elif len(out) > 1:
        why = gettext_noop("%(jacks)s jacks were entered as out of play; only one card is turned up")
        yield Fault("jacks", "jacks-not-taken", Sentence(why, {"jacks": len(out)}))


def renegers_play(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """Only those who play can fail to follow suit."""
    for place, seat in enumerate(hand.reneges):
        yield from _seat_that_plays(f"reneges.{place}", seat, hand)


def _seat_that_plays(path: str, seat: int, hand: Played) -> Iterator[Fault]:
    players = len(hand.tricks)
    if seat > players:
        why = gettext_noop(
            "seat %(seat)s was entered; allowed: a seat from 1 to %(players)s, for each has tricks"
        )
        yield Fault(path, "not-playing", Sentence(why, {"seat": seat, "players": players}))


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
    if isinstance(hand, PassedOut):
        seats = tuple(range(1, hand.players + 1))
        why = Sentence(gettext_noop("Nobody bid: the hand is dealt again"))
        return Derivation(hand.players, (Line(seats, 0, "chamberlain.bid.passed-out", why),))
    players = len(hand.tricks)
    others = tuple(seat for seat in range(1, players + 1) if seat != hand.declarer)
    jacks = jacks_by_seat(hand.jacks, players)
    tricks = hand.tricks[hand.declarer - 1]
    won = None
    if not hand.moon:
        lines = [settle_bid(hand, tricks, jacks[hand.declarer])]
        lines += lose_jacks(jacks, others)
    elif tricks == TRICKS:
        won = hand.declarer
        lines = [make_moon(hand.declarer)]
    else:
        lines = list(miss_moon(hand.declarer, others, tricks))
        lines += lose_jacks(jacks, range(1, players + 1))
    lines += renege(hand.reneges)
    return Derivation(players, tuple(lines), won)


def jacks_by_seat(jacks: Jacks, players: int) -> dict[int, tuple[str, ...]]:
    """The jacks each seat took, the dearest first."""
    taken: dict[int, tuple[str, ...]] = dict.fromkeys(range(1, players + 1), ())
    for suit in JACKS:
        seat = getattr(jacks, suit)
        if seat is not None:
            taken[seat] += (suit,)
    return taken


def penalty(jacks: tuple[str, ...]) -> int:
    """What some jacks cost."""
    return sum(JACKS[suit][0] for suit in jacks)


@cache
def named(jacks: tuple[str, ...]) -> Sentence:
    """Some jacks by name. Kept, for there are only sixteen choices of them."""
    return kept(listed(Sentence(JACKS[suit][1]) for suit in jacks))


def settle_bid(hand: Played, tricks: int, jacks: tuple[str, ...]) -> Line:
    """The declarer's tricks less the declarer's jacks are held against the bid, which is won or lost."""
    bid = hand.bid or TRICKS
    made = tricks - penalty(jacks) >= bid
    values: dict[str, object] = {"bid": bid, "tricks": tricks_phrase(tricks)}
    if jacks:
        values |= {"jacks": named(jacks), "cost": penalty(jacks), "left": tricks - penalty(jacks)}
    if made and jacks:
        template = gettext_noop("Bid %(bid)s made: %(tricks)s less %(cost)s for the %(jacks)s leave %(left)s")
    elif made:
        template = gettext_noop("Bid %(bid)s made with %(tricks)s")
    elif jacks:
        template = gettext_noop(
            "Bid %(bid)s missed: %(tricks)s less %(cost)s for the %(jacks)s leave %(left)s"
        )
    else:
        template = gettext_noop("Bid %(bid)s missed with %(tricks)s")
    rule = "chamberlain.bid.made" if made else "chamberlain.bid.missed"
    return Line((hand.declarer,), bid if made else -bid, rule, Sentence(template, values))


def tricks_phrase(tricks: int) -> Sentence:
    """`1 trick`, `8 tricks`."""
    return ngettext_lazy("%(count)s trick", "%(count)s tricks", tricks)


def lose_jacks(jacks: Mapping[int, tuple[str, ...]], seats: Iterable[int]) -> Iterator[Line]:
    """Jacks cost the seats that took them."""
    for seat in seats:
        if jacks[seat]:
            lost = penalty(jacks[seat])
            values = {"jacks": named(jacks[seat]), "points": points_phrase(lost)}
            why = Sentence(gettext_noop("Took the %(jacks)s: %(points)s lost"), values)
            yield Line((seat,), -lost, "chamberlain.jacks", why)


def make_moon(declarer: int) -> Line:
    """All thirteen tricks after announcing them win the game on the spot."""
    why = gettext_noop("Moon made with all %(tricks)s tricks: the game is won")
    return Line((declarer,), 0, "chamberlain.moon.made", Sentence(why, {"tricks": TRICKS}))


def miss_moon(declarer: int, others: tuple[int, ...], tricks: int) -> Iterator[Line]:
    """A missed moon costs the declarer and is a gain for everyone else."""
    values = {"tricks": tricks_phrase(tricks), "points": points_phrase(MOON)}
    why = gettext_noop("Moon missed with %(tricks)s: %(points)s lost")
    yield Line((declarer,), -MOON, "chamberlain.moon.missed", Sentence(why, values))
    why = gettext_noop("The declarer missed the moon: %(points)s")
    yield Line(others, MOON, "chamberlain.moon.missed", Sentence(why, values))


def renege(seats: tuple[int, ...]) -> Iterator[Line]:
    """Not following suit when able costs five points each time."""
    for seat in seats:
        why = Sentence(gettext_noop("Suit not followed: %(points)s lost"), {"points": points_phrase(RENEGE)})
        yield Line((seat,), -RENEGE, "chamberlain.renege", why)
