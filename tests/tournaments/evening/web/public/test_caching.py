"""A browser that has a page already is told so, until something changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tests.tournaments.the_rows import asked

pytestmark = pytest.mark.django_db


def test_an_unchanged_page_is_not_sent_again(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    etag = visit(evening)["ETag"]
    again = visit(evening, If_None_Match=etag)
    assert (again.status_code, again.content) == (304, b"")
    assert len(asked(lambda: visit(evening, If_None_Match=etag))) == 1


def test_a_hand_makes_another_page_of_it(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    etag = visit(evening)["ETag"]
    evening.enter(1, a_hand())
    assert visit(evening, If_None_Match=etag).status_code == 200


def test_each_language_has_a_page_of_its_own(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    english = visit(evening, Accept_Language="en")
    assert visit(evening, If_None_Match=english["ETag"], Accept_Language="fr").status_code == 200
    assert "Accept-Language" in english["Vary"]


def test_a_page_that_is_not_there_has_no_etag(visit: Any, make_evening: Any) -> None:
    assert "ETag" not in visit(make_evening(8, until="playing"), "rounds/7/")
