"""Where a person stands in seasons of fixtures, as their page tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.db.models import Count

from tournaments.league.models import EntrantMember, Season
from tournaments.league.reads.fixtures import DivisionSeen, contests
from tournaments.league.reads.players import Person

State = Literal["", "withdrawn", "won", "in", "out"]


@dataclass(frozen=True, slots=True)
class FixturePlace:
    """A person's place in a season of fixtures.

    Attributes:
        division: its name, "" where there is one alone.
        place: in the table of the division, or 1 for who has won a knock-out; None where nothing tells
            a place yet.
        match_points: in halves; None in a knock-out.
        played, won: fixtures, byes left out.
        state: whether they have withdrawn; in a knock-out whether they have won it, are in it, or are
            out.
    """

    season: Season
    division: str
    number: int
    name: str
    place: int | None
    match_points: int | None
    played: int
    won: int
    state: State


def fixture_places(person: Person) -> list[FixturePlace]:
    """Where a person stands in the seasons of fixtures that were opened, the latest first; five queries at most."""
    rows = EntrantMember.objects.filter(player__in=person.ids).exclude(season__stage=Season.Stage.DRAFT)
    members = list(
        rows.select_related("season__league__club", "entrant__division")
        .annotate(divisions=Count("season__divisions", distinct=True))
        .order_by("-season__starts", "-season", "entrant__number")
    )
    if not members:
        return []
    seasons = {member.season_id: member.season for member in members}
    divisions = {member.entrant.division_id: member.entrant.division for member in members}
    contests_by_season = contests(list(seasons.values()), divisions.values())
    places: dict[int, FixturePlace] = {}
    for member in members:
        division = contests_by_season[member.season_id].division_of(member.entrant.number)
        if division is not None and member.entrant_id not in places:
            many = member.divisions > 1
            places[member.entrant_id] = _place(seasons[member.season_id], division, member, many=many)
    return list(places.values())


def _place(season: Season, division: DivisionSeen, member: EntrantMember, *, many: bool) -> FixturePlace:
    number = member.entrant.number
    own = [
        fixture for fixture in division.fixtures if number in fixture.numbers() and fixture.away is not None
    ]
    counted = [fixture for fixture in own if fixture.status in ("played", "forfeited")]
    won = [
        fixture
        for fixture in counted
        if {"home": fixture.home, "away": fixture.away}.get(fixture.winner) == number
    ]
    gone = member.entrant.withdrawn_at is not None
    place, match_points, state = (
        _in_table(division, number) if division.rules.has_table else _in_bracket(division, number)
    )
    return FixturePlace(
        season,
        division.name if many else "",
        number,
        member.entrant.name,
        place,
        match_points,
        len(counted),
        len(won),
        "withdrawn" if gone and state != "won" else state,
    )


def _in_table(division: DivisionSeen, number: int) -> tuple[int | None, int | None, State]:
    line = next(line for line in division.lines if line.entrant == str(number))
    begun = any(fixture.counts for fixture in division.values)
    return line.place if begun else None, line.match_points, ""


def _in_bracket(division: DivisionSeen, number: int) -> tuple[int | None, int | None, State]:
    stands = division.knockout
    if stands is None:
        return None, None, ""
    if stands.champion == str(number):
        return 1, None, "won"
    lives = 2 if division.rules.format == "double_knock_out" else 1
    return None, None, "out" if stands.is_over or stands.lost.get(str(number), 0) >= lives else "in"
