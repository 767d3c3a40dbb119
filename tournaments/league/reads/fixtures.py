"""A season of fixtures as its rows have it: divisions, entrants, fixtures, tables, and lots."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch

from tournaments.club.models import Player
from tournaments.club.shown_names import name_at
from tournaments.evening.models import Evening, Seat
from tournaments.league import acts
from tournaments.league.models import Division, Entrant, EntrantMember, Fixture, Season, SeasonEntry
from tournaments.league.reads.persons import WHY
from tournaments.ranking.fixtures.division_state import DivisionState, is_played_out
from tournaments.ranking.fixtures.record import ContestRecord, KeptEntrant, KeptFixture, lots_of
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.fixtures.values import LeftOut, Lots

__all__ = ["Contest", "DivisionSeen", "Entrant", "Evening", "Fixture", "Player", "contest"]


def rules_of(season: Season) -> FixtureRules:
    """The rules of a season of fixtures. Raises ValueError for one of evenings."""
    if season.kind != Season.Kind.FIXTURES:
        raise ValueError("a season of evenings has other rules")
    return FixtureRules.model_validate(season.rules)


def address_of(evening: Evening | None) -> str:
    """How the ledger names an evening."""
    return f"{evening.club.slug}/{evening.slug}" if evening else ""


def kept_fixture(row: Fixture) -> KeptFixture:
    """A row as the ledger tells it; home, away, division and evening come with it."""
    return KeptFixture(
        code=row.code,
        division=row.division.level,
        round=row.round,
        home=row.home.number,
        away=row.away.number if row.away else None,
        status=row.status,  # type: ignore[arg-type]  # the constraint of the rows allows no other
        play_off=row.play_off,
        on=row.date.isoformat() if row.date else "",
        evening=address_of(row.evening),
        winner=row.winner,
        forfeit=row.forfeit,
        games=(row.games_home, row.games_away),
        points=points_of(row),
    )


def points_of(row: Fixture) -> tuple[int, int] | None:
    """The points of both sides; None where nobody has entered any."""
    if row.points_home is None or row.points_away is None:
        return None
    return row.points_home, row.points_away


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """Match points given to an entrant or, below nothing, taken off, in halves; and why."""

    entrant: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands in the ledger of a season beside its fixtures, by the numbers of the entries."""

    lots: dict[int, Lots]
    given: dict[int, PointsGiven]


def _standing(seasons: Collection[Season]) -> dict[int, Standing]:
    """The lots and the points given and taken off in each of these seasons, by its key; one query."""
    read = (acts.DrawLots.name, acts.GiveBonus.name, acts.Withdraw.name)
    rows = SeasonEntry.objects.filter(season__in=seasons, act__in=read).order_by("season", "sequence")
    rows = rows.annotate(why=WHY)
    found = {season.pk: Standing({}, {}) for season in seasons}
    for season, sequence, act, text, reason in rows.values_list("season", "sequence", "act", "body", "why"):
        body, standing = json.loads(text), found[season]
        if act == acts.DrawLots.name:
            standing.lots[sequence] = lots_of(body)
        elif act == acts.GiveBonus.name:
            standing.given[sequence] = PointsGiven(body["adjusted"], body["points"], reason)
        else:
            standing.lots.pop(body["of"], None)
            standing.given.pop(body["of"], None)
    return found


@dataclass(frozen=True)
class DivisionSeen(DivisionState):
    """A division with its rows: entrants by number and fixtures by round; `play_offs` stand beside.

    `given` are the points given to its entrants and taken off, with their reasons.
    """

    division: Division
    entrants: tuple[Entrant, ...]
    rows: tuple[Fixture, ...]
    play_offs: tuple[Fixture, ...]
    given: tuple[PointsGiven, ...]


@dataclass(frozen=True)
class Contest:
    """A season of fixtures as it stands."""

    season: Season
    rules: FixtureRules
    divisions: tuple[DivisionSeen, ...]
    lots: Mapping[int, Lots]
    given: Mapping[int, PointsGiven]

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """Everybody by number."""
        return {entrant.number: entrant for seen in self.divisions for entrant in seen.entrants}

    @cached_property
    def names(self) -> dict[str, str]:
        """What everybody is called, by number as the maths knows them."""
        return {str(number): entrant.name for number, entrant in self.entrants.items()}

    @property
    def fixtures(self) -> list[Fixture]:
        seen = [row for one in self.divisions for row in one.rows]
        return [*seen, *(row for one in self.divisions for row in one.play_offs)]

    @property
    def play_offs(self) -> list[KeptFixture]:
        """The play-offs as the ledger tells them."""
        return [kept_fixture(row) for one in self.divisions for row in one.play_offs]

    @property
    def has_many(self) -> bool:
        """Whether there are divisions to tell apart."""
        return len(self.divisions) > 1

    def division_of(self, number: int) -> DivisionSeen | None:
        """The division somebody is in."""
        return next((one for one in self.divisions if str(number) in one.numbers), None)

    def fixture(self, code: str) -> Fixture | None:
        return next((row for row in self.fixtures if row.code == code), None)

    @property
    def is_played_out(self) -> bool:
        """Whether there is nothing left to play, and all rounds there are to be have been made."""
        return is_played_out(self.divisions)

    @property
    def state(self) -> ContestRecord:
        """The same as the ledger would tell it, for comparing."""
        return ContestRecord(
            {seen.level: seen.name for seen in self.divisions},
            {one.number: one for seen in self.divisions for one in seen.people},
            {row.code: kept_fixture(row) for row in self.fixtures},
            dict(self.lots),
            {sequence: (one.entrant, one.points) for sequence, one in self.given.items()},
        )


