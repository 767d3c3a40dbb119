"""Ascot: what a hand scores for three players, one of them declaring; a fourth, the dealer, sits out.

The paragraphs that lines cite are in games/ascot/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.cards import Suit
from scoring.derivation import Derivation, Line, Sentence, gettext_noop, points_phrase
from scoring.entry import Entry, MayLack, No, Row, Shape, Yes, says_passed_out
from scoring.faults import Fault

CARD_POINTS: Final = 120
KITTY_POINTS: Final = 20
ENOUGH: Final = 60
"""Card points without which nothing is made and no bonus counts."""
KITTY_FREE: Final = 15
GRAND: Final = 40
NULL: Final = 75
LOST: Final = 120
MOVED: Final = 20
"""Card points an exposed card or a revoke moves to the other side."""
OUT_OF_TURN: Final = 10
LOWEST_BID: Final = 60
LOWEST_BID_WITH_RAMSCH: Final = 75
LOWEST_BID_TO_CONTRA: Final = 65
LOWEST_BID_TO_CONTRA_WITH_RAMSCH: Final = 80

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


def dealer_sits_at_table(hand: Hand, rules: HouseRules) -> Iterator[Fault]:
    """Seats go as far as there are players."""
    if hand.dealer > hand.players:
        yield _not_playing("dealer", hand.dealer, range(1, hand.players + 1))


def declarer_plays(hand: ForPoints | ForNull, rules: HouseRules) -> Iterator[Fault]:
    """With four players the dealer does not declare."""
    if hand.declarer not in active(hand):
        yield _not_playing("declarer", hand.declarer, active(hand))


def bid_is_high_enough(hand: ForPoints | ForNull, rules: HouseRules) -> Iterator[Fault]:
    """Where a ramsch is played, bidding starts higher."""
    if rules.ramsch and hand.bid < LOWEST_BID_WITH_RAMSCH:
        why = gettext_noop("%(bid)s was entered; where a ramsch is played, the lowest bid is %(lowest)s")
        values = {"bid": hand.bid, "lowest": LOWEST_BID_WITH_RAMSCH}
        yield Fault("bid", "out-of-range", Sentence(why, values))


def trump_goes_with_a_suit(hand: ForPoints, rules: HouseRules) -> Iterator[Fault]:
    """A suit contract names its trumps, and no other contract does."""
    if hand.contract == "suit" and hand.trump is None:
        yield Fault(
            "trump", "missing", Sentence(gettext_noop("nothing was entered; a suit contract has trumps"))
        )
    if hand.contract != "suit" and hand.trump is not None:
        why = gettext_noop("%(trump)s was entered; only a suit contract has trumps")
        yield Fault("trump", "not-in-this-hand", Sentence(why, {"trump": hand.trump}))


def null_takes_the_kitty(hand: ForNull, rules: HouseRules) -> Iterator[Fault]:
    """A null is not played kitty-free."""
    if hand.kitty_free:
        why = gettext_noop("true was entered; a null is not played kitty-free")
        yield Fault("kitty_free", "not-with-null", Sentence(why))


def contra_needs_a_bid(hand: ForPoints | ForNull, rules: HouseRules) -> Iterator[Fault]:
    """Low bids cannot be doubled."""
    lowest = LOWEST_BID_TO_CONTRA_WITH_RAMSCH if rules.ramsch else LOWEST_BID_TO_CONTRA
    if hand.contra and hand.bid < lowest:
        why = gettext_noop("contra was entered on a bid of %(bid)s; it needs a bid of at least %(lowest)s")
        yield Fault("contra", "bid-too-low", Sentence(why, {"bid": hand.bid, "lowest": lowest}))


def redouble_needs_contra(hand: ForPoints | ForNull, rules: HouseRules) -> Iterator[Fault]:
    """A redouble answers a contra."""
    if hand.redouble and not hand.contra:
        why = gettext_noop("a redouble was entered without contra; it answers a contra")
        yield Fault("redouble", "no-contra", Sentence(why))


def offenders_play(hand: ForPoints | ForNull, rules: HouseRules) -> Iterator[Fault]:
    """Only those who play can break a rule, and the declarer may expose cards."""
    for place, penalty in enumerate(hand.penalties):
        if penalty.seat not in active(hand):
            yield _not_playing(f"penalties.{place}.seat", penalty.seat, active(hand))
        if penalty.kind == "exposed_card" and penalty.seat == hand.declarer:
            why = gettext_noop("an exposed card of the declarer was entered; the declarer may expose cards")
            yield Fault(f"penalties.{place}.kind", "declarer-may-expose", Sentence(why))


def null_ends_with_the_first_offence(hand: ForNull, rules: HouseRules) -> Iterator[Fault]:
    """An offence decides a null at once, so that both sides cannot have offended."""
    sides = {penalty.seat == hand.declarer for penalty in hand.penalties if penalty.kind != "out_of_turn_bid"}
    if len(sides) == 2:
        why = gettext_noop("offences of both sides were entered; in a null the first offence decides")
        yield Fault("penalties", "both-sides", Sentence(why))


def ramsch_is_played_here(hand: Ramsch, rules: HouseRules) -> Iterator[Fault]:
    """A ramsch is a house rule."""
    if not rules.ramsch:
        why = gettext_noop("ramsch was entered; it is played only under the house rule ramsch")
        yield Fault("contract", "house-rule-off", Sentence(why))


def ramsch_makes_up_the_pack(hand: Ramsch, rules: HouseRules) -> Iterator[Fault]:
    """Everyone has a number of card points, and only the untouched kitty's are missing."""
    if len(hand.points) != hand.players:
        why = gettext_noop("card points of %(entered)s seats were entered; %(players)s are needed")
        values = {"entered": len(hand.points), "players": hand.players}
        code = "too-few" if len(hand.points) < hand.players else "too-many"
        yield Fault("points", code, Sentence(why, values))
    total = sum(hand.points)
    if not CARD_POINTS - KITTY_POINTS <= total <= CARD_POINTS:
        why = gettext_noop(
            "%(total)s card points were entered; with 0 to %(kitty)s in the kitty they make %(all)s"
        )
        values = {"total": total, "kitty": KITTY_POINTS, "all": CARD_POINTS}
        yield Fault("points", "wrong-total", Sentence(why, values))


