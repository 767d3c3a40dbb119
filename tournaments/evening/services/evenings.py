"""Setting an evening up and letting people in, from the draft to the seats; who comes late, or for somebody else."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from types import MappingProxyType
from typing import Annotated, Any, Final

from django.db import transaction
from django.db.models import Max
from django.shortcuts import get_object_or_404
from pydantic import Field

from scoring.derivation import gettext_noop
from scoring.faults import Fault, Faults
from tournaments.club.models import Club, ClubNight, Player
from tournaments.club.nights import EVERY_WEEK, LAST_WEEK
from tournaments.club.reads.members import game_for, own_rules
from tournaments.club.roles import Role
from tournaments.club.services import audit, clubs
from tournaments.club.services.members import forget_unless_used
from tournaments.club.services.quotas import check_evenings
from tournaments.evening import acts, fold
from tournaments.evening.acts.people import NewTicket
from tournaments.evening.models import ClubPreset, Evening, Ticket
from tournaments.evening.new_plans import AS_LAST_TIME, OF_A_GAME, OWN, PRESETS, checked_plan
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.round_rules import Status
from tournaments.evening.services.ledger import open_book
from tournaments.evening.services.perform import perform
from tournaments.evening.services.results import bound_heading, new_salt
from tournaments.refusals import checked_date, fault, refuse
from tournaments.site.arguments import ActorId, Body, Clock, Example, Name
from tournaments.site.cleaning import clean_name, folded, free_slug

MOST_NIGHTS: Final = 12
"""So many a club has: they stand above the form of a new evening."""


class NewNight(Body):
    """A night: `weekday` is 0 for Monday, `week` 0 for every week, 1 to 4 for those of a month, 5 for its last.

    `begins_with` is what a new evening of it begins with: `game-whist`, `last`, a kind of evening (`whist-drive`),
    one of the club's own (`own-3`), or "" for the club's usual game.
    """

    weekday: Annotated[int, Field(ge=0, le=6), Example(4)]
    week: Annotated[int, Field(ge=EVERY_WEEK, le=LAST_WEEK), Example(1)] = EVERY_WEEK
    name: Annotated[Name, Example("First Friday")] = ""
    starts: Annotated[Clock | None, Example("20:00")] = None
    begins_with: Annotated[str, Field(max_length=50)] = ""


@audit.command(
    needs=Role.OWNER,
    audits=("night-added", gettext_noop("A club night was added.")),
    done=gettext_noop("The night is added."),
)
def add_night(club: Club, night: NewNight) -> ClubNight:
    """One more night on which the club plays.

    Raises Faults on a bad name, day, week or kind of evening (by field), or one night too many.
    """
    # Whoever adds another one at the same moment waits.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.nights.count() >= MOST_NIGHTS:
        refuse("", "too-many", "the club has %(most)s nights already; remove one first", most=MOST_NIGHTS)
    row = _save_night(ClubNight(club=club), night)
    add_night.note(club, name=row.name)
    return row


@audit.command(
    needs=Role.OWNER,
    audits=("night-changed", gettext_noop("A club night was changed.")),
    done=gettext_noop("The night is changed. Evenings already created stay as they are."),
)
def change_night(row: ClubNight, night: NewNight) -> ClubNight:
    """Change it; evenings that are made stay as they are. What is left out is as for a new one.

    Raises Faults as `add_night` does, Http404 where somebody has removed it meanwhile.
    """
    row = get_object_or_404(row.club.nights.select_for_update(), pk=row.pk)
    _save_night(row, night)
    change_night.note(row.club, name=row.name)
    return row


@audit.command(
    needs=Role.OWNER,
    audits=("night-removed", gettext_noop("A club night was removed.")),
    done=gettext_noop("The night is removed. Its evenings stay."),
)
def remove_night(row: ClubNight) -> None:
    """Play on it no longer; its evenings stay.

    Raises Http404 where somebody has removed it meanwhile.
    """
    get_object_or_404(row.club.nights.select_for_update(), pk=row.pk).delete()
    clubs.count_change(club=row.club)
    remove_night.note(row.club, name=row.name)


def _save_night(row: ClubNight, night: NewNight) -> ClubNight:
    if not _is_known(row.club, night.begins_with):
        refuse(
            "begins_with",
            "unknown-kind",
            "the club has no kind of evening “%(entered)s”; choose another",
            entered=night.begins_with[:40],
        )
    for field, value in night:
        setattr(row, field, value)
    row.name = clean_name("name", night.name) if night.name.strip() else ""
    row.save()
    clubs.count_change(club=row.club)
    return row


def _is_known(club: Club, kind: str) -> bool:
    if kind.startswith(OF_A_GAME):
        return game_for(club, kind.removeprefix(OF_A_GAME)) is not None
    if kind.startswith(OWN):
        return any(f"{OWN}{pk}" == kind for pk in club.presets.values_list("pk", flat=True))
    return kind in ("", AS_LAST_TIME) or any(preset.slug == kind for preset in PRESETS)


MOST_PRESETS: Final = 30
"""So many a club keeps: they stand above the form of a new evening."""


class PresetName(Body):
    """Another name."""

    name: Annotated[Name, Example("Our Friday")]


@audit.command(
    needs=Role.DIRECTOR,
    audits=("preset-kept", gettext_noop("The kind of evening “%(name)s” was kept.")),
    done=gettext_noop("“%(name)s” is kept: new evenings can begin with it."),
)
def keep_preset(evening: Evening, by: ActorId, at: datetime, new: PresetName) -> ClubPreset:
    """Save the plan of an evening, as it is now, under a name. Raises Faults (`name`)."""
    # Whoever keeps another one at the same moment waits.
    club = Club.objects.select_for_update(no_key=True).get(pk=evening.club_id)
    if club.presets.count() >= MOST_PRESETS:
        refuse(
            "name",
            "too-many",
            "the club keeps %(most)s kinds of evening already; remove one first",
            most=MOST_PRESETS,
        )
    preset = ClubPreset.objects.create(
        club=club, name=_free_name(club, new.name), plan=evening.plan, kept_by=by, kept_at=at
    )
    keep_preset.note(club, at=at, name=preset.name)
    return preset


@audit.command(
    needs=Role.DIRECTOR,
    audits=("preset-renamed", gettext_noop("A kind of evening was renamed “%(name)s”.")),
    done=gettext_noop("The name is changed."),
)
def rename_preset(preset: ClubPreset, new: PresetName) -> ClubPreset:
    """Another name.

    Raises Faults (`name`) on a bad one, or one that is taken.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=preset.club_id)
    preset.name = _free_name(club, new.name, but=preset.pk)
    preset.save(update_fields=["name"])
    rename_preset.note(club, name=preset.name)
    return preset


