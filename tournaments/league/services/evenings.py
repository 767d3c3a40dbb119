"""Which evenings a season takes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from tournaments import tenant_guard
from tournaments.evening.models import Evening, Publication
from tournaments.evening.round_rules import Status
from tournaments.league import acts
from tournaments.league.models import Season, SeasonEvening
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.seasons import clubs_in, rules_of
from tournaments.league.reads.tables import archive_of, players_by_ticket, result_of
from tournaments.league.services import ledger
from tournaments.league.services.ledger import SeasonBook, open_season, perform, record_of
from tournaments.league.services.ratings import RatingsBehindError, RatingsFailedError, with_handicaps
from tournaments.refusals import refuse

# Results that evenings give to fixtures: they follow what is published, and who is read as one person.


@transaction.atomic
def leave_to_evening(
    *, season: Season, code: str, evening: Evening, by: str, at: datetime, reason: str = ""
) -> None:
    """Let an evening give the result of a fixture: now, where it is published, else when it is.

    Raises Faults for an evening of a club that takes no part, of a game that is not the season's, one that is
    published and gives no result, and where handicaps rest on ratings that are not worked out.
    """
    with tenant_guard.bypass():  # it may be of a club that takes part
        evening = Evening.objects.select_for_update(of=("self",)).select_related("club").get(pk=evening.pk)
    act = acts.LeaveToEvening(fixture=code, evening=address_of(evening), reason=reason)
    try:
        perform(season=season, act=act, by=by, at=at)
    except RatingsFailedError:
        refuse(
            "evening",
            "ratings-failed",
            "the handicaps of “%(entered)s” rest on ratings that could not be worked out; have that tried again on "
            "the first page of the season",
            entered=evening.name,
        )
    except RatingsBehindError:
        refuse(
            "evening",
            "ratings-behind",
            "the handicaps of “%(entered)s” rest on ratings that are still being worked out; try again in a moment",
            entered=evening.name,
        )


def evening_published(evening: Evening, *, by: str, at: datetime) -> None:
    """Let every fixture that rests on an evening follow what was published, now or after a correction.

    Each change is an entry of its own in its season's ledger. A season whose handicaps rest on ratings that are not
    worked out follows later.
    """
    seasons = evening.fixtures.values_list("season", flat=True).distinct().order_by("season")
    for season in list(seasons):
        book = open_season(season, by=by, at=at)
        try:
            _follow_evening(book, evening)
        except RatingsBehindError:
            ledger.ask_season(book.season, evening=evening, at=at)


@transaction.atomic
def follow_evening(*, season: Season, evenings: Iterable[int], people: bool, by: str, at: datetime) -> int:
    """Let a season follow these evenings and, with `people`, who is who; the number of entries it took.

    Raises RatingsBehindError where the season gives handicaps by ratings that are not worked out.
    """
    book = open_season(season.pk, by=by, at=at)
    before = book.season.ledger_length
    for evening in (
        Evening.objects.filter(pk__in=list(evenings)).select_related("club").order_by("date", "pk")
    ):
        _follow_evening(book, evening)
    if people:
        book.do(acts.FollowPeople())
    return book.season.ledger_length - before


def _follow_evening(book: SeasonBook, evening: Evening) -> None:
    # Each by what is so after the one before: a final may have other sides by then.
    address = address_of(evening)
    for code in [fixture.code for fixture in record_of(book.season).fixtures if fixture.evening == address]:
        book.do(acts.FollowEvening(fixture=code))


# --- Fixtures made by an act, with their codes told to whoever asked ----------------------------------


@transaction.atomic
def draw_fixtures(*, season: Season, act: acts.Draw | acts.PlayOff, by: str, at: datetime) -> list[str]:
    """Do an act that makes fixtures, and return their codes. Raises Faults as it does."""
    entry = perform(season=season, act=act, by=by, at=at)
    body = json.loads(season.ledger.get(sequence=entry).body)
    return [fixture["code"] for fixture in body["fixtures"]]


def take_evenings(book: SeasonBook, only: Iterable[int] | None = None) -> list[SeasonEvening]:
    """Bring the season's evenings up to what is published; the rows whose result is new or gone.

    What was taken stays as it is while an evening is being corrected: it is taken again when it is
    published again. `only` are the keys of the evenings to look at; None for all that there are.

    Raises RatingsBehindError where the season gives handicaps by ratings that are still being worked
    out.
    """
    season = book.season
    rows = season.evenings.all()
    evenings = _published(season)
    if only is not None:
        keys = list(only)
        rows, evenings = rows.filter(evening__in=keys), evenings.filter(pk__in=keys)
    known = {row.evening_id: row for row in rows.defer("result").select_related("evening__club")}
    numbers = _last_publications(evenings)
    clubs = frozenset(clubs_in(season.league).values_list("pk", flat=True))
    other_rule = _under_another_rule(rows, season, everything=only is None)
    changed: list[SeasonEvening] = []
    for evening in evenings:
        row, number = known.get(evening.pk), numbers[evening.pk]
        if not _is_wanted(season, evening, row.choice if row else "", clubs):
            changed += _left_out(row)
        elif row is None or row.publication != number or evening.pk in other_rule:
            changed.append(_take(season, evening, number, row))
    return changed


def _under_another_rule(rows: QuerySet[SeasonEvening], season: Season, *, everything: bool) -> frozenset[int]:
    rule = rules_of(season).handicap
    if rule is None and not everything:
        return frozenset()  # a season that loses its handicaps takes all its evenings again
    pairs = rows.filter(result__isnull=False).values_list("evening_id", "result__rule")
    expected = None if rule is None else rule.model_dump()
    return frozenset(evening for evening, old_rule in pairs if old_rule != expected)


def _published(season: Season) -> QuerySet[Evening]:
    possible = Evening.objects.filter(
        club__in=clubs_in(season.league).values("pk"),
        plan__game__in=list(rules_of(season).games),
        status__in=[Status.PUBLISHED, Status.FINISHED],
    ) | Evening.objects.filter(seasons__season=season, seasons__result__isnull=False)
    published = possible.filter(publications__isnull=False).distinct()
    return published.select_related("club").order_by("date", "pk")


def _last_publications(evenings: QuerySet[Evening]) -> dict[int, int]:
    rows = Publication.objects.filter(evening__in=evenings.order_by().values("pk"))
    return dict(rows.values("evening").annotate(last=Max("number")).values_list("evening", "last"))


def _is_wanted(season: Season, evening: Evening, choice: str, clubs: frozenset[int]) -> bool:
    if evening.club_id not in clubs or evening.plan["game"] not in rules_of(season).games:
        return False
    if choice:
        return choice == SeasonEvening.Choice.TAKEN_IN
    return season.takes == Season.Takes.EVERY and season.starts <= evening.date <= season.ends


def _left_out(row: SeasonEvening | None) -> list[SeasonEvening]:
    if row is None or row.publication is None:
        return []
    row.publication, row.result = None, None
    row.save(update_fields=["publication", "result"])
    return [row]


def _take(season: Season, evening: Evening, number: int, row: SeasonEvening | None) -> SeasonEvening:
    row = row or SeasonEvening(season=season, evening=evening)
    publication = evening.publications.get(number=number)
    row.publication, row.result = number, published_result(season, evening, publication, row.result)
    row.save()
    return row


def published_result(
    season: Season, evening: Evening, publication: Publication, before: dict[str, Any] | None
) -> dict[str, Any]:
    """What a publication gives a season; handicaps keep to the ratings in the result `before`, if any."""
    archive, players = archive_of(publication), players_by_ticket(evening)
    result, rule = result_of(archive, players), rules_of(season).handicap
    return with_handicaps(result, archive, players, evening=evening, season=season, rule=rule, kept=before)
