"""A season of fixtures as its rows have it: divisions, entrants, fixtures, tables, lots; what may become of it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.db.models import Prefetch, QuerySet

from scoring.derivation import Sentence
from tournaments.club.models import Player
from tournaments.club.models.clubs import name_at
from tournaments.evening.models import Evening, Seat
from tournaments.league import acts
from tournaments.league.models import Division, Entrant, EntrantMember, Fixture, Season, SeasonEntry
from tournaments.league.reads.persons import WHY
from tournaments.ranking.fixtures.record import (
    ContestRecord,
    DivisionState,
    KeptEntrant,
    KeptFixture,
    division_states,
    is_played_out,
    lots_of,
)
from tournaments.ranking.fixtures.results import LeftOut, Lots
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.fixtures.what_if import EntrantNeeds, LastFixtures

__all__ = ["Entrant", "Evening", "Fixture", "Player"]


def rules_of(season: Season) -> FixtureRules:
    """The rules of a season of fixtures. Raises ValueError for one of evenings."""
    if season.kind != Season.Kind.FIXTURES:
        raise ValueError("a season of evenings has other rules")
    return FixtureRules.model_validate(season.rules)


def address_of(evening: Evening | None) -> str:
    return f"{evening.club.slug}/{evening.slug}" if evening else ""


def evenings_at(addresses: Collection[str], among: QuerySet[Evening] | None = None) -> dict[str, Evening]:
    """The evenings at these addresses, of all or `among` some; one query, none for no address."""
    if not addresses:
        return {}
    clubs, slugs = zip(*(address.split("/") for address in addresses), strict=True)
    evenings = Evening.objects.select_related("club") if among is None else among
    rows = evenings.filter(club__slug__in=clubs, slug__in=slugs)
    return {address_of(row): row for row in rows if address_of(row) in addresses}


def kept_fixture(row: Fixture) -> KeptFixture:
    """A row as the ledger has it; its home, away, division and evening should be fetched with it."""
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
    lots: dict[int, Lots]
    awards: dict[int, PointsGiven]


def _standing(seasons: Collection[Season]) -> dict[int, Standing]:
    read = (acts.DrawLots.name, acts.GiveBonus.name, acts.Withdraw.name)
    rows = SeasonEntry.objects.filter(season__in=seasons, act__in=read).order_by("season", "sequence")
    rows = rows.annotate(why=WHY)
    standing_by_season = {season.pk: Standing({}, {}) for season in seasons}
    for season, sequence, act, text, reason in rows.values_list("season", "sequence", "act", "body", "why"):
        body, standing = json.loads(text), standing_by_season[season]
        if act == acts.DrawLots.name:
            standing.lots[sequence] = lots_of(body)
        elif act == acts.GiveBonus.name:
            standing.awards[sequence] = PointsGiven(body["adjusted"], body["points"], reason)
        else:
            standing.lots.pop(body["of"], None)
            standing.awards.pop(body["of"], None)
    return standing_by_season


@dataclass(frozen=True)
class DivisionSeen(DivisionState):
    division: Division
    entrants: tuple[Entrant, ...]
    rows: tuple[Fixture, ...]
    play_offs: tuple[Fixture, ...]


@dataclass(frozen=True)
class Contest:
    season: Season
    rules: FixtureRules
    divisions: tuple[DivisionSeen, ...]
    lots: Mapping[int, Lots]
    awards: Mapping[int, PointsGiven]
    state: ContestRecord

    @property
    def people(self) -> list[KeptEntrant]:
        return [entrant for division in self.divisions for entrant in division.people]

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        return {entrant.number: entrant for division in self.divisions for entrant in division.entrants}

    @cached_property
    def names(self) -> dict[str, str]:
        return {str(number): entrant.name for number, entrant in self.entrants.items()}

    @property
    def fixtures(self) -> list[Fixture]:
        in_rounds = [row for division in self.divisions for row in division.rows]
        return [*in_rounds, *(row for division in self.divisions for row in division.play_offs)]

    @property
    def play_offs(self) -> list[KeptFixture]:
        return [fixture for fixture in self.state.fixtures.values() if fixture.play_off]

    @property
    def has_many(self) -> bool:
        return len(self.divisions) > 1

    def division_of(self, number: int) -> DivisionSeen | None:
        return next((division for division in self.divisions if str(number) in division.numbers), None)

    def fixture(self, code: str) -> Fixture | None:
        return next((row for row in self.fixtures if row.code == code), None)

    @property
    def ahead(self) -> int:
        return sum(division.ahead for division in self.divisions)

    @property
    def is_played_out(self) -> bool:
        return is_played_out(self.divisions)


def every_season() -> list[Season]:
    """All seasons of every club, for whoever sits at the server's own terminal."""
    return list(Season.objects.select_related("league__club").order_by("pk"))


