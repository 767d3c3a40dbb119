"""The standings, kept for reading; names: bound to the ledger, changed, thrown away."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from pydantic import Field

from scoring.derivation import coded, gettext_noop
from tournaments.club.member_list.details import FIELDS
from tournaments.club.models import AuditEntry, Player
from tournaments.club.reads.members import member
from tournaments.club.roles import Role
from tournaments.club.services import accounts, audit, clubs, members
from tournaments.evening import acts, comparison, fold, outcome
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.models import Evening, Publication, Standing, Ticket
from tournaments.evening.reads.facts import ERASED
from tournaments.evening.record import Record
from tournaments.evening.round_rules import Status
from tournaments.evening.services import ledger
from tournaments.site.arguments import Body, Colour, Example, Name
from tournaments.site.cleaning import clean_colour, clean_name
from tournaments.work.models import Job
from tournaments.work.outbox import PUBLISH, Done, enqueue
from tournaments.work.runner import BY, Assignment

SALT_BYTES = 16
BESIDE = (
    "tournaments.signup.sign_ups.forget",
    "tournaments.league.services.bonds.forget",
    "tournaments.league.services.ledger.forget",
    "tournaments.privacy.erasing.forget",
)
"""What throws a player's name away where features above know it: by path, so that this room knows none of them."""


def new_salt() -> str:
    return secrets.token_bytes(SALT_BYTES).hex()


def heading_of(evening: Evening) -> dict[str, dict[str, Any]]:
    club = evening.club
    return {
        "club": {"name": club.name, "slug": club.slug, "time_zone": club.time_zone},
        "evening": {"name": evening.name, "slug": evening.slug},
    }


def bound_heading(evening: Evening) -> str:
    return fold.heading_commitment(heading_of(evening), evening.salt)


def bind_what_changed(
    evening: Evening, record: Record, tickets: Sequence[Ticket], guests: Mapping[str, bool]
) -> dict[str, object]:
    """What a publication has to bind anew, as names stand now; saves new salts of tickets, not the evening's.

    Somebody was renamed since the ticket was given out, a guest became a member, or the ledger is older than bound
    names. `guests` says who is published as a guest, by ticket code.
    """
    changed, renamed = [], []
    for ticket in tickets:
        before = record.bound(ticket.code)
        if ticket.player.name == ERASED:
            continue
        if before is None or before.commitment != fold.name_commitment(ticket.player.name, ticket.salt):
            ticket.salt = new_salt()
            renamed.append(ticket)
        elif before.guest is guests[ticket.code]:
            continue
        changed.append(ticket)
    Ticket.objects.bulk_update(renamed, ["salt"])
    body: dict[str, object] = {}
    if changed:
        body["names"] = [
            {
                "ticket": ticket.code,
                "name": fold.name_commitment(ticket.player.name, ticket.salt),
                "guest": guests[ticket.code],
            }
            for ticket in changed
        ]
    if record.heading != bound_heading(evening):
        evening.salt = new_salt()
        body["heading"] = bound_heading(evening)
    return body


Detail = Annotated[str, Field(max_length=500)]


class MemberChange(Body):
    """What is to change about somebody; what is left out stays, and "" takes a detail away."""

    name: Name | None = None
    colour: Annotated[Colour | None, Example("gentlemen")] = None
    guest: bool | None = None
    active: bool | None = None
    number: Annotated[Detail | None, Example("17")] = None
    mail: Detail | None = None
    phone: Detail | None = None
    birth: Detail | None = Field(default=None, description="The year of birth, or `minor`.")
    notes: Detail | None = None
    groups: Annotated[Detail | None, Example("Tuesday, beginners")] = Field(
        default=None, description="With commas between."
    )


@audit.command(
    needs=Role.SECRETARY,
    audits=("member-changed", gettext_noop("%(player)s was changed.")),
    done=gettext_noop("%(name)s is changed."),
)
def change_player(player: Player, change: MemberChange) -> Player:
    """Rename, recolour, make a member of a guest, retire or bring back; change what the club keeps of them.

    Raises Faults by the fields of what cannot be taken.
    """
    columns = ("name", "colour", "is_guest", "is_active", "number")
    before = {name: getattr(player, name) for name in columns}
    entered = change.model_dump(exclude_none=True)
    details = {name: entered.pop(name) for name in FIELDS if name in entered}
    name = clean_name("name", entered.get("name", player.name))
    colour = clean_colour(entered.get("colour", player.colour))
    # Evenings before people, as whoever lets people in has it: two who took them the other way round would wait for
    # each other.
    ledger.news_for_everybody(Evening.objects.filter(tickets__player=player))
    if details:
        members.set_details(player, **details)
    player.name, player.colour = name, colour
    player.is_guest = entered.get("guest", player.is_guest)
    player.is_active = entered.get("active", player.is_active)
    if name != before["name"]:
        accounts.follow_name(player)
    player.save(update_fields=["slug", *columns])
    clubs.settle(Player.objects.filter(pk=player.pk), on=timezone.localdate())
    changed = [name for name in columns if getattr(player, name) != before[name]]
    change_player.note(player.club, player=player, fields=[*changed, *(["details"] if details else [])])
    return member(player.club, player.pk)


