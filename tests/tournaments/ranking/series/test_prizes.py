"""Who has which prizes of a season, and that nothing is lost where they are divided."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.series.seasons import any_evenings, any_rules, rules, scored, season_table
from tournaments.ranking.rulebook import Split
from tournaments.ranking.series.rules import SeasonPrizes, SeasonRules
from tournaments.ranking.series.table import PrizeShare, SeasonLine, season_prizes
from tournaments.ranking.series.units import EveningLine, EveningResult, Persons, divided, equal_shares, whole

SPLITS: tuple[Split, ...] = ("shared", "equal", "hort")


def told(shares: tuple[PrizeShare, ...]) -> str:
    """`a:100 b:25 booby:d:5`, `red.a:3` for a category."""
    return " ".join(
        f"{share.category + '.' if share.category else ''}{'booby:' if share.kind == 'booby' else ''}"
        f"{share.person}:{share.amount}"
        for share in shares
    )


@pytest.mark.parametrize(
    ("prizes", "places", "ties", "expected"),
    [
        pytest.param([100], [1], "shared", [100], id="alone"),
        pytest.param([100, 60], [1, 1], "shared", [80, 80], id="two share two"),
        pytest.param([100, 60, 21], [1, 1, 1], "equal", [61, 60, 60], id="the odd unit goes to the first"),
        pytest.param([100], [3, 3, 3], "shared", [34, 33, 33], id="three share the last prize"),
        pytest.param([100, 60], [1, 2], "hort", [90, 70], id="half by place, half shared"),
        pytest.param([100, 50], [1, 2, 3], "hort", [75, 50, 25], id="a third has of the shared half"),
        pytest.param([100, 60], [1, 1], "hort", [80, 80], id="on one place there is nothing to go by"),
        pytest.param([101, 60], [1, 2], "hort", [91, 70], id="quarters are made whole"),
        pytest.param([], [4, 4], "hort", [0, 0], id="nothing left"),
    ],
)
def test_prizes_divided(prizes: list[int], places: list[int], ties: Split, expected: list[int]) -> None:
    assert list(divided(prizes, places, ties)) == expected


PLACES = st.lists(st.booleans(), max_size=8).map(
    lambda shared: [
        1 + max(n for n in range(at + 1) if n == 0 or not shared[n - 1]) for at in range(len(shared) + 1)
    ]
)


@given(PLACES, st.data(), st.sampled_from(SPLITS))
def test_nothing_is_lost_in_rounding(places: list[int], data: st.DataObject, ties: Split) -> None:
    amounts = sorted(data.draw(st.lists(st.integers(0, 10_000), max_size=len(places))), reverse=True)
    shares = divided(amounts, places, ties)
    assert sum(shares) == sum(amounts)
    assert list(shares) == sorted(shares, reverse=True)
    assert all(
        abs(one - other) <= 1
        for one, p in zip(shares, places, strict=True)
        for other, q in zip(shares, places, strict=True)
        if p == q
    )
    if ties != "hort":
        assert max(shares) - min(shares) <= 1


@given(st.integers(0, 10**9), st.integers(1, 50))
def test_equal_shares_make_the_whole(amount: int, count: int) -> None:
    shares = equal_shares(amount, count)
    assert (sum(shares), len(shares)) == (amount, count)
    assert max(shares) - min(shares) <= 1


def test_what_cannot_be_divided_is_refused() -> None:
    with pytest.raises(ValueError, match="among nobody"):
        equal_shares(5, 0)
    with pytest.raises(ValueError, match="whole number"):
        whole([Fraction(1, 2)])
    with pytest.raises(ValueError, match="one place"):
        divided([2, 1], [1], "hort")


# b and c are level in points, b before c by the better evening; d and e share the last place.
EVENINGS = [scored(1, a=50, b=30, c=20, d=5, e=5), scored(2, a=10, b=10, c=20)]


def lines_of(**given_rules: Any) -> tuple[SeasonLine, ...]:
    return season_table(
        rules(points={"by": "score_points"}, tie_breaks=["best_evening"], **given_rules), EVENINGS
    )


@pytest.mark.parametrize(
    ("given_prizes", "expected"),
    [
        pytest.param({"overall": {"best": [100, 60, 20]}}, "a:100 b:60 c:20", id="three best"),
        pytest.param({"overall": {"best": [100, 60, 20]}, "ties": "equal"}, "a:100 b:40 c:40", id="equally"),
        pytest.param({"overall": {"best": [100, 60, 20]}, "ties": "hort"}, "a:100 b:50 c:30", id="Hort"),
        pytest.param({"overall": {"best": [100, 60]}, "ties": "hort"}, "a:100 b:45 c:15", id="one for two"),
        pytest.param({"overall": {"booby": 5}}, "booby:e:3 booby:d:2", id="the booby shared"),
        pytest.param({"overall": {"best": [9, 8, 7, 6], "booby": 5}}, "a:9 b:8 c:7 d:3 e:3", id="no booby"),
        pytest.param({"overall": {"best": [0]}}, "a:0", id="a prize without money"),
        pytest.param({}, "", id="none"),
    ],
)
def test_the_prizes_of_five_people(given_prizes: dict[str, Any], expected: str) -> None:
    prizes = SeasonPrizes.model_validate(given_prizes)
    assert told(season_prizes(prizes, {None: lines_of()})) == expected


def test_a_share_says_what_it_is_of() -> None:
    prizes = SeasonPrizes.model_validate({"overall": {"best": [100, 60, 20], "booby": 0}, "ties": "hort"})
    assert [str(share.why) for share in season_prizes(prizes, {None: lines_of()})] == [
        "Prize 1.",
        *["Prizes 2 to 3, half of them by place and half divided among 2 players level in points."] * 2,
        *["The booby prize, shared by 2."] * 2,
    ]


@pytest.mark.parametrize(
    ("one_each", "expected"),
    [
        pytest.param(False, "a:100 b:60 red.a:9 red.c:8 junior.b:9 junior.d:8", id="as many as are won"),
        pytest.param(True, "a:100 b:60 red.c:9 red.e:8 junior.d:9", id="passed over for the next"),
    ],
)
def test_one_prize_for_each_person_or_not(one_each: bool, expected: str) -> None:
    tickets = {"a": "red", "c": "red", "e": "red"}
    lines = tuple(
        EveningLine(person, place, 6, 2, 60 - 10 * place, 0, tickets.get(person, ""))
        for place, person in enumerate("abcde", 1)
    )
    made = rules(categories=[{"name": "red"}, {"name": "junior", "by": "person"}])
    persons = Persons({"b": frozenset({"junior"}), "d": frozenset({"junior"})})
    evening = EveningResult("e1", EVENINGS[0].date, "chantecler", lines)
    tables = {name: season_table(made, [evening], persons, category=name) for name in (None, "red", "junior")}
    prizes = SeasonPrizes.model_validate(
        {"overall": {"best": [100, 60]}, "by_category": {"best": [9, 8]}, "one_each": one_each}
    )
    assert told(season_prizes(prizes, tables)) == expected


def test_who_attended_too_few_wins_nothing() -> None:
    lines = lines_of(minimum=2, minimum_for="prizes")
    prizes = SeasonPrizes.model_validate({"overall": {"best": [9, 8, 7, 6], "booby": 5}})
    assert told(season_prizes(prizes, {None: lines})) == "a:9 b:8 c:7"


@settings(max_examples=25, deadline=None)
@given(any_rules(), any_evenings())
def test_a_table_pays_out_what_its_prizes_are(made: SeasonRules, evenings: list[EveningResult]) -> None:
    lines = season_table(made, evenings)
    shares = season_prizes(made.prizes, {None: lines})
    people = [line for line in lines if line.prizes and line.place is not None]
    best = [share for share in shares if share.kind == "best"]
    assert sum(share.amount for share in best) == sum(made.prizes.overall.best[: len(people)])
    winners = [share.person for share in shares]
    assert len(set(winners)) == len(winners)
    booby = [share.amount for share in shares if share.kind == "booby"]
    given_out = made.prizes.overall.booby is not None and len({share.person for share in best}) < len(people)
    assert sum(booby) == ((made.prizes.overall.booby or 0) if given_out else 0)
    assert bool(booby) == given_out
