"""The planner: what every plan keeps, and that a search goes on elsewhere as if it had never stopped."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.faults import Faults
from tournaments.movement.certificate import Certificate, certify
from tournaments.movement.interface import Tables
from tournaments.movement.planner import Planner, plan
from tournaments.movement.planner.board import Cost, cost
from tournaments.movement.planner.task import Cards, Pair, Task
from tournaments.movement.scheduled import Scheduled, ScheduledPoints

FOURS = Tables((4,), partnership=True)
THREES_AND_FOURS = Tables((3, 4), preferred_size=4)
FIVES = Tables((5, 4, 3))
PAIRS = Tables((2,))
GAMES = st.sampled_from([FOURS, Tables((4,)), THREES_AND_FOURS, FIVES, PAIRS])


def faults(cost: Cost) -> tuple[int, int, int, int]:
    """What people call a fault: wishes not kept, sit-outs too many, partnerships repeated, meetings crowded."""
    return cost.forbidden, cost.sit_outs, cost.partners, cost.crowded


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """Evenings of any game, some with people who come or go, some with wishes that can be kept."""
    tables = draw(GAMES)
    players = draw(st.integers(max(6, 2 * min(tables.allowed)), 26))
    rounds = draw(st.integers(1, 6))
    numbers = st.integers(0, players - 1)
    absent = [draw(st.frozensets(numbers, max_size=2)) for _ in range(rounds)]
    present = tuple(frozenset(range(players)) - away for away in absent)
    people = draw(st.permutations(range(players)))
    wished = players >= 4 * max(tables.allowed)
    together: tuple[Pair, ...] = ((people[0], people[1]),) if wished and draw(st.booleans()) else ()
    apart: tuple[Pair, ...] = ((people[2], people[3]),) if wished and draw(st.booleans()) else ()
    unmoved = (people[4],) if wished and draw(st.booleans()) else ()
    return Task(players, rounds, tables, present=present, together=together, apart=apart, unmoved=unmoved)


@settings(max_examples=40)
@given(tasks())
def test_everybody_sits_once_tables_are_as_the_game_allows_and_wishes_are_kept(task: Task) -> None:
    cards = plan(task, seed="laws", moves=20_000)
    assert len(cards) == task.rounds
    for card, there, sizes in zip(cards, task.present_by_round, task.sizes, strict=True):
        seated = [player for table in card for player in table]
        assert len(set(seated)) == len(seated)
        assert set(seated) <= there
        assert tuple(map(len, card)) == sizes
    found = cost(task, cards)
    assert found.forbidden == 0
    assert found.sit_outs == 0


@settings(max_examples=25)
@given(tasks(), st.lists(st.integers(0, 3000), max_size=5))
def test_a_search_cut_into_slices_and_carried_over_as_json_ends_with_the_same_cards(
    task: Task, slices: list[int]
) -> None:
    whole = Planner(task, "slices")
    whole.advance(9000)
    part = Planner(task, "slices")
    for moves in slices:
        part.advance(min(moves, 9000 - part.moves))
        part = Planner.from_data(task, json.loads(json.dumps(part.as_data())))
    part.advance(9000 - part.moves)
    assert part.cards == whole.cards
    assert part.as_data() == whole.as_data()


def test_more_moves_never_make_the_meetings_worse() -> None:
    planner = Planner(Task(24, 7, FOURS), "longer")
    before = planner.cost
    for _ in range(6):
        planner.advance(20_000)
        found = planner.cost
        assert (faults(found), found.meetings) <= (faults(before), before.meetings)
        before = found


def test_sixty_people_play_twelve_rounds_with_no_partner_twice_and_no_opponent_thrice() -> None:
    found = cost(task := Task(60, 12, FOURS), plan(task, seed="sixty", moves=60_000))
    assert (found.forbidden, found.sit_outs, found.partners, found.crowded) == (0, 0, 0, 0)


def test_a_perfect_start_is_left_as_it_is_but_for_numbers_of_tables_and_seats() -> None:
    start: Cards = (
        ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)),
        ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
    )
    task = Task(16, 2, FOURS)
    planner = Planner(task, "perfect", start)
    assert planner.done
    assert _companies(planner.cards) == _companies(start)


def test_numbers_of_a_start_that_nobody_has_and_rounds_that_it_lacks_are_made_good() -> None:
    start: Cards = (((0, 1, 2, 15), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 3)),)
    task = Task(14, 3, FOURS)
    found = cost(task, plan(task, seed="deleted", moves=20_000, start=start))
    assert (found.sit_outs, found.partners, found.crowded) == (0, 0, 0)


def test_what_has_been_played_counts() -> None:
    first: Cards = (((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)),)
    task = Task(16, 5, FOURS, past=first)
    cards = plan(task, seed="past", moves=100_000)
    assert len(cards) == 4
    assert cost(task, cards).meetings == 0


def test_whoever_has_sat_out_already_plays_now() -> None:
    task = Task(6, 3, FOURS, past=(((0, 1, 2, 3),),))
    found = plan(task, seed="fair", moves=5000)
    assert {4, 5} <= set(found[0][0]) & set(found[1][0])


def test_who_came_late_does_not_sit_out_more_often_for_it() -> None:
    everybody = frozenset(range(5))
    task = Task(5, 4, FOURS, past=(((0, 1, 2, 3),),) * 2, past_present=(everybody - {4},) * 2)
    assert task.sat_out == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    "tables", [FOURS, THREES_AND_FOURS, FIVES], ids=["fours", "threes and fours", "fives"]
)
def test_whoever_must_not_move_has_one_seat_all_evening(tables: Tables) -> None:
    task = Task(22, 6, tables, unmoved=(3, 9, 21), together=((9, 10),))
    cards = plan(task, seed="staying", moves=20_000)
    for player in (3, 9, 21):
        seats = {
            (number, table.index(player))
            for card in cards
            for number, table in enumerate(card)
            if player in table
        }
        assert len(seats) == 1
    assert cost(task, cards).forbidden == 0


def test_whoever_stays_does_so_where_they_sit_now() -> None:
    past: Cards = (((0, 1, 2, 3), (4, 5, 6, 7)),)
    cards = plan(Task(8, 3, FOURS, past=past, unmoved=(6,)), seed="now", moves=3000)
    assert [card[1][2] for card in cards] == [6, 6]


def test_couples_stay_together_all_evening_and_meet_others_evenly() -> None:
    couples = tuple((2 * number, 2 * number + 1) for number in range(10))
    task = Task(20, 6, FOURS, together=couples)
    found = cost(task, plan(task, seed="couples", moves=40_000))
    assert (found.forbidden, found.meetings) == (0, 0)


def test_couples_sit_out_together() -> None:
    couples = tuple((2 * number, 2 * number + 1) for number in range(7))
    task = Task(14, 7, FOURS, together=couples)
    cards = plan(task, seed="couples", moves=20_000)
    out = [frozenset(range(14)).difference(*card) for card in cards]
    assert set(out) == set(map(frozenset, couples))


REFUSED = [
    pytest.param({"together": ((0, 1),), "apart": ((1, 0),)}, "apart.0", "together-and-apart", id="both"),
    pytest.param({"together": ((0, 1), (1, 2))}, "together", "two-partners", id="two partners"),
    pytest.param(
        {"together": ((0, 1),), "never_partners": ((0, 1),)}, "never_partners.0", "together-and-apart", id="never"
    ),
    pytest.param({"apart": ((0, 99),)}, "apart.0", "no-such-player", id="nobody has the number"),
    pytest.param({"apart": ((3, 3),)}, "apart.0", "same-player", id="with themselves"),
    pytest.param({"unmoved": (0, 1, 2, 3)}, "unmoved", "too-few-tables", id="more stay than there are tables"),
    pytest.param({"unmoved": (0, 0)}, "unmoved", "twice", id="named twice"),
    pytest.param({"past": (((0, 1, 2, 0),),)}, "past.0", "twice", id="at a table twice"),
    pytest.param({"present": (frozenset({0, 1, 2, 3}),)}, "present", "rounds", id="one round of four"),
    pytest.param({"announced": ((),) * 5}, "announced", "rounds", id="more announced than come"),
    pytest.param(
        {"present": (frozenset({0, 1, 2, 3}),) * 4, "apart": ((0, 1),)}, "apart.0", "one-table", id="one table"
    ),
    pytest.param({"tables": PAIRS, "together": ((0, 1), (1, 2))}, "together", "", id="partners at twos"),
    pytest.param({"tables": PAIRS, "never_partners": ((0, 1),)}, "never_partners.0", "", id="never at twos"),
    pytest.param({"rounds": 0}, "rounds", "", id="no round"),
    pytest.param({"players": 1}, "players", "", id="one alone"),
    pytest.param({"past_present": (frozenset({1}),)}, "past_present", "", id="there before the first round"),
]  # fmt: skip


@pytest.mark.parametrize(("entered", "field", "code"), REFUSED)
def test_what_cannot_be_planned_is_said(entered: dict[str, object], field: str, code: str) -> None:
    with pytest.raises(Faults) as refused:
        Task(**({"players": 12, "rounds": 4, "tables": FOURS} | entered))  # type: ignore[arg-type]
    assert (field, code) in [(fault.field, fault.code if code else "") for fault in refused.value.faults]
    assert all(fault.message for fault in refused.value.faults)


def _companies(cards: Cards) -> list[set[frozenset[frozenset[int]]]]:
    """Who sits with whom as partners against whom, whatever the table and the seat."""
    return [{frozenset((frozenset(t[0::2]), frozenset(t[1::2]))) for t in card} for card in cards]


def scheduled(tables: Tables, players: int, rounds: int, **options: Any) -> Certificate:
    mover = Scheduled(tables, ScheduledPoints.model_validate(options))
    first = mover.first_seating([f"p{number}" for number in range(players)])
    announced = mover.draw_up(first, rounds=rounds, seed="a seed")
    seatings = [first, *(announced.rounds if announced else ())]
    return certify(seatings, partnership=tables.partnership, sizes=tables.allowed)


@pytest.mark.parametrize(
    ("tables", "players", "rounds"),
    [
        (FOURS, 11, 11),
        (FOURS, 10, 10),
        (FOURS, 7, 6),
        (PAIRS, 9, 7),
        (Tables((3,)), 8, 12),
        (Tables((5,)), 13, 9),
    ],
)
def test_nobody_sits_out_two_rounds_running_where_that_can_be_had(
    tables: Tables, players: int, rounds: int
) -> None:
    certificate = scheduled(tables, players, rounds, rests="apart")
    assert certificate.running_rests == certificate.fewest_running_rests
    assert certificate.summary.sit_out_spread <= 1


@pytest.mark.parametrize(
    ("players", "rounds", "tables", "again"),
    [(24, 9, 4, 80), (12, 6, 2, 6), (30, 8, 5, 95), (11, 11, 2, 5)],
)
def test_mixed_rests_are_not_beside_the_same_people_and_cost_no_meeting(
    players: int, rounds: int, tables: int, again: int
) -> None:
    room = Tables((4,), partnership=True, most=tables)
    before, after = (scheduled(room, players, rounds, rests=rests) for rests in ("apart", "mixed"))
    assert after.repeated_rests <= again < before.repeated_rests
    assert after.summary.repeated_meetings <= before.summary.repeated_meetings
    assert (after.running_rests, after.summary.sit_out_spread) == (0, before.summary.sit_out_spread)


def test_who_meets_whom_stays_where_rounds_change_places() -> None:
    before, after = (scheduled(FOURS, 11, 11, rests=rests) for rests in ("any", "apart"))
    assert before.running_rests > after.running_rests == 0
    assert after.summary.repeated_meetings <= before.summary.repeated_meetings


@pytest.mark.parametrize(
    ("players", "sizes", "rounds"),
    [
        pytest.param(27, (4, 3), 9, id="twenty-seven by fours, or a three"),
        pytest.param(29, (4, 3, 5), 7, id="fours with one five: the larger table comes last"),
        pytest.param(13, (3, 2), 7, id="threes and twos"),
        pytest.param(33, (5, 4), 7, id="fives and fours"),
    ],
)
def test_tables_of_two_sizes_have_their_schedule_too(
    players: int, sizes: tuple[int, ...], rounds: int
) -> None:
    certificate = scheduled(Tables(sizes), players, rounds)
    assert not certificate.faults
    assert (certificate.summary.repeated_meetings, set(certificate.counts.sat_out)) == (0, {0})


def test_four_tables_for_twenty_are_shared_by_all() -> None:
    four_tables = Tables((4,), partnership=True, most=4)
    certificate = scheduled(four_tables, 20, 5, schedule="meeting", rests="apart")
    assert certificate.counts.sat_out == (1,) * 20
    assert certificate.summary.repeated_meetings == 0
