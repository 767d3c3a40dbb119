"""The demo club: every game has been played there, and every evening holds together."""

from datetime import UTC, datetime

import pytest

from games.catalogue import GAMES
from tournaments.demo import make_demo
from tournaments.evening.models import Evening
from tournaments.publishing import publish

AT = datetime(2026, 11, 20, 19, 45, tzinfo=UTC)


@pytest.mark.django_db
def test_every_game_has_been_played_and_every_evening_can_be_checked() -> None:
    club = make_demo(at=AT)
    evenings = list(Evening.objects.filter(club=club).order_by("date"))
    assert {evening.plan["game"] for evening in evenings} == set(GAMES)
    assert {evening.plan["movement"] for evening in evenings} == {"progressive", "fixed", "drawn"}
    assert [evening.status for evening in evenings] == ["published"] * (len(evenings) - 1) + ["playing"]
    assert {evening.name: publish.check_rows(evening) for evening in evenings} == {
        evening.name: [] for evening in evenings
    }
    assert make_demo(at=AT) == club
