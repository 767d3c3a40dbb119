"""How a club plays each game: set once, taken by the evenings made from then on, and by no other."""

import json
from datetime import timedelta
from typing import Any

import pytest

from games.catalogue import GAMES
from tests.tournaments.an_evening import BY
from tests.tournaments.commands.a_script import OUTCOME, script
from tests.tournaments.conftest import START
from tests.tournaments.evening.services.test_setting_up import A_DAY, made
from tests.tournaments.the_rows import asked, everything, refused
from tournaments import script as play
from tournaments.club.models import Club, HouseRules, User
from tournaments.club.reads.members import house_rules_of_club, house_rules_of_game
from tournaments.club.services import clubs
from tournaments.evening.services import evenings
from tournaments.script import read_script

CHANTECLER = {
    "target": 42,
    "bird_order": "pheasant_second",
    "set_side_keeps_counters": False,
    "keeps_all_trumps": False,
}
CANNOT_BE = ["bird_order not-a-choice", "target out-of-range", "ramsch unknown-field"]


def settle(club: Club, game: str = "chantecler", **options: Any) -> HouseRules:
    return clubs.set_house_rules(club=club, game=game, options=options, by=BY, at=START)


@pytest.mark.parametrize(
    ("game", "options", "kept"),
    [
        pytest.param("chantecler", {}, CHANTECLER, id="nothing said"),
        pytest.param("chantecler", {"target": 56}, {**CHANTECLER, "target": 56}, id="the target"),
        pytest.param("ascot", {"ramsch": True}, {"ramsch": True}, id="another game"),
        pytest.param("chambery_tarot", {}, {}, id="a game without house rules"),
    ],
)
def test_every_rule_is_kept_with_its_value_and_who_set_it(
    club: Club, game: str, options: dict[str, Any], kept: dict[str, Any]
) -> None:
    row = settle(club, game, **options)
    assert (row.game, row.options, row.changed_by, row.changed_at) == (game, kept, BY, START)
    found = house_rules_of_game(club, GAMES[game])
    assert (found.options, found.own) == (kept, True)


def test_setting_them_again_leaves_nothing_of_what_was_there(club: Club) -> None:
    settle(club, target=21, set_side_keeps_counters=True)
    later = START + timedelta(days=1)
    clubs.set_house_rules(club=club, game="chantecler", options={"target": 30}, by="user:9", at=later)
    row = HouseRules.objects.get()
    assert (row.options, row.changed_by, row.changed_at) == ({**CHANTECLER, "target": 30}, "user:9", later)


@pytest.mark.parametrize(
    ("game", "options", "faults"),
    [
        ("bridge", {}, ["game unknown-game"]),
        ("chantecler", None, ["options not-an-object"]),
        (
            "chantecler",
            {"target": 0, "bird_order": "owl_second", "ramsch": True},
            [f"options.{fault}" for fault in CANNOT_BE],
        ),
    ],
)
def test_rules_of_no_game_are_refused(club: Club, game: str, options: object, faults: list[str]) -> None:
    settle(club, target=30)
    with refused(*faults):
        clubs.set_house_rules(club=club, game=game, options=options, by=BY, at=START)


def test_a_club_that_has_set_nothing_plays_as_any_party_does(club: Club) -> None:
    found = house_rules_of_club(club)
    assert list(found) == list(GAMES)
    assert not any(rules.own for rules in found.values())
    assert found["chantecler"].options == CHANTECLER
    assert found["ascot"].options == {"ramsch": False}


def test_the_rules_of_all_games_are_read_in_two_queries(club: Club) -> None:
    for game in GAMES:
        settle(club, game)
    assert len(asked(lambda: house_rules_of_club(club))) == 2  # the club has games of its own, too


def test_a_rule_that_a_game_no_longer_has_is_passed_over_and_a_new_one_is_as_usual(club: Club) -> None:
    settle(club, target=30)
    HouseRules.objects.update(options={"target": 30, "gone": True})
    assert house_rules_of_game(club, GAMES["chantecler"]).options == {**CHANTECLER, "target": 30}


@pytest.mark.parametrize("nothing_said", [{}, {"house_rules": None}], ids=["left out", "null"])
def test_an_evening_that_says_nothing_takes_the_rules_of_its_club(
    club: Club, director: User, nothing_said: dict[str, Any]
) -> None:
    other = clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=START)
    settle(other, target=60)
    settle(club, "ascot", ramsch=True)
    settle(club, target=30, set_side_keeps_counters=True)
    evening = made(club, plan={"game": "chantecler", **nothing_said})
    assert evening.plan["house_rules"] == {**CHANTECLER, "target": 30, "set_side_keeps_counters": True}


@pytest.mark.parametrize(
    ("said", "played"),
    [
        pytest.param({}, CHANTECLER, id="by the book, to the target of a party"),
        pytest.param({"target": 21}, {**CHANTECLER, "target": 21}, id="one rule, the rest by the book"),
    ],
)
def test_an_evening_with_rules_has_its_own(club: Club, said: dict[str, Any], played: dict[str, Any]) -> None:
    settle(club, target=30, bird_order="peacock_second", set_side_keeps_counters=True)
    evening = made(club, plan={"game": "chantecler", "house_rules": said})
    assert evening.plan["house_rules"] == played


def test_what_the_club_changes_later_touches_no_evening_that_is_made(club: Club) -> None:
    settle(club, target=30)
    evening = made(club)
    before = everything()
    settle(club, target=60)
    after = everything()
    for model in ("HouseRules", "AuditEntry"):
        del before[model], after[model]
    assert after == before
    clone = evenings.clone_evening(evening=evening, name="Again", date=A_DAY, by=BY, at=START)
    assert clone.plan["house_rules"] == {**CHANTECLER, "target": 30}
    assert made(club).plan["house_rules"] == {**CHANTECLER, "target": 60}


def test_a_plan_sent_anew_without_house_rules_takes_the_clubs_too(club: Club) -> None:
    evening = made(club, plan={"game": "chantecler", "house_rules": {"target": 21}})
    settle(club, target=30)
    changed = evenings.change_plan(
        evening=evening, name="Friday", date=A_DAY, plan={"game": "chantecler"}, by=BY, at=START
    )
    assert changed.plan["house_rules"]["target"] == 30


def test_a_script_has_nothing_of_the_clubs_own_rules(club: Club) -> None:
    settle(club, target=14, set_side_keeps_counters=True)
    document = script()
    del document["evening"]["house_rules"]
    evening, outcome = play.play(script=read_script(json.dumps(document)), club=club)
    assert evening.plan["house_rules"] == CHANTECLER
    assert outcome == OUTCOME
