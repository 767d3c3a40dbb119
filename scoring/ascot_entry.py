"""Ascot: what is entered of a hand, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.cards import Suit
from scoring.derivation import gettext_noop
from scoring.entry import Entry, MayLack, No, Row, Shape, Yes, says_passed_out
from scoring.faults import Fault, wrong

CARD_POINTS: Final = 120
KITTY_POINTS: Final = 20
KITTY_FREE: Final = 15
GRAND: Final = 40
LOWEST_BID: Final = 60
LOWEST_BID_WITH_RAMSCH: Final = 75
LOWEST_BID_TO_CONTRA: Final = 65
LOWEST_BID_TO_CONTRA_WITH_RAMSCH: Final = 80

ALL_THREE: Final = (1, 2, 3)
ALL_BUT: Final = MappingProxyType({1: (2, 3, 4), 2: (1, 3, 4), 3: (1, 2, 4), 4: (1, 2, 3)})
"""Who plays of four, by the dealer."""

Seat = Annotated[int, Field(ge=1, le=4)]
Players = Annotated[int, Field(ge=3, le=4)]
CardPoints = Annotated[int, Field(ge=0, le=CARD_POINTS, multiple_of=5)]
Bid = Annotated[int, Field(ge=LOWEST_BID, le=CARD_POINTS + GRAND + KITTY_FREE)]
Contract = Literal["suit", "grand", "no_trump", "null", "ramsch"]


class Penalty(Entry):
    """An irregularity, and whose it was."""

    seat: Seat
    kind: Literal["out_of_turn_bid", "exposed_card", "revoke"]


class _Dealt(Entry):
    """What every hand has."""

    passed_out: No = False
    players: Players
    dealer: Seat


class _Declared(_Dealt):
    """What every hand has that somebody won the bidding of."""

    declarer: Seat
    bid: Bid
    contract: Contract
    kitty_free: bool = False
    contra: bool = False
    redouble: bool = False
    penalties: Row[Penalty] = ()


class ForPoints(_Declared):
    """A hand declared to take card points: in a suit, grand or without trumps."""

    trump: MayLack[Suit] = None
    points: CardPoints


class ForNull(_Declared):
    """A hand declared to take no trick."""

    tricks: Annotated[int, Field(ge=0, le=10)]


class Ramsch(_Dealt):
    """A hand nobody bid on, played by everyone for as few card points as possible."""

    contract: Contract
    points: Annotated[Row[CardPoints], Field(min_length=3, max_length=4)]


class PassedOut(Entry):
    """A hand nobody bid on, left unplayed."""

    passed_out: Yes
    players: Players
    dealer: Seat


Hand = ForPoints | ForNull | Ramsch | PassedOut


class HouseRules(Entry):
    """What a club may play differently."""

    ramsch: bool = False


def active(hand: Hand) -> tuple[int, ...]:
    """The seats that play: all three, or of four all but the dealer's."""
    return ALL_THREE if hand.players == 3 else ALL_BUT[hand.dealer]


def dealer_sits_at_table(hand: Hand, rules: HouseRules) -> Iterable[Fault]:
    """Seats go as far as there are players."""
    if hand.dealer <= hand.players:
        return ()
    return [_not_playing("dealer", hand.dealer, range(1, hand.players + 1))]


def declarer_plays(hand: ForPoints | ForNull, rules: HouseRules) -> Iterable[Fault]:
    """With four players the dealer does not declare."""
    seats = active(hand)
    return () if hand.declarer in seats else [_not_playing("declarer", hand.declarer, seats)]


def bid_is_high_enough(hand: ForPoints | ForNull, rules: HouseRules) -> Iterable[Fault]:
    """Where a ramsch is played, bidding starts higher."""
    if not rules.ramsch or hand.bid >= LOWEST_BID_WITH_RAMSCH:
        return ()
    why = gettext_noop("%(bid)s was entered; where a ramsch is played, the lowest bid is %(lowest)s")
    return [wrong("bid", "out-of-range", why, bid=hand.bid, lowest=LOWEST_BID_WITH_RAMSCH)]


def trump_goes_with_a_suit(hand: ForPoints, rules: HouseRules) -> Iterable[Fault]:
    """A suit contract names its trumps, and no other contract does."""
    if (hand.contract == "suit") == (hand.trump is not None):
        return ()
    if hand.trump is None:
        return [wrong("trump", "missing", gettext_noop("nothing was entered; a suit contract has trumps"))]
    why = gettext_noop("%(trump)s was entered; only a suit contract has trumps")
    return [wrong("trump", "not-in-this-hand", why, trump=hand.trump)]


def null_takes_the_kitty(hand: ForNull, rules: HouseRules) -> Iterable[Fault]:
    """A null is not played kitty-free."""
    if not hand.kitty_free:
        return ()
    why = gettext_noop("kitty-free was entered; a null is not played kitty-free")
    return [wrong("kitty_free", "not-with-null", why)]


