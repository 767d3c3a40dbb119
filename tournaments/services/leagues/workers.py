"""Doing the background work of leagues: one piece, or one slice, in one transaction.

Whoever does the work of a season does all rows that wait for it together.
"""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q

from scoring.derivation import gettext_noop
from tournaments.jobs import LONG_PATIENCE, recompute_soon
from tournaments.models import Club, Recomputation, Season
from tournaments.services.attempts import BY, Clock, count_failure, milliseconds, take_due
from tournaments.services.leagues import fixture_evenings, ratings, tables
from tournaments.services.leagues.handicaps import RatingsBehindError

log = logging.getLogger(__name__)

REMARK = gettext_noop("%(number)s lines")


def run(recomputation_id: int, *, clock: Clock) -> Recomputation | None:
    """Do a piece of work, unless it is done, gone, or in another worker's hands; a slice of it where it is long.

    The effect and the mark that it is done commit together. A failure is kept with its reason and tried again later,
    at growing intervals; after MOST_ATTEMPTS it waits for a person. What has to wait for ratings comes back soon.
    """
    try:
        with transaction.atomic():
            work = _taken(recomputation_id)
            return None if work is None else _do(work, clock)
    except RatingsBehindError as behind:
        return _put_back(recomputation_id, clock() + behind.wait)
    except Exception as error:
        log.exception("Recomputation %s failed", recomputation_id)
        return _failed(recomputation_id, error, clock())


def _taken(recomputation_id: int) -> Recomputation | None:
    waiting = Recomputation.objects.filter(pk=recomputation_id, stage=Recomputation.Stage.WAITING)
    work = waiting.first()
    if work is None:
        return None
    # The season, or the club, is locked first: two workers never do the same season or the same ratings at once.
    # Whoever publishes an evening meanwhile, and asks for the same season, does not wait: no key is changed.
    if work.season_id is not None:
        Season.objects.select_for_update(no_key=True).get(pk=work.season_id)
    elif work.club_id is not None:
        Club.objects.select_for_update(no_key=True).get(pk=work.club_id)
    return waiting.select_for_update(of=("self",)).select_related("season", "club").first()


def _do(work: Recomputation, clock: Clock) -> Recomputation:
    began = clock()
    if work.season is not None:
        return _do_season(work, work.season, began, clock)
    is_over = ratings.advance(work, at=began)
    work.milliseconds += milliseconds(began, clock())
    work.due_at = clock() + LONG_PATIENCE
    if is_over:
        work.stage, work.done_at = Recomputation.Stage.DONE, clock()
        _wake_seasons(work)
    else:
        transaction.on_commit(partial(recompute_soon, work.pk), robust=True)
    work.attempts = 0
    work.save()
    return work


def _wake_seasons(work: Recomputation) -> None:
    """Hint to the seasons that may have waited for these ratings."""
    mine = Q(season__league__club=work.club) | Q(season__league__guest_clubs__club=work.club)
    rows = Recomputation.objects.filter(mine, stage=Recomputation.Stage.WAITING).distinct()
    for key in rows.values_list("pk", flat=True):
        transaction.on_commit(partial(recompute_soon, key), robust=True)


def _do_season(work: Recomputation, season: Season, began: datetime, clock: Clock) -> Recomputation:
    # Rows that are here now were committed before anything is read below, so that one reading serves them all.
    waiting = season.recomputations.filter(stage=Recomputation.Stage.WAITING)
    rows = list(waiting.values_list("pk", "evening_id"))
    evenings = [evening for _, evening in rows if evening is not None]
    everything = len(evenings) < len(rows)
    if season.kind == Season.Kind.FIXTURES:
        moved = fixture_evenings.follow(season=season, evenings=evenings, people=everything, by=BY, at=began)
        outcome = tables.Outcome(moved, moved)
    else:
        outcome = tables.recompute(season=season, by=BY, at=began, only=None if everything else evenings)
    ended = clock()
    Recomputation.objects.filter(pk__in=[key for key, _ in rows]).update(
        stage=Recomputation.Stage.DONE,
        done=outcome.lines,
        total=outcome.lines,
        done_at=ended,
        milliseconds=milliseconds(began, ended),
        remark=REMARK % {"number": outcome.changed},
    )
    work.refresh_from_db()
    return work


@transaction.atomic
def _put_back(recomputation_id: int, due_at: datetime) -> Recomputation | None:
    """Work that is no failure: what it rests on is not ready."""
    work = _taken(recomputation_id)
    if work is None:
        return None
    work.due_at = due_at
    work.save(update_fields=["due_at"])
    return work


@transaction.atomic
def _failed(recomputation_id: int, error: Exception, at: datetime) -> Recomputation | None:
    work = _taken(recomputation_id)
    if work is None:
        return None
    if count_failure(work, error, at):
        work.stage = Recomputation.Stage.FAILED
    work.save(update_fields=["attempts", "remark", "due_at", "stage"])
    return work


@transaction.atomic
def try_again(*, recomputation: Recomputation, at: datetime) -> None:
    """Put failed work back in the queue, at a person's word."""
    failed = Recomputation.objects.filter(pk=recomputation.pk, stage=Recomputation.Stage.FAILED)
    failed.update(stage=Recomputation.Stage.WAITING, attempts=0, due_at=at + LONG_PATIENCE)
    transaction.on_commit(partial(recompute_soon, recomputation.pk), robust=True)


def sweep(*, at: datetime) -> list[int]:
    """Hand out the work that is due: of two sweeps one hands it out. Returns what was handed out."""
    waiting = Recomputation.objects.filter(stage=Recomputation.Stage.WAITING)
    taken = take_due(waiting, at=at, patience=LONG_PATIENCE)
    for key in taken:
        recompute_soon(key)
    return taken
