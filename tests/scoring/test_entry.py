"""What is entered is taken as it is or refused: nothing converted, nothing unknown, no null for what may lack."""

from collections import Counter
from typing import Annotated, Any

import pytest
from pydantic import Field, ValidationError

from scoring.entry import Entry, MayLack, No, Row, Shape, Yes, each_once, says_passed_out
from scoring.faults import Unfit


class Card(Entry):
    """An entry inside another."""

    rank: int


class Deal(Entry):
    """One field of each kind."""

    number: Annotated[int, Field(ge=1, le=3)]
    dealer: MayLack[int] = None
    bella: int | None = None
    bids: Row[int] = ()
    trump: Card = Card(rank=1)
    shown: Row[Row[Card]] = ()
    passed_out: No = False


@pytest.mark.parametrize(
    "entered",
    [
        {"number": 1},
        {"number": 3, "dealer": 2, "bella": None, "bids": [1, 2], "shown": [[{"rank": 1}], []]},
    ],
    ids=["what is needed", "everything"],
)
def test_what_fits_is_taken(entered: dict[str, Any]) -> None:
    assert Shape(Deal).read(entered) == Deal(**entered)


@pytest.mark.parametrize(
    ("entered", "kind"),
    [
        ({"number": "1"}, "int_type"),
        ({"number": 1.0}, "int_type"),
        ({"number": True}, "int_type"),
        ({"number": 0}, "greater_than_equal"),
        ({"number": 4}, "less_than_equal"),
        ({"number": 1, "dealer": None}, "int_type"),
        ({"number": 1, "bids": [1, "2"]}, "int_type"),
        ({"number": 1, "bids": 1}, "tuple_type"),
        ({"number": 1, "passed_out": 0}, "bool_type"),
        ({"number": 1, "colour": "red"}, "extra_forbidden"),
        ({"number": 1, "trump": {"rank": 1, "suit": "hearts"}}, "extra_forbidden"),
        ({}, "missing"),
        ([], "model_type"),
    ],
)
def test_what_does_not_fit_is_refused(entered: Any, kind: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Shape(Deal).read(entered)
    assert [error["type"] for error in refused.value.errors()] == [kind]


class Long(Entry):
    """A list that may be longer than others, and one that may not be as long."""

    bids: Annotated[Row[int], Field(max_length=150)] = ()
    cards: Annotated[Row[int], Field(max_length=3)] = ()


@pytest.mark.parametrize(
    ("model", "entered", "found"),
    [
        pytest.param(Deal, {"bids": 100 * ["x"]}, {"int_type": 100}, id="as long as is looked at"),
        pytest.param(Deal, {"bids": 101 * ["x"]}, {"too_long": 1}, id="one longer"),
        pytest.param(Deal, {"shown": 101 * ["x"]}, {"too_long": 1}, id="a list of lists"),
        pytest.param(Deal, {"shown": 2 * [101 * ["x"]]}, {"too_long": 2}, id="lists in a list"),
        pytest.param(Long, {"bids": 150 * ["x"]}, {"int_type": 150}, id="as long as it may be"),
        pytest.param(Long, {"bids": 151 * ["x"]}, {"too_long": 1}, id="longer than it may be"),
        pytest.param(Long, {"cards": 3 * ["x"]}, {"int_type": 3}, id="a short one"),
        pytest.param(Long, {"cards": 4 * [1]}, {"too_long": 1}, id="longer than a short one may be"),
    ],
)
def test_a_list_is_measured_before_its_values_are_looked_at(
    model: type[Entry], entered: dict[str, Any], found: dict[str, int]
) -> None:
    with pytest.raises(ValidationError) as refused:
        Shape(model).read({"number": 1, **entered} if model is Deal else entered)
    assert Counter(error["type"] for error in refused.value.errors()) == found


def test_nobody_changes_what_was_entered() -> None:
    with pytest.raises(ValidationError):
        Deal(number=1).number = 2  # type: ignore[misc]


def test_yes_and_no_tell_themselves_apart_in_the_schema() -> None:
    class PassedOut(Entry):
        passed_out: Yes

    assert PassedOut.model_json_schema()["properties"]["passed_out"]["const"] is True
    assert Deal.model_json_schema()["properties"]["passed_out"]["const"] is False


def test_a_shape_knows_the_fields_that_hold_entries() -> None:
    assert Shape(Deal).nested == ("trump", "shown")
    assert Shape(Deal).checks == ()


def test_entries_hold_entries_but_these_no_more_of_them() -> None:
    class Game(Entry):
        deals: Row[Deal]

    with pytest.raises(ValueError, match="inside Game"):
        Shape(Game)


@pytest.mark.parametrize(
    ("entered", "passed_out"),
    [({}, False), ({"passed_out": False}, False), ({"passed_out": True}, True), ({"passed_out": 0}, True)],
    ids=str,
)
def test_a_hand_is_passed_out_where_anything_but_no_says_so(
    entered: dict[str, Any], passed_out: bool
) -> None:
    assert says_passed_out(entered) == passed_out


@pytest.mark.parametrize(
    ("named", "repeated"),
    [
        pytest.param((), None, id="nothing"),
        pytest.param(("a", "b"), None, id="each once"),
        pytest.param(("a", "b", "a", "b"), "a", id="two of them twice"),
        pytest.param(("a", "b", "b", "b"), "b", id="one three times"),
    ],
)
def test_what_is_named_in_a_list_is_named_once(named: tuple[str, ...], repeated: str | None) -> None:
    if repeated is None:
        assert each_once(named) == named
        return
    with pytest.raises(Unfit, match=f"“{repeated}” was entered more than once; each is named once"):
        each_once(named)
