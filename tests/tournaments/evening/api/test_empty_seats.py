"""Somebody leaves between the announcement and the signal, over REST: by every way out."""

from __future__ import annotations

from collections.abc import Callable

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, fault
from tests.tournaments.evening.api.test_an_evening import held
from tournaments.evening.api import evening_answers
from tournaments.evening.models import Ticket
from tournaments.evening.reads.facts import seating_of

Make = Callable[..., AnEvening]


def test_a_seat_left_after_the_announcement_is_taken_or_all_are_seated_anew_before_the_start(
    desk: Caller, make_evening: Make
) -> None:
    evening = make_evening(14, until="moved", game="euchre", movement="drawn", counting="points")
    at = address(evening)

    def code(table: int, seat: int) -> str:
        return seating_of(evening.evening.rounds.get(number=2)).tables[table][seat]

    gone = code(0, 1)
    held(desk.post(f"{at}leave/", {"ticket": gone}), evening_answers.Evening)
    assert fault(desk.post(f"{at}start/")) == (400, "tables.1", "has-left")
    resting = seating_of(evening.evening.rounds.get(number=2)).sitting_out
    taker = Ticket.objects.get(code=resting[0])
    held(desk.post(f"{at}substitute/", {"ticket": gone, "player": taker.player_id}), evening_answers.Evening)
    assert code(0, 1) == taker.code
    held(desk.post(f"{at}leave/", {"ticket": code(1, 1)}), evening_answers.Evening)
    guest = desk.post(f"{at}substitute/", {"ticket": code(1, 1), "guest": "Somebody's sister"})
    held(guest, evening_answers.Evening)
    held(desk.post(f"{at}leave/", {"ticket": code(2, 1)}), evening_answers.Evening)
    assert held(desk.post(f"{at}draft-move/"), evening_answers.Evening)["status"] == "drafted"
    held(desk.post(f"{at}publish-move/"), evening_answers.Evening)
    held(desk.post(f"{at}leave/", {"ticket": code(0, 0)}), evening_answers.Evening)
    assert held(desk.post(f"{at}start/", {"anyway": True}), evening_answers.Evening)["status"] == "playing"
