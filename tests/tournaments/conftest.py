"""A club, its director and an evening brought as far as a test needs it, all through the services."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.tournaments.an_evening import AnEvening
    from tests.tournaments.evening.web.desk.at_the_desk import Desk
    from tournaments.club.models import Club, User

START = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


@pytest.fixture(autouse=True, scope="session")
def the_house_of_tournaments(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What one process makes others put back; static files go by their own names, not by the hashed ones."""
    from django.conf import settings

    if "PYTEST_XDIST_WORKER" in os.environ:
        from tests.tournaments import kept_rows

        kept_rows.share(tmp_path_factory.getbasetemp().parent / "kept")
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.fixture
def director(db: None) -> User:
    """Somebody who signs in and directs `club`."""
    from tests.tournaments.kept_rows import numbers_go_on_from_the_rows
    from tournaments.club.models import User

    numbers_go_on_from_the_rows()
    return User.objects.create_user("director", password="a long enough password")


@pytest.fixture
def club(director: User) -> Club:
    """A club with one officer and no players yet."""
    from tournaments.club.services import clubs

    return clubs.make_club(name="Rooster Club", director=director, time_zone="Europe/Paris", at=START)


@pytest.fixture
def make_evening(club: Club) -> Callable[..., AnEvening]:
    """A maker of evenings: `make_evening(players=14, rounds=3, until="playing", colours=(...), **options)`."""
    from tests.tournaments.kept_rows import an_evening

    def make(players: int = 14, *, until: str = "seated", **settings: Any) -> AnEvening:
        return an_evening(club, players, at=START, until=until, **settings)

    return make


@pytest.fixture
def desk(club: Club, director: User) -> Desk:
    """The desk of `club`, its director signed in."""
    from tests.tournaments.evening.web.desk.at_the_desk import Desk, signed_in

    return Desk(signed_in(director), club)


@pytest.fixture
def no_page_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hundreds of addresses are asked for their status alone, nothing is drawn for it."""
    monkeypatch.setattr("django.template.base.Template.render", lambda *_: "")


@pytest.fixture
def stranger(db: None) -> Client:
    """Somebody who directs another club, signed in."""
    from tests.tournaments.evening.web.desk.at_the_desk import signed_in
    from tournaments.club.models import User
    from tournaments.club.services import clubs

    user = User.objects.create_user("stranger", password="another long password")
    clubs.make_club(name="Owl Club", director=user, time_zone="UTC", at=datetime(2026, 11, 1, tzinfo=UTC))
    return signed_in(user)


@pytest.fixture
def visit(client: Client) -> Callable[..., Any]:
    """Reads a page of an evening without signing in: `visit(evening, "wall/")`."""

    def read(evening: AnEvening, page: str = "", **headers: str) -> Any:
        found = evening.evening
        return client.get(f"/c/{found.club.slug}/{found.slug}/{page}", headers=headers)

    return read


@pytest.fixture
def fence(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is asked of the server meets the fence around each club, until the test ends."""
    from tests.tournaments import behind_the_fence

    with behind_the_fence.standing(settings, monkeypatch):
        yield
