"""Chambery Tarot: what the players of a hand pay each other; five, four or three of them.

The paragraphs that lines cite are in games/chambery_tarot/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from scoring.bounds import Bounds
from scoring.derivation import Derivation, Line, coded, gettext_noop, points_phrase, remembered, wordings
from scoring.entry import Entry, MayLack, Row, Shape
from scoring.faults import Fault, wrong


class PlayersCount(NamedTuple):
    """What a number of players makes of the card points: how many there are, and how many are par."""

    total: int
    par: int


COUNTS: Final = MappingProxyType({5: PlayersCount(68, 34), 4: PlayersCount(72, 36), 3: PlayersCount(78, 26)})
MULTIPLIERS: Final = MappingProxyType({"called_king": 1, "two_cards": 1, "one_card": 2, "no_cards": 4})

wordings(
    {
        "chambery_tarot.par.alone": gettext_noop("Everyone on %(par)s: nothing is paid"),
        "chambery_tarot.par.sides": gettext_noop("Both sides on %(par)s: nothing is paid"),
        "chambery_tarot.share.equal": gettext_noop("Equal share of %(paid)s paid: %(share)s"),
        "chambery_tarot.share.all": gettext_noop("Receives all that is paid: %(share)s"),
        "chambery_tarot.short": gettext_noop("%(points)s, short of %(par)s by %(short)s"),
        "chambery_tarot.multiplier.one-card": gettext_noop("One card: twice as much"),
        "chambery_tarot.multiplier.no-cards": gettext_noop("No cards: four times as much"),
        "chambery_tarot.doubled": gettext_noop("Fewer than %(half)s: doubled"),
        "chambery_tarot.raised": gettext_noop("Raised by %(more)s, for %(winners)s to share equally"),
        "chambery_tarot.three.alone": gettext_noop("Alone above %(par)s: receives all that is paid"),
        "chambery_tarot.three.above": gettext_noop("%(points)s, above %(par)s by %(over)s"),
        "chambery_tarot.three.doubled": gettext_noop("The loser has fewer than %(half)s: doubled"),
    }
)

Seat = Annotated[int, Field(ge=1, le=5)]
Players = Annotated[int, Field(ge=3, le=5)]
SidePoints = Annotated[int, Field(ge=0, le=COUNTS[4].total)]
SeatPoints = Annotated[int, Field(ge=0, le=COUNTS[3].total)]


class Sides(Entry):
    """A hand of four or five: a declarer, alone or with a partner, against the defenders."""

    players: Players
    bid: Literal["called_king", "two_cards", "one_card", "no_cards"]
    declarer: Seat
    partner: MayLack[Seat] = None
    declarer_points: SidePoints
    defender_points: MayLack[SidePoints] = None


class Three(Entry):
    """A hand of three, each alone."""

    players: Players
    points: Annotated[Row[SeatPoints], Field(min_length=3, max_length=3)]


Hand = Sides | Three


class HouseRules(Entry):
    """This game has none."""


def sides_play(hand: Sides, rules: HouseRules) -> Iterator[Fault]:
    """Declarer and partner are among the players."""
    if hand.declarer > hand.players:
        yield _not_playing("declarer", hand.declarer, hand.players)
    if hand.partner is not None and hand.partner > hand.players:
        yield _not_playing("partner", hand.partner, hand.players)


def called_king_has_a_partner(hand: Sides, rules: HouseRules) -> Iterable[Fault]:
    """Whoever calls a king plays with its holder, and nobody else has a partner."""
    if (hand.bid == "called_king") == (hand.partner is not None):
        return ()
    if hand.partner is None:
        why = gettext_noop("nothing was entered; needed: the seat of the player with the called king")
        return [wrong("partner", "missing", why)]
    why = gettext_noop("%(partner)s was entered; only a called king brings a partner")
    return [wrong("partner", "not-in-this-hand", why, partner=hand.partner)]


def partner_is_another(hand: Sides, rules: HouseRules) -> Iterable[Fault]:
    """The declarer calls a king somebody else holds."""
    if hand.partner != hand.declarer:
        return ()
    why = gettext_noop("%(partner)s was entered, the declarer; the partner is another player")
    return [wrong("partner", "is-declarer", why, partner=hand.partner)]


def declarer_points_are_in_the_pack(hand: Sides, rules: HouseRules) -> Iterable[Fault]:
    """No side has more card points than there are."""
    total = COUNTS[hand.players].total
    if hand.declarer_points <= total:
        return ()
    why = gettext_noop("%(points)s was entered; there are %(total)s card points")
    return [wrong("declarer_points", "out-of-range", why, points=hand.declarer_points, total=total)]


def defender_points_are_the_rest(hand: Sides, rules: HouseRules) -> Iterable[Fault]:
    """Both sides together have all card points."""
    points = hand.defender_points
    if points is None or hand.declarer_points + points == COUNTS[hand.players].total:
        return ()
    why = gettext_noop("%(points)s was entered; the sides have %(total)s card points together")
    return [wrong("defender_points", "wrong-total", why, points=points, total=COUNTS[hand.players].total)]


def three_have_everything(hand: Three, rules: HouseRules) -> Iterable[Fault]:
    """Three players together have all card points."""
    total = COUNTS[3].total
    if sum(hand.points) == total:
        return ()
    why = gettext_noop("%(points)s card points were entered; in all there are %(total)s")
    return [wrong("points", "wrong-total", why, points=sum(hand.points), total=total)]


def _not_playing(path: str, seat: int, players: int) -> Fault:
    why = gettext_noop("seat %(seat)s was entered; allowed: a seat from 1 to %(players)s")
    return wrong(path, "not-playing", why, seat=seat, players=players)


SIDES: Final = Shape(
    Sides,
    (
        sides_play,
        called_king_has_a_partner,
        partner_is_another,
        declarer_points_are_in_the_pack,
        defender_points_are_the_rest,
    ),
)
THREE: Final = Shape(Three, (three_have_everything,))
SHAPES: Final = (SIDES, THREE)


def shape(entered: Mapping[str, object]) -> Shape:
    """Which of the two kinds of hand was meant: three play each alone."""
    return THREE if entered.get("players") == 3 else SIDES


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What the players of a hand without faults pay and receive. The payments add up to nothing."""
    if not isinstance(hand, Sides):  # asked this way round, for pydantic is slow to say no
        return Derivation(hand.players, pay_alone(hand.points))
    lines = pay_sides(hand.players, hand.declarer, hand.partner, hand.declarer_points, hand.bid)
    return Derivation(hand.players, lines)


