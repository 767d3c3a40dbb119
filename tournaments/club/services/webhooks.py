"""Webhooks: where a club has told what happens in its evenings, by Standard Webhooks 1.0.0.

What happens is read off the ledgers by the sweep, so that whoever enters a hand writes nothing for it. What is told
names nobody: whoever is told fetches over REST what they may see.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import socket
import ssl
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from threading import Event, Timer
from time import monotonic
from typing import Annotated, Any, Final, Literal, get_args
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.shortcuts import get_object_or_404
from pydantic import Field

from scoring.derivation import gettext_noop
from tournaments.club.models import Club, Webhook, WebhookDelivery, WebhookPosition
from tournaments.club.roles import Role
from tournaments.club.services import audit, clubs, mails
from tournaments.ledger.chain import canonical, instant
from tournaments.refusals import refuse
from tournaments.site.arguments import Body, Example, provides
from tournaments.site.sealing import seal, unseal
from tournaments.work.models import Job, kind_of
from tournaments.work.outbox import STANDINGS, WEBHOOK, Done, NotYet, Result, enqueue, reason_of
from tournaments.work.runner import Assignment

__all__ = ["Webhook", "WebhookDelivery"]

EventName = Literal["hand.confirmed", "round.closed", "evening.published", "standings.changed"]
EVENTS: Final = get_args(EventName)
TEST: Final = "webhook.test"
MOST_WEBHOOKS: Final = 10
MOST_SHOWN: Final = 50
"""Deliveries of a webhook, the newest."""
MOST_EVENINGS: Final = 50
"""Of a club are looked at in one sweep."""
SECRET_BYTES: Final = 32
PREFIX: Final = "whsec_"
FORMER_KEPT: Final = timedelta(days=1)
"""For so long a secret that was replaced signs as well."""
PAUSES: Final = [
    timedelta(seconds=seconds) for seconds in (5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)
]
"""After each failure; each is longer by chance, by a fifth at most."""
PATIENCE: Final = timedelta(days=3)
"""Who has taken nothing for so long is switched off: as long as one event is tried."""
TIMEOUT: Final = 10
"""Seconds, for connecting at all addresses of a name and the whole of an exchange together."""
SHORTEST: Final = 0.001
MOST_READ: Final = 4096
LONGEST_REPLY: Final = 300
GONE: Final = 410


class NewWebhook(Body):
    """The address that is told, over https, and of which events."""

    url: Annotated[str, Field(max_length=500), Example("https://example.org/head-table")]
    events: Annotated[list[EventName], Field(min_length=1, max_length=len(EVENTS)), Example(list(EVENTS))]


@provides
def webhook_of_club(club: Club, webhook: int) -> Webhook:
    return get_object_or_404(club.webhooks.select_related("club"), pk=webhook)


@provides
def delivery_of_webhook(webhook: Webhook, delivery: int) -> WebhookDelivery:
    return get_object_or_404(webhook.deliveries, pk=delivery)


@audit.command(
    needs=Role.OWNER,
    audits=("webhook-made", gettext_noop("A webhook to %(host)s was made.")),
    done=gettext_noop("The webhook is made."),
)
def make_webhook(club: Club, at: datetime, new: NewWebhook) -> Webhook:
    """Have an address told from now on. Its secret is told this once.

    Raises Faults on an address that is none or a private one (`url`), and where the club has too many webhooks.
    """
    clubs.lock(club)
    if club.webhooks.count() >= MOST_WEBHOOKS:
        refuse(
            "url", "too-many", "the club has %(most)s webhooks already; remove one first", most=MOST_WEBHOOKS
        )
    about = {"url": _checked(new.url), "events": new.events, "secret": seal(new_secret())}
    row = Webhook.objects.create(club=club, **about, made_at=at, since=at)
    make_webhook.note(club, host=row.host)
    return row


@audit.command(
    needs=Role.OWNER,
    audits=("webhook-paused", gettext_noop("The webhook to %(host)s was paused.")),
    done=gettext_noop("The webhook is paused."),
)
def pause_webhook(webhook: Webhook, at: datetime) -> Webhook:
    """Send nothing to it until it is resumed; what happens meanwhile it is never told."""
    webhook.paused_at = webhook.paused_at or at
    webhook.save(update_fields=["paused_at"])
    pause_webhook.note(webhook.club, host=webhook.host)
    return webhook


@audit.command(
    needs=Role.OWNER,
    audits=("webhook-resumed", gettext_noop("The webhook to %(host)s was resumed.")),
    done=gettext_noop("The webhook is on again."),
)
def resume_webhook(webhook: Webhook, at: datetime) -> Webhook:
    """Go on after a pause, or after it was switched off: with what waits for it, and what happens from now on."""
    if webhook.state != "on":
        webhook.paused_at = webhook.off_at = webhook.failing_since = None
        webhook.off_because, webhook.since = "", at
        webhook.save(update_fields=["paused_at", "off_at", "failing_since", "off_because", "since"])
        resume_webhook.note(webhook.club, host=webhook.host)
    return webhook


@audit.command(
    needs=Role.OWNER,
    audits=("webhook-secret-replaced", gettext_noop("The secret of the webhook to %(host)s was replaced.")),
    done=gettext_noop("The webhook has a new secret. The former one still signs for a day."),
)
def rotate_secret(webhook: Webhook, at: datetime) -> Webhook:
    """Replace its secret, which is told this once; for a day what is sent is signed by the former one as well."""
    webhook.former_secret, webhook.former_until = webhook.secret, at + FORMER_KEPT
    webhook.secret = seal(new_secret())
    webhook.save(update_fields=["secret", "former_secret", "former_until"])
    rotate_secret.note(webhook.club, host=webhook.host)
    return webhook


@audit.command(
    needs=Role.OWNER,
    audits=("webhook-removed", gettext_noop("The webhook to %(host)s was removed.")),
    done=gettext_noop("The webhook is removed."),
)
def remove_webhook(webhook: Webhook) -> None:
    """Tell the address nothing any more; what was sent to it is forgotten."""
    remove_webhook.note(webhook.club, host=webhook.host)
    webhook.delete()


@audit.command(needs=Role.OWNER, done=gettext_noop("A test is on its way."))
def send_test_event(webhook: Webhook, at: datetime) -> WebhookDelivery:
    """Send it an event `webhook.test` that is about nothing; while it is not on, once it is resumed."""
    delivery = _delivery(webhook, TEST, {"club": webhook.club.slug}, at=at)
    delivery.save()
    return delivery


@audit.command(needs=Role.OWNER, done=gettext_noop("The event is on its way again."))
def replay(webhook: Webhook, delivery: WebhookDelivery, at: datetime) -> WebhookDelivery:
    """Send an event once more, with the same id; it is tried as often as a new one."""
    delivery.due_at, delivery.attempts = at, 0
    delivery.save(update_fields=["due_at", "attempts"])
    return delivery


def last_deliveries(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    return webhook.deliveries.order_by("-pk")[:MOST_SHOWN]


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def secret_of(webhook: Webhook) -> str | None:
    """What it is signed by; None where the server had another secret key then."""
    return unseal(webhook.secret)


# What has happened.


def look_for_news(*, at: datetime) -> None:
    """Write down what webhooks have to be told since the evenings were looked at last, and have what is due sent."""
    by_club: dict[Club, list[Webhook]] = defaultdict(list)
    for webhook in Webhook.objects.filter(off_at=None).select_related("club"):
        by_club[webhook.club].append(webhook)
    for club, webhooks in by_club.items():
        for evening in _with_news(club):
            _write_down(evening, webhooks, at)
    if by_club:
        _send_what_is_due(at)


def _with_news(club: Club) -> QuerySet[Any]:
    # The standings of an evening whose job waits are those of before.
    news = Q(webhook_position=None) | Q(webhook_position__length__lt=F("ledger_length"))
    waiting = Job.objects.waiting().filter(topic=STANDINGS.name).values("subject_key")
    return club.evenings.filter(news).exclude(pk__in=waiting).order_by("pk")[:MOST_EVENINGS]


@transaction.atomic
def _write_down(evening: Any, webhooks: Sequence[Webhook], at: datetime) -> None:
    position, _ = WebhookPosition.objects.select_for_update().get_or_create(evening=evening)
    if evening.ledger_length <= position.length:  # another sweep was quicker
        return
    since = min(webhook.since for webhook in webhooks)
    unread = evening.ledger.filter(sequence__gt=position.length, sequence__lte=evening.ledger_length)
    entries = list(unread.filter(at__gte=since).order_by("sequence"))
    standings = _hash_of_standings(evening)
    events = [event for entry in entries for event in _events_of(evening, entry)]
    if entries and standings != position.standings:
        events.append(("standings.changed", entries[-1], {}))
    about = {"club": evening.club.slug, "evening": evening.slug}
    due_by_webhook = {webhook: _first_due(webhook, at) for webhook in webhooks} if events else {}
    WebhookDelivery.objects.bulk_create(
        _delivery(
            webhook, name, {**about, "sequence": entry.sequence, **more}, at=at, happened=entry.at, due=due
        )
        for name, entry, more in events
        for webhook, due in due_by_webhook.items()
        if name in webhook.events and entry.at >= webhook.since and not webhook.paused_at
    )
    position.length, position.standings = evening.ledger_length, standings
    position.save()


def _events_of(evening: Any, entry: Any) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    # Acts by the names that they have in every ledger. Silence may mean agreement.
    body = json.loads(entry.body)
    needed = evening.plan.get("confirmation") == "needed"
    agrees = entry.act == "confirm_hand" or body.get("confirms")
    if entry.act == "settle_dispute" or (agrees if needed else entry.act == "enter_hand"):
        yield "hand.confirmed", entry, {part: body[part] for part in ("round", "table", "number")}
    elif entry.act == "close":
        yield "round.closed", entry, {"round": body["round"]}
    elif entry.act == "publish":
        yield "evening.published", entry, {}


def _hash_of_standings(evening: Any) -> str:
    columns = ("ticket", "place", "won_halves", "points_for", "points_difference", "game_points")
    lines = list(evening.standings.order_by("ticket").values_list(*columns))
    return hashlib.sha256(canonical(lines).encode()).hexdigest() if lines else ""


def _delivery(
    webhook: Webhook,
    event: str,
    data: Mapping[str, Any],
    *,
    at: datetime,
    happened: datetime | None = None,
    due: datetime | None = None,
) -> WebhookDelivery:
    body = canonical({"type": event, "timestamp": instant(happened or at), "data": data})
    code = f"msg_{secrets.token_hex(12)}"
    return WebhookDelivery(webhook=webhook, code=code, event=event, body=body, made_at=at, due_at=due or at)


# Sending it.


def _send_what_is_due(at: datetime) -> None:
    in_hand = Job.objects.waiting().filter(subject=kind_of(Webhook)).values("subject_key")
    due = Webhook.objects.filter(off_at=None, paused_at=None, deliveries__due_at__lte=at)
    for webhook in due.exclude(pk__in=in_hand).distinct():
        enqueue(WEBHOOK, webhook, at=at)


def deliver(assignment: Assignment) -> Callable[[], Result]:
    """Send one event that is due, as the handler of its topic, outside any transaction; the next is a slice more."""
    webhook: Webhook = assignment.subject
    due = webhook.deliveries.filter(due_at__lte=assignment.at).order_by("due_at", "pk")
    delivery = due.first() if webhook.state == "on" else None
    if delivery is None:
        return Done
    try:
        headers = signed(webhook, delivery, at=assignment.clock())
        delivery.status, reply = _post(webhook.url, delivery.body, headers)
    except (OSError, HTTPException, ValueError) as failure:
        delivery.status, reply = None, reason_of(failure)
    printable = "".join(letter if letter.isprintable() else " " for letter in reply)
    delivery.reply = " ".join(printable.split())[:LONGEST_REPLY]
    return lambda: _keep(delivery, at=assignment.clock())


def _keep(delivery: WebhookDelivery, *, at: datetime) -> Result:
    rows = Webhook.objects.select_for_update().select_related("club")
    webhook = rows.filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return Done()
    is_over = delivery.is_taken or delivery.status == GONE or delivery.attempts >= len(PAUSES)
    longer = 1 + secrets.randbelow(200) / 1000
    delivery.due_at = None if is_over else at + longer * PAUSES[delivery.attempts]
    delivery.attempts, delivery.tried_at = delivery.attempts + 1, at
    delivery.save()
    if not delivery.is_taken and delivery.due_at:
        rest = _rest_until(delivery)
        webhook.deliveries.filter(due_at__lt=rest).update(due_at=rest)
    webhook.failing_since = None if delivery.is_taken else webhook.failing_since or at
    if delivery.status == GONE:
        _switch_off(webhook, Webhook.Ending.GONE, at)
    elif webhook.failing_since and at - webhook.failing_since >= PATIENCE:
        _switch_off(webhook, Webhook.Ending.FAILING, at)
    webhook.save(update_fields=["failing_since", "off_at", "off_because"])
    return NotYet()


def _first_due(webhook: Webhook, at: datetime) -> datetime:
    waiting = webhook.deliveries.filter(attempts__gt=0, due_at__gt=at) if webhook.failing_since else None
    last = waiting.order_by("-tried_at").first() if waiting else None
    return max(at, _rest_until(last)) if last else at


def _rest_until(failed: WebhookDelivery) -> Any:
    # Who does not answer would hold the worker up for each event anew, while a room waits. Who refuses one event may
    # take the others: they wait for minutes at most.
    due: Any = failed.due_at
    tried: Any = failed.tried_at
    return due if failed.status is None else min(due, tried + PAUSES[1])


def _switch_off(webhook: Webhook, because: Webhook.Ending, at: datetime) -> None:
    webhook.off_at, webhook.off_because = at, because
    audit.note(webhook.club, "webhook-switched-off", at=at, host=webhook.host)
    mails.mail_webhook_off(webhook, at=at)


def signed(webhook: Webhook, delivery: WebhookDelivery, *, at: datetime) -> dict[str, str]:
    """The headers of a try, with a signature by each secret that holds now.

    Raises ValueError where the server has another secret key than when they were made.
    """
    sealed = [webhook.secret]
    if webhook.former_until and at < webhook.former_until:
        sealed.append(webhook.former_secret)
    opened = [unseal(secret) for secret in sealed]
    timestamp = str(int(at.timestamp()))
    signatures = [signature(secret, delivery.code, timestamp, delivery.body) for secret in opened if secret]
    if not signatures:
        raise ValueError("the secret cannot be read under this secret key; replace it")
    return {
        "content-type": "application/json",
        "user-agent": "head-table",
        "webhook-id": delivery.code,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(signatures),
    }


def signature(secret: str, code: str, timestamp: str, body: str) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{code}.{timestamp}.{body}".encode(), "sha256")
    return f"v1,{base64.b64encode(digest).decode()}"


def is_public(address: str) -> bool:
    """Whether an IP address is one of the internet's own, which leads to no other. Raises ValueError for any text."""
    ip: Any = ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    leads_on = getattr(ip, "sixtofour", None) or getattr(ip, "teredo", None)
    is_of_a_site = getattr(ip, "is_site_local", False)
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or is_of_a_site or leads_on)


