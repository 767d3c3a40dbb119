"""Federations for everybody: their clubs, the leagues that these share, and ratings over all of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any, ClassVar, Self

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import GAMES
from tournaments.club.reads.visitors import Visitor, visitor_of
from tournaments.club.roles import Permission, Role
from tournaments.evening.api.bodies import Body, Id, Name, Nothing, validate_body
from tournaments.evening.api.pages import MOST, NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import OfficerView, PublicView
from tournaments.league.api.leagues import ClubAsked, PartnerClub
from tournaments.league.reads import persons, seasons
from tournaments.league.reads.persons import PersonBond, Player
from tournaments.league.reads.ratings import games_rated
from tournaments.league.reads.seasons import Club, FederationClub
from tournaments.league.services import bonds, federations
from tournaments.refusals import NOT_NOW, refuse
from tournaments.site.api import query
from tournaments.site.api.answers import (
    BEGAN,
    Answer,
    Began,
    ClubSlug,
    Example,
    GameSlug,
    Moment,
    PersonId,
    PersonName,
    at_most,
)

FederationName = Annotated[str, Example("Card Union")]


class ClubOfFederation(Answer):
    """A club of a federation."""

    slug: ClubSlug
    name: Annotated[str, Example("Rooster Club")]


class SharedLeague(Answer):
    """A league in which several clubs of a federation take part; `host` is whose it is."""

    host: ClubSlug
    slug: Annotated[str, Example("friday-league")]
    name: Annotated[str, Example("Friday league")]

    @classmethod
    def of(cls, league: seasons.League) -> Self:
        """A league with whose it is."""
        return cls.read(league, host=league.club.slug)


class FederationTold(Answer):
    """A federation: its clubs, the leagues that they share, and the games that are rated over all of them."""

    slug: Annotated[str, Example("card-union")]
    name: FederationName
    clubs: Annotated[list[ClubOfFederation], at_most(seasons.MOST_CLUBS)]
    leagues: list[SharedLeague]
    games: Annotated[list[GameSlug], at_most(len(GAMES))]

    @classmethod
    def of(cls, federation: seasons.Federation, visitor: Visitor) -> Self:
        """As much of a federation as a visitor sees."""
        clubs = seasons.clubs_of(federation)
        return cls(
            slug=federation.slug,
            name=federation.name,
            clubs=[ClubOfFederation.read(club) for club in clubs],
            leagues=[SharedLeague.of(league) for league in seasons.shared_leagues(clubs, visitor)],
            games=games_rated(federation),
        )


class PlayerOfClub(Answer):
    """Who somebody is in one club."""

    club: ClubSlug
    player: PersonId
    name: PersonName

    @classmethod
    def of(cls, player: seasons.Player) -> Self:
        """A player with their club."""
        return cls(club=player.club.slug, player=player.pk, name=player.name)


class FederationRatedPerson(Answer):
    """A rating as people read it; `players` are who somebody is in each club that shows them."""

    players: list[PlayerOfClub]
    shown: Annotated[int, Example(1604)]
    give_or_take: Annotated[int, Example(120)]
    sure: Annotated[int, Example(1424)]
    rated_games: Annotated[int, Example(54)]
    last: Annotated[date, Example("2026-11-20")]

    @classmethod
    def of(cls, one: seasons.RatedPerson) -> Self:
        """Somebody with a rating."""
        players = [PlayerOfClub.of(player) for player in one.players]
        return cls.read(one.rating, players=players, rated_games=one.rating.games, last=one.last)


class FederationRatings(Answer):
    """Everybody rated at a game over all clubs of a federation, the surest first."""

    game: GameSlug
    ratings: list[FederationRatedPerson]
    next: NextPage

    @classmethod
    def of(cls, game: str, page: Page[seasons.RatedPerson]) -> Self:
        """A page of those who are rated at a game."""
        return cls(
            game=game, ratings=[FederationRatedPerson.of(person) for person in page.rows], next=page.next
        )


class FederationEndpoint(PublicView):
    """A federation."""

    @operation("federation", answer=FederationTold, refusals=(400, 404), public=True)
    def get(self, request: Request, federation: str) -> Response:
        """The clubs of a federation by name, the leagues that they share, and the games that are rated."""
        query.read_query(request, query.Nothing)
        federation_row = get_object_or_404(seasons.public_federations(), slug=federation)
        return FederationTold.of(federation_row, visitor_of(request)).reply()


class FederationRatingsEndpoint(PublicView):
    """The ratings of a federation's game."""

    @operation(
        "federation_ratings",
        answer=FederationRatings,
        refusals=(400, 404),
        public=True,
        parameters=paging(),
    )
    def get(self, request: Request, federation: str, game: str) -> Response:
        """Everybody rated at a game over the published evenings of all clubs, as far as their clubs show them."""
        query.read_query(request, query.CursorPage)
        federation_row = get_object_or_404(seasons.public_federations(), slug=federation)
        if game not in GAMES:
            raise Http404
        rated = seasons.people_rated(federation_row, game, visitor_of(request))
        page = page_of_list(request, rated, seasons.place_of, usual=MOST)
        return page.reply(FederationRatings.of(game, page))


