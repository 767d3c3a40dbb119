"""Commands, and keeping who changed what in a club, in the transaction of the change.

Each service that changes what no ledger tells of notes its own act. Who asks and from where is the same for the whole
of a request; the door says it once, so that no service hands it on.

A command is such a service, declared once for every way in, with what the doors have to know of it. Its annotations
say what it is called with (`site.arguments`): the body among them is that of REST, and the form of the page is made
from it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import update_wrapper
from inspect import getdoc
from ipaddress import ip_address, ip_network
from typing import Any, Final, Generic, ParamSpec, TypeVar

from django.db import transaction
from django.utils import timezone

from scoring.derivation import gettext_noop
from tournaments import tenant_guard
from tournaments.club.models import AuditEntry, Club, Player, User
from tournaments.club.roles import Needed
from tournaments.ledger.chain import canonical

# What is kept of the changes that no ledger tells of: every act by its code, with the words that tell it.
# Codes are stored: their words may change at any time, the code may not, nor may a value be left out.
# Commands add their own; here stand those of several services, and those that nothing makes any more.

ACTS: Final[dict[str, str]] = {
    # The club.
    "club-made": gettext_noop("The club was made."),
    "club-written": gettext_noop("The whole club was written into a file."),
    "club-brought-in": gettext_noop("The club was brought in from a file."),
    "club-suspended": gettext_noop("Whoever runs the server suspended the club."),
    "suspension-ended": gettext_noop("Whoever runs the server ended the suspension of the club."),
    "allowances-changed": gettext_noop("Whoever runs the server changed how much the club may have."),
    "settings-changed": gettext_noop("Settings were changed."),
    "publicity-changed": gettext_noop("Who sees what was changed."),
    "consent-asked": gettext_noop("Names and ratings are public only with consent from now on."),
    "consent-not-asked": gettext_noop("Names and ratings are public unless somebody objects from now on."),
    "categories-changed": gettext_noop("The groups by which tables are read were changed."),
    "house-rules-set": gettext_noop("The house rules of %(game)s were set."),
    # Officers, and what lets them in.
    "office-taken": gettext_noop("%(about)s accepted the invitation as %(role)s."),
    "who-plays-said": gettext_noop("%(about)s said which player they are."),
    "signed-in": gettext_noop("%(about)s signed in."),
    "account-changed": gettext_noop("Account of %(about)s: %(what)s"),
    "token-made": gettext_noop("%(about)s made an API token (“%(reach)s”)."),
    "token-first-used": gettext_noop("An API token of %(about)s was used for the first time."),
    "token-revoked": gettext_noop("An API token of %(about)s was revoked."),
    # Members.
    "member-added": gettext_noop("%(player)s was added."),
    "members-added": gettext_noop("Members were added: %(count)s."),
    "members-imported": gettext_noop("A list was imported; added: %(count)s, changed: %(changed)s."),
    "member-erased": gettext_noop("The name of a member was erased."),
    "name-shown": gettext_noop("%(player)s agreed that the name is public."),
    "name-withheld": gettext_noop("%(player)s did not agree that the name is public."),
    "ratings-shown": gettext_noop("%(player)s agreed that the ratings are public."),
    "ratings-withheld": gettext_noop("%(player)s did not agree that the ratings are public."),
    "claim-link-made": gettext_noop("A link was made by which %(player)s gets an account."),
    "claimed": gettext_noop("%(player)s took the link to an account."),
    "merged": gettext_noop("A duplicate of %(player)s was merged."),
    "merge-undone": gettext_noop("A merge with %(player)s was undone."),
    "webhook-switched-off": gettext_noop("The webhook to %(host)s was switched off by the server."),
    # Before and beside an evening.
    "evening-announced": gettext_noop("“%(evening)s” was announced, or its announcement changed."),
    "announcement-withdrawn": gettext_noop("The announcement of “%(evening)s” was withdrawn."),
    "sign-ups-added": gettext_noop("Sign-ups for “%(evening)s” were added: %(count)s."),
    "sign-up-taken-out": gettext_noop("A sign-up for “%(evening)s” was taken off the list."),
    "door-opened": gettext_noop("A code for the door of “%(evening)s” was made."),
    "door-closed": gettext_noop("The code for the door of “%(evening)s” was taken back."),
    "table-link-made": gettext_noop("The link of table %(table)s of “%(evening)s” was made anew."),
    "table-link-revoked": gettext_noop("The link of table %(table)s of “%(evening)s” was revoked."),
    "player-link-made": gettext_noop("The link of %(player)s in “%(evening)s” was made anew."),
    "player-link-revoked": gettext_noop("The link of %(player)s in “%(evening)s” was revoked."),
    "phone-shut-out": gettext_noop("A phone was shut out of table %(table)s of “%(evening)s”."),
    "objection-made": gettext_noop("%(player)s objected to the results of “%(evening)s”."),
    "rehearsed": gettext_noop("A rehearsal of “%(evening)s” was asked for."),
    # Leagues and federations.
    "league-made": gettext_noop("The league “%(name)s” was made."),
    "league-renamed": gettext_noop("The league “%(before)s” was renamed “%(name)s”."),
    "club-asked": gettext_noop("“%(club_name)s” was asked into the league “%(name)s”."),
    "club-agreed": gettext_noop("“%(club_name)s” takes part in the league “%(name)s”."),
    "club-left": gettext_noop("“%(club_name)s” takes no part in the league “%(name)s” any more."),
    "federation-founded": gettext_noop("The federation “%(name)s” was founded."),
    "federation-asked": gettext_noop("“%(club_name)s” was asked into the federation “%(name)s”."),
    "federation-joined": gettext_noop("“%(club_name)s” came into the federation “%(name)s”."),
    "federation-left": gettext_noop("“%(club_name)s” is not in the federation “%(name)s” any more."),
    "bond-asked": gettext_noop("It was asked whether %(player)s is somebody of another club."),
    "bond-agreed": gettext_noop("%(player)s is the same person as somebody of another club."),
    "bond-ended": gettext_noop("%(player)s is not read as somebody of another club any more."),
    # What was looked at as a file.
    "members-exported": gettext_noop("The list of members was downloaded."),
    "member-copied": gettext_noop("What is kept about %(player)s was downloaded."),
    "fees-exported": gettext_noop("The list of fees was downloaded."),
    "audit-exported": gettext_noop("This list was downloaded."),
}
"""The acts by what is stored, each with its sentence; a sentence is filled from the values of the entry."""
NETWORK_BITS: Final = {4: 24, 6: 48}
"""How much of an address is kept: what a street or a provider shares, not what a household has."""
OFFICER: Final = "user:"
FORMER: Final = "former:"
"""Whom a pseudonym stands for who has no account here."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for something (their pseudonym), and from where; "" for a network or browser that is not known."""

    by: str
    network: str = ""
    browser: str = ""