def _is_local(host: str) -> bool:
    return host in settings.WEBHOOK_LOCAL_HOSTS


def _checked(url: str) -> str:
    parts, is_local = None, False
    with suppress(ValueError):
        parts = urlsplit(url)
        is_local = _is_local(parts.hostname or "")
        is_plain = url.isascii() and url.isprintable() and " " not in url and "@" not in parts.netloc
        if not (is_plain and parts.hostname and parts.port != 0):
            parts = None
    if parts is None or parts.scheme not in (("https", "http") if is_local else ("https",)):
        refuse(
            "url",
            "bad-address",
            "“%(entered)s” does not fit; enter an address that begins with https://",
            entered=url[:80],
        )
    host = str(parts.hostname)
    with suppress(ValueError):
        if not (is_local or is_public(host)):
            refuse(
                "url",
                "private-address",
                "%(entered)s is not on the internet; enter an address that is",
                entered=host,
            )
    return url


def _post(url: str, body: str, headers: dict[str, str]) -> tuple[int, str]:
    # To the address that was looked at, whatever the name means a moment later; nobody is followed elsewhere.
    parts = urlsplit(url)
    host, is_secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    connection = (HTTPSConnection if is_secure else HTTPConnection)(host, port)
    end = monotonic() + TIMEOUT
    sock = _connected(host, port, end)
    if is_secure:
        context = ssl.create_default_context()
        sock = context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
    late = Event()
    deadline = Timer(max(end - monotonic(), 0), _cut_off, [sock, late])
    deadline.start()
    try:
        if isinstance(sock, ssl.SSLSocket):
            sock.do_handshake()
        connection.sock = sock
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body.encode(), headers)
        answer = connection.getresponse()
        beginning = answer.read1(MOST_READ)
        if late.is_set():
            raise TimeoutError(f"no answer within {TIMEOUT} s")
        return answer.status, beginning.decode(errors="replace")
    finally:
        deadline.cancel()
        sock.close()


def _cut_off(sock: socket.socket, late: Event) -> None:
    # Of what is encrypted the socket below: whoever reads just now comes to its end.
    late.set()
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _connected(host: str, port: int, end: float) -> socket.socket:
    known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not _is_local(host) and not all(is_public(str(target[0])) for *_, target in known):
        raise ConnectionRefusedError("not on the internet; nothing is sent there")
    failure: OSError = ConnectionRefusedError(host)
    for family, kind, protocol, _name, target in known:
        raw = socket.socket(family, kind, protocol)
        try:
            raw.settimeout(max(end - monotonic(), SHORTEST))
            raw.connect(target)
        except OSError as refused:
            raw.close()
            failure = refused
        else:
            return raw
    raise failure
