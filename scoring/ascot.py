"""Ascot: what a hand scores for three players, one of them declaring; a fourth, the dealer, sits out.

The paragraphs that lines cite are in games/ascot/rulebook.md; what a hand is, in ascot_entry.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from scoring.ascot_entry import (
    CARD_POINTS,
    GRAND,
    KITTY_FREE,
    SHAPES,
    ForNull,
    ForPoints,
    Hand,
    HouseRules,
    PassedOut,
    Penalty,
    Ramsch,
    active,
    shape,
)
from scoring.derivation import (
    Derivation,
    Line,
    Sentence,
    coded,
    gettext_noop,
    points_phrase,
    remembered,
    wordings,
)
from scoring.feats import Feat

__all__ = ["SHAPES", "HouseRules", "feats", "score", "settle", "shape"]

ENOUGH: Final = 60
"""Card points without which nothing is made and no bonus counts."""
NULL: Final = 75
LOST: Final = 120
MOVED: Final = 20
"""Card points an exposed card or a revoke moves to the other side."""
OUT_OF_TURN: Final = 10


wordings(
    {
        "ascot.passed-out": gettext_noop("Nobody bid: the next dealer deals"),
        "ascot.penalty.own-revoke": gettext_noop("Revoked: %(points)s card points to the opponents"),
        "ascot.penalty.revoke": gettext_noop("Seat %(seat)s revoked: %(points)s card points to the declarer"),
        "ascot.penalty.exposed-card": gettext_noop(
            "Seat %(seat)s exposed a card: %(points)s card points to the declarer"
        ),
        "ascot.penalty.out-of-turn-bid": gettext_noop("Bid out of turn: %(points)s lost"),
        "ascot.made": gettext_noop("%(points)s card points in tricks and kitty"),
        "ascot.bonus.grand": gettext_noop("Grand made: bonus %(bonus)s"),
        "ascot.bonus.kitty-free": gettext_noop("Kitty untouched: bonus %(bonus)s"),
        "ascot.missed": gettext_noop("Bid %(bid)s missed with %(points)s card points: %(lost)s lost"),
        "ascot.missed.without-bonus": gettext_noop(
            "Bid %(bid)s missed with %(points)s card points, and under %(enough)s no bonus counts: %(lost)s lost"
        ),
        "ascot.missed.with-bonus": gettext_noop(
            "Bid %(bid)s missed with %(points)s card points and a bonus of %(bonus)s: %(lost)s lost"
        ),
        "ascot.null.bid-too-high": gettext_noop("A null cannot make a bid of %(bid)s: %(lost)s lost"),
        "ascot.null.declarer-revokes": gettext_noop("Revoked in a null: %(lost)s lost"),
        "ascot.null.opponent-offends": gettext_noop("Null won by an opponent's offence: %(won)s"),
        "ascot.null.missed": gettext_noop("Null missed, tricks taken: %(tricks)s; %(lost)s lost"),
        "ascot.null.made": gettext_noop("Null made without a trick: %(won)s"),
        "ascot.contra": gettext_noop("Contra: doubled"),
        "ascot.redouble": gettext_noop("Redouble: doubled once more"),
        "ascot.ramsch.most": gettext_noop("Most card points in the ramsch: %(points)s lost"),
    }
)


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What a hand without faults scores. Only the declarer scores a contract."""
    match hand:  # the commonest first, for pydantic is slow to say no
        case ForPoints():
            points, lines = move_points(hand) if hand.penalties else (hand.points, [])
            grand = hand.contract == "grand"
            lines += settle_points(hand.declarer, hand.bid, points, grand, hand.kitty_free)
        case ForNull():
            lines = [settle_null(hand.declarer, hand.bid, hand.tricks, offender(hand))]
        case Ramsch():
            return Derivation(hand.players, (settle_ramsch(hand.points),))
        case PassedOut():
            return Derivation(hand.players, (pass_out(active(hand)),))
    if hand.contra:
        points = sum([line.points for line in lines])
        lines.append(double(hand.declarer, points))
        if hand.redouble:
            lines.append(redouble(hand.declarer, points))
    if hand.penalties:
        lines += bid_out_of_turn(hand.penalties)
    return Derivation(hand.players, tuple(lines))


def feats(hand: Hand, rules: HouseRules) -> tuple[Feat, ...]:
    """A grand made."""
    made = (line for line in score(hand, rules).lines if line.rule == "ascot.bonus.grand")
    return tuple(Feat("ascot.grand", line.seats) for line in made)


@remembered
def pass_out(seats: tuple[int, ...]) -> Line:
    """A hand nobody bid on is worth nothing to anybody."""
    return Line(seats, 0, "ascot.bid.passed-out", coded("ascot.passed-out"))


