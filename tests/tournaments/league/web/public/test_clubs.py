"""The front doors of a server and of a club: what is on and coming, the latest results, tables, rulebooks."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club, User
from tournaments.club.reads.access import Visitor
from tournaments.club.services import clubs
from tournaments.evening.models import Evening
from tournaments.league.reads import seasons
from tournaments.league.reads.seasons import TOP, RunningSeason, front, public_seasons_of
from tournaments.league.web.public import clubs as pages


@pytest.fixture
def see(client: Client, club: Club) -> Callable[..., str]:
    """Reads the club's home, or another page below it."""

    def read(below: str = "", **query: str) -> str:
        answer = client.get(f"/c/{club.slug}/{below}", query)
        assert answer.status_code == 200
        return words(answer.content.decode())

    return read


def running_in(club: Club) -> tuple[RunningSeason, ...]:
    visitor = Visitor(AnonymousUser())
    return front([club], visitor, public_seasons_of(club, visitor), at=START).seasons


@pytest.mark.parametrize(
    ("players", "until", "shown"),
    [(0, "check_in", "Next evenings"), (8, "seated", "Tonight")],
    ids=["whose doors are open is one of the next", "in play is tonight's"],
)
def test_evenings_of_other_days(see: Any, make_evening: Make, players: int, until: str, shown: str) -> None:
    room = make_evening(players, until=until, name="Grand evening")
    Evening.objects.filter(pk=room.evening.pk).update(date=datetime.now(UTC).date() + timedelta(7))
    said = see()
    assert ("Next evenings" in said, "Tonight" in said) == (shown == "Next evenings", shown == "Tonight")
    told = {"Next evenings": "Grand evening Chantecler · Doors open Check-in is open."}
    assert said.index(shown) < said.index(told.get(shown, "Look up your seat here."))


@pytest.mark.parametrize("hidden", ["draft", "abandoned"])
def test_nobody_sees_an_evening_before_its_doors_are_open(
    see: Any, client: Client, club: Club, director: User, make_evening: Make, hidden: str
) -> None:
    make_evening(8, until="seated", name="A secret")
    Evening.objects.update(status=hidden)
    clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=START)
    for said in (see(), see("results/"), words(client.get("/").content.decode())):
        assert "A secret" not in said
        assert "Chantecler" not in said


def test_the_latest_results_stand_with_their_winners_and_lead_to_all(
    see: Any, make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seasons, "LATEST", 2)
    for number in range(3):
        room = make_evening(4, until="published", rounds=1, name=f"Evening {number}")
        Evening.objects.filter(pk=room.evening.pk).update(date=START.date() + timedelta(number))
    said = see()
    assert "Evening 0" not in said
    assert said.index("Evening 2") < said.index("Evening 1 ")
    first = room.evening.standings.filter(place=1).first()
    assert first is not None
    assert first.ticket.player.name in said
    assert "All results" in said
    assert "Evening 0" in see("results/")


def test_a_newsletter_has_the_last_result_and_what_is_to_come(
    see: Any, club: Club, make_evening: Make
) -> None:
    room = make_evening(4, until="published", rounds=1, name="Grand evening")
    AList.made(club, at=datetime.now(UTC), name="Friday cards")
    winner, said = room.evening.standings.filter(place=1)[0].ticket.player.name, see("sheet/")
    order = ("Grand evening", winner, "Friday cards", f"Sign up at testserver/c/{club.slug}/coming/")
    assert sorted(order, key=said.index) == list(order)


def test_all_results_come_page_by_page(see: Any, make_evening: Make, monkeypatch: Any) -> None:
    monkeypatch.setattr(pages, "RESULTS_ON_A_PAGE", 2)
    for number in range(3):
        make_evening(4, until="finished", rounds=1, name=f"Evening {number}")
    assert "Page 1 of 2 Older" in see("results/")
    assert "Evening 0" in see("results/", page="2")
    assert "Page 2 of 2" in see("results/", page="99")


def test_a_club_without_results_says_what_will_be_here(see: Any) -> None:
    assert "No evening yet" in see()
    assert "No results yet" in see("results/")


def test_the_first_lines_of_a_running_season_lead_to_its_table(see: Any, client: Client, club: Club) -> None:
    season = ASeason.made(club)
    season.play(date(2026, 10, 2))
    said = see()
    [running] = running_in(club)
    assert [line.name for line in running.leaders] == [line.player.name for line in season.lines()[:TOP]]
    assert f"{running.leaders[0].name} {running.leaders[0].points}" in said
    where = f"/c/{club.slug}/leagues/{season.season.league.slug}/{season.season.slug}/"
    assert f'href="{where}"' in client.get(f"/c/{club.slug}/").content.decode()


def test_a_season_of_fixtures_shows_its_highest_division(see: Any, club: Club) -> None:
    made = AContest.made(club, (4, 4), at=START)
    made.play_out()
    [running] = running_in(club)
    division = made.seen.divisions[0]
    expected = [made.seen.entrants[int(line.entrant)].name for line in division.lines]
    assert [line.name for line in running.leaders] == expected
    assert f"1 {expected[0]}" in see()


@pytest.mark.parametrize("stage", ["draft", "closed"])
def test_a_season_that_does_not_run_is_not_shown(see: Any, club: Club, stage: str) -> None:
    season = ASeason.made(club)
    type(season.season).objects.update(stage=stage)
    assert "League tables" not in see()


def test_the_rulebooks_are_those_of_the_games_that_are_played(see: Any, make_evening: Make) -> None:
    make_evening(4, until="published", rounds=1)
    said = see()
    assert "Rulebooks Chantecler" in said
    assert "Rulebooks Chantecler Euchre" not in said


def test_the_home_of_several_clubs(client: Client, club: Club, director: User, make_evening: Make) -> None:
    make_evening(4, until="published", rounds=1, name="Last week")
    ASeason.made(club)
    clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=START)
    said = words(client.get("/").content.decode())
    for told in ("Owl Club", "Last week Rooster Club", "Friday league, Season 1 Rooster Club", "Rulebooks"):
        assert told in said, told


def test_many_clubs_come_page_by_page(client: Client, club: Club, director: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(pages, "CLUBS_ON_A_PAGE", 2)
    for name in ("Owl Club", "Swan Club"):
        clubs.make_club(name=name, director=director, time_zone="UTC", at=START)
    first, second = (words(client.get("/", {"page": page}).content.decode()) for page in (1, 2))
    assert ("Owl Club" in first, "Swan Club" in first) == (True, False)
    assert ("Owl Club" in second, "Swan Club" in second) == (False, True)
