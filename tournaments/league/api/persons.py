"""Players who are one person: who may be, what it touches to read two as one, doing so, and taking that back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, Self

from django import forms
from django.http import Http404
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import GAMES
from tournaments.evening.api.bodies import LARGEST_ID, Body, Id, Nothing, Reason, validate_body
from tournaments.evening.api.pages import MOST, NextPage, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.league.api.federations import PlayerOfClub
from tournaments.league.api.season_doors import LeagueView
from tournaments.league.reads import games as people
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.games import AtOnce, Club, League, LookAlikes, PersonMerge, Player
from tournaments.league.services import bonds
from tournaments.refusals import refuse
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, Began, By, EveningSlug, Example, GameSlug, Moment, at_most

LEAGUE = query.words(
    "league", 80, "One of the club's leagues in which others take part; the club alone without."
)
player = partial(query.whole_number, least=1, most=LARGEST_ID, required=True)


class NewMerge(Body):
    """Two players by their ids, of whom the first is read as the other from now on, and how one knows.

    They are of the club; with `league`, by its address, of any club that takes part, and it holds in that league.
    """

    duplicate: Id
    into: Id
    league: Annotated[str, Field(max_length=80)] = ""
    reason: Reason = ""

    EXAMPLE: ClassVar[Any] = {"duplicate": 31, "into": 12, "reason": "she has said so"}


class OfLeague(forms.Form):
    """In which league."""

    league = forms.CharField(max_length=80, required=False)


class OfMerges(OfLeague, query.CursorPage):
    """Of which league, and which page."""


class OfTwo(OfLeague):
    """Of which two."""

    duplicate = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    into = forms.IntegerField(min_value=1, max_value=LARGEST_ID)


class SeatedAtOnce(Answer):
    """A round of an evening in which two had seats at the same time: they are hardly one person."""

    evening: EveningSlug
    round: int

    @classmethod
    def of(cls, found: AtOnce) -> Self:
        """The round."""
        return cls.read(found, evening=found.evening.slug)


class PairAlike(Answer):
    """Two players whose names may mean one person, whoever came less often first, and how they are alike."""

    duplicate: PlayerOfClub
    into: PlayerOfClub
    why: Annotated[Literal["same", "order", "initial", "near"], Example("near")]
    at_once: SeatedAtOnce | None

    @classmethod
    def of(cls, pair: LookAlikes, at_once: AtOnce | None) -> Self:
        """The two."""
        return cls.read(
            pair,
            duplicate=PlayerOfClub.of(pair.one),
            into=PlayerOfClub.of(pair.other),
            at_once=at_once and SeatedAtOnce.of(at_once),
        )


class MergeOfPlayers(Answer):
    """Two players who are read as one, or were until `undone_at`; `league` where it holds in one alone."""

    id: Annotated[int, Example(5)]
    duplicate: PlayerOfClub
    into: PlayerOfClub
    league: Annotated[str | None, Example(None)]
    reason: Annotated[str, Example("she has said so")]
    merged_by: By
    merged_at: Began
    undone_by: str
    undone_at: Moment | None

    @classmethod
    def of(cls, row: PersonMerge) -> Self:
        """A merge."""
        two = {"duplicate": PlayerOfClub.of(row.duplicate), "into": PlayerOfClub.of(row.into)}
        return cls.read(row, league=row.league.slug if row.league else None, **two)


class WhoIsWho(Answer):
    """Pairs of players who may be one person, the surest first, and every merge there has been, the latest first."""

    pairs: Annotated[list[PairAlike], at_most(people.MOST_PAIRS)]
    merges: list[MergeOfPlayers]
    next: NextPage

    @classmethod
    def of(cls, request: Request, club: Club, league: League | None) -> Self:
        """Of the people of a club, or of all clubs of a league: all pairs, and a page of the merges."""
        clubs = people.clubs_of(club, league)
        rows = people.merges(clubs, league)
        page = page_of_list(request, rows, lambda row: (row.pk,), usual=MOST, is_turned=True)
        live = {str(row.duplicate_id) for row in rows if row.undone_at is None}
        alike = people.probable(clubs, live)
        at_once = people.at_once([(pair.one, pair.other) for pair in alike])
        return cls(
            pairs=[PairAlike.of(pair, at_once.get((pair.one.pk, pair.other.pk))) for pair in alike],
            merges=[MergeOfPlayers.of(row) for row in page.rows],
            next=page.next,
        )


class TouchedByMerge(Answer):
    """What it touches to read two players as one: evenings of the first, of these those with both, and seasons.

    Evenings are told as `club/evening`, seasons as `club/league/season`.
    """

    evenings: Annotated[list[str], Example(["rooster-club/friday-progressive"])]
    together: list[str]
    seasons: Annotated[list[str], Example(["rooster-club/friday-league/winter"])]
    games: Annotated[list[GameSlug], at_most(len(GAMES))]
    at_once: SeatedAtOnce | None

    @classmethod
    def of(cls, duplicate: Player, into: Player) -> Self:
        """What reading the first as the other touches."""
        impact = people.touched(duplicate, into)
        at_once = people.at_once([(duplicate, into)]).get((duplicate.pk, into.pk))
        return cls(
            evenings=[address_of(evening) for evening in impact.evenings],
            together=[address_of(evening) for evening in impact.together],
            seasons=[
                f"{season.league.club.slug}/{season.league.slug}/{season.slug}" for season in impact.seasons
            ],
            games=list(impact.games),
            at_once=at_once and SeatedAtOnce.of(at_once),
        )


class PersonsDoor(LeagueView):
    """For those who know who is who."""

    def scope(self, club: Club, league: str) -> League | None:
        """The league that was named; None where none was. Raises Http404 for any but the club's with others."""
        if not league:
            return None
        league_row = next(
            (candidate for candidate in people.leagues_with_others(club) if candidate.slug == league), None
        )
        if league_row is None:
            raise Http404
        return league_row


