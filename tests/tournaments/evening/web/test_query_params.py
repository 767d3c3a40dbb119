"""Query parameters of pages: a whole number in plain digits, and nothing else."""

import pytest
from django.test import RequestFactory

from tournaments.site.web.query_params import has, text, whole_number


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", None),
        ("?round=", None),
        ("?round=2", 2),
        ("?round=007", 7),
        ("?round=1000", None),
        ("?round=-1", None),
        ("?round=two", None),
        ("?round=%D9%A3", None),  # a three in Arabic digits
        ("?round=%C2%B2", None),  # a superscript two
        ("?other=2", None),
    ],
)
def test_what_is_no_number_is_as_if_it_were_not_there(query: str, found: int | None) -> None:
    assert whole_number(RequestFactory().get(f"/{query}"), "round") == found


def test_more_digits_are_read_where_they_are_asked_for() -> None:
    request = RequestFactory().get("/?of=1234")
    assert whole_number(request, "of", digits=9) == 1234
    assert whole_number(request, "of") is None


@pytest.mark.parametrize(
    ("query", "found"),
    [("?least=-5", -5), ("?least=-6", None), ("?least=7", 7), ("?least=8", None), ("?least=--5", None)],
)
def test_a_number_may_have_bounds(query: str, found: int | None) -> None:
    assert whole_number(RequestFactory().get(f"/{query}"), "least", lowest=-5, highest=7) == found


def test_a_text_is_cut_to_what_is_read() -> None:
    request = RequestFactory().get("/?q=Ann+Lee&retired")
    assert text(request, "q", longest=3) == "Ann"
    assert text(request, "other") == ""
    assert (has(request, "retired"), has(request, "other")) == (True, False)
