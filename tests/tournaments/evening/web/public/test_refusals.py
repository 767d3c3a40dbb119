"""Pages that say no, in character."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.views.defaults import server_error

PAGES = {
    "400.html": "This was not understood",
    "403.html": "This table is taken",
    "403_csrf.html": "This page was open for too long",
    "404.html": "Nobody sits here",
    "413.html": "That is too much at once",
    "500.html": "The cards are on the floor",
    "503.html": "Nothing can be saved just now",
}


@pytest.mark.parametrize(("where", "says"), PAGES.items())
def test_every_refusal_has_a_page_that_needs_neither_request_nor_database(where: Any, says: Any) -> None:
    assert says in render_to_string(where)


def test_an_error_of_ours_is_told_as_such(rf: Any) -> None:
    answer = server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "tell the director if it happens twice" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/rules/chantecler/"])
def test_pages_are_read_not_written(client: Any, address: Any) -> None:
    assert client.post(address).status_code == 405
