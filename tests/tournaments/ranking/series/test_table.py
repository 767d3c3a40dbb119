"""Evenings in, a table out: what counts, what is dropped, what was missed, and why one stands before another."""

from datetime import timedelta
from decimal import ROUND_FLOOR, Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.series.seasons import (
    FIRST,
    any_evening,
    any_evenings,
    any_rules,
    evening,
    line_of,
    rules,
    scored,
    season_table,
    told,
)
from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.table import Bonus, Lot, SeasonLine, table_state, updated
from tournaments.ranking.series.units import EveningLine, EveningResult, Persons

THREE = [evening(1, "a", "b", "c", "d"), evening(2, "b", "a", "c"), evening(3, "a", "c", "d")]


@pytest.mark.parametrize(
    ("given_rules", "expected"),
    [
        pytest.param({}, "1a:28 2c:20 3b:18 4d:10", id="all evenings count"),
        pytest.param({"best": 2}, "1a:20 2b:18 3c:14 4d:10", id="the best two count"),
        pytest.param({"best": 1}, "1a:10 1b:10 3c:8 4d:6", id="level places are shared"),
        pytest.param({"minimum": 3}, "1a:28 2c:20 -b:18 -d:10", id="too few evenings, no place"),
        pytest.param({"minimum": 3, "minimum_for": "prizes"}, "1a:28 2c:20 3b:18 4d:10", id="no prize"),
        pytest.param({"missed": {"gives": "fixed", "points": 3}}, "1a:28 2b:21 3c:20 4d:13", id="fixed sum"),
        pytest.param({"missed": {"gives": "own_average"}}, "1a:28 2b:27 3c:20 4d:15", id="own average"),
        pytest.param({"points": {"by": "games_won"}}, "1a:16 2c:14 3b:10½ 4d:8½", id="games won"),
        pytest.param(
            {"points": {"by": "score_points", "of": "points_difference"}},
            "1a:40 2b:25 3c:20 4d:5",
            id="differences",
        ),
    ],
)
def test_three_evenings_make_a_table(given_rules: dict[str, Any], expected: str) -> None:
    assert told(season_table(rules(**given_rules), THREE)) == expected


def test_every_evening_says_what_it_did() -> None:
    missed = {"gives": "fixed", "points": 3, "at_most": 1}
    lines = season_table(rules(best=1, missed=missed), [*THREE, evening(4, "a")])
    found = line_of(lines, "b").contributions
    assert [f"{one.evening} {one.status} {one.points} {one.counts}: {one.why}" for one in found] == [
        "e01 dropped 16 False: Place 2, which gives 8 points. Not among the best 1, so it does not count.",
        "e02 counted 20 True: Place 1, which gives 10 points.",
        "e03 missed 6 False: Missed; it gives 3 points, not among the best 1.",
        "e04 missed 0 False: Missed; it gives nothing.",
    ]


POINTS = {"points": {"by": "score_points"}}
APART = "a30 b20; b20 a10"
LEVEL = "Tied; "


A_LOT = [Lot(1, ("b", "a"))]


