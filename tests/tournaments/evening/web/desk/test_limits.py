"""What a form lets somebody enter is what the service behind it takes: one number for each limit."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.conf import settings

from tournaments.evening.plan import MOST_ROUNDS
from tournaments.evening.services.player_requests import LONGEST_WORDS
from tournaments.evening.web.desk.members import MemberForm, NewMemberForm
from tournaments.evening.web.desk.people import GuestForm, NewcomerForm
from tournaments.evening.web.desk.plan_form import PlanForm
from tournaments.league.acts.setting_up import LONGEST_NAME as LONGEST_OF_A_DIVISION
from tournaments.league.web.desk.fixtures import NextForm
from tournaments.league.web.desk.leagues import EveningsForm, FixturesForm, NameForm
from tournaments.league.web.desk.persons import ReasonForm as MergeForm
from tournaments.league.web.desk.season import BonusForm
from tournaments.limits import LONGEST_COLOUR, LONGEST_NAME, LONGEST_REASON
from tournaments.movement.options import MOST_HANDS
from tournaments.ranking.series.rules import MOST_EVENINGS
from tournaments.rehearsal.web import RehearsalForm
from tournaments.signup.web.public import SignUpForm

FIELDS = re.compile(r'<input[^>]*? name="(reason|words|name_new)"[^>]*? maxlength="(\d+)"')
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
        (NameForm(), "name", LONGEST_NAME),
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
def test_a_number_is_stepped_within_what_the_rules_take(
    form: forms.Form, field: str, least: int, most: int
) -> None:
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
def test_one_name_is_read_as_in_a_list_and_several_are_no_name(
    form: Callable[[dict[str, str]], forms.Form],
) -> None:
    one, several = form({"name": "1. Marsh, John"}), form({"name": "Margaret Holloway, Joan Abernethy"})
    assert one.is_valid()
    assert one.cleaned_data["name"] == "John Marsh"
    assert not several.is_valid()
    assert "several people" in str(several.errors["name"])
