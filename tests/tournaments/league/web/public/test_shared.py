"""Seasons and players as they are shared: what other sites show of them, and their pictures."""

from __future__ import annotations

import io
from datetime import date

from django.test import Client
from PIL import Image

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.league.services.test_tables import turn_round
from tests.tournaments.league.web.pages import url
from tournaments.club.models import Club
from tournaments.evening.services import results
from tournaments.league.models import Season
from tournaments.league.services import tables

SIZE = (1200, 630)


def picture(where: str, tag: str = "") -> tuple[int, bytes, str]:
    answer = Client().get(f"{where}picture.png", headers={"If-None-Match": tag} if tag else None)
    return answer.status_code, answer.content, answer.get("ETag", "")


def test_a_season_is_shared_with_whoever_leads(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(date(2026, 10, 2))
    where = url(season)
    told = Client().get(where).content.decode()
    assert f'data-share="http://testserver{where}"' in told
    assert f'content="http://testserver{where}picture.png"' in told
    assert "og:title" not in Client().get(f"{where}rules/").content.decode(), "the table is shared"
    _, before, tag = picture(where)
    assert Image.open(io.BytesIO(before)).size == SIZE
    assert picture(where, tag)[0] == 304
    turn_round(evening)
    evening.act(tables.publish_tables)
    season.work()
    assert picture(where, tag)[1] != before


def test_a_season_of_fixtures_has_a_picture_and_a_draft_none(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    assert picture(url(made))[0] == 200
    Season.objects.update(stage="draft")
    assert picture(url(made))[0] == 404


def test_a_player_is_shared_until_they_are_erased(make_evening: Make) -> None:
    room = make_evening(8, until="published", rounds=1)
    ann = room.players[0]
    where = f"/c/{room.evening.club.slug}/players/{ann.slug}/"
    told = Client().get(where).content.decode()
    assert f'property="og:title" content="{ann.name} · Rooster Club"' in " ".join(told.split())
    status, before, tag = picture(where)
    assert (status, Image.open(io.BytesIO(before)).size) == (200, SIZE)
    assert picture(where, tag)[0] == 304
    results.erase_names(player=ann)
    assert picture(where)[0] == 404
    assert picture(f"/c/{room.evening.club.slug}/players/player/", tag)[1] != before


def test_whoever_has_played_no_published_evening_has_no_picture(make_evening: Make) -> None:
    room = make_evening(8, until="finished", rounds=1)
    assert picture(f"/c/{room.evening.club.slug}/players/{room.players[0].slug}/")[0] == 404
