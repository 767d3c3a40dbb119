"""Any game's entry form, drawn by its description."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games import catalogue
from games.form import FormField
from tournaments.evening.reads.rounds import SeatView
from tournaments.evening.web.table.hand_form import Typed, chosen_dealer, draw
from tournaments.site.web.pages import Refusal

CHANTECLER = catalogue.find("chantecler")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def people(count: int) -> list[SeatView]:
    return [SeatView(seat, f"code{seat}", name, name) for seat, name in enumerate(NAMES[:count], start=1)]


def a_field(name: str, kind: str, **more: object) -> FormField:
    return FormField(name=name, kind=kind, label=name.title(), **{"required": True, "when": {}, **more})  # type: ignore[arg-type]


def form_of(slug: str, seats: int, options: dict[str, Any] | None = None, **more: Any) -> Any:
    game = catalogue.find(slug)
    return draw(game, people(seats), rules=game.house_rules(options or {}), **more)


def by_path(form: Any) -> dict[str, Any]:
    return {field.path: field for field in form.fields}


def test_every_field_is_drawn_by_its_kind_with_the_players_names() -> None:
    form = form_of("chantecler", 4)
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
    (field,) = draw(game, people(4), rules=game.house_rules({})).fields
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
    form = form_of("chantecler", 4, typed=typed)
    drawn = {field.path: field for field in form.fields}
    rows = {row.path: row for row in drawn["hand.counters"].items}
    assert [option.value for option in drawn["hand.bid"].options if option.chosen] == ["9"]
    assert [option.value for option in rows["hand.counters.owl"].options if option.chosen] == ["B"]
    assert drawn["hand.bidder"].errors == ("nothing is chosen yet",)
    assert rows["hand.counters.five"].errors == ("C was entered",)
    assert form.errors == ("round 2 was entered",)


@pytest.mark.parametrize(
    ("slug", "seats", "options", "drawn"),
    [
        (
            "ascot",
            3,
            {},
            "passed_out dealer contract trump declarer bid points tricks kitty_free contra redouble penalties",
        ),
        (
            "ascot",
            4,
            {"ramsch": True},
            "dealer contract trump declarer bid points tricks kitty_free points contra redouble penalties",
        ),
        ("chantecler", 4, {}, "passed_out dealer bidder bid trump counters"),
        ("chamberlain", 3, {}, "passed_out moon declarer bid rank tricks jacks reneges"),
        ("chambery_tarot", 5, {}, "bid declarer partner declarer_points"),
        ("chambery_tarot", 3, {}, "points"),
        (
            "clabberjass",
            2,
            {},
            "passed_out dealer bidder trump card_points last_trick bella sequences",
        ),
        ("euchre", 4, {}, "passed_out alone dealer maker tricks defended_alone"),
        ("euchre", 4, {"stick_the_dealer": True}, "dealer maker alone tricks defended_alone"),
        ("whist", 4, {}, "dealer trump tricks revokes"),
        ("whist", 4, {"trumps": "rotating", "count_honours": True}, "dealer tricks revokes"),
        ("whist", 4, {"counts": "odd", "count_honours": True}, "dealer trump tricks honours revokes"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_only_what_this_table_can_enter_under_its_house_rules_is_drawn(
    slug: Any, seats: Any, options: Any, drawn: Any
) -> None:
    form = form_of(slug, seats, options)
    assert [field.path.removeprefix("hand.") for field in form.fields] == drawn.split()


@pytest.mark.parametrize(
    ("slug", "seats", "options", "path", "offered"),
    [
        ("ascot", 3, {}, "hand.contract", "suit grand no_trump null"),
        ("ascot", 3, {"ramsch": True}, "hand.contract", "suit grand no_trump null ramsch"),
        ("chamberlain", 3, {}, "hand.jacks", "1 2 3 none"),
        ("chamberlain", 4, {}, "hand.jacks", "1 2 3 4"),
        ("clabberjass", 2, {}, "hand.bella", "1 2 none"),
        ("chambery_tarot", 5, {}, "hand.declarer", "1 2 3 4 5"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_choice_offers_what_some_hand_can_have(
    slug: Any, seats: Any, options: Any, path: Any, offered: Any
) -> None:
    assert [
        option.value for option in by_path(form_of(slug, seats, options))[path].options
    ] == offered.split()


def test_a_sequence_offers_no_top_that_nothing_lies_below() -> None:
    sequences = by_path(form_of("clabberjass", 2))["hand.sequences"]
    assert [of_seat.label for of_seat in sequences.lists] == ["Sequences: Ann", "Sequences: Bo"]
    _path, (suit, top, length), _errors = sequences.lists[1].rows[0]
    assert suit.path == "hand.sequences.1.0.suit"
    assert [option.value for option in top.options] == ["A", "K", "Q", "J", "10", "9"]
    assert ([option.value for option in length.options], length.default) == (["3", "4"], "3")


@pytest.mark.parametrize(
    ("slug", "seats", "options", "path", "ends"),
    [
        ("ascot", 3, {}, "hand.bid", (60, 175)),
        ("ascot", 3, {"ramsch": True}, "hand.bid", (75, 175)),
        ("chambery_tarot", 5, {}, "hand.declarer_points", (0, 68)),
        ("chambery_tarot", 4, {}, "hand.declarer_points", (0, 72)),
    ],
    ids=str,
)
def test_a_number_goes_as_far_as_some_hand_can_have_it(
    slug: Any, seats: Any, options: Any, path: Any, ends: Any
) -> None:
    field = by_path(form_of(slug, seats, options))[path]
    assert (field.least, field.most) == ends


def test_tiles_that_the_rest_rules_out_are_told() -> None:
    typed = Typed({"hand.bid": "called_king", "hand.declarer": "2"})
    assert json.loads(form_of("chambery_tarot", 5, typed=typed).closed) == [["hand.partner", "2"]]


def test_every_seat_has_a_number_of_its_own_with_what_was_typed_and_refused() -> None:
    refused = [
        Refusal("hand.tricks.1", "not-a-whole-number", "null was entered"),
        Refusal("hand.tricks.0", "out-of-range", "14 was entered"),
        Refusal("hand.reneges.0", "not-a-whole-number", "x was entered"),
    ]
    typed = Typed({"hand.tricks.0": "14", "hand.tricks.1": "", "hand.reneges.times.3": "x"}, refused)
    form = by_path(form_of("chamberlain", 3, typed=typed))
    tricks, reneges = form["hand.tricks"], form["hand.reneges"]
    assert [(cell.label, cell.value) for cell in tricks.cells] == [("Ann", "14"), ("Bo", ""), ("Cy", "")]
    assert [cell.errors for cell in tricks.cells] == [("14 was entered",), ("nothing is entered yet",), ()]
    assert ([cell.value for cell in reneges.cells], reneges.errors) == (["", "", "x"], ("x was entered",))
    assert (tricks.total, reneges.used) == (13, True)


def test_couples_have_a_number_each_under_their_names() -> None:
    tricks = by_path(form_of("whist", 4, typed=Typed({"hand.tricks.1": "5"})))["hand.tricks"]
    assert [(cell.path, cell.label, cell.value) for cell in tricks.cells] == [
        ("hand.tricks.0", "Ann & Cy", ""),
        ("hand.tricks.1", "Bo & Di", "5"),
    ]
    nobody = [replace(sitter, code="") for sitter in people(4)]
    game = catalogue.find("whist")
    (tricks,) = (field for field in draw(game, nobody, rules=game.defaults).fields if field.cells)
    assert [cell.label for cell in tricks.cells] == ["Couple A", "Couple B"]


def test_a_single_row_is_open_where_something_of_it_was_entered() -> None:
    rules = {"counts": "odd", "count_honours": True}
    ((untouched,), (typed,)) = (
        by_path(form_of("whist", 4, rules, typed=Typed(values)))["hand.honours"].lists
        for values in ({}, {"hand.honours.held": "4"})
    )
    ((path, (side, held), _errors),) = typed.rows
    assert (path, side.path, held.path) == ("hand.honours", "hand.honours.side", "hand.honours.held")
    assert [option.label for option in side.options] == ["Ann & Cy", "Bo & Di"]
    assert [(option.value, option.chosen) for option in held.options] == [("3", False), ("4", True)]
    assert (untouched.used, typed.used) == (False, True)


def test_rows_come_back_with_their_faults_and_empty_ones_below() -> None:
    refused = [Refusal("hand.penalties.0.kind", "missing", ""), Refusal("hand.penalties", "both-sides", "no")]
    typed = Typed({"hand.contract": "null", "hand.penalties.0.seat": "2"}, refused)
    penalties = by_path(form_of("ascot", 3, typed=typed))["hand.penalties"]
    ((of_all,), errors) = (penalties.lists, penalties.errors)
    assert (len(of_all.rows), of_all.used, errors) == (3, True, ("no",))
    _path, (seat, kind), _errors = of_all.rows[0]
    assert [option.chosen for option in seat.options] == [False, True, False]
    assert kind.errors == ("nothing is chosen yet",)


def test_nobody_is_chosen_until_somebody_is() -> None:
    fresh = by_path(form_of("clabberjass", 2))["hand.bella"]
    typed = by_path(form_of("clabberjass", 2, typed=Typed({"hand.bella": "2"})))["hand.bella"]
    assert [option.chosen for option in fresh.options] == [False, False, True]
    assert [option.chosen for option in typed.options] == [False, True, False]


@pytest.mark.parametrize(
    ("slug", "dealer", "chosen"),
    [
        pytest.param("clabberjass", 2, {"hand.dealer": "2"}, id="where the deal is entered"),
        pytest.param("clabberjass", None, {}, id="not where nobody knows"),
        pytest.param("chamberlain", 2, {}, id="nor where it is not entered"),
    ],
)
def test_who_deals_is_chosen_already(slug: Any, dealer: Any, chosen: Any) -> None:
    assert chosen_dealer(catalogue.find(slug), dealer) == chosen


@pytest.mark.parametrize(
    ("typed", "named"), [({"hand.dealer": "2"}, "Bo"), ({}, "")], ids=["noted", "not noted"]
)
def test_a_fold_says_who_is_chosen_in_it(typed: Any, named: str) -> None:
    field = by_path(form_of("chantecler", 4, typed=Typed(typed)))["hand.dealer"]
    page = render_to_string(field.template, {"field": field})
    assert f"<strong data-chosen>{named}</strong>" in page


def _game(*fields: Any) -> Any:
    return replace(CHANTECLER, form=fields)


def paths_of(fields: Any) -> list[str]:
    """Every path of a form beside which something may be refused."""
    found: list[str] = []
    for drawn in fields:
        found += [drawn.path, *(part.path for part in (*drawn.items, *drawn.cells))]
        for of_list in drawn.lists:
            found.append(of_list.path)
            for path, inner, _errors in of_list.rows:
                found += [path, *paths_of(inner)]
    return found


@pytest.mark.parametrize("slug", list(catalogue.GAMES))
def test_each_message_is_tied_to_its_field(slug: str) -> None:
    """As those of other forms are: whoever hears the page hears what is wrong with which field."""
    seats = max(catalogue.find(slug).seats)
    plain = form_of(slug, seats)
    untouched = render_to_string("table/fields.html", {"form": plain})
    assert "aria-invalid" not in untouched
    assert "aria-describedby" not in untouched
    refusals = [Refusal(path, "wrong", text) for path in paths_of(plain.fields) for text in ("one", "two")]
    refused = form_of(slug, seats, typed=Typed({}, refusals))
    page = render_to_string("table/fields.html", {"form": refused})
    messages = re.findall(r'class="field__error" id="([^"]+)"', page)
    assert len(messages) == page.count("field__error") == len(set(messages)) > 1
    assert sorted(messages) == sorted(" ".join(re.findall(r'aria-describedby="([^"]+)"', page)).split())
    inputs = re.findall(r"<input [^>]*>", page)
    assert inputs
    assert [tag for tag in inputs if 'aria-invalid="true"' not in tag] == []
