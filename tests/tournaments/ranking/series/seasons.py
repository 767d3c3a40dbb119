"""Short ways to write down evenings, rules and tables of a season."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.table import SeasonLine, table_state
from tournaments.ranking.series.units import EveningLine, EveningResult, points_text

FIRST = date(2026, 1, 6)
PLACES = {"by": "places", "table": [10, 8, 6, 4, 2]}


def rules(**given: Any) -> SeasonRules:
    """Rules of a season of Chantecler by a table of points, but for what is given."""
    return SeasonRules.model_validate({"games": ["chantecler"], "points": PLACES, **given})


def evening(number: int, *levels: str, game: str = "chantecler", void: bool = False) -> EveningResult:
    """`evening(3, "a", "bc", "d")`: week 3, a first, b and c share place 2, d last. "b*" says that b is a guest."""
    lines: list[EveningLine] = []
    for level in levels:
        people = level.replace("*", "")
        place = len(lines) + 1
        lines += (
            EveningLine(person, place, 6, 12 - place, 50 - place, 20 - 5 * place, guest=f"{person}*" in level)
            for person in people
        )
    return EveningResult(f"e{number:02}", FIRST + timedelta(weeks=number), game, tuple(lines), void)


def scored(number: int, **points: int) -> EveningResult:
    """`scored(3, a=40, b=12)`: week 3, each with their points scored and places by these."""
    lines = (
        EveningLine(person, 1 + sum(own < other for other in points.values()), 6, 2, own, own)
        for person, own in points.items()
    )
    return EveningResult(f"e{number:02}", FIRST + timedelta(weeks=number), "chantecler", tuple(lines))


def told(lines: Sequence[SeasonLine]) -> str:
    """`1a:10 2b:8 2c:8 -d:4`, totals in points."""
    return " ".join(
        f"{line.place or '-'}{line.person}:{points_text(line.total, line.state.rules.unit)}" for line in lines
    )


def line_of(lines: Sequence[SeasonLine], person: str) -> SeasonLine:
    return next(line for line in lines if line.person == person)


POINTS = st.one_of(
    st.just({"by": "games_won"}),
    st.fixed_dictionaries(
        {
            "by": st.just("places"),
            "table": st.lists(st.integers(1, 20), min_size=1, max_size=6).map(
                lambda table: sorted(table, reverse=True)
            ),
            "beyond": st.integers(0, 1),
            "ties": st.sampled_from(("equal", "hort", "place")),
        }
    ),
    st.fixed_dictionaries(
        {"by": st.just("score_points"), "of": st.sampled_from(("points_for", "points_difference"))}
    ),
    st.fixed_dictionaries(
        {
            "by": st.just("standard_scores"),
            "of": st.sampled_from(("points_for", "points_difference", "won_halves")),
        }
    ),
)
AT_MOST = st.one_of(st.none(), st.integers(1, 3))
MISSED = st.one_of(
    st.just({"gives": "nothing"}),
    st.fixed_dictionaries({"gives": st.just("own_average"), "at_most": AT_MOST}),
    st.fixed_dictionaries({"gives": st.just("fixed"), "points": st.integers(0, 9), "at_most": AT_MOST}),
)
PRIZES = st.fixed_dictionaries(
    {
        "best": st.lists(st.integers(0, 100), max_size=4),
        "booby": st.one_of(st.none(), st.integers(0, 100)),
    }
)
CHAINS = st.sampled_from(("best_evening", "evenings_won", "head_to_head", "points_difference"))


@st.composite
def any_rules(draw: st.DrawFn) -> SeasonRules:
    chain: list[str] = draw(st.lists(CHAINS, unique=True))
    categories = draw(
        st.lists(
            st.fixed_dictionaries(
                {"name": st.sampled_from(("red", "blue")), "by": st.sampled_from(("colour", "person"))}
            ),
            max_size=2,
            unique_by=lambda category: category["name"],
        )
    )
    # Where nothing is won, how it is won changes nothing and is not told.
    overall, own = draw(PRIZES), draw(PRIZES) if categories else {}
    is_won = any(table.get("best") or table.get("booby") is not None for table in (overall, own))
    points = draw(POINTS)
    reads_points = points.get("of") in ("points_for", "points_difference")
    return rules(
        points=points,
        handicap=draw(st.sampled_from((None, {}, {"per": 20}))) if reads_points else None,
        unit=draw(st.sampled_from((2, 10, 100))),
        best=draw(st.one_of(st.none(), st.integers(1, 4))),
        of=draw(st.one_of(st.none(), st.integers(4, 8))),
        minimum=draw(st.integers(0, 3)),
        minimum_for=draw(st.sampled_from(("place", "prizes"))),
        missed=draw(MISSED),
        guests=draw(st.sampled_from(("counted", "keep_places", "passed_over"))),
        tie_breaks=chain + (["lots"] if draw(st.booleans()) else []),
        categories=categories,
        prizes={
            "overall": overall,
            "by_category": own,
            "one_each": is_won and draw(st.booleans()),
            "ties": draw(st.sampled_from(("shared", "equal", "hort"))),
        },
    )


@st.composite
def any_evening(draw: st.DrawFn, number: int, people: str = "abcdefg") -> EveningResult:
    """An evening of some of these people, with shared places, guests, and somebody who did not play."""
    there = draw(st.lists(st.sampled_from(people), unique=True, min_size=1))
    keys = {person: draw(st.integers(0, 4)) for person in there}
    lines = tuple(
        EveningLine(
            person=person,
            place=1 + sum(key < other for other in keys.values()),
            played=draw(st.sampled_from((0, 4, 6))),
            won_halves=key,
            points_for=draw(st.integers(0, 60)),
            points_difference=draw(st.integers(-30, 30)),
            colour=draw(st.sampled_from(("red", "blue", ""))),
            guest=draw(st.booleans()),
            handicap=draw(st.integers(0, 9)),
        )
        for person, key in keys.items()
    )
    day = FIRST + timedelta(days=draw(st.integers(0, 9)))
    return EveningResult(f"e{number:02}", day, "chantecler", lines)


@st.composite
def any_evenings(draw: st.DrawFn, most: int = 6) -> list[EveningResult]:
    return [draw(any_evening(number)) for number in range(draw(st.integers(0, most)))]


CHANGES: list[dict[str, Any]] = [
    {"games": ["ascot"]},
    {"points": {**PLACES, "table": [10, 8, 6, 4, 1]}},
    {"points": {**PLACES, "beyond": 1}},
    {"points": {**PLACES, "ties": "hort"}},
    {"points": {**PLACES, "ties": "place"}},
    {"points": {"by": "games_won"}},
    {"points": {"by": "games_won", "points": 2}},
    *({"points": {"by": "score_points", "of": of}} for of in ("points_for", "points_difference")),
    *(
        {"points": {"by": "standard_scores", "of": of}}
        for of in ("points_for", "points_difference", "won_halves")
    ),
    *({"unit": unit} for unit in (1, 10, 100)),
    *(
        {"points": {"by": "score_points"}, "handicap": handicap}
        for handicap in ({}, {"per": 20}, {"most": 20}, {"least_games": 20})
    ),
    {"points": {"by": "standard_scores"}, "handicap": {}},
    {"best": 3},
    {"of": 9},
    {"minimum": 2},
    {"minimum_for": "prizes"},
    {"missed": {"gives": "own_average"}},
    {"missed": {"gives": "own_average", "at_most": 2}},
    {"missed": {"gives": "fixed", "points": 2}},
    {"missed": {"gives": "fixed", "points": 2, "at_most": 2}},
    *({"guests": guests} for guests in ("keep_places", "passed_over")),
    *(
        {"tie_breaks": [name]}
        for name in ("best_evening", "evenings_won", "head_to_head", "points_difference", "lots")
    ),
    {"tie_breaks": ["evenings_won", "best_evening"]},
    {"tie_breaks": ["best_evening", "evenings_won"]},
    {"categories": [{"name": "red"}]},
    {"categories": [{"name": "red", "by": "person"}]},
    {"categories": [{"name": "red"}], "prizes": {"by_category": {"best": [1]}}},
    {"categories": [{"name": "red"}], "prizes": {"by_category": {"booby": 1}}},
    {"prizes": {"overall": {"best": [1]}}},
    {"prizes": {"overall": {"booby": 1}}},
    {"prizes": {"overall": {"best": [1]}, "one_each": True}},
    *({"prizes": {"ties": ties}} for ties in ("equal", "hort")),
]
"""Rules that differ from the usual ones, and from each other, in one thing."""


def season_table(*state: Any, **more: Any) -> tuple[SeasonLine, ...]:
    return table_state(*state, **more).lines
