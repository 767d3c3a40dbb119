"""What cannot be is refused in words, on a page that still stands; forms let in what the services take."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.conf import settings

from games import catalogue
from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.club.test_rights import pages
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import DeskAt, words
from tests.tournaments.evening.web.table.a_phone import Phone, as_posted
from tests.tournaments.the_rows import unchanged
from tournaments.club.web.pages import form_of
from tournaments.evening import acts
from tournaments.evening.plan import MOST_ROUNDS
from tournaments.evening.services.player_requests import LONGEST_WORDS
from tournaments.evening.web.desk.clubs import MemberForm, NewMemberForm
from tournaments.evening.web.desk.people import GuestForm, NewcomerForm
from tournaments.evening.web.desk.plan_form import PlanForm
from tournaments.evening.web.table.form_data import prefilled_values
from tournaments.league.acts.setting_up import LONGEST_NAME as LONGEST_OF_A_DIVISION
from tournaments.league.services.seasons import NewLeague
from tournaments.league.web.desk.fixtures import NextForm
from tournaments.league.web.desk.leagues import EveningsForm, FixturesForm
from tournaments.league.web.desk.persons import ReasonForm as MergeForm
from tournaments.league.web.desk.season import BonusForm
from tournaments.movement.options import MOST_HANDS
from tournaments.ranking.series.rules import MOST_EVENINGS
from tournaments.refusals import LONGEST_COLOUR, LONGEST_NAME, LONGEST_REASON
from tournaments.rehearsal.web import RehearsalForm
from tournaments.signup.public import SignUpForm

HAND = {"round": "1", "number": "1", "key": "a key", **as_posted(a_hand())}


def test_a_hand_of_a_closed_round_goes_into_the_late_tray(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="drafted")
    page = words(here.press("desk-enter", 2, **HAND))
    assert "lies in the late tray" in page
    assert "Count hand" in page
    assert room.round().tables.get(table__number=2).hands_count == 1


def test_a_faulty_hand_comes_back_with_the_reason_and_after_the_bell_it_is_taken(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    for sent, says in (
        ({"number": "2"}, "hand 2 was entered; the next hand of this table is 1"),
        ({"key": ""}, "a key has 1 to 64 plain characters"),
        ({"hand.bid": "15"}, "15 was entered"),
        ({"hand.bidder": ""}, "Please choose"),
    ):
        page = here.refused("desk-enter", 2, **{**HAND, **sent})
        assert says.casefold() in words(page).casefold()
        assert 'value="hen" checked' in page
    room.act(acts.Stop())
    assert "Hand 1 of table 2 is saved." in here.press("desk-enter", 2, **HAND)
    assert room.round().tables.get(table__number=2).hands_count == 1


class TestSeatsByHand:
    def placed(self, room: AnEvening, **changes: str) -> dict[str, str]:
        """A seat for everybody but those who come last, in the order of their tickets."""
        codes = list(room.evening.tickets.order_by("number").values_list("code", flat=True))
        seats = [f"seat-{table}-{seat}" for table in (1, 2) for seat in (1, 2, 3, 4)]
        return {**dict(zip(seats, codes, strict=False)), **changes}

    def test_one_seated_twice_is_named_and_what_fits_is_taken(self, desk_at: DeskAt) -> None:
        here, room = desk_at(9, until="check_in")
        entered = self.placed(room)
        entered["seat-2-1"] = entered["seat-1-1"]
        page = here.refused("desk-by-hand", **entered)
        assert "Friday player 01 has a seat already: table 1, seat 1." in words(page)
        assert page.count(f'value="{entered["seat-1-1"]}" selected') == 2
        assert room.read().status == "check_in"
        assert "Everybody is placed." in here.press("desk-by-hand", **self.placed(room))
        assert room.evening.status == "seated"

    def test_a_swap_that_cannot_be(self, desk_at: DeskAt) -> None:
        here, room = desk_at(9, until="seated")
        one = room.evening.tickets.values_list("code", flat=True)[0]
        for other, says in ((one, "Two different players are needed."), ("x", "Select a valid choice.")):
            assert says in words(here.refused("desk-swap", one=one, other=other))


BEYOND_A_COLUMN, BEYOND_ANY = 2**63, 10**30


def test_the_link_of_a_table_opens_no_page_of_the_desk(make_evening: Make) -> None:
    room = make_evening(8, until="playing")
    AContest.made(room.evening.club, (4,), at=START, until="open")
    phone = Phone.scanned(room)
    for address, _needs in pages(room):
        assert phone.client.get(address).status_code in (302, 405), address


NO_HAND = [(9, 1, 1), (2, 9, 1), (2, 1, 9), (2, 1, BEYOND_ANY), (BEYOND_ANY, 1, 1)]
NOBODYS: list[tuple[str, list[Any]]] = [
    *((name, [(0,), (BEYOND_A_COLUMN,), (BEYOND_ANY,)]) for name in ("desk-tick", "desk-member")),
    ("desk-try-again", [(0,), (BEYOND_A_COLUMN,), (BEYOND_ANY,)]),
    *((name, [(0,), (9,), (BEYOND_ANY,)]) for name in ("desk-enter", "desk-preview")),
    *((name, NO_HAND) for name in ("desk-correct", "desk-hand")),
    *((name, [(0,), (1,), (BEYOND_A_COLUMN,)]) for name in ("desk-late-hand", "desk-withdraw")),
    ("desk-act", [("explode",)]),
]


def test_what_nobody_has_is_not_found(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="bell")
    with unchanged():
        for name, wheres in NOBODYS:
            ask = here.client.get if name == "desk-hand" else here.client.post
            assert {ask(here.url(name, *where)).status_code for where in wheres} == {404}, name


FIELDS = re.compile(r'(?:<|{% )input[^>]*? name="(reason|words|name_new)"[^>]*? maxlength="(\d+)"')
LIMITS = {"reason": LONGEST_REASON, "words": LONGEST_WORDS, "name_new": LONGEST_OF_A_DIVISION}


def attributes(form: forms.Form, field: str) -> dict[str, Any]:
    """What the browser is told of a field."""
    told: dict[str, Any] = form.fields[field].widget.attrs
    return told


@pytest.mark.parametrize(
    ("form", "field", "longest"),
    [
        (MemberForm(), "name", LONGEST_NAME),
        (MemberForm(), "colour", LONGEST_COLOUR),
        (GuestForm(colours=()), "name", LONGEST_NAME),
        (NewcomerForm(colours=(), waiting=[]), "name", LONGEST_NAME),
        (PlanForm(), "name", LONGEST_NAME),
        (form_of(NewLeague)(), "name", LONGEST_NAME),
        (EveningsForm(), "name", LONGEST_NAME),
        (NextForm(), "name", LONGEST_NAME),
        (EveningsForm(under_way=True), "reason", LONGEST_REASON),
        (BonusForm(), "reason", LONGEST_REASON),
        (MergeForm(), "reason", LONGEST_REASON),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, forms.Form) else None,
)
def test_a_text_is_no_longer_than_the_service_takes(form: forms.Form, field: str, longest: int) -> None:
    assert int(attributes(form, field)["maxlength"]) == longest


@pytest.mark.parametrize(
    ("form", "field", "least", "most"),
    [
        (PlanForm(), "rounds", 1, MOST_ROUNDS),
        (PlanForm(), "round_minutes", 1, 600),
        (PlanForm(), "hands_per_round", 1, MOST_HANDS),
        (PlanForm(), "prizes__best", 0, 10),
        (EveningsForm(), "best", 1, MOST_EVENINGS),
        (EveningsForm(), "points__games_won__points", 1, 1000),
        (FixturesForm(), "rounds", 1, 100),
        (RehearsalForm(), "minutes_a_hand", 1, 60),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, forms.Form) else None,
)
def test_a_number_is_stepped_within_the_rules(form: forms.Form, field: str, least: int, most: int) -> None:
    told = attributes(form, field)
    assert (told["min"], told["max"]) == (least, most)


def test_the_fields_that_pages_write_themselves_agree_with_the_service() -> None:
    folder = Path(settings.BASE_DIR) / "templates"
    pages = {page: FIELDS.findall(page.read_text()) for page in folder.rglob("*.html")}
    found = [(page.name, name, int(longest)) for page, fields in pages.items() for name, longest in fields]
    assert len(found) >= len(LIMITS)
    assert [one for one in found if one[2] != LIMITS[one[1]]] == []


@pytest.mark.parametrize(
    "form",
    [
        lambda data: SignUpForm(data, couples=False),
        lambda data: NewcomerForm(data, colours=(), waiting=[]),
        NewMemberForm,
    ],
    ids=["sign-up", "late", "member"],
)
def test_several_names_are_no_name(form: Callable[[dict[str, str]], forms.Form]) -> None:
    one, several = form({"name": "1. Marsh, John"}), form({"name": "Margaret Holloway, Joan Abernethy"})
    assert one.is_valid()
    assert one.cleaned_data["name"] == "John Marsh"
    assert not several.is_valid()
    assert "several people" in str(several.errors["name"])


def test_a_deal_declared_void_leaves_the_form_empty() -> None:
    assert prefilled_values(catalogue.find("chantecler"), None, 4) == {}
