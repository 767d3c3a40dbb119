"""A game's labels agree with its rules, and its version tells when either changed."""

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from games import definition
from games.catalogue import GAMES, find
from games.definition import Game, load
from games.form import Choice, Item, load_fields
from scoring import chantecler, whist
from scoring.faults import Faults
from scoring.feats import Feat

ALL_GAMES = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
CHANTECLER = find("chantecler")


@ALL_GAMES
def test_house_rules_written_down_are_read_back_and_each_can_be_set_in_the_form(game: Game) -> None:
    rules = game.house_rules({})

    assert game.house_rules(game.options_as_data(rules)) == rules
    assert set(game.options_as_data(rules)) == set(game.house_rules_schema["properties"])
    assert {field.name for field in game.house_rule_form} == set(game.house_rules_schema["properties"])


@ALL_GAMES
def test_everything_a_hand_needs_is_in_the_form_below_what_it_is_drawn_under(game: Game) -> None:
    needed = {name for schema in game.hand_schemas for name in schema.get("required", ())}

    assert needed <= {field.name for field in game.form}
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


def test_numbers_are_for_seats_or_couples_and_a_row_has_fields() -> None:
    fields = {field.name: field for field in find("whist").form}
    tricks, honours = fields["tricks"], fields["honours"]

    assert (tricks.kind, tricks.numbered(4), replace(tricks, by_couple=False).numbered(4)) == (
        "numbers",
        2,
        4,
    )
    assert (tricks.least, tricks.most, tricks.total) == (0, 13, 13)
    assert (honours.kind, honours.required) == ("row", False)
    assert [(field.name, field.kind, field.required) for field in honours.fields] == [
        ("side", "choice", True),
        ("held", "number", True),
    ]


def changed_labels(slug: str, into: Path, was: str, now: str) -> None:
    folder = into / slug
    folder.mkdir()
    labels = (definition.FOLDER / slug / "game.toml").read_text()
    assert was in labels
    (folder / "game.toml").write_text(labels.replace(was, now))
    (folder / "rulebook.md").write_bytes((definition.FOLDER / slug / "rulebook.md").read_bytes())


def test_a_field_that_depends_on_a_house_rule_nobody_has_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed_labels("whist", tmp_path, 'under = { trumps = ["by_hand"] }', "under = { suits = [1] }")
    monkeypatch.setattr(definition, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="suits"):
        load("whist", whist)


def test_feats_are_found_and_labelled_or_neither(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="feats"):
        load("chantecler", chantecler)
    changed_labels(
        "chantecler", tmp_path, '[feats]\n"chantecler.all-seven" = "All seven counters taken"\n', ""
    )
    monkeypatch.setattr(definition, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="feats"):
        load("chantecler", chantecler, feats=chantecler.feats)


def test_the_version_of_a_game_changes_with_the_code_that_scores_it(tmp_path: Path) -> None:
    """Clabberjass stands in one module, Ascot in two; a copy of either that says the same is the same edition."""
    for game, suffixes in (("clabberjass", ("",)), ("ascot", ("", "_entry"))):
        own = find(game)
        for changed in suffixes:
            for suffix in suffixes:
                text = Path(str(own.rules.__file__)).with_name(f"{game}{suffix}.py").read_text()  # type: ignore[attr-defined]
                (tmp_path / f"{game}{suffix}.py").write_text(text)
            copy = SimpleNamespace(**vars(own.rules) | {"__file__": str(tmp_path / f"{game}.py")})
            more: dict[str, Any] = {"settle": own.settle, "feats": own.find_feats, "trumps": own.trumps}
            assert load(game, copy, **more).version == own.version
            with (tmp_path / f"{game}{changed}.py").open("a") as code:
                code.write("\nBONUS = 1\n")
            assert load(game, copy, **more).version != own.version


def test_the_version_of_a_game_changes_with_its_rulebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed_labels("chantecler", tmp_path, "", "")
    monkeypatch.setattr(definition, "FOLDER", tmp_path)
    assert load("chantecler", chantecler, feats=chantecler.feats).version == CHANTECLER.version

    with (tmp_path / "chantecler" / "rulebook.md").open("a") as rulebook:
        rulebook.write("\nOne more word.\n")
    assert load("chantecler", chantecler, feats=chantecler.feats).version != CHANTECLER.version


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


@pytest.mark.parametrize(
    ("slug", "options", "target"),
    [
        ("chantecler", {}, 56),
        ("chantecler", {"target": 42}, 42),
        ("whist", {}, None),
        ("whist", {"target": 10}, None),
        ("whist", {"counts": "odd"}, 5),
        ("whist", {"counts": "odd", "target": 10}, 10),
        ("euchre", {}, 10),
        ("ascot", {}, None),
    ],
    ids=str,
)
def test_a_target_is_a_house_rule_and_may_depend_on_others(
    slug: str, options: dict[str, Any], target: object
) -> None:
    game = find(slug)

    assert game.target(game.house_rules(options)) == target


def test_what_means_nothing_beside_the_other_house_rules_is_not_in_force() -> None:
    game = find("whist")
    told = {
        counts: [rule.name for rule in game.in_force(game.house_rules({"counts": counts}))]
        for counts in ("all", "odd")
    }

    assert told == {"all": ["counts", "trumps"], "odd": ["counts", "target", "count_honours", "trumps"]}


def test_a_hand_has_its_feats_and_a_faulty_one_is_refused() -> None:
    game = find("euchre")
    hand = MappingProxyType({"maker": 3, "alone": True, "tricks": 5})

    assert game.feats(hand, game.defaults) == (Feat("euchre.lone-hand", (3,)),)
    assert find("chambery_tarot").feats({"players": 3, "points": [30, 28, 20]}, game.defaults) == ()
    with pytest.raises(Faults) as refusal:
        game.feats({**hand, "tricks": 6}, game.defaults)
    assert [fault.field for fault in refusal.value.faults] == ["hand.tricks"]


def test_trumps_are_a_rounds_where_a_game_and_its_house_rules_say_so() -> None:
    game = find("whist")

    assert game.trumps_of_round(2, game.house_rules({"trumps": "rotating"})) == "clubs"
    assert game.trumps_of_round(2, game.defaults) is None
    assert CHANTECLER.trumps_of_round(2, CHANTECLER.defaults) is None
