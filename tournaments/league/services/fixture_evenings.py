"""Results that evenings give to fixtures: they follow what is published, and who is read as one person.

A result is a function of the evening as published last and of who is who. Nobody's result moves for anything else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction

from tournaments.evening.models import Evening
from tournaments.evening.reads.published import is_reopened
from tournaments.league import acts
from tournaments.league.acts.act import EveningGames
from tournaments.league.acts.fixtures import told
from tournaments.league.acts.results import given, sides
from tournaments.league.models import Season
from tournaments.league.reads.evening_games import games_of
from tournaments.league.reads.fixtures import Contest, Fixture, address_of, contest, members_of
from tournaments.league.reads.people import ever_merged, merges_of
from tournaments.league.services import work
from tournaments.league.services.handicaps import RatingsBehindError, check_ratings
from tournaments.league.services.ledger import SeasonBook, open_season, perform
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.series.evenings import Persons


@transaction.atomic
def leave_to_evening(
    *, season: Season, code: str, evening: Evening, by: str, at: datetime, reason: str = ""
) -> None:
    """Let an evening give the result of a fixture: now, where it is published, else when it is.

    Raises Faults for an evening of a club that takes no part, of a game that is not the season's, or one that is
    published and gives no result.
    """
    evening = Evening.objects.select_for_update(of=("self",)).select_related("club").get(pk=evening.pk)
    act = acts.LeaveToEvening(fixture=code, evening=address_of(evening), reason=reason)
    perform(season=season, act=act, by=by, at=at)


def evening_published(evening: Evening, *, by: str, at: datetime) -> None:
    """Let every fixture that rests on an evening follow what was published, now or after a correction.

    Each change is an entry of its own in its season's ledger. Where the evening gives no result any more, the
    fixture is ahead again. A knock-out whose later fixtures are played already stays as it is and is left to the
    secretary, who sees both. A season whose handicaps rest on ratings that are not worked out follows later.
    """
    seasons = evening.fixtures.values_list("season", flat=True).distinct().order_by("season")
    for season in list(seasons):
        book = open_season(season, by=by, at=at)
        try:
            _follow_evening(book, evening)
        except RatingsBehindError:
            work.ask_season(book.season, evening=evening, at=at)


@transaction.atomic
def follow(*, season: Season, evenings: Iterable[int], people: bool, by: str, at: datetime) -> int:
    """Let a season follow what it was asked to: these evenings, and `people`, who is who; how many entries it took.

    Raises:
        RatingsBehindError: the season gives handicaps by ratings that are not worked out.
    """
    book = open_season(season.pk, by=by, at=at)
    before = book.season.ledger_length
    for evening in (
        Evening.objects.filter(pk__in=list(evenings)).select_related("club").order_by("date", "pk")
    ):
        if not is_reopened(evening):
            _follow_evening(book, evening)
    if people:
        _follow_people(book)
    return book.season.ledger_length - before


def _follow_evening(book: SeasonBook, evening: Evening) -> None:
    seen = contest(book.season)
    state = seen.state
    if seen.rules.handicap is not None:
        check_ratings(evening, seen.season)
    games = games_of(seen.season, evening)
    for row in [row for row in seen.fixtures if row.evening_id == evening.pk]:
        before = state.fixtures[row.code]
        found = given(before, games, state, seen.rules)
        after = before.ended(found) if found else before.ahead()
        if after == before:
            continue
        act = acts.TakeResult if before.is_ahead else acts.MoveResult
        last = evening.publications.order_by("-number").first()
        body: dict[str, object] = {"fixtures": told([after]), "before": told([before])}
        book.do(act(told={**body, "publication": last.number if last else 0}))


# --- merges ------------------------------------------------------------------------------------------
def _follow_people(book: SeasonBook) -> None:
    """Bring the results that evenings gave up to date with who is read as one person.

    Only fixtures in which somebody takes part who was ever merged are looked at, and what changes is one entry. One
    in which somebody would meet themselves stays as it is, and so do those of an evening that is being corrected:
    they follow it when it is published.
    """
    seen = contest(book.season)
    rows = _of_merged(seen)
    if not rows:
        return
    persons = merges_of(seen.season.league.club, seen.season.league)
    before = _before_merges(book.season)
    changed: list[tuple[KeptFixture, KeptFixture]] = []
    for evening in {row.evening_id: row.evening for row in rows}.values():
        if evening is None or is_reopened(evening):
            continue
        if seen.rules.handicap is not None:
            check_ratings(evening, seen.season)
        games = games_of(seen.season, evening)
        for row in [row for row in rows if row.evening_id == evening.pk]:
            now = seen.state.fixtures[row.code]
            then = _followed(seen, now, games, before)
            if then != now:
                changed.append((now, then))
    if changed:
        people = {str(one) for now, _ in changed for one in _people(seen, now)}
        body: dict[str, object] = {
            "fixtures": told([then for _, then in changed]),
            "before": told([now for now, _ in changed]),
            "read": _read(persons, people),
        }
        book.do(acts.Merge(told=body))


def _of_merged(seen: Contest) -> list[Fixture]:
    """The fixtures with a result of an evening, or one to come, in which somebody takes part who was ever merged."""
    people = {
        row: _people(seen, seen.state.fixtures[row.code])
        for row in seen.fixtures
        if row.evening_id is not None and row.away is not None
        if row.status in ("planned", "postponed", "played")
    }
    merged = ever_merged(set().union(*people.values()))
    return [row for row, own in people.items() if own & merged]


def _people(seen: Contest, fixture: KeptFixture) -> set[int]:
    return {player for number in fixture.numbers() for player in members_of(seen.entrants[number])}


def _followed(
    seen: Contest,
    now: KeptFixture,
    games: EveningGames,
    before: Mapping[str, tuple[KeptFixture, KeptFixture]],
) -> KeptFixture:
    """A fixture as it is by who is who now."""
    state = seen.state
    home, away = sides(now, games, state)
    if home & away:
        return now
    found = given(now, games, state, seen.rules)
    if found is not None:
        return now.ended(found)
    if now.is_ahead:
        return now
    # What was postponed before a merge gave it a result is postponed again.
    then, since = before.get(now.code, (now, None))
    return then if since == now and then.is_ahead else now.ahead()


def _before_merges(season: Season) -> dict[str, tuple[KeptFixture, KeptFixture]]:
    """What each fixture was before a merge moved it last, and what it was after that; by code."""
    found = {}
    for text in season.ledger.filter(act=acts.Merge.name).order_by("sequence").values_list("body", flat=True):
        body = json.loads(text)
        for then, since in zip(body["before"], body["fixtures"], strict=True):
            found[since["code"]] = (KeptFixture.from_data(then), KeptFixture.from_data(since))
    return found


def _read(persons: Persons, people: set[str]) -> dict[str, str]:
    """Who is read as one of these people, and as whom."""
    real = {persons.real(one) for one in people}
    return {old: persons.real(old) for old in sorted(persons.merged, key=int) if persons.real(old) in real}
