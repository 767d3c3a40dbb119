"""What else holds the name of somebody who is erased: answers kept for a retry, mails, the administration's log."""

from __future__ import annotations

import json
import re

from django.contrib.admin.models import LogEntry
from django.db import connection, transaction
from django.db.models import Q

from tournaments.club.models import AnsweredRequest, Invitation, Mail, MemberDetails, Player
from tournaments.club.services.sealed import unseal
from tournaments.evening.reads.names import ERASED
from tournaments.work.models import Job


def forget(player: Player) -> None:
    """Throw the name away where it is kept for a while beside people's rows; the file forgets it with them.

    A program that sends a request again within the day does it again where its answer held the name. A mail to them
    or about them that was not sent yet is not sent any more.
    """
    name = player.name
    as_a_word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    answers = AnsweredRequest.objects.filter(body__contains=name).values_list("pk", "body")
    AnsweredRequest.objects.filter(pk__in=[pk for pk, body in answers if as_a_word.search(body)]).delete()
    remarks = Job.objects.exclude(remark={}).values_list("pk", "remark")
    named = [pk for pk, remark in remarks if as_a_word.search(json.dumps(remark, ensure_ascii=False))]
    Job.objects.filter(pk__in=named).update(remark={})
    _empty_mails(player, as_a_word)
    Invitation.objects.filter(club=player.club_id, called=name).update(called=ERASED)
    for line in LogEntry.objects.filter(Q(object_repr__contains=name) | Q(change_message__contains=name)):
        line.object_repr = as_a_word.sub(ERASED, line.object_repr)
        line.change_message = as_a_word.sub(ERASED, line.change_message)
        line.save(update_fields=["object_repr", "change_message"])
    transaction.on_commit(_empty_the_log_of_the_file, robust=True)


def _empty_mails(player: Player, as_a_word: re.Pattern[str]) -> None:
    """Empty what waits to be sent to the person or names them."""
    details = MemberDetails.objects.filter(player=player).first()
    address = details.mail.casefold() if details is not None else ""
    waiting = Mail.objects.exclude(sealed="").values_list("pk", "sealed")
    opened = ((pk, unseal(sealed)) for pk, sealed in waiting)
    read = [(pk, json.loads(told)) for pk, told in opened if told is not None]
    emptied = [
        pk
        for pk, parts in read
        if (address and parts["to"].casefold() == address)
        or as_a_word.search(" ".join((parts["to"], parts["subject"], parts["text"])))
    ]
    Mail.objects.filter(pk__in=emptied).update(sealed="")


def _empty_the_log_of_the_file() -> None:
    """Have SQLite write its log of changes into the file, where `secure_delete` has put noughts over what went.

    Where somebody reads at that moment it does so with the next of its own.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
