"""What holds in every evening, whoever wins: a second movement, written from the page, seats everybody alike."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movement import by_the_page
from tests.tournaments.movement.rooms import EXCHANGE, KEEP, first_seating, move, winners_from_bits
from tournaments.movement.history import History
from tournaments.movement.progressive import Move, ProgressiveOptions
from tournaments.movement.seating import PlayedRound, Seating

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
def evenings(draw: st.DrawFn, *, most: int = 60) -> Setting:
    """Any evening of four players and more."""
    count = draw(st.integers(4, most))
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


@given(evenings())
def test_a_history_counts_every_round_of_everybody_and_every_table_and_sitter_has_a_reason(
    setting: Setting,
) -> None:
    for played, moved in played_out(setting):
        history = History.of(played)
        assert sum(history.sit_outs.values()) == len(played) * (len(setting.order) % 4)
        assert all(0 < run <= len(played) for run in history.unbroken.values())
        for player, met in history.partners.items():
            assert sum(met.values()) == len(played) - history.sit_outs.get(player, 0)

        told = [reason for reason in moved.reasons if reason.rule.startswith("partners.")]
        assert [reason.table for reason in told] == list(range(1, len(moved.seating.tables) + 1))
        assert {player for reason in told for player in reason.players} == {
            player for table in played[-1].seating.tables for player in table
        }
        out = {reason.players[0] for reason in moved.reasons if reason.rule == "sits-out"}
        assert out == {*moved.seating.sitting_out}


@given(evenings(most=30), st.data())
@settings(max_examples=150)
def test_a_second_movement_written_from_the_page_seats_everybody_alike_whoever_comes_and_goes(
    setting: Setting, data: st.DataObject
) -> None:
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