def every_season() -> list[Season]:
    """All seasons, for whoever sits at the server's own terminal."""
    return list(Season.objects.select_related("league__club").order_by("pk"))


def entrant_names(season: Season) -> dict[str, str]:
    """What entrants are called, by number as the maths knows them; one query."""
    return {str(number): name for number, name in season.entrants.values_list("number", name_at())}


def _left_out_of(entrant: Entrant) -> tuple[int, LeftOut] | None:
    """The round an entrant asked to be left out of last, and what it counts as."""
    if entrant.left_out_of is None:
        return None
    return entrant.left_out_of, "draw" if entrant.left_out_as == "draw" else "nobody"


def members_of(entrant: Entrant) -> tuple[int, ...]:
    """The players of an entrant, fetched with it."""
    return tuple(member.player_id for member in entrant.members.all())


def contest(season: Season) -> Contest:
    """The season as it stands; five queries."""
    return contests([season], season.divisions.order_by("level"))[season.pk]


def contests(seasons: Collection[Season], divisions: Iterable[Division]) -> dict[int, Contest]:
    """Seasons as they stand, by their keys, each with those of its divisions alone that are named; five queries.

    Arguments:
        seasons: of fixtures, each once.
        divisions: in the order in which they are shown.
    """
    here = list(divisions)
    standing = _standing(seasons)
    entrants = list(
        Entrant.objects.filter(season__in=seasons)
        .select_related("division")
        .prefetch_related(Prefetch("members", EntrantMember.objects.select_related("player")))
        .order_by("number")
    )
    rows = list(
        Fixture.objects.filter(division__in=here).select_related("evening__club").order_by("round", "pk")
    )
    _join(rows, here, entrants)
    found = {}
    for season in seasons:
        rules = rules_of(season)
        seen = tuple(
            _seen(division, rules, entrants, rows, standing[season.pk])
            for division in here
            if division.season_id == season.pk
        )
        found[season.pk] = Contest(season, rules, seen, standing[season.pk].lots, standing[season.pk].given)
    return found


def _join(rows: Iterable[Fixture], divisions: Iterable[Division], entrants: Iterable[Entrant]) -> None:
    """Give fixtures their division and sides, which are there already: a join would make each anew a row."""
    division_of = {division.pk: division for division in divisions}
    entrant_of = {entrant.pk: entrant for entrant in entrants}
    for row in rows:
        row.division = division_of[row.division_id]
        row.home = entrant_of[row.home_id]
        row.away = entrant_of[row.away_id] if row.away_id else None


@dataclass(frozen=True, slots=True)
class State:
    """How far a season of fixtures is: how many of each there are, and whether it is played out."""

    divisions: int
    entrants: int
    fixtures: int
    ahead: int
    over: bool


def fixtures_state(season: Season) -> State:
    """How far a season of fixtures is; five queries."""
    seen = contest(season)
    ahead = sum(one.ahead for one in seen.divisions)
    return State(len(seen.divisions), len(seen.entrants), len(seen.fixtures), ahead, seen.is_played_out)


def _seen(
    division: Division,
    rules: FixtureRules,
    entrants: Sequence[Entrant],
    rows: Sequence[Fixture],
    standing: Standing,
) -> DivisionSeen:
    own = [row for row in rows if row.division_id == division.pk]
    here = tuple(one for one in entrants if one.division_id == division.pk)
    numbers = {one.number for one in here}
    in_rounds = tuple(row for row in own if not row.play_off)
    given = tuple(one for one in standing.given.values() if one.entrant in numbers)
    return DivisionSeen(
        level=division.level,
        name=division.name,
        rules=rules,
        people=tuple(_kept_entrant(one, division.level) for one in here),
        kept=tuple(map(kept_fixture, in_rounds)),
        lots=tuple(standing.lots.values()),
        adjusted=tuple((one.entrant, one.points) for one in given),
        division=division,
        entrants=here,
        rows=in_rounds,
        play_offs=tuple(row for row in own if row.play_off),
        given=given,
    )


def _kept_entrant(row: Entrant, division: int) -> KeptEntrant:
    """A row as the ledger tells it; the members come with it."""
    return KeptEntrant(
        row.number,
        row.name,
        division,
        members_of(row),
        row.withdrawn_at is not None,
        _left_out_of(row),
        row.rating,
    )


# --- In which rounds of an evening the two of a fixture sat at one table ------------------------------


def rounds_met(seen: Contest, fixtures: Sequence[Fixture]) -> dict[str, list[int]]:
    """The rounds by the codes of fixtures that rest on an evening; one query, none where no fixture does."""
    resting = [row for row in fixtures if row.evening_id is not None and row.away is not None]
    if not resting:
        return {}
    sides = {row.code: _sides(seen, row) for row in resting}
    people = {player for both in sides.values() for side in both for player in side}
    seats = Seat.objects.filter(
        round__evening__in={row.evening_id for row in resting},
        ticket__player__in=people,
        table_round__isnull=False,
    ).values_list("round__evening_id", "round__number", "table_round_id", "ticket__player_id")
    tables: dict[tuple[int, int, int | None], set[int]] = defaultdict(set)
    for evening, number, table, player in seats:
        tables[evening, number, table].add(player)
    return {
        row.code: sorted(
            number
            for (evening, number, _), there in tables.items()
            if evening == row.evening_id and all(there & side for side in sides[row.code])
        )
        for row in resting
    }


def _sides(seen: Contest, row: Fixture) -> tuple[set[int], ...]:
    entrants = (row.home, row.away)
    return tuple(set(members_of(seen.entrants[one.number])) for one in entrants if one is not None)