def bounds(rules: HouseRules, seats: int) -> Bounds:
    """What one pays others receive: the bounds are those of the payments that there can be."""
    return _bounds(seats)


@cache
def _bounds(seats: int) -> Bounds:
    scores = [Derivation(seats, lines).scores for lines in (_threes() if seats == 3 else _of_sides(seats))]
    least, most = min(map(min, scores)), max(map(max, scores))
    apart = max(max(each) - min(each) for each in scores)
    return Bounds(least, most, apart, least_together=0, loses_alone=False)


def _threes() -> Iterator[tuple[Line, ...]]:
    """What can be paid among three: who has which of the points does not matter, so the first has most."""
    total = COUNTS[3].total
    for first in range(total + 1):
        for second in range((total - first) // 2, min(first, total - first) + 1):
            yield pay_alone((first, second, total - first - second))


def _of_sides(seats: int) -> Iterator[tuple[Line, ...]]:
    """What can be paid between the sides: who declares does not matter, so seat 1 does."""
    for bid in MULTIPLIERS:
        partner = 2 if bid == "called_king" else None
        for points in range(COUNTS[seats].total + 1):
            yield pay_sides(seats, 1, partner, points, bid)


@remembered
def pay_sides(
    players: int, declarer: int, partner: int | None, declarer_points: int, bid: str
) -> tuple[Line, ...]:
    """The side below par pays the other, in equal shares."""
    total, par = COUNTS[players]
    if declarer_points == par:
        return (nobody_pays(tuple(range(1, players + 1)), par),)
    declarers = (declarer,) if partner is None else (declarer, partner)
    defenders = tuple(seat for seat in range(1, players + 1) if seat not in declarers)
    lost = declarer_points < par
    losers, winners = (declarers, defenders) if lost else (defenders, declarers)
    points = declarer_points if lost else total - declarer_points
    lines = [*owe(tuple(sorted(losers)), points, par, MULTIPLIERS[bid])]
    each = -sum(line.points for line in lines)
    lines += raise_declarers(losers, each, winners) if lost else raise_defenders(losers, each, winners)
    paid = -sum(line.points * len(line.seats) for line in lines)
    return (*lines, share(tuple(sorted(winners)), paid))


@remembered
def nobody_pays(seats: tuple[int, ...], par: int) -> Line:
    """Both sides on par, nothing is paid; where all play alone, everyone."""
    code = "chambery_tarot.par.alone" if len(seats) == 3 else "chambery_tarot.par.sides"
    return Line(seats, 0, "chambery_tarot.par", coded(code, par=par))


@remembered
def share(winners: tuple[int, ...], paid: int) -> Line:
    """The winners share equally what is paid."""
    each = paid // len(winners)
    code = "chambery_tarot.share.equal" if len(winners) > 1 else "chambery_tarot.share.all"
    why = coded(code, paid=points_phrase(paid), share=each)
    return Line(winners, each, "chambery_tarot.share", why)


@remembered
def owe(seats: tuple[int, ...], points: int, par: int, times: int = 1) -> tuple[Line, ...]:
    """What each of `seats` owes for being short of par: by the bid, and double below half of it."""
    short = par - points
    why = coded("chambery_tarot.short", points=points_phrase(points), short=short, par=par)
    lines = [Line(seats, -short, "chambery_tarot.short", why)]
    if times > 1:
        bid = "one-card" if times == 2 else "no-cards"
        why = coded(f"chambery_tarot.multiplier.{bid}")
        lines.append(Line(seats, -short * (times - 1), "chambery_tarot.multiplier", why))
    if 2 * points < par:
        why = coded("chambery_tarot.doubled", half=par // 2)
        lines.append(Line(seats, -short * times, "chambery_tarot.doubled", why))
    return tuple(lines)


def raise_declarers(losers: tuple[int, ...], each: int, winners: tuple[int, ...]) -> Iterator[Line]:
    """What the declarer's side pays more, a point at a time, the declarer first, to be shared equally."""
    lacking = -each * len(losers) % len(winners)
    for place, seat in enumerate(losers):
        more = (lacking + len(losers) - 1 - place) // len(losers)
        if more:
            yield raised((seat,), more, len(winners))


def raise_defenders(losers: tuple[int, ...], each: int, winners: tuple[int, ...]) -> Iterator[Line]:
    """What every defender pays more, as often as needed, to be shared equally."""
    more = next(more for more in range(len(winners)) if (each + more) * len(losers) % len(winners) == 0)
    if more:
        yield raised(losers, more, len(winners))


@remembered
def raised(seats: tuple[int, ...], more: int, winners: int) -> Line:
    """What is paid more because it would not divide."""
    why = coded("chambery_tarot.raised", more=more, winners=winners)
    return Line(seats, -more, "chambery_tarot.raised", why)


@remembered
def pay_alone(points: tuple[int, ...]) -> tuple[Line, ...]:
    """Of three players those below par pay those above."""
    par = COUNTS[3].par
    above = tuple(seat for seat, own in enumerate(points, start=1) if own > par)
    if not above:
        return (nobody_pays((1, 2, 3), par),)
    owed = [line for seat, own in enumerate(points, start=1) if own < par for line in owe((seat,), own, par)]
    if len(above) == 1:
        return (*owed, receive_all(above, -sum(line.points for line in owed)))
    doubled = 2 * min(points) < par
    return (*owed, *(line for seat in above for line in gain(seat, points[seat - 1], par, doubled)))


@remembered
def receive_all(seats: tuple[int, ...], paid: int) -> Line:
    """Alone above par, one receives whatever the others pay."""
    why = coded("chambery_tarot.three.alone", par=COUNTS[3].par)
    return Line(seats, paid, "chambery_tarot.three.alone", why)


@remembered
def gain(seat: int, points: int, par: int, doubled: bool) -> tuple[Line, ...]:
    """Of two players above par each gains what they are above it, double when the third is below half of it."""
    over = points - par
    why = coded("chambery_tarot.three.above", points=points_phrase(points), over=over, par=par)
    line = Line((seat,), over, "chambery_tarot.three.above", why)
    if not doubled:
        return (line,)
    why = coded("chambery_tarot.three.doubled", half=par // 2)
    return (line, Line((seat,), over, "chambery_tarot.three.doubled", why))