@audit.command(
    needs=Role.DIRECTOR,
    audits=("preset-removed", gettext_noop("The kind of evening “%(name)s” was removed.")),
    done=gettext_noop("“%(name)s” is removed; evenings made from it stay."),
)
def remove_preset(preset: ClubPreset) -> ClubPreset:
    """Keep it no longer; evenings made from it stay. Answers with those that are left."""
    preset.delete()
    remove_preset.note(preset.club, name=preset.name)
    return preset


def _free_name(club: Club, name: str, *, but: int = 0) -> str:
    clean = clean_name("name", name)
    if club.presets.filter(name__iexact=clean).exclude(pk=but).exists():
        refuse(
            "name", "name-taken", "the club keeps “%(entered)s” already; choose another name", entered=clean
        )
    return clean


CODE_BYTES = 5
SEED_BYTES = 16


EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})


def _by_the_club(
    club: Club, entered: Mapping[str, Any], before: Mapping[str, Any] = EMPTY
) -> Mapping[str, Any]:
    # Where the plan says nothing of what is public, or of house rules, the club's own choices hold.
    entered = {"before_publication": club.before_publication, **entered, **_edition(club, entered, before)}
    if entered.get("house_rules") is not None:
        return entered
    rules = own_rules(club, entered.get("game"))
    return entered if rules is None else {**entered, "house_rules": rules}


def _edition(club: Club, entered: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, str]:
    # A game of the club's own is played by what is on its shelf, where the plan names no edition of it, or else as
    # `before`.
    slug, edition = entered.get("game"), entered.get("edition") or ""
    if edition:
        if not (isinstance(edition, str) and club.games.filter(slug=slug, edition=edition).exists()):
            refuse(
                "plan.edition", "unknown-edition", "the club has no such edition of this game; leave it out"
            )
        return {}
    on_shelf = game_for(club, slug)
    pinned = before.get("edition", "") if slug == before.get("game") else ""
    edition = on_shelf.edition if on_shelf else pinned
    return {"edition": edition} if edition else {}


