"""Saying that one comes, taking that back, coming after all, and checking oneself in by the code at the door."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import CharField, Max, Q, Value
from django.db.models.functions import Cast, Concat

from scoring.derivation import gettext_noop
from tournaments.club.models import Player
from tournaments.club.reads.members import ERASED
from tournaments.club.roles import Duty, Role
from tournaments.club.services import audit, throttle
from tournaments.club.services.throttle import Limit
from tournaments.club.services.tokens import RANDOM_BYTES, hashed
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings
from tournaments.evening.services.ledger import open_book
from tournaments.evening.services.links import printed_token
from tournaments.refusals import KEY_REUSED, check_key, refuse
from tournaments.signup import lists
from tournaments.signup.announcements import BEFORE_PLAY, give_places, live_sign_ups, lock_places, why_closed
from tournaments.signup.lists import Somebody, key_of
from tournaments.signup.models import Announcement, DoorCode, SignUp
from tournaments.site.arguments import ActorId, Body, Colour, Example, Name
from tournaments.site.cleaning import clean_name, code_of, hashed_code

MOST_LIVE: Final = 300
"""So many sign-ups stand in the list of an evening; more than any room has tables for."""
MOST_ROWS: Final = 1200
"""So many an evening has with all that were withdrawn: nobody fills the database by coming and going."""

KEY: Final = "Idempotency-Key"
SHORTEST_KEY: Final = 22
"""Characters of a visitor's key: 128 random bits in base64, since the key opens their sign-up."""
MOST_FROM_DEVICE: Final = 20
MOST_FROM_ADDRESS: Final = 240
"""A full room of 80 behind one address, each of whom sends three times."""
MINUTES: Final = 15
"""So many sign-ups of one device, and of one address with all its devices, in so long."""


class NewSignUp(Body):
    """Who comes; whom they bring, or whether they look for a partner."""

    name: Annotated[Name, Example("Ada Marsh")]
    companion: Annotated[Name, Example("Bob Reed")] = ""
    seeks_partner: bool = False


class LetIn(Body):
    """The colour of the ticket, where the evening has colours; whether it is for the `companion`."""

    colour: Annotated[Colour, Example("ladies")] = ""
    companion: bool = False


def limits(address: str, device: str) -> tuple[Limit, Limit]:
    """How often people sign up. Whoever draws devices at will is held by what the list of an evening takes, too."""
    most = {"of_address": MOST_FROM_ADDRESS, "of_device": MOST_FROM_DEVICE}
    return throttle.in_a_room("sign-up", address, device, **most, minutes=MINUTES)


@transaction.atomic
def sign_up(
    *, announcement: Announcement, entered: NewSignUp, at: datetime, key: str | None = None
) -> tuple[SignUp, str]:
    """A visitor signs up; the row, and the token of their own link, which is stored as its hash alone.

    They have a place at once where there is one, else they wait; so does a name that is in the list already, since a
    visitor is not told who comes, and the officers see it marked. A retry with the same `key`, drawn at random before
    the first try, gets the row and the token of the first.

    Raises Faults where nobody can sign up (`closed`), on a bad name or one entered twice (`name-twice`), on a key
    that is none or too short to be that (`bad-key`) or came with another name before (`key-reused`), and where the
    list is as long as it may be (`too-many`).
    """
    row = lock_places(announcement)
    token = secrets.token_urlsafe(RANDOM_BYTES) if key is None else _token_of(row, key)
    before = row.sign_ups.filter(token_hash=hashed(token)).order_by("number").last() if key else None
    if before is not None:
        if before.key != key_of(clean_name("name", entered.name)):
            refuse(KEY, KEY_REUSED, "this key came with another request before; each needs its own")
        return before, token
    _check_open(row, at)
    return _added(row, entered, token_hash=hashed(token), by="", at=at), token