def follow_public_names(players: Collection[int]) -> None:
    ledger.news_for_everybody(Evening.objects.filter(tickets__player__in=players))


@transaction.atomic
def erase_names(*, player: Player) -> None:
    """Throw a player's name, and what the club knows of them beside it, away; in all stored archives too.

    The salts go with it, so that nobody can try names against the ledgers. These stay as they are, every chain holds,
    and the check of an archive says that the name was erased. Names of entrants that the ledger of a season holds
    itself, from before names were bound there, only officers read then.
    """
    # Copies that were kept of the evenings' pages and files are out of date. First, as in `change_player`.
    ledger.news_for_everybody(Evening.objects.filter(tickets__player=player))
    for path in BESIDE:
        import_string(path)(player)
    accounts.forget_name(player)
    members.forget_details(player)
    codes = list(player.tickets.values_list("code", flat=True))
    publications = Publication.objects.select_for_update().filter(evening__tickets__player=player)
    for publication in publications.exclude(archive=""):
        archive = fold.without_names(json.loads(publication.archive), codes)
        publication.archive = json.dumps(archive, ensure_ascii=False, indent=1)
        publication.save(update_fields=["archive"])
    player.tickets.update(salt="")
    player.claims.all().delete()
    player.name, player.account = ERASED, None
    player.is_active = False
    columns = ["name", "public_name", "shows_rating", "slug", "account", "is_active", "number"]
    player.save(update_fields=columns)
    audit.note(player.club, "member-erased", player=player)


def forget_unless_used(player: Player) -> bool:
    """Retire a player without name and address, unless anything but acts of officers refers to them: then False.

    To be called in a transaction. The row cannot go, as what officers did is kept for good.
    """
    for relation in Player._meta.related_objects:
        if relation.related_model is not AuditEntry:
            rows = relation.related_model._default_manager.filter(**{relation.field.name: player})
            if rows.exists():
                return False
    accounts.forget_name(player)
    player.name, player.public_name, player.is_active = ERASED, "", False
    player.save(update_fields=["name", "public_name", "slug", "is_active"])
    audit.note(player.club, "member-erased", player=player)
    return True


@transaction.atomic
def recompute_standings(*, evening: Evening, by: str, at: datetime) -> int:
    """Replace the standings by those that follow from the settled rounds; returns their count."""
    book = ledger.open_book(evening.pk, by=by, at=at)
    tickets = {ticket.code: ticket for ticket in book.evening.tickets.all()}
    Standing.objects.filter(evening=book.evening).delete()
    number, status = book.evening.current_round, Status(book.evening.status)
    is_played = number > 1 or (number == 1 and status not in IN_ROUND)
    record = ledger.RECORDS.pop(book.evening)
    ledger.RECORDS.put(book.evening, record)
    lines = outcome.standings_of(record) if is_played else ()
    Standing.objects.bulk_create(
        [
            Standing(
                evening=book.evening,
                ticket=tickets[line.player],
                **comparison.named_columns(line, (*outcome.OF_LINE, "game_points", "decided_by")),
                explanation=None if line.explanation is None else line.explanation.as_data(),
            )
            for line in lines
        ]
    )
    ledger.news_for_everybody(Evening.objects.filter(pk=book.evening.pk))
    return len(lines)


@transaction.atomic
def request_publication(*, evening: Evening, by: str, at: datetime) -> Job:
    book = ledger.open_book(evening.pk, by=by, at=at)
    book.check(acts.Publish)
    return enqueue(PUBLISH, book.evening, at=at, cause=book.evening.ledger_length)


def bring_up_to_date(assigned: Assignment) -> Done:
    lines = recompute_standings(evening=assigned.subject, by=BY, at=assigned.at)
    return Done(coded("job.lines", number=lines))
