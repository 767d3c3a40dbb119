"""The certificate of a movement: counted by hand for tiny cases, and by laws for all others."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import Faults
from tournaments.movement.certificate import Certificate, Provenance, certify, differences
from tournaments.movement.seating import Seating

Rounds = list[tuple[list[tuple[str, ...]], list[str]]]


def of_text(text: str) -> list[tuple[list[list[str]], None]]:
    """Rounds written one to a line, everybody by a letter: `abcd efgh`; whoever is missing sits out."""
    return [([list(table) for table in line.split()], None) for line in text.strip().splitlines()]


def counted(text: str, players: str | None = None, **how: Any) -> Certificate:
    return certify(of_text(text), **{"partnership": True, "players": players, **how})


FOUR = "abcd\nacbd\nabdc"
FIVE = "bced\ncdae\ndeba\neacb\nabdc"
SIXTEEN = """
abcd efgh ijkl mnop
aeim bfjn cgko dhlp
afkp belo chin dgjm
agln bhkm cejp dfio
ahjo bgip cflm dekn
"""


def test_whist_of_four_has_everybody_partner_once_and_oppose_twice() -> None:
    four = counted(FOUR)
    assert four.counts.partners == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert four.counts.opponents == ((0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 0, 2), (2, 2, 2, 0))
    assert four.counts.meetings[0] == (0, 3, 3, 3)
    assert four.counts.seats == ((3, 0, 0, 0, 0), (0, 2, 1, 0, 0), (0, 1, 1, 1, 0), (0, 0, 1, 2, 0))
    assert four.counts.tables == ((3,), (3,), (3,), (3,))
    assert (four.counts.played, four.counts.sat_out) == ((3, 3, 3, 3), (0, 0, 0, 0))
    assert four.summary.repeated_partnerships == 0
    assert four.summary.repeated_meetings == 12
    assert four.distances == dict.fromkeys(four.distances, 0)
    assert four.bounds
    assert four.bounds.meetings_by_player == (6, 6, 6, 6), "who meet too many must meet some again"


def test_whist_of_five_has_everybody_sit_out_once_and_partner_all_others() -> None:
    five = counted(FIVE, "abcde")
    assert five.counts.sit_outs == ((1,), (2,), (3,), (4,), (5,))
    assert five.counts.played == (4,) * 5
    assert [row[:4] for row in five.counts.seats] == [(1, 1, 1, 1)] * 5
    assert five.counts.partners[0] == (0, 1, 1, 1, 1)
    assert five.counts.opponents[0] == (0, 2, 2, 2, 2)
    assert five.summary.repeated_partnerships == five.summary.sit_out_spread == 0
    assert (five.summary.longest_gap, five.summary.shortest_gap) == (None, None)
    assert {even.worst for even in five.summary.evenness.values()} == {0}


def test_sixteen_in_five_rounds_meet_everybody_once() -> None:
    sixteen = counted(SIXTEEN)
    assert {n for row, met in enumerate(sixteen.counts.meetings) for n in met[row + 1 :]} == {1}
    assert sixteen.summary.repeated_meetings == sixteen.summary.never_met == 0
    assert sixteen.summary.evenness["meetings"].worst == 0
    assert sixteen.summary.evenness["partners"].even == Fraction(1, 3)
    assert sixteen.counts.seats[0] == (5, 0, 0, 0, 0)
    assert sixteen.summary.evenness["seats"].worst == Fraction(15, 4)


def test_tables_of_other_sizes_and_players_who_play_alone() -> None:
    tarot = counted("abcde fgh\nafbgc deh", partnership=False)
    assert set(chain.from_iterable(tarot.counts.partners)) == {0}
    assert tarot.counts.opponents == tarot.counts.meetings
    assert tarot.counts.meetings[0] == (0, 2, 2, 1, 1, 1, 1, 0)
    assert tarot.counts.seats[3] == (1, 0, 0, 1, 0)
    assert tarot.counts.tables[3] == (1, 1)
    assert tarot.summary.repeated_meetings == 2 + 1 + 1 + 1
    # d sat at a table of five and at one of three: of seat 4 a fifth would have been even.
    assert tarot.summary.evenness["seats"].even is None


def test_who_came_late_has_not_sat_out() -> None:
    late = certify(
        [(["abcd"], "e"), (["abce"], "df")],
        partnership=True,
        absent=["f"],
    )
    assert late.faults == ()
    assert late.counts.sit_outs == ((), (), (), (2,), (1,), (2,))
    assert late.counts.played == (2, 2, 2, 1, 1, 0)
    # Of the two rounds f was there for one, in which two of six sat out.
    assert late.summary.evenness["sit_outs"].most == 1


def test_the_gaps_between_sit_outs() -> None:
    gaps = counted("bcde\nacde\nbcde\nbcde\nabcd", "abcde")
    assert gaps.counts.sit_outs == ((1, 3, 4), (2,), (), (), (5,))
    assert (gaps.summary.shortest_gap, gaps.summary.longest_gap) == (1, 2)
    assert gaps.summary.sit_out_spread == 3
    assert gaps.distances["sit_out_spread"] == 3


def some_rounds(players: int, rounds: int, size: int) -> Rounds:
    """Rounds in which everybody stays where they are: bounds look at the numbers only."""
    names = [str(number) for number in range(players)]
    seated = players - players % size
    tables = [tuple(names[start : start + size]) for start in range(0, seated, size)]
    return [(tables, names[seated:])] * rounds


@pytest.mark.parametrize(
    ("players", "rounds", "size", "least"),
    [
        pytest.param(16, 5, 4, 0, id="16 players can do 5 rounds"),
        pytest.param(16, 6, 4, 24, id="and meet everybody again in the sixth: 144 meetings of 120 pairs"),
        pytest.param(20, 5, 4, 0, id="20 players can do 5 rounds"),
        pytest.param(20, 6, 4, 1, id="no 6, though counting would allow it"),
        pytest.param(20, 7, 4, 20, id="then counting says more: 210 meetings of 190 pairs"),
        pytest.param(8, 1, 4, 0, id="8 players, 1 round"),
        pytest.param(8, 2, 4, 4, id="8 players, 2 rounds: two of each table come from one"),
        pytest.param(12, 2, 4, 3, id="12 players, 2 rounds"),
        pytest.param(12, 3, 4, 6, id="12 players, 3 rounds"),
        pytest.param(12, 4, 4, 9, id="12 players, 4 rounds"),
        pytest.param(6, 2, 3, 2, id="6 players at tables of three"),
        pytest.param(12, 5, 3, 1, id="12 players at tables of three: no 5 rounds"),
        pytest.param(13, 4, 4, 6, id="of 13 one comes from no table, and spares one table two from one"),
        pytest.param(5, 2, 4, 3, id="five players: three of four come again"),
        pytest.param(4, 3, 4, 12, id="four players are always the same"),
        pytest.param(30, 7, 5, 1, id="30 players at tables of five"),
        pytest.param(9, 4, 3, 0, id="9 players at tables of three"),
    ],
)
def test_what_no_movement_can_do_better(players: int, rounds: int, size: int, least: int) -> None:
    certificate = certify(some_rounds(players, rounds, size), partnership=False)
    assert certificate.bounds
    assert certificate.bounds.repeated_meetings.least == least
    assert str(certificate.bounds.repeated_meetings.reason)


@pytest.mark.parametrize(
    ("players", "rounds", "least", "each"),
    [(8, 7, 0, 0), (8, 8, 4, 1), (5, 5, 0, 1), (6, 7, 0, 2), (6, 8, 1, 3)],
)
def test_partners_repeat_when_there_are_no_others(players: int, rounds: int, least: int, each: int) -> None:
    bounds = certify(some_rounds(players, rounds, 4), partnership=True).bounds
    assert bounds
    assert bounds.repeated_partnerships.least == least
    assert max(bounds.partners_by_player) == each


@pytest.mark.parametrize(
    ("text", "least"), [(FIVE, 0), ("abcd\nbcde", 1), (FOUR, 0)], ids=["alike", "not alike", "nobody"]
)
def test_sit_outs_are_alike_where_they_can_be(text: str, least: int) -> None:
    bounds = counted(text).bounds
    assert bounds
    assert bounds.sit_out_spread.least == least


@pytest.mark.parametrize(
    ("rounds", "field", "code", "told"),
    [
        pytest.param(
            "abcd efga", "0.tables.1.3", "twice", "1, table 2: a is there for the second", id="at two tables"
        ),
        pytest.param("abcd efgh\nabca efgh", "1.tables.0.3", "twice", "2, table 1: a", id="twice at one"),
        pytest.param(
            "abcd efg", "0.tables.1", "table-size", "1, table 2: 3 sit there; a table has 4", id="of three"
        ),
        pytest.param(
            "abcd efgx", "0.tables.1.3", "unknown-player", "1, table 2: x is not one", id="a stranger"
        ),
    ],
)
def test_faulty_seats_are_named(rounds: str, field: str, code: str, told: str) -> None:
    found = {fault.field: fault for fault in counted(rounds, "abcdefgh").faults}[f"rounds.{field}"]
    assert found.code == code
    assert f"round {told}" in found.message


def test_whoever_is_nowhere_is_missed() -> None:
    found = certify([(["abcd"], ["e"]), (["abcd"], [])], partnership=True)
    assert [fault.message for fault in found.faults] == ["round 2: e has no seat and does not sit out"]
    assert found.bounds is None
    assert found.distances == {}


def test_who_is_away_and_there_is_told() -> None:
    (fault,) = certify([(["abcd"], ["e"])], partnership=True, absent=["e"]).faults
    assert fault.message == "round 1, among those sitting out: e is there, and is said to be away"


def test_no_round_is_a_fault_and_counts_nothing() -> None:
    nothing = certify([], partnership=True)
    assert [fault.code for fault in nothing.faults] == ["empty"]
    assert nothing.summary.repeated_meetings == 0
    assert Certificate.from_data(nothing.as_data()) == nothing


@st.composite
def movements(draw: st.DrawFn, most: int = 5) -> list[Seating]:
    """Rounds of the same people, everybody anywhere at tables of four."""
    players = [f"p{number}" for number in range(draw(st.integers(4, 14)))]
    rounds = []
    for _ in range(draw(st.integers(1, most))):
        order = draw(st.permutations(players))
        tables = draw(st.integers(1, len(players) // 4))
        seats = [tuple(order[4 * at : 4 * at + 4]) for at in range(tables)]
        rounds.append(Seating(tuple(seats), tuple(order[4 * tables :])))
    return rounds


def everybody(rounds: Sequence[Seating]) -> list[str]:
    return sorted(rounds[0].players())


@given(movements())
def test_every_player_has_company_and_a_seat_in_each_round_and_no_movement_is_better_than_is_proved(
    rounds: list[Seating],
) -> None:
    found = certify(rounds, partnership=True)
    assert found.faults == ()
    for row, played in enumerate(found.counts.played):
        assert sum(found.counts.partners[row]) == played
        assert sum(found.counts.opponents[row]) == 2 * played
        assert sum(found.counts.meetings[row]) == 3 * played
        assert sum(found.counts.seats[row]) == sum(found.counts.tables[row]) == played
        assert played + found.counts.sat_out[row] == len(rounds)
    assert found.bounds
    assert all(distance >= 0 for distance in found.distances.values())
    assert found.distances["never_met"] == found.distances["repeated_meetings"]
    for row, (again, met) in enumerate(
        zip(found.bounds.meetings_by_player, found.counts.meetings, strict=True)
    ):
        assert sum(max(0, times - 1) for times in met) >= again, row
    for even in found.summary.evenness.values():
        assert even.least <= even.most
        assert even.least_worst <= even.worst
        assert even.least_mean <= even.mean <= even.worst


@given(movements(), st.randoms(use_true_random=False))
def test_other_names_only_change_places(rounds: list[Seating], dice: Any) -> None:
    players = everybody(rounds)
    others = [f"q{player}" for player in players]
    dice.shuffle(others)
    names = dict(zip(players, others, strict=True))
    renamed = [one.renamed(names) for one in rounds]
    before = certify(rounds, partnership=True, players=players)
    after = certify(renamed, partnership=True, players=others)
    assert (after.counts, after.summary, after.bounds) == (before.counts, before.summary, before.bounds)
    elsewhere = certify(renamed, partnership=True)
    assert elsewhere.summary == before.summary


@given(movements(), st.booleans())
def test_a_certificate_is_read_as_it_was_written(rounds: list[Seating], couples: bool) -> None:
    about = Provenance(generator="planner", version="1", seed="x", moves=7, kind="meeting", played=True)
    made = certify(rounds, partnership=couples, provenance=about)
    data = json.loads(json.dumps(made.as_data()))
    again = Certificate.from_data(data)
    assert again == made
    assert differences(data, again) == ()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("summary.never_met", 1),
        ("counts.partners.0.2", 7),
        ("bounds.repeated_meetings.distance", -1),
        ("summary.evenness.seats.worst", 0),
        ("summary.sit_out_spread", False),
        ("summary.more", 1),
        ("counts.seats", []),
    ],
)
def test_every_false_claim_is_named(path: str, value: object) -> None:
    data: Any = json.loads(json.dumps(counted(SIXTEEN).as_data()))
    *way, last = path.split(".")
    node = data
    for step in way:
        node = node[int(step)] if isinstance(node, list) else node[step]
    node[int(last) if isinstance(node, list) else last] = value
    (fault,) = differences(data, Certificate.from_data(data))
    assert fault.field == path
    assert fault.message.startswith(f"{path}: the file says {value}; counted from the seats: ")


def test_no_certificate_is_false_for_how_its_words_are_put() -> None:
    data: Any = json.loads(json.dumps(counted(SIXTEEN).as_data()))
    data["bounds"]["never_met"]["reason"] = "as it was worded once"
    assert differences(data, Certificate.from_data(data)) == ()
    data["bounds"]["never_met"]["least"] = 7
    (fault,) = differences(data, Certificate.from_data(data))
    assert fault.field == "bounds.never_met.least"


def test_seats_that_were_changed_no_longer_give_what_is_claimed() -> None:
    data: Any = json.loads(json.dumps(counted(SIXTEEN).as_data()))
    table, other = data["rounds"][1]["tables"][:2]
    table[0], other[0] = other[0], table[0]
    fields = {fault.field for fault in differences(data, Certificate.from_data(data))}
    assert "summary.repeated_meetings" in fields


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (None, ""),
        ({}, "format"),
        ({"format": 2}, "format"),
        ({"format": 1, "rounds": [{"tables": [[1]], "sitting_out": []}]}, "rounds.0.tables.0.0"),
        ({"format": 1, "colour": "red"}, "colour"),
    ],
)
def test_what_is_no_certificate_is_refused(data: object, field: str) -> None:
    with pytest.raises(Faults) as refused:
        Certificate.from_data(data)
    assert field in {fault.field for fault in refused.value.faults}
