"""Whoever is erased is nowhere any more: the whole database is searched, and everything that is shown of it."""

import json
import logging
import sqlite3
import subprocess
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client

from config import settings
from config.logs import WithoutTokens
from tests import services
from tests.golden.rows import told
from tests.tournaments.a_contest import AContest
from tests.tournaments.a_full_club import full_club
from tests.tournaments.club.test_publicity import Shown
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in, words
from tests.tournaments.faults.servers import database_url
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import everything
from tournaments.club.member_list.details import Details
from tournaments.club.models import AnsweredRequest, Club, Player, User
from tournaments.club.roles import Role
from tournaments.club.services.invitations import NewInvitation, invite
from tournaments.club.services.members import MemberChange, change_player, erase_names
from tournaments.club.services.tokens import make_api_token
from tournaments.evening.acts import Penalty
from tournaments.evening.models import Evening, Publication, Standing
from tournaments.evening.services import evenings
from tournaments.league.acts import Close, MakeFixtures, WithdrawEntrant
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import contest, kept_fixture
from tournaments.league.services import entrants, ledger
from tournaments.league.services.ledger import Bound
from tournaments.league.services.seasons import make_next_season
from tournaments.league.services.tables import check
from tournaments.publishing.verdict import verdict
from tournaments.site.sealing import seal, unseal
from tournaments.work.models import Job

NAME, MAIL, PHONE, NUMBER = "Zuleika Quartermaine", "zq@post.example", "+44 1910 555123", "QX-1917"


def told_everywhere(club: Club, person: Player) -> list[str]:
    """The person's name, mail and telephone stand wherever they can; the traces by which they are found there."""
    before = person.name, person.slug
    details = Details(NUMBER, MAIL, PHONE, birth="1950", notes=f"{NAME} brings cake", groups="Tuesday")
    change_player(person, MemberChange(name=NAME, **asdict(details)))
    owner = User.objects.get(offices__club=club)
    body = seal(json.dumps({"name": NAME}, ensure_ascii=False))
    AnsweredRequest.objects.create(user=owner, key="x" * 16, asked="0" * 64, at=START, status=201, body=body)
    LogEntry.objects.create(
        user=owner,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(person.pk),
        object_repr=NAME,
        action_flag=CHANGE,
        change_message=f"{NAME} was changed",
    )
    invite(club, owner, START, NewInvitation(called=NAME))
    Job.objects.filter(pk=Job.objects.earliest("pk").pk).update(remark={"code": "x", "name": NAME})
    person.refresh_from_db()
    return [*before, NAME, person.slug, MAIL, PHONE, NUMBER]


def traces_in(text: str, traces: list[str]) -> list[str]:
    return [trace for trace in traces if trace in text]


def archives_hold() -> bool:
    return all(
        verdict(json.loads(text)).faults == ()
        for text in Publication.objects.values_list("archive", flat=True)
    )


@pytest.fixture
def shown(club: Club) -> Shown:
    return Shown(club)


@pytest.mark.django_db
def test_no_row_and_no_public_address_names_whoever_was_erased(shown: Shown) -> None:
    shown.coming.sign_up(NAME)
    traces = told_everywhere(shown.club, shown.person)
    ticket = shown.evening.evening.tickets.get(player=shown.person)
    shown.evening.act(Penalty(tickets=[ticket.code], points=-1, reason=f"{NAME} talked about the hand"))
    assert set(traces_in(str(everything()), traces)) == set(traces)
    standings = list(Standing.objects.order_by("pk").values_list("ticket", "place", "points_for"))
    pages = [url for _part, url in shown.pages() if shown.person.slug not in url]
    kept = {url: Client().get(url) for url in pages}
    assert NAME in (unseal(AnsweredRequest.objects.get().body) or "")
    erase_names(player=shown.person)
    assert traces_in(str(everything()), traces) == []
    assert AnsweredRequest.objects.get().body == ""
    assert not LogEntry.objects.filter(object_repr__contains="Zuleika").exists()
    for url in pages:
        tag = kept[url].headers.get("ETag", "")
        page = Client(headers={"if-none-match": tag} if tag else {}).get(url)
        assert traces_in(page.content.decode(errors="replace"), traces) == [], url
    assert archives_hold()
    assert standings == list(Standing.objects.order_by("pk").values_list("ticket", "place", "points_for"))


