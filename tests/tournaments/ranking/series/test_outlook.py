"""Who can still win a season, and what must happen at its last evening: verdicts and words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.ranking.series.seasons import evening, rules
from tournaments.ranking.series.outlook import Outlook, SeriesNeeds
from tournaments.ranking.series.table import Bonus, TableState, table_state

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
