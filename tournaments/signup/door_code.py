"""The code at the door: making it, taking it back, and letting in whoever checks themselves in with it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction

from tournaments.club.services import audit
from tournaments.club.services.tokens import RANDOM_BYTES, hashed
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings
from tournaments.evening.services.ledger import open_book
from tournaments.evening.services.links import printed_token
from tournaments.refusals import refuse
from tournaments.signup import lists
from tournaments.signup.announcements import BEFORE_PLAY
from tournaments.signup.lists import Somebody
from tournaments.signup.models import DoorCode, SignUp
from tournaments.site.cleaning import code_of, hashed_code

BY: Final = "door"
"""Who acts, in the ledger, where people check themselves in."""


def door_token(code: DoorCode) -> str:
    return printed_token("door-code", code.nonce)


def door_code(code: DoorCode) -> str:
    return code_of(f"door-typed:{code.nonce}")


@transaction.atomic
def open_door(*, evening: Evening, by: str, at: datetime) -> DoorCode:
    """A new code for the door of this evening; one before it stops working with the commit.

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


@transaction.atomic
def close_door(*, evening: Evening, at: datetime) -> None:
    row = Evening.objects.select_for_update(no_key=True).get(pk=evening.pk)
    if _end(row, at):
        audit.note(row.club, "door-closed", at=at, evening=row.name)


def _end(evening: Evening, at: datetime) -> bool:
    return bool(evening.door_codes.filter(revoked_at__isnull=True).update(revoked_at=at))


@transaction.atomic
def check_oneself_in(*, code: DoorCode, key: str, typed: str, colour: str, at: datetime) -> Ticket:
    """Somebody checks themselves in.

    Arguments:
        code: what opened the page; it has to be live.
        key: who they are, as `signup.lists.look_for` names them.
        typed: the text by which they were found.
        colour: of their ticket; "" where the evening has none.

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


@transaction.atomic
def let_in(
    *, evening: Evening, sign_up: SignUp, companion: bool, colour: str, by: str, at: datetime
) -> Ticket:
    """An officer lets in somebody who has signed up, or (`companion`) whom they bring; also who waits for a place.

    Raises Faults where nobody of the list is meant (`unknown`), they are in (`already-in`), nobody can tell who
    of the club they are (`ask`), and as `evenings.check_in` does.
    """
    row = open_book(evening.pk, by=by, at=at).evening
    kind = lists.OF_A_COMPANION if companion else lists.OF_A_SIGN_UP
    person = lists.somebody(row, f"{kind}-{sign_up.pk}")
    if person is None:
        refuse("", "unknown", "nobody of this list is meant; they may have withdrawn")
    _check(replace(person, has_place=True))
    return _ticket_for(row, person, colour=colour, by=by, at=at)


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
