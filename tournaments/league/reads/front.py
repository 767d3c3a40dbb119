"""What the front doors show: evenings that are on or to come, the latest results, running seasons, games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from games.catalogue import GAMES
from games.definition import Game
from tournaments.club.models import Club
from tournaments.club.reads.visitors import Visitor
from tournaments.coming.reads import announced
from tournaments.coming.reads.announced import Coming
from tournaments.evening.models import Evening
from tournaments.evening.reads import access, public
from tournaments.evening.status import Status
from tournaments.league.models import Division, Season, SeasonLine
from tournaments.league.reads.fixtures import contests
from tournaments.league.reads.persons import called
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.ranking.series.units import points_text

MOST_ON = 12
LATEST = 5
MOST_SEASONS = 3
TOP = 5
"""So many evenings that are not over, results, seasons, and lines of each are shown."""


@dataclass(frozen=True, slots=True)
class Result:
    """An evening that is over, and who stands first there; of several, all of them."""

    evening: Evening
    winner: str


@dataclass(frozen=True, slots=True)
class Leader:
    """One of the first lines of a season's table; `points` as people write them."""

    place: int | None
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class RunningSeason:
    """A season under way with the first lines of its table; none where it has no table, or nobody is in it yet."""

    season: Season
    leaders: tuple[Leader, ...]


@dataclass(frozen=True, slots=True)
class Front:
    """All that a front door shows.

    Attributes:
        tonight: the evenings that are on, the latest first.
        coming: those that are announced, and those of later days whose doors are open already; the next first.
        results: the latest.
        has_more: whether there are earlier ones.
        seasons: the running ones that began last.
        games: those that are played at the evenings.
    """

    tonight: tuple[Evening, ...]
    coming: tuple[Coming, ...]
    results: tuple[Result, ...]
    has_more: bool
    seasons: tuple[RunningSeason, ...]
    games: tuple[Game, ...]


def front(
    clubs: Collection[Club] | None, visitor: Visitor, seasons: QuerySet[Season], *, at: datetime
) -> Front:
    """What a front door shows a visitor; at most sixteen queries.

    Besides a few for each result among the latest that is being corrected.

    Arguments:
        clubs: whose door it is; None for that of a server, which is everybody's.
        seasons: those that may be shown there.
    """
    evenings = access.public_evenings(visitor)
    evenings = evenings if clubs is None else evenings.filter(club__in=clubs)
    on = list(evenings.exclude(status__in=public.OVER).order_by("-date", "-pk")[:MOST_ON])
    to_come = [evening for evening in on if _is_to_come(evening, at)]
    told = announced.told_of(to_come) if to_come else {}
    coming = [told.get(evening.pk) or Coming(evening) for evening in to_come]
    coming += announced.coming_of(clubs, visitor, at=at)
    over = list(results_of(clubs, visitor)[: LATEST + 1])
    games = set(evenings.order_by().values_list("plan__game", flat=True).distinct())
    games |= {one.evening.plan["game"] for one in coming}
    return Front(
        tuple(evening for evening in on if evening not in to_come),
        tuple(sorted(coming, key=lambda one: one.order)),
        tuple(with_winners(over[:LATEST])),
        len(over) > LATEST,
        _running(seasons),
        tuple(game for slug, game in GAMES.items() if slug in games),
    )


def results_of(clubs: Collection[Club] | None, visitor: Visitor) -> QuerySet[Evening]:
    """The evenings that are over, of these clubs or of all, the latest first."""
    over = access.public_evenings(visitor).filter(status__in=public.OVER).order_by("-date", "-pk")
    return over if clubs is None else over.filter(club__in=clubs)


def with_winners(evenings: list[Evening]) -> list[Result]:
    """These evenings with who stands first in each; one query, and a few for each that is being corrected."""
    won = public.winners(evenings)
    return [Result(evening, won.get(evening.pk, "")) for evening in evenings]


def _is_to_come(evening: Evening, at: datetime) -> bool:
    today = at.astimezone(ZoneInfo(evening.club.time_zone)).date()
    return evening.status == Status.CHECK_IN and evening.date > today


def _running(seasons: QuerySet[Season]) -> tuple[RunningSeason, ...]:
    running = list(seasons.filter(stage=Season.Stage.OPEN).order_by("-starts", "-pk")[:MOST_SEASONS])
    leaders = leaders_of(running)
    return tuple(RunningSeason(season, tuple(leaders[season.pk])) for season in running)


def leaders_of(seasons: Sequence[Season]) -> dict[int, list[Leader]]:
    """The first lines of the tables of these seasons, by primary key; at most eight queries."""
    of_evenings = [season for season in seasons if season.kind == Season.Kind.EVENINGS]
    of_fixtures = [season for season in seasons if season.kind == Season.Kind.FIXTURES]
    return {**_leaders_of_evenings(of_evenings), **_leaders_of_fixtures(of_fixtures)}


def _leaders_of_evenings(seasons: Iterable[Season]) -> dict[int, list[Leader]]:
    found: dict[int, list[Leader]] = {season.pk: [] for season in seasons}
    if not found:
        return found
    units = {season.pk: season.rules.get("unit", 1) for season in seasons}
    lines = SeasonLine.objects.filter(season__in=found, category="", position__lte=TOP)
    rows = list(lines.order_by("season", "position"))
    people = called({str(row.player_id) for row in rows})
    for row in rows:
        points = points_text(row.total, units[row.season_id])
        found[row.season_id].append(Leader(row.place, people[str(row.player_id)].name, points))
    return found


def _leaders_of_fixtures(seasons: list[Season]) -> dict[int, list[Leader]]:
    """Of several divisions those of the highest."""
    found: dict[int, list[Leader]] = {season.pk: [] for season in seasons}
    if not found:
        return found
    for pk, seen in contests(seasons, Division.objects.filter(season__in=seasons, level=1)).items():
        for division in seen.divisions if seen.rules.has_table else ():
            found[pk] = [
                Leader(
                    line.place,
                    seen.entrants[int(line.entrant)].name,
                    tie_break_text("match_points", line.match_points),
                )
                for line in division.lines[:TOP]
            ]
    return found