def doubling_is_allowed(hand: ForPoints | ForNull, rules: HouseRules) -> Iterable[Fault]:
    """Low bids cannot be doubled, and a redouble answers a contra."""
    if not hand.contra:
        why = gettext_noop("a redouble was entered without contra; it answers a contra")
        return [wrong("redouble", "no-contra", why)] if hand.redouble else ()
    lowest = LOWEST_BID_TO_CONTRA_WITH_RAMSCH if rules.ramsch else LOWEST_BID_TO_CONTRA
    if hand.bid >= lowest:
        return ()
    why = gettext_noop("contra was entered on a bid of %(bid)s; it needs a bid of at least %(lowest)s")
    return [wrong("contra", "bid-too-low", why, bid=hand.bid, lowest=lowest)]


def offenders_play(hand: ForPoints | ForNull, rules: HouseRules) -> Iterable[Fault]:
    """Only those who play can break a rule, and the declarer may expose cards."""
    return _wrong_offenders(hand) if hand.penalties else ()


def _wrong_offenders(hand: ForPoints | ForNull) -> Iterator[Fault]:
    for place, penalty in enumerate(hand.penalties):
        if penalty.seat not in active(hand):
            yield _not_playing(f"penalties.{place}.seat", penalty.seat, active(hand))
        if penalty.kind == "exposed_card" and penalty.seat == hand.declarer:
            why = gettext_noop("an exposed card of the declarer was entered; the declarer may expose cards")
            yield wrong(f"penalties.{place}.kind", "declarer-may-expose", why)


def null_ends_with_the_first_offence(hand: ForNull, rules: HouseRules) -> Iterator[Fault]:
    """An offence decides a null at once, so that both sides cannot have offended."""
    sides = {penalty.seat == hand.declarer for penalty in hand.penalties if penalty.kind != "out_of_turn_bid"}
    if len(sides) == 2:
        why = gettext_noop("offences of both sides were entered; in a null the first offence decides")
        yield wrong("penalties", "both-sides", why)


def ramsch_is_played_here(hand: Ramsch, rules: HouseRules) -> Iterator[Fault]:
    """A ramsch is a house rule."""
    if not rules.ramsch:
        why = gettext_noop("ramsch was entered; it is played only under the house rule ramsch")
        yield wrong("contract", "house-rule-off", why)


def ramsch_makes_up_the_pack(hand: Ramsch, rules: HouseRules) -> Iterator[Fault]:
    """Everyone has a number of card points, and only the untouched kitty's are missing."""
    if len(hand.points) != hand.players:
        why = gettext_noop("card points of %(entered)s seats were entered; %(players)s are needed")
        code = "too-few" if len(hand.points) < hand.players else "too-many"
        yield wrong("points", code, why, entered=len(hand.points), players=hand.players)
    total = sum(hand.points)
    if not CARD_POINTS - KITTY_POINTS <= total <= CARD_POINTS:
        why = gettext_noop(
            "%(total)s card points were entered; with 0 to %(kitty)s in the kitty they make %(all)s"
        )
        yield wrong("points", "wrong-total", why, total=total, kitty=KITTY_POINTS, all=CARD_POINTS)


def sitting_out_takes_nothing(hand: Ramsch, rules: HouseRules) -> Iterator[Fault]:
    """With four players the dealer has no card points."""
    if hand.players == len(hand.points) == 4 and hand.points[hand.dealer - 1]:
        why = gettext_noop("%(points)s was entered; the dealer sits out and has 0")
        dealer = hand.dealer - 1
        yield wrong(f"points.{dealer}", "not-playing", why, points=hand.points[dealer])


def passing_out_is_played_here(hand: PassedOut, rules: HouseRules) -> Iterator[Fault]:
    """Where a ramsch is played, no hand is passed out."""
    if rules.ramsch:
        why = gettext_noop(
            "passing was entered; under the house rule ramsch a hand nobody bid on is a ramsch"
        )
        yield wrong("passed_out", "ramsch-instead", why)


def _not_playing(path: str, seat: int, seats: Iterable[int]) -> Fault:
    why = gettext_noop("%(seat)s was entered; playing are %(seats)s")
    return wrong(path, "not-playing", why, seat=seat, seats=", ".join(map(str, seats)))


DECLARED: Final = (
    dealer_sits_at_table,
    declarer_plays,
    bid_is_high_enough,
    doubling_is_allowed,
    offenders_play,
)
FOR_POINTS: Final = Shape(ForPoints, (*DECLARED, trump_goes_with_a_suit))
FOR_NULL: Final = Shape(ForNull, (*DECLARED, null_takes_the_kitty, null_ends_with_the_first_offence))
RAMSCH: Final = Shape(
    Ramsch,
    (dealer_sits_at_table, ramsch_is_played_here, ramsch_makes_up_the_pack, sitting_out_takes_nothing),
)
PASSED_OUT: Final = Shape(PassedOut, (dealer_sits_at_table, passing_out_is_played_here))
SHAPES: Final = (FOR_POINTS, FOR_NULL, RAMSCH, PASSED_OUT)


def shape(entered: Mapping[str, object]) -> Shape:
    """Which kind of hand was meant by what was entered."""
    if says_passed_out(entered):
        return PASSED_OUT
    match entered.get("contract"):
        case "null":
            return FOR_NULL
        case "ramsch":
            return RAMSCH
        case _:
            return FOR_POINTS
