"""What else holds the name of somebody who is erased: answers that wait for a retry, the administration's own log."""

from __future__ import annotations

from django.contrib.admin.models import LogEntry
from django.db import connection, transaction
from django.db.models import F, Q, TextField, Value
from django.db.models.functions import Cast, Replace

from tournaments.club.models import AnsweredRequest, Invitation, Player
from tournaments.evening.reads.names import ERASED
from tournaments.work.models import Job


def forget(player: Player) -> None:
    """Throw the name away where it is kept for a while beside people's rows; the file forgets it with them.

    A program that sends a request again within the day does it again where its answer held the name.
    """
    name = player.name
    AnsweredRequest.objects.filter(body__contains=name).delete()
    jobs = Job.objects.annotate(told=Cast("remark", TextField())).filter(told__contains=name)
    jobs.update(remark={})
    Invitation.objects.filter(club=player.club_id, called=name).update(called=ERASED)
    logged = LogEntry.objects.filter(Q(object_repr__contains=name) | Q(change_message__contains=name))
    logged.update(
        object_repr=Replace(F("object_repr"), Value(name), Value(ERASED)),
        change_message=Replace(F("change_message"), Value(name), Value(ERASED)),
    )
    transaction.on_commit(_empty_the_log_of_the_file, robust=True)


def _empty_the_log_of_the_file() -> None:
    """Have SQLite write its log of changes into the file, where `secure_delete` has put noughts over what went.

    Where somebody reads at that moment it does so with the next of its own.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
