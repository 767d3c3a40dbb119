"""Mails that the program sends, through the outbox: each is sealed in the database until it is sent, then emptied.

Without a mail server (`EMAIL_HOST`) nothing is sent: whoever has a link is shown it, to hand on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.club.models import Mail, User
from tournaments.club.services.sealed import seal, unseal
from tournaments.work.outbox import enqueue
from tournaments.work.runner import Assignment
from tournaments.work.topics import MAIL, Done, Result

KEPT = timedelta(days=3)
"""What could not be sent for so long is not sent any more: its links have expired."""


def is_set_up() -> bool:
    """Whether mails can be sent from here."""
    return bool(settings.EMAIL_HOST)


def new_password(user: User, token: str, *, at: datetime) -> None:
    """Send somebody the link with which they choose a new password."""
    text = _(
        "Somebody, you we hope, has asked for a new password for %(name)s.\n\nChoose it here within a day:\n"
        "%(link)s\n\nIf it was not you, do nothing: your password stays as it is."
    )
    words = {"name": user.get_username(), "link": _address("new-password", token)}
    _send(user.email, _("A new password"), text % words, at=at)


def confirm_address(user: User, email: str, token: str, *, at: datetime) -> None:
    """Ask whoever reads `email` whether it is the address of this account."""
    text = _(
        "%(name)s wants this to be the e-mail address of their account.\n\nConfirm it here within three days:\n"
        "%(link)s\n\nIf it was not you, do nothing."
    )
    words = {"name": user.get_username(), "link": _address("own-address", token)}
    _send(email, _("Is this your e-mail address?"), text % words, at=at)


def address_changed(user: User, former: str, token: str, *, at: datetime) -> None:
    """Tell the former address, with a link that brings it back."""
    text = _(
        "The e-mail address of the account %(name)s is another one now.\n\nIf it was not you, bring this address "
        "back within a week; that also signs everybody out:\n%(link)s"
    )
    words = {"name": user.get_username(), "link": _address("own-address", token)}
    _send(former, _("Your e-mail address was changed"), text % words, at=at)


def invitation(email: str, club: str, token: str, *, at: datetime) -> None:
    """Send an invitation to be an officer of the club called so."""
    text = _(
        "You are invited to run the evenings of %(club)s.\n\nAccept within a week:\n%(link)s\n\n"
        "The link works once, for whoever has it."
    )
    words = {"club": club, "link": _address("invitation", token)}
    _send(email, _("Run the evenings of %(club)s") % {"club": club}, text % words, at=at)


def _address(name: str, token: str) -> str:
    """Never from what a request says of the server: whoever asks could choose where the link leads."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}{reverse(f'web:{name}', args=[token])}"


def _send(to: str, subject: str, text: str, *, at: datetime) -> None:
    told = json.dumps({"to": to, "subject": " ".join(subject.split()), "text": text})
    enqueue(MAIL, Mail.objects.create(sealed=seal(told), made_at=at), at=at)


def deliver(assignment: Assignment) -> Callable[[], Result]:
    """Send a mail, as the handler of its topic: outside any transaction, which a slow mail server would hold open."""
    mail: Mail = assignment.subject
    told = unseal(mail.sealed) if mail.sealed and assignment.at - mail.made_at < KEPT else None
    if told is not None:
        parts = json.loads(told)
        EmailMessage(parts["subject"], parts["text"], to=[parts["to"]]).send()

    def written() -> Result:
        sent_at = None if told is None else assignment.clock()
        Mail.objects.filter(pk=mail.pk).update(sealed="", sent_at=sent_at)
        return Done()

    return written
