"""Founding a federation, asking clubs in, coming in, and leaving: each club by its own word."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

from scoring.derivation import gettext_noop
from scoring.described import Described
from tournaments.club.models import Club
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.league.models import Federation, FederationClub
from tournaments.league.reads import seasons
from tournaments.league.reads.persons import HOLDS
from tournaments.league.services import bonds, ledger
from tournaments.league.services.bonds import lock_clubs
from tournaments.league.services.seasons import ClubOfServer
from tournaments.refusals import NOT_NOW, refuse
from tournaments.site.arguments import ActorId, Body, Example, Name
from tournaments.site.cleaning import clean_name, free_slug


class NewFederation(Body):
    """A federation by its name."""

    name: Annotated[
        Name, Described(gettext_noop("Name of the federation"), written="name"), Example("Card Union")
    ]


@audit.command(needs=Role.OWNER, done=gettext_noop("The federation is founded. Invite the other clubs."))
def create(*, club: Club, new: NewFederation, by: ActorId, at: datetime) -> FederationClub:
    """Found a federation, which the club leads.

    Raises Faults on a bad name, and where the club is in one already (`elsewhere`).
    """
    name = clean_name("name", new.name)
    _check_free(club, "")
    begins = free_slug(name, (), "federation")
    used = Federation.objects.filter(slug__startswith=begins).values_list("slug", flat=True)
    slug = free_slug(name, set(used), "federation")
    federation = Federation.objects.create(name=name, slug=slug, made_at=at)
    row = FederationClub.objects.create(
        federation=federation, club=club, asked_by=by, asked_at=at, agreed_by=by, agreed_at=at
    )
    ledger.ask_ratings_of(federation, at=at)
    audit.note(club, "federation-founded", at=at, name=name)
    return row


def _check_free(club: Club, field: str) -> None:
    # The lock keeps others waiting; it needs a transaction.
    lock_clubs([club.pk])
    membership = seasons.membership_of(club)
    if membership is not None:
        refuse(
            field,
            "elsewhere",
            "“%(entered)s” is in “%(federation)s” already; it has to leave that first",
            entered=club.name,
            federation=membership.federation.name,
        )


@audit.command(
    needs=Role.OWNER,
    done=gettext_noop("%(club)s is invited; its owners find the invitation on this page of their own desk."),
)
def ask(*, host: Club, club: ClubOfServer, by: ActorId, at: datetime) -> FederationClub:
    """Ask another club into the federation that this one leads; asking twice is asking once.

    Raises Faults where it leads none (`club`, NOT_NOW), where the other club is in one already (`elsewhere`), and
    where no more can be asked (`too-many`).
    """
    membership = _led_by(host)
    _check_free(club, "club")
    if membership.federation.memberships.filter(HOLDS | seasons.ASKED).count() >= seasons.MOST_CLUBS:
        refuse(
            "club", "too-many", "%(most)s clubs are in it or asked; no more can be", most=seasons.MOST_CLUBS
        )
    row, is_new = FederationClub.objects.get_or_create(
        federation=membership.federation, club=club, ended_at=None, defaults={"asked_by": by, "asked_at": at}
    )
    if is_new:
        _note("federation-asked", row, [host, club], at)
    return row


def _led_by(club: Club) -> FederationClub:
    membership = seasons.membership_of(club)
    if membership is None or not seasons.leads(club, seasons.in_federation(membership.federation)):
        refuse("club", NOT_NOW, "only the club that has been in a federation for longest asks others in")
    return membership


@audit.command(needs=Role.OWNER, done=gettext_noop("The club is in %(federation)s now."))
def agree(*, asked: seasons.Invitation, by: ActorId, at: datetime) -> FederationClub:
    """Come into a federation into which the club is asked.

    Raises Faults where it is in one already (`elsewhere`), and where it is asked no more (`asked`, NOT_NOW).
    """
    _check_free(asked.club, "asked")
    waiting = FederationClub.objects.filter(seasons.ASKED, pk=asked.pk)
    if not waiting.update(agreed_by=by, agreed_at=at):
        refuse("asked", NOT_NOW, "this invitation has been withdrawn")
    ledger.ask_ratings_of(asked.federation, at=at)
    _note("federation-joined", asked, [asked.club], at)
    return asked


def _ended(row: FederationClub) -> str:
    if row.agreed_at:
        return gettext_noop("%(club)s is no longer in the federation.")
    return gettext_noop("The invitation is withdrawn.")


@audit.command(needs=Role.OWNER, done=_ended)
def end(*, row: seasons.MembershipToEnd, by: ActorId, at: datetime) -> FederationClub:
    """Leave the federation, or decline to come in; who leads it also lets others go, or asks them no more.

    What a club had published by then goes on counting; nobody of it is read as somebody of another club any more.
    """
    bonds.lock(row.federation)
    if FederationClub.objects.filter(pk=row.pk, ended_at__isnull=True).update(ended_by=by, ended_at=at):
        _note("federation-left", row, [row.club], at)
    bonds.end_of_club(federation=row.federation, club=row.club, by=by, at=at)
    return row


decline = end.taking(
    "decline_federation", done=gettext_noop("The invitation is declined."), row=seasons.Invitation
)


def _note(act: str, row: FederationClub, clubs: Iterable[Club], at: datetime) -> None:
    for club in clubs:
        audit.note(club, act, at=at, club_name=row.club.name, name=row.federation.name)