# The federation of a club: founded, clubs asked in and answering, leaving; and who is one person in two
# clubs.

FederationSlug = Annotated[str, Example("card-union")]


class NewFederation(Body):
    """A federation by its name."""

    name: Name

    EXAMPLE: ClassVar[Any] = {"name": "Card Union"}


class NewBond(Body):
    """Somebody of the club by id, and who they are in another club of the federation."""

    one: Id
    other: Id

    EXAMPLE: ClassVar[Any] = {"one": 12, "other": 57}


class WithClub(query.CursorPage):
    """Of which other club, and which page."""

    other = forms.SlugField(max_length=80, required=False)


class AskedIntoFederation(Answer):
    """A federation into which the club is asked."""

    federation: FederationSlug
    name: FederationName
    asked_at: Began

    @classmethod
    def of(cls, row: FederationClub) -> Self:
        """Where it is asked in."""
        return cls.read(row, federation=row.federation.slug, name=row.federation.name)


class FederationOfClub(Answer):
    """The federation that a club is in, null without one; and where it is asked in.

    `is_leading` says whether it is the club that asks others in: the one that has been in it for longest.
    """

    federation: Annotated[str | None, Example("card-union")]
    name: Annotated[str | None, Example("Card Union")]
    is_leading: Annotated[bool, Example(value=True)]
    members: Annotated[list[PartnerClub], at_most(seasons.MOST_CLUBS)]
    asked: Annotated[list[PartnerClub], at_most(seasons.MOST_CLUBS)]
    invitations: list[AskedIntoFederation]

    @classmethod
    def of(cls, club: Club) -> Self:
        """That of a club."""
        own = seasons.membership_of(club)
        members = list(seasons.in_federation(own.federation)) if own else []
        return cls(
            federation=own.federation.slug if own else None,
            name=own.federation.name if own else None,
            is_leading=seasons.leads(club, members),
            members=[PartnerClub.of(row) for row in members],
            asked=[PartnerClub.of(row) for row in seasons.asked_into(own.federation)] if own else [],
            invitations=[AskedIntoFederation.of(row) for row in seasons.invitations_of(club)],
        )


class BondOfPlayers(Answer):
    """Two players of two clubs who are one person in the federation; null in `agreed_at` while that is a question.

    `one` is of the club that asks, `other` of the one that agrees.
    """

    id: Annotated[int, Example(5)]
    one: PlayerOfClub
    other: PlayerOfClub
    asked_at: Began
    agreed_at: Annotated[Moment | None, Example(BEGAN)]

    @classmethod
    def of(cls, row: PersonBond) -> Self:
        """A bond."""
        return cls.read(row, one=PlayerOfClub.of(row.one), other=PlayerOfClub.of(row.other))