def entrant_names(season: Season) -> dict[str, str]:
    return {str(number): name for number, name in season.entrants.values_list("number", name_at())}


def members_of(entrant: Entrant) -> tuple[int, ...]:
    """The players of an entrant, whose `members` should be fetched with it."""
    return tuple(member.player_id for member in entrant.members.all())


def contest(season: Season) -> Contest:
    """The season as it stands; five queries."""
    return contests([season], season.divisions.order_by("level"))[season.pk]


def contests(seasons: Collection[Season], divisions: Iterable[Division]) -> dict[int, Contest]:
    """Seasons as they stand, by their keys, each with its own of these `divisions`; five queries."""
    all_divisions = list(divisions)
    standing = _standing(seasons)
    entrants = list(
        Entrant.objects.filter(season__in=seasons)
        .select_related("division")
        .prefetch_related(Prefetch("members", EntrantMember.objects.select_related("player")))
        .order_by("number")
    )
    rows = list(
        Fixture.objects.filter(division__in=all_divisions)
        .select_related("evening__club")
        .order_by("round", "pk")
    )
    _join(rows, all_divisions, entrants)
    return {
        season.pk: _contest(
            season,
            {row.level: row for row in all_divisions if row.season_id == season.pk},
            [entrant for entrant in entrants if entrant.season_id == season.pk],
            [row for row in rows if row.division.season_id == season.pk],
            standing[season.pk],
        )
        for season in seasons
    }


def _join(rows: Iterable[Fixture], divisions: Iterable[Division], entrants: Iterable[Entrant]) -> None:
    # They are loaded already; a join would make a row of each anew.
    division_of = {division.pk: division for division in divisions}
    entrant_of = {entrant.pk: entrant for entrant in entrants}
    for row in rows:
        row.division = division_of[row.division_id]
        row.home = entrant_of[row.home_id]
        row.away = entrant_of[row.away_id] if row.away_id else None


def _contest(
    season: Season,
    divisions: Mapping[int, Division],
    entrants: Sequence[Entrant],
    rows: Sequence[Fixture],
    standing: Standing,
) -> Contest:
    rules = rules_of(season)
    record = ContestRecord(
        {level: division.name for level, division in divisions.items()},
        {entrant.number: _kept_entrant(entrant) for entrant in entrants},
        {row.code: kept_fixture(row) for row in rows},
        standing.lots,
        {sequence: (award.entrant, award.points) for sequence, award in standing.awards.items()},
    )
    division_views = []
    for state in division_states(record, rules):
        division = divisions[state.level]
        own = [row for row in rows if row.division_id == division.pk]
        division_views.append(
            DivisionSeen(
                **vars(state),
                division=division,
                entrants=tuple(entrant for entrant in entrants if entrant.division_id == division.pk),
                rows=tuple(row for row in own if not row.play_off),
                play_offs=tuple(row for row in own if row.play_off),
            )
        )
    return Contest(season, rules, tuple(division_views), standing.lots, standing.awards, record)


