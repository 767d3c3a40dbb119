"""The smaller commands: the demo club, ways in, and the archive that anybody can check."""

import json
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import OperationalError
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from games.catalogue import find
from tests.tournaments.an_evening import Make
from tests.tournaments.commands.a_command import run
from tests.tournaments.the_rows import unchanged
from tournaments import demo
from tournaments.club.models import ApiToken, Club, SignInLink, User
from tournaments.club.reads.access import live_api_token
from tournaments.club.services import tokens
from tournaments.evening.models import Evening


@pytest.mark.django_db
def test_the_demo_club_is_made_once_and_agrees_with_its_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    for past in ("PAST", "PAST_POINTS"):
        monkeypatch.setattr(demo, past, ())
    run("make_demo")
    assert list(Evening.objects.values_list("status", flat=True)) == ["playing"]
    assert run("rebuild", "--check") == ("", "", 0)
    with unchanged():
        run("make_demo", "--if-empty")
        run("make_demo")


def test_a_house_that_has_a_club_gets_no_demo_unasked(club: Club) -> None:
    with unchanged():
        run("make_demo", "--if-empty")


@pytest.mark.parametrize("asked", [(), ("--user", "director")], ids=["the first officer", "by name"])
def test_a_link_and_a_key_let_in_the_one_who_is_named(
    club: Club, director: User, client: Client, asked: tuple[str, ...]
) -> None:
    link = run("sign_in_link", *asked).out.strip()
    assert client.get(link).status_code == 200
    assert client.post(link).status_code == 302
    assert client.session["_auth_user_id"] == str(director.pk)
    key = run("api_token", *asked, "--name", "a script").out.strip()
    answer = Client().get("/api/v1/clubs/", headers={"Authorization": f"Bearer {key}"})
    assert [found["slug"] for found in answer.json()["clubs"]] == [club.slug]


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    ("origins", "lock", "asked", "address"),
    [
        pytest.param([], None, (), "http://localhost:8000/sign-in/", id="never started"),
        pytest.param([], '{"process": 1, "port": 8123}', (), "http://localhost:8123/", id="as started"),
        pytest.param([], "half a fi", (), "http://localhost:8000/", id="a lock that tells nothing"),
        pytest.param(["https://cards.example"], None, (), "https://cards.example/sign-in/", id="public"),
        pytest.param(["https://*.example"], None, (), "http://localhost:8000/", id="any public name"),
        pytest.param([], None, ("--address", "http://club:80/"), "http://club:80/sign-in/", id="as asked"),
    ],
)
def test_a_link_is_a_whole_address_and_says_which_club_it_is_for(
    director: User,
    settings: Any,
    tmp_path: Path,
    origins: list[str],
    lock: str | None,
    asked: tuple[str, ...],
    address: str,
) -> None:
    settings.DATA, settings.CSRF_TRUSTED_ORIGINS = tmp_path, origins
    if lock is not None:
        (tmp_path / "run.lock").write_text(lock)
    ran = run("sign_in_link", *asked)
    assert ran.out.startswith(address)
    assert "HEAD_TABLE_DATA=FOLDER ./run manage sign_in_link" in ran.err
    assert str(tmp_path) in ran.err
    assert director.username in ran.err


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["sign_in_link", "api_token"])
@pytest.mark.parametrize("asked", [(), ("--user", "nobody")], ids=["no officer", "nobody"])
def test_nobody_is_let_in_whom_nobody_knows(command: str, asked: tuple[str, ...]) -> None:
    with unchanged(), pytest.raises(CommandError, match="There is no such user"):
        run(command, *asked)


