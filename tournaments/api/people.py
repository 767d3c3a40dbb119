"""What is known of one person: their evenings, games, ratings and seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import documents, people_answers
from tournaments.api.documents import Document
from tournaments.api.doors import OfficerDoor
from tournaments.api.schema import described
from tournaments.queries import rest
from tournaments.queries.leagues import persons, players
from tournaments.queries.leagues.fixture_places import fixture_places
from tournaments.ranking.people import games as played
from tournaments.ranking.people.games import PlayedGame, Streak, Tally


class PlayerHistory(OfficerDoor):
    """Somebody's history."""

    @described("player_history", answer=people_answers.PlayerHistory)
    def get(self, request: Request, club: str, player: int) -> Response:
        """A person with all that their published evenings come to.

        Whoever is read as somebody else gives that person. Points of different games are never added up.
        """
        found = rest.club(request.user, club)
        person = players.person(found, player)
        if person is None:
            raise Http404
        return Response(_history(found, person))


def _history(club: rest.Club, person: players.Person) -> Document:
    evenings, corrected = players.evenings_of(person)
    own = [str(one.evening.pk) for one in evenings]
    accounts = played.by_account(players.games_of(person))
    games = [game for account in accounts.values() for game in account]
    names = persons.names_of({*played.by_partner(games), *played.by_opponent(games)})
    return {
        "player": documents.player(person.player),
        "also": list(person.also),
        "evenings": [_evening(one) for one in evenings],
        "corrected": [evening.slug for evening in corrected],
        "evenings_in_a_row": _streak(played.came_in_a_row(players.evenings_in_order(club), own)),
        "games_played": [_games(account, names) for account in accounts.values()],
        "ratings": [
            {
                "game": one.game,
                "evening": one.evening.slug,
                "date": one.date.isoformat(),
                "rating": one.rating.shown,
                "give_or_take": one.rating.give_or_take,
                "rated_games": one.rating.games,
            }
            for one in players.ratings_of(person)
        ],
        "seasons": [
            {
                "host": line.season.league.club.slug,
                "league": line.season.league.slug,
                "season": line.season.slug,
                "place": line.place,
                "attended": line.attended,
            }
            for line in players.season_lines(person)
        ],
        "fixture_seasons": [
            {
                "host": one.season.league.club.slug,
                "league": one.season.league.slug,
                "season": one.season.slug,
                "entrant": one.number,
                **{
                    name: getattr(one, name)
                    for name in ("division", "name", "place", "match_points", "played", "won", "state")
                },
            }
            for one in fixture_places(person)
        ],
    }


def _evening(one: players.EveningPlayed) -> Document:
    return {
        "evening": one.evening.slug,
        "name": one.evening.name,
        "date": one.evening.date.isoformat(),
        "game": one.evening.plan["game"],
        "place": one.line.place,
        "played": one.line.played,
        "won_halves": one.line.won_halves,
        "points_for": one.line.points_for,
        "points_difference": one.line.points_difference,
    }


def _games(games: Sequence[PlayedGame], names: Mapping[str, str]) -> Document:
    slug, counting = games[0].account
    return {
        "game": slug,
        "counting": counting,
        "total": _sum(played.total(games)),
        "won_in_a_row": _streak(played.won_in_a_row(games)),
        "partners": _with(played.by_partner(games), names),
        "opponents": _with(played.by_opponent(games), names),
        "tables": _at(played.by_table(games)),
        "seats": _at(played.by_seat(games)),
    }


def _sum(tally: Tally) -> Document:
    return {"games": tally.games, "won": tally.won, "points": tally.points, "theirs": tally.theirs}


def _with(tallies: Mapping[str, Tally], names: Mapping[str, str]) -> list[Document]:
    return [
        {"player": int(who), "name": names[who], **_sum(tally)}
        for who, tally in tallies.items()
        if who in names
    ]


def _at(tallies: Mapping[int, Tally]) -> list[Document]:
    return [{"number": number, **_sum(tally)} for number, tally in tallies.items()]


def _streak(streak: Streak) -> Document:
    return {"longest": streak.longest, "current": streak.current}
