"""A game's labels agree with its rules, and its version tells when either changed."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from games import definition
from games.catalogue import GAMES, find
from games.definition import Game, load
from games.form import Choice, Item, load_fields
from scoring import chantecler
from scoring.faults import Faults

ALL_GAMES = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
CHANTECLER = find("chantecler")


@ALL_GAMES
def test_a_game_is_found_by_its_slug(game: Game) -> None:
    assert find(game.slug) is game


@ALL_GAMES
def test_house_rules_written_down_are_read_back(game: Game) -> None:
    rules = game.house_rules({})

    assert game.house_rules(game.options_as_data(rules)) == rules
    assert set(game.options_as_data(rules)) == set(game.house_rules_schema["properties"])


@ALL_GAMES
def test_every_house_rule_can_be_set_in_the_form(game: Game) -> None:
    assert {field.name for field in game.house_rule_form} == set(game.house_rules_schema["properties"])


@ALL_GAMES
def test_everything_a_hand_needs_is_in_the_form(game: Game) -> None:
    needed = {name for schema in game.hand_schemas for name in schema.get("required", ())}

    assert needed <= {field.name for field in game.form}


@ALL_GAMES
def test_fields_are_drawn_only_under_conditions_on_fields_before_them(game: Game) -> None:
    seen: set[str] = set()
    for field in game.form:
        assert set(field.when) <= seen
        seen.add(field.name)


def test_a_form_takes_ranges_and_choices_from_the_hand() -> None:
    passed_out, dealer, bidder, bid, trump, counters = CHANTECLER.form

    assert " ".join(field.kind for field in CHANTECLER.form) == "flag seat seat number choice taken_by"
    assert (bid.least, bid.most, bid.step, bid.required) == (1, 14, 1, True)
    assert (passed_out.required, bidder.when) == (False, {"passed_out": (False,)})
    assert trump.choices[0] == Choice("duck", "Duck")
    assert counters.items[0] == Item("five", "Five", 5)
    assert [choice.value for choice in counters.choices] == ["A", "B", "A-discard", "B-discard"]
    assert (dealer.required, dealer.folded, bidder.folded) == (False, True, False)


@pytest.mark.parametrize(
    "table",
    [
        {"name": "bid", "kind": "guess", "label": "Bid"},
        {"name": "bet", "kind": "number", "label": "Bet"},
        {"name": "bid", "kind": "flag", "label": "Bid"},
        {"name": "trump", "kind": "choice", "label": "Trumps", "choices": {"duck": "Duck"}},
        {
            "name": "counters",
            "kind": "taken_by",
            "label": "Counters",
            "items": [{"name": "six", "label": ""}],
        },
    ],
    ids=["unknown kind", "unknown field", "wrong kind", "choices missing", "items missing"],
)
def test_labels_that_disagree_with_the_hand_are_refused(table: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=table["name"]):
        load_fields([table], CHANTECLER.hand_schemas)


def test_the_version_of_a_game_changes_with_its_rulebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "chantecler"
    folder.mkdir()
    for file in ("game.toml", "rulebook.md"):
        (folder / file).write_bytes((definition.FOLDER / "chantecler" / file).read_bytes())
    monkeypatch.setattr(definition, "FOLDER", tmp_path)
    assert load("chantecler", chantecler).version == CHANTECLER.version

    with (folder / "rulebook.md").open("a") as rulebook:
        rulebook.write("\nOne more word.\n")
    assert load("chantecler", chantecler).version != CHANTECLER.version


@pytest.mark.parametrize(
    "options", [{"target": True}, {"target": None}, {"goal": 42}, 42, None, [1]], ids=str
)
def test_house_rules_nobody_knows_are_refused(options: object) -> None:
    with pytest.raises(Faults) as refusal:
        CHANTECLER.house_rules(options)
    assert all(fault.field.startswith("options") for fault in refusal.value.faults)


def test_a_hand_may_be_any_mapping() -> None:
    rules = CHANTECLER.house_rules(MappingProxyType({"target": 42}))

    assert CHANTECLER.score(MappingProxyType({"passed_out": True}), rules).scores == (0, 0, 0, 0)
    assert CHANTECLER.faults(MappingProxyType({"passed_out": True}), rules) == ()


def test_a_target_is_a_house_rule() -> None:
    assert CHANTECLER.target(CHANTECLER.house_rules({"target": 42})) == 42
    assert CHANTECLER.target(CHANTECLER.house_rules({})) == 56
