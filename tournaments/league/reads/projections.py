"""What may still become of a season of evenings: who can reach a place, and what must happen for somebody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

from scoring.derivation import Sentence
from tournaments.evening.reads.desk import evenings_left
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import Contest, DivisionSeen
from tournaments.league.reads.persons import clubs_in, names_of
from tournaments.league.reads.seasons import rules_of
from tournaments.league.reads.tables import tables_of
from tournaments.ranking.fixtures.what_if import EntrantNeeds, FixtureOutlook, LastFixtures
from tournaments.ranking.series.outlook import Outlook, SeriesNeeds, outlook, what_must_happen
from tournaments.ranking.series.prizes import evenings_ahead
from tournaments.ranking.series.rules import PlacePoints, ScorePoints, SeasonRules, StandardScores
from tournaments.ranking.series.table import TableState

# --- What may still become of a division: who can reach a place, and what must happen for one of them -

SIDES: Final = ("home", "away")
"""The values of sentences that are entrants' ids."""
WAYS: Final = 60_000
"""For a page so many ways are gone through at the most, which is about a second; beyond that bounds are proved."""


@dataclass(frozen=True)
class ProjectionQuery:
    """What is asked: about which place of which division, and about whom in particular, if anybody."""

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
    def _league(self) -> LastFixtures:
        division, rules = self.division, self.contest.rules
        return LastFixtures(
            [line.entrant for line in division.lines],
            division.values,
            rules.table_rules(),
            place=self.place,
            draws=rules.draws,
            unpaired=self.rounds_to_come,
            bound=WAYS,
            beside=division.beside,
        )

    def outlook(self) -> FixtureOutlook:
        return self._league.outlook()

    def must(self) -> EntrantNeeds | None:
        return self._league.what_must_happen(self.entrant) if self.entrant else None


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
        return self.left == 1 and isinstance(self.rules.points, PlacePoints)

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(line.person for line in self.state.lines if line.place == 1)

    def must(self, person: str) -> SeriesNeeds | None:
        """What must happen for somebody to reach the place, with names; None for whoever has no line.

        Cases are told only where `is_last`.
        """
        real = self.state.persons.real(person)
        if self.outlook is None or self.left is None or real not in self.state.accounts:
            return None
        if not self.is_last:
            prospect = next(candidate for candidate in self.outlook.prospects if candidate.person == real)
            return SeriesNeeds(prospect, ())
        return what_must_happen(
            self.state, real, place=self.question.place, evenings_left=self.left, names=self.names
        )


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
        prediction = outlook(
            state, place=place, evenings_left=left, least_per_evening=least, most_per_evening=most
        )
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
