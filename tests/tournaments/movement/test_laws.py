"""What holds in every evening, whoever wins: the laws of the page, and agreement with a second movement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movement import by_the_page
from tests.tournaments.movement.rooms import EXCHANGE, KEEP, first_seating, move, partners, winners_from_bits
from tournaments.movement.history import History
from tournaments.movement.progressive import Move, ProgressiveOptions
from tournaments.movement.seating import PlayedRound, Seating, pair, position

A_ROUND = st.integers(min_value=0, max_value=2**15 - 1)
OPTIONS = st.builds(
    ProgressiveOptions,
    head_table=st.sampled_from(["keep", "exchange"]),
    couples=st.sampled_from(["any", "mixed"]),
)


@dataclass(frozen=True)
class Setting:
    """An evening before it is played: who is drawn, under which options, and who wins what."""

    order: tuple[str, ...]
    options: ProgressiveOptions
    colours: Mapping[str, str]
    rounds: tuple[int, ...]


@st.composite
def evenings(draw: st.DrawFn, *, fours: bool = False, most: int = 60) -> Setting:
    """Any evening of four players and more; `fours` for numbers that divide by four."""
    count = draw(st.integers(1, most // 4)) * 4 if fours else draw(st.integers(4, most))
    order = tuple(f"p{number}" for number in range(1, count + 1))
    colours = draw(st.dictionaries(st.sampled_from(order), st.sampled_from(["red", "blue", "green"])))
    return Setting(order, draw(OPTIONS), colours, tuple(draw(st.lists(A_ROUND, min_size=1, max_size=9))))


def played_out(setting: Setting) -> Iterator[tuple[list[PlayedRound], Move]]:
    """Play an evening with nobody coming or going; after each round, the rounds so far and the move."""
    played: list[PlayedRound] = []
    seating = first_seating(setting.order)
    for bits in setting.rounds:
        played.append(PlayedRound(seating, winners_from_bits(bits, len(seating.tables))))
        moved = move(played, setting.options, start_order=setting.order, colours=setting.colours)
        yield played, moved
        seating = moved.seating


def table_of(seating: Seating, player: str) -> int:
    place = position(seating, player)
    assert place is not None
    return place[0]


@given(evenings())
@settings(deadline=None)
def test_every_player_is_in_exactly_one_seat_or_sits_out(setting: Setting) -> None:
    for _, moved in played_out(setting):
        assert Counter(moved.seating.players()) == Counter(setting.order)
        assert len(moved.seating.tables) == len(setting.order) // 4


@given(evenings(fours=True))
@settings(deadline=None)
def test_winners_go_up_a_table_losers_of_the_head_to_the_foot_and_nobody_else_moves(setting: Setting) -> None:
    for played, moved in played_out(setting):
        last = len(moved.seating.tables)
        for number, (table, winner) in enumerate(
            zip(played[-1].seating.tables, played[-1].winners, strict=True), 1
        ):
            up, stay = pair(table, winner), pair(table, "B" if winner == "A" else "A")
            assert [table_of(moved.seating, player) for player in up] == [max(1, number - 1)] * 2
            expected = last if number == 1 else number
            assert [table_of(moved.seating, player) for player in stay] == [expected] * 2


@given(evenings(fours=True))
@settings(deadline=None)
def test_after_the_move_no_couple_stays_together_but_those_of_a_head_table_that_keeps(
    setting: Setting,
) -> None:
    for played, moved in played_out(setting):
        again = partners(played[-1].seating) & partners(moved.seating)
        if setting.options.head_table == "keep" and len(moved.seating.tables) > 1:
            (one, two, three, four), *_ = moved.seating.tables
            assert again == {frozenset((one, three)), frozenset((two, four))}
        else:
            assert not again


@given(evenings(fours=True))
@settings(deadline=None)
def test_one_of_those_who_stay_keeps_the_seat_and_newcomers_sit_in_three_and_four(setting: Setting) -> None:
    for played, moved in played_out(setting):
        keeps = setting.options.head_table == "keep" and len(moved.seating.tables) > 1
        for number, (before, after) in enumerate(
            zip(played[-1].seating.tables, moved.seating.tables, strict=True)
        ):
            if number == 0 and keeps:
                winners = pair(before, played[-1].winners[0])
                assert all(before.index(player) == after.index(player) for player in winners)
            else:
                assert sum(one == two for one, two in zip(before[:2], after[:2], strict=True)) == 1
                assert {*after[:2]} <= {*before}
                if len(moved.seating.tables) > 1:
                    assert not {*after[2:]} & {*before}


@given(evenings())
@settings(deadline=None)
def test_sitters_come_back_and_nobody_sits_out_twice_before_everybody_has_once(setting: Setting) -> None:
    seatings = [first_seating(setting.order)]
    for played, moved in played_out(setting):
        seatings.append(moved.seating)
        assert not {*played[-1].seating.sitting_out} & {*moved.seating.sitting_out}
        counts = Counter(player for seating in seatings for player in seating.sitting_out)
        times = [counts[player] for player in setting.order]
        assert max(times) - min(times) <= 1


@pytest.mark.parametrize("count", range(4, 20))
def test_after_as_many_rounds_as_players_all_have_sat_out_equally_often(count: int) -> None:
    order = tuple(f"p{number}" for number in range(count))
    setting = Setting(order, ProgressiveOptions(), {}, tuple(range(7, 7 + count - 1)))
    seatings = [first_seating(order), *(moved.seating for _, moved in played_out(setting))]
    times = Counter(player for seating in seatings for player in seating.sitting_out)
    assert {times[player] for player in order} == {count % 4}


@given(evenings())
@settings(deadline=None)
def test_the_same_results_give_the_same_seats_and_leave_what_they_came_from_alone(setting: Setting) -> None:
    once = [(moved.seating, moved.reasons) for _, moved in played_out(setting)]
    assert once == [(moved.seating, moved.reasons) for _, moved in played_out(setting)]


@given(evenings(), st.data())
@settings(deadline=None)
def test_other_names_sit_in_the_same_seats(setting: Setting, data: st.DataObject) -> None:
    names = data.draw(st.permutations(setting.order))
    renamed = dict(zip(setting.order, names, strict=True))
    other = Setting(
        tuple(renamed[player] for player in setting.order),
        setting.options,
        {renamed[player]: colour for player, colour in setting.colours.items()},
        setting.rounds,
    )
    for (_, moved), (_, also) in zip(played_out(setting), played_out(other), strict=True):
        assert moved.seating.renamed(renamed) == also.seating


@given(evenings())
@settings(deadline=None)
def test_a_history_counts_every_round_of_everybody(setting: Setting) -> None:
    for played, _ in played_out(setting):
        history = History.of(played)
        assert sum(history.sit_outs.values()) == len(played) * (len(setting.order) % 4)
        assert all(0 < run <= len(played) for run in history.unbroken.values())
        for player, met in history.partners.items():
            assert sum(met.values()) == len(played) - history.sit_outs.get(player, 0)


@given(evenings())
@settings(deadline=None)
def test_every_table_and_every_sitter_has_a_reason(setting: Setting) -> None:
    for played, moved in played_out(setting):
        told = [reason for reason in moved.reasons if reason.rule.startswith("partners.")]
        assert [reason.table for reason in told] == list(range(1, len(moved.seating.tables) + 1))
        assert {player for reason in told for player in reason.players} == {
            player for table in played[-1].seating.tables for player in table
        }
        out = {reason.players[0] for reason in moved.reasons if reason.rule == "sits-out"}
        assert out == {*moved.seating.sitting_out}


@given(evenings())
@settings(deadline=None, max_examples=150)
def test_a_second_movement_written_from_the_page_seats_everybody_alike(setting: Setting) -> None:
    page = evening_by_the_page(setting)
    for played, moved in played_out(setting):
        page.play(played[-1].winners)
        assert same_room(moved.seating, page)


@given(evenings(most=30), st.data())
@settings(deadline=None, max_examples=150)
def test_so_it_does_when_people_come_and_go(setting: Setting, data: st.DataObject) -> None:
    page = evening_by_the_page(setting)
    seating, played, order = first_seating(setting.order), list[PlayedRound](), list(setting.order)
    for number, bits in enumerate(setting.rounds):
        played.append(PlayedRound(seating, winners_from_bits(bits, len(seating.tables))))
        here = list(seating.players())
        going = data.draw(st.lists(st.sampled_from(here), unique=True, max_size=6) if here else st.just([]))
        coming = [f"late{number}.{guest}" for guest in range(data.draw(st.integers(0, 6)))]
        order += coming
        moved = move(
            played,
            setting.options,
            start_order=order,
            colours=setting.colours,
            leaving=going,
            arriving=coming,
        )
        page.play(played[-1].winners, going, coming)
        assert same_room(moved.seating, page)
        assert {*moved.seating.players()} == {*here, *coming} - {*going}
        assert len(moved.seating.tables) == (len(here) + len(coming) - len(going)) // 4
        assert moved.seating.sitting_out == tuple(sorted(moved.seating.sitting_out, key=order.index))
        seating = moved.seating


SMALL = [(4, 4), (5, 4), (6, 4), (7, 5), (8, 3), (9, 3), (10, 3), (11, 3), (12, 2), (13, 2), (15, 2), (16, 2)]


@pytest.mark.parametrize(("count", "rounds"), SMALL, ids=[f"{count} players" for count, _ in SMALL])
def test_so_it_does_in_all_small_evenings_there_are(count: int, rounds: int) -> None:
    order = tuple(f"p{number}" for number in range(count))
    outcomes = product(range(2 ** (count // 4)), repeat=rounds)
    for options, bits in product((KEEP, EXCHANGE), outcomes):
        setting = Setting(order, options, {}, bits)
        page = evening_by_the_page(setting)
        for played, moved in played_out(setting):
            page.play(played[-1].winners)
            assert same_room(moved.seating, page)


def evening_by_the_page(setting: Setting) -> by_the_page.Evening:
    return by_the_page.Evening(
        setting.order,
        keep=setting.options.head_table == "keep",
        mixed=setting.options.couples == "mixed",
        colours=setting.colours,
    )


def same_room(seating: Seating, page: by_the_page.Evening) -> bool:
    """Whether both movements seat everybody alike, sitters in the same order."""
    tables, sitting_out = page.seating()
    return [list(table) for table in seating.tables] == tables and list(seating.sitting_out) == sitting_out
