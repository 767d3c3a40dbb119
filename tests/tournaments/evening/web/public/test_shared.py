"""An evening as it is shared: what other sites show of it, its button, and its picture."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import html
from tests.tournaments.evening.web.public.test_reopened import take_points
from tests.tournaments.the_rows import asked
from tournaments.evening.models import Standing
from tournaments.evening.services import results
from tournaments.league.services import tables

PICTURE = "picture.png"
LARGEST = 100_000


def test_a_page_tells_other_sites_its_title_a_sentence_and_its_picture(
    visit: Any, make_evening: Make
) -> None:
    room = make_evening(8, until="published", rounds=1, name="Friday")
    first, *others = Standing.objects.filter(place=1)
    Standing.objects.filter(pk__in=[line.pk for line in others]).update(place=2)
    page = html(visit(room))
    club, slug = room.evening.club.slug, room.evening.slug
    for told in (
        'property="og:title" content="Friday · Rooster Club"',
        f'property="og:description" content="{first.ticket.player.name} has won the evening."',
        f'property="og:url" content="http://testserver/c/{club}/{slug}/"',
        f'property="og:image" content="http://testserver/c/{club}/{slug}/{PICTURE}"',
        f'data-share="http://testserver/c/{club}/{slug}/"',
    ):
        assert told in " ".join(page.split()), told


def test_who_is_ahead_in_an_evening_that_runs_has_not_won(visit: Any, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    assert 'content="Chantecler on 20 November 2026: seats, scores and standings."' in html(visit(room))


def test_the_picture_is_a_png_of_the_size_that_sites_want(visit: Any, make_evening: Make) -> None:
    answer = visit(make_evening(8, until="published", rounds=1), PICTURE)
    assert answer["Content-Type"] == "image/png"
    assert len(answer.content) < LARGEST
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)


def test_the_picture_is_kept_until_something_changes(visit: Any, make_evening: Make) -> None:
    room = make_evening(8, until="published", rounds=1)
    before = visit(room, PICTURE)
    kept = {"If-None-Match": before["ETag"]}
    assert visit(room, PICTURE, **kept).status_code == 304
    assert len(asked(lambda: visit(room, PICTURE, **kept))) == 1
    take_points(room)
    room.act(tables.publish_tables)
    corrected = visit(room, PICTURE, **kept)
    assert corrected.status_code == 200
    first, *_others = room.evening.standings.filter(place=1)
    results.change_player(player=first.ticket.player, name="Zoe", colour="", guest=False, active=True)
    assert visit(room, PICTURE).content != corrected.content
