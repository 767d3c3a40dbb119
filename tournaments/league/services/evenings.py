"""Which evenings a season takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Max, QuerySet

from tournaments.evening.models import Evening, Publication
from tournaments.evening.status import Status
from tournaments.league.models import Season, SeasonEvening
from tournaments.league.reads.access import clubs_in
from tournaments.league.reads.results import archive_of, players_by_ticket, result_of
from tournaments.league.reads.seasons import rules_of
from tournaments.league.services.handicaps import with_handicaps
from tournaments.league.services.ledger import SeasonBook


def take_evenings(book: SeasonBook, only: Iterable[int] | None = None) -> list[SeasonEvening]:
    """Bring the season's evenings up to what is published; the rows whose result is new or gone.

    What was taken stays as it is while an evening is being corrected: it is taken again when it is published again.

    Arguments:
        book: of the season.
        only: the primary keys of the evenings to look at; None for all that there are.

    Raises:
        RatingsBehindError: the season gives handicaps by ratings that are still being worked out.
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
    """The evenings among these whose handicaps were given by another rule than the season has now."""
    rule = rules_of(season).handicap
    if rule is None and not everything:
        return frozenset()  # a season that loses its handicaps takes all its evenings again
    told = rows.filter(result__isnull=False).values_list("evening_id", "result__rule")
    wanted = None if rule is None else rule.model_dump()
    return frozenset(evening for evening, given in told if given != wanted)


def _published(season: Season) -> QuerySet[Evening]:
    """The evenings that could be the season's and have been published."""
    possible = Evening.objects.filter(
        club__in=clubs_in(season.league).values("pk"),
        plan__game__in=list(rules_of(season).games),
        status__in=[Status.PUBLISHED, Status.FINISHED],
    ) | Evening.objects.filter(seasons__season=season, seasons__result__isnull=False)
    published = possible.filter(publications__isnull=False).distinct()
    return published.select_related("club").order_by("date", "pk")


def _last_publications(evenings: QuerySet[Evening]) -> dict[int, int]:
    """The number of the last publication of each evening; one query."""
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
    """What a publication gives a season; the ratings of `before`, on which handicaps rest, hold."""
    archive, players = archive_of(publication), players_by_ticket(evening)
    result, rule = result_of(archive, players), rules_of(season).handicap
    return with_handicaps(result, archive, players, evening=evening, season=season, rule=rule, kept=before)
