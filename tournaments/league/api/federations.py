"""Federations: their clubs, leagues and ratings for everybody; a club's own one, and who is who in it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Self

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from games.catalogue import GAMES
from tournaments.club.api.operations import CLUB, Address
from tournaments.club.api.views import PublicView
from tournaments.club.reads.access import visitor_of
from tournaments.club.roles import Permission, Role
from tournaments.league.api.leagues import PartnerClub
from tournaments.league.api.seasons import SharedLeague
from tournaments.league.reads import persons, seasons
from tournaments.league.reads.ratings import games_rated, people_rated, place_of
from tournaments.league.reads.seasons import Club, Federation, Membership
from tournaments.league.services import bonds, federations
from tournaments.site.api import answers, query
from tournaments.site.api.answers import Answer, At, Example, at_most
from tournaments.site.api.query import CursorPage, NextPage, Page
from tournaments.site.arguments import provides
from tournaments.site.web.pages import first_or_404

FederationName = Annotated[str, Example("Card Union")]


class ClubOfFederation(Answer):
    """A club of a federation."""

    slug: answers.ClubSlug
    name: Annotated[str, Example("Rooster Club")]


class FederationTold(Answer):
    """A federation: its clubs, the leagues that they share, and the games that are rated over all of them."""

    slug: Annotated[str, Example("card-union")]
    name: FederationName
    clubs: Annotated[list[ClubOfFederation], at_most(seasons.MOST_CLUBS)]
    leagues: list[SharedLeague]
    games: Annotated[list[answers.GameSlug], At(games_rated), at_most(len(GAMES))]


class PlayerOfClub(Answer):
    """Who somebody is in one club."""

    club: Annotated[answers.ClubSlug, At("club.slug")]
    player: Annotated[answers.PersonId, At("pk")]
    name: answers.PersonName


class FederationRatedPerson(Answer):
    """A rating as people read it; `players` are who somebody is in each club that shows them."""

    players: list[PlayerOfClub]
    shown: Annotated[int, At("rating.figure"), Example(1604)]
    give_or_take: Annotated[int, At("rating.give_or_take"), Example(120)]
    sure: Annotated[int, At("rating.sure"), Example(1424)]
    rated_games: Annotated[int, At("rating.games"), Example(54)]
    last: Annotated[date, Example("2026-11-20")]


class FederationRatings(Answer):
    """Everybody rated at a game over all clubs of a federation, the surest first."""

    game: answers.GameSlug
    ratings: Annotated[list[FederationRatedPerson], At("rows")]
    next: NextPage


@provides
def federation_at(federation: str) -> Federation:
    return get_object_or_404(seasons.public_federations(), slug=federation)


@Address("federations/<slug:federation>/", "federation", view=PublicView).get()
def federation(request: Request, federation: Federation, nothing: query.NoQuery) -> FederationTold:
    """The clubs of a federation by name, the leagues that they share, and the games that are rated."""
    clubs = seasons.clubs_of(federation)
    leagues = seasons.shared_leagues(clubs, visitor_of(request))
    return FederationTold.read(federation, clubs=clubs, leagues=leagues)


@Address("federations/<slug:federation>/ratings/<slug:game>/", "federation-ratings", view=PublicView).get()
def federation_ratings(
    request: Request, federation: Federation, game: str, paging: CursorPage
) -> FederationRatings:
    """Everybody rated at a game over the published evenings of all clubs, as far as their clubs show them."""
    if game not in GAMES:
        raise Http404
    rated = people_rated(federation, game, visitor_of(request))
    return FederationRatings.read(paging.of_list(rated, place_of), game=game)


class AskedIntoFederation(Answer):
    """A federation into which the club is asked."""

    federation: Annotated[str, At("federation.slug"), Example("card-union")]
    name: Annotated[FederationName, At("federation.name")]
    asked_at: answers.Began


class FederationOfClub(Answer):
    """The federation that a club is in, null without one; and where it is asked in.

    `is_leading` says whether it is the club that asks others in: the one that has been in it for longest.
    """

    federation: Annotated[str | None, At("federation.slug"), Example("card-union")]
    name: Annotated[str | None, At("federation.name"), Example("Card Union")]
    is_leading: Annotated[bool, Example(value=True)]
    members: Annotated[list[PartnerClub], at_most(seasons.MOST_CLUBS)]
    asked: Annotated[list[PartnerClub], at_most(seasons.MOST_CLUBS)]
    invitations: list[AskedIntoFederation]

    @classmethod
    def from_view(cls, view: Club) -> Self:
        own = seasons.membership_of(view)
        members = list(seasons.in_federation(own.federation)) if own else []
        return cls.read(
            own,
            is_leading=seasons.leads(view, members),
            members=members,
            asked=seasons.asked_into(own.federation) if own else [],
            invitations=seasons.invitations_of(view),
        )


FEDERATION: Final = f"{CLUB}federation/"
INVITATION: Final = f"{FEDERATION}invitations/<slug:federation>/"
OWNERS: Final = Permission(Role.SECRETARY, Role.OWNER)
"""For the owners of a club; secretaries may look."""
OWN = Address(FEDERATION, "own-federation", needs=OWNERS)


show_own_federation = OWN.shows(Club, FederationOfClub)
OWN.runs("post", federations.create, show_own_federation, name="found_federation", status=201)


Address(f"{FEDERATION}clubs/", "federation-clubs", needs=OWNERS).runs(
    "post", federations.ask, show_own_federation, name="ask_club_into_federation"
)
Address(f"{FEDERATION}clubs/<slug:member>/", "federation-club", needs=OWNERS).runs(
    "delete", federations.end, show_own_federation, name="leave_federation"
)
Address(INVITATION, "federation-invitation", needs=OWNERS).runs(
    "delete", federations.decline, show_own_federation
)
Address(f"{INVITATION}agree/", "agree-to-federation", needs=OWNERS).runs(
    "post", federations.agree, show_own_federation, name="agree_to_federation"
)


class WithClub(CursorPage):
    other = forms.SlugField(
        max_length=80,
        required=False,
        help_text="Another club of the federation, to see whom it shows.",
    )


class BondOfPlayers(Answer):
    """Two players of two clubs who are one person in the federation; null in `agreed_at` while that is a question.

    `one` is of the club that asks, `other` of the one that agrees.
    """

    id: Annotated[int, Example(5)]
    one: PlayerOfClub
    other: PlayerOfClub
    asked_at: answers.Began
    agreed_at: Annotated[answers.Moment | None, Example(answers.BEGAN)]


class BondsOfClub(Answer):
    """The bonds of a club's people; `shown` are those whom the club that was asked for shows to everybody."""

    bonds: Annotated[list[BondOfPlayers], At("rows")]
    shown: list[PlayerOfClub]
    next: NextPage