def sitting_out_takes_nothing(hand: Ramsch, rules: HouseRules) -> Iterator[Fault]:
    """With four players the dealer has no card points."""
    if hand.players == len(hand.points) == 4 and hand.points[hand.dealer - 1]:
        why = gettext_noop("%(points)s was entered; the dealer sits out and has 0")
        values = {"points": hand.points[hand.dealer - 1]}
        yield Fault(f"points.{hand.dealer - 1}", "not-playing", Sentence(why, values))


def passing_out_is_played_here(hand: PassedOut, rules: HouseRules) -> Iterator[Fault]:
    """Where a ramsch is played, no hand is passed out."""
    if rules.ramsch:
        why = gettext_noop("true was entered; under the house rule ramsch a hand nobody bid on is a ramsch")
        yield Fault("passed_out", "ramsch-instead", Sentence(why))


def _not_playing(path: str, seat: int, seats: Iterable[int]) -> Fault:
    values = {"seat": seat, "seats": ", ".join(map(str, seats))}
    return Fault(
        path, "not-playing", Sentence(gettext_noop("%(seat)s was entered; playing are %(seats)s"), values)
    )


DECLARED: Final = (
    dealer_sits_at_table,
    declarer_plays,
    bid_is_high_enough,
    contra_needs_a_bid,
    redouble_needs_contra,
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


def active(hand: Hand) -> tuple[int, ...]:
    """The seats that play: all three, or of four all but the dealer's."""
    seats = range(1, hand.players + 1)
    return tuple(seat for seat in seats if hand.players == 3 or seat != hand.dealer)


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What a hand without faults scores. Only the declarer scores a contract."""
    match hand:
        case PassedOut():
            why = Sentence(gettext_noop("Nobody bid: the next dealer deals"))
            lines = [Line(active(hand), 0, "ascot.bid.passed-out", why)]
        case Ramsch():
            lines = [settle_ramsch(hand)]
        case ForNull():
            lines = [settle_null(hand)]
            lines += double(hand, lines[0].points)
            lines += bid_out_of_turn(hand.penalties)
        case ForPoints():
            points, lines = move_points(hand)
            lines += settle_points(hand, points)
            lines += double(hand, sum(line.points for line in lines))
            lines += bid_out_of_turn(hand.penalties)
    return Derivation(hand.players, tuple(lines))


def move_points(hand: ForPoints) -> tuple[int, list[Line]]:
    """The declarer's card points after exposed cards and revokes, and what each of them moved.

    They are moved in the order in which they were entered, and a side has never less than nothing.
    """
    points, lines = hand.points, []
    for penalty in hand.penalties:
        if penalty.kind == "out_of_turn_bid":
            continue
        own = penalty.seat == hand.declarer
        moved = min(MOVED, points) if own else min(MOVED, CARD_POINTS - points)
        points += -moved if own else moved
        values = {"seat": penalty.seat, "points": moved}
        if own:
            why = Sentence(gettext_noop("Revoked: %(points)s card points to the opponents"), values)
        elif penalty.kind == "revoke":
            why = Sentence(
                gettext_noop("Seat %(seat)s revoked: %(points)s card points to the declarer"), values
            )
        else:
            template = gettext_noop("Seat %(seat)s exposed a card: %(points)s card points to the declarer")
            why = Sentence(template, values)
        lines.append(Line((hand.declarer,), 0, f"ascot.penalty.{penalty.kind.replace('_', '-')}", why))
    return points, lines


def settle_points(hand: ForPoints, points: int) -> Iterator[Line]:
    """Card points and bonus are held against the bid; made they are scored, missed they cost 120."""
    declarer = (hand.declarer,)
    bonus = GRAND * (hand.contract == "grand") + KITTY_FREE * hand.kitty_free
    if points < ENOUGH or points + bonus < hand.bid:
        yield Line(declarer, -LOST, "ascot.declarer.missed", _missed(hand.bid, points, bonus))
        return
    why = Sentence(gettext_noop("%(points)s card points in tricks and kitty"), {"points": points})
    yield Line(declarer, points, "ascot.declarer.card-points", why)
    if hand.contract == "grand":
        why = Sentence(gettext_noop("Grand made: bonus %(bonus)s"), {"bonus": GRAND})
        yield Line(declarer, GRAND, "ascot.bonus.grand", why)
    if hand.kitty_free:
        why = Sentence(gettext_noop("Kitty untouched: bonus %(bonus)s"), {"bonus": KITTY_FREE})
        yield Line(declarer, KITTY_FREE, "ascot.bonus.kitty-free", why)


def _missed(bid: int, points: int, bonus: int) -> Sentence:
    values = {"bid": bid, "points": points, "bonus": bonus, "enough": ENOUGH, "lost": points_phrase(LOST)}
    if not bonus:
        return Sentence(gettext_noop("Bid %(bid)s missed with %(points)s card points: %(lost)s lost"), values)
    if points < ENOUGH:
        template = gettext_noop(
            "Bid %(bid)s missed with %(points)s card points, and under %(enough)s no bonus counts: %(lost)s lost"
        )
    else:
        template = gettext_noop(
            "Bid %(bid)s missed with %(points)s card points and a bonus of %(bonus)s: %(lost)s lost"
        )
    return Sentence(template, values)


def settle_null(hand: ForNull) -> Line:
    """A null is decided by the bid, by the first offence, or by the first trick taken, in that order."""
    offenders = {penalty.seat for penalty in hand.penalties if penalty.kind != "out_of_turn_bid"}
    values = {"bid": hand.bid, "tricks": hand.tricks, "won": points_phrase(NULL), "lost": points_phrase(LOST)}
    if hand.bid > NULL:
        rule, made = "ascot.null.bid-too-high", False
        template = gettext_noop("A null cannot make a bid of %(bid)s: %(lost)s lost")
    elif hand.declarer in offenders:
        rule, made = "ascot.null.declarer-revokes", False
        template = gettext_noop("Revoked in a null: %(lost)s lost")
    elif offenders:
        rule, made = "ascot.null.opponent-offends", True
        template = gettext_noop("Null won by an opponent's offence: %(won)s")
    elif hand.tricks:
        rule, made = "ascot.null.missed", False
        template = gettext_noop("Null missed, tricks taken: %(tricks)s; %(lost)s lost")
    else:
        rule, made = "ascot.null.made", True
        template = gettext_noop("Null made without a trick: %(won)s")
    return Line((hand.declarer,), NULL if made else -LOST, rule, Sentence(template, values))


def double(hand: ForPoints | ForNull, points: int) -> Iterator[Line]:
    """Contra doubles what the declarer scores, a redouble doubles it again."""
    if hand.contra:
        yield Line((hand.declarer,), points, "ascot.contra", Sentence(gettext_noop("Contra: doubled")))
    if hand.redouble:
        why = Sentence(gettext_noop("Redouble: doubled once more"))
        yield Line((hand.declarer,), 2 * points, "ascot.redouble", why)


def bid_out_of_turn(penalties: tuple[Penalty, ...]) -> Iterator[Line]:
    """A bid out of turn costs its seat ten points, whatever happens to the contract."""
    for penalty in penalties:
        if penalty.kind == "out_of_turn_bid":
            why = Sentence(
                gettext_noop("Bid out of turn: %(points)s lost"), {"points": points_phrase(OUT_OF_TURN)}
            )
            yield Line((penalty.seat,), -OUT_OF_TURN, "ascot.penalty.out-of-turn-bid", why)


def settle_ramsch(hand: Ramsch) -> Line:
    """Most card points cost what they are, each of those who are level on them."""
    most = max(hand.points)
    seats = tuple(seat for seat, points in enumerate(hand.points, start=1) if points == most)
    why = Sentence(
        gettext_noop("Most card points in the ramsch: %(points)s lost"), {"points": points_phrase(most)}
    )
    return Line(seats, -most, "ascot.ramsch.most", why)


def settle(totals: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat receives from the others together: from each, the difference of their totals."""
    return tuple(len(totals) * total - sum(totals) for total in totals)