def move_points(hand: ForPoints) -> tuple[int, list[Line]]:
    """The declarer's card points after exposed cards and revokes, and what each of them moved.

    Offences of both sides cancel one for one, so that the order in which they were entered changes no score.
    What remains moves as far as the offending side has points: of several the last entered move less.
    """
    offences = [penalty for penalty in hand.penalties if penalty.kind != "out_of_turn_bid"]
    own = sum(penalty.seat == hand.declarer for penalty in offences)
    declarer_gives = own > len(offences) - own
    net = MOVED * abs(len(offences) - 2 * own)
    missing = max(0, net - (hand.points if declarer_gives else CARD_POINTS - hand.points))
    lines = []
    for penalty in reversed(offences):
        short = min(MOVED, missing) if (penalty.seat == hand.declarer) == declarer_gives else 0
        missing -= short
        lines.append(move(hand.declarer, penalty.kind, penalty.seat, MOVED - short))
    points = hand.points + (-net if declarer_gives else net)
    return min(max(points, 0), CARD_POINTS), lines[::-1]


@remembered
def move(declarer: int, kind: str, seat: int, points: int) -> Line:
    """Card points an offence moves to the other side. They are the declarer's loss or gain by and by."""
    rule = f"ascot.penalty.{kind.replace('_', '-')}"
    code = "ascot.penalty.own-revoke" if seat == declarer else rule
    return Line((declarer,), 0, rule, coded(code, seat=seat, points=points))


@remembered
def settle_points(seat: int, bid: int, points: int, grand: bool, kitty_free: bool) -> tuple[Line, ...]:
    """Card points and bonus are held against the bid; made they are scored, missed they cost 120."""
    declarer = (seat,)
    bonus = GRAND * grand + KITTY_FREE * kitty_free
    if points < ENOUGH or points + bonus < bid:
        return (Line(declarer, -LOST, "ascot.declarer.missed", _missed(bid, points, bonus)),)
    why = coded("ascot.made", points=points)
    lines = [Line(declarer, points, "ascot.declarer.card-points", why)]
    if grand:
        why = coded("ascot.bonus.grand", bonus=GRAND)
        lines.append(Line(declarer, GRAND, "ascot.bonus.grand", why))
    if kitty_free:
        why = coded("ascot.bonus.kitty-free", bonus=KITTY_FREE)
        lines.append(Line(declarer, KITTY_FREE, "ascot.bonus.kitty-free", why))
    return tuple(lines)


def _missed(bid: int, points: int, bonus: int) -> Sentence:
    if not bonus:
        code = "ascot.missed"
    else:
        code = "ascot.missed.without-bonus" if points < ENOUGH else "ascot.missed.with-bonus"
    return coded(code, bid=bid, points=points, bonus=bonus, enough=ENOUGH, lost=points_phrase(LOST))


def offender(hand: ForNull) -> Literal["declarer", "opponent"] | None:
    """Which side offended by exposing a card or revoking, if one did."""
    for penalty in hand.penalties:
        if penalty.kind != "out_of_turn_bid":
            return "declarer" if penalty.seat == hand.declarer else "opponent"
    return None


@remembered
def settle_null(seat: int, bid: int, tricks: int, offending: Literal["declarer", "opponent"] | None) -> Line:
    """A null is decided by the bid, by the first offence, or by the first trick taken, in that order."""
    if bid > NULL:
        rule, made = "ascot.null.bid-too-high", False
    elif offending == "declarer":
        rule, made = "ascot.null.declarer-revokes", False
    elif offending:
        rule, made = "ascot.null.opponent-offends", True
    elif tricks:
        rule, made = "ascot.null.missed", False
    else:
        rule, made = "ascot.null.made", True
    why = coded(rule, bid=bid, tricks=tricks, won=points_phrase(NULL), lost=points_phrase(LOST))
    return Line((seat,), NULL if made else -LOST, rule, why)


@remembered
def double(seat: int, points: int) -> Line:
    """Contra doubles what the declarer scores."""
    return Line((seat,), points, "ascot.contra", coded("ascot.contra"))


@remembered
def redouble(seat: int, points: int) -> Line:
    """A redouble doubles again what contra has doubled."""
    return Line((seat,), 2 * points, "ascot.redouble", coded("ascot.redouble"))


def bid_out_of_turn(penalties: tuple[Penalty, ...]) -> Iterator[Line]:
    """A bid out of turn costs its seat ten points, whatever happens to the contract."""
    for penalty in penalties:
        if penalty.kind == "out_of_turn_bid":
            yield lose_out_of_turn(penalty.seat)


@remembered
def lose_out_of_turn(seat: int) -> Line:
    """The ten points of one bid out of turn."""
    why = coded("ascot.penalty.out-of-turn-bid", points=points_phrase(OUT_OF_TURN))
    return Line((seat,), -OUT_OF_TURN, "ascot.penalty.out-of-turn-bid", why)


def settle_ramsch(points: tuple[int, ...]) -> Line:
    """Most card points cost what they are, each of those who are level on them."""
    most = max(points)
    seats = tuple(seat for seat, own in enumerate(points, start=1) if own == most)
    return Line(seats, -most, "ascot.ramsch.most", coded("ascot.ramsch.most", points=points_phrase(most)))


def settle(totals: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat receives from the others together: from each, the difference of their totals."""
    return tuple(len(totals) * total - sum(totals) for total in totals)
