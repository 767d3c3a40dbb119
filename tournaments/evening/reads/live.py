"""What open pages are told of: that an evening has moved, or one of its tables, by a version and nothing else.

The phones of a table are told of what concerns their table or everybody, and of no other table's hands.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import F, Value
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.club.reads.visitors import Visitor
from tournaments.evening.models import Evening, TableRound
from tournaments.evening.reads import access
from tournaments.evening.status import Status

WHOLE = 0
"""Stands for the whole evening where others have the number of a table."""


class Topic(NamedTuple):
    """To what a page listens: an evening, all of it or what the phones of one table show.

    `officer` is the user who hears of it for as long as they hold an office there; 0 for everybody else.
    """

    evening: int
    table: int = WHOLE
    officer: int = 0

    def __str__(self) -> str:
        return f"evening:{self.evening} table:{self.table}" if self.table else f"evening:{self.evening}"


class LiveEvening(NamedTuple):
    """What may be told of an evening: the version of what somebody listens to, and its status."""

    topic: Topic
    version: int
    status: str


def key_of(evening: Evening) -> str:
    """What the phones at the tables and in the players' hands bring along: they hear of what few others may see."""
    return _key(evening.pk)


def _key(pk: int) -> str:
    return salted_hmac("evening.live", str(pk), algorithm="sha256").hexdigest()[:32]


def heard_by(
    visitor: Visitor, club: str, evening: str, table: int = WHOLE, *, key: str = ""
) -> LiveEvening | None:
    """The evening at this address, or what a table of it shows, if the asker hears of its moves.

    One query, and one more where the club does not show its results to everybody, or somebody has signed in. Of one
    that was called off its officers hear, and the phones of those who play.

    Arguments:
        key: what `key_of` gives, of a phone.
    """
    found = access.told_to(visitor.user).filter(club__slug=club, slug=evening)
    shown = access.shown_at(Value(table)) if table else F("version")
    told = (
        found.annotate(shown=shown).values_list("pk", "shown", "status", "club", "club__results_for").first()
    )
    if told is None:
        return None
    pk, version, status, club_pk, audience = told
    is_officer = club_pk in visitor.officer_in
    is_shown = is_officer or (status != Status.ABANDONED and visitor.is_in(club_pk, audience))
    if not is_shown and not constant_time_compare(key, _key(pk)):
        return None
    return LiveEvening(Topic(pk, table, (visitor.user.pk or 0) if is_officer else 0), version, status)


def versions(topics: Collection[Topic]) -> dict[Topic, tuple[int, str]]:
    """The version of each of these topics, and how its evening stands; without those of officers who are none now.

    One query, and one more each where anybody listens to a table, and where officers listen.
    """
    rows = Evening.objects.filter(pk__in={topic.evening for topic in topics}).order_by()
    evenings = {row[0]: row[1:] for row in rows.values_list("pk", "version", "room_version", "status")}
    alone = _alone({topic.evening for topic in topics if topic.table})
    in_office = access.in_office({(topic.evening, topic.officer) for topic in topics if topic.officer})
    found: dict[Topic, tuple[int, str]] = {}
    for topic in topics:
        if topic.evening in evenings and (not topic.officer or (topic.evening, topic.officer) in in_office):
            whole, room, status = evenings[topic.evening]
            found[topic] = max(room, alone.get(topic, 0)) if topic.table else whole, status
    return found


def _alone(evenings: Collection[int]) -> dict[Topic, int]:
    """The versions at which the tables in play were concerned alone; no query where no evening is asked about."""
    if not evenings:
        return {}
    games = TableRound.objects.filter(
        round__evening__in=evenings, round__number=F("round__evening__current_round")
    )
    rows = games.order_by().values_list("round__evening", "table__number", "version")
    return {Topic(evening, table): version for evening, table, version in rows}
