"""Pages of clubs and people are kept until what they show changes; a proxy keeps what everybody sees, and briefly."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.tournaments.a_season import ASeason
from tests.tournaments.kept_rows import kept
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, Player, User
from tournaments.club.reads.access import LINKS, link_of
from tournaments.club.roles import Audience
from tournaments.club.services import clubs, members
from tournaments.club.services.clubs import NewConsents
from tournaments.evening.web.public.caching import SHARED
from tournaments.league import acts
from tournaments.league.services import bonds

MOST = 16
"""Queries of a page that the browser has."""


@pytest.fixture
def season(club: Club) -> ASeason:
    """A season of one evening."""
    return kept("a season to keep pages of", lambda: played(club))


def played(club: Club) -> ASeason:
    season = ASeason.made(club)
    season.play(date(2026, 10, 2))
    return season


def first(season: ASeason) -> Player:
    return season.lines()[0].player


def pages(season: ASeason) -> dict[str, str]:
    """Addresses of public pages by what they are."""
    clubs.make_club(name="Another", director=None, time_zone="UTC", at=season.at)
    club, evening = season.season.league.club, season.evenings[0].evening
    at, league = f"/c/{club.slug}/", season.season.league
    return {
        "home": "/",
        "club": at,
        "player": f"{at}players/{first(season).slug}/",
        "results": f"{at}results/",
        "players": f"{at}players/",
        "evening": f"{at}{evening.slug}/",
        "rounds": f"{at}{evening.slug}/rounds/",
        "season": f"{at}leagues/{league.slug}/{season.season.slug}/",
    }


EVERY = ["home", "club", "player", "results", "players", "evening", "rounds", "season"]


def open_link(client: Client, club: Club) -> None:
    client.cookies[LINKS] = link_of(club)


def sign_in(client: Client, club: Club) -> None:
    client.force_login(User.objects.create_user("somebody"))


def choose_language(client: Client, club: Club) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"


@pytest.mark.parametrize("page", EVERY)
def test_a_proxy_keeps_what_everybody_sees(season: ASeason, page: str) -> None:
    url = pages(season)[page]
    for answer in (Client().get(url), Client().get(url)):
        assert answer["Cache-Control"] == SHARED
        assert {"Cookie", "Accept-Language", "HX-Request"} <= set(answer["Vary"].split(", "))
        assert not answer.cookies
    again = Client().get(url, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, SHARED)


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("come", [open_link, sign_in, choose_language])
def test_whoever_brings_a_cookie_is_answered_alone(
    season: ASeason, page: str, come: Callable[[Client, Club], None]
) -> None:
    client, url = Client(), pages(season)[page]
    come(client, season.season.league.club)
    assert_own(client.get(url))


@pytest.mark.parametrize("page", EVERY)
def test_a_page_that_follows_or_came_by_a_link_is_no_proxys(season: ASeason, page: str) -> None:
    url = pages(season)[page]
    assert_own(Client().get(url, headers={"HX-Request": "true"}))
    assert_own(Client().get(url, {LINKS: link_of(season.season.league.club)}))


def assert_own(answer: Any) -> None:
    assert answer.status_code == 200
    assert "no-cache" in answer["Cache-Control"]
    assert "public" not in answer["Cache-Control"]


@pytest.mark.parametrize("page", ["player", "evening", "rounds", "season"])
@pytest.mark.parametrize("audience", [Audience.WITH_LINK, Audience.NOBODY])
def test_what_a_club_hides_no_proxy_keeps(season: ASeason, page: str, audience: Audience) -> None:
    url = pages(season)[page]
    assert Client().get(url).status_code == 200
    club = season.season.league.club
    parts = ("results_for", "seasons_for", "players_for", "coming_for")
    clubs.count_change(club=club, **dict.fromkeys(parts, audience))
    answer, client = Client().get(url), Client()
    assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store")
    open_link(client, club)
    assert "public" not in client.get(url).get("Cache-Control", "")


def withhold(player: Player) -> None:
    clubs.record_consents(player, "user:1", timezone.now(), NewConsents(name=False))


def test_the_page_of_a_name_that_is_withheld_no_proxy_keeps(season: ASeason) -> None:
    player = first(season)
    withhold(player)
    answer = Client().get(f"/c/{player.club.slug}/players/{player.pk}/")
    assert_own(answer)
    assert "ETag" not in answer


@pytest.mark.parametrize("page", ["home", "club", "player"])
def test_a_page_that_is_kept_is_not_made(season: ASeason, page: str) -> None:
    url = pages(season)[page]
    etag = Client().get(url)["ETag"]
    assert len(asked(lambda: Client().get(url, headers={"If-None-Match": etag}))) <= MOST
    assert len(asked(lambda: Client().get(url))) <= MOST


def renamed(season: ASeason) -> None:
    members.change_player(first(season), members.MemberChange(name="Somebody Else"))


def withheld(season: ASeason) -> None:
    withhold(first(season))


def erased(season: ASeason) -> None:
    members.erase_names(player=first(season))


def merged(season: ASeason) -> None:
    one, other = [line.player for line in season.lines()[:2]]
    bonds.merge(duplicate=other, into=one, league=None, reason="", by="user:1", at=season.clock())
    season.work()


def a_bonus(season: ASeason) -> None:
    season.act(acts.GiveBonus(player=first(season).pk, points=3, reason="helped"))
    season.work()


def another_evening(season: ASeason) -> None:
    season.play(date(2026, 10, 9))


def announced(season: ASeason) -> None:
    AList.made(season.season.league.club, day=timezone.now().date() + timedelta(7))


def the_club_renamed(season: ASeason) -> None:
    clubs.count_change(club=season.season.league.club, name="Another name")


DOORS = ["home", "club"]


@pytest.mark.parametrize(
    ("change", "concerned"),
    [
        (renamed, [*DOORS, "player"]),
        (withheld, [*DOORS, "player"]),
        (erased, [*DOORS, "player"]),
        (merged, [*DOORS, "player"]),
        (a_bonus, [*DOORS, "player"]),
        (another_evening, [*DOORS, "player"]),
        (announced, DOORS),
        (the_club_renamed, [*DOORS, "player"]),
    ],
)
def test_what_changes_a_page_makes_another(
    season: ASeason, change: Callable[[ASeason], Any], concerned: list[str]
) -> None:
    urls = pages(season)
    tags = {page: Client().get(urls[page])["ETag"] for page in concerned}
    change(season)
    for page, etag in tags.items():
        assert Client().get(urls[page], headers={"If-None-Match": etag}).status_code != 304, page


def test_who_signs_up_is_counted_at_the_door_of_the_club(club: Club) -> None:
    coming = AList.made(club, day=timezone.now().date() + timedelta(7))
    visit = partial(Client().get, f"/c/{club.slug}/")
    counted = [visit().content]
    row = coming.sign_up("Ann")
    counted.append(visit().content)
    coming.withdraw(row)
    counted.append(visit().content)
    assert counted[0] != counted[1] != counted[2]


def test_an_announced_evening_goes_from_the_door_with_its_day(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming = AList.made(club, day=timezone.now().date() + timedelta(7))
    visit = partial(Client().get, f"/c/{club.slug}/")
    assert coming.evening.name in visit().content.decode()
    later = timezone.now() + timedelta(8)
    monkeypatch.setattr("tournaments.league.web.public.clubs.now", lambda: later)
    assert coming.evening.name not in visit().content.decode()
