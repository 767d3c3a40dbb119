"""Links and tokens: made from 256 random bits, shown once, stored as SHA-256."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, TypeVar

from django.conf import settings
from django.db import transaction

from scoring.derivation import gettext_noop
from tournaments.club.models import Club, Officer, Player, User
from tournaments.club.reads.members import member
from tournaments.club.roles import Role
from tournaments.club.services import audit, mails, tokens
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.models import Evening, PlayerLink, Table, TableDevice, TableLink, Ticket
from tournaments.evening.services import ledger
from tournaments.refusals import refuse
from tournaments.site import cleaning
from tournaments.site.arguments import Body, Example, From, Id

TOKEN_BYTES = 16
SEEN_EVERY = timedelta(minutes=1)
"""How exactly it is known when a phone was last there."""
LONGEST_LABEL = 20


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def meet_device(*, link: TableLink, token: str, label: str, at: datetime) -> TableDevice:
    """The phone with this token at the table of `link`, as of now.

    One that was at another table of the evening is still its owner's; one that was sent away and has scanned the
    card again is let in.
    """
    own = tokens.hashed(token)
    before = (
        TableDevice.objects.filter(
            token_hash=own, link__table__evening=link.table.evening_id, ticket__isnull=False
        )
        .order_by("-last_seen_at")
        .first()
    )
    phone, _created = TableDevice.objects.update_or_create(
        link=link,
        token_hash=own,
        defaults={"last_seen_at": at, "sent_away_at": None},
        create_defaults={
            "label": label[:LONGEST_LABEL],
            "made_at": at,
            "last_seen_at": at,
            "ticket_id": before.ticket_id if before else None,
        },
    )
    return phone


def device_seen(*, phone: TableDevice, at: datetime) -> None:
    """Note that the phone is there; at most once a minute, so that looking costs no writing."""
    if at - phone.last_seen_at >= SEEN_EVERY:
        TableDevice.objects.filter(pk=phone.pk).update(last_seen_at=at)


def device_sits(*, phone: TableDevice, code: str) -> Ticket | None:
    """Note whose phone it is for all rounds, by ticket code; "" for one that lies in the middle. Raises Faults."""
    ticket = None
    if code:
        ticket = Ticket.objects.filter(evening__tables__links=phone.link_id, code=code).first()
        if ticket is None:
            refuse("ticket", "unknown-ticket", "ticket “%(entered)s” is not here tonight", entered=code[:16])
    TableDevice.objects.filter(pk=phone.pk).update(ticket=ticket)
    return ticket


@audit.command(
    needs=Role.DIRECTOR,
    done=gettext_noop("The phone is shut out. Anybody who scans the card again gets back in."),
)
def send_phone_away(*, phone: TableDevice, at: datetime) -> Table:
    """Shut one phone out; whoever scans the card again is let in again."""
    # As for a link that ends: the phone's open page asks again at once.
    ledger.news_for_everybody(Evening.objects.filter(tables__links=phone.link_id))
    table = phone.link.table
    if TableDevice.objects.filter(pk=phone.pk, sent_away_at__isnull=True).update(sent_away_at=at):
        _note("phone-shut-out", table.evening, at, table=table.number)
    return table


class WhoPlays(Body):
    """Who of the club's players you are, by their id; null where you do not play."""

    player: Annotated[Id | None, Example(12)]


def player_said(club: Club, who: WhoPlays) -> Player | None:
    return None if who.player is None else member(club, who.player)


PlayerSaid = Annotated[Player | None, From(player_said)]


def _who_was_said(player: Player | None) -> str:
    return gettext_noop("You play as %(name)s.") if player else gettext_noop("You do not play.")


@audit.command(needs=Role.DIRECTOR, done=_who_was_said)
def say_who_plays(*, club: Club, user: User, player: PlayerSaid) -> Player | None:
    """Say who you are: hands of other tables in play are then kept from you until you look.

    Raises Faults where it would be unsaid during a round in which they play, and for nobody of the club.
    """
    offices = list(Officer.objects.select_for_update().filter(club=club, user=user))
    if not offices:
        refuse("user", "no-office", "only officers of the club can say which player they are")
    if player is not None and player.club_id != club.pk:
        refuse(
            "player",
            "unknown-player",
            "%(entered)s was entered; the club has nobody with this number",
            entered=player.pk,
        )
    others = {office.player_id for office in offices} - {player.pk if player else None, None}
    plays_now = Evening.objects.filter(
        status__in=IN_ROUND, tickets__player__in=others, tickets__left_in__isnull=True
    )
    if others and plays_now.exists():
        refuse("player", "in-play", "you play in a round that is not closed; change it when it is")
    Officer.objects.filter(pk__in=[office.pk for office in offices]).update(player=player)
    audit.note(club, "who-plays-said", about=offices[0].user, player=player)
    return player


