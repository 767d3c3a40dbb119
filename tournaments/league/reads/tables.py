"""The tables of a season of evenings, worked out from what it took and kept; and what may still become of them.

What has been worked out is kept in the memory of the process, a few seasons at a time, with all it was worked out
from. It is asked for again with that compared first: an evening that is new or different is put into the table,
anything else that changed makes it be worked out from the beginning. A table is therefore never behind its rows.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from threading import Lock
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, Sum

from tournaments.club.models import Club
from tournaments.evening import outcome
from tournaments.evening.models import Evening, Publication
from tournaments.evening.reads.desk import evenings_left
from tournaments.league.models import Season, SeasonEvening
from tournaments.league.reads.persons import (
    HOLDS,
    PageGround,
    clubs_in,
    ground_of_merges,
    names_of,
    who_is_who,
)
from tournaments.league.reads.ratings import RatingPlace, Whose
from tournaments.league.reads.seasons import ReadEntry, as_values, rules_of, standing_entries
from tournaments.ranking.series.outlook import Outlook, SeriesNeeds
from tournaments.ranking.series.rules import PlacePoints, ScorePoints, SeasonRules, StandardScores
from tournaments.ranking.series.table import TableState, evenings_ahead, table_state, updated
from tournaments.ranking.series.units import EveningResult, Persons
from tournaments.site.arguments import From
from tournaments.site.web.pages import first_or_404
from tournaments.work.models import Job, kind_of
from tournaments.work.outbox import FEDERATION_RATINGS, RATINGS, SEASON


def archive_of(publication: Publication) -> dict[str, Any]:
    archive: dict[str, Any] = json.loads(publication.archive)
    return archive


def players_by_ticket(evening: Evening) -> dict[str, int]:
    return dict(evening.tickets.values_list("code", "player_id"))


def as_value(row: SeasonEvening) -> EveningResult:
    """The result of an evening as the maths reads it; the row has taken one."""
    return outcome.as_result(str(row.evening_id), row.result or {}, void=row.void)


OF_RATINGS = (RATINGS.name, FEDERATION_RATINGS.name)
BEGINNING = RatingPlace(date.min, 0)


def rating_jobs(
    keys: Iterable[int], games: Collection[str], of: type[Whose] = Club
) -> list[tuple[Job, RatingPlace]]:
    """The ratings to be worked out, or that could not be, each with where in their history that begins.

    One query, two where one of them begins with an evening. `keys` are of the clubs, or of what else
    `of` says.
    """
    rows = Job.objects.unfinished().filter(
        topic__in=OF_RATINGS, subject=kind_of(of), subject_key__in=list(keys)
    )
    jobs = [job for job in rows if job.payload["game"] in games]
    keys = {job.payload["evening"] for job in jobs} - {None}
    evenings = Evening.objects.in_bulk(keys) if keys else {}
    places = {key: RatingPlace.of(evening) for key, evening in evenings.items()}
    return [(job, places.get(job.payload["evening"], BEGINNING)) for job in jobs]


def jobs_of(season: Season) -> list[Job]:
    """What is being worked out for a season or could not be, with failed ratings its handicaps rest on.

    While ratings could not be worked out, the season's own work waits for them and is left out. One
    query, three at the most for a season with handicaps.
    """
    own = list(season.jobs.unfinished())
    failed = _ratings_failed(season) if season.rules.get("handicap") else []
    return [*failed, *(job for job in own if not failed or job.outcome == Job.Outcome.FAILED)]


def job_of_season(season: Season, job: int) -> Job:
    return first_or_404(row for row in jobs_of(season) if row.pk == job)


def job_of_leagues(club: Club, job: int) -> Job:
    return first_or_404(row for row in jobs_at(club) if row.pk == job)


JobOfSeason = Annotated[Job, From(job_of_season)]
JobOfLeagues = Annotated[Job, From(job_of_leagues)]


def _ratings_failed(season: Season) -> list[Job]:
    clubs = clubs_in(season.league).values_list("pk", flat=True)
    jobs = rating_jobs(clubs, season.rules["games"])
    return [job for job, place in jobs if job.outcome == Job.Outcome.FAILED and place.date <= season.ends]


def jobs_at(club: Club) -> list[Job]:
    """What is being worked out, or could not be, of a club's ratings, its federation's and its leagues; one query."""
    seasons = Season.objects.filter(league__club=club).values("pk")
    federations = club.federations.filter(HOLDS).values("federation")
    mine = Q(subject="club", subject_key=club.pk) | Q(subject="season", subject_key__in=seasons)
    mine |= Q(subject="federation", subject_key__in=federations)
    return list(Job.objects.unfinished().filter(mine, topic__in=(SEASON.name, *OF_RATINGS)))


def season_jobs_with(club: Club) -> list[int]:
    """The keys of the waiting jobs of all seasons in which a club's evenings may count; one query."""
    mine = Q(league__club=club) | Q(league__guest_clubs__club=club)
    waiting = Job.objects.waiting().filter(
        topic=SEASON.name, subject_key__in=Season.objects.filter(mine).values("pk")
    )
    return list(waiting.values_list("pk", flat=True))