def test_tokens_and_links_are_listed_and_taken_back(club: Club, director: User, client: Client) -> None:
    link, key = run("sign_in_link").out.strip(), run("api_token", "--name", "a script").out.strip()
    asks = partial(Client().get, "/api/v1/clubs/", headers={"Authorization": f"Bearer {key}"})
    held, opens = ApiToken.objects.get(), SignInLink.objects.get()
    assert f"token {held.pk}  director  'a script'" in run("access").out
    assert "last used never" in run("access").out
    assert asks().status_code == 200
    assert "last used never" not in run("access").out

    told = run("access", "--revoke-token", str(held.pk), "--revoke-link", str(opens.pk)).out
    assert told.count("revoked") == 2
    assert asks().status_code == 401
    assert client.post(link).status_code == 410
    assert not {key, link.split("/")[-2]} & set(told.split())
    with pytest.raises(CommandError, match=f"no token {held.pk} to revoke"):
        run("access", "--revoke-token", str(held.pk))


def test_the_use_of_a_token_is_noted_once_an_hour(director: User) -> None:
    key = tokens.make_api_token(user=director, name="a script", at=timezone.now())
    used = []
    for minutes in (0, 59, 61):
        found = live_api_token(tokens.hashed(key), at=timezone.now())
        assert found is not None
        tokens.note_use(found, at=found.made_at + timedelta(minutes=minutes))
        used.append(ApiToken.objects.get().last_used_at)
    assert used[0] == used[1] != used[2]


def test_where_nothing_can_be_written_a_token_is_still_good_for_reading(
    club: Club, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tokens.make_api_token(user=director, name="a script", at=timezone.now())

    def locked(*rows: object, **values: object) -> int:
        raise OperationalError("database is locked")

    monkeypatch.setattr(QuerySet, "update", locked)
    answer = Client().get("/api/v1/clubs/", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200


@pytest.fixture
def archive(make_evening: Make, tmp_path: Path) -> Path:
    file = tmp_path / "friday.json"
    evening = make_evening(9, until="published").evening
    file.write_text(evening.publications.get().archive, encoding="utf-8")
    return file


def test_an_archive_that_holds_says_so_and_what_only_its_head_can_tell(archive: Path) -> None:
    told = json.loads(archive.read_text())
    holds = (
        f"Everything agrees: {len(told['ledger'])} entries of the ledger, every hand, draw, cut and move; "
        f"head {told['head']}\n"
        f"Checked by the rules of Chantecler, edition {find('chantecler').version}, under which it was played.\n"
    )
    assert run("verify_archive", str(archive), "--head", told["head"].upper()).out == holds
    assert run("verify_archive", str(archive)).out == (
        f"{holds}Not vouched for:\n"
        "  ledger: whoever knows the program can write another that agrees with itself; hold the head "
        f"{told['head']} against the one that was printed with the published standings\n"
        "Give the head you know as --head HASH.\n"
    )


def test_another_head_than_the_published_one_is_told(archive: Path) -> None:
    ran = run("verify_archive", str(archive), "--head", "0" * 64)
    assert (ran.status, "and not in the head you gave" in ran.out) == (1, True)


def test_what_steers_a_terminal_is_written_out(archive: Path) -> None:
    told = json.loads(archive.read_text())
    told["ledger"][0]["at"] = "\x1b[2J"
    archive.write_text(json.dumps(told))
    ran = run("verify_archive", str(archive))
    assert (ran.status, "\x1b" in ran.out, "x1b[2J" in ran.out) == (1, False, True)


@pytest.mark.parametrize(
    "text",
    [None, "", "{", "\udcff", "[" * 100_000, '{"head": "a", "head": "b"}'],
    ids=["no file", "empty", "half", "no text", "too deep", "two heads"],
)
def test_what_is_no_archive_is_refused_by_name(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "friday.json"
    if text is not None:
        file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(CommandError, match=r"friday\.json cannot be read"):
        run("verify_archive", str(file))


@pytest.mark.parametrize("text", ["[]", "{}", "7", '{"format": "head-table-evening", "version": 1}'])
def test_another_document_is_no_archive(tmp_path: Path, text: str) -> None:
    file = tmp_path / "friday.json"
    file.write_text(text)
    assert run("verify_archive", str(file)).status == 1


def test_the_movement_of_an_archive_is_counted_from_its_seats(archive: Path) -> None:
    assert run("check_movement", str(archive)).lines[0] == (
        "9 players, 1 rounds, tables of 4, couples (seats 1+3 and 2+4)"
    )
