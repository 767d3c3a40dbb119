"""A browser that has a page of a season already is told so, until something changed that the page rests on."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.kept_rows import kept
from tests.tournaments.league.web.pages import url
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, Player, User
from tournaments.club.services import clubs, members
from tournaments.evening.models import Evening
from tournaments.evening.services import evenings
from tournaments.league import acts
from tournaments.league.models import Season, SeasonEvening
from tournaments.league.services import bonds
from tournaments.league.services.tables import leave_to_evening

FIRST = date(2026, 10, 2)
EVERY = ["", "evenings/", "why/{person}/", "what-if/", "prizes/", "rules/", "ledger/"]
OF_TABLES = ["", "evenings/", "why/{person}/", "what-if/", "prizes/"]
OF_FIXTURES = ["", "fixtures/", "why/1/", "what-if/", "rules/", "ledger/"]
MOST = 5
"""Queries of a page that the browser has: the season, and what it rests on."""


@pytest.fixture
def season(club: Club) -> ASeason:
    """A season of one evening; the bonus lets its ledger name somebody."""
    return kept("a season of one evening", lambda: played(club))


def played(club: Club) -> ASeason:
    season = ASeason.made(club, rules={"of": 4, "prizes": {"overall": {"best": [500]}}})
    season.play(FIRST, 4)
    season.act(acts.GiveBonus(player=somebody(season).pk, points=3, reason="helped"))
    season.work()
    return season


@pytest.fixture
def made(club: Club) -> AContest:
    """Four who meet; one of them is a member of the club."""
    made = AContest.made(club, (4,), at=START)
    made.result("1:1.1", 3, 1)
    return made


def somebody(season: ASeason) -> Player:
    return season.lines()[0].player


def call(player: Player, name: str) -> None:
    members.change_player(player, members.MemberChange(name=name))


def visit(season: Season, page: str, client: Client | None = None, **headers: str) -> Any:
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    line = season.lines.order_by("pk").first()
    where = url(season, page.format(person=line.player.slug if line else 0))
    return (client or Client()).get(where, headers=headers)


def is_kept(season: Season, page: str, etag: str) -> bool:
    answer = visit(season, page, If_None_Match=etag)
    assert answer.status_code in (200, 304)
    assert bool(answer.content) is (answer.status_code == 200)
    return bool(answer.status_code == 304)


def pages_kept(season: Season, pages: list[str], change: Callable[[], None]) -> list[str]:
    """The pages that a browser which has them is told to keep after a change."""
    tags = {page: visit(season, page)["ETag"] for page in pages}
    change()
    return [page for page, etag in tags.items() if is_kept(season, page, etag)]


def test_unchanged_pages_are_not_sent_again(season: ASeason, made: AContest) -> None:
    assert pages_kept(season.season, EVERY, lambda: None) == EVERY
    assert pages_kept(made.season, OF_FIXTURES, lambda: None) == OF_FIXTURES


def test_a_page_that_is_kept_is_not_made(season: ASeason) -> None:
    for page in (*OF_TABLES, "rules/"):
        first = visit(season.season, page)
        path, etag = first.request["PATH_INFO"], first["ETag"]
        found = asked(partial(Client().get, path, headers={"If-None-Match": etag}))
        assert len(found) == (1 if page == "rules/" else MOST), page


def a_bonus(season: ASeason) -> None:
    season.act(acts.GiveBonus(player=somebody(season).pk, points=-2, reason="was late"))
    season.work()


def another_name(season: ASeason) -> None:
    told = {name: getattr(season.season, name) for name in ("starts", "ends", "takes", "rules")}
    season.act(acts.Change(called="The long winter", reason="it snows", **told))
    season.work()


@pytest.mark.parametrize("change", [a_bonus, another_name])
def test_what_the_ledger_tells_makes_another_page(season: ASeason, change: Callable[[ASeason], None]) -> None:
    assert pages_kept(season.season, EVERY, partial(change, season)) == []


def renamed(season: ASeason) -> None:
    call(somebody(season), "Somebody Else")


def merged(season: ASeason) -> None:
    one, other = [line.player for line in season.lines()[-2:]]
    bonds.merge(duplicate=one, into=other, league=None, reason="", by="user:1", at=season.clock())
    season.work()


def of_an_evening(season: ASeason) -> None:
    """What happens at an evening moves it, whether or not the season takes anything of it."""
    Evening.objects.filter(pk=season.evenings[0].evening.pk).update(name="Renamed", version=999)


@pytest.mark.parametrize("change", [renamed, merged, of_an_evening])
def test_what_has_no_entry_makes_another_page(season: ASeason, change: Callable[[ASeason], None]) -> None:
    assert pages_kept(season.season, OF_TABLES, partial(change, season)) == []


def test_the_ledger_is_another_page_where_it_reads_otherwise(season: ASeason) -> None:
    etag = visit(season.season, "ledger/")["ETag"]
    call(season.lines()[-1].player, "Nobody of the ledger")
    assert is_kept(season.season, "ledger/", etag)
    renamed(season)
    assert not is_kept(season.season, "ledger/", etag)


def test_while_a_table_is_worked_out_its_pages_are_made_each_time(season: ASeason) -> None:
    season.act(acts.GiveBonus(player=somebody(season).pk, points=1, reason="sang"))
    for page in OF_TABLES:
        answer = visit(season.season, page)
        assert "ETag" not in answer
        assert "no-cache" in answer["Cache-Control"]
    season.work()
    assert all("ETag" in visit(season.season, page) for page in OF_TABLES)


@pytest.mark.parametrize("page", ["", "ledger/"])
def test_each_language_and_each_account_has_a_page_of_its_own(season: ASeason, page: str) -> None:
    english = visit(season.season, page, Accept_Language="en")
    assert "Accept-Language" in english["Vary"]
    assert visit(season.season, page, Accept_Language="fr", If_None_Match=english["ETag"]).status_code == 200
    client = Client()
    client.force_login(User.objects.create_user("visitor"))
    answer = visit(season.season, page, client, Accept_Language="en", If_None_Match=english["ETag"])
    assert answer.status_code == 200


def test_what_handicaps_rest_on_is_part_of_the_ground(club: Club) -> None:
    handicap = {"per": 2, "most": 1000, "least_games": 0}
    season = ASeason.made(club, rules={"points": {"by": "score_points"}, "handicap": handicap})
    season.play(FIRST, 4)
    (row,) = SeasonEvening.objects.all()
    assert row.result is not None

    def other_handicaps() -> None:
        SeasonEvening.objects.update(result={**row.result, "mark": "another"})  # type: ignore[dict-item]

    assert pages_kept(season.season, OF_TABLES, lambda: None) == OF_TABLES
    assert pages_kept(season.season, ["", "why/{person}/"], other_handicaps) == []


def test_a_result_makes_another_page_of_every_one(made: AContest) -> None:
    assert pages_kept(made.season, OF_FIXTURES, partial(made.result, "1:1.1", 1, 3)) == []


def test_renaming_a_fixtures_evening(made: AContest, make_evening: Callable[..., AnEvening]) -> None:
    played = make_evening(8, until="draft")
    made.act(leave_to_evening, code="1:1.2", evening=played.evening)
    row = played.evening
    change = partial(played.act, evenings.change_plan, name="Another Friday", date=row.date, plan=row.plan)
    assert pages_kept(made.season, ["", "fixtures/", "why/1/"], change) == []


def test_who_is_in_a_pair_is_called_otherwise(made: AContest, club: Club) -> None:
    clubs.add_names(club=club, names=["Mia"], at=made.at)
    mia = club.players.get(name="Mia")
    made.season.entrants.get(number=1).members.update(player=mia)
    etag = visit(made.season, "why/1/")["ETag"]
    call(mia, "Mia May")
    assert not is_kept(made.season, "why/1/", etag)
