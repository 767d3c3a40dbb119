"""Mails that the program sends, through the outbox: links to accounts, and what people ask to be told.

What fails for now (no server, 4xx, our own password) is tried again for three days, each pause as long as the mail is
old, an hour at most; what the server refuses for good (5xx) ends at once. No address comes into a log.
"""

from __future__ import annotations

import json
import logging
import secrets
import smtplib
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import CharField, Value
from django.db.models.functions import Coalesce, NullIf
from django.http import Http404
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from structlog.contextvars import get_contextvars

from tournaments.club.models import (
    BouncingAddress,
    CalendarLink,
    Club,
    Mail,
    MailKind,
    MailWish,
    Notice,
    Player,
    User,
    Webhook,
)
from tournaments.club.roles import Audience, Part, Role
from tournaments.club.services.tokens import RANDOM_BYTES, hashed
from tournaments.site.sealing import seal, unseal
from tournaments.work.models import Job, kind_of
from tournaments.work.outbox import MAIL, NOTICE, Done, NotYet, Result, enqueue
from tournaments.work.runner import Assignment

__all__ = ["Notice"]

PATIENCE = timedelta(days=3)
"""What could not be sent for so long is given up."""
PAUSES = timedelta(seconds=4), timedelta(hours=1)
"""The shortest and the longest between two attempts."""

FIRST_PERMANENT = 500
"""Of the answers of a mail server."""
FINAL_STATUSES: Final = (400, 404, 413, 422)
"""Of a provider, to what is in the mail."""

log = logging.getLogger(__name__)


def mail_is_set_up() -> bool:
    return bool(settings.EMAIL_HOST or settings.EMAIL_PROVIDER)


def mail_new_password(user: User, token: str, *, at: datetime) -> Mail:
    text = _(
        "Somebody, you we hope, has asked for a new password for %(name)s.\n\nChoose it here within a day:\n"
        "%(link)s\n\nIf it was not you, do nothing: your password stays as it is."
    )
    name = user.get_username()
    return _send(user.email, _("A new password"), text, "new-password", token, at=at, name=name)


def mail_confirm_address(user: User, email: str, token: str, *, at: datetime) -> Mail:
    text = _(
        "%(name)s wants this to be the e-mail address of their account.\n\nConfirm it here within three days:\n"
        "%(link)s\n\nIf it was not you, do nothing."
    )
    subject, name = _("Is this your e-mail address?"), user.get_username()
    return _send(email, subject, text, "own-address", token, at=at, name=name)


def mail_address_changed(user: User, former: str, token: str, *, at: datetime) -> Mail:
    text = _(
        "The e-mail address of the account %(name)s is another one now.\n\nIf it was not you, bring this address "
        "back within a week; that also signs everybody out:\n%(link)s"
    )
    subject, name = _("Your e-mail address was changed"), user.get_username()
    return _send(former, subject, text, "own-address", token, at=at, name=name)


def mail_invitation(email: str, club: str, token: str, *, at: datetime) -> Mail:
    text = _(
        "You are invited to be an officer of %(club)s.\n\nAccept within a week:\n%(link)s\n\n"
        "The link works once, for whoever has it."
    )
    subject = _("Become an officer of %(club)s") % {"club": club}
    return _send(email, subject, text, "invitation", token, at=at, club=club)


def mail_suspension(owner: User, club: Club, *, at: datetime) -> Mail:
    """Tell an owner that their club was suspended, or that it no longer is."""
    if club.suspended_at:
        subject, text = (
            _("%(club)s is suspended"),
            _(
                "Whoever runs the server has suspended %(club)s: its officers can look at everything and change "
                "nothing.\n\n%(link)s\n\nAnswer this mail to ask why, and what to do."
            ),
        )
    else:
        subject = _("%(club)s is no longer suspended")
        text = _("Everything works again at %(club)s:\n\n%(link)s")
    words = {"club": club.name}
    return _send(owner.email, subject % words, text, "desk-club", club.slug, at=at, **words)