class BondsOfClub(Answer):
    """The bonds of a club's people; `shown` are those whom the club that was asked for shows to everybody."""

    bonds: list[BondOfPlayers]
    shown: list[PlayerOfClub]
    next: NextPage

    @classmethod
    def of(cls, club: Club, own: FederationClub) -> Self:
        """All those of a club in its federation."""
        return cls.of_page(Page(persons.bonds_of(club, own.federation), None), ())

    @classmethod
    def of_page(cls, page: Page[PersonBond], people: Iterable[Player]) -> Self:
        """A page of them, and the people of the other club."""
        return cls.read(
            page,
            bonds=[BondOfPlayers.of(row) for row in page.rows],
            shown=[PlayerOfClub.of(player) for player in people],
        )


class FederationDoor(OfficerView):
    """For the owners of a club; secretaries may look."""

    needs: ClassVar[Permission] = Permission(Role.SECRETARY, Role.OWNER)


class FederationOfClubEndpoint(FederationDoor):
    """The federation of a club."""

    @operation("show_own_federation", answer=FederationOfClub)
    def get(self, request: Request, club: str) -> Response:
        """The federation that the club is in, and where it is asked in."""
        return FederationOfClub.of(self.club(request, club)).reply()

    @operation("found_federation", body=NewFederation, answer=FederationOfClub, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Found a federation, which the club leads."""
        club_row, body = self.club(request, club), validate_body(request, NewFederation)
        federations.create(club=club_row, name=body.name, **self.who(request))
        return FederationOfClub.of(club_row).reply(status=201)


class FederationClubsEndpoint(FederationDoor):
    """Its clubs."""

    @operation("ask_club_into_federation", body=ClubAsked, answer=FederationOfClub)
    def post(self, request: Request, club: str) -> Response:
        """Ask another club into the federation that this one leads; asking twice is asking once."""
        club_row, body = self.club(request, club), validate_body(request, ClubAsked)
        own = seasons.membership_of(club_row)
        invited_clubs = [row.club for row in seasons.asked_into(own.federation)] if own else []
        others = [*invited_clubs, *seasons.clubs_to_ask(own.federation)] if own else []
        other = next((candidate for candidate in others if candidate.slug == body.club), None)
        if own is None:
            refuse("club", NOT_NOW, "this club is in no federation")
        if other is None:
            refuse(
                "club", "unknown-club", "“%(entered)s” is no club that could be asked in", entered=body.club
            )
        federations.ask(host=club_row, club=other, **self.who(request))
        return FederationOfClub.of(club_row).reply()


class FederationMemberEndpoint(FederationDoor):
    """One of them."""

    @operation("leave_federation", answer=FederationOfClub)
    def delete(self, request: Request, club: str, member: str) -> Response:
        """Leave the federation; the club that leads it also lets others go, or asks them no more."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        own = seasons.membership_of(club_row)
        members = list(seasons.in_federation(own.federation)) if own else []
        rows = (
            [*members, *seasons.asked_into(own.federation)]
            if own and seasons.leads(club_row, members)
            else [own]
        )
        row = next(
            (membership for membership in rows if membership is not None and membership.club.slug == member),
            None,
        )
        if row is None:
            raise Http404
        federations.end(row=row, **self.who(request))
        return FederationOfClub.of(club_row).reply()


class _AskedDoor(FederationDoor):
    """For a club that is asked into a federation."""

    def invitation(self, club: Club, federation: str) -> FederationClub:
        """The invitation. Raises Http404 where there is none."""
        invitation = next(
            (row for row in seasons.invitations_of(club) if row.federation.slug == federation), None
        )
        if invitation is None:
            raise Http404
        return invitation


class FederationInvitationEndpoint(_AskedDoor):
    """An invitation."""

    @operation("decline_federation", answer=FederationOfClub)
    def delete(self, request: Request, club: str, federation: str) -> Response:
        """Decline to come into a federation."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        federations.end(row=self.invitation(club_row, federation), **self.who(request))
        return FederationOfClub.of(club_row).reply()


class AgreeToFederationEndpoint(_AskedDoor):
    """Coming in."""

    @operation("agree_to_federation", body=Nothing, answer=FederationOfClub)
    def post(self, request: Request, club: str, federation: str) -> Response:
        """Come into a federation into which the club is asked."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        federations.agree(asked=self.invitation(club_row, federation), **self.who(request))
        return FederationOfClub.of(club_row).reply()


class BondsDoor(OfficerView):
    """For those who know who is who in other clubs."""

    needs: ClassVar[Permission] = Permission(Role.SECRETARY, Role.SECRETARY)

    def membership(self, club: Club) -> FederationClub:
        """The club in its federation. Raises Http404 where it is in none."""
        own = seasons.membership_of(club)
        if own is None:
            raise Http404
        return own

    def bond(self, club: Club, own: FederationClub, key: int) -> PersonBond:
        """A bond of the club that has not ended. Raises Http404 where there is none with this number."""
        rows = persons.bonds_of(club, own.federation)
        bond_row = next((row for row in rows if row.pk == key), None)
        if bond_row is None:
            raise Http404
        return bond_row


class BondsEndpoint(BondsDoor):
    """Who is who."""

    @operation(
        "list_bonds",
        answer=BondsOfClub,
        refusals=(400,),
        parameters=(
            *paging(),
            query.address_part("other", "Another club of the federation, to see whom it shows."),
        ),
    )
    def get(self, request: Request, club: str) -> Response:
        """The club's people who are people of other clubs of the federation too, or may be."""
        club_row = self.club(request, club)
        own, slug = self.membership(club_row), query.read_query(request, WithClub)["other"]
        other_club = next((other for other in _others(club_row, own) if other.slug == slug), None)
        if slug and other_club is None:
            raise Http404
        bonds_there = persons.bonds_of(club_row, own.federation)
        page = page_of_list(request, bonds_there, lambda bond: (bond.one.name, bond.pk), usual=MOST)
        return page.reply(BondsOfClub.of_page(page, persons.people_shown(other_club) if other_club else ()))

    @operation("ask_bond", body=NewBond, answer=BondsOfClub)
    def post(self, request: Request, club: str) -> Response:
        """Ask another club whether somebody of it is somebody of this one; asking twice is asking once."""
        club_row, body = self.club(request, club), validate_body(request, NewBond)
        own = self.membership(club_row)
        mine = {player.pk: player for player in persons.own_people(club_row)}
        theirs = {
            player.pk: player
            for other_club in _others(club_row, own)
            for player in persons.people_shown(other_club)
        }
        for name, key, known in (("one", body.one, mine), ("other", body.other, theirs)):
            if key not in known:
                refuse(name, "unknown-player", "%(entered)s is the number of nobody here", entered=key)
        own_player, other = mine[body.one], theirs[body.other]
        bonds.ask(federation=own.federation, one=own_player, other=other, **self.who(request))
        return BondsOfClub.of(club_row, own).reply()


class BondEndpoint(BondsDoor):
    """One of them."""

    @operation("end_bond", answer=BondsOfClub)
    def delete(self, request: Request, club: str, bond: int) -> Response:
        """End it, decline, or ask no more: the two are two people in the federation. Each of both clubs may."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        own = self.membership(club_row)
        bonds.end(bond=self.bond(club_row, own, bond), **self.who(request))
        return BondsOfClub.of(club_row, own).reply()


class AgreeToBondEndpoint(BondsDoor):
    """Saying yes."""

    @operation("agree_to_bond", body=Nothing, answer=BondsOfClub)
    def post(self, request: Request, club: str, bond: int) -> Response:
        """Say yes to what another club has asked: the two are one person in the federation."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        own = self.membership(club_row)
        row = self.bond(club_row, own, bond)
        if row.other.club_id != club_row.pk:
            raise Http404
        bonds.agree(bond=row, **self.who(request))
        return BondsOfClub.of(club_row, own).reply()


def _others(club: Club, own: FederationClub) -> list[Club]:
    return [other for other in seasons.clubs_of(own.federation) if other != club]
