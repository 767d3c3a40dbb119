"""The history of one person: evenings, games, ratings and seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import MAXYEAR, MINYEAR, date
from typing import Annotated, Literal, Self

from django import forms
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.evening.api.clubs import Player as MemberPlayer
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import OfficerView
from tournaments.evening.reads import api_reads
from tournaments.league.reads import persons, players
from tournaments.league.reads.players import FixturePlace, fixture_places
from tournaments.league.reads.seasons import Season
from tournaments.ranking import people as played
from tournaments.ranking.people import GamesTally, PlayedGame
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, Day, EveningSlug, Example, GameSlug


class Streak(Answer):
    """How often in a row: at most, and up to now."""

    longest: Annotated[int, Example(4)]
    current: Annotated[int, Example(2)]


class EveningPlayed(Answer):
    """A published evening at which somebody played, with their line in its standings."""

    evening: EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: GameSlug
    place: int
    played: Annotated[int, Example(6)]
    won_halves: Annotated[int, Example(2)]
    points_for: Annotated[int, Example(42)]
    points_difference: Annotated[int, Example(31)]

    @classmethod
    def of(cls, one: players.EveningPlayed) -> Self:
        """An evening with somebody's line."""
        evening = one.evening
        game = evening.plan["game"]
        return cls.read(one.line, evening=evening.slug, name=evening.name, date=evening.date, game=game)


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

    @classmethod
    def all_of(cls, tallies: Mapping[str, GamesTally], names: Mapping[str, str]) -> list[Self]:
        """Games with each of those who have a name."""
        return [
            cls.read(tally, player=int(who), name=names[who])
            for who, tally in tallies.items()
            if who in names
        ]


class SumAt(Sum, _Where):
    """Games at a table or in a seat."""

    @classmethod
    def all_of(cls, tallies: Mapping[int, GamesTally]) -> list[Self]:
        """Games at each table, or in each seat."""
        return [cls.read(tally, number=number) for number, tally in tallies.items()]


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

    @classmethod
    def of(cls, games: Sequence[PlayedGame], names: Mapping[str, str]) -> Self:
        """The games of one account; `names` of whoever played with or against."""
        slug, counting = games[0].account
        return cls(
            game=slug,
            counting=counting,
            total=Sum.read(played.total(games)),
            won_in_a_row=Streak.read(played.won_in_a_row(games)),
            partners=SumWith.all_of(played.by_partner(games), names),
            opponents=SumWith.all_of(played.by_opponent(games), names),
            tables=SumAt.all_of(played.by_table(games)),
            seats=SumAt.all_of(played.by_seat(games)),
        )


class RatingAfter(Answer):
    """A rating after an evening; nineteen times in twenty the truth lies within `give_or_take` of it."""

    game: GameSlug
    evening: EveningSlug
    date: Annotated[date, Day]
    rating: Annotated[int, Example(1540)]
    give_or_take: Annotated[int, Example(160)]
    rated_games: Annotated[int, Example(47)]

    @classmethod
    def of(cls, one: players.Rated) -> Self:
        """A rating after an evening."""
        rating = one.rating
        return cls.read(
            one,
            evening=one.evening.slug,
            rating=rating.shown,
            give_or_take=rating.give_or_take,
            rated_games=rating.games,
        )


class _InSeason(Answer):
    host: Annotated[str, Example("rooster-club")]
    league: str
    season: str


def _season(season: Season) -> dict[str, str]:
    return {"host": season.league.club.slug, "league": season.league.slug, "season": season.slug}


class SeasonPlace(_InSeason):
    """A line in the table of a season; `place` is null where none is given."""

    league: Annotated[str, Example("club-league")]
    season: Annotated[str, Example("winter")]
    place: Annotated[int | None, Example(2)]
    attended: Annotated[int, Example(9)]

    @classmethod
    def of(cls, line: players.SeasonLine) -> Self:
        """A line in the table of a season."""
        return cls.read(line, **_season(line.season))


class FixtureSeasonPlace(_InSeason):
    """A person's place in a season of fixtures; null where nothing tells one yet.

    `entrant` is the number under which they play there. `match_points` are in halves, null in a knock-out, where
    `state` says whether they have won it, are in it, or are out.
    """

    league: Annotated[str, Example("monday-league")]
    season: Annotated[str, Example("autumn-2026")]
    entrant: Annotated[int, Example(7)]
    division: Annotated[str, Example("Second division")]
    name: Annotated[str, Example("The Owls")]
    place: Annotated[int | None, Example(2)]
    match_points: Annotated[int | None, Example(7)]
    played: Annotated[int, Example(5)]
    won: Annotated[int, Example(3)]
    state: Annotated[Literal["", "withdrawn", "won", "in", "out"], Example("")]

    @classmethod
    def of(cls, one: FixturePlace) -> Self:
        """A place in a season of fixtures."""
        return cls.read(one, entrant=one.number, **_season(one.season))


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

    @classmethod
    def of(cls, club: api_reads.Club, person: players.Person, year: int | None) -> Self:
        """What is known of a person of a club, of one year or of all."""
        evenings = players.evenings_of(person, year)
        own = [appearance.evening for appearance in players.attendance_of(person)]
        accounts = played.by_account(players.games_of(person, evenings))
        games = [game for account in accounts.values() for game in account]
        names = persons.names_of({*played.by_partner(games), *played.by_opponent(games)})
        return cls(
            player=MemberPlayer.of(person.player),
            also=list(person.also),
            evenings=[EveningPlayed.of(evening) for evening in evenings],
            corrected=[evening.slug for evening in players.corrected_of(person)],
            evenings_in_a_row=Streak.read(played.came_in_a_row(players.evenings_in_order(club), own)),
            games_played=[GamesPlayed.of(account, names) for account in accounts.values()],
            ratings=[RatingAfter.of(rating) for rating in players.ratings_of(person, year)],
            seasons=[SeasonPlace.of(line) for line in players.season_lines(person)],
            fixture_seasons=[FixtureSeasonPlace.of(place) for place in fixture_places(person)],
        )


YEAR = "The year of the evenings, games and ratings; without it all of them."


class HistoryYear(forms.Form):
    """Which part of a history is read."""

    year = forms.IntegerField(min_value=MINYEAR, max_value=MAXYEAR, required=False)


class PlayerHistoryEndpoint(OfficerView):
    """Somebody's history."""

    @operation(
        "player_history",
        answer=PlayerHistory,
        refusals=(400, 404),
        parameters=(query.whole_number("year", YEAR, least=MINYEAR, most=MAXYEAR),),
    )
    def get(self, request: Request, club: str, player: int) -> Response:
        """A person with all that their published evenings come to, or those of one year.

        Whoever is read as somebody else gives that person. Points of different games are never added up.
        """
        form = HistoryYear(query.parameters(request))
        query.checked(form)
        club_row = self.club(request, club)
        person = players.person(club_row, player)
        if person is None:
            raise Http404
        return PlayerHistory.of(club_row, person, form.cleaned_data["year"]).reply()