def mail_webhook_off(webhook: Webhook, *, at: datetime) -> None:
    """Tell the owners of its club that nothing is sent to it any more."""
    club, host = webhook.club, webhook.host
    owners = club.officers.filter(role=Role.OWNER, user__is_active=True).exclude(user__email="")
    with translation.override(club.language or settings.LANGUAGE_CODE):
        text = _(
            "The webhook of %(club)s to %(host)s was switched off: %(why)s.\n\nSwitch it on again here:\n%(link)s"
        )
        words = {"club": club.name, "host": host, "why": webhook.get_off_because_display()}
        for mail in owners.values_list("user__email", flat=True) if mail_is_set_up() else ():
            subject = _("A webhook was switched off")
            _send(mail, subject, text, "desk-webhooks", club.slug, at=at, **words)


def _send(to: str, subject: str, text: str, page: str, token: str, *, at: datetime, **words: str) -> Mail:
    # Never from what a request says of the server: whoever asks could choose where the link leads.
    link = f"{settings.SITE_ADDRESS.rstrip('/')}{reverse(f'web:{page}', args=[token])}"
    whole = text % {**words, "link": link}
    parts = {"to": to, "subject": " ".join(subject.split()), "text": whole, "link": link}
    mail = Mail.objects.create(sealed=seal(json.dumps(parts)), made_at=at)
    enqueue(MAIL, mail, at=at)
    return mail


def link_to_hand_on(mail: Mail | None) -> str:
    """The link of a mail that could not be sent; "" of any other, and where it was emptied."""
    text = unseal(mail.sealed) if mail is not None and mail.failed_at is not None else None
    return str(json.loads(text).get("link", "")) if text else ""


def deliver_mail(assignment: Assignment) -> Callable[[], Result]:
    """Send a mail with a link, as the handler of its topic. It is sealed until it is sent, then emptied."""
    mail: Mail = assignment.subject
    text = unseal(mail.sealed)
    if text is None:  # emptied meanwhile, or sealed under another key
        return Done
    parts = json.loads(text)
    message = EmailMessage(parts["subject"], parts["text"], to=[parts["to"]])
    return _deliver(assignment, message, partial(_mark_mail, mail))


def _deliver(
    assignment: Assignment, message: EmailMessage, mark: Callable[[bool, datetime], object]
) -> Callable[[], Result]:
    # Outside any transaction, which a slow mail server would hold open.
    subject, age = assignment.subject, assignment.at - assignment.subject.made_at

    def end(*, is_sent: bool) -> Result:
        mark(is_sent, assignment.clock())
        return Done()

    if age >= PATIENCE:
        return partial(end, is_sent=False)
    message.extra_headers["Message-ID"] = _message_id(subject)
    try:
        message.send()
    except (smtplib.SMTPException, OSError, ValueError) as refusal:
        log.warning("%s %s was not sent: %s", kind_of(subject).title(), subject.pk, _reason(refusal))
        if _is_final(refusal):
            return partial(end, is_sent=False)
        shortest, longest = PAUSES
        return lambda: NotYet(after=min(max(age, shortest), longest))
    return partial(end, is_sent=True)


def _message_id(subject: Any) -> str:
    # The same each time it is tried: of several mails with one ID, mail programs show one.
    host = urlsplit(settings.SITE_ADDRESS).hostname or "localhost"
    return f"<{kind_of(subject)}.{subject.pk}.{subject.made_at:%Y%m%d%H%M%S%f}@{host}>"


def _codes(refusal: Exception) -> list[int]:
    if isinstance(refusal, smtplib.SMTPRecipientsRefused):
        return [code for code, _words in refusal.recipients.values()]
    return [refusal.smtp_code] if isinstance(refusal, smtplib.SMTPResponseException) else []


def _is_final(refusal: Exception) -> bool:
    # A server that does not take our own password may take it later.
    if isinstance(refusal, smtplib.SMTPAuthenticationError):
        return False
    codes = _codes(refusal)
    permanent = bool(codes) and all(code >= FIRST_PERMANENT for code in codes)
    of_a_provider = getattr(refusal, "status_code", None) in FINAL_STATUSES
    return permanent or of_a_provider or isinstance(refusal, (ValueError, smtplib.SMTPNotSupportedError))


def _reason(refusal: Exception) -> str:
    # Without the words of the server, which may name the address.
    return " ".join([type(refusal).__name__, *map(str, _codes(refusal))])


def _mark_mail(mail: Mail, is_sent: bool, at: datetime) -> None:
    # One that was given up stays sealed: its link is handed on by whoever caused it.
    columns: dict[str, Any] = {"sealed": "", "sent_at": at} if is_sent else {"failed_at": at}
    Mail.objects.filter(pk=mail.pk).update(**columns)


