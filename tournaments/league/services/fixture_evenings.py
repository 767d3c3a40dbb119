"""Results that evenings give to fixtures: they follow what is published, and who is read as one person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from tournaments import fence
from tournaments.evening.models import Evening
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import address_of
from tournaments.league.services import work
from tournaments.league.services.handicaps import RatingsBehindError, RatingsFailedError
from tournaments.league.services.ledger import SeasonBook, open_season, perform, record_of
from tournaments.refusals import refuse


@transaction.atomic
def leave_to_evening(
    *, season: Season, code: str, evening: Evening, by: str, at: datetime, reason: str = ""
) -> None:
    """Let an evening give the result of a fixture: now, where it is published, else when it is.

    Raises Faults for an evening of a club that takes no part, of a game that is not the season's, one that is
    published and gives no result, and where handicaps rest on ratings that are not worked out.
    """
    with fence.lowered():  # it may be of a club that takes part
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
        _follow_evening(book, evening)
    if people:
        book.do(acts.FollowPeople())
    return book.season.ledger_length - before


def _follow_evening(book: SeasonBook, evening: Evening) -> None:
    """Each by what is so after the one before: a final may have other sides by then."""
    address = address_of(evening)
    for code in [one.code for one in record_of(book.season).fixtures if one.evening == address]:
        book.do(acts.FollowEvening(fixture=code))
