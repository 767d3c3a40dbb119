"""Rounds that end by themselves: when their time is over, or every table has played its hands."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from tournaments.evening import acts
from tournaments.evening.acts import NotNowError
from tournaments.evening.models import Evening
from tournaments.evening.plan import Setup
from tournaments.evening.services.ledger import Book
from tournaments.evening.services.perform import perform
from tournaments.evening.status import Status


def stop_when_played_out(book: Book, setup: Setup) -> None:
    """End the round in play once every table is done with it; for the act that enters the last hand of one."""
    evening = book.evening
    if evening.status != Status.PLAYING:
        return
    games = evening.rounds.get(number=evening.current_round).tables.order_by()
    if all(setup.played_out(game.hands_count, game.points, game.outright) for game in games):
        perform(evening=evening, act=acts.Stop(), by=book.by, at=book.at)


def stop_overdue(*, at: datetime) -> int:
    """Stop the rounds whose time is over; returns how many. Run by the sweep."""
    overdue = Evening.objects.filter(
        status=Status.PLAYING,
        rounds__number=F("current_round"),
        rounds__ends_at__lte=at,
        rounds__stopped_at__isnull=True,
    )
    stopped = 0
    for evening in overdue:
        try:
            perform(evening=evening, act=acts.Stop(), by="clock", at=at)
        except NotNowError:
            continue
        stopped += 1
    return stopped
