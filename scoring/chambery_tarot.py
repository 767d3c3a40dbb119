"""Chambery Tarot: what the players of a hand pay each other; five, four or three of them.

The paragraphs that lines cite are in games/chambery_tarot/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from scoring.derivation import Derivation, Line, Sentence, gettext_noop, points_phrase
from scoring.entry import Entry, MayLack, Row, Shape
from scoring.faults import Fault


class Count(NamedTuple):
    """What a number of players makes of the card points: how many there are, and how many are par."""

    total: int
    par: int


COUNTS: Final = MappingProxyType({5: Count(68, 34), 4: Count(72, 36), 3: Count(78, 26)})
MULTIPLIERS: Final = MappingProxyType({"called_king": 1, "two_cards": 1, "one_card": 2, "no_cards": 4})

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
    yield from _playing("declarer", hand.declarer, hand.players)
    if hand.partner is not None:
        yield from _playing("partner", hand.partner, hand.players)


def called_king_has_a_partner(hand: Sides, rules: HouseRules) -> Iterator[Fault]:
    """Whoever calls a king plays with its holder, and nobody else has a partner."""
    if hand.bid == "called_king" and hand.partner is None:
        why = gettext_noop("nothing was entered; needed: the seat of the player with the called king")
        yield Fault("partner", "missing", Sentence(why))
    if hand.bid != "called_king" and hand.partner is not None:
        why = gettext_noop("%(partner)s was entered; only a called king brings a partner")
        yield Fault("partner", "not-in-this-hand", Sentence(why, {"partner": hand.partner}))


def partner_is_another(hand: Sides, rules: HouseRules) -> Iterator[Fault]:
    """The declarer calls a king somebody else holds."""
    if hand.partner == hand.declarer:
        why = gettext_noop("%(partner)s was entered, the declarer; the partner is another player")
        yield Fault("partner", "is-declarer", Sentence(why, {"partner": hand.partner}))


def declarer_points_are_in_the_pack(hand: Sides, rules: HouseRules) -> Iterator[Fault]:
    """No side has more card points than there are."""
    total = COUNTS[hand.players].total
    if hand.declarer_points > total:
        why = gettext_noop("%(points)s was entered; there are %(total)s card points")
        values = {"points": hand.declarer_points, "total": total}
        yield Fault("declarer_points", "out-of-range", Sentence(why, values))


def defender_points_are_the_rest(hand: Sides, rules: HouseRules) -> Iterator[Fault]:
    """Both sides together have all card points."""
    total = COUNTS[hand.players].total
    if hand.defender_points is not None and hand.declarer_points + hand.defender_points != total:
        why = gettext_noop("%(points)s was entered; the sides have %(total)s card points together")
        values = {"points": hand.defender_points, "total": total}
        yield Fault("defender_points", "wrong-total", Sentence(why, values))


def three_have_everything(hand: Three, rules: HouseRules) -> Iterator[Fault]:
    """Three players together have all card points."""
    total = COUNTS[3].total
    if sum(hand.points) != total:
        why = gettext_noop("%(points)s card points were entered; in all there are %(total)s")
        yield Fault("points", "wrong-total", Sentence(why, {"points": sum(hand.points), "total": total}))


def _playing(path: str, seat: int, players: int) -> Iterator[Fault]:
    if seat > players:
        why = gettext_noop("seat %(seat)s was entered; allowed: a seat from 1 to %(players)s")
        yield Fault(path, "not-playing", Sentence(why, {"seat": seat, "players": players}))


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
    lines = pay_alone(hand.points) if isinstance(hand, Three) else pay_sides(hand)
    return Derivation(hand.players, tuple(lines))


def pay_sides(hand: Sides) -> Iterator[Line]:
    """The side below par pays the other, in equal shares."""
    total, par = COUNTS[hand.players]
    declarers = (hand.declarer,) if hand.partner is None else (hand.declarer, hand.partner)
    defenders = tuple(seat for seat in range(1, hand.players + 1) if seat not in declarers)
    if hand.declarer_points == par:
        why = Sentence(gettext_noop("Both sides on %(par)s: nothing is paid"), {"par": par})
        yield Line(tuple(range(1, hand.players + 1)), 0, "chambery_tarot.par", why)
        return
    lost = hand.declarer_points < par
    losers, winners = (declarers, defenders) if lost else (defenders, declarers)
    points = hand.declarer_points if lost else total - hand.declarer_points
    lines = list(owe(tuple(sorted(losers)), points, par, hand.bid))
    each = -sum(line.points for line in lines)
    lines += raise_declarers(losers, each, winners) if lost else raise_defenders(losers, each, winners)
    yield from lines
    paid = -sum(line.points * len(line.seats) for line in lines)
    share = paid // len(winners)
    values = {"paid": points_phrase(paid), "share": share}
    if len(winners) > 1:
        why = Sentence(gettext_noop("Equal share of %(paid)s paid: %(share)s"), values)
    else:
        why = Sentence(gettext_noop("Receives all that is paid: %(share)s"), values)
    yield Line(tuple(sorted(winners)), share, "chambery_tarot.share", why)


def owe(seats: tuple[int, ...], points: int, par: int, bid: str | None = None) -> Iterator[Line]:
    """What each of `seats` owes for being short of par: by the bid, and double below half of it."""
    short = par - points
    values: dict[str, object] = {"points": points_phrase(points), "short": short, "par": par}
    why = Sentence(gettext_noop("%(points)s, short of %(par)s by %(short)s"), values)
    yield Line(seats, -short, "chambery_tarot.short", why)
    times = MULTIPLIERS[bid] if bid else 1
    if times > 1:
        template = (
            gettext_noop("One card: twice as much")
            if times == 2
            else gettext_noop("No cards: four times as much")
        )
        yield Line(seats, -short * (times - 1), "chambery_tarot.multiplier", Sentence(template))
    if 2 * points < par:
        why = Sentence(gettext_noop("Fewer than %(half)s: doubled"), {"half": par // 2})
        yield Line(seats, -short * times, "chambery_tarot.doubled", why)


def raise_declarers(losers: tuple[int, ...], each: int, winners: tuple[int, ...]) -> Iterator[Line]:
    """What the declarer's side pays more, a point at a time, the declarer first, to be shared equally."""
    lacking = -each * len(losers) % len(winners)
    for place, seat in enumerate(losers):
        more = (lacking + len(losers) - 1 - place) // len(losers)
        if more:
            yield _raised((seat,), more, winners)