KEPT = 8
"""The tables of so many seasons are kept, those asked for last."""
FEW = 4
"""Up to so many evenings that differ are put into a table; for more it is worked out from the beginning."""

Tables = dict[str, TableState]
"""The table of everybody under "", those of the categories by name in the order of the rules."""
Stamps = dict[int, tuple[object, ...]]
"""Of each evening with a result: which publication it is of, whether it is void, and what its handicaps rest on where
the season gives any."""


@dataclass(frozen=True)
class Ground:
    """All that tables are worked out from, but the evenings."""

    version: str
    rules: SeasonRules
    merged: Mapping[str, str]
    categories: Mapping[str, frozenset[str]]
    entries: tuple[int, ...]


@dataclass(frozen=True)
class _CachedTables:
    ground: Ground
    stamps: Stamps
    tables: Tables


_tables_by_season: OrderedDict[int, _CachedTables] = OrderedDict()
_lock = Lock()


def tables_of(season: Season) -> Tables:
    """The tables of a season of evenings; five queries, and one for the results that are new."""
    entries = standing_entries(season)
    ground = _ground(season, entries)
    mark = ["result__mark"] if ground.rules.handicap else []
    rows = season.evenings.filter(result__isnull=False).values_list(
        "evening_id", "publication", "void", *mark
    )
    stamps: Stamps = {evening: tuple(stamp) for evening, *stamp in rows}
    with _lock:
        known = _tables_by_season.get(season.pk)
    tables = _brought_up_to_date(season, known, ground, stamps) if known else None
    if tables is None:
        tables = _from_the_beginning(season, ground, entries)
    with _lock:
        _tables_by_season[season.pk] = _CachedTables(ground, stamps, tables)
        _tables_by_season.move_to_end(season.pk)
        while len(_tables_by_season) > KEPT:
            _tables_by_season.popitem(last=False)
    return tables


def places_before(table: TableState, evening: int) -> dict[str, int | None]:
    """The places in a table as if an evening (its key) did not count, by the ids of people."""
    # A void result without lines takes the evening out of a table.
    without = updated(table, EveningResult(str(evening), date.min, "", (), void=True))
    return {line.person: line.place for line in without.lines}


def forget() -> None:
    """Drop all cached tables, as in a process that has just begun."""
    with _lock:
        _tables_by_season.clear()


def persons_of(season: Season) -> Persons:
    """Who is who in a season; three queries, four where several clubs take part.

    A season that is over reads people of different clubs as one as it did when it was closed.
    """
    categories: dict[str, set[str]] = {}
    for category, player in season.category_members.values_list("category", "player_id"):
        categories.setdefault(str(player), set()).add(category)
    return Persons({person: frozenset(own) for person, own in categories.items()}, who_is_who(season).merged)


