"""Points have the decimal mark of whoever reads them."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils.translation import override

from scoring.derivation import Sentence
from tournaments.site.web.pages import translate


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
