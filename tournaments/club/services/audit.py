"""Keeping who changed what in a club, in the transaction of the change.

Each service that changes what no ledger tells of notes its own act. Who asks and from where is the same for the whole
of a request; the door says it once, so that no service hands it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address, ip_network
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from tournaments import fence
from tournaments.club.audited import ACTS
from tournaments.club.models import AuditEntry, Club, Player, User
from tournaments.ledger.chain import canonical

NETWORK_BITS: Final = {4: 24, 6: 48}
"""How much of an address is kept: what a street or a provider shares, not what a household has."""
OFFICER: Final = "user:"


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for something, and from where.

    Attributes:
        by: their pseudonym.
        network: as `network_of` gives it; "" where nobody asked over a network.
        browser: the name of their program, "" where it is none that is known.
    """

    by: str
    network: str = ""
    browser: str = ""


def server() -> Asker:
    return Asker("server")


_ASKER: ContextVar[Callable[[], Asker]] = ContextVar("asker", default=server)


@contextmanager
def asked_by(asker: Callable[[], Asker]) -> Iterator[None]:
    """In the block, acts are noted as those of whom `asker` gives; it is called when something is noted."""
    before = _ASKER.set(asker)
    try:
        yield
    finally:
        _ASKER.reset(before)


def network_of(address: str) -> str:
    """The network that an address is in, as it is kept; "" for what is no address."""
    try:
        parsed = ip_address(address.partition("/")[0])
    except ValueError:
        return ""
    return str(ip_network(f"{parsed}/{NETWORK_BITS[parsed.version]}", strict=False))


def pseudonym(user: User) -> str:
    return f"{OFFICER}{user.pk}"


def note(
    club: Club,
    act: str,
    *,
    at: datetime | None = None,
    by: User | None = None,
    about: User | None = None,
    player: Player | None = None,
    **values: Any,
) -> None:
    """Append one act of `club.audited` to what is kept of a club.

    Arguments:
        at: when; now where it is not said.
        by: who did it, where the request does not know them yet.
        about: the officer it is about, as `player` the person.
        values: plain data that fills the sentence. No names of persons.
    """
    _append([club], act, at, by, about, player=player, values=values)


def origin_of(club_id: int, entry_hash: str, *, by: str, at: datetime) -> dict[str, object]:
    """The columns of the `ActOrigin` of what an officer does, which stands in a ledger in the entry with this hash.

    Empty where nothing is kept: of a table, which stands in the room, and where nobody asked over a network.
    """
    if not by.startswith(OFFICER):
        return {}
    asker = _ASKER.get()()
    if asker.by != by or not asker.network:
        return {}
    where = {"network": asker.network, "browser": asker.browser}
    return {"club_id": club_id, "entry_hash": entry_hash, "by": by, "at": at, **where}


def note_of_officer(
    user: User, act: str, *, at: datetime | None = None, by: User | None = None, **values: Any
) -> None:
    """Append an act that is about an account to every club in which it holds an office."""
    with fence.lowered():  # an account is of no single club
        clubs = list(Club.objects.filter(officers__user=user).distinct())
    _append(clubs, act, at, by, user, player=None, values=values)


@transaction.atomic
def _append(
    clubs: Iterable[Club],
    act: str,
    at: datetime | None,
    by: User | None,
    about: User | None,
    *,
    player: Player | None,
    values: dict[str, Any],
) -> None:
    if act not in ACTS:
        raise KeyError(act)
    asker = _ASKER.get()()
    entries = [
        AuditEntry(
            club=club,
            at=at or timezone.now(),
            by=pseudonym(by) if by else asker.by,
            act=act,
            about=pseudonym(about) if about else "",
            player=player,
            body=canonical(values),
            network=asker.network,
            browser=asker.browser,
        )
        for club in clubs
    ]
    with fence.lowered():  # what one club does may be about another, which is told of it too
        AuditEntry.objects.bulk_create(entries)


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: [before[name], after[name]] for name in after if before[name] != after[name]}