@pytest.mark.parametrize(
    ("evenings", "chain", "adjustments", "expected", "said"),
    [
        pytest.param("a30; b20", "", [], "1a:30 2b:20 total", "Points of the season: 30 to 20.", id="points"),
        pytest.param(
            APART, "", [Bonus("b", 1)], "1b:40½ 2a:40 total", "Points of the season: 40½", id="a bonus"
        ),
        pytest.param(APART, "", [], "1a:40 1b:40 shared", "Tied: the place is shared.", id="nothing"),
        pytest.param(
            APART,
            "best_evening",
            [],
            "1a:40 2b:40 best_evening",
            "Level in points; the best evening: 30 to 20.",
            id="the best evening",
        ),
        pytest.param(
            "a20 b30 c40; a30 b20 c0",
            "best_evening evenings_won",
            [],
            "1a:50 2b:50 evenings_won 3c:40 total",
            "Level so far; evenings won: 1 to 0.",
            id="evenings won",
        ),
        pytest.param(
            "a30 b20; b20 c4; a10",
            "head_to_head",
            [],
            "1a:40 2b:40 head_to_head 3c:4 total",
            "Level so far; against each other, where both were there: +1 to -1.",
            id="head to head in the evenings both attended",
        ),
        pytest.param(APART, "lots", A_LOT, "1b:40 2a:40 lots", LEVEL + "drawing lots decided.", id="lots"),
        pytest.param(
            APART,
            "lots",
            [Lot(1, ("b", "c"))],
            "1a:40 1b:40 shared",
            "Tied: the place is shared.",
            id="lots that not all of them drew",
        ),
        pytest.param(
            APART,
            "lots",
            [Lot(2, ("a", "b")), *A_LOT],
            "1b:40 2a:40 lots",
            LEVEL + "drawing lots decided.",
            id="drawn twice, the first counts",
        ),
        pytest.param(
            "a30 b20 c10; c30 b20 a10",
            "best_evening lots",
            [Lot(1, ("c", "b", "a"))],
            "1c:40 2a:40 lots 3b:40 best_evening",
            LEVEL + "drawing lots decided.",
            id="lots for those whom the best evening left level",
        ),
    ],
)
def test_the_chain_parts_who_is_level_and_says_how(
    evenings: str, chain: str, adjustments: list[Bonus | Lot], expected: str, said: str
) -> None:
    season = [
        scored(number, **{word[0]: int(word[1:]) for word in evening.split()})
        for number, evening in enumerate(evenings.split(";"), 1)
    ]
    lines = season_table(rules(**POINTS, tie_breaks=chain.split()), season, None, adjustments)
    assert told(lines[:1]) + "".join(f" {told([line])} {line.decided_by}" for line in lines[1:]) == expected
    assert lines[0].explanation is None
    assert str(lines[1].explanation).startswith(said)


def test_level_in_points_the_difference_of_all_evenings_decides() -> None:
    evenings = [scored(1, a=40, b=30), scored(2, b=35, a=34)]
    lines = season_table(rules(tie_breaks=["points_difference"]), evenings)
    assert [str(line.explanation) for line in lines] == ["None", "Level so far; points difference: 74 to 65."]


def test_who_attended_too_few_stands_behind_and_is_told_so() -> None:
    lines = season_table(rules(minimum=2), [evening(1, "a", "b"), evening(2, "b", "c")])
    assert told(lines) == "1b:18 -a:10 -c:8"
    assert [str(line.explanation) for line in lines[1:]] == [
        "Came to 1 of the 2 evenings that a place requires."
    ] * 2
    assert [line.prizes for line in lines] == [True, False, False]


@pytest.mark.parametrize(
    ("guests", "first", "expected"),
    [
        pytest.param("counted", "a*", "1a:10 2b:8 3c:6", id="counted like everybody"),
        pytest.param("keep_places", "a*", "1b:8 2c:6", id="no line, the places stay taken"),
        pytest.param("passed_over", "a*", "1b:10 2c:8", id="passed over"),
        pytest.param("keep_places", "a*d", "1d:9 2b:6 3c:4", id="the guest has a share of the place"),
        pytest.param("passed_over", "a*d", "1d:10 2b:8 3c:6", id="nobody shares it"),
    ],
)
def test_guests_count_or_do_not(guests: str, first: str, expected: str) -> None:
    assert told(season_table(rules(guests=guests), [evening(1, first, "b", "c")])) == expected


def test_a_guest_who_comes_back_as_a_member_has_missed_the_first_evening() -> None:
    lines = season_table(rules(guests="passed_over"), [evening(1, "a*", "b"), evening(2, "a", "b")])
    assert told(lines) == "1b:18 2a:10"
    first, _ = line_of(lines, "a").contributions
    assert (first.status, str(first.why)) == (
        "missed",
        "Came as a guest, which does not count. Missed; it gives nothing.",
    )


def test_each_category_has_a_table_of_its_own() -> None:
    def line(person: str, place: int, colour: str) -> EveningLine:
        return EveningLine(person, place, 6, 4, 9, 0, colour)

    evenings = [
        EveningResult(
            "e1", FIRST, "chantecler", (line("a", 1, "red"), line("b", 2, "blue"), line("c", 3, "red"))
        ),
        EveningResult("e2", FIRST, "chantecler", (line("a", 1, "blue"), line("b", 2, "blue"))),
    ]
    by_colour = [{"name": "red"}, {"name": "blue"}, {"name": "junior", "by": "person"}]
    made = rules(categories=by_colour)
    persons = Persons({"c": frozenset({"junior"}), "b": frozenset({"junior"})})
    tables = {
        name: season_table(made, evenings, persons, category=name) for name in (None, "red", "blue", "junior")
    }
    assert {name: told(lines) for name, lines in tables.items()} == {
        None: "1a:20 2b:16 3c:6",
        "red": "1a:10 2c:6",
        "blue": "1b:16 2a:10",
        "junior": "1b:16 2c:6",
    }
    _, other_ticket = tables["red"][0].contributions
    assert str(other_ticket.why) == "Came on a ticket of another colour. Missed; it gives nothing."
    with pytest.raises(KeyError):
        season_table(made, evenings, category="green")


