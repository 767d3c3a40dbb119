"""Who can still win a season, and what must happen at its last evening: verdicts and words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.series.seasons import evening, rules, scored
from tournaments.ranking.series.outlook import NEWCOMER, Case, Outlook, SeriesNeeds
from tournaments.ranking.series.table import Bonus, TableState, table_state, updated
from tournaments.ranking.series.units import EveningLine, EveningResult

GAMES_WON = {"points": {"by": "games_won"}}
TABLE = {"by": "places", "table": [5, 3, 2], "beyond": 1}


def verdicts(state: TableState, **given_: Any) -> dict[str, str]:
    return {one.person: one.verdict for one in Outlook(state, **given_).prospects}


def test_evenings_left_are_those_the_season_was_to_have() -> None:
    state = table_state(rules(of=4), [evening(1, "a", "b"), evening(2, "a", "b")])
    assert (Outlook(state).left, Outlook(state).what_must_happen("a").cases) == (2, ())
    assert Outlook(table_state(rules(of=1), [evening(1, "a", "b"), evening(2, "a", "b")])).left == 0


@pytest.mark.parametrize(
    ("given_rules", "left", "handed_in", "expected", "sentence"),
    [
        pytest.param(
            {"points": {"by": "places", "table": [4], "beyond": 1}},
            1,
            {},
            "clinched impossible",
            "Place 1 or better is certain. The total can still become 12 points to 16 points, with 1 evening "
            "left, assuming that no place is shared there.",
            id="one evening left",
        ),
        pytest.param(
            {}, 0, {}, "clinched impossible", "Place 1 or better is certain. No evening is", id="none"
        ),
        pytest.param(
            {"minimum": 5},
            1,
            {},
            "impossible impossible",
            "No place can be reached any more: a place takes 5 evenings, and too few are left.",
            id="too few evenings",
        ),
        pytest.param(
            GAMES_WON,
            1,
            {},
            "open open",
            "Whether place 1 can be reached is open: with 1 evening left nobody knows how much an evening can",
            id="games won without a most",
        ),
        pytest.param(
            {"tie_breaks": ["lots"], "points": {"by": "places", "table": [6], "beyond": 1}},
            3,
            {},
            "possible possible",
            "Place 1 can still be reached. The total can still become 18 points to 36 points, with 3 evenings "
            "left. Not everything that each player can reach is possible at once.",
            id="three evenings left",
        ),
        pytest.param(
            GAMES_WON,
            1,
            {"most_per_evening": 4},
            "possible possible",
            "Place 1 can still be reached. The total can still become 16½ points to 18½ points, with 1 "
            "evening left, if one of them gives 0 points to 2 points.",
            id="games won with a most",
        ),
    ],
)
def test_verdicts_of_two_of_whom_one_has_always_won(
    given_rules: dict[str, Any], left: int, handed_in: dict[str, Any], expected: str, sentence: str
) -> None:
    state = table_state(rules(**given_rules), [evening(number, "a", "b") for number in range(3)])
    found = Outlook(state, evenings_left=left, newcomers=False, **handed_in).prospects
    assert " ".join(one.verdict for one in found) == expected
    assert str(found[0].sentence).startswith(sentence)


def told(must: SeriesNeeds) -> list[str]:
    return [
        " ".join(
            map(str, [*case.sentences, *(said for asked in case.conditions for said in asked.sentences)])
        )
        for case in must.cases
    ]


def test_what_must_happen_in_words() -> None:
    state = table_state(rules(tie_breaks=["lots"]), [evening(1, "ab", "c"), evening(2, "c", "a", "b")])
    must = Outlook(state, evenings_left=1).what_must_happen("a", {"a": "Ann", "b": "Ben", "c": "Cleo"})
    assert str(must.prospect.sentence).startswith("Place 1 can still be reached.")
    level = "and the tie-breaks decide."
    assert told(must) == [
        "If Ann takes place 1: Nothing else has to happen.",
        f"If Ann takes place 2: Cleo must not come better than place 3. Ben is level with place 1, {level}",
        *(
            f"{case} Cleo must not come better than place {cleo}. Ben must not come better than place {ben}."
            f" Ben is level with place {ben}, {level}"
            for case, cleo, ben in (
                ("If Ann takes place 3:", 4, 2),
                ("If Ann takes place 4:", 5, 3),
                ("If Ann takes place 5:", 6, 4),
                ("If Ann comes and is further down than place 5:", 6, 5),
                ("If Ann stays away:", 6, 5),
            )
        ),
    ]


FEW_PLACES = {"points": {"by": "places", "table": [4, 3], "beyond": 3}, "minimum": 2, "tie_breaks": ["lots"]}
LEVEL_DOWN = "is level from place %s down, and the tie-breaks decide."


@pytest.mark.parametrize(
    ("given_rules", "person", "place", "case", "expected"),
    [
        pytest.param(
            {"missed": {"gives": "fixed", "points": 9}},
            "b",
            1,
            0,
            "If b takes place 1: a must come: staying away is enough to stay ahead.",
            id="staying away is better than coming",
        ),
        pytest.param(FEW_PLACES, "c", 1, 0, f"If c takes place 1: a {LEVEL_DOWN % 2}", id="level anywhere"),
        pytest.param(
            FEW_PLACES,
            "c",
            1,
            1,
            f"If c takes place 2: a must stay away. b must not come better than place 3. b {LEVEL_DOWN % 3}",
            id="coming is enough",
        ),
        pytest.param(
            {"tie_breaks": ["lots"], "points": {"by": "places", "table": [6, 2, 2], "beyond": 0}},
            "c",
            3,
            1,
            "If c takes place 2: Up to 1 of these may do otherwise. b must not come better than place 3. b is "
            "level with place 3, and the tie-breaks decide. A newcomer must not come better than place 3.",
            id="one may do otherwise",
        ),
    ],
)
def test_the_words(given_rules: dict[str, Any], person: str, place: int, case: int, expected: str) -> None:
    state = table_state(rules(**given_rules), [evening(1, "a", "b", "c")])
    assert told(Outlook(state, place, 1).what_must_happen(person))[case] == expected


def test_a_season_that_cannot_be_looked_ahead_is_refused() -> None:
    state = table_state(rules(), [evening(1, "a", "b")])
    with pytest.raises(ValueError, match="how many evenings are left"):
        Outlook(state)
    with pytest.raises(ValueError, match="no such place"):
        Outlook(state, place=0, evenings_left=1)
    with pytest.raises(ValueError, match="no line"):
        Outlook(state, evenings_left=1).what_must_happen("x")
    with pytest.raises(ValueError, match="not less"):
        Outlook(
            table_state(rules(points={"by": "score_points"}), [evening(1, "a")]),
            evenings_left=1,
            most_per_evening=3,
            least_per_evening=4,
        )


def test_somebody_may_come_who_has_not_been_there() -> None:
    state = table_state(rules(points={**TABLE, "table": [9], "beyond": 0}), [evening(1, "a", "b")])
    bonus = table_state(state.rules, [evening(1, "a", "b")], None, [Bonus("d", 1)])
    assert verdicts(state, evenings_left=1) == {"a": "clinched", "b": "possible"}
    assert verdicts(bonus, evenings_left=1)["a"] == "possible"
    assert verdicts(bonus, evenings_left=1, newcomers=False)["a"] == "clinched"


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
        return sum(has > own or (level and has == own) for who, has in self.placed.items() if who != person)


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
    if not left:
        yield {line.person: line.total for line in state.lines if line.place is not None}
        return
    for way in product((None, -1, 4), repeat=3):
        here = {who: own for who, own in zip("abc", way, strict=True) if own is not None}
        more = scored(10 + left, **here, z=0)
        lines = tuple(replace(line, guest=line.person == "z") for line in more.lines)
        yield from _all_ends(updated(state, replace(more, lines=lines)), left - 1)