# What people ask to be told. Whoever does something that is told leaves a notice for each of them in the same
# transaction; what it says is worked out when it is sent, so that it is true then, and holds no name too many.

Kind, State = MailKind, Notice.State
PARTS: Final = {
    Kind.EVENING: Part.COMING,
    Kind.PLACE: Part.COMING,
    Kind.SEATS: Part.RESULTS,
    Kind.RESULT: Part.RESULTS,
    Kind.CORRECTION: Part.RESULTS,
}
"""What a club has to show somebody beside its officers before it is told by mail."""
STOPPING: Final = "head_table.stop-mails"


def _address(way: str = "") -> Any:
    # Where mails to a player go: to the address that the club has, else to that of their account; "" for nowhere.
    own = (NullIf(f"{way}{name}", Value("")) for name in ("details__mail", "account__email"))
    return Coalesce(*own, Value(""), output_field=CharField())


def tell(kind: MailKind, evening: Any, players: Iterable[Any] | None, *, number: int, at: datetime) -> None:
    """Leave a notice for whoever of these players (None: of the club) asks for such mails, once for each `number`.

    In the transaction of what is told, which waits for nobody: the sweep hands the mails out. One query where nobody
    asks, six at most.
    """
    wishes = MailWish.objects.filter(kind=kind, player__club=evening.club_id, player__is_active=True)
    if players is not None:
        wishes = wishes.filter(player__in=players)
    addresses: dict[int, str] = dict(wishes.values_list("player", _address("player__")))
    if not addresses or getattr(evening.club, PARTS[kind].field) == Audience.NOBODY:
        return
    states = _states(set(addresses.values()))
    about = {"kind": kind, "evening_id": evening.pk, "number": number}
    rows = [
        Notice(player_id=pk, state=states[address], made_at=at, **about) for pk, address in addresses.items()
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    waiting = Notice.objects.filter(state=State.WAITING, player__in=addresses, **about)
    jobs = [
        Job(
            topic=NOTICE.name,
            subject=kind_of(Notice),
            subject_key=pk,
            cause=number,
            request=get_contextvars().get("request_id", ""),
            made_at=at,
            due_at=at,
        )
        for pk in waiting.values_list("pk", flat=True)
    ]
    Job.objects.bulk_create(jobs, ignore_conflicts=True)


def _states(addresses: Collection[str]) -> dict[str, Notice.State]:
    # What is to become of mails to these addresses.
    hashes = {address: _hash_of(address) for address in addresses if address}
    bouncing = BouncingAddress.objects.filter(address_hash__in=hashes.values())
    bounced = set(bouncing.values_list("address_hash", flat=True)) if hashes else set()
    usual = State.WAITING if mail_is_set_up() else State.NO_SERVER
    return {
        address: State.NO_ADDRESS if not address else State.BOUNCED if hashes[address] in bounced else usual
        for address in addresses
    }


def _hash_of(address: str) -> str:
    return salted_hmac("bouncing-address", address.strip().casefold(), algorithm="sha256").hexdigest()


def deliver_notice(assignment: Assignment, subject: str, text: str) -> Callable[[], Result]:
    """Send somebody what a notice tells now (`text`, "" where there is nothing left), if they still ask for it."""
    notice: Notice = assignment.subject
    address = _address_now(notice) if text else None
    state = State.PAST if address is None else _states({address})[address]
    if address is None or notice.state != State.WAITING or state != State.WAITING:
        return partial(_end_notice, notice, state)
    stop = f"{settings.SITE_ADDRESS.rstrip('/')}{stop_address(notice)}"
    whole = "\n\n".join((text, _("You asked for this mail. To get no more of this kind:") + f"\n{stop}"))
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    message = EmailMessage(" ".join(subject.split()), whole, to=[address], headers=headers)
    return _deliver(assignment, message, partial(_mark_notice, notice))


def _address_now(notice: Notice) -> str | None:
    # None where they ask no more, the club shows it no more, or a later notice says the same by now.
    kinds = {notice.kind, Kind.CORRECTION} if notice.kind == Kind.RESULT else {notice.kind}
    about = {"kind__in": kinds, "player": notice.player_id, "evening": notice.evening_id}
    later = Notice.objects.filter(**about, number__gt=notice.number, made_at__gte=notice.made_at)
    audience = getattr(notice.evening.club, PARTS[Kind(notice.kind)].field)
    if audience == Audience.NOBODY or later.filter(state__in=(State.WAITING, State.SENT)).exists():
        return None
    wishes = MailWish.objects.filter(kind=notice.kind, player=notice.player_id, player__is_active=True)
    return wishes.values_list(_address("player__"), flat=True).first()


def _end_notice(notice: Notice, state: Notice.State) -> Result:
    Notice.objects.filter(pk=notice.pk, state=State.WAITING).update(state=state)
    return Done()


def _mark_notice(notice: Notice, is_sent: bool, at: datetime) -> None:
    columns: dict[str, Any] = {"state": State.SENT, "sent_at": at} if is_sent else {"state": State.REFUSED}
    Notice.objects.filter(pk=notice.pk).update(**columns)


def stop_address(notice: Notice) -> str:
    """The page on which whoever has the mail stops those of its kind, without signing in."""
    token = signing.dumps([notice.player_id, notice.kind], salt=STOPPING)
    return reverse("web:mails-stop", args=[notice.player.club.slug, token])


def wish_at(club: str, token: str) -> tuple[Player, MailKind]:
    """Whose mails the page of a mail is about, and of which kind. Raises Http404 for no token of ours."""
    try:
        pk, kind = signing.loads(token, salt=STOPPING)
        return Player.objects.select_related("club").get(pk=pk, club__slug=club), Kind(kind)
    except (signing.BadSignature, Player.DoesNotExist, ValueError) as error:
        raise Http404 from error


def wishes_of(player: Player) -> set[str]:
    return set(player.mail_wishes.values_list("kind", flat=True))


@transaction.atomic
def set_wishes(*, player: Player, kinds: Iterable[str], language: str, at: datetime) -> None:
    """Let somebody have mails of these kinds from now on, and no others: what waits of those is not sent."""
    wish_kinds = [kind for kind in Kind if kind in set(kinds)]
    stop(player, *(kind for kind in Kind if kind not in wish_kinds))
    rows = [MailWish(player=player, kind=kind, language=language, made_at=at) for kind in wish_kinds]
    MailWish.objects.bulk_create(
        rows, update_conflicts=True, update_fields=["language"], unique_fields=["player", "kind"]
    )


@transaction.atomic
def stop(player: Player, *kinds: MailKind) -> None:
    player.mail_wishes.filter(kind__in=kinds).delete()
    player.notices.filter(state=State.WAITING, kind__in=kinds).delete()


def trouble_with_address(player: Player) -> Notice.State | None:
    """Why mails to a player cannot be sent, but for the server; one query or two."""
    address = Player.objects.filter(pk=player.pk).values_list(_address(), flat=True).get()
    state = _states({address})[address]
    return state if state in (State.NO_ADDRESS, State.BOUNCED) else None


def note_bounce(event: Any, **_: Any) -> None:
    """Keep that mails to an address come back, as the provider of mails tells it (a signal of django-anymail)."""
    if event.recipient and event.event_type in ("bounced", "rejected", "complained"):
        BouncingAddress.objects.get_or_create(
            address_hash=_hash_of(event.recipient), defaults={"at": event.timestamp or timezone.now()}
        )


def forget(player: Player) -> None:
    """Throw away what an erased player asked for, what they were told, and the link to their calendar."""
    address = Player.objects.filter(pk=player.pk).values_list(_address(), flat=True).get()
    BouncingAddress.objects.filter(address_hash=_hash_of(address)).delete()
    player.mail_wishes.all().delete()
    player.notices.all().delete()
    CalendarLink.objects.filter(player=player).delete()


def make_calendar_link(*, player: Player, at: datetime) -> str:
    """The token of a link to somebody's own evenings, in the place of one that there was; kept as its hash alone."""
    token = secrets.token_urlsafe(RANDOM_BYTES)
    columns = {"token_hash": hashed(token), "made_at": at}
    CalendarLink.objects.update_or_create(player=player, defaults=columns)
    return token


def calendar_owner(token: str) -> Player | None:
    """Whose evenings a link shows; None where it opens nothing any more."""
    links = Player.objects.filter(calendar_link__token_hash=hashed(token), club__put_away_at=None)
    return links.select_related("club").first()


def revoke_calendar_link(*, player: Player) -> None:
    CalendarLink.objects.filter(player=player).delete()