def test_two_ids_of_one_person_are_one_line() -> None:
    evenings = [evening(1, "a", "b"), evening(2, "x", "b"), evening(3, "b", "a", "x")]
    persons = Persons(merged={"x": "y", "y": "a"})
    assert told(season_table(rules(), evenings, persons)) == "1a:28 2b:26"
    assert told(season_table(rules(points={"by": "games_won"}), evenings, persons)) == "1a:20½ 2b:15½"


def test_two_lines_of_one_person_add_up_and_only_a_guest_on_both_is_one() -> None:
    score = {"points": {"by": "score_points"}, "guests": "passed_over"}
    persons = Persons(merged={"x": "a"})
    # Place 1 scores 49, place 2 48.
    assert told(season_table(rules(**score), [evening(1, "a", "x*")], persons)) == "1a:97"
    assert season_table(rules(**score), [evening(1, "a*", "x*")], persons) == ()


def test_a_category_of_people_goes_with_a_merge() -> None:
    made = rules(categories=[{"name": "junior", "by": "person"}])
    persons = Persons({"x": frozenset({"junior"})}, {"x": "a"})
    assert told(season_table(made, [evening(1, "b", "a")], persons, category="junior")) == "1a:8"


@pytest.mark.parametrize("merged", [{"a": "a"}, {"a": "b", "b": "a"}, {"x": "a", "a": "b", "b": "a"}])
def test_merges_do_not_go_in_a_circle(merged: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="circle"):
        Persons(merged=merged)


def test_what_is_there_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="evening e01 is there twice"):
        season_table(rules(), [evening(1, "a"), evening(1, "b")])
    with pytest.raises(ValueError, match="a has two lines"):
        season_table(rules(), [evening(1, "a", "a")])


def test_an_evening_of_another_game_is_none_of_the_seasons() -> None:
    made = table_state(rules(), [*THREE, evening(4, "d", game="ascot")])
    assert made == table_state(rules(), THREE)
    assert updated(made, evening(5, "d", game="ascot")) is made


def test_evenings_on_one_day_are_in_the_order_of_their_ids() -> None:
    one = EveningResult("b", FIRST, "chantecler", evening(1, "a").lines)
    other = EveningResult("a", FIRST + timedelta(0), "chantecler", evening(1, "a").lines)
    (line,) = season_table(rules(best=1), [one, other])
    assert [(this.evening, this.status) for this in line.contributions] == [
        ("a", "counted"),
        ("b", "dropped"),
    ]


NAMES = ("a", "b", "c", "d", "e", "f", "g")


@settings(max_examples=25, deadline=None)
@given(any_rules(), any_evenings(), st.data())
def test_any_order_of_entry(made: SeasonRules, evenings: list[EveningResult], data: st.DataObject) -> None:
    adjustments: list[Bonus | Lot] = [
        Bonus("a", 3),
        Bonus("b", -2),
        Lot(1, ("a", "b", "c", "d", "e", "f", "g")),
        Lot(2, ("b", "a")),
    ]
    table = season_table(made, evenings, None, adjustments)
    again = season_table(
        made, data.draw(st.permutations(evenings)), None, data.draw(st.permutations(adjustments))
    )
    assert again == table
    assert [line.contributions for line in again] == [line.contributions for line in table]


@settings(max_examples=25, deadline=None)
@given(any_rules(), any_evenings(), st.data())
def test_an_evening_more_gives_the_table_worked_out_from_the_beginning(
    made: SeasonRules, evenings: list[EveningResult], data: st.DataObject
) -> None:
    category = data.draw(st.sampled_from((None, *(one.name for one in made.categories))))
    persons = Persons({"a": frozenset({"red"}), "g": frozenset({"blue"})}, {"g": "f"})
    state = table_state(made, [], persons, category=category)
    for one in data.draw(st.permutations(evenings)):
        before, state = state, updated(state, one)
        there = {persons.real(line.person) for line in one.lines}
        assert all(state.accounts[who] is before.accounts[who] for who in before.accounts.keys() - there)
    whole = table_state(made, evenings, persons, category=category)
    assert (state, state.lines) == (whole, whole.lines)


