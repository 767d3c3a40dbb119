"""Any game's entry form, drawn by its description, and what it posts, which becomes a hand."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from games import catalogue
from games.form import Choice, FormField, Item
from tests.golden_hands import VECTORS, scored
from tests.tournaments.evening.web.table.a_phone import as_posted
from tests.unlike import UNLIKE_TO_ENTER
from tournaments.evening.reads.rounds import SeatView
from tournaments.evening.web.table.form_data import posted_values, prefilled_values, read_hand
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
    assert drawn["hand.bidder"].errors == ("please choose",)
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
        ("clabberjass", 2, {}, "passed_out dealer bidder trump card_points last_trick bella sequences"),
        ("euchre", 4, {}, "passed_out alone dealer maker tricks defended_alone"),
        ("euchre", 4, {"stick_the_dealer": True}, "dealer maker alone tricks defended_alone"),
        ("whist", 4, {}, "dealer trump tricks revokes"),
        ("whist", 4, {"trumps": "rotating", "count_honours": True}, "dealer tricks revokes"),
        ("whist", 4, {"counts": "odd", "count_honours": True}, "dealer trump tricks honours revokes"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_only_what_this_table_can_enter_is_drawn(slug: Any, seats: Any, options: Any, drawn: Any) -> None:
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
def test_a_choice_offers_what_can_be(slug: Any, seats: Any, options: Any, path: Any, offered: Any) -> None:
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


def test_what_the_rest_rules_out_is_told_and_a_number_goes_as_far_as_can_be() -> None:
    form = form_of("chambery_tarot", 5, typed=Typed({"hand.bid": "called_king", "hand.declarer": "2"}))
    assert json.loads(form.closed) == [["hand.partner", "2"]]
    points = by_path(form)["hand.declarer_points"].described
    assert (points.least, points.most) == (0, 68)


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
    assert [cell.errors for cell in tricks.cells] == [("14 was entered",), ("please enter",), ()]
    assert ([cell.value for cell in reneges.cells], reneges.errors) == (["", "", "x"], ("x was entered",))
    assert (tricks.described.total, reneges.used) == (13, True)


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
    assert kind.errors == ("please choose",)


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


@pytest.mark.parametrize("slug", UNLIKE_TO_ENTER)
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


@pytest.mark.parametrize("slug", VECTORS)
def test_every_golden_hand_can_be_posted_or_put_into_the_form_and_is_read_back(slug: str) -> None:
    game = catalogue.find(slug)
    for name, case in scored(slug).items():
        # A moon has no bid beside it in the form, for it could only be 13.
        asked = {field.name for field in game.form} - ({"bid"} if case.hand.get("moon") else set())
        # What is not so is said by saying nothing; in which order suits were not followed is not asked.
        meant = {
            field: sorted(value) if field == "reneges" else value
            for field, value in case.hand.items()
            if field in asked and value is not False and value != []
        }

        hand, again = (
            read_hand(game, posted_values(values, game, case.seats), case.seats)
            for values in (as_posted(meant, slug), prefilled_values(game, case.hand, case.seats))
        )

        assert {**hand, "players": case.seats} == {**meant, "players": case.seats}, name
        points = game.score(case.hand, case.rules)
        assert sorted(game.score(hand, case.rules).lines, key=str) == sorted(points.lines, key=str), name
        assert game.score(again, case.rules).scores == points.scores, name


TEXTS = st.one_of(st.text(max_size=20), st.sampled_from(["A", "3", "hen", "true", "none", "0", "-1", "75"]))


@pytest.mark.parametrize("slug", UNLIKE_TO_ENTER)
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
