"""Pages and too much of anything: what is too long is refused by a page, and no form costs much."""

import time

import pytest
from django.test import Client
from django.urls import reverse

from config.middleware import AT_THE_DESK, USUAL
from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.table.a_phone import Phone
from tests.tournaments.faults import hostile
from tests.tournaments.faults.costs import check_share

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"


def check_forms(client: Client, path: str) -> None:
    """Whatever form comes in, the page is short, soon there, and no fault of the server."""
    for _name, body in hostile.forms():
        began = time.thread_time()
        answer = client.post(path, body, content_type=FORM)
        check_share(began)
        assert answer.status_code < 500
        assert len(answer.content) < 100_000


def test_a_page_that_is_sent_too_much_says_so_and_the_desk_takes_more(client: Client) -> None:
    answer = client.post("/t/", "x" * (USUAL + 1), content_type=FORM)
    assert answer.status_code == 413
    assert "too much at once" in answer.content.decode()
    told = [
        client.post("/desk/", b"x" * length, content_type=FORM).status_code
        for length in (AT_THE_DESK, AT_THE_DESK + 1)
    ]
    assert (told[0] == 413, told[1]) == (False, 413)


@pytest.mark.parametrize(
    "path", ["/t/", "/rules/chantecler/score/", "/rules/ascot/score/preview/", "/sign-in/"]
)
def test_no_form_of_a_visitor_costs_much(client: Client, path: str) -> None:
    check_forms(client, path)


@pytest.mark.parametrize("form", ["enter", "preview", "call", "seat"])
def test_no_form_of_a_phone_costs_much(make_evening: Make, form: str) -> None:
    phone = Phone.scanned(make_evening(8, until="playing"))
    evening = phone.evening.evening
    check_forms(phone.client, reverse(f"web:table-{form}", args=[evening.club.slug, evening.slug, 1]))
