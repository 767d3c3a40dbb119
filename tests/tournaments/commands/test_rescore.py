"""`manage.py rescore`: what other house rules would change, told hand by hand, and nothing changed."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from games.catalogue import find
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.commands.a_command import run
from tests.tournaments.the_rows import asked, everything
from tournaments.evening.models import Evening
from tournaments.evening.reads.access import every_evening
from tournaments.management.commands.rescore import rescore

pytestmark = pytest.mark.django_db
SET_BY_11 = a_hand(1, 11, "A", five="B")
"""Couple A takes nine points and is set; by house rule it keeps them."""


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    """Table 1 made one bid and missed another, table 2 made one."""
    evening = make_evening(8, until="playing", name="Friday")
    evening.enter(1, a_hand())
    evening.enter(1, SET_BY_11)
    evening.enter(2, a_hand(2, 5, "B"))
    return evening


def told(*arguments: str) -> list[str]:
    """What the command writes, having changed no row."""
    return told_with_remarks(*arguments)[0]


def told_with_remarks(*arguments: str) -> tuple[list[str], str]:
    """What the command writes and what it remarks beside that, having changed no row."""
    before, ran = everything(), run("rescore", *arguments)
    assert everything() == before
    return ran.lines, ran.err.strip()


def address(evening: AnEvening) -> str:
    return f"{evening.evening.club.slug}/{evening.evening.slug}"


UNDER_KEEPS = '{"set_side_keeps_counters": true}'
LEFT_OUT = "evenings left out, because their games do not know these rules: 2"


@pytest.fixture
def evenings_of_other_games(make_evening: Make) -> list[AnEvening]:
    """One of Ascot that comes before any other, and one of Chambéry Tarot, which has no house rules."""
    settings: dict[str, Any] = {"until": "playing", "movement": "fixed"}
    return [
        make_evening(3, name="A first one", game="ascot", **settings),
        make_evening(4, name="Tarot", game="chambery_tarot", **settings),
    ]


@pytest.mark.parametrize(
    "under",
    [
        {"set_side_keeps_counters": True},
        {"house_rules": {"set_side_keeps_counters": True}},
        {"game": "chantecler", "house_rules": {"set_side_keeps_counters": True}},
    ],
    ids=["house rules", "as an evening pins them", "with the game"],
)
@pytest.mark.parametrize("in_a_file", [False, True], ids=["said", "in a file"])
@pytest.mark.usefixtures("evenings_of_other_games")
def test_another_house_rule_changes_the_hands_it_is_about_and_leaves_out_games_without_it(
    evening: AnEvening, under: dict[str, object], in_a_file: bool, tmp_path: Path
) -> None:
    text = json.dumps(under)
    if in_a_file:
        (tmp_path / "rules.json").write_text(text)
        text = str(tmp_path / "rules.json")

    lines, remark = told_with_remarks("--under", text)
    assert lines == [
        f"{address(evening)} round 1 table 1 hand 2: -11 5 -> -2 5",
        "1 of 3 hands would count otherwise; nothing was changed",
    ]
    assert remark == LEFT_OUT


def test_changes_come_as_json_lines_for_programs(evening: AnEvening) -> None:
    (line,) = told("--json", "--under", '{"set_side_keeps_counters": true}')

    assert json.loads(line) == {
        "evening": address(evening),
        "round": 1,
        "table": 1,
        "number": 2,
        "points": [-11, 5],
        "would_be": [-2, 5],
    }


def test_the_rules_an_evening_has_pinned_are_a_version_to_score_under(evening: AnEvening) -> None:
    pinned = evening.read().pinned
    assert pinned == {
        "game": "chantecler",
        "house_rules": find("chantecler").options_as_data(find("chantecler").house_rules({"target": 42})),
        "rulebook": find("chantecler").version,
    }

    assert told("--under", json.dumps(pinned)) == ["0 of 3 hands would count otherwise; nothing was changed"]


def test_an_evening_played_under_another_rulebook_is_named(evening: AnEvening) -> None:
    Evening.objects.update(pinned={**(evening.evening.pinned or {}), "rulebook": "f00"})

    assert told()[0] == f"{address(evening)}: played under the rulebook f00"


def test_a_hand_that_would_be_refused_says_why(make_evening: Make) -> None:
    evening = make_evening(
        3, until="playing", game="ascot", movement="fixed", table_size=3, hands_per_round=3
    )
    evening.enter(1, {"players": 3, "dealer": 1, "passed_out": True})

    assert told("--under", '{"ramsch": true}')[0] == (
        f"{address(evening)} round 1 table 1 hand 1: 0 0 0 -> refused: hand.passed_out: passing was entered; "
        "under the house rule ramsch a hand nobody bid on is a ramsch"
    )
    (line,) = told("--json", "--under", '{"ramsch": true}')
    assert [error["code"] for error in json.loads(line)["errors"]] == ["ramsch-instead"]


def test_one_evening_is_chosen_by_its_address(evening: AnEvening, make_evening: Make) -> None:
    other = make_evening(8, until="playing", name="Saturday")
    other.enter(1, SET_BY_11)

    assert told("--evening", address(other))[-1] == "0 of 1 hands would count otherwise; nothing was changed"
    assert told()[-1] == "0 of 4 hands would count otherwise; nothing was changed"


@pytest.mark.usefixtures("evenings_of_other_games")
class TestEveningsOfOtherGames:
    """Evenings whose games do not know a rule are left out, and it is said how many."""

    def test_programs_are_told_in_a_last_line(self, evening: AnEvening) -> None:
        lines, remark = told_with_remarks("--json", "--under", UNDER_KEEPS)
        assert [json.loads(line).get("would_be") for line in lines] == [[-2, 5], None]
        assert json.loads(lines[-1]) == {"left_out": 2}
        assert remark == LEFT_OUT

    def test_where_nothing_is_named_all_are_looked_at(self, evening: AnEvening) -> None:
        assert told_with_remarks() == (["0 of 3 hands would count otherwise; nothing was changed"], "")

    def test_a_rule_that_no_evening_here_knows_leaves_all_out(self) -> None:
        lines, remark = told_with_remarks("--under", UNDER_KEEPS)
        assert lines == ["0 of 0 hands would count otherwise; nothing was changed"]
        assert remark == LEFT_OUT

    def test_an_evening_that_is_asked_for_is_not_left_out(
        self, evenings_of_other_games: list[AnEvening]
    ) -> None:
        with pytest.raises(
            CommandError, match=r"under\.house_rules\.set_side_keeps_counters: .* known: ramsch"
        ):
            told("--under", UNDER_KEEPS, "--evening", address(evenings_of_other_games[0]))


REFUSED: dict[str, tuple[str, str]] = {
    "an unknown house rule": ('{"goal": 42}', r"under\.house_rules\.goal: .*was entered; known: "),
    "no house rules": ('{"house_rules": 42}', r"under\.house_rules: 42 was entered"),
    "rules of no one game": ('{"ramsch": true, "set_side_keeps_counters": true}', r"under\."),
    "a wrong value": ('{"target": 0}', r"under\.house_rules\.target: "),
    "another game": ('{"game": "bridge"}', r"under\.game: bridge was entered; this evening plays "),
    "another rulebook": ('{"rulebook": "f00"}', r"under\.rulebook: f00 was entered; this program holds"),
    "no JSON": ("{", "cannot be read"),
    "no file": ("nowhere.json", "nowhere.json cannot be read"),
}


@pytest.mark.usefixtures("evening", "evenings_of_other_games")
@pytest.mark.parametrize(("under", "why"), REFUSED.values(), ids=REFUSED)
def test_rules_that_cannot_be_applied_are_named(under: str, why: str) -> None:
    with pytest.raises(CommandError, match=why):
        told("--under", under)


def test_an_evening_that_is_not_there_is_named(evening: AnEvening) -> None:
    with pytest.raises(CommandError, match="there is no evening no/where"):
        told("--evening", "no/where")


def test_a_file_that_holds_no_object_is_refused(evening: AnEvening, tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text("[]")
    with pytest.raises(CommandError, match="is no JSON object"):
        told("--under", str(tmp_path / "rules.json"))


def test_an_evening_is_read_in_one_query(evening: AnEvening) -> None:
    evenings = list(every_evening())

    assert len(asked(lambda: rescore(evenings=evenings, under={}))) == 1