def _token_of(row: Announcement, key: str) -> str:
    # The token follows from the key, which is kept nowhere: whoever has the key has the token.
    check_key(KEY, key)
    if len(key) < SHORTEST_KEY:
        refuse(
            KEY,
            "bad-key",
            "a key of %(entered)s characters was sent; here it has %(least)s at least, drawn at random",
            entered=len(key),
            least=SHORTEST_KEY,
        )
    return printed_token("sign-up", f"{row.pk}:{key}")


def _where(row: SignUp) -> str:
    if row.placed_at:
        return gettext_noop("%(name)s has a place.")
    return gettext_noop("%(name)s is on the waiting list.")


@audit.command(needs=Role.DIRECTOR, done=_where)
def add(*, announcement: Announcement, entered: NewSignUp, by: ActorId, at: datetime) -> SignUp:
    """Add somebody who telephoned, as long as no seats are drawn; they have no token.

    Raises Faults as `sign_up` does, and on a name that is in the list already (`name-twice`).
    """
    row = lock_places(announcement)
    _check_takes(row)
    new_row = _added(row, entered, token_hash="", by=by, at=at)
    _note("sign-ups-added", row, at, count=1)
    return new_row


@transaction.atomic
def add_all(*, announcement: Announcement, names: Iterable[str], by: str, at: datetime) -> list[SignUp]:
    """An officer adds several people, such as a group; those who are in the list already stay as they are.

    Raises Faults as `add` does, and then adds nobody.
    """
    row = lock_places(announcement)
    _check_takes(row)
    listed = {key for keys in live_sign_ups(row).values_list("key", "companion_key") for key in keys}
    new_rows = [
        _added(row, NewSignUp(name=name), token_hash="", by=by, at=at)
        for key, name in {key_of(name): name for name in names}.items()
        if key not in listed
    ]
    if new_rows:
        _note("sign-ups-added", row, at, count=len(new_rows))
    return new_rows


@transaction.atomic
def withdraw(*, sign_up: SignUp, at: datetime) -> None:
    """They do not come; the first waiting who fit get their places. To withdraw twice changes nothing.

    Raises Faults once the seats are drawn (`too-late`).
    """
    row = lock_places(sign_up.announcement)
    if row.evening.status not in (*BEFORE_PLAY, Status.ABANDONED):
        refuse("", "too-late", "the seats are drawn; whoever cannot come tells the club")
    if live_sign_ups(row).filter(pk=sign_up.pk).update(withdrawn_at=at):
        give_places(row, at=at)


@audit.command(needs=Role.DIRECTOR, done=gettext_noop("%(name)s is off the list."))
def take_out(*, sign_up: SignUp, at: datetime) -> SignUp:
    """Take somebody off the list; the first waiting who fit get the places."""
    withdraw(sign_up=sign_up, at=at)
    _note("sign-up-taken-out", sign_up.announcement, at)
    sign_up.refresh_from_db()
    return sign_up


def _note(act: str, row: Announcement, at: datetime, **told: Any) -> None:
    evening = row.evening
    audit.note(evening.club, act, at=at, evening=evening.name, **told)


@transaction.atomic
def come_back(*, sign_up: SignUp, at: datetime) -> SignUp:
    """Whoever withdrew comes after all, at the end of the list, with the same link; the row that stands now.

    Where others wait they wait behind them, also for a place that does not do for those. Raises Faults as `sign_up`
    does.
    """
    row = lock_places(sign_up.announcement)
    standing = (
        live_sign_ups(row).filter(token_hash=sign_up.token_hash).first() if sign_up.token_hash else None
    )
    if standing is not None:
        return standing
    _check_open(row, at)
    entered = NewSignUp(name=sign_up.name, companion=sign_up.companion, seeks_partner=sign_up.seeks_partner)
    is_awaited = live_sign_ups(row).filter(placed_at__isnull=True).exists()
    return _added(row, entered, token_hash=sign_up.token_hash, by=sign_up.made_by, at=at, waits=is_awaited)


