"""The history of one person: evenings, games, ratings and seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import MAXYEAR, MINYEAR, date
from typing import Annotated, Literal

from django.http import Http404

from tournaments.club.api.operations import CLUB, Address
from tournaments.evening.api.clubs import Player as MemberPlayer
from tournaments.league.reads import persons, players
from tournaments.league.reads.players import Club
from tournaments.ranking import people as played
from tournaments.ranking.people import GamesTally, PlayedGame
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, At, Day, EveningSlug, Example, GameSlug


class Streak(Answer):
    """How often in a row: at most, and up to now."""

    longest: Annotated[int, Example(4)]
    current: Annotated[int, Example(2)]


class EveningPlayed(Answer):
    """A published evening at which somebody played, with their line in its standings."""

    evening: Annotated[EveningSlug, At("evening.slug")]
    name: Annotated[str, At("evening.name"), Example("Friday progressive")]
    date: Annotated[date, At("evening.date"), Day]
    game: Annotated[GameSlug, At("evening.plan.game")]
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

    game: GameSlug
    counting: Annotated[Literal["games", "points"], Example("games")]
    total: Sum
    won_in_a_row: Streak
    partners: list[SumWith]
    opponents: list[SumWith]
    tables: list[SumAt]
    seats: list[SumAt]


class RatingAfter(Answer):
    """A rating after an evening; nineteen times in twenty the truth lies within `give_or_take` of it."""

    game: GameSlug
    evening: Annotated[EveningSlug, At("evening.slug")]
    date: Annotated[date, Day]
    rating: Annotated[int, At("rating.shown"), Example(1540)]
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
    evenings: list[EveningPlayed]
    corrected: list[str]
    evenings_in_a_row: Streak
    games_played: list[GamesPlayed]
    ratings: list[RatingAfter]
    seasons: list[SeasonPlace]
    fixture_seasons: list[FixtureSeasonPlace]


class HistoryYear(query.Query):
    is_alone = False
    year = query.whole_number(
        "The year of the evenings, games and ratings; without it all of them.", least=MINYEAR, most=MAXYEAR
    )


HISTORY = Address(f"{CLUB}players/<int:player>/history/", "player-history")


@HISTORY.get()
def player_history(club: Club, player: int, wanted: HistoryYear) -> PlayerHistory:
    """A person with all that their published evenings come to, or those of one year.

    Whoever is read as somebody else gives that person. Points of different games are never added up.
    """
    person, year = players.person(club, player), wanted.cleaned_data["year"]
    if person is None:
        raise Http404
    evenings = players.evenings_of(person, year)
    own = [appearance.evening for appearance in players.attendance_of(person)]
    return PlayerHistory(
        player=MemberPlayer.from_view(person.player),
        also=list(person.also),
        evenings=[EveningPlayed.from_view(evening) for evening in evenings],
        corrected=[evening.slug for evening in players.corrected_of(person)],
        evenings_in_a_row=Streak.from_view(played.came_in_a_row(players.evenings_in_order(club), own)),
        games_played=_games_played(players.games_of(person, evenings)),
        ratings=[RatingAfter.from_view(rating) for rating in players.ratings_of(person, year)],
        seasons=[SeasonPlace.from_view(line) for line in players.season_lines(person)],
        fixture_seasons=[FixtureSeasonPlace.from_view(place) for place in players.fixture_places(person)],
    )


def _games_played(games: Sequence[PlayedGame]) -> list[GamesPlayed]:
    names = persons.names_of({*played.by_partner(games), *played.by_opponent(games)})
    return [
        GamesPlayed(
            game=game,
            counting=counting,
            total=Sum.from_view(played.total(own)),
            won_in_a_row=Streak.from_view(played.won_in_a_row(own)),
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
