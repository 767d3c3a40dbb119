"""Before the last round: who can still come first, in how many ways, and what must happen at the tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bounds import Bounds
from tests.tournaments.ranking.results import reached, verdict_of
from tournaments.ranking.last_round import GAME, LastRound, LastRoundOfPoints, PointsTable, Seats

NAMES = {"a": "Ann", "b": "Ben", "c": "Cleo", "d": "Dan"}


def before(*tables: str, out: str = "", left: str = "", credit: int = 0) -> LastRound:
    """`before("a4 b4 c2 d2", out="e3")`: one table, seat 1 first, each with their half games; e sits out."""
    halves: dict[str, int] = {}
    seated: list[Seats] = []
    for table in tables:
        one, two, three, four = table.split()
        seated.append((one[0], two[0], three[0], four[0]))
    for words in (*tables, out, left):
        halves |= {word[0]: int(word[1:]) for word in words.split()}
    return LastRound(halves, seated, {word[0]: credit for word in out.split()}, NAMES)


def told(evening: LastRound) -> str:
    """`a possible 2+1`: outright in two ways and level in one more."""
    return ", ".join(
        f"{one.person} {one.verdict} {one.outright}+{one.level}"
        for one in evening.prospects()
        if one.level or one.outright
    )


@pytest.mark.parametrize(
    ("evening", "expected"),
    [
        pytest.param(before("a8 b2 c2 d2"), "a clinched 2+0", id="too far ahead"),
        pytest.param(before("a4 b4 c2 d2"), "a possible 1+0, b possible 1+0", id="two against each other"),
        pytest.param(
            before("a4 b2 c4 d2"), "a level 0+2, b level 0+1, c level 0+2, d level 0+1", id="partners"
        ),
        pytest.param(before("a4 b2 c2 d2"), "a possible 1+1, b level 0+1, d level 0+1", id="caught up"),
        pytest.param(
            before("a4 b2 c2 d2", "e4 f2 g2 h2"),
            "a possible 1+2, b level 0+1, d level 0+1, e possible 1+2, f level 0+1, h level 0+1",
            id="two tables",
        ),
        pytest.param(before("a4 b2 c2 d2", out="e6"), "a level 0+1, e possible 1+1", id="one sits out"),
        pytest.param(before("a4 b2 c2 d2", out="e6", credit=1), "e clinched 2+0", id="and has half a game"),
        pytest.param(before("a4 b2 c2 d2", left="e7"), "e clinched 2+0", id="one has gone home in front"),
        pytest.param(LastRound({"a": 3, "b": 3}, []), "a level 0+1, b level 0+1", id="no table"),
    ],
)
def test_who_can_come_first(evening: LastRound, expected: str) -> None:
    assert told(evening) == expected


def test_the_prospect_in_words() -> None:
    assert str(before("a4 b2 c2 d2").prospect("a").sentence) == (
        "Place 1 can still be reached. Of 2 possible outcomes at the tables, 1 give it outright and 1 more at "
        "least level. Ties are settled by the tie-breaks, which are not considered here."
    )


def words(evening: LastRound, person: str) -> str:
    must = evening.what_must_happen(person)
    return " ".join(
        str(said) for case in must.cases for said in (case.sentence, *(one.sentence for one in case.needed))
    )


@pytest.mark.parametrize(
    ("evening", "person", "expected"),
    [
        pytest.param(before("a8 b2 c2 d2"), "a", "", id="certain"),
        pytest.param(before("a8 b2 c2 d2"), "b", "", id="out of reach"),
        pytest.param(
            before("a4 b4 c2 d2"),
            "a",
            "If Ann wins at table 1 nothing else has to happen. If Ann loses at table 1 it is out of reach.",
            id="one game decides",
        ),
        pytest.param(
            before("e2 f2 g2 h2", "a4 b2 c2 d3", "i2 j5 k1 l2", "m5 n3 o0 p0"),
            "a",
            "If Ann wins at table 2: At table 3 the side couple, j and l, must not win. At table 4 the head"
            " couple, m and o, must not win. If Ann loses at table 2 it is out of reach.",
            id="other tables",
        ),
        pytest.param(
            before("a5 b2 c2 d2", "e5 f4 g2 h2"),
            "a",
            "If Ann wins at table 1: At table 2 the head couple, e and g, must not win, or the tie-breaks"
            " decide. If Ann loses at table 1 it is out of reach.",
            id="the tie-breaks",
        ),
        pytest.param(
            before("a4 b2 c4 d2", "e2 f5 g2 h2"),
            "a",
            "If Ann wins at table 1: At table 2 the side couple, f and h, must not win. If Ann loses at table"
            " 1 it is out of reach.",
            id="level at best",
        ),
        pytest.param(
            before("e2 f2 g2 h5", out="a6"),
            "a",
            "While Ann sits out: At table 1 the side couple, f and h, must not win.",
            id="one sits out",
        ),
        pytest.param(before("e2 f2 g2 h2", out="a6 b6"), "a", "Nothing else has to happen.", id="level too"),
    ],
)
def test_what_must_happen_in_words(evening: LastRound, person: str, expected: str) -> None:
    assert words(evening, person) == expected


@pytest.mark.parametrize(
    ("seats", "out", "message"),
    [
        pytest.param("abca", "", "one place", id="somebody twice at a table"),
        pytest.param("abcd", "a", "one place", id="at a table and sitting out"),
        pytest.param("abcx", "", "has a line", id="a player without a line"),
        pytest.param("abcd", "x", "has a line", id="somebody sitting out without one"),
    ],
)
def test_a_round_that_cannot_be_is_refused(seats: str, out: str, message: str) -> None:
    one, two, three, four = tuple(seats)
    lines, sitting = dict.fromkeys("abcd", 0), dict.fromkeys(out, 0)
    with pytest.raises(ValueError, match=message):
        LastRound(lines, [(one, two, three, four)], sitting)
    with pytest.raises(ValueError, match=message):
        LastRoundOfPoints(lines, [PointsTable(((one, three), (two, four)), 1, Bounds(0, 9, 9, 0))], sitting)


def test_of_very_many_tables_the_ways_are_counted_and_not_told() -> None:
    people = [f"p{number}" for number in range(4000)]
    tables = [tuple(people[start : start + 4]) for start in range(0, 4000, 4)]
    halves = dict.fromkeys(people, 2) | {"p0": 4}
    evening = LastRound(halves, tables)  # type: ignore[arg-type]
    first, second = evening.prospect("p0"), evening.prospect("p1")
    assert (first.outright, first.level, first.ways) == (2**999, 2**999, 2**1000)
    assert (second.outright, second.level) == (0, 2**999)
    assert str(second.sentence) == (
        "Place 1 can be reached at best on tie-breaks. Ties are settled by the tie-breaks, which are not "
        "considered here."
    )


@st.composite
def any_last_round(draw: st.DrawFn) -> LastRound:
    """Up to four tables, some who sit out and some who have gone home."""
    count, out, gone = draw(st.integers(0, 4)), draw(st.integers(0, 2)), draw(st.integers(0, 1))
    people = [f"p{number}" for number in range(max(1, 4 * count + out + gone))]
    halves = {person: draw(st.integers(0, 6)) for person in people}
    tables = [(people[at], people[at + 1], people[at + 2], people[at + 3]) for at in range(0, 4 * count, 4)]
    return LastRound(halves, tables, {who: draw(st.integers(0, 1)) for who in people[4 * count :][:out]})


End = tuple[tuple[int, ...], dict[str, int]]


def ends(evening: LastRound) -> Iterator[End]:
    """Every way to end: the couple that wins at each table, and what everybody has then."""
    for winners in product((0, 1), repeat=len(evening.tables)):
        totals = {who: own + evening.sitting_out.get(who, 0) for who, own in evening.halves.items()}
        for seats, winner in zip(evening.tables, winners, strict=True):
            for person in seats[winner::2]:
                totals[person] += GAME
        yield winners, totals


@settings(max_examples=120, deadline=None)
@given(any_last_round())
def test_every_way_has_been_counted(evening: LastRound) -> None:
    found = [totals for _, totals in ends(evening)]
    for one in evening.prospects():
        ways = [reached(totals, one.person) for totals in found]
        assert (one.verdict, one.ways) == (verdict_of(ways), len(found))
        assert (one.outright, one.level) == (ways.count("outright"), ways.count("level"))


@settings(max_examples=120, deadline=None)
@given(any_last_round())
def test_what_must_happen_is_what_has_to_and_no_more(evening: LastRound) -> None:
    for person in evening.halves:
        must = evening.what_must_happen(person)
        if not must.cases:
            assert must.prospect.verdict in ("clinched", "impossible")
            continue
        seat = next(
            ((at, own.index(person) % 2) for at, own in enumerate(evening.tables) if person in own), None
        )
        wanted = ("outright",) if must.is_outright else ("outright", "level")
        cases = {case.has_won: case for case in must.cases}
        counts = dict.fromkeys(cases, 0)
        for winners, totals in ends(evening):
            won = None if seat is None else winners[seat[0]] == seat[1]
            happens = reached(totals, person) in wanted
            asked = all(winners[one.table - 1] != one.loser for one in cases[won].needed)
            assert happens == (asked and cases[won].ways > 0)
            counts[won] += happens
        assert {won: case.ways for won, case in cases.items()} == counts
