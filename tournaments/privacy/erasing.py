"""What else holds the name of somebody who is erased: answers kept for a retry, mails, the administration's log."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.club import models
from tournaments.club.models.clubs import in_place_of
from tournaments.club.reads.members import ERASED
from tournaments.club.services.clubs import settle_minors
from tournaments.club.services.throttle import KEPT_MINUTES, MINUTE
from tournaments.club.services.tokens import forget_old_replies
from tournaments.evening.models import Objection, Publication
from tournaments.league.models import Season, SeasonEvening
from tournaments.signup.models import SignUp
from tournaments.site.sealing import unseal
from tournaments.work.models import Heartbeat, Job
from tournaments.work.outbox import beat, purge

# --- Throwing away in time what has served its purpose ------------------------------------------------
# How long jobs that are over and stored answers are kept stands there: `work.outbox.KEPT`,
# `club.services.tokens.KEPT`. A job that failed stays: it says that a table or an evening is behind until somebody
# has decided. Of a publication that a later one took the place of the text goes; its row stays, since the
# ledger counts them: number, moment, head, a hash.

EVERY: Final = timedelta(hours=1)
ACCESS_KEPT: Final = timedelta(days=365)
"""For so long after its end it can be looked at who had access."""
MAIL_KEPT: Final = timedelta(days=30)
"""For so long it can be looked at that a mail was sent; what it said is gone when it is. Unsent it goes as well."""
SIGN_UPS_KEPT: Final = timedelta(days=365)
"""For so long after an evening the club can look who had signed up: for the same evening of the year after.