def raise_defenders(losers: tuple[int, ...], each: int, winners: tuple[int, ...]) -> Iterator[Line]:
    """What every defender pays more, as often as needed, to be shared equally."""
    more = next(more for more in range(len(winners)) if (each + more) * len(losers) % len(winners) == 0)
    if more:
        yield _raised(losers, more, winners)


def _raised(seats: tuple[int, ...], more: int, winners: tuple[int, ...]) -> Line:
    why = gettext_noop("Raised by %(more)s, for %(winners)s to share equally")
    return Line(seats, -more, "chambery_tarot.raised", Sentence(why, {"more": more, "winners": len(winners)}))


def pay_alone(points: tuple[int, ...]) -> Iterator[Line]:
    """Of three players those below par pay those above."""
    par = COUNTS[3].par
    owed = [line for seat, own in enumerate(points, start=1) if own < par for line in owe((seat,), own, par)]
    yield from owed
    above = tuple(seat for seat, own in enumerate(points, start=1) if own > par)
    match len(above):
        case 0:
            why = Sentence(gettext_noop("Everyone on %(par)s: nothing is paid"), {"par": par})
            yield Line((1, 2, 3), 0, "chambery_tarot.par", why)
        case 1:
            why = Sentence(gettext_noop("Alone above %(par)s: receives all that is paid"), {"par": par})
            yield Line(above, -sum(line.points for line in owed), "chambery_tarot.three.alone", why)
        case _:
            for seat in above:
                yield from gain(seat, points[seat - 1], par, doubled=2 * min(points) < par)


def gain(seat: int, points: int, par: int, *, doubled: bool) -> Iterator[Line]:
    """Of two players above par each gains what they are above it, double when the third is below half of it."""
    over = points - par
    values = {"points": points_phrase(points), "over": over, "par": par}
    why = Sentence(gettext_noop("%(points)s, above %(par)s by %(over)s"), values)
    yield Line((seat,), over, "chambery_tarot.three.above", why)
    if doubled:
        why = Sentence(gettext_noop("The loser has fewer than %(half)s: doubled"), {"half": par // 2})
        yield Line((seat,), over, "chambery_tarot.three.doubled", why)
