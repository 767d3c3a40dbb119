"""Names from right to left are kept in one piece; all others are as they were."""

from __future__ import annotations

import pytest
from django.template import engines

from tournaments.site.web.pages import isolated


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
