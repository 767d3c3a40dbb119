"""A points game: any game of which only the points that each player, or each couple, got in a hand are entered.

The paragraphs that lines cite are in games/points/rulebook.md and, for couples, games/points_couples/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from scoring.bounds import Bounds
from scoring.derivation import Derivation, Line, coded, gettext_noop, points_phrase, remembered, wordings
from scoring.entry import Entry, Row, Shape
from scoring.faults import Fault, wrong

HIGHEST: Final = 9999
"""More points than this are no result of a hand, nor is a higher target."""
LOWEST: Final = -1000
"""Nor are fewer than this."""
LONGEST_NAME: Final = 40
COUPLES: Final = ((1, 3), (2, 4))
FEWEST: Final = ("fewest", "against")
"""Where the fewest points win: of all hands, or of a game that ends when somebody has too many."""
NAMES: Final = (gettext_noop("Points game"), gettext_noop("Points game for couples"))
"""What the two games are called where a club gives them no name of its own."""

wordings(
    {
        "points.made": gettext_noop("Made %(points)s"),
        "points.none": gettext_noop("Made no points"),
        "points.lost": gettext_noop("Lost %(points)s"),
        "points.against": gettext_noop("%(points)s against; the fewest win"),
        "points.below": gettext_noop("%(points)s below zero; the fewest win"),
        "points.none-against": gettext_noop("No points; the fewest win"),
    }
)


def can_be_shown(name: str) -> str:
    """For a validator: the name of a game as everybody can read it."""
    if name.isprintable() and name == name.strip():
        return name
    raise ValueError(gettext_noop("a name has letters that can be shown, and no space around it"))


Points = Annotated[int, Field(ge=LOWEST, le=HIGHEST)]


class Hand(Entry):
    """The points of each player, seat 1 first."""

    points: Annotated[Row[Points], Field(min_length=2, max_length=8)]


class HandOfCouples(Entry):
    """The points of couples A and B."""

    points: Annotated[Row[Points], Field(min_length=2, max_length=2)]


class HouseRules(Entry):
    """The game itself: a club says what it is called and how points decide it."""

    called: Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(can_be_shown)] = ""
    wins: Literal["most", "fewest", "target", "against"] = "most"
    target: Annotated[int, Field(ge=1, le=HIGHEST)] = 100
    target_against: Annotated[int, Field(ge=1, le=HIGHEST)] = 100
    in_all: Annotated[int, Field(ge=0, le=HIGHEST)] = 0
    most: Annotated[int, Field(ge=1, le=HIGHEST)] = 1000
    least: Annotated[int, Field(ge=LOWEST, le=0)] = 0
    draws: bool = True


def points_make_up_the_sum(hand: Hand | HandOfCouples, rules: HouseRules) -> Iterable[Fault]:
    """Where the points of a hand always make the same together, these do."""
    missing = rules.in_all - sum(hand.points)
    if not rules.in_all or not missing:
        return ()
    if missing > 0:
        why = gettext_noop("%(total)s was entered in all, but a hand brings %(in_all)s: %(left)s missing")
    else:
        why = gettext_noop("%(total)s was entered in all, but a hand brings %(in_all)s: %(left)s too many")
    values = {"total": sum(hand.points), "in_all": rules.in_all, "left": abs(missing)}
    return [wrong("points", "another-sum", why, **values)]


def a_hand_can_bring_them(hand: Hand | HandOfCouples, rules: HouseRules) -> Iterator[Fault]:
    """Nobody has fewer points than one hand can bring nor, where they make no sum, more."""
    for place, points in enumerate(hand.points):
        if not rules.in_all and points > rules.most:
            why = gettext_noop("%(points)s was entered; a hand brings at most %(most)s")
            yield wrong(f"points.{place}", "more-than-a-hand", why, points=points, most=rules.most)
        if points < rules.least:
            why = gettext_noop("%(points)s was entered; a hand brings at least %(least)s")
            yield wrong(f"points.{place}", "less-than-a-hand", why, points=points, least=rules.least)


def somebody_is_ahead(hand: Hand | HandOfCouples, rules: HouseRules) -> Iterable[Fault]:
    """Where no hand is drawn, one alone has the best result."""
    best = min(hand.points) if rules.wins in FEWEST else max(hand.points)
    if rules.draws or hand.points.count(best) == 1:
        return ()
    why = gettext_noop("%(points)s was entered more than once; a hand cannot be drawn, so enter who is ahead")
    return [wrong("points", "drawn", why, points=best)]


CHECKS: Final = (points_make_up_the_sum, a_hand_can_bring_them, somebody_is_ahead)


@dataclass(frozen=True)
class PointsGame:
    """What `games` asks the module of a game for; there are two games here."""

    SHAPES: tuple[Shape, ...]
    shape: Callable[[Mapping[str, object]], Shape]
    score: Callable[..., Derivation]
    HouseRules: type[Entry] = HouseRules
    __file__: str = __file__


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What a hand scores where everybody plays alone: what was entered."""
    seats = len(hand.points)
    made = enumerate(hand.points, start=1)
    return Derivation(seats, tuple(bring("points", (seat,), own, rules.wins) for seat, own in made))


def score_couples(hand: HandOfCouples, rules: HouseRules) -> Derivation:
    """What a hand of couples scores."""
    made = zip(COUPLES, hand.points, strict=True)
    return Derivation(4, tuple(bring("points_couples", couple, own, rules.wins) for couple, own in made))


@remembered
def bring(game: str, seats: tuple[int, ...], points: int, wins: str) -> Line:
    """The points of one side; where the fewest win each of them counts as minus one."""
    amount = points_phrase(abs(points))
    if wins in FEWEST:
        code = "points.against" if points > 0 else "points.below" if points else "points.none-against"
        return Line(seats, -points, f"{game}.score.fewest", coded(code, points=amount))
    code = "points.made" if points > 0 else "points.lost" if points else "points.none"
    return Line(seats, points, f"{game}.score.most", coded(code, points=amount))


def bounds(rules: HouseRules, seats: int) -> Bounds | None:
    """What a hand can bring each of `seats` who play alone; None where the fewest of several share a sum."""
    least, others = rules.least, seats - 1
    top = min(HIGHEST, rules.in_all - others * least) if rules.in_all else rules.most
    apart, loses_alone = top - least, not least
    if rules.wins not in FEWEST:
        together = rules.in_all or seats * least
        return Bounds(least, top, apart, together, loses_alone=loses_alone, together=rules.in_all or None)
    if rules.in_all and seats > len(COUPLES):
        return None
    together = rules.in_all or seats * top
    in_all = -rules.in_all if rules.in_all else None
    return Bounds(-top, -least, apart, -together, loses_alone=False, together=in_all)


def bounds_of_couples(rules: HouseRules, seats: int) -> Bounds | None:
    """What a hand can bring a couple."""
    return bounds(rules, len(COUPLES))


_ALONE: Final = Shape(Hand, CHECKS)
_COUPLES: Final = Shape(HandOfCouples, CHECKS)
ALONE: Final = PointsGame((_ALONE,), lambda entered: _ALONE, score)
TOGETHER: Final = PointsGame((_COUPLES,), lambda entered: _COUPLES, score_couples)
