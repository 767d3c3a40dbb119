"""One person: their evenings, games, ratings and seasons; players who are one person, and reading them as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import MAXYEAR, MINYEAR, date
from typing import Annotated, Literal

from django.http import Http404
from pydantic import Field

from games.catalogue import GAMES
from tournaments.club.api.operations import CLUB, Address, Created
from tournaments.club.api.views import Actor
from tournaments.club.roles import Role
from tournaments.evening.api.clubs import Player as MemberPlayer
from tournaments.league.api.federations import PlayerOfClub
from tournaments.league.reads import persons, players
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.persons import Club, League, Player
from tournaments.league.services import bonds
from tournaments.ranking import people as played
from tournaments.ranking.people import GamesTally, PlayedGame
from tournaments.site.api import answers, query
from tournaments.site.api.answers import Answer, At, Example, at_most, text_of
from tournaments.site.api.query import CursorPage, NextPage
from tournaments.site.arguments import LARGEST_ID, Body, Id, Reason
from tournaments.site.web.pages import first_or_404


class Streak(Answer):
    """How often in a row: at most, and up to now."""

    longest: Annotated[int, Example(4)]
    current: Annotated[int, Example(2)]


class EveningPlayedOut(Answer):
    """A published evening at which somebody played, with their line in its standings."""

    evening: Annotated[answers.EveningSlug, At("evening.slug")]
    name: Annotated[str, At("evening.name"), Example("Friday progressive")]
    date: Annotated[date, At("evening.date"), answers.Day]
    game: Annotated[answers.GameSlug, At("evening.plan.game")]
    place: Annotated[int, At("line.place")]
    played: Annotated[int, At("line.played"), Example(6)]
    won_halves: Annotated[int, At("line.won_halves"), Example(2)]
    points_for: Annotated[int, At("line.points_for"), Example(42)]
    points_difference: Annotated[int, At("line.points_difference"), Example(31)]


class _Who(Answer):
    player: Annotated[int, Example(14)]
    name: Annotated[str, Example("Cid Orr")]


class _Where(Answer):
    number: int


class Sum(Answer):
    """Games added up; `theirs` are the points of the other side."""

    games: Annotated[int, Example(6)]
    won: Annotated[int, Example(4)]
    points: Annotated[int, Example(214)]
    theirs: Annotated[int, Example(180)]


class SumWith(Sum, _Who):
    """Games with a partner or against an opponent."""


class SumAt(Sum, _Where):
    """Games at a table or in a seat."""


class GamesPlayed(Answer):
    """All games of one kind; where everybody counts their own points nobody wins a game."""

    game: answers.GameSlug
    counting: Annotated[Literal["games", "points"], Example("games")]
    total: Sum
    won_in_a_row: Streak
    partners: list[SumWith]
    opponents: list[SumWith]
    tables: list[SumAt]
    seats: list[SumAt]


class RatingAfter(Answer):
    """A rating after an evening; nineteen times in twenty the truth lies within `give_or_take` of it."""

    game: answers.GameSlug
    evening: Annotated[answers.EveningSlug, At("evening.slug")]
    date: Annotated[date, answers.Day]
    rating: Annotated[int, At("rating.figure"), Example(1540)]
    give_or_take: Annotated[int, At("rating.give_or_take"), Example(160)]
    rated_games: Annotated[int, At("rating.games"), Example(47)]


Host = Annotated[str, At("season.league.club.slug"), Example("rooster-club")]
LeagueSlug = Annotated[str, At("season.league.slug")]
SeasonSlug = Annotated[str, At("season.slug")]


class SeasonPlace(Answer):
    """A line in the table of a season; `place` is null where none is given."""

    host: Host
    league: Annotated[LeagueSlug, Example("club-league")]
    season: Annotated[SeasonSlug, Example("winter")]
    place: Annotated[int | None, Example(2)]
    attended: Annotated[int, Example(9)]


class FixtureSeasonPlace(Answer):
    """A person's place in a season of fixtures; null where nothing tells one yet.

    `entrant` is the number under which they play there. `match_points` are in halves, null in a knock-out, where
    `state` says whether they have won it, are in it, or are out.
    """

    host: Host
    league: Annotated[LeagueSlug, Example("monday-league")]
    season: Annotated[SeasonSlug, Example("autumn-2026")]
    entrant: Annotated[int, At("number"), Example(7)]
    division: Annotated[str, Example("Second division")]
    name: Annotated[str, Example("The Owls")]
    place: Annotated[int | None, Example(2)]
    match_points: Annotated[int | None, Example(7)]
    played: Annotated[int, Example(5)]
    won: Annotated[int, Example(3)]
    state: Annotated[Literal["", "withdrawn", "won", "in", "out"], Example("")]


class PlayerHistory(Answer):
    """A person with all that their published evenings come to, the latest evening first.

    `player` is the person, whichever of their ids was asked for; `also` are the names of the players read as them.
    `corrected` are evenings whose results are being changed: they count again when they are published again.
    """

    player: MemberPlayer
    also: Annotated[list[str], Example(["Ann Leigh"])]
    evenings: list[EveningPlayedOut]
    corrected: Annotated[list[str], At(lambda person: [row.slug for row in players.corrected_of(person)])]
    evenings_in_a_row: Streak
    games_played: list[GamesPlayed]
    ratings: list[RatingAfter]
    seasons: Annotated[list[SeasonPlace], At(players.season_lines)]
    fixture_seasons: Annotated[list[FixtureSeasonPlace], At(players.fixture_places)]


class HistoryYear(query.Query):
    is_alone = False
    year = query.whole_number(
        "The year of the evenings, games and ratings; without it all of them.", least=MINYEAR, most=MAXYEAR
    )


@Address(f"{CLUB}players/<int:player>/history/", "player-history").get()
def player_history(club: Club, player: int, wanted: HistoryYear) -> PlayerHistory:
    """A person with all that their published evenings come to, or those of one year.

    Whoever is read as somebody else gives that person. Points of different games are never added up.
    """
    person, year = players.person(club, player), wanted.cleaned_data["year"]
    if person is None:
        raise Http404
    evenings = players.evenings_of(person, year)
    own = [appearance.evening for appearance in players.attendance_of(person)]
    return PlayerHistory.read(
        person,
        evenings=evenings,
        evenings_in_a_row=played.came_in_a_row(players.evenings_in_order(club), own),
        games_played=_games_played(players.games_of(person, evenings)),
        ratings=players.ratings_of(person, year),
    )


def _games_played(games: Sequence[PlayedGame]) -> list[GamesPlayed]:
    names = persons.names_of({*played.by_partner(games), *played.by_opponent(games)})
    return [
        GamesPlayed.read(
            game=game,
            counting=counting,
            total=played.total(own),
            won_in_a_row=played.won_in_a_row(own),
            partners=_with_each(played.by_partner(own), names),
            opponents=_with_each(played.by_opponent(own), names),
            tables=_at_each(played.by_table(own)),
            seats=_at_each(played.by_seat(own)),
        )
        for (game, counting), own in played.by_account(games).items()
    ]


def _with_each(tallies: Mapping[str, GamesTally], names: Mapping[str, str]) -> list[SumWith]:
    return [
        SumWith.read(tally, player=int(who), name=names[who])
        for who, tally in tallies.items()
        if who in names
    ]


def _at_each(tallies: Mapping[int, GamesTally]) -> list[SumAt]:
    return [SumAt.read(tally, number=number) for number, tally in tallies.items()]


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

    evening: Annotated[answers.EveningSlug, At("evening.slug")]
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
    merged_by: answers.By
    merged_at: answers.Began
    undone_by: str
    undone_at: answers.Moment | None


class WhoIsWho(Answer):
    """Pairs of players who may be one person, the surest first, and every merge there has been, the latest first."""

    pairs: Annotated[list[PairAlike], at_most(persons.MOST_PAIRS)]
    merges: Annotated[list[MergeOfPlayers], At("rows")]
    next: NextPage


EveningAddress = Annotated[str, text_of(address_of)]
SeasonAddress = Annotated[
    str, text_of(lambda season: f"{season.league.club.slug}/{season.league.slug}/{season.slug}")
]


class TouchedByMerge(Answer):
    """What it touches to read two players as one: evenings of the first, of these those with both, and seasons.

    Evenings are told as `club/evening`, seasons as `club/league/season`.
    """

    evenings: Annotated[list[EveningAddress], Example(["rooster-club/friday-progressive"])]
    together: list[EveningAddress]
    seasons: Annotated[list[SeasonAddress], Example(["rooster-club/friday-league/winter"])]
    games: Annotated[list[answers.GameSlug], at_most(len(GAMES))]
    at_once: SeatedAtOnce | None


PERSONS = Address(f"{CLUB}persons/", "persons", needs=Role.SECRETARY, chapter="persons")


@PERSONS.get()
def list_merges(club: Club, wanted: OfMerges) -> WhoIsWho:
    """Players who may be one person, and those who are read as one."""
    league = _league(club, wanted.cleaned_data["league"])
    clubs = persons.clubs_of(club, league)
    rows = persons.merges(clubs, league)
    page = wanted.of_list(rows, lambda row: (row.pk,), is_turned=True)
    live = {str(row.duplicate_id) for row in rows if row.undone_at is None}
    alike = persons.probable(clubs, live)
    at_once = persons.at_once([(pair.one, pair.other) for pair in alike])
    pairs = [PairAlike.read(pair, at_once=at_once.get((pair.one.pk, pair.other.pk))) for pair in alike]
    return WhoIsWho.read(page, pairs=pairs)


@PERSONS.post()
def merge_players(club: Club, by: Actor, body: NewMerge) -> Created[MergeOfPlayers]:
    """Read a player as another one. Nothing is rewritten by it, and it can be taken back."""
    league = _league(club, body.league)
    duplicate, into = _two(club, league, body.duplicate, body.into)
    row = bonds.merge(duplicate=duplicate, into=into, league=league, reason=body.reason, **by)
    return Created(MergeOfPlayers.from_view(row))


@Address(f"{CLUB}persons/touched/", "persons-touched", needs=Role.SECRETARY, chapter="persons").get()
def preview_merge(club: Club, two: OfTwo) -> TouchedByMerge:
    """What it would touch to read a player as another one."""
    params = two.cleaned_data
    league = _league(club, params["league"])
    duplicate, into = _two(club, league, params["duplicate"], params["into"])
    return TouchedByMerge.read(
        persons.touched(duplicate, into),
        at_once=persons.at_once([(duplicate, into)]).get((duplicate.pk, into.pk)),
    )


Address(f"{CLUB}persons/<int:merge>/", "person-merge", needs=Role.SECRETARY, chapter="persons").runs(
    "delete", bonds.undo, MergeOfPlayers, name="undo_merge"
)


def _league(club: Club, slug: str) -> League | None:
    # The one that was named, of those of the club with others; None where none was.
    return (
        first_or_404(row for row in persons.leagues_with_others(club) if row.slug == slug) if slug else None
    )


def _two(club: Club, league: League | None, duplicate: int, into: int) -> tuple[Player, Player]:
    known = persons.players_at(persons.clubs_of(club, league), (duplicate, into)).values()
    return persons.player_in(known, "duplicate", duplicate), persons.player_in(known, "into", into)
