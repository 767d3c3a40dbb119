"""Movements from and for other systems: what is written is read, and whatever is wrong is told with its place."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import AND_MORE, MOST_FAULTS, Faults
from tournaments.movement.exchange import LONGEST, as_csv, as_text, read_csv, read_text
from tournaments.movement.seating import Seating

Read = Callable[..., tuple[Seating, ...]]
TWO_ROUNDS = (
    Seating((("7", "2", "1", "8"), ("3", "4", "5", "6")), ("9",)),
    Seating((("9", "1", "3", "2"),), ("4", "5", "6", "7", "8")),
)


def faults(read: Read, text: str, **how: object) -> list[tuple[str, str]]:
    with pytest.raises(Faults) as refused:
        read(text, **how)
    return [(fault.field, fault.code) for fault in refused.value.faults]


def test_a_line_is_a_round_and_whoever_is_missing_sits_out_up_to_the_number_of_players() -> None:
    text = "\ufeff# ours\n7-2-1-8 3-4-5-6\n\n  9-1-3-2   # nine comes in\r\n"
    assert read_text(text) == TWO_ROUNDS
    assert as_text(TWO_ROUNDS) == "7-2-1-8 3-4-5-6\n9-1-3-2\n"
    assert read_text("1-2", players=4) == (Seating((("1", "2"),), ("3", "4")),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [("", "empty")], id="nothing"),
        pytest.param("# nothing\n\n", [("", "empty")], id="comments only"),
        pytest.param("1-2-3-1", [("line.1.table.1.seat.4", "twice")], id="twice at a table"),
        pytest.param("1-2 3-1", [("line.1.table.2.seat.2", "twice")], id="at two tables"),
        pytest.param("1-2-3-4\n1-2-3-4 5", [("line.2.table.2", "table-size")], id="a table of one"),
        pytest.param("1-2-3-4-5-6-7-8-9", [("line.1.table.1", "table-size")], id="a table of nine"),
        pytest.param("1-x", [("line.1.table.1.seat.2", "not-a-number")], id="a name"),
        pytest.param("1-", [("line.1.table.1.seat.2", "not-a-number")], id="an empty seat"),
        pytest.param("0-1", [("line.1.table.1.seat.1", "not-a-number")], id="nought"),
        pytest.param("1-2001", [("line.1.table.1.seat.2", "not-a-number")], id="more than anybody has"),
        pytest.param("1-٣", [("line.1.table.1.seat.2", "not-a-number")], id="other digits"),
        pytest.param("1-" + "9" * 5000, [("line.1.table.1.seat.2", "not-a-number")], id="many digits"),
        pytest.param("1-2\n" * 501, [("", "too-many-rounds")], id="too many rounds"),
        pytest.param(" " * (LONGEST + 1), [("", "too-long")], id="over-long"),
        pytest.param(
            "1-x 1\n2-2",
            [
                ("line.1.table.1.seat.2", "not-a-number"),
                ("line.1.table.2.seat.1", "twice"),
                ("line.2.table.1.seat.2", "twice"),
                ("line.1.table.2", "table-size"),
            ],
            id="everything at once",
        ),
    ],
)
def test_wrong_lines_are_told_with_their_place(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(read_text, text) == expected


def test_numbers_and_sizes_follow_the_evening() -> None:
    assert faults(read_text, "1-2-3-4 5-6-7-9", players=8) == [("line.1.table.2.seat.4", "out-of-range")]
    assert faults(read_text, "1-2-3", sizes=(4,)) == [("line.1.table.1", "table-size")]


def test_a_fault_says_what_was_entered_and_what_is_allowed() -> None:
    with pytest.raises(Faults) as refused:
        read_text("1-2 3-x\n1-2-3-1", players=4, sizes=(2,))
    assert [fault.message for fault in refused.value.faults] == [
        'line 1, table 2, seat 2: "x" was entered; allowed are whole numbers from 1 to 2000',
        (
            "line 2, table 1, seat 4: player 1 is there already: line 2, table 1, seat 1; "
            "everybody has one place in a round"
        ),
        "line 2, table 1: 4 players were entered; a table has 2",
    ]


def test_of_very_many_faults_the_rest_is_counted() -> None:
    found = faults(read_text, "x " * 3000)
    assert len(found) == MOST_FAULTS + 1
    assert found[-1] == ("", AND_MORE)


CSV = """round,table,seat,player
1,1,1,2
1,1,2,1
1,,,3
2,1,2,3
2,1,1,1
2,,,2
"""


def test_a_row_is_a_player_in_a_round() -> None:
    assert read_csv(CSV) == (Seating((("2", "1"),), ("3",)), Seating((("1", "3"),), ("2",)))


@pytest.mark.parametrize(
    "text",
    [
        CSV.replace(",", ";"),
        CSV.replace(",", "\t"),
        CSV.replace("\n", "\r\n"),
        "\ufeff" + CSV,
        CSV.replace("round", "Round").replace(",", " , "),
        CSV + ",,,\n",
        CSV.replace("1", '"1"'),
    ],
    ids=["semicolons", "tabs", "Windows", "a mark", "spaces", "an empty row", "quotes"],
)
def test_spreadsheets_write_it_in_their_own_ways(text: str) -> None:
    assert read_csv(text) == read_csv(CSV)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [("", "empty")], id="nothing"),
        pytest.param("round,table,seat,player\n", [("", "empty")], id="a header only"),
        pytest.param("1,1,1,2\n", [("line.1", "header")], id="no header"),
        pytest.param(CSV + "2,1,3\n", [("line.8", "columns")], id="a column short"),
        pytest.param(
            CSV.replace("1,1,2,1", "1,1,2,2"), [("line.3.player", "twice"), ("round.1", "no-row")], id="twice"
        ),
        pytest.param(
            CSV.replace("1,1,2,1", "1,1,1,1"),
            [("line.3.seat", "seat-taken"), ("round.1.table.1", "table-size")],
            id="a seat for two",
        ),
        pytest.param(
            CSV.replace("1,1,2,1", "1,1,,1"),
            [("line.3.seat", "not-a-number"), ("round.1.table.1", "table-size")],
            id="half a place",
        ),
        pytest.param(CSV.replace("\n2,", "\n3,"), [("", "gap")], id="a round left out"),
        pytest.param(CSV.replace("\n1,1,", "\n1,2,"), [("round.1", "gap")], id="a table left out"),
        pytest.param(CSV.replace("1,1,2,1", "1,1,3,1"), [("round.1.table.1", "gap")], id="a seat left out"),
        pytest.param(CSV.replace("1,,,3\n", ""), [("round.1", "no-row")], id="a row left out"),
        pytest.param(
            CSV.replace("1,,,3", "1,,,x"),
            [("line.4.player", "not-a-number"), ("round.1", "no-row")],
            id="a name",
        ),
        pytest.param(
            CSV.replace("2,,,2", "501,,,2"),
            [("line.7.round", "not-a-number"), ("round.2", "no-row")],
            id="a round beyond all",
        ),
        pytest.param("round,table,seat,player\n1,,,1\n", [("round.1", "no-table")], id="nobody plays"),
    ],
)
def test_wrong_rows_are_told_with_their_place(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(read_csv, text) == expected


def test_a_player_the_evening_has_not_is_out_of_range() -> None:
    assert faults(read_csv, CSV, players=2) == [
        ("line.4.player", "out-of-range"),
        ("line.5.player", "out-of-range"),
    ]


@st.composite
def movements(draw: st.DrawFn) -> tuple[Seating, ...]:
    """Rounds of the players 1 to P at tables of two to five, those sitting out in order."""
    players = draw(st.integers(2, 17))
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        order = list(map(str, draw(st.permutations(range(1, players + 1)))))
        tables: list[tuple[str, ...]] = []
        while len(order) >= 2 and (not tables or draw(st.booleans())):
            size = draw(st.integers(2, min(5, len(order))))
            tables.append(tuple(order[:size]))
            order = order[size:]
        rounds.append(Seating(tuple(tables), tuple(sorted(order, key=int))))
    return tuple(rounds)


@given(movements())
def test_what_is_written_is_read_again(rounds: tuple[Seating, ...]) -> None:
    players = len(list(rounds[0].players()))
    assert read_text(as_text(rounds), players=players) == rounds
    assert read_csv(as_csv(rounds), players=players) == rounds
    assert read_csv(as_csv(rounds)) == rounds


@given(st.one_of(st.text(), st.text("0123456789-,;# \n\tround,table,seat,player"), st.text("12-, \n")))
def test_garbage_is_refused_with_faults_and_nothing_else(text: str) -> None:
    for read in (read_text, read_csv):
        for told in (text, "round,table,seat,player\n" + text):
            with suppress(Faults):
                read(told)
