"""What background work there is: each topic with what it is about, the queue it waits in, and how it is run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.apps import apps

from scoring.derivation import Sentence, gettext_noop
from tournaments.work.models import Subject

FIRST, SLOW = "hands-first", "slow"
"""The queues of Celery: what a room waits for, and what hurries nobody."""

PATIENCE = timedelta(seconds=3)
"""How long a hint may be on its way before the sweep hands the job out again: whoever was to do it may be dead, and
people wait for their seats. What a worker has in hand is locked, and is not handed out to a second one."""
LONG_PATIENCE = timedelta(seconds=15)
"""Of what hurries nobody."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A kind of background work.

    Arguments:
        subject: the model of what it is about; a row of it is locked while a job is done.
        handler: the path of what does its jobs; a name, so that this module imports none of those
            it works for.
        patience: how long whoever was handed a job may take before it is handed out again.
        ordered: jobs about one subject (and lane, see `outbox.enqueue`) are done one at a time, in
            the order in which they were enqueued.
        no_key: whoever refers to the subject in a new row meanwhile does not wait.
        unlocked: nothing is locked while a slice is worked out; the handler returns a function that
            writes it down.
    """

    name: str
    label: str
    subject: str
    handler: str
    queue: str = FIRST
    patience: timedelta = PATIENCE
    ordered: bool = False
    no_key: bool = False
    unlocked: bool = False

    @property
    def model(self) -> type[Subject]:
        model: type[Subject] = apps.get_model("tournaments", self.subject)
        return model


DRAFT_MOVE = Topic(
    "draft_move",
    gettext_noop("work out the next seats"),
    "Evening",
    "tournaments.evening.services.perform.draft_moves",
)
STANDINGS = Topic(
    "standings",
    gettext_noop("recompute the standings"),
    "Evening",
    "tournaments.evening.services.results.bring_up_to_date",
)
PUBLISH = Topic(
    "publish",
    gettext_noop("publish the evening"),
    "Evening",
    "tournaments.league.services.tables.publish_job",
)
SEASON = Topic(
    "season",
    gettext_noop("work out the tables"),
    "Season",
    "tournaments.league.services.tables.bring_up_to_date",
    SLOW,
    LONG_PATIENCE,
    ordered=True,
    no_key=True,
)
RATINGS = Topic(
    "ratings",
    gettext_noop("work out the ratings"),
    "Club",
    "tournaments.league.services.ratings.advance",
    SLOW,
    LONG_PATIENCE,
    ordered=True,
    no_key=True,
)
FEDERATION_RATINGS = Topic(
    "federation_ratings",
    gettext_noop("work out the ratings of the federation"),
    "Federation",
    "tournaments.league.services.ratings.advance",
    SLOW,
    LONG_PATIENCE,
    ordered=True,
    no_key=True,
)
SEARCH = Topic(
    "search",
    gettext_noop("search for a schedule"),
    "Planning",
    "tournaments.evening.services.schedules.work_on",
    SLOW,
    LONG_PATIENCE,
    unlocked=True,
)
REHEARSE = Topic(
    "rehearse",
    gettext_noop("rehearse the evening"),
    "Rehearsal",
    "tournaments.rehearsal.services.look_after",
    SLOW,
)
MAIL = Topic(
    "mail",
    gettext_noop("send a mail"),
    "Mail",
    "tournaments.club.services.accounts.deliver_mail",
    SLOW,
    timedelta(minutes=1),  # a mail server may take its time over each line
    unlocked=True,
)

TOPICS = {
    topic.name: topic
    for topic in (DRAFT_MOVE, STANDINGS, PUBLISH, SEASON, RATINGS, FEDERATION_RATINGS, SEARCH, REHEARSE, MAIL)
}


@dataclass(frozen=True, slots=True)
class Done:
    """A job is over.

    Arguments:
        progress: how many parts of how many were done.
        also: other jobs that were done with it.
    """

    remark: Sentence | None = None
    progress: tuple[int, int] = (0, 0)
    also: Iterable[int] = ()


@dataclass(frozen=True, slots=True)
class NotYet:
    """A job is well under way, or what it rests on is not ready: no failure, and it goes on.

    Arguments:
        after: the pause before it goes on; none where it goes on at once.
        progress: how many parts of how many are done.
        payload: what it goes on from, where that has changed.
        also: other jobs that are done by this one.
    """

    after: timedelta = timedelta()
    progress: tuple[int, int] = (0, 0)
    payload: dict[str, Any] | None = None
    also: Iterable[int] = ()


Result = Done | NotYet