L = TypeVar("L", TableLink, PlayerLink)
KINDS: Final = {TableLink: "table", PlayerLink: "player"}


def link_token(link: L) -> str:
    return printed_token(f"{KINDS[type(link)]}-link", link.nonce)


def link_code(link: L) -> str:
    return cleaning.code_of(f"{KINDS[type(link)]}-code:{link.nonce}")


def printed_token(kind: str, nonce: str) -> str:
    """The token of a printed link of this kind, worked out from its nonce and the server's secret."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"{kind}:{nonce}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest.digest()[:24]).decode()


def _with_secrets(link: L) -> L:
    link.nonce = secrets.token_hex(tokens.RANDOM_BYTES)
    link.token_hash = tokens.hashed(link_token(link))
    link.code_hash = cleaning.hashed_code(link_code(link))
    return link


def give_links(tables: list[Table], *, at: datetime) -> None:
    """One link for each of `tables`; call it for tables that have none."""
    TableLink.objects.bulk_create([_with_secrets(TableLink(table=table, made_at=at)) for table in tables])


def give_player_links(tickets: list[Ticket], *, at: datetime) -> None:
    PlayerLink.objects.bulk_create(
        [_with_secrets(PlayerLink(ticket=ticket, made_at=at)) for ticket in tickets]
    )


@transaction.atomic
def renew_table_link(*, table: Table, at: datetime) -> TableLink:
    """A new link for `table`; the old one stops working with the commit."""
    _end(table, at)
    link = _with_secrets(TableLink(table=table, made_at=at))
    link.save(force_insert=True)
    _note("table-link-made", table.evening, at, table=table.number)
    return link


@audit.command(
    needs=Role.DIRECTOR,
    done=gettext_noop("The phones of table %(table)s are shut out, and its card opens nothing."),
)
def revoke_table_link(*, table: Table, at: datetime) -> Table:
    """Shut out every phone of the table, and its card, until there is a new link."""
    _end(table, at)
    _note("table-link-revoked", table.evening, at, table=table.number)
    return table


def end_table_links(*, evening: Evening, at: datetime) -> None:
    TableLink.objects.filter(table__evening=evening, revoked_at__isnull=True).update(revoked_at=at)


@audit.command(needs=Role.DIRECTOR, done=gettext_noop("%(name)s has a new link."))
def renew_player_link(*, ticket: Ticket, at: datetime) -> Player:
    """A new one; the old one, and every phone that opened it, is shut out."""
    _end_ticket(ticket, at)
    link = _with_secrets(PlayerLink(ticket=ticket, made_at=at))
    link.save(force_insert=True)
    _note("player-link-made", ticket.evening, at, player=ticket.player)
    return ticket.player


@audit.command(needs=Role.DIRECTOR, done=gettext_noop("The link of %(name)s opens nothing any more."))
def revoke_player_link(*, ticket: Ticket, at: datetime) -> Player:
    """It opens nothing any more, until there is a new one."""
    _end_ticket(ticket, at)
    _note("player-link-revoked", ticket.evening, at, player=ticket.player)
    return ticket.player


def _note(act: str, evening: Evening, at: datetime, **told: Any) -> None:
    audit.note(evening.club, act, at=at, evening=evening.name, **told)


def _end_ticket(ticket: Ticket, at: datetime) -> None:
    # With it goes the calendar that whoever had it may have made, but for somebody who has an account.
    _end(ticket, at)
    if ticket.player.account_id is None:
        mails.revoke_calendar_link(player=ticket.player)


def _end(owner: Table | Ticket, at: datetime) -> None:
    # A phone sees at once that it is shut out.
    ledger.news_for_everybody(Evening.objects.filter(pk=owner.evening_id))
    # Of two who renew it at once the second waits, and ends the first one's link.
    type(owner).objects.select_for_update().get(pk=owner.pk)
    owner.links.filter(revoked_at__isnull=True).update(revoked_at=at)