@transaction.atomic
def make_evening(
    *, club: Club, name: str, date: date, plan: Mapping[str, Any], by: str, at: datetime, seed: str = ""
) -> Evening:
    """A new evening of `club`, a draft. Raises Faults on a bad name or plan.

    What the plan leaves out of house rules and publicity the club says, for good. The seed is kept from everybody
    until the evening is over; no door gives one: it makes an evening come out the same each time.
    """
    checked = checked_plan(_by_the_club(club, plan))
    name = clean_name("name", name)
    checked_date(date)
    # Whoever makes another evening of this club at the same moment waits, so that its address is free.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    slugs = set(Evening.objects.filter(club=club).values_list("slug", flat=True))
    check_evenings(club, sum(slug.startswith(f"{date.year}-") for slug in slugs))
    evening = Evening.objects.create(
        club=club,
        name=name,
        slug=free_slug(f"{date.isoformat()}-{name}", slugs, "evening"),
        date=date,
        plan=checked.model_dump(mode="json"),
        status=Status.DRAFT,
        salt=new_salt(),
        made_at=at,
    )
    act = acts.Make(
        date=date.isoformat(),
        plan=evening.plan,
        seed=seed or secrets.token_hex(SEED_BYTES),
        heading=bound_heading(evening),
    )
    perform(evening=evening, act=act, by=by, at=at)
    evening.refresh_from_db()
    return evening


@transaction.atomic
def change_plan(
    *, evening: Evening, name: str, date: date, plan: Mapping[str, Any], by: str, at: datetime
) -> Evening:
    """Another name, date or plan, as long as play has not started; what is left out is as for a new evening.

    Raises Faults, also where tickets or seats that people have would not agree with it: neither changes by itself.
    """
    row = open_book(evening.pk, by=by, at=at).evening
    acts.after(acts.ChangePlan, Status(row.status))
    checked = checked_plan(_by_the_club(row.club, plan, evening.plan))
    row.name, row.salt = clean_name("name", name), new_salt()
    changed = acts.ChangePlan(
        date=checked_date(date).isoformat(),
        plan=checked.model_dump(mode="json"),
        heading=bound_heading(row),
    )
    perform(evening=row, act=changed, by=by, at=at)
    # What the evening is called stands beside its ledger, which binds it.
    Evening.objects.filter(pk=row.pk).update(name=row.name, salt=row.salt)
    row.refresh_from_db()
    return row


def clone_evening(*, evening: Evening, name: str, date: date, by: str, at: datetime) -> Evening:
    # What is usual is not written in a plan, and the club may say something else.
    plan = {**evening.plan, "before_publication": plan_of(evening).before_publication}
    newest = game_for(evening.club, plan["game"])
    if newest is not None and newest.edition != plan.get("edition", ""):
        known = {rule.name for rule in newest.house_rule_form}
        rules = {name: value for name, value in plan["house_rules"].items() if name in known}
        plan |= {"edition": newest.edition, "house_rules": rules}
    return make_evening(club=evening.club, name=name, date=date, plan=plan, by=by, at=at)


_code: ContextVar[Callable[[], str]] = ContextVar("code", default=lambda: secrets.token_hex(CODE_BYTES))


@contextmanager
def coded_by(code: Callable[[], str]) -> Iterator[None]:
    """Take the codes of tickets, from which draws follow, from `code` inside the block; no door does so."""
    before = _code.set(code)
    try:
        yield
    finally:
        _code.reset(before)