@pytest.mark.django_db
def test_the_page_of_erasing_lists_titles_in_which_the_name_stands(shown: Shown) -> None:
    club, person = shown.club, shown.person
    told_everywhere(club, person)
    owner = User.objects.get(offices__club=club)
    Evening.objects.filter(pk=shown.evening.evening.pk).update(name="Farewell to Quartermaine")
    Season.objects.filter(league__club=club).update(name="Zuleika Quartermaine Cup")
    AList.made(club, name="Announced", note="Thanks to zuleika")
    shown.evening.act(evenings.keep_preset, new=evenings.PresetName(name="As Zuleika likes it"))
    for name in (f"{NAME}'s laptop", "Quartermaines at home"):
        make_api_token(user=owner, name=name, at=START)
    page = words(html(signed_in(owner).get(f"/desk/{club.slug}/members/{person.pk}/erase/")))
    listed = page.partition("may mean this person")[2]
    for text in (
        "Evening: Farewell to",
        "Season: Zuleika",
        "Thanks to zuleika",
        "As Zuleika likes",
        "laptop",
    ):
        assert text in listed
    assert "at home" not in listed


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("everything_of", ["a full club", "a club in public"])
def test_no_dump_of_the_database_names_them(everything_of: str) -> None:
    if everything_of == "a full club":
        house = full_club("Mine")
        club, person = house.club, house.evening.players[0]
    else:
        club = Club.objects.create(name="Rooster Club", slug="rooster-club", made_at=START)
        club.officers.create(user=User.objects.create_user("director"), role=Role.OWNER)
        person = Shown(club).person
    seasons = entered_everywhere(club, person)
    traces = told_everywhere(club, person)
    seasons += entered_everywhere(club, person)
    assert set(traces_in(dump(), traces)) >= {NAME, MAIL, PHONE}
    erase_names(player=person)
    assert [check(season) for season in seasons] == [[]] * len(seasons)
    assert traces_in(dump(), traces) == []
    assert archives_hold()


def dump() -> str:
    program = (services.postgresql_programs() or Path()) / "pg_dump"
    return subprocess.run([program, database_url()], capture_output=True, text=True, check=True).stdout


@pytest.mark.django_db
def test_whoever_was_entered_in_seasons_of_fixtures_is_in_none_of_their_ledgers(shown: Shown) -> None:
    club, person = shown.club, shown.person
    seasons = entered_everywhere(club, person)
    traces = told_everywhere(club, person)
    seasons += entered_everywhere(club, person)
    assert {name for name, rows in everything().items() if NAME in str(rows)} >= {"BoundText", "Entrant"}
    before = [tables(season) for season in seasons]
    erase_names(player=person)
    assert traces_in(str(everything()), traces) == []
    assert [check(season) for season in seasons] == [[]] * len(seasons)
    assert [tables(season) for season in seasons] == before
    for season in seasons:
        for page in ("", "ledger/", "fixtures/"):
            text = html(Client().get(f"/c/{club.slug}/leagues/{season.league.slug}/{season.slug}/{page}"))
            assert traces_in(text, traces) == []
    names = {name for season in seasons for name in season.entrants.values_list("name", flat=True)}
    assert names >= {"—", "— & Basil Quint", "Owls", "Friends of —"}
    if connection.vendor == "sqlite":
        assert traces_in(connection.connection.serialize().decode(errors="replace"), traces) == []


def entered_everywhere(club: Club, person: Player) -> list[Season]:
    """Seasons with the person alone, in a pair, in teams and in the season after, named in reasons and replaced."""
    name, at = person.name, dict[str, Any](at=START, until="open")
    alone = AContest.made(club, (), **at)
    alone.act(entrants.enter_names, lines=[name, "Cyril Ovens"])
    alone.act(MakeFixtures())
    code = alone.seen.fixtures[0].code
    alone.result(code, 3, 1)
    alone.result(code, 1, 3, reason=f"{name} had entered it the wrong way round")
    alone.act(Close())
    days = dict[str, Any](starts=date(2027, 10, 1), ends=date(2028, 3, 31))
    after = make_next_season(season=alone.season, name=f"After {alone.season.pk}", **days, **alone.who)
    pairs = AContest.made(club, (), entrants="pair", **at)
    lines = [f"{name} & Basil Quint", "Cyril Ovens & Dan Ives"]
    pairs.act(entrants.enter_names, lines=lines)
    pairs.act(MakeFixtures())
    leave = WithdrawEntrant(number=1, ahead="forfeit", reason=f"moved away with {name}")
    pairs.act(leave)
    teams = AContest.made(club, (), entrants="team", **at)
    lines = [f"Owls: {name} & Basil Quint", "Hens: Cyril Ovens"]
    teams.act(entrants.enter_names, lines=lines)
    others = list(club.players.filter(name__in=["Dan Ives", "Basil Quint"]))
    for number, people, called in (
        (1, others, ""),
        (2, [person], f"Friends of {name}"),
        (2, [person, *club.players.filter(name="Cyril Ovens")], f"Friends of {name}"),
    ):
        entry = entrants.WantedEntrant(people, called)
        teams.act(entrants.change_entrant, number=number, entry=entry)
    entry = entrants.WantedEntrant(others, "Owls")
    teams.act(entrants.change_entrant, number=1, entry=entry)
    made = [season.pk for season in (alone.season, after, pairs.season, teams.season)]
    return list(Season.objects.select_related("league__club").filter(pk__in=made).order_by("pk"))