BONDS = Address(f"{FEDERATION}people/", "bonds", needs=Role.SECRETARY)


@BONDS.get()
def list_bonds(own: Membership, wanted: WithClub) -> BondsOfClub:
    """The club's people who are people of other clubs of the federation too, or may be."""
    slug = wanted.cleaned_data["other"]
    others = (club for club in seasons.clubs_of(own.federation) if club != own.club)
    other = first_or_404(club for club in others if club.slug == slug) if slug else None
    rows = persons.bonds_of(own.club, own.federation)
    page = wanted.of_list(rows, lambda bond: (bond.one.name, bond.pk))
    return BondsOfClub.read(page, shown=persons.people_shown(other) if other else [])


def bonds_now(own: Membership) -> BondsOfClub:
    return BondsOfClub.read(Page(persons.bonds_of(own.club, own.federation)), shown=[])


BONDS.runs("post", bonds.ask, bonds_now, name="ask_bond")
Address(f"{FEDERATION}people/<int:bond>/", "bond", needs=Role.SECRETARY).runs(
    "delete", bonds.end, bonds_now, name="end_bond"
)
Address(f"{FEDERATION}people/<int:bond>/agree/", "agree-to-bond", needs=Role.SECRETARY).runs(
    "post", bonds.agree, bonds_now, name="agree_to_bond"
)
