"""Who can still win a season: bounds that are never wrong, and before the last evening every way gone through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.series.seasons import evening, rules, scored
from tournaments.ranking.series.outlook import Case, Outlook
from tournaments.ranking.series.prizes import NEWCOMER
from tournaments.ranking.series.table import Bonus, TableState, table_state, updated
from tournaments.ranking.series.units import EveningLine, EveningResult

TABLE = {"by": "places", "table": [5, 3, 2], "beyond": 1}
NAMED = "abcd"
"""Those who have a line or are known to the season."""
NEWCOMERS = "efg"
"""Who come for the first time; as many as there are places may pass somebody."""
FURTHEST = 5
"""The places tried: all of the table, and two of those after it."""


def last_evening(places: Mapping[str, int]) -> EveningResult:
    """One more evening at which these take these places, and guests whom nobody counts the others."""
    taken = {place: person for person, place in places.items()}
    lines = (
        EveningLine(taken.get(place, f"guest {place}"), place, 6, 2, 10, 0, guest=place not in taken)
        for place in range(1, FURTHEST + 1)
    )
    return EveningResult("the last", date(2030, 1, 1), "chantecler", tuple(lines))


def ways(people: str, free: frozenset[int] = frozenset(range(1, FURTHEST + 1))) -> Iterator[dict[str, int]]:
    """All ways in which some of these come, each to another place."""
    if not people:
        yield {}
        return
    for rest in ways(people[1:], free):
        yield rest
        yield from ({people[0]: place, **rest} for place in free - set(rest.values()))


@dataclass(frozen=True)
class End:
    """One way to end, and who has how much."""

    way: Mapping[str, int]
    placed: Mapping[str, int]

    def before(self, person: str, *, level: bool) -> int:
        """How many stand before somebody by points, or as many of them as may be level too."""
        own = self.placed[person]
        return sum(
            total > own or (level and total == own) for who, total in self.placed.items() if who != person
        )


def ends(state: TableState, people: str) -> list[End]:
    """All ways to end; what somebody ends with follows from their own place, and the table is asked for each once."""
    totals = {
        (who, place): _placed(state, {who: place} if place else {}).get(who)
        for who in people
        for place in (None, *range(1, FURTHEST + 1))
    }
    found = []
    for way in filter(_newcomers_in_order, ways(people)):
        own = {who: totals[who, way.get(who)] for who in people}
        found.append(End(way, {who: total for who, total in own.items() if total is not None}))
    assert found[-1].placed == _placed(state, found[-1].way)
    return found


def _placed(state: TableState, way: Mapping[str, int]) -> dict[str, int]:
    lines = updated(state, last_evening(way)).lines
    return {line.person: line.total for line in lines if line.place is not None}


def _newcomers_in_order(way: Mapping[str, int]) -> bool:
    """Nobody can tell them apart: of the ways that differ in that alone one is enough."""
    places = [way.get(person, FURTHEST + 1) for person in NEWCOMERS]
    return places == sorted(places)


def by_brute_force(found: list[End], person: str, place: int, *, parted: bool) -> str:
    """The verdict by going through all of them."""
    outright = [person in end.placed and end.before(person, level=parted) < place for end in found]
    level = [person in end.placed and end.before(person, level=False) < place for end in found]
    if all(outright):
        return "clinched"
    return "possible" if any(outright) else "level" if any(level) else "impossible"


@st.composite
def before_the_last(draw: st.DrawFn) -> TableState:
    """A season of three people before its last evening, a fourth being free to come."""
    minimum = draw(st.sampled_from((0, 0, 1, 2)))
    made = rules(
        points=draw(st.sampled_from((TABLE, {**TABLE, "beyond": 0}, {"by": "places", "table": [4, 4, 1]}))),
        best=draw(st.sampled_from((None, None, 1, 2))),
        missed=draw(
            st.sampled_from(
                (
                    {"gives": "nothing"},
                    {"gives": "own_average"},
                    {"gives": "own_average", "at_most": 1},
                    {"gives": "fixed", "points": 2},
                )
            )
        ),
        tie_breaks=draw(st.sampled_from(([], ["lots"]))),
        minimum=minimum,
        guests="keep_places",
    )
    evenings = []
    for number in range(draw(st.integers(1, 3))):
        order = draw(st.permutations("abc"))
        evenings.append(evening(number, *order[: draw(st.integers(1, 3))]))
    bonuses = [Bonus(person, draw(st.integers(-3, 3))) for person in "abd" if draw(st.booleans())]
    return table_state(made, evenings, None, bonuses)


@settings(max_examples=20, deadline=None)
@given(before_the_last(), st.integers(1, 3))
def test_before_the_last_evening_every_way_has_been_gone_through(state: TableState, place: int) -> None:
    found = ends(state, NAMED + NEWCOMERS[:place])
    seen = Outlook(state, place=place, evenings_left=1)
    assert seen.is_exact
    for one in seen.prospects:
        parted = bool(state.rules.tie_breaks)
        assert one.verdict == by_brute_force(found, one.person, place, parted=parted), one


def holds(case: Case, way: Mapping[str, int]) -> bool:
    """Whether what a case asks happens."""
    broken = 0
    for asked in case.conditions:
        new = asked.rival == NEWCOMER
        rivals = [who for who in way if who not in NAMED] if new else [asked.rival]
        for rival in rivals:
            place = way.get(rival)
            if place is None:
                broken += asked.must_come
            else:
                broken += asked.must_stay_away or place < (asked.not_better_than or 1)
    return broken <= case.may_fail


@settings(max_examples=20, deadline=None)
@given(before_the_last(), st.integers(1, 3))
def test_what_must_happen_is_what_has_to_and_no_more(state: TableState, place: int) -> None:
    state = replace(state, bonuses={**dict.fromkeys(NAMED, 0), **state.bonuses})
    found = ends(state, "abcde")
    for person in state.accounts:
        must = Outlook(state, place, 1).what_must_happen(person)
        if must.prospect.verdict in ("clinched", "impossible"):
            assert must.cases == ()
            continue
        cases = {case.place: case for case in must.cases}
        for end in found:
            own = end.way.get(person)
            case = cases.get(own and min(own, len(state.rules.points.table) + 1))  # type: ignore[union-attr]
            reached = person in end.placed and end.before(person, level=False) < place
            assert reached == (case is not None and holds(case, end.way)), (person, end, case)


SCORES = {"points": {"by": "score_points"}, "guests": "keep_places", "unit": 1}


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from((None, 1, 2)),
    st.sampled_from(({"gives": "nothing"}, {"gives": "own_average"}, {"gives": "fixed", "points": 2})),
    st.sampled_from((0, 2, 3)),
    st.sampled_from(([], ["lots"])),
    st.lists(st.tuples(*[st.integers(-1, 3)] * 3), min_size=1, max_size=2),
    st.integers(1, 2),
    st.integers(1, 3),
)
def test_a_bound_is_never_wrong_and_totals_are_those_there_can_be(
    best: int | None,
    missed: dict[str, Any],
    minimum: int,
    chain: list[str],
    points: list[tuple[int, int, int]],
    left: int,
    place: int,
) -> None:
    made = rules(**SCORES, best=best, missed=missed, minimum=minimum, tie_breaks=chain)
    state = table_state(made, [scored(number, a=a, b=b, c=c) for number, (a, b, c) in enumerate(points)])
    seen = Outlook(state, place=place, evenings_left=left, most_per_evening=4, least_per_evening=-1)
    found = [End({}, placed) for placed in _all_ends(state, left)]
    for one in seen.prospects:
        brute = by_brute_force(found, one.person, place, parted=bool(chain))
        assert one.verdict == brute or (one.verdict, brute) in BOUNDS, one
        totals = [end.placed[one.person] for end in found if one.person in end.placed]
        assert not totals or max(totals) == one.most
        assert not totals or min(totals) >= one.least


BOUNDS = {
    ("possible", "clinched"),
    ("possible", "level"),
    ("possible", "impossible"),
    ("level", "impossible"),
}
"""What a bound may say, and what is the case."""


def _all_ends(state: TableState, left: int) -> Iterator[dict[str, int]]:
    """All ways to end for three people who score one of two numbers or stay away, while guests play too."""
    for way in product((None, -1, 4), repeat=3 * left):
        now = state
        for number in range(left):
            here = {who: own for who, own in zip("abc", way[3 * number :], strict=False) if own is not None}
            more = scored(10 + number, **here, z=0)
            lines = tuple(replace(line, guest=line.person == "z") for line in more.lines)
            now = updated(now, replace(more, lines=lines))
        yield {line.person: line.total for line in now.lines if line.place is not None}
