"""What a form posts becomes a hand, whatever the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import catalogue
from games.form import Choice, FormField, Item
from tests.golden_hands import accepted
from tests.tournaments.evening.web.table.a_phone import as_posted
from tournaments.evening.web.table.form_data import posted_values, read_hand

CHANTECLER = catalogue.find("chantecler")


def a_field(name: str, kind: str, **more: object) -> FormField:
    return FormField(name=name, kind=kind, label=name.title(), **{"required": True, "when": {}, **more})  # type: ignore[arg-type]


SUIT = a_field("suit", "choice", choices=(Choice("hearts", "Hearts"), Choice("spades", "Spades")))
GAME = replace(
    CHANTECLER,
    form=(
        a_field("passed_out", "flag", required=False),
        a_field("dealer", "seat"),
        a_field("points", "number", least=0, most=100, step=5),
        SUIT,
        a_field("kings", "taken_by", items=(Item("red", "Red king", 2), Item("black", "Black king", 2))),
        a_field("queens", "taken_by", items=(Item("red", "Red queen", 1),), nobody="Nobody"),
        a_field("bella", "seat", nobody="Nobody"),
        a_field("tricks", "numbers", least=0, most=13),
        a_field("reneges", "seats"),
        a_field("faults", "rows", fields=(a_field("seat", "seat"), SUIT)),
        a_field(
            "runs", "rows", by_seat=True, fields=(a_field("length", "number"),), when={"suit": ("spades",)}
        ),
        a_field("reason", "choice", choices=(Choice("tired", "Tired"),), when={"passed_out": (True,)}),
        a_field("shares", "numbers", by_couple=True, required=False),
        a_field("honours", "row", fields=(a_field("seat", "seat"), SUIT), required=False),
        a_field("players", "seat_count", when={"passed_out": (True,)}),
    ),
)


def read(posted: dict[str, str], seats: int = 3) -> dict[str, object]:
    return read_hand(GAME, posted_values(posted, GAME, seats), seats)


@pytest.mark.parametrize(
    ("posted", "hand"),
    [
        ({}, {}),
        ({"round": "1", "handy": "x"}, {}),
        ({"hand.dealer": "3"}, {"dealer": 3}),
        ({"hand.dealer": ""}, {}),
        ({"hand.dealer": "none"}, {"dealer": "none"}),
        ({"hand.points": " 45 "}, {"points": 45}),
        ({"hand.points": "-5"}, {"points": -5}),
        ({"hand.points": "4.5"}, {"points": "4.5"}),
        ({"hand.points": "١٢"}, {"points": "١٢"}),
        ({"hand.points": "9" * 30}, {"points": "9" * 30}),
        ({"hand.suit": "hearts"}, {"suit": "hearts"}),
        ({"hand.suit": "12"}, {"suit": "12"}),
        ({"hand.passed_out": "true"}, {"passed_out": True, "players": 3}),
        ({"hand.passed_out": "false"}, {}),
        ({"hand.passed_out": "1"}, {"passed_out": "1"}),
        ({"hand.players": "5"}, {}),
        ({"hand.kings.red": "2", "hand.kings.black": "4"}, {"kings": {"red": 2, "black": 4}}),
        ({"hand.kings.red": "nobody"}, {"kings": {"red": "nobody"}}),
        ({"hand.kings.red": "none"}, {"kings": {"red": "none"}}),
        ({"hand.queens.red": "none"}, {"queens": {"red": None}}),
        ({"hand.bella": "none"}, {"bella": None}),
        ({"hand.kings": "2"}, {"kings": "2"}),
        ({"hand.kings.white": "2"}, {"kings.white": "2"}),
        ({"hand.tricks.0": "3", "hand.tricks.1": "10", "hand.tricks.2": "0"}, {"tricks": [3, 10, 0]}),
        ({"hand.tricks.0": "3", "hand.tricks.2": "x"}, {"tricks": [3, None, "x"]}),
        ({"hand.tricks.0": "", "hand.tricks.1": ""}, {}),
        ({"hand.tricks.3": "1"}, {"tricks.3": "1"}),
        ({"hand.reneges.times.3": "2", "hand.reneges.times.1": "1"}, {"reneges": [1, 3, 3]}),
        ({"hand.reneges.times.1": "0"}, {}),
        ({"hand.reneges.times.1": "-1"}, {"reneges": ["-1 times"]}),
        ({"hand.reneges.times.1": "999999999"}, {"reneges": ["999999999 times"]}),
        ({"hand.reneges.times.4": "1"}, {"reneges.times.4": "1"}),
        (
            {"hand.faults.0.seat": "1", "hand.faults.0.suit": "hearts"},
            {"faults": [{"seat": 1, "suit": "hearts"}]},
        ),
        (
            {"hand.faults.0.seat": "", "hand.faults.3.seat": "2", "hand.faults.12.suit": "x"},
            {"faults": [{"seat": 2}, {"suit": "x"}]},
        ),
        ({"hand.faults.0.why": "x"}, {"faults": [{"why": "x"}]}),
        ({"hand.faults.x.seat": "1"}, {"faults.x.seat": "1"}),
        ({"hand.suit": "spades"}, {"suit": "spades", "runs": [[], [], []]}),
        (
            {"hand.suit": "spades", "hand.runs.1.4.length": "3"},
            {"suit": "spades", "runs": [[], [{"length": 3}], []]},
        ),
        ({"hand.suit": "hearts", "hand.runs.1.4.length": "3"}, {"suit": "hearts"}),
        ({"hand.reason": "tired"}, {}),
        (
            {"hand.passed_out": "true", "hand.reason": "tired"},
            {"passed_out": True, "reason": "tired", "players": 3},
        ),
        ({"hand.shares.0": "8", "hand.shares.1": "5"}, {"shares": [8, 5]}),
        ({"hand.shares.0": "8", "hand.shares.2": "5"}, {"shares": [8, None], "shares.2": "5"}),
        (
            {"hand.honours.seat": "2", "hand.honours.suit": "hearts"},
            {"honours": {"seat": 2, "suit": "hearts"}},
        ),
        ({"hand.honours.seat": "", "hand.honours.suit": "x"}, {"honours": {"suit": "x"}}),
        ({"hand.honours.seat": "", "hand.honours.suit": ""}, {}),
        ({"hand.honours.why": "x"}, {"honours.why": "x"}),
        ({"hand.": "x"}, {"": "x"}),
    ],
    ids=str,
)
def test_what_is_posted_becomes_a_hand(posted: Any, hand: Any) -> None:
    assert read(posted) == hand


def test_rows_left_empty_are_closed_up_so_that_refusals_name_the_rows_that_are_drawn() -> None:
    posted = {
        "hand.faults.0.seat": "",
        "hand.faults.2.seat": "1",
        "hand.faults.7.suit": "x",
        "hand.dealer": "1",
    }
    assert posted_values(posted, GAME, 3) == {
        "hand.dealer": "1",
        "hand.faults.0.seat": "1",
        "hand.faults.1.suit": "x",
    }


@pytest.mark.parametrize(("slug", "case"), accepted())
def test_every_golden_hand_can_be_posted_and_is_read_back(slug: Any, case: Any) -> None:
    game = catalogue.find(slug)
    # A moon has no bid beside it in the form, for it could only be 13.
    asked = {field.name for field in game.form} - ({"bid"} if case.hand.get("moon") else set())
    # What is not so is said by saying nothing; in which order suits were not followed is not asked.
    meant = {
        name: sorted(value) if name == "reneges" else value
        for name, value in case.hand.items()
        if name in asked and value is not False and value != []
    }

    hand = read_hand(game, posted_values(as_posted(meant, slug), game, case.seats), case.seats)

    assert {**hand, "players": case.seats} == {**meant, "players": case.seats}
    assert sorted(game.score(hand, case.rules).lines, key=str) == sorted(
        game.score(case.hand, case.rules).lines, key=str
    )


TEXTS = st.one_of(st.text(max_size=20), st.sampled_from(["A", "3", "hen", "true", "none", "0", "-1", "75"]))


@pytest.mark.parametrize("slug", catalogue.GAMES)
@settings(deadline=None)
@given(data=st.data())
def test_whatever_is_posted_is_scored_or_refused(slug: Any, data: Any) -> None:
    game = catalogue.find(slug)
    seats = data.draw(st.sampled_from(game.seats))
    steps = [field.name for field in game.form] + [
        "0",
        "1",
        "2",
        "times",
        "seat",
        "kind",
        "clubs",
        "five",
        "x",
    ]
    paths = st.lists(st.sampled_from(steps), min_size=1, max_size=4).map(lambda way: ".".join(["hand", *way]))
    anything = st.text(max_size=20).map("hand.{}".format)
    posted = data.draw(st.dictionaries(st.one_of(paths, anything), TEXTS, max_size=12))
    hand = read_hand(game, posted_values(posted, game, seats), seats)
    assert all(str(fault.sentence) for fault in game.faults(hand, game.house_rules({})))
