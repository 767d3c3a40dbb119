"""Federations for everybody: their clubs, the leagues that these share, and ratings over all of them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Self

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import GAMES
from tournaments.club.reads.visitors import Visitor, visitor_of
from tournaments.evening.api.pages import MOST, NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import described
from tournaments.evening.api.views import PublicDoor
from tournaments.league.reads import federations as read
from tournaments.league.reads.ratings import games_rated
from tournaments.site.api import query_params
from tournaments.site.api.answers import Answer, ClubSlug, Example, GameSlug, PersonId, PersonName, at_most

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
    def of(cls, league: read.League) -> Self:
        """A league with whose it is."""
        return cls.read(league, host=league.club.slug)


class FederationTold(Answer):
    """A federation: its clubs, the leagues that they share, and the games that are rated over all of them."""

    slug: Annotated[str, Example("card-union")]
    name: FederationName
    clubs: Annotated[list[ClubOfFederation], at_most(read.MOST_CLUBS)]
    leagues: list[SharedLeague]
    games: Annotated[list[GameSlug], at_most(len(GAMES))]

    @classmethod
    def of(cls, federation: read.Federation, visitor: Visitor) -> Self:
        """As much of a federation as a visitor sees."""
        clubs = read.clubs_of(federation)
        return cls(
            slug=federation.slug,
            name=federation.name,
            clubs=[ClubOfFederation.read(club) for club in clubs],
            leagues=[SharedLeague.of(league) for league in read.shared_leagues(clubs, visitor)],
            games=games_rated(federation),
        )


class PlayerOfClub(Answer):
    """Who somebody is in one club."""

    club: ClubSlug
    player: PersonId
    name: PersonName

    @classmethod
    def of(cls, player: read.Player) -> Self:
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
    def of(cls, one: read.RatedPerson) -> Self:
        """Somebody with a rating."""
        players = [PlayerOfClub.of(player) for player in one.players]
        return cls.read(one.rating, players=players, rated_games=one.rating.games, last=one.last)


class FederationRatings(Answer):
    """Everybody rated at a game over all clubs of a federation, the surest first."""

    game: GameSlug
    ratings: list[FederationRatedPerson]
    next: NextPage

    @classmethod
    def of(cls, game: str, page: Page[read.RatedPerson]) -> Self:
        """A page of those who are rated at a game."""
        return cls(game=game, ratings=[FederationRatedPerson.of(one) for one in page.rows], next=page.next)


class FederationEndpoint(PublicDoor):
    """A federation."""

    @described("federation", answer=FederationTold, refusals=(400, 404), public=True)
    def get(self, request: Request, federation: str) -> Response:
        """The clubs of a federation by name, the leagues that they share, and the games that are rated."""
        query_params.read_query(request, query_params.Nothing)
        found = get_object_or_404(read.public_federations(), slug=federation)
        return FederationTold.of(found, visitor_of(request)).reply()


class FederationRatingsEndpoint(PublicDoor):
    """The ratings of a federation's game."""

    @described(
        "federation_ratings",
        answer=FederationRatings,
        refusals=(400, 404),
        public=True,
        parameters=paging(),
    )
    def get(self, request: Request, federation: str, game: str) -> Response:
        """Everybody rated at a game over the published evenings of all clubs, as far as their clubs show them."""
        query_params.read_query(request, query_params.InPages)
        found = get_object_or_404(read.public_federations(), slug=federation)
        if game not in GAMES:
            raise Http404
        rated = read.people_rated(found, game, visitor_of(request))
        page = page_of_list(request, rated, read.place_of, usual=MOST)
        return page.reply(FederationRatings.of(game, page))
