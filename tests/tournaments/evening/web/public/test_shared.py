"""An evening as it is shared, and pages that a browser has already."""

import io
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import html
from tests.tournaments.evening.web.public.test_reopened import take_points
from tests.tournaments.the_rows import asked
from tournaments.club.models import User
from tournaments.club.services import members
from tournaments.evening.models import Standing
from tournaments.league.services import tables

PICTURE = "picture.png"
LARGEST = 100_000


def test_a_page_tells_other_sites_its_title_and_picture(visit: Any, make_evening: Make) -> None:
    room = make_evening(8, until="published", rounds=1, name="Friday")
    first, *others = Standing.objects.filter(place=1)
    Standing.objects.filter(pk__in=[line.pk for line in others]).update(place=2)
    page = html(visit(room))
    club, slug = room.evening.club.slug, room.evening.slug
    for told in (
        'property="og:title" content="Friday · Rooster Club"',
        f'property="og:description" content="{first.ticket.player.name} won the evening."',
        f'property="og:url" content="http://testserver/c/{club}/{slug}/"',
        f'property="og:image" content="http://testserver/c/{club}/{slug}/{PICTURE}"',
        f'data-share="http://testserver/c/{club}/{slug}/"',
    ):
        assert told in " ".join(page.split()), told


def test_who_is_ahead_in_an_evening_that_runs_has_not_won(visit: Any, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    assert 'content="Chantecler on 20 November 2026: seats, scores and standings."' in html(visit(room))


def test_the_picture_has_the_size_that_sites_want_and_is_kept(visit: Any, make_evening: Make) -> None:
    room = make_evening(8, until="published", rounds=1)
    before = visit(room, PICTURE)
    assert before["Content-Type"] == "image/png"
    assert len(before.content) < LARGEST
    assert Image.open(io.BytesIO(before.content)).size == (1200, 630)
    kept = {"If-None-Match": before["ETag"]}
    assert visit(room, PICTURE, **kept).status_code == 304
    assert len(asked(lambda: visit(room, PICTURE, **kept))) == 1
    take_points(room)
    room.act(tables.publish_tables)
    corrected = visit(room, PICTURE, **kept)
    assert corrected.status_code == 200
    first, *_others = room.evening.standings.filter(place=1)
    members.change_player(first.ticket.player, members.MemberChange(name="Zoe"))
    assert visit(room, PICTURE).content != corrected.content


def test_a_page_is_made_once_for_each_language_and_sent_once(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    english = visit(evening, Accept_Language="en")
    assert visit(evening, If_None_Match=english["ETag"], Accept_Language="fr").status_code == 200
    assert "Accept-Language" in english["Vary"]
    assert "ETag" not in visit(evening, "rounds/7/")
    page = visit(evening).content
    statements = asked(lambda: visit(evening))
    assert len(statements) == 1
    assert visit(evening).content == page
    evening.enter(1, a_hand())
    assert visit(evening).content != page
    etag = visit(evening)["ETag"]
    again = visit(evening, If_None_Match=etag)
    assert (again.status_code, again.content) == (304, b"")
    assert len(asked(lambda: visit(evening, If_None_Match=etag))) == 1
    evening.enter(1, a_hand())
    assert visit(evening, If_None_Match=etag).status_code == 200


@pytest.mark.parametrize("about", [{"Accept_Language": "fr"}, {"Host": "127.0.0.1"}, {"HX_Request": "true"}])
def test_another_page_is_made_for_others(visit: Any, make_evening: Any, about: dict[str, str]) -> None:
    evening = make_evening(8, until="playing")
    visit(evening)
    assert len(asked(lambda: visit(evening, **about))) > 1


def test_whoever_has_signed_in_gets_a_page_of_their_own(visit: Any, make_evening: Any, director: Any) -> None:
    evening = make_evening(8, until="playing")
    visit(evening)
    player = User.objects.create_user("ada")
    found = evening.evening
    pages: dict[Any, str] = {None: visit(evening).content.decode()}
    for user in (director, player):
        client = Client()
        client.force_login(user)
        pages[user] = client.get(f"/c/{found.club.slug}/{found.slug}/").content.decode()
    assert [user for user, page in pages.items() if "To the desk" in page] == [director]
    assert [user for user, page in pages.items() if "You as a player" in page] == [player]
