"""A browser that has a page already is told so, until something changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import a_hand
from tests.tournaments.the_rows import asked
from tournaments.club.models import User


def test_an_unchanged_page_is_not_sent_again(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    etag = visit(evening)["ETag"]
    again = visit(evening, If_None_Match=etag)
    assert (again.status_code, again.content) == (304, b"")
    assert len(asked(lambda: visit(evening, If_None_Match=etag))) == 1
    evening.enter(1, a_hand())
    assert visit(evening, If_None_Match=etag).status_code == 200


def test_each_language_has_a_page_of_its_own(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    english = visit(evening, Accept_Language="en")
    assert visit(evening, If_None_Match=english["ETag"], Accept_Language="fr").status_code == 200
    assert "Accept-Language" in english["Vary"]


def test_a_page_that_is_not_there_has_no_etag(visit: Any, make_evening: Any) -> None:
    assert "ETag" not in visit(make_evening(8, until="playing"), "rounds/7/")


def test_what_somebody_has_seen_is_made_once_for_all_who_see_the_same(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    page = visit(evening).content
    statements = asked(lambda: visit(evening))
    assert len(statements) == 1
    assert visit(evening).content == page
    evening.enter(1, a_hand())
    assert visit(evening).content != page


@pytest.mark.parametrize("about", [{"Accept_Language": "fr"}, {"Host": "127.0.0.1"}, {"HX_Request": "true"}])
def test_whoever_sees_another_page_does_not_get_that_one(
    visit: Any, make_evening: Any, about: dict[str, str]
) -> None:
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