def new_tickets(evening: Evening, players: Sequence[tuple[Player, str]]) -> list[NewTicket]:
    """Tickets for `players` (each with a colour), numbered on from the last; the evening's row is locked.

    Raises Faults for a player who has one already, or a colour that the evening does not have.
    """
    plan = plan_of(evening)
    inside = set(evening.tickets.values_list("player_id", flat=True))
    faults = []
    for place, (player, colour) in enumerate(players):
        if player.pk in inside:
            faults.append(fault(f"players.{place}", "already-in", "%(name)s is already in", name=player.name))
        inside.add(player.pk)
        if not plan.has_colour(colour):
            faults.append(
                fault(
                    f"players.{place}.colour",
                    "unknown-colour",
                    "“%(entered)s” is not a ticket colour of this evening; it has: %(allowed)s",
                    entered=colour,
                    allowed=", ".join(plan.colours) or "-",
                )
            )
    if faults:
        raise Faults(tuple(faults))
    last = evening.tickets.aggregate(last=Max("number"))["last"] or 0
    return [
        _new_ticket(player, colour, last + place) for place, (player, colour) in enumerate(players, start=1)
    ]


def _new_ticket(player: Player, colour: str, number: int) -> NewTicket:
    salt = new_salt()
    return NewTicket(
        ticket=_code.get()(),
        number=number,
        colour=colour,
        name=fold.name_commitment(player.name, salt),
        guest=player.is_guest,
        player=player.pk,
        salt=salt,
    )


def given_out(evening: Evening, tickets: Sequence[NewTicket]) -> list[Ticket]:
    codes = [ticket.ticket for ticket in tickets]
    return list(evening.tickets.filter(code__in=codes).select_related("player").order_by("number"))


@transaction.atomic
def check_in(
    *, evening: Evening, players: Sequence[tuple[Player, str]], by: str, at: datetime
) -> list[Ticket]:
    """Give tickets to players of the club, each with its colour ("" where the evening has none)."""
    row = open_book(evening.pk, by=by, at=at).evening
    acts.after(acts.CheckIn, Status(row.status))
    if any(player.club_id != row.club_id for player, _ in players):
        refuse("players", "another-club", "only players of this club can be checked in")
    tickets = new_tickets(row, players)
    if tickets:
        perform(evening=row, act=acts.CheckIn(tickets=tickets), by=by, at=at)
    return given_out(row, tickets)


@transaction.atomic
def check_in_guest(
    *, evening: Evening, name: str, colour: str, by: str, at: datetime, another: bool = False
) -> Ticket:
    """A guest who walks in, known to the club from now on; `another` is that of `clubs.add_player`."""
    guest = clubs.add_player(club=evening.club, name=name, guest=True, colour=colour, at=at, another=another)
    return check_in(evening=evening, players=[(guest, colour)], by=by, at=at)[0]


@transaction.atomic
def check_in_together(
    *,
    evening: Evening,
    players: Sequence[tuple[Player, str]],
    guests: Sequence[tuple[str, str, bool]],
    by: str,
    at: datetime,
) -> list[Ticket]:
    """Players of the club and guests by name, each with a colour: all of them come in, or nobody.

    The third of a guest is `another` of `clubs.add_player`. Raises Faults that say which guest (`guests.3.name`).
    """
    known: list[tuple[Player, str]] = []
    faults: list[Fault] = []
    for place, (name, colour, another) in enumerate(guests):
        try:
            guest = clubs.add_player(
                club=evening.club, name=name, guest=True, colour=colour, at=at, another=another
            )
        except Faults as refused:
            faults += [fault.inside(f"guests.{place}") for fault in refused.faults]
        else:
            known.append((guest, colour))
    if faults:
        raise Faults(faults)
    return check_in(evening=evening, players=[*players, *known], by=by, at=at)


@transaction.atomic
def check_in_names(
    *,
    evening: Evening,
    names: Sequence[str],
    by: str,
    at: datetime,
    colours: Mapping[str, str],
    known: Sequence[tuple[Player, str]] = (),
    others: Sequence[str] = (),
    guests: Sequence[tuple[str, bool]] = (),
) -> list[Ticket]:
    """Let in everybody on a list of names; those whom the club does not know become members.

    Those who are in already stay so. `known` were chosen among the club's people, each with a ticket colour; that of
    all others stands in `colours`, by name. `others` are none of those whom the club knows by such a name. `guests`
    are new and no members; the second of each is `another` of `clubs.add_player`.
    """
    colour_of = {folded(name): colour for name, colour in colours.items()}
    added = [(name, True, False) for name in others] + [(name, another, True) for name, another in guests]
    new = [
        clubs.add_player(
            club=evening.club,
            name=name,
            colour=colour_of.get(folded(name), ""),
            at=at,
            another=another,
            guest=is_guest,
        )
        for name, another, is_guest in added
    ]
    listed = clubs.add_names(club=evening.club, names=names, at=at)
    players = dict(known) | {player: colour_of.get(folded(player.name), "") for player in [*listed, *new]}
    inside = set(evening.tickets.values_list("player_id", flat=True))
    coming = [(player, colour) for player, colour in players.items() if player.pk not in inside]
    return check_in(evening=evening, players=coming, by=by, at=at)