So long it is known, too, who was told something of it by mail."""
PUBLICATION_KEPT: Final = timedelta(days=365)
"""For so long after another took its place the archive of a publication is kept whole."""
TRIES_KEPT: Final = timedelta(minutes=KEPT_MINUTES)
"""For so long wrong guesses are counted."""
DELIVERY_KEPT: Final = timedelta(days=30)
"""For so long it can be looked at, and sent again, what a webhook was told."""
PLACE_KEPT: Final = timedelta(days=90)
"""For so long it can be looked at from where something was done; that it was done stays."""


def forget_old(*, at: datetime) -> int:
    """Throw away what has served its purpose, each in its time, and show those who are minors no longer.

    From where something was done is forgotten as well. It is called every few seconds, and looks once an
    hour. Returns how many rows went, or were emptied.
    """
    if Heartbeat.objects.filter(name=Heartbeat.RETENTION, at__gt=at - EVERY).exists():
        return 0
    beat(Heartbeat.RETENTION, at=at)
    old_entries = models.AuditEntry.objects.filter(at__lt=at - PLACE_KEPT).exclude(network="", browser="")
    old_entries.update(network="", browser="")
    settle_minors(at=at)
    kept_elsewhere = purge(at=at) + forget_old_replies(at=at)
    return sum(rows.delete()[0] for rows in _old(at)) + _empty_former_archives(at) + kept_elsewhere


def _empty_former_archives(at: datetime) -> int:
    # But for those that a season goes by.
    later = Publication.objects.filter(
        evening=OuterRef("evening"), number__gt=OuterRef("number"), published_at__lt=at - PUBLICATION_KEPT
    )
    in_season = SeasonEvening.objects.filter(evening=OuterRef("evening"), publication=OuterRef("number"))
    former = Publication.objects.exclude(archive="").filter(Exists(later), ~Exists(in_season))
    count = 0
    for row in former.only("archive").iterator(chunk_size=1):
        digest = hashlib.sha256(row.archive.encode()).hexdigest()
        # Nobody reads it any more; where a name was erased from it meanwhile, the next look takes it.
        count += Publication.objects.filter(pk=row.pk, archive=row.archive).update(
            archive="", archive_hash=digest
        )
    return count


def _old(at: datetime) -> tuple[QuerySet[Model], ...]:
    ended = Q(expires_at__lt=at - ACCESS_KEPT) | Q(revoked_at__lt=at - ACCESS_KEPT)
    return (
        Session.objects.filter(expire_date__lt=at),
        models.SignInLink.objects.filter(ended),
        models.Invitation.objects.filter(ended),
        models.ApiToken.objects.filter(ended),
        models.AccountLink.objects.filter(ended),
        models.PlayerClaim.objects.filter(ended),
        models.Mail.objects.filter(made_at__lt=at - MAIL_KEPT),
        models.WebhookDelivery.objects.filter(made_at__lt=at - DELIVERY_KEPT),
        models.Notice.objects.filter(evening__date__lt=(at - SIGN_UPS_KEPT).date()),
        models.BouncingAddress.objects.filter(at__lt=at - ACCESS_KEPT),
        models.ActOrigin.objects.filter(at__lt=at - PLACE_KEPT),
        SignUp.objects.filter(announcement__evening__date__lt=(at - SIGN_UPS_KEPT).date()),
        models.WrongGuesses.objects.filter(minute__lt=(at - TRIES_KEPT).timestamp() // MINUTE),
        LogEntry.objects.filter(action_time__lt=at - ACCESS_KEPT),
    )


SHORTEST_PART: Final = 3
"""Letters of a part of a name that is looked for by itself."""


def forget(player: models.Player) -> None:
    """Throw the name away where it is kept for a while beside people's rows; the file forgets it with them.

    A program that sends a request again within the day is told that its answer can no longer be read. A mail to them
    or about them that was not sent yet is not sent any more.
    """
    name = player.name
    as_a_word = _as_a_word(name)
    in_json = _as_a_word(json.dumps(name, ensure_ascii=False)[1:-1])
    sealed = models.AnsweredRequest.objects.exclude(body="").values_list("pk", "body").iterator()
    answers = [pk for pk, body in sealed if in_json.search(unseal(body) or "")]
    models.AnsweredRequest.objects.filter(pk__in=answers).update(body="")
    remarks = Job.objects.exclude(remark={}).values_list("pk", "remark")
    named = [pk for pk, remark in remarks if in_json.search(json.dumps(remark, ensure_ascii=False))]
    Job.objects.filter(pk__in=named).update(remark={})
    _empty_mails(player, as_a_word)
    models.Invitation.objects.filter(club=player.club_id, called=name).update(called=ERASED)
    _empty_notes(player)
    for line in LogEntry.objects.filter(Q(object_repr__contains=name) | Q(change_message__contains=name)):
        line.object_repr = as_a_word.sub(ERASED, line.object_repr)
        line.change_message = as_a_word.sub(ERASED, line.change_message)
        line.save(update_fields=["object_repr", "change_message"])
    transaction.on_commit(_empty_the_log_of_the_file, robust=True)


def _empty_notes(player: models.Player) -> None:
    # What was written about others, in which the name stands.
    warnings = models.PlayerWarning.objects.filter(player__club=player.club_id)
    objections = Objection.objects.filter(ticket__evening__club=player.club_id).defer("photo")
    notes: list[tuple[QuerySet[Any], str]] = [
        *((warnings, "reason"), (objections, "reason"), (objections, "answer")),
    ]
    for rows, column in notes:
        for row in rows.filter(**{f"{column}__contains": player.name}):
            setattr(row, column, in_place_of(player.name, ERASED, getattr(row, column)))
            row.save(update_fields=[column])


def mentions(player: models.Player) -> list[tuple[str, str, str]]:
    """Titles and notes of the club that hold the name or a part of it, each with its kind and its page.

    Erasing leaves them as they are: whoever reads them knows better whether the person is meant.
    """
    parts = [re.escape(part) for part in player.name.split() if len(part) >= SHORTEST_PART]
    named = re.compile(rf"(?<!\w)(?:{'|'.join([re.escape(player.name), *parts])})(?!\w)", re.IGNORECASE)
    club, slug = player.club, player.club.slug
    evenings = club.evenings.order_by("-date", "-pk")
    seasons = Season.objects.filter(league__club=club).order_by("-starts", "-pk")
    tokens = (
        models.ApiToken.objects.filter(user__offices__club=club, revoked_at=None).distinct().order_by("pk")
    )
    texts: list[tuple[str, str, Iterable[tuple[str, *tuple[str, ...]]]]] = [
        (_("Evening"), "web:desk-evening", evenings.values_list("name", "slug")),
        (
            _("Note of an announcement"),
            "web:desk-evening",
            evenings.exclude(announcement=None).values_list("announcement__note", "slug"),
        ),
        (_("Kind of evening"), "web:desk-presets", club.presets.values_list("name")),
        (_("League"), "web:desk-league", club.leagues.values_list("name", "slug")),
        (_("Season"), "web:desk-season", seasons.values_list("name", "league__slug", "slug")),
        (_("API token"), "web:desk-officers", tokens.values_list("name")),
    ]
    return [
        (kind, text, reverse(page, args=[slug, *address]))
        for kind, page, rows in texts
        for text, *address in rows
        if named.search(text)
    ]


def _as_a_word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")


def _empty_mails(player: models.Player, as_a_word: re.Pattern[str]) -> None:
    details = models.MemberDetails.objects.filter(player=player).first()
    address = details.mail.casefold() if details is not None else ""
    waiting = models.Mail.objects.exclude(sealed="").values_list("pk", "sealed")
    opened = ((pk, unseal(sealed)) for pk, sealed in waiting)
    read = [(pk, json.loads(text)) for pk, text in opened if text is not None]
    emptied = [
        pk
        for pk, parts in read
        if (address and parts["to"].casefold() == address)
        or as_a_word.search(" ".join((parts["to"], parts["subject"], parts["text"])))
    ]
    models.Mail.objects.filter(pk__in=emptied).update(sealed="")


def _empty_the_log_of_the_file() -> None:
    # The log still holds what went; in the file `secure_delete` has put noughts over it.
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
