"""Points have the decimal mark of whoever reads them; names from right to left are kept in one piece."""

from __future__ import annotations

import pytest
from django.template import Context, Template, engines
from django.utils.translation import override

from scoring.derivation import Sentence
from tournaments.site.web.pages import isolated, translate


@pytest.mark.parametrize(
    ("language", "points", "expected"),
    [
        ("en", "35.0", "35.0"),
        ("fr", "35.0", "35,0"),
        ("fr", "-12.5", "-12,5"),
        ("fr", "4½", "4½"),
        ("fr", "–", "–"),
    ],
)
def test_points_are_written_as_the_reader_writes_them(language: str, points: str, expected: str) -> None:
    with override(language):
        assert Template("{{ points|decimals }}").render(Context({"points": points})) == expected


def test_signed_numbers_of_a_stored_reason_have_a_true_minus() -> None:
    assert translate(Sentence("%(above)s to %(below)s", {"above": "+1", "below": "-1"})) == "+1 to −1"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Ada Marsh", "Ada Marsh"),
        ("Zoé Łukasiewicz", "Zoé Łukasiewicz"),
        ("", ""),
        ("יעל כהן", "\u2068יעל כהן\u2069"),
        ("محمد 7", "\u2068محمد 7\u2069"),
        ("דן & Ada", "\u2068דן\u2069 & \u2068Ada\u2069"),
        (["Ada", "דן"], ["Ada", "\u2068דן\u2069"]),
    ],
)
def test_a_name_with_a_letter_from_right_to_left_is_isolated(names: object, told: object) -> None:
    assert isolated(names) == told


def test_what_is_isolated_is_escaped_in_pages_all_the_same() -> None:
    page = engines["django"].from_string("{{ names|isolated|join:', ' }}")
    assert page.render({"names": ["<b>דן", "Ada"]}) == "\u2068&lt;b&gt;דן\u2069, Ada"