def _kept_entrant(row: Entrant) -> KeptEntrant:
    counts: LeftOut = "draw" if row.left_out_as == "draw" else "nobody"
    left_out = None if row.left_out_of is None else (row.left_out_of, counts)
    has_left = row.withdrawn_at is not None
    return KeptEntrant(
        row.number, row.name, row.division.level, members_of(row), has_left, left_out, row.rating
    )


def rounds_met(seen: Contest, fixtures: Sequence[Fixture]) -> dict[str, list[int]]:
    """The rounds by the codes of fixtures that rest on an evening; one query, none where no fixture does."""
    resting = [row for row in fixtures if row.evening_id is not None and row.away is not None]
    sides = {
        row.code: [set(members_of(seen.entrants[side.number])) for side in (row.home, row.away) if side]
        for row in resting
    }
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
            for (evening, number, _), players in tables.items()
            if evening == row.evening_id and all(players & side for side in sides[row.code])
        )
        for row in resting
    }


def leads_of(seen: Contest, division: DivisionSeen, count: int) -> list[str]:
    """For each place, the best first: "up", "down", "play_off", or "" where it stays."""
    leads = [""] * count
    borders = seen.rules.borders
    if len(borders) != len(seen.divisions) - 1:
        return leads
    above = borders[division.level - 2] if division.level > 1 else None
    below = borders[division.level - 1] if division.level <= len(borders) else None
    places = []
    if above:
        places += [(place, "up") for place in range(above.up)]
        places += [(above.up + place, "play_off") for place in range(above.play_off)]
    if below:
        last = count - below.down
        places += [(place, "down") for place in range(last, count)]
        places += [(place, "play_off") for place in range(last - below.play_off, last)]
    for place, lead in places:
        if 0 <= place < count:
            leads[place] = lead
    return leads


SIDES: Final = ("home", "away")
"""The values of sentences that are entrants' ids."""
WAYS: Final = 60_000
"""For a page so many ways are gone through at the most, which is about a second; beyond that bounds are proved."""


@dataclass(frozen=True)
class ProjectionQuery:
    contest: Contest
    division: DivisionSeen
    place: int
    entrant: str = ""

    @property
    def ahead(self) -> int:
        return self.division.ahead

    @property
    def rounds_to_come(self) -> int:
        rounds = self.contest.rules.rounds
        return max(0, rounds - self.division.last_round) if rounds else 0

    @cached_property
    def outlook(self) -> LastFixtures:
        division, rules = self.division, self.contest.rules
        return LastFixtures(
            [line.entrant for line in division.lines],
            division.values,
            rules.table_rules(),
            place=self.place,
            draws=rules.draws,
            unpaired=self.rounds_to_come,
            bound=WAYS,
            facts=division.facts,
        )

    def must(self) -> EntrantNeeds | None:
        return self.outlook.what_must_happen(self.entrant) if self.entrant else None


def asked_of(
    seen: Contest, *, division: str = "", place: str = "", entrant: str = ""
) -> ProjectionQuery | None:
    """The query from words of an address; what makes no sense is taken for the first there is.

    None where there is no table to ask about, or nobody in it.
    """
    if not seen.rules.has_table or not seen.divisions:
        return None
    played_in = next((state for state in seen.divisions if state.numbers), seen.divisions[0])
    target = next((state for state in seen.divisions if str(state.level) == division), played_in)
    if entrant and division == "":
        target = next((state for state in seen.divisions if entrant in state.numbers), target)
    if not target.numbers:
        return None
    place_number = int(place) if place.isascii() and place.isdigit() and len(place) < len("1000") else 1
    place_number = min(max(place_number, 1), len(target.numbers))
    return ProjectionQuery(seen, target, place_number, entrant if entrant in target.numbers else "")


def with_names(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    values = {
        key: with_names(value, names)
        if isinstance(value, Sentence)
        else names.get(str(value), value)
        if key in SIDES
        else value
        for key, value in sentence.values.items()
    }
    return sentence._replace(values=values)
