"""The demo club: every game has been played there, and every evening holds together."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from games.catalogue import GAMES
from tournaments import demo
from tournaments.demo import make_demo
from tournaments.evening.models import Evening
from tournaments.publishing import publish

AT = datetime(2026, 11, 20, 19, 45, tzinfo=UTC)


@pytest.mark.django_db
def test_every_game_has_been_played_and_every_evening_can_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everybody counts their own points, in one round of two hands: that is quicker."""
    short = [replace(past, rounds=1, hands=2) for past in demo.PAST_POINTS]
    monkeypatch.setattr(demo, "PAST_POINTS", short)
    club = make_demo(at=AT)
    evenings = list(Evening.objects.filter(club=club).order_by("date"))
    assert {evening.plan["game"] for evening in evenings} == set(GAMES)
    assert {evening.plan["movement"] for evening in evenings} == {"progressive", "fixed", "drawn"}
    assert [evening.status for evening in evenings] == ["published"] * (len(evenings) - 1) + ["playing"]
    assert {evening.name: publish.check_rows(evening) for evening in evenings} == {
        evening.name: [] for evening in evenings
    }
    assert make_demo(at=AT) == club