def tables(season: Season) -> list[Any]:
    """The tables of a season, by the numbers of the entrants, and its fixtures."""
    seen = contest(Season.objects.select_related("league__club").get(pk=season.pk))
    return [told([one.lines for one in seen.divisions]), [kept_fixture(row) for row in seen.fixtures]]


@pytest.mark.django_db
def test_a_name_beside_a_ledger_that_is_not_the_one_it_binds_is_found(club: Club) -> None:
    contest = AContest.made(club, (), at=START, until="open")
    contest.act(entrants.enter_names, lines=["Ann", "Ben"])
    contest.act(WithdrawEntrant(number=1, ahead="forfeit", reason="ill"))
    contest.season.bound_texts.filter(text="Ben").update(text="Bob")
    contest.season.bound_texts.filter(text="ill").update(text="lazy")
    contest.season.bound_texts.filter(text="Ann").delete()
    assert [one for one in check(contest.season) if one.startswith("entry")] == [
        "entry 3: the name of entrant 1 is not the one that was entered",
        "entry 3: the name of entrant 2 is not the one that was entered",
        "entry 4: the reason is not the one that was entered",
    ]
    contest.season.bound_texts.filter(text="lazy").delete()
    assert "entry 4: the reason is not the one that was entered" in check(contest.season)


@pytest.mark.django_db
def test_unbound_names_are_shown_to_officers_alone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "bind", lambda _season, body, reason, _outside: Bound(body, reason, {}))
    contest = AContest.made(club, (), at=START, entrants="pair", until="open")
    contest.act(entrants.enter_names, lines=[f"{NAME} & Basil Quint", "Cyril & Dan"])
    monkeypatch.undo()
    erase_names(player=club.players.get(name=NAME))
    season = f"/c/{club.slug}/leagues/winter-league/2026/"
    for page in ("", "ledger/", "why/1/"):
        text = html(Client().get(season + page))
        assert NAME not in text
        assert "— &amp; Basil Quint" in text
    rows = {name for name, found in everything().items() if NAME in str(found)}
    assert rows == {"SeasonEntry", "Entrant"}
    assert check(Season.objects.get(pk=contest.season.pk)) == []


def test_no_line_of_the_log_names_anybody() -> None:
    asked = (
        *(
            "/c/a-club/players/ada-marsh/photo.png",
            "/c/a-club/leagues/x/y/why/ada-marsh/",
            "/desk/a/members/?q=Ada",
        ),
        "/c/a-club/search/?by=x&q=Ada+Marsh",
    )
    for path in asked:
        record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", (path,), None)
        line = WithoutTokens("%(message)s").format(record)
        assert "ada" not in line.lower(), line
        assert line.startswith("Not Found: /")


def test_what_sqlite_deletes_is_not_left_in_its_file(tmp_path: Path) -> None:
    options = settings.database({"ENGINE": "django.db.backends.sqlite3"})["OPTIONS"]
    file = sqlite3.connect(tmp_path / "db", isolation_level=None)
    file.executescript(options["init_command"])
    file.execute("CREATE TABLE people (name TEXT)")
    file.executemany("INSERT INTO people VALUES (?)", [(f"{NAME} {number}",) for number in range(999)])
    file.execute("UPDATE people SET name = '-' WHERE rowid % 2")
    file.execute("DELETE FROM people")
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files = {path.name: NAME.encode() in path.read_bytes() for path in tmp_path.iterdir()}
    assert set(files.values()) == {False}
