"""Mails that the program sends, through the outbox: each is sealed in the database until it is sent, then emptied.

What fails for now (no server, 4xx, our own password) is tried again for three days, each pause as long as the mail is
old, an hour at most; what the server refuses for good (5xx) ends at once. Either way whoever caused it is told on
their page. No address comes into a log.

Without a mail server (`EMAIL_HOST`) nothing is sent: whoever has a link is shown it, to hand on.
"""

from __future__ import annotations

import json
import logging
import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.club.models import Mail, User
from tournaments.club.services.sealed import seal, unseal
from tournaments.work.outbox import enqueue
from tournaments.work.runner import Assignment
from tournaments.work.topics import MAIL, Done, NotYet, Result

PATIENCE = timedelta(days=3)
"""What could not be sent for so long is given up."""
PAUSES = timedelta(seconds=4), timedelta(hours=1)
"""The shortest and the longest between two attempts."""

FIRST_PERMANENT = 500
"""Of the answers of a mail server."""

log = logging.getLogger(__name__)


def is_set_up() -> bool:
    """Whether mails can be sent from here."""
    return bool(settings.EMAIL_HOST)


def new_password(user: User, token: str, *, at: datetime) -> Mail:
    """Send somebody the link with which they choose a new password."""
    text = _(
        "Somebody, you we hope, has asked for a new password for %(name)s.\n\nChoose it here within a day:\n"
        "%(link)s\n\nIf it was not you, do nothing: your password stays as it is."
    )
    words = {"name": user.get_username(), "link": _address("new-password", token)}
    return _send(user.email, _("A new password"), text, words, at=at)


def confirm_address(user: User, email: str, token: str, *, at: datetime) -> Mail:
    """Ask whoever reads `email` whether it is the address of this account."""
    text = _(
        "%(name)s wants this to be the e-mail address of their account.\n\nConfirm it here within three days:\n"
        "%(link)s\n\nIf it was not you, do nothing."
    )
    words = {"name": user.get_username(), "link": _address("own-address", token)}
    return _send(email, _("Is this your e-mail address?"), text, words, at=at)


def address_changed(user: User, former: str, token: str, *, at: datetime) -> Mail:
    """Tell the former address, with a link that brings it back."""
    text = _(
        "The e-mail address of the account %(name)s is another one now.\n\nIf it was not you, bring this address "
        "back within a week; that also signs everybody out:\n%(link)s"
    )
    words = {"name": user.get_username(), "link": _address("own-address", token)}
    return _send(former, _("Your e-mail address was changed"), text, words, at=at)


def invitation(email: str, club: str, token: str, *, at: datetime) -> Mail:
    """Send an invitation to be an officer of the club called so."""
    text = _(
        "You are invited to run the evenings of %(club)s.\n\nAccept within a week:\n%(link)s\n\n"
        "The link works once, for whoever has it."
    )
    words = {"club": club, "link": _address("invitation", token)}
    return _send(email, _("Run the evenings of %(club)s") % {"club": club}, text, words, at=at)


def _address(name: str, token: str) -> str:
    """Never from what a request says of the server: whoever asks could choose where the link leads."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}{reverse(f'web:{name}', args=[token])}"


def _send(to: str, subject: str, text: str, words: dict[str, str], *, at: datetime) -> Mail:
    parts = {"to": to, "subject": " ".join(subject.split()), "text": text % words, "link": words["link"]}
    mail = Mail.objects.create(sealed=seal(json.dumps(parts)), made_at=at)
    enqueue(MAIL, mail, at=at)
    return mail


def link_to_hand_on(mail: Mail | None) -> str:
    """The link of a mail that could not be sent; "" of any other, and where it was emptied."""
    told = unseal(mail.sealed) if mail is not None and mail.failed_at is not None else None
    return str(json.loads(told).get("link", "")) if told else ""


def deliver(assignment: Assignment) -> Callable[[], Result]:
    """Send a mail, as the handler of its topic: outside any transaction, which a slow mail server would hold open."""
    mail: Mail = assignment.subject
    text = unseal(mail.sealed)
    age = assignment.at - mail.made_at
    if text is None:  # emptied meanwhile, or sealed under another key
        return Done
    if age >= PATIENCE:
        return lambda: _given_up(mail, at=assignment.at)
    try:
        _message(mail, json.loads(text)).send()
    except (smtplib.SMTPException, OSError, UnicodeError) as refusal:
        log.warning("Mail %s was not sent: %s", mail.pk, _reason(refusal))
        if _is_final(refusal):
            return lambda: _given_up(mail, at=assignment.clock())
        shortest, longest = PAUSES
        return lambda: NotYet(after=min(max(age, shortest), longest))
    return lambda: _sent(mail, at=assignment.clock())


def _message(mail: Mail, parts: dict[str, str]) -> EmailMessage:
    """The same message each time it is tried: programs of mail show one of several with the same Message-ID."""
    host = urlsplit(settings.SITE_ADDRESS).hostname or "localhost"
    headers = {"Message-ID": f"<{mail.pk}.{mail.made_at:%Y%m%d%H%M%S%f}@{host}>"}
    return EmailMessage(parts["subject"], parts["text"], to=[parts["to"]], headers=headers)


def _codes(refusal: Exception) -> list[int]:
    """What the mail server answered, one for each address it would not take."""
    if isinstance(refusal, smtplib.SMTPRecipientsRefused):
        return [code for code, _words in refusal.recipients.values()]
    return [refusal.smtp_code] if isinstance(refusal, smtplib.SMTPResponseException) else []


def _is_final(refusal: Exception) -> bool:
    """Whether it would be refused every time: not where the server would not take our own password."""
    if isinstance(refusal, smtplib.SMTPAuthenticationError):
        return False
    codes = _codes(refusal)
    permanent = bool(codes) and all(code >= FIRST_PERMANENT for code in codes)
    return permanent or isinstance(refusal, (UnicodeError, smtplib.SMTPNotSupportedError))


def _reason(refusal: Exception) -> str:
    """Why it was not sent; the server's words may name the address."""
    return " ".join([type(refusal).__name__, *map(str, _codes(refusal))])


def _sent(mail: Mail, *, at: datetime) -> Result:
    Mail.objects.filter(pk=mail.pk).update(sealed="", sent_at=at)
    return Done()


def _given_up(mail: Mail, *, at: datetime) -> Result:
    """It stays sealed: its link is handed on by whoever caused it."""
    Mail.objects.filter(pk=mail.pk).update(failed_at=at)
    return Done()
