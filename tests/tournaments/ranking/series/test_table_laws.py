"""What holds for every season: of whichever rules, evenings and people."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.series.seasons import any_evening, any_evenings, any_rules, rules, season_table
from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.table import Bonus, Lot, SeasonLine, table_state, updated
from tournaments.ranking.series.units import EveningResult, Persons

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


@settings(max_examples=20, deadline=None)
@given(any_rules(), any_evenings(), st.permutations(NAMES))
def test_a_merge_taken_back(made: SeasonRules, evenings: list[EveningResult], people: list[str]) -> None:
    one, other = people[:2]
    before = season_table(made, evenings, Persons())
    merged = season_table(made, evenings, Persons(merged={one: other}))
    assert one not in {line.person for line in merged}
    assert {line.person for line in before} - {one, other} == {line.person for line in merged} - {other}
    assert season_table(made, evenings, Persons(merged={})) == before


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