def _ground(season: Season, entries: list[ReadEntry]) -> Ground:
    persons = persons_of(season)
    return Ground(
        season.rules_version,
        rules_of(season),
        persons.merged,
        persons.categories,
        tuple(entry.sequence for entry in entries),
    )


def _from_the_beginning(season: Season, ground: Ground, entries: list[ReadEntry]) -> Tables:
    evenings = [as_value(row) for row in season.evenings.filter(result__isnull=False)]
    persons = Persons(ground.categories, ground.merged)
    names = ("", *(category.name for category in ground.rules.categories))
    return {
        name: table_state(ground.rules, evenings, persons, as_values(entries), category=name or None)
        for name in names
    }


def _brought_up_to_date(
    season: Season, known: _CachedTables, ground: Ground, stamps: Stamps
) -> Tables | None:
    if known.ground != ground:
        return None
    different = [evening for evening in stamps if known.stamps.get(evening) != stamps[evening]]
    gone = [evening for evening in known.stamps if evening not in stamps]
    if len(different) + len(gone) > FEW:
        return None
    results = [as_value(row) for row in season.evenings.filter(evening__in=different)] if different else []
    # A void result without lines takes the evening out of a table.
    results += [EveningResult(str(evening), date.min, "", (), void=True) for evening in gone]
    tables = known.tables
    for result in results:
        tables = {name: updated(state, result) for name, state in tables.items()}
    return tables


def ground_of_rules(season: Season) -> PageGround:
    """What the ETags of every page's head and of the rules are made of; no query.

    Every entry of the season's ledger, and every line of its tables that is written, makes another
    version.
    """
    league, club = season.league, season.league.club
    own = (season.pk, season.version, season.ledger_head, season.rules_version, season.stage)
    return (
        *own,
        *(season.name, season.slug, season.starts, season.ends, season.takes),
        *(league.name, league.slug, club.name, club.slug, club.time_zone, club.settings_version),
    )


def ground_of(season: Season) -> PageGround | None:
    """What the ETags of the other pages are made of; four queries at the most.

    None while a table is still being worked out or could not be: its lines are behind then, and nothing
    is certain.

    Names, merges, evenings and what their clubs show to whom have no entry in the season's ledger when
    they change: they are read. An evening moves its own version with all that happens at it.
    """
    if season.kind == Season.Kind.EVENINGS:
        if jobs_of(season):
            return None
        return (*ground_of_rules(season), _of_lines(season), _of_evenings(season), ground_of_merges())
    return (*ground_of_rules(season), _of_entrants(season), _of_fixtures(season), ground_of_merges())


def _of_lines(season: Season) -> PageGround:
    # Names alone: whose line it is the version tells.
    rows = season.lines.filter(category="").order_by("player")
    club = ("player__club__name", "player__club__settings_version")
    return tuple(rows.values_list("player", "player__name", *club))


def _of_evenings(season: Season) -> PageGround:
    mark = ["result__mark"] if season.rules.get("handicap") else []
    rows = season.evenings.order_by("evening")
    columns = ("evening", "evening__version", "evening__club__settings_version")
    return tuple(rows.values_list(*columns, "choice", "void", "publication", *mark))


def _of_entrants(season: Season) -> PageGround:
    club = "player__club__settings_version"
    return tuple(season.entrant_members.order_by("pk").values_list("entrant", "player", "player__name", club))


def _of_fixtures(season: Season) -> PageGround:
    # Versions only ever rise, and so does their sum.
    resting = season.fixtures.filter(evening__isnull=False)
    totals = resting.aggregate(
        count=Count("pk"),
        versions=Sum("evening__version"),
        settings=Sum("evening__club__settings_version"),
    )
    return (totals["count"], totals["versions"], totals["settings"])


