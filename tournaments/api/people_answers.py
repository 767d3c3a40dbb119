"""What the REST door answers about a person, for its schema; tests hold every answer against these."""

from __future__ import annotations

from datetime import date
from typing import Literal

from tournaments.api.answers import Answer, Player


class Streak(Answer):
    """How often in a row: at most, and up to now."""

    longest: int
    current: int


class EveningPlayed(Answer):
    """A published evening at which somebody played, with their line in its standings."""

    evening: str
    name: str
    date: date
    game: str
    place: int
    played: int
    won_halves: int
    points_for: int
    points_difference: int


class Sum(Answer):
    """Games added up; `theirs` are the points of the other side."""

    games: int
    won: int
    points: int
    theirs: int


class SumWith(Sum):
    """Games with a partner or against an opponent."""

    player: int
    name: str


class SumAt(Sum):
    """Games at a table or in a seat."""

    number: int


class GamesPlayed(Answer):
    """All games of one kind; where everybody counts their own points nobody wins a game."""

    game: str
    counting: Literal["games", "points"]
    total: Sum
    won_in_a_row: Streak
    partners: list[SumWith]
    opponents: list[SumWith]
    tables: list[SumAt]
    seats: list[SumAt]


class RatingAfter(Answer):
    """A rating after an evening; nineteen times in twenty the truth lies within `give_or_take` of it."""

    game: str
    evening: str
    date: date
    rating: int
    give_or_take: int
    rated_games: int


class SeasonPlace(Answer):
    """A line in the table of a season; `place` is null where none is given."""

    host: str
    league: str
    season: str
    place: int | None
    attended: int


class FixtureSeasonPlace(Answer):
    """A person's place in a season of fixtures; null where nothing tells one yet.

    `entrant` is the number under which they play there. `match_points` are in halves, null in a knock-out, where
    `state` says whether they have won it, are in it, or are out.
    """

    host: str
    league: str
    season: str
    division: str
    entrant: int
    name: str
    place: int | None
    match_points: int | None
    played: int
    won: int
    state: Literal["", "withdrawn", "won", "in", "out"]


class PlayerHistory(Answer):
    """A person with all that their published evenings come to, the latest evening first.

    `player` is the person, whichever of their ids was asked for; `also` are the names of the players read as them.
    `corrected` are evenings whose results are being changed: they count again when they are published again.
    """

    player: Player
    also: list[str]
    evenings: list[EveningPlayed]
    corrected: list[str]
    evenings_in_a_row: Streak
    games_played: list[GamesPlayed]
    ratings: list[RatingAfter]
    seasons: list[SeasonPlace]
    fixture_seasons: list[FixtureSeasonPlace]
