"""One short address leads to the wall of whatever evening is on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.league.federated import a_club
from tournaments.club.models import Club
from tournaments.evening.web.public import wall

pytestmark = pytest.mark.django_db


def test_the_short_address_leads_to_the_evening_that_is_on(client: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing").read()
    answer = client.get("/wall/")
    assert answer.status_code == 302
    assert answer.url == f"/c/{evening.club.slug}/{evening.slug}/wall/"


def test_the_evening_in_play_goes_before_one_of_a_later_date(
    client: Any, make_evening: Any, monkeypatch: Any
) -> None:
    playing = make_evening(8, until="playing", name="Tonight").read()
    later = make_evening(8, until="check_in", name="Next week").read()
    later.date += timedelta(days=7)
    later.save()
    monkeypatch.setattr(wall, "now", lambda: later.made_at + timedelta(hours=1))
    assert client.get("/wall/").url.endswith(f"/{playing.slug}/wall/")


def test_an_evening_left_open_long_ago_gives_way_to_the_open_doors(
    client: Any, make_evening: Any, monkeypatch: Any
) -> None:
    left = make_evening(8, until="playing", name="Last year")
    tonight = AnEvening.made(left.evening.club, 8, at=left.at + timedelta(days=300), name="Tonight")
    tonight.bring_to("check_in")
    monkeypatch.setattr(wall, "now", lambda: tonight.at + timedelta(hours=1))
    assert client.get("/wall/").url.endswith(f"/{tonight.evening.slug}/wall/")


def test_a_clubs_own_evening_goes_before_the_demos(client: Any, make_evening: Any, monkeypatch: Any) -> None:
    demo = make_evening(8, until="playing", name="Demo")
    Club.objects.update(is_demo=True)
    own = AnEvening.made(a_club("Owl Club"), 8, at=demo.at, name="Own").bring_to("check_in")
    monkeypatch.setattr(wall, "now", lambda: demo.at + timedelta(hours=1))
    assert client.get("/wall/").url == f"/c/owl-club/{own.evening.slug}/wall/"


def test_where_no_evening_is_on_it_leads_home(client: Any) -> None:
    assert client.get("/wall/").url == "/"