MOST_AHEAD: Final = 60
"""Of more evenings nothing is said: everybody can reach everything, and it takes long to find that out."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a season: who gets to this `place` or better in the table of a `category`.

    `left` is how many evenings are left, where the rules do not say it; `least` and `most` are what an evening gives,
    in whole points, where points do not go by places. None for as much as is so or was so far.
    """

    place: int = 1
    category: str = ""
    left: int | None = None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class SeasonAhead:
    """A season and what may still become of it, as the question was understood.

    How many evenings are `left`, None where nobody knows, is known by the "rules", as "asked", by the "nights" of the
    clubs, is "unknown", or the season is "closed". `each` is what an evening is taken to give at the least and at the
    most, in units; None where the rules say it. `outlook` is None while nobody has a line or knows what is left.
    """

    question: Question
    categories: tuple[str, ...]
    state: TableState
    left: int | None
    left_by: str
    each: tuple[int, int] | None
    outlook: Outlook | None
    names: Mapping[str, str]

    @property
    def rules(self) -> SeasonRules:
        return self.state.rules

    @property
    def is_too_early(self) -> bool:
        return self.left is not None and self.left > MOST_AHEAD

    @property
    def is_last(self) -> bool:
        """Whether it can be told what must happen: before the last evening, where points go by places."""
        return self.outlook is not None and self.outlook.is_last

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(line.person for line in self.state.lines if line.place == 1)

    def must(self, person: str) -> SeriesNeeds | None:
        """What must happen for somebody to reach the place, with names; None for whoever has no line.

        Cases are told only where `is_last`.
        """
        real = self.state.persons.real(person)
        if self.outlook is None or real not in self.state.accounts:
            return None
        return self.outlook.what_must_happen(real, self.names)


def season_ahead(season: Season, question: Question, at: datetime) -> SeasonAhead | None:
    """What may still become of a season of evenings as things are `at` a moment; eight queries.

    None where there is no table of that category.
    """
    tables = tables_of(season)
    state = tables.get(question.category)
    if state is None:
        return None
    place = max(1, min(question.place, len(state.lines)))
    valid_question = replace(question, place=place)
    left, left_by = _left(season, state, valid_question, at)
    each = _each(state, valid_question)
    prediction = None
    if state.lines and left is not None and left <= MOST_AHEAD:
        least, most = each or (0, None)
        prediction = Outlook(state, place, left, least, most)
    names = names_of(state.accounts)
    return SeasonAhead(valid_question, tuple(tables), state, left, left_by, each, prediction, names)


def says_how_many(season: Season) -> bool:
    return rules_of(season).of is not None


def _left(season: Season, state: TableState, asked: Question, at: datetime) -> tuple[int | None, str]:
    if season.stage == Season.Stage.CLOSED:
        return 0, "closed"
    if state.rules.of is not None:
        return evenings_ahead(state), "rules"
    if asked.left is not None:
        return max(0, min(asked.left, MOST_AHEAD)), "asked"
    left = nights_left(season, at)
    return left, "unknown" if left is None else "nights"


def nights_left(season: Season, at: datetime) -> int | None:
    """How many evenings the nights of its clubs come to until a season ends; None where that is not known."""
    if season.kind != Season.Kind.EVENINGS or season.takes != Season.Takes.EVERY or says_how_many(season):
        return None
    today = at.astimezone(ZoneInfo(season.league.club.time_zone)).date()
    clubs, games = clubs_in(season.league).values("pk"), rules_of(season).games
    return evenings_left(clubs, games, since=season.starts, today=today, until=season.ends)


def _each(state: TableState, asked: Question) -> tuple[int, int] | None:
    # As asked, or as much as an evening has given so far.
    rules = state.rules
    if isinstance(rules.points, PlacePoints):
        return None
    accounts = state.accounts.values()
    least = 0
    if isinstance(rules.points, ScorePoints | StandardScores):
        lowest = min((account.points[0] for account in accounts), default=0)
        standard = isinstance(rules.points, StandardScores)
        least = lowest if standard else min(0, lowest)
        least = least if asked.least is None else asked.least * rules.unit
    most = max((account.best for account in accounts), default=0)
    most = most if asked.most is None else asked.most * rules.unit
    return least, max(least, most)