class PersonsEndpoint(PersonsDoor):
    """Who is who."""

    @operation("list_merges", answer=WhoIsWho, refusals=(400,), parameters=(*paging(), LEAGUE))
    def get(self, request: Request, club: str) -> Response:
        """Players who may be one person, and those who are read as one."""
        club_row = self.club(request, club)
        league = self.scope(club_row, query.read_query(request, OfMerges)["league"])
        return WhoIsWho.of(request, club_row, league).reply()

    @operation("merge_players", body=NewMerge, answer=MergeOfPlayers, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Read a player as another one. Nothing is rewritten by it, and it can be taken back."""
        club_row, body = self.club(request, club), validate_body(request, NewMerge)
        league = self.scope(club_row, body.league)
        duplicate, into = _two(club_row, league, {"duplicate": body.duplicate, "into": body.into})
        row = bonds.merge(
            duplicate=duplicate, into=into, league=league, reason=body.reason, **self.who(request)
        )
        return MergeOfPlayers.of(row).reply(status=201)


class TouchedEndpoint(PersonsDoor):
    """Before it is done."""

    @operation(
        "preview_merge",
        answer=TouchedByMerge,
        refusals=(400,),
        parameters=(
            player("duplicate", "Who would be read as the other."),
            player("into", "The other."),
            LEAGUE,
        ),
    )
    def get(self, request: Request, club: str) -> Response:
        """What it would touch to read a player as another one."""
        club_row, params = self.club(request, club), query.read_query(request, OfTwo)
        league = self.scope(club_row, params["league"])
        two = _two(club_row, league, {name: params[name] for name in ("duplicate", "into")})
        return TouchedByMerge.of(*two).reply()


def _two(club: Club, league: League | None, asked: dict[str, int]) -> list[Player]:
    known = people.players_of(people.clubs_of(club, league), asked.values())
    for name, key in asked.items():
        if key not in known:
            refuse(name, "unknown-player", "%(entered)s is the number of nobody here", entered=key)
    return [known[key] for key in asked.values()]


class MergeEndpoint(PersonsDoor):
    """One of them."""

    @operation("undo_merge", answer=MergeOfPlayers)
    def delete(self, request: Request, club: str, merge: int) -> Response:
        """Read the two as two people again; that it was otherwise stays known."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        row = next((candidate for candidate in _merges(club_row) if candidate.pk == merge), None)
        if row is None:
            raise Http404
        return MergeOfPlayers.of(bonds.undo(merge=row, **self.who(request))).reply()


def _merges(club: Club) -> Iterable[PersonMerge]:
    for league in (None, *people.leagues_with_others(club)):
        yield from people.merges(people.clubs_of(club, league), league)
