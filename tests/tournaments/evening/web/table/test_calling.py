"""Calling the director from the table, and what the director's decisions look like there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.evening import acts
from tournaments.evening.models import DirectorCall, Round, Seat

# --- calling -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("until", ["seated", "playing", "bell", "settled", "moved", "finished"])
def test_the_director_can_be_called_at_any_turn_of_the_evening(
    make_evening: Any, sit: Any, until: Any
) -> None:
    phone = sit(make_evening(8, until=until), 2)
    assert "Call the director" in phone.text()

    said = text_of(phone.press("call", reason="rule", words="may one ruff here?"))

    assert "Waiting for the director since" in said
    assert "a rule (“may one ruff here?”)" in said
    assert DirectorCall.objects.get().by == "table:2"


def test_a_table_that_needs_nobody_any_more_says_so(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"), 2)
    phone.press("call", reason="score")
    assert "Waiting for the director" not in text_of(phone.press("call/withdraw"))
    assert DirectorCall.objects.get().answered_by == "table:2"
    assert phone.press("call/withdraw").status_code == 200


def test_a_call_needs_one_of_the_reasons(make_evening: Any, sit: Any) -> None:
    said = text_of(sit(make_evening(8, until="playing")).press("call", reason=""))
    assert "allowed: score, rule, seats, cards, other" in said
    assert not DirectorCall.objects.exists()


# --- the bell ------------------------------------------------------------------------------------------------------


@pytest.fixture
def both_at_the_target(make_evening: Any) -> Any:
    """Two tables that have reached the target, table 2 first; table 1 has rung."""
    evening = make_evening(8, until="playing")
    for table in (2, 1):
        for _ in range(3):
            evening.enter(table, a_hand())
    evening.act(acts.Ring(table=1))
    return evening


def test_the_table_that_reached_the_target_first_may_claim_the_bell(
    both_at_the_target: Any, sit: Any
) -> None:
    first, other = sit(both_at_the_target, 2), sit(both_at_the_target, 1)
    assert "Claim the bell" in first.text()
    assert "Claim the bell" not in other.text()

    assert "Your table rang." in text_of(first.press("ring"))

    assert Round.objects.get().bell_table.number == 2  # type: ignore[union-attr]
    assert "Claim the bell" not in first.text()
    assert "Table 2 rang." in other.text()


def test_a_bell_that_is_taken_back_is_told_once(both_at_the_target: Any, sit: Any) -> None:
    phone, late = sit(both_at_the_target, 2), sit(both_at_the_target, 2)
    phone.look()
    both_at_the_target.act(acts.TakeBackBell(reason="the wrong button"))
    assert "Play goes on." in phone.text()
    assert "Play goes on." not in phone.text()
    assert "Play goes on." not in late.text()


# --- decisions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("service", "arguments", "says"),
    [
        (acts.NotPlayed, {}, "This game counts as not played."),
        (acts.AdjustGame, {"points": (20, 3)}, "The director has set the score of this game."),
    ],
    ids=["not played", "adjusted"],
)
def test_a_decided_game_says_so_with_the_reason(
    make_evening: Any, sit: Any, service: Any, arguments: Any, says: Any
) -> None:
    evening = make_evening(8, until="bell")
    phone = sit(evening, 2)
    evening.act(service(round=1, table=2, reason="a pack of 51 cards", **arguments))
    said = phone.text()
    assert says in said
    assert "Reason: a pack of 51 cards" in said
    assert "A hand finished before the bell?" not in said
    assert ("have won the game" in said) == (service is acts.AdjustGame)


def test_penalties_are_seen_by_those_who_have_them(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="moved")
    seats = Seat.objects.filter(round__number=1, table_round__table__number=2).select_related(
        "ticket__player"
    )
    ticket = seats[0].ticket
    evening.act(acts.Penalty(tickets=(ticket.code,), points=-5, reason="a telephone rang"))
    said = sit(evening, 2).text()
    assert f"{ticket.player.name}: −5" in said
    assert "Penalty: a telephone rang" in said
    assert "a telephone rang" not in sit(evening, 1).text()
