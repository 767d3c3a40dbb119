"""An evening round by round: who led when, as a drawing and as the table behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.club.web.zones import render_for
from tournaments.evening.plan import Plan
from tournaments.evening.reads import facts, public
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.race import Runner
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.evenings import evening_context
from tournaments.ranking.standings import Standing
from tournaments.ranking.tie_breaks import half_games

WIDTH: Final = 360
LEFT: Final = 34
RIGHT: Final = 236
TOP: Final = 16
STEP: Final = 24
MOST_DRAWN: Final = 10
LAST_PLACE: Final = 12
"""Places drawn each on a height of its own; whoever is behind runs along the line below them."""
MOST_LETTERS: Final = 16
"""A drawing is 360 units wide, on a small phone a pixel each: so much of a name fits beside its line."""


@dataclass(frozen=True, slots=True)
class Line:
    """The way of one player through the places: `points` for the drawing, and the name where it ends."""

    name: str
    place: int
    points: str
    dots: tuple[tuple[int, int], ...]
    end: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines over rounds: (round, x) along the foot, (place, y) up the side; `behind` is the height of the rest."""

    lines: tuple[Line, ...]
    rounds: tuple[tuple[int, int], ...]
    places: tuple[tuple[int, int], ...]
    behind: int | None
    height: int
    width: int = WIDTH
    left: int = LEFT
    right: int = RIGHT


def drawing(runners: Sequence[Runner], names: Mapping[str, str]) -> Drawing | None:
    """The race of those in front; None until two rounds are settled, since one makes no line."""
    shown = runners[:MOST_DRAWN]
    numbers = [leg.round for leg in shown[0].legs] if shown else []
    if len(numbers) < 2:
        return None
    lowest = max(leg.place for runner in shown for leg in runner.legs)
    last = min(lowest, LAST_PLACE)
    xs = [LEFT + 10 + at * (RIGHT - LEFT - 20) // (len(numbers) - 1) for at in range(len(numbers))]

    def y(place: int) -> int:
        return TOP + STEP * (min(place, LAST_PLACE + 1) - 1)

    lines = []
    for runner in shown:
        dots = tuple(zip(xs, (y(leg.place) for leg in runner.legs), strict=True))
        points = " ".join(f"{x},{up}" for x, up in dots)
        name, place = names[runner.line.player], runner.legs[-1].place
        lines.append(Line(_short(name), place, points, dots, dots[-1][1]))
    every = -(-len(numbers) // 12)
    behind = y(LAST_PLACE + 1) if lowest > LAST_PLACE else None
    return Drawing(
        tuple(lines),
        tuple((number, x) for number, x in zip(numbers, xs, strict=True) if (number - 1) % every == 0),
        tuple((place, y(place)) for place in range(1, last + 1)),
        behind,
        height=(behind or y(last)) + STEP + 8,
    )


def _short(name: str) -> str:
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1].rstrip() + "…"


@require_safe
@evening_page
def race(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What every settled round brought everybody, and how the places changed."""
    names = public.people(evening)
    runners = public.race(evening)
    plan = facts.plan_of(evening)
    context = {
        **evening_context(evening),
        "chart": drawing(runners, names),
        "rounds": [leg.round for leg in runners[0].legs] if runners else [],
        "runners": [_row(runner, names, plan) for runner in runners],
        "won_matters": any(leg.won for runner in runners for leg in runner.legs),
    }
    return render_for(request, evening.club, "public/race.html", context)


def _row(runner: Runner, names: Mapping[str, str], plan: Plan) -> dict[str, Any]:
    return {
        "name": names[runner.line.player],
        "place": runner.line.place,
        "total": _total(runner.line, plan),
        "legs": runner.legs,
    }


def _total(line: Standing, plan: Plan) -> str | int | None:
    """What counts first, as the standings show it."""
    if plan.counts == "games":
        return half_games(line.won_halves)
    return line.points_for if plan.counts == "points" else line.game_points
