"""Players who are one person: who may be, what it touches to read two as one, doing so, and taking that back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

from pydantic import Field

from games.catalogue import GAMES
from tournaments.club.api.operations import CLUB, Address, Created
from tournaments.club.api.views import Actor
from tournaments.club.roles import Role
from tournaments.league.api.federations import PlayerOfClub, player_in
from tournaments.league.reads import persons as people
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.persons import Club, League, Player
from tournaments.league.services import bonds
from tournaments.site.api import query
from tournaments.site.api.answers import (
    Answer,
    At,
    Began,
    By,
    EveningSlug,
    Example,
    GameSlug,
    Moment,
    at_most,
)
from tournaments.site.api.query import CursorPage, NextPage
from tournaments.site.arguments import LARGEST_ID, Body, Id, Reason
from tournaments.site.web.pages import first_or_404


class NewMerge(Body):
    """Two players by their ids, of whom the first is read as the other from now on, and how one knows.

    They are of the club; with `league`, by its address, of any club that takes part, and it holds in that league.
    """

    duplicate: Annotated[Id, Example(31)]
    into: Annotated[Id, Example(12)]
    league: Annotated[str, Field(max_length=80)] = ""
    reason: Annotated[Reason, Example("she has said so")] = ""


class OfLeague(query.Query):
    league = query.words(80, "One of the club's leagues in which others take part; the club alone without.")


class OfMerges(OfLeague, CursorPage):
    """Of which league, and which page."""


class OfTwo(OfLeague):
    duplicate = query.whole_number("Who would be read as the other.", least=1, most=LARGEST_ID, required=True)
    into = query.whole_number("The other.", least=1, most=LARGEST_ID, required=True)


class SeatedAtOnce(Answer):
    """A round of an evening in which two had seats at the same time: they are hardly one person."""

    evening: Annotated[EveningSlug, At("evening.slug")]
    round: int


class PairAlike(Answer):
    """Two players whose names may mean one person, whoever came less often first, and how they are alike."""

    duplicate: Annotated[PlayerOfClub, At("one")]
    into: Annotated[PlayerOfClub, At("other")]
    why: Annotated[Literal["same", "order", "initial", "near"], Example("near")]
    at_once: SeatedAtOnce | None


class MergeOfPlayers(Answer):
    """Two players who are read as one, or were until `undone_at`; `league` where it holds in one alone."""

    id: Annotated[int, Example(5)]
    duplicate: PlayerOfClub
    into: PlayerOfClub
    league: Annotated[str | None, At("league.slug"), Example(None)]
    reason: Annotated[str, Example("she has said so")]
    merged_by: By
    merged_at: Began
    undone_by: str
    undone_at: Moment | None


class WhoIsWho(Answer):
    """Pairs of players who may be one person, the surest first, and every merge there has been, the latest first."""

    pairs: Annotated[list[PairAlike], at_most(people.MOST_PAIRS)]
    merges: Annotated[list[MergeOfPlayers], At("rows")]
    next: NextPage


class TouchedByMerge(Answer):
    """What it touches to read two players as one: evenings of the first, of these those with both, and seasons.

    Evenings are told as `club/evening`, seasons as `club/league/season`.
    """

    evenings: Annotated[list[str], Example(["rooster-club/friday-progressive"])]
    together: list[str]
    seasons: Annotated[list[str], Example(["rooster-club/friday-league/winter"])]
    games: Annotated[list[GameSlug], at_most(len(GAMES))]
    at_once: SeatedAtOnce | None


PERSONS = Address(f"{CLUB}persons/", "persons", needs=Role.SECRETARY)
TOUCHED = Address(f"{CLUB}persons/touched/", "persons-touched", needs=Role.SECRETARY)
MERGE = Address(f"{CLUB}persons/<int:merge>/", "person-merge", needs=Role.SECRETARY)


@PERSONS.get()
def list_merges(club: Club, wanted: OfMerges) -> WhoIsWho:
    """Players who may be one person, and those who are read as one."""
    league = _league(club, wanted.cleaned_data["league"])
    clubs = people.clubs_of(club, league)
    rows = people.merges(clubs, league)
    page = wanted.of_list(rows, lambda row: (row.pk,), is_turned=True)
    live = {str(row.duplicate_id) for row in rows if row.undone_at is None}
    alike = people.probable(clubs, live)
    at_once = _at_once([(pair.one, pair.other) for pair in alike])
    pairs = [PairAlike.read(pair, at_once=at_once.get((pair.one.pk, pair.other.pk))) for pair in alike]
    return WhoIsWho.read(page, pairs=pairs)


@PERSONS.post()
def merge_players(club: Club, by: Actor, body: NewMerge) -> Created[MergeOfPlayers]:
    """Read a player as another one. Nothing is rewritten by it, and it can be taken back."""
    league = _league(club, body.league)
    duplicate, into = _two(club, league, body.duplicate, body.into)
    row = bonds.merge(duplicate=duplicate, into=into, league=league, reason=body.reason, **by)
    return Created(MergeOfPlayers.from_view(row))


@TOUCHED.get()
def preview_merge(club: Club, two: OfTwo) -> TouchedByMerge:
    """What it would touch to read a player as another one."""
    params = two.cleaned_data
    league = _league(club, params["league"])
    duplicate, into = _two(club, league, params["duplicate"], params["into"])
    impact = people.touched(duplicate, into)
    return TouchedByMerge.read(
        impact,
        evenings=[address_of(evening) for evening in impact.evenings],
        together=[address_of(evening) for evening in impact.together],
        seasons=[
            f"{season.league.club.slug}/{season.league.slug}/{season.slug}" for season in impact.seasons
        ],
        at_once=_at_once([(duplicate, into)]).get((duplicate.pk, into.pk)),
    )


@MERGE.delete()
def undo_merge(club: Club, by: Actor, merge: int) -> MergeOfPlayers:
    """Read the two as two people again; that it was otherwise stays known."""
    scopes = (None, *people.leagues_with_others(club))
    rows = (row for league in scopes for row in people.merges(people.clubs_of(club, league), league))
    row = first_or_404(row for row in rows if row.pk == merge)
    return MergeOfPlayers.from_view(bonds.undo(merge=row, **by))


def _league(club: Club, slug: str) -> League | None:
    # The one that was named, of those of the club with others; None where none was.
    return first_or_404(row for row in people.leagues_with_others(club) if row.slug == slug) if slug else None


def _two(club: Club, league: League | None, duplicate: int, into: int) -> tuple[Player, Player]:
    known = people.players_at(people.clubs_of(club, league), (duplicate, into))
    return player_in(known, "duplicate", duplicate), player_in(known, "into", into)


def _at_once(pairs: Collection[tuple[Player, Player]]) -> dict[tuple[int, int], SeatedAtOnce]:
    return {two: SeatedAtOnce.from_view(seats) for two, seats in people.at_once(pairs).items()}
