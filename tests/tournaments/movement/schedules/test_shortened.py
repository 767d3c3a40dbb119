"""Evenings of any length from a schedule."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movement.schedules.tally import (
    everybody,
    games,
    meetings,
    partners,
    seated,
    seats,
    spread,
    there_is,
)
from tournaments.movement.schedules.catalogue import Kind, best, shortened

KINDS: list[tuple[Kind, int, int]] = [
    ("whist", 8, 4),
    ("whist", 9, 4),
    ("whist", 13, 4),
    ("whist", 16, 4),
    ("whist", 20, 4),
    ("couples", 8, 4),
    ("couples", 10, 4),
    ("couples", 30, 4),
    ("meeting", 9, 3),
    ("meeting", 16, 4),
    ("meeting", 24, 4),
    ("meeting", 25, 5),
    ("berger", 7, 2),
    ("berger", 8, 2),
]
ANY = st.sampled_from(KINDS)


@given(ANY, st.integers(0, 30))
@settings(max_examples=80)
def test_an_evening_has_the_rounds_asked_for_and_each_as_many_rests_and_whatever_counts_as_all_others(
    room: tuple[Kind, int, int], rounds: int
) -> None:
    schedule = there_is(*room)
    cards = shortened(schedule, rounds)
    assert len(cards) == rounds
    for tables in cards:
        there = seated(tables)
        assert len(there) == len(set(there))
        assert set(there) <= set(range(schedule.players))
    assert spread(games(cards), range(schedule.players)) <= 1
    assert cards == shortened(schedule, rounds + 1)[:rounds], "a longer evening begins alike"
    all_meet = (schedule.players - 1) % (schedule.size - 1) == 0
    if schedule.kind in ("whist", "berger") or (schedule.kind == "meeting" and all_meet):
        count = partners(cards) if schedule.kind == "whist" else meetings(cards)
        assert spread(count, everybody(schedule.players)) <= 1


@pytest.mark.parametrize("rounds", [4, 7, 10, 21], ids=lambda rounds: f"{rounds} rounds")
def test_spouses_never_meet_however_long_the_evening(rounds: int) -> None:
    met = meetings(shortened(there_is("couples", 16, 4), rounds))
    assert not any(frozenset((man, 8 + man)) in met for man in range(8))


def test_partners_of_whist_stay_partners() -> None:
    schedule = there_is("whist", 20, 4)
    assert partners(shortened(schedule, len(schedule.cards))) == partners(schedule.cards)


@pytest.mark.parametrize(
    ("kind", "players", "size", "rounds", "most"),
    [
        pytest.param("whist", 13, 4, 13, 2, id="whist for thirteen"),
        pytest.param("whist", 40, 4, 12, 2, id="twelve rounds of whist for forty"),
        pytest.param("meeting", 24, 4, 7, 1, id="twenty-four meet in seven rounds"),
        pytest.param("meeting", 100, 4, 33, 2, id="a hundred meet everybody"),
        pytest.param("meeting", 25, 5, 6, 1, id="twenty-five by fives"),
        pytest.param("berger", 10, 2, 9, 1, id="a round robin of ten"),
        pytest.param("berger", 10, 2, 18, 0, id="a double round robin of ten"),
    ],
)
def test_everybody_has_each_seat_about_equally_often(
    kind: Kind, players: int, size: int, rounds: int, most: int
) -> None:
    had = seats(shortened(there_is(kind, players, size), rounds))
    for player in range(players):
        of_one = [had[player, seat] for seat in range(1, size + 1)]
        assert max(of_one) - min(of_one) <= most


@pytest.mark.parametrize(
    ("players", "size", "rounds", "most"),
    [
        pytest.param(27, 4, 9, 0, id="twenty-seven: everybody once"),
        pytest.param(30, 4, 5, 0, id="thirty in five rounds: everybody once"),
        pytest.param(30, 4, 10, 0, id="thirty: everybody twice"),
        pytest.param(23, 4, 5, 1, id="twenty-three in five rounds"),
        pytest.param(8, 3, 4, 0, id="eight by threes"),
    ],
)
def test_short_tables_go_round_and_come_last(players: int, size: int, rounds: int, most: int) -> None:
    cards = shortened(there_is("meeting", players, size, -(-players // size)), rounds)
    short = Counter(player for card in cards for table in card if len(table) < size for player in table)
    assert spread(short, range(players)) == most
    assert all(list(card) == sorted(card, key=len, reverse=True) for card in cards)


def test_sit_outs_go_round() -> None:
    cards = shortened(there_is("whist", 13, 4), 26)
    resting = [set(range(13)).difference(seated(tables)).pop() for tables in cards]
    assert sorted(resting[:13]) == sorted(resting[13:]) == list(range(13))


def test_the_second_round_robin_changes_the_seats_over() -> None:
    cards = shortened(there_is("berger", 6, 2), 10)
    for first, second in zip(cards[:5], cards[5:], strict=True):
        assert {table[::-1] for table in first} == set(second)


@pytest.mark.parametrize(
    ("players", "rounds", "size", "partnership", "kind"),
    [
        pytest.param(24, 7, 4, True, "meeting", id="nobody meets twice while that goes"),
        pytest.param(24, 8, 4, True, "whist", id="a round more: everybody partners everybody"),
        pytest.param(24, 60, 4, True, "whist", id="far more"),
        pytest.param(13, 6, 4, True, "whist", id="one too many for three tables: they rest in turn"),
        pytest.param(14, 6, 4, True, None, id="two too many"),
        pytest.param(24, 7, 4, False, "meeting", id="no partners"),
        pytest.param(15, 7, 3, False, "meeting", id="threes"),
        pytest.param(15, 8, 3, False, None, id="more rounds of threes than there are"),
        pytest.param(25, 6, 5, False, "meeting", id="fives"),
        pytest.param(9, 4, 2, False, "berger", id="twos"),
        pytest.param(9, 40, 2, True, "berger", id="twos, all night"),
        pytest.param(12, 3, 6, False, None, id="tables of six"),
        pytest.param(400, 3, 4, False, None, id="a room larger than any"),
    ],
)
def test_the_schedule_that_suits_an_evening(
    players: int, rounds: int, size: int, partnership: bool, kind: Kind | None
) -> None:
    found = best(players, rounds, size=size, partnership=partnership)
    assert (found and found.kind) == kind