def server() -> Asker:
    return Asker("server")


_ASKER: ContextVar[Callable[[], Asker]] = ContextVar("asker", default=server)


@contextmanager
def audit_actor(asker: Callable[[], Asker]) -> Iterator[None]:
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
    """Append one act of `ACTS` to what is kept of a club; of the values that fill its sentence none names a person.

    `by` is who did it, where the request does not know them yet, `about` the officer it is about, `player` the
    person.
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
    with tenant_guard.bypass():  # an account is of no single club
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
    with tenant_guard.bypass():  # what one club does may be about another, which is told of it too
        AuditEntry.objects.bulk_create(entries)


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: [before[name], after[name]] for name in after if before[name] != after[name]}


P = ParamSpec("P")
R = TypeVar("R")
Said = str | Callable[[Any], str]


class Command(Generic[P, R]):
    """A service that is run in one transaction, unless it begins its own.

    Attributes:
        needs: the least role or the duty of whoever may; None for what is one's own.
        done: what they are told on a page afterwards, marked for translation, or what says it of what it came to; ""
            for nothing. `%(name)s` is that of what it came to, `%(player)s` that of its `player`.
        act: the code under which the audit keeps it; "" where nothing is kept, or under which depends.
        description: what it does, for people who write programs: its docstring but for what it raises.
    """

    __name__: str

    def __init__(self, function: Callable[P, R], needs: Needed | None, act: str, done: Said) -> None:
        self._function, self.needs, self.act, self.done = function, needs, act, done
        self.description = (getdoc(function) or "").partition("\n\nRaises ")[0]
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._function(*args, **kwargs)

    def taking(
        self, name: str, *, needs: Needed | None = None, done: Said = "", **kinds: Any
    ) -> Command[P, R]:
        """The same command under another name, for whom `needs` says, where these arguments are of these kinds."""
        command = Command(self._function, needs or self.needs, self.act, done or self.done)
        command.__name__, command.__annotations__ = name, {**self.__annotations__, **kinds}
        # Of the file in which it is taken: by it the guard of rows knows whether it looks at other clubs.
        command.__module__ = sys._getframe(1).f_globals["__name__"]
        return command

    def note(self, club: Club, **values: Any) -> None:
        """Append the act to what is kept of the club, with what fills its sentence."""
        note(club, self.act, **values)


def command(
    *,
    needs: Needed | None = None,
    audits: tuple[str, str] | None = None,
    done: Said = "",
    is_atomic: bool = True,
) -> Callable[[Callable[P, R]], Command[P, R]]:
    """Declare a service as a command.

    Arguments:
        audits: the code and the sentence of its act in the audit, marked for translation. The code is stored: it
            stays for ever.
        is_atomic: False where it does something slow before it writes, for which nobody should wait.
    """
    code, sentence = audits or ("", "")
    if code:
        ACTS[code] = sentence
    return lambda function: Command(
        transaction.atomic(function) if is_atomic else function, needs, code, done
    )
