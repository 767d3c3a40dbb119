"""Before the last round of an evening, by games or by points: who can still come first, and what must happen."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import find
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
            id="could tie",
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


Hand = tuple[int, ...]
WHIST = find("whist").bounds(find("whist").defaults, 4) or Bounds(0, 0, 0, 0)

HANDS: dict[Bounds, tuple[Hand, ...]] = {
    WHIST: tuple((tricks, 13 - tricks) for tricks in range(14)),
    # Three tricks; two counters and a bid; four points that one pays to two, or two to one.
    Bounds(0, 3, 3, 0): tuple((tricks, 3 - tricks) for tricks in range(4)),
    Bounds(-2, 2, 4, -2): (
        *((own, 2 - own) for own in range(3)),
        *((-bid, theirs) for bid in (1, 2) for theirs in range(3)),
        *((theirs, -bid) for bid in (1, 2) for theirs in range(3)),
    ),
    Bounds(-4, 4, 6, 0, loses_alone=False): tuple(
        tuple(4 * sign if seat == alone else -2 * sign for seat in range(3))
        for alone in range(3)
        for sign in (1, -1)
    ),
}
"""The hands of games, by the bounds of these."""


@cache
def rounds(bounds: Bounds, hands: int) -> tuple[Hand, ...]:
    """All that a round of so many hands or fewer can bring the sides."""
    found = {tuple(0 for _ in HANDS[bounds][0])}
    for _ in range(hands):
        found |= {
            tuple(map(sum, zip(so_far, hand, strict=True))) for so_far in found for hand in HANDS[bounds]
        }
    return tuple(sorted(found))


def ends_of_points(evening: LastRoundOfPoints) -> Iterator[dict[str, int]]:
    """Every way to end: what everybody has then."""
    for gains in product(*(rounds(table.bounds, table.hands) for table in evening.tables)):
        totals = {who: own + evening.sitting_out.get(who, 0) for who, own in evening.points.items()}
        for table, brought in zip(evening.tables, gains, strict=True):
            for side, points in zip(table.sides, brought, strict=True):
                for person in side:
                    totals[person] += points
        yield totals


@st.composite
def any_evening(draw: st.DrawFn) -> LastRoundOfPoints:
    """One table or two of any of these games, one who sits out perhaps, and one who has gone home."""
    names = iter(f"p{number}" for number in range(20))
    tables, small = [], sorted(set(HANDS) - {WHIST})
    for _ in range(draw(st.integers(1, 2))):
        bounds = draw(st.sampled_from(small))
        sides = len(HANDS[bounds][0])
        people = tuple(tuple(next(names) for _ in range(2 if sides == 2 else 1)) for _ in range(sides))
        tables.append(PointsTable(people, draw(st.integers(1, 2)), bounds))
    out = {next(names): draw(st.integers(0, 3)) for _ in range(draw(st.integers(0, 1)))}
    left = [next(names) for _ in range(draw(st.integers(0, 1)))]
    playing = chain.from_iterable(chain.from_iterable(table.sides) for table in tables)
    points = {person: draw(st.integers(-2, 9)) for person in (*playing, *out, *left)}
    return LastRoundOfPoints(points, tables, out)


@st.composite
def whist_with_two_hands_left(draw: st.DrawFn) -> LastRoundOfPoints:
    """Eight people at two tables, which play two hands."""
    tables = [PointsTable(((a, c), (b, d)), 2, WHIST) for a, b, c, d in ("abcd", "efgh")]
    return LastRoundOfPoints({person: draw(st.integers(0, 40)) for person in "abcdefgh"}, tables)


def check(evening: LastRoundOfPoints) -> None:
    """Hold what is said of everybody against every way to end: their verdict, and what must happen and no more."""
    found = list(ends_of_points(evening))
    exact = all(table.bounds.loses_alone for table in evening.tables)
    start = {who: own + evening.sitting_out.get(who, 0) for who, own in evening.points.items()}
    for one in evening.prospects():
        person, ways = one.person, [reached(totals, one.person) for totals in found]
        truth = verdict_of(ways)
        assert one.verdict == truth or (one.verdict == "open" and not exact and truth != "clinched")
        own = [totals[person] for totals in found]
        assert (min(own), max(own)) == (one.least, one.most)
        must = evening.what_must_happen(person)
        if must.prospect.verdict in ("clinched", "impossible"):
            assert must.needed == ()
            continue
        wanted = ("outright",) if must.is_outright else ("outright", "level")
        for totals, way in zip(found, ways, strict=True):
            assert (way in wanted) == all(
                totals[person] - start[person] >= totals[one.other] - start[one.other] + one.more
                for one in must.needed
            )


@settings(max_examples=150, deadline=None)
@given(any_evening())
def test_nobody_is_called_sure_or_out_who_is_not(evening: LastRoundOfPoints) -> None:
    check(evening)


@settings(max_examples=25, deadline=None)
@given(whist_with_two_hands_left())
def test_two_hands_of_whist_at_two_tables(evening: LastRoundOfPoints) -> None:
    check(evening)


def whist(
    points: str, hands: int = 2, *, out: str = "", credit: int = 0, left: str = ""
) -> LastRoundOfPoints:
    """`whist("a40 b10 c10 d10", out="e20")`: a table of whist, seat 1 first; e sits out."""
    told = {word[0]: int(word[1:]) for word in f"{points} {out} {left}".split()}
    seats = [word[0] for word in points.split()]
    tables = [PointsTable((tuple(seats[0::2]), tuple(seats[1::2])), hands, WHIST)]
    return LastRoundOfPoints(told, tables, {word[0]: credit for word in out.split()}, NAMES)


def test_what_the_bounds_do_not_settle_is_open() -> None:
    """Whether a leader elsewhere can lose so much is not known where what one loses another gets."""
    zero = Bounds(-4, 4, 6, 0, loses_alone=False)
    tables = [PointsTable((("a",), ("b",), ("c",)), 1, zero), PointsTable((("d",), ("e",), ("f",)), 1, zero)]
    evening = LastRoundOfPoints({"a": 0, "b": 0, "c": 0, "d": 6, "e": 0, "f": 0}, tables)
    assert evening.prospect("a").verdict == "open"
    assert "cannot be said for certain yet" in str(evening.prospect("a").sentence)
    assert evening.what_must_happen("a").needed[0].other == "d"


def needs(evening: LastRoundOfPoints, person: str) -> str:
    return " ".join(str(one.sentence) for one in evening.what_must_happen(person).needed)


@pytest.mark.parametrize(
    ("evening", "person", "expected"),
    [
        pytest.param(whist("a37 b10 c10 d10"), "a", "", id="certain"),
        pytest.param(whist("a37 b10 c10 d10"), "b", "", id="out of reach"),
        pytest.param(
            whist("a20 b15 c10 d18"),
            "a",
            "Dan may make at most 1 point more than Ann. Ben may make at most 4 points more than Ann.",
            id="in front",
        ),
        pytest.param(
            whist("a20 b5 c10 d19"), "a", "Dan must not make more points than Ann. Ben", id="just in front"
        ),
        pytest.param(
            whist("a20 b5 c10 d19"), "d", "Dan must make at least 2 points more than Ann.", id="behind"
        ),
        pytest.param(
            whist("b1 c1 d1 e1", out="a3"),
            "a",
            "Ben may make at most 1 point. Cleo may make at most 1 point. Dan may make at most 1 point.",
            id="sitting out",
        ),
        pytest.param(
            whist("a1 b1 c0 e0", left="d9"),
            "a",
            "Ann must make at least 9 points, for Dan does not play.",
            id="gone",
        ),
    ],
)
def test_what_must_happen_in_points(evening: LastRoundOfPoints, person: str, expected: str) -> None:
    said = needs(evening, person)
    assert said.startswith(expected)
    assert bool(said) == bool(expected)


def test_whoever_can_lose_points() -> None:
    """Ann sits out behind somebody who must lose a bid; who plays may lose one before somebody who has gone home."""
    losing = Bounds(-14, 14, 28, -14)
    table = PointsTable((("b", "c"), ("d", "e")), 1, losing)
    both = LastRoundOfPoints({"a": 5, "b": 8, "c": 0, "d": 9, "e": 0, "f": 0}, [table], {"a": 0}, NAMES)
    assert both.prospect("a").verdict == "impossible"
    one = LastRoundOfPoints({**both.points, "d": 0}, [table], {"a": 0}, NAMES)
    assert needs(one, "a").startswith("Ben must lose at least 4 points.")
    alone = LastRoundOfPoints({"b": 8, "c": 0, "d": 0, "e": 0, "f": 1}, [table], {}, {**NAMES, "f": "Fay"})
    assert "Ben may lose at most 6 points, for Fay does not play." in needs(alone, "b")


def test_between_what_and_what_somebody_ends() -> None:
    evening = whist("a10 b0 c0 d0", left="e5")
    assert "They end with 10 to 36 points." in str(evening.prospect("a").sentence)
    assert "They end with 5 points." in str(evening.prospect("e").sentence)