@transaction.atomic
def forget(player: Player) -> None:
    """Throw the name of an erased player away in all lists of their club, with the link of whoever signed up so.

    Whoever has the same name but for case and accents cannot be told apart in a list, and loses it there too.
    """
    key = key_of(player.name)
    of_club = SignUp.objects.filter(announcement__evening__club=player.club_id)
    # Names are stripped: no other has a key that begins with a space.
    nobody = Concat(Value(" "), Cast("number", CharField()))
    of_club.filter(key=key).update(name=ERASED, key=nobody, token_hash="")
    of_club.filter(companion_key=key).update(companion=ERASED, companion_key=nobody)


def _check_takes(row: Announcement) -> None:
    if not row.is_announced:
        refuse("", "closed", "the evening is not announced; announce it first")
    if row.evening.status not in BEFORE_PLAY:
        refuse("", "closed", "the seats are drawn; let latecomers in on the page of people")


def _check_open(row: Announcement, at: datetime) -> None:
    today = at.astimezone(ZoneInfo(row.evening.club.time_zone)).date()
    if why_closed(row, today=today):
        refuse("", "closed", "nobody can sign up here any more; please ask the club")


def _added(
    row: Announcement, entered: NewSignUp, *, token_hash: str, by: str, at: datetime, waits: bool = False
) -> SignUp:
    name = clean_name("name", entered.name)
    companion = clean_name("companion", entered.companion) if entered.companion.strip() else ""
    if live_sign_ups(row).count() >= MOST_LIVE or row.sign_ups.count() >= MOST_ROWS:
        refuse("", "too-many", "the list is as long as it can be; please ask the club")
    _check_new(
        row, {"name": name, "companion": companion} if companion else {"name": name}, is_told=not token_hash
    )
    last = row.sign_ups.aggregate(last=Max("number"))["last"] or 0
    new_row = SignUp.objects.create(
        announcement=row,
        number=last + 1,
        name=name,
        key=key_of(name),
        companion=companion,
        companion_key=key_of(companion),
        seeks_partner=entered.seeks_partner and not companion,
        people=2 if companion else 1,
        token_hash=token_hash,
        made_by=by,
        made_at=at,
    )
    if not waits:
        give_places(row, at=at)
        new_row.refresh_from_db()
    return new_row


def _check_new(row: Announcement, names: dict[str, str], *, is_told: bool) -> None:
    # Only whoever `is_told` who comes is refused a name that is in the list.
    keys: set[str] = set()
    for field, name in names.items():
        key = key_of(name)
        listed = Q(key=key) | Q(companion_key=key)
        if key in keys or (is_told and live_sign_ups(row).filter(listed).exists()):
            refuse(
                field,
                "name-twice",
                "“%(entered)s” is in the list already; for another person of this name, add something that tells "
                "them apart",
                entered=name,
            )
        keys.add(key)


BY: Final = "door"
"""Who acts, in the ledger, where people check themselves in."""


def door_token(code: DoorCode) -> str:
    return printed_token("door-code", code.nonce)


def door_code(code: DoorCode) -> str:
    return code_of(f"door-typed:{code.nonce}")


@audit.command(
    needs=Duty.CHECK_IN,
    done=gettext_noop("There is a new code for the door. Print it, or put it on a screen."),
)
def open_door(*, evening: Evening, by: ActorId, at: datetime) -> DoorCode:
    """A code for the door, in the place of one that is there, until seats are drawn.

    Raises Faults once the seats are drawn (`too-late`).
    """
    row = Evening.objects.select_for_update(no_key=True).get(pk=evening.pk)
    if row.status not in BEFORE_PLAY:
        refuse("", "too-late", "the seats are drawn; let latecomers in on the page of people")
    _end(row, at)
    code = DoorCode(evening=row, nonce=secrets.token_hex(RANDOM_BYTES), made_by=by, made_at=at)
    code.token_hash, code.code_hash = hashed(door_token(code)), hashed_code(door_code(code))
    code.save(force_insert=True)
    audit.note(row.club, "door-opened", at=at, evening=row.name)
    return code


