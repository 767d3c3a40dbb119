"""Results that follow an evening as published last, and who is read as one person."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests.tournaments.league.acts.a_record import decided, done, record_of
from tournaments.league.acts import FollowEvening, FollowKnockOut, FollowPeople, MakeFixtures
from tournaments.league.acts.act import EveningGames
from tournaments.ranking.fixtures.record import KeptEntrant, KeptFixture
from tournaments.ranking.fixtures.results import GameAtTable, Outcome
from tournaments.ranking.series.units import Persons

FRIDAY = "town/friday"
PEOPLE = [KeptEntrant(n, name, 1, (10 + n,)) for n, name in enumerate(("Ann", "Ben", "Cleo", "Dan"), 1)]
AHEAD = KeptFixture("one", 1, 1, 1, 2, evening=FRIDAY)
WON = AHEAD.ended(Outcome("home", (2, 0), (9, 4)))
BEN_WON = AHEAD.ended(Outcome("away", (0, 2), (4, 9)))


@dataclass
class Town:
    published: list[GameAtTable] | None
    merged: Mapping[str, str] = field(default_factory=dict)
    number: int = 1

    @property
    def persons(self) -> Persons:
        return Persons(merged=self.merged)

    def ever_merged(self, players: set[int]) -> set[int]:
        """Who was ever merged: whoever has to do with a merge now, and Ann."""
        return {11, *map(int, self.merged), *map(int, self.merged.values())} & players

    def games(self, address: str) -> EveningGames | None:
        assert address == FRIDAY
        if self.published is None:
            return None
        read = [replace(one, sides=_read(one.sides, self.persons)) for one in self.published]
        return EveningGames(self.persons, read, self.number)


def _read(sides: Any, persons: Persons) -> Any:
    return tuple(tuple(map(persons.real, side)) for side in sides)


def game(winner: int, loser: int) -> GameAtTable:
    return GameAtTable(((str(winner),), (str(loser),)), (9, 4), 0)


@pytest.mark.parametrize(
    ("before", "town", "expected"),
    [
        pytest.param(AHEAD, Town(None), None, id="nothing is published"),
        pytest.param(AHEAD, Town([game(11, 12)]), WON, id="published"),
        pytest.param(AHEAD, Town([game(11, 13)]), None, id="they never met"),
        pytest.param(WON, Town([game(11, 12)]), None, id="it is so already"),
        pytest.param(WON, Town([game(12, 11)]), BEN_WON, id="published again"),
        pytest.param(WON, Town([]), AHEAD, id="it gives no result any more"),
        pytest.param(replace(WON, evening=""), Town([game(12, 11)]), None, id="it rests on none"),
    ],
)
def test_a_fixture_follows_its_evening(before: KeptFixture, town: Town, expected: KeptFixture | None) -> None:
    found: Any = decided(FollowEvening(fixture="one"), record_of([before], entrants=PEOPLE), town)
    if expected is None:
        assert found is None
    else:
        told = {"fixtures": [expected.as_data()], "before": [before.as_data()], "publication": 1}
        assert found == told


@pytest.mark.parametrize(
    ("before", "entry"), [(AHEAD, "take"), (WON, "move")], ids=["ahead", "with a result"]
)
def test_the_ledger_tells_a_result_from_one_that_is_mended(before: KeptFixture, entry: str) -> None:
    record = record_of([before], entrants=PEOPLE)
    assert done(FollowEvening(fixture="one"), record, Town([game(12, 11)]))[0] == entry


def test_a_final_with_other_sides_does_not_get_the_result_of_the_one_before() -> None:
    record = record_of(entrants=PEOPLE, format="knock_out", draws=False)
    done(MakeFixtures(), record)
    semi_finals = list(record.contest.fixtures.values())
    for one in semi_finals:
        record.contest.fixtures[one.code] = replace(one, evening=FRIDAY)
    first, other = ((10 + one.home, 10 + (one.away or 0)) for one in semi_finals)
    town = Town([game(*first), game(*other)])
    for one in semi_finals:
        done(FollowEvening(fixture=one.code), record, town)
    (final,) = (one for one in record.fixtures if one.is_ahead)
    record.contest.fixtures[final.code] = replace(final, evening=FRIDAY)
    # It was the other who won, and those who are no finalists now have met as well.
    town = Town([game(*reversed(first)), game(*other), game(first[0], other[0])], number=2)
    for code in list(record.contest.fixtures):
        done(FollowEvening(fixture=code), record, town)
    now = record.contest.fixtures[final.code]
    assert set(now.numbers()) == {first[1] - 10, other[0] - 10}
    assert now.is_ahead


@pytest.mark.parametrize(
    ("before", "town", "expected"),
    [
        pytest.param(AHEAD, Town([game(11, 20)], {"20": "12"}), WON, id="met under another name"),
        pytest.param(WON, Town([game(11, 20)]), AHEAD, id="two people again"),
        pytest.param(WON, Town([], {"12": "11"}), None, id="somebody would meet themselves"),
        pytest.param(WON, Town(None, {"20": "12"}), None, id="the evening is being corrected"),
        pytest.param(replace(WON, home=3, away=4), Town([], {"20": "12"}), None, id="never merged"),
        pytest.param(replace(WON, evening=""), Town([], {"20": "12"}), None, id="entered by hand"),
    ],
)
def test_results_follow_who_is_who(before: KeptFixture, town: Town, expected: KeptFixture | None) -> None:
    found: Any = decided(FollowPeople(), record_of([before], entrants=PEOPLE), town)
    if expected is None:
        assert found is None
    else:
        assert (found["fixtures"], found["before"]) == ([expected.as_data()], [before.as_data()])
        assert found["read"] == dict(town.merged)


@pytest.mark.parametrize(("stage", "expected"), [("open", [FollowKnockOut(where_free=True)]), ("closed", [])])
def test_the_next_round_follows_who_is_who_until_the_season_is_over(
    stage: Any, expected: list[FollowKnockOut]
) -> None:
    assert list(FollowPeople().follow_ups(replace(record_of(), stage=stage))) == expected


def test_what_was_postponed_before_a_merge_is_postponed_again() -> None:
    postponed = replace(AHEAD, status="postponed", on="2027-01-05")
    record = record_of([postponed], entrants=PEOPLE)
    done(FollowPeople(), record, Town([game(11, 20)], {"20": "12"}))
    assert record.contest.fixtures["one"].status == "played"
    done(FollowPeople(), record, Town([game(11, 20)]))
    assert record.contest.fixtures["one"] == postponed
