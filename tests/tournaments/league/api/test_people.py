"""A person's history over the REST door."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening.models import TableRound, Ticket
from tournaments.league.api.people import PlayerHistory
from tournaments.league.services import bonds

Make = Callable[..., AnEvening]
MOST = 15


def seated(room: AnEvening, table: int, seat: int) -> Player:
    """Who sat in a seat in the first round."""
    game = TableRound.objects.get(round__evening=room.evening, round__number=1, table__number=table)
    return game.seats.get(seat=seat).ticket.player


def history(desk: Caller, home: str, player: Player) -> dict[str, Any]:
    """A person's history, as its model has it."""
    answer = desk.get(f"{home}players/{player.pk}/history/")
    assert answer.status_code == 200, answer.content
    told: dict[str, Any] = answer.json()
    PlayerHistory.model_validate_json(json.dumps(told), strict=True)
    return told


def test_whoever_has_played_nothing_has_an_empty_history(desk: Caller, home: str, club: Club) -> None:
    ann = clubs.add_player(club=club, name="Ann Lee", at=START)
    told = history(desk, home, ann)
    assert told.pop("player")["name"] == "Ann Lee"
    assert told.pop("evenings_in_a_row") == {"longest": 0, "current": 0}
    assert not any(told.values())


def test_a_history_tells_seasons_of_fixtures(desk: Caller, home: str, club: Club) -> None:
    made = AContest.made(club, (2,), at=START)
    ann = club.players.get(name="Ann")
    told: dict[str, Any] = {"host": club.slug, "league": "winter-league", "season": "2026", "division": ""}
    told |= {
        "entrant": 1,
        "name": "Ann",
        "place": None,
        "match_points": 0,
        "played": 0,
        "won": 0,
        "state": "",
    }
    assert history(desk, home, ann)["fixture_seasons"] == [told]
    made.play_out()
    told |= {"place": 1, "match_points": 2, "played": 1, "won": 1}
    assert history(desk, home, ann)["fixture_seasons"] == [told]


def test_a_history_tells_evenings_and_what_the_games_come_to(
    desk: Caller, home: str, make_evening: Make
) -> None:
    room = make_evening(8, until="published", rounds=1)
    ann, bo, cleo, dan = (seated(room, 2, seat) for seat in (1, 2, 3, 4))
    told = history(desk, home, ann)
    (evening,) = told["evenings"]
    assert (evening["evening"], evening["played"], evening["won_halves"]) == ("2026-11-20-friday", 1, 2)
    assert told["evenings_in_a_row"] == {"longest": 1, "current": 1}
    (games,) = told["games_played"]
    tally = {"games": 1, "won": 1, "points": 14, "theirs": 0}
    assert (games["game"], games["counting"], games["total"]) == ("chantecler", "games", tally)
    assert games["partners"] == [{"player": cleo.pk, "name": cleo.name, **tally}]
    assert sorted(one["player"] for one in games["opponents"]) == sorted((bo.pk, dan.pk))
    assert games["tables"] == [{"number": 2, **tally}]
    assert games["seats"] == [{"number": 1, **tally}]
    assert games["won_in_a_row"] == {"longest": 1, "current": 1}
    assert history(desk, home, bo)["games_played"][0]["total"] == {
        **tally,
        "won": 0,
        "points": 0,
        "theirs": 14,
    }


def test_whoever_is_read_as_somebody_else_has_their_history(
    desk: Caller, home: str, make_evening: Make
) -> None:
    room = make_evening(8, until="published", rounds=1)
    ann, cleo = seated(room, 1, 1), seated(room, 2, 1)
    bonds.merge(duplicate=cleo, into=ann, by="user:1", at=START)
    told = history(desk, home, cleo)
    assert told == history(desk, home, ann)
    assert (told["player"]["id"], told["also"]) == (ann.pk, [cleo.name])
    assert told["games_played"][0]["total"]["games"] == 2


@pytest.mark.parametrize("pk", [0, 10**6, 2**63, 10**30])
def test_a_number_that_nobody_has_is_not_found(desk: Caller, home: str, club: Club, pk: int) -> None:
    assert desk.get(f"{home}players/{pk}/history/").status_code == 404


def test_people_of_another_club_are_not_found(desk: Caller, home: str, club: Club) -> None:
    other = clubs.make_club(name="Owls", director=None, time_zone="UTC", at=START)
    olga = clubs.add_player(club=other, name="Olga", at=START)
    assert desk.get(f"{home}players/{olga.pk}/history/").status_code == 404
    assert desk.get(f"/api/v1/clubs/{other.slug}/players/{olga.pk}/history/").status_code == 404


def test_a_long_history_is_asked_for_as_often_as_a_short_one(
    desk: Caller, home: str, make_evening: Make
) -> None:
    ann = seated(make_evening(8, until="published"), 1, 1)
    before = asked(lambda: history(desk, home, ann))
    for number in range(3):
        room = make_evening(13, until="published", name=f"With {number}")
        Ticket.objects.filter(evening=room.evening, player=seated(room, 1, 1)).update(player=ann)
    after = asked(lambda: history(desk, home, ann))
    assert len(history(desk, home, ann)["evenings"]) == 4
    assert len(after) == len(before) <= MOST, "\n".join(after)