@audit.command(needs=Duty.CHECK_IN, done=gettext_noop("The code at the door works no longer."))
def close_door(*, evening: Evening, at: datetime) -> None:
    """Nobody checks themselves in any more."""
    row = Evening.objects.select_for_update(no_key=True).get(pk=evening.pk)
    if _end(row, at):
        audit.note(row.club, "door-closed", at=at, evening=row.name)


def _end(evening: Evening, at: datetime) -> bool:
    return bool(evening.door_codes.filter(revoked_at__isnull=True).update(revoked_at=at))


@transaction.atomic
def check_oneself_in(*, code: DoorCode, key: str, typed: str, colour: str, at: datetime) -> Ticket:
    """Somebody checks themselves in: their `key` as `signup.lists.look_for` has it, and what they typed.

    Raises Faults where the code was taken back (`closed`), the doors are not open (`not-open`), nobody has this key
    or they are not found by that text (`unknown`), they are in already (`already-in`), they wait for a place or there
    is none left (`ask`), only the desk can tell who they are (`ask`), and for a colour that there is not.
    """
    # Whoever checks in as the same person at the same moment waits here, and finds them in.
    row = open_book(code.evening_id, by=BY, at=at).evening
    if not DoorCode.objects.filter(pk=code.pk, revoked_at__isnull=True).exists():
        refuse("", "closed", "this code is no longer in use; scan the one at the door")
    if row.status != Status.CHECK_IN:
        refuse("", "not-open", "nobody can check in just now; please go to the desk")
    person = lists.somebody(row, key)
    if person is None or not person.is_found_by(typed):
        refuse("", "unknown", "nobody of this name is expected; please go to the desk")
    _check(person)
    return _ticket_for(row, person, colour=colour, by=BY, at=at)


@audit.command(needs=Duty.CHECK_IN)
def let_in(*, evening: Evening, sign_up: SignUp, new: LetIn, by: ActorId, at: datetime) -> Ticket:
    """Let in whoever signed up, or their companion, at open doors; who is new to the club is a guest.

    An officer lets people in who wait for a place as well.

    Raises Faults where nobody of the list is meant (`unknown`), they are in (`already-in`), nobody can tell who
    of the club they are (`ask`), and as `evenings.check_in` does.
    """
    row = open_book(evening.pk, by=by, at=at).evening
    kind = lists.OF_A_COMPANION if new.companion else lists.OF_A_SIGN_UP
    person = lists.somebody(row, f"{kind}-{sign_up.pk}")
    if person is None:
        refuse("", "unknown", "nobody of this list is meant; they may have withdrawn")
    _check(replace(person, has_place=True))
    return _ticket_for(row, person, colour=new.colour, by=by, at=at)


def _ticket_for(row: Evening, found: Somebody, *, colour: str, by: str, at: datetime) -> Ticket:
    # Whom the club does not know yet it knows from now on.
    if found.player is not None:
        return evenings.check_in(evening=row, players=[(found.player, colour)], by=by, at=at)[0]
    return evenings.check_in_guest(evening=row, name=found.name, colour=colour, by=by, at=at)


def _check(found: Somebody) -> None:
    if found.is_in:
        refuse(
            "",
            "already-in",
            "%(name)s has checked in already; if that was not you, please go to the desk",
            name=found.shown_name,
        )
    if found.is_unclear:
        refuse(
            "",
            "ask",
            "the club has people called %(name)s, or nearly so; please go to the desk",
            name=found.shown_name,
        )
    if not found.has_place:
        refuse(
            "", "ask", "there is no free place for %(name)s yet; please go to the desk", name=found.shown_name
        )
