"""Any game's entry form, drawn and read by its description."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.form import Choice, FormField, Item
from tests.tournaments.an_evening import a_hand
from tests.tournaments.web.table.a_phone import as_posted
from tournaments.queries.tables import Sitter
from tournaments.web.shared import Refusal
from tournaments.web.table.hand_form import KINDS, Typed, draw, read_hand

CHANTECLER = catalogue.find("chantecler")
FOUR = [
    Sitter(seat, f"code{seat}", name, name) for seat, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1)
]


def a_field(name: str, kind: str, **more: object) -> FormField:
    return FormField(name=name, kind=kind, label=name.title(), **{"required": True, "when": {}, **more})  # type: ignore[arg-type]


FIELDS = (
    a_field("passed_out", "flag", required=False),
    a_field("dealer", "seat"),
    a_field("points", "number", least=0, most=100, step=5),
    a_field("suit", "choice", choices=(Choice("hearts", "Hearts"), Choice("spades", "Spades"))),
    a_field("kings", "taken_by", items=(Item("red", "Red king", 2), Item("black", "Black king", 2))),
    a_field("reason", "choice", choices=(Choice("tired", "Tired"),), when={"passed_out": (True,)}),
)


@pytest.mark.parametrize(
    ("posted", "hand"),
    [
        ({}, {}),
        ({"hand.dealer": "3"}, {"dealer": 3}),
        ({"hand.dealer": ""}, {}),
        ({"hand.points": " 45 "}, {"points": 45}),
        ({"hand.points": "-5"}, {"points": -5}),
        ({"hand.points": "4.5"}, {"points": "4.5"}),
        ({"hand.points": "١٢"}, {"points": "١٢"}),
        ({"hand.points": "9" * 30}, {"points": "9" * 30}),
        ({"hand.suit": "hearts"}, {"suit": "hearts"}),
        ({"hand.suit": "12"}, {"suit": "12"}),
        ({"hand.passed_out": "true"}, {"passed_out": True}),
        ({"hand.passed_out": "false"}, {}),
        ({"hand.passed_out": "1"}, {"passed_out": "1"}),
        ({"hand.kings.red": "2", "hand.kings.black": "4"}, {"kings": {"red": 2, "black": 4}}),
        ({"hand.kings.red": "nobody"}, {"kings": {"red": "nobody"}}),
        ({"hand.kings": "2"}, {"kings": "2"}),
        ({"hand.kings.white": "2"}, {"kings.white": "2"}),
        ({"hand.reason": "tired"}, {}),
        ({"hand.passed_out": "true", "hand.reason": "tired"}, {"passed_out": True, "reason": "tired"}),
        ({"hand.": "x"}, {"": "x"}),
    ],
    ids=str,
)
def test_what_is_posted_becomes_a_hand(posted: Any, hand: Any) -> None:
    assert read_hand(FIELDS, posted) == hand


def test_a_hand_posted_is_the_hand_meant() -> None:
    assert read_hand(CHANTECLER.form, as_posted(a_hand(owl="B-discard"))) == a_hand(owl="B-discard")


@given(
    st.dictionaries(
        st.one_of(
            st.sampled_from(
                [
                    f"hand.{name}"
                    for name in ("bidder", "bid", "trump", "passed_out", "counters.five", "counters")
                ]
            ),
            st.text(max_size=20).map("hand.{}".format),
        ),
        st.one_of(st.text(max_size=20), st.sampled_from(["A", "3", "hen", "true"])),
    )
)
def test_whatever_is_posted_is_scored_or_refused(posted: Any) -> None:
    faults = CHANTECLER.faults(read_hand(CHANTECLER.form, posted), CHANTECLER.house_rules({}))
    assert all(str(fault.sentence) for fault in faults)


def test_every_field_is_drawn_by_its_kind_with_the_players_names() -> None:
    form = draw(CHANTECLER, FOUR, round_number=1, number=2, key="key")
    drawn = {field.path: field for field in form.fields}
    assert [option.label for option in drawn["hand.bidder"].options] == ["Ann", "Bo", "Cy", "Di"]
    assert [option.note for option in drawn["hand.bidder"].options][1] == "seat 2 · B"
    assert [option.value for option in drawn["hand.bid"].options] == [str(bid) for bid in range(1, 15)]
    assert [option.icon for option in drawn["hand.trump"].options] == ["duck", "goose", "hen", "turkey"]
    counters = drawn["hand.counters"]
    assert [option.label for option in counters.options][:2] == ["Ann & Cy", "Bo & Di"]
    assert (counters.points, form.points, counters.discards) == (14, 14, True)
    assert drawn["hand.bid"].when == '{"hand.passed_out": ["false"]}'


@pytest.mark.parametrize(("most", "tiles"), [(14, 14), (15, 0)], ids=["few values: tiles", "many: a stepper"])
def test_a_number_with_few_values_is_tiles(most: Any, tiles: Any) -> None:
    game = _game(a_field("tricks", "number", least=1, most=most))
    (field,) = draw(game, FOUR, round_number=1, number=1, key="key").fields
    assert len(field.options) == tiles


def test_what_was_typed_is_chosen_and_what_was_refused_stands_beside_it() -> None:
    typed = Typed(
        {"hand.bid": "9", "hand.counters.owl": "B"},
        [
            Refusal("hand.bidder", "missing", "nothing was entered; needed: a seat"),
            Refusal("hand.counters.five", "not-a-choice", "C was entered"),
            Refusal("round", "another-round", "round 2 was entered"),
        ],
    )
    form = draw(CHANTECLER, FOUR, round_number=1, number=2, key="key", typed=typed)
    drawn = {field.path: field for field in form.fields}
    rows = {row.path: row for row in drawn["hand.counters"].rows}
    assert [option.value for option in drawn["hand.bid"].options if option.chosen] == ["9"]
    assert [option.value for option in rows["hand.counters.owl"].options if option.chosen] == ["B"]
    assert drawn["hand.bidder"].errors == ("nothing is chosen yet",)
    assert rows["hand.counters.five"].errors == ("C was entered",)
    assert form.errors == ("round 2 was entered",)


@pytest.mark.parametrize(
    "game", [game for game in catalogue.GAMES.values() if game.target(game.house_rules({}))]
)
def test_every_game_of_four_with_couples_can_be_entered_at_a_table(game: Any) -> None:
    if game.partnership and 4 in game.seats:
        assert {field.kind for field in game.form} <= set(KINDS)


def _game(*fields: Any) -> Any:
    from dataclasses import replace

    return replace(CHANTECLER, form=fields)
