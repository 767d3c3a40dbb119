"""What people are called where room is short."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.evening.reads.names import Named, full_names, short_names


def _people(*names: str) -> list[Named]:
    return [Named(str(number), name, number) for number, name in enumerate(names, start=1)]


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ann Lee", "Bo Day"), ["Ann", "Bo"]),
        (("Ann Lee", "Ann Day"), ["Ann L.", "Ann D."]),
        (("Ann Lee", "Ann Low"), ["Ann Lee", "Ann Low"]),
        (("Ann", "Ann Lee"), ["Ann", "Ann L."]),
        (("Ann Lee", "Ann Lee"), ["Ann Lee (1)", "Ann Lee (2)"]),
        (("Ann Maria Lee", "Ann Lund"), ["Ann Maria Lee", "Ann Lund"]),
        (("Ölaf Ström",), ["Ölaf"]),
    ],
    ids=" / ".join,
)
def test_the_shortest_name_that_nobody_else_goes_by(names: Any, short: Any) -> None:
    assert list(short_names(_people(*names)).values()) == short


def test_only_namesakes_bear_their_tickets_number() -> None:
    assert list(full_names(_people("Ann Lee", "Bo Day", "Ann Lee")).values()) == [
        "Ann Lee (1)",
        "Bo Day",
        "Ann Lee (3)",
    ]