@transaction.atomic
def check_out(*, evening: Evening, ticket: Ticket, by: str, at: datetime) -> bool:
    """Take a ticket back before seats are drawn. Raises Faults for one that was taken back, or handed on.

    True where the club knew the player only by that ticket: let in by mistake, they are erased with it.
    """
    perform(evening=evening, act=acts.CheckOut(ticket=ticket.code), by=by, at=at)
    player = Player.objects.select_related("club").get(pk=ticket.player_id)
    given_out_then = evening.ledger.filter(at=player.made_at, body__contains=json.dumps(ticket.code))
    return given_out_then.exists() and forget_unless_used(player)


@transaction.atomic
def check_out_together(*, evening: Evening, tickets: Sequence[Ticket], by: str, at: datetime) -> list[bool]:
    """Take tickets back as `check_out` does, with what it gives for each: all of them, or none."""
    return [check_out(evening=evening, ticket=ticket, by=by, at=at) for ticket in tickets]


def seat_by_hand(
    *,
    evening: Evening,
    tables: Sequence[Sequence[str]],
    sitting_out: Sequence[str],
    by: str,
    at: datetime,
) -> None:
    """Seat everybody by code, tables from 1 up, each from seat 1 on. Raises Faults naming everybody's place."""
    names = dict(evening.tickets.values_list("code", "player__name"))
    act = acts.SeatByHand(tables=tables, sitting_out=sitting_out)
    perform(evening=evening, act=act.naming(names), by=by, at=at)


@transaction.atomic
def arrive(*, evening: Evening, player: Player, colour: str, by: str, at: datetime) -> Ticket:
    """Somebody comes late: a ticket now, a place among those sitting out, a seat at the next move."""
    row = open_book(evening.pk, by=by, at=at).evening
    acts.after(acts.Arrive, Status(row.status))
    _of_this_club(row, player)
    (ticket,) = new_tickets(row, [(player, colour)])
    perform(evening=row, act=acts.Arrive(ticket=ticket), by=by, at=at)
    return given_out(row, [ticket])[0]


def _of_this_club(evening: Evening, player: Player) -> None:
    if player.club_id != evening.club_id:
        refuse("player", "another-club", "only players of this club can come in")


@transaction.atomic
def arrive_guest(
    *, evening: Evening, name: str, colour: str, by: str, at: datetime, another: bool = False
) -> Ticket:
    guest = clubs.add_player(club=evening.club, name=name, guest=True, colour=colour, at=at, another=another)
    return arrive(evening=evening, player=guest, colour=colour, by=by, at=at)


@transaction.atomic
def substitute(*, evening: Evening, ticket: Ticket, player: Player, by: str, at: datetime) -> Ticket:
    """Let `player` take the seat of `ticket`, with their own ticket or a new one of the same colour."""
    row = open_book(evening.pk, by=by, at=at).evening
    acts.after(acts.Substitute, Status(row.status))
    _of_this_club(row, player)
    own = row.tickets.filter(player=player).first()
    if own is not None:
        perform(evening=row, act=acts.StandIn(ticket=own.code, replaces=ticket.code), by=by, at=at)
        return own
    (fresh,) = new_tickets(row, [(player, ticket.colour)])
    perform(evening=row, act=acts.Substitute(ticket=fresh, replaces=ticket.code), by=by, at=at)
    return given_out(row, [fresh])[0]


@transaction.atomic
def substitute_guest(
    *, evening: Evening, ticket: Ticket, name: str, by: str, at: datetime, another: bool = False
) -> Ticket:
    guest = clubs.add_player(
        club=evening.club, name=name, guest=True, colour=ticket.colour, at=at, another=another
    )
    return substitute(evening=evening, ticket=ticket, player=guest, by=by, at=at)