@settings(max_examples=20, deadline=None)
@given(any_rules(), any_evenings(), any_evening(7), any_evening(7))
def test_another_result_takes_the_place_of_the_one_before_and_a_void_evening_takes_it_out(
    made: SeasonRules, evenings: list[EveningResult], one: EveningResult, other: EveningResult
) -> None:
    before = table_state(made, evenings)
    void = EveningResult(one.evening, one.date, one.game, one.lines, void=True)
    assert table_state(made, [*evenings, void]) == before
    assert updated(before, void) is before
    assert updated(updated(before, one), other) == updated(before, other)
    assert updated(updated(before, one), void) == before


def balance(one: SeasonLine, others: list[SeasonLine]) -> int:
    """How often somebody stood before others at evenings both attended, less how often behind: pair by pair."""
    own = {entry.evening: entry.worth.place for entry in one.account.entries}
    return sum(
        (own[entry.evening] < entry.worth.place) - (own[entry.evening] > entry.worth.place)
        for other in others
        for entry in other.account.entries
        if entry.evening in own
    )


@settings(max_examples=40, deadline=None)
@given(any_evenings())
def test_head_to_head_is_counted_pair_by_pair_among_the_level(evenings: list[EveningResult]) -> None:
    made = rules(points={"by": "places", "table": [2], "beyond": 1}, tie_breaks=["head_to_head"])
    lines = season_table(made, evenings)
    for total in {line.total for line in lines}:
        level = [line for line in lines if line.total == total]
        balances = [balance(line, level) for line in level]
        assert balances == sorted(balances, reverse=True)
        assert sum(balances) == 0
        for (above, more), (below, less) in pairwise(zip(level, balances, strict=True)):
            assert (above.place == below.place) == (more == less)
            assert below.decided_by == ("shared" if more == less else "head_to_head")
            if more > less:
                assert str(below.explanation).endswith(f": {more:+d} to {less:+d}.")


def credits_of(made: SeasonRules, attended: list[int], missed: int) -> list[int]:
    """What the evenings missed offer, by the wording of the rules."""
    rule = made.missed
    if rule.gives == "nothing":
        return []
    average = (Decimal(sum(attended)) / len(attended) + Decimal("0.5")).to_integral_value(ROUND_FLOOR)
    credit = int(average) if rule.gives == "own_average" else rule.points * made.unit
    return [credit] * min(missed, rule.at_most or missed)


@settings(max_examples=30, deadline=None)
@given(any_rules(), any_evenings(), st.integers(-9, 9))
def test_what_counts_and_the_bonus_make_the_total_and_nothing_better_is_left_out(
    made: SeasonRules, evenings: list[EveningResult], bonus: int
) -> None:
    lines = season_table(made, evenings, None, [Bonus(person, bonus) for person in NAMES])
    for line in lines:
        counts = [one.points for one in line.contributions if one.counts]
        assert sum(counts) + bonus == line.total
        assert len(counts) <= (made.best or len(evenings))
        attended = [one.points for one in line.contributions if one.status != "missed"]
        offered = attended + credits_of(made, attended, len(line.contributions) - len(attended))
        assert sorted(counts) == sorted(sorted(offered, reverse=True)[: made.best])
        assert [(one.date, one.evening) for one in line.contributions] == sorted(
            (held.date, name) for name, held in line.state.evenings.items()
        )


@settings(max_examples=25, deadline=None)
@given(any_rules(), any_evenings())
def test_neighbours_are_told_apart(made: SeasonRules, evenings: list[EveningResult]) -> None:
    lines = season_table(made, evenings)
    placed = [line for line in lines if line.place is not None]
    assert [*lines[: len(placed)]] == placed
    for number, line in enumerate(placed, 1):
        above = placed[number - 2] if number > 1 else None
        assert (line.explanation is None) == (above is None)
        shares = above is not None and above.place == line.place
        assert shares == (line.decided_by == "shared")
        assert shares or line.place == number
        assert above is None or above.total >= line.total
        assert str(line.explanation)
