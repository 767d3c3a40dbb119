"""Seasons out as archives and in again: the same file, the same tables, and nothing that goes on."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from datetime import date
from functools import reduce
from itertools import product
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from scoring.faults import Faults
from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason, do_all_work
from tests.tournaments.commands.a_command import run
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import officer
from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tests.tournaments.league.services.test_archives import altered
from tournaments.club.models import Club, Player, User
from tournaments.club.reads.access import Visitor
from tournaments.club.reads.members import ERASED
from tournaments.club.services import clubs, members
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.reads.archives import season_archive
from tournaments.league.services import archives, bonds, ledger, tables
from tournaments.league.services.archives import ArchiveToBringIn
from tournaments.league.services.season_archives import bring_season_in
from tournaments.publishing.publish import check_rows
from tournaments.publishing.verdict import verdict

OFFICER = "user:1"


@pytest.fixture
def season(club: Club) -> ASeason:
    season = ASeason.made(club, rules={"best": 1, "categories": [{"name": "Seniors", "by": "person"}]})
    room = season.play()
    season.play(date(2026, 10, 9))
    first, second = (player.pk for player in room.players[:2])
    season.act(acts.GiveBonus(player=first, points=5, reason="the cards"))
    season.act(acts.PutInCategory(player=second, category="Seniors", belongs=True))
    void = f"{club.slug}/{season.evenings[1].evening.slug}"
    season.act(acts.DeclareVoid(evening=void, void=True, reason="the cards"))
    season.work()
    return season


def out(season: Season) -> str:
    visitor = Visitor(AnonymousUser())
    return json.dumps(season_archive(season, visitor), ensure_ascii=False, indent=1)


def brought_in(club: Club, text: str, people: dict[str, int | None] | None = None) -> Season:
    return bring_season_in(club, OFFICER, START, ArchiveToBringIn(file=text.encode(), people=people or {}))


def refusals(club: Club, text: str, people: dict[str, int | None] | None = None) -> dict[str, str]:
    with pytest.raises(Faults) as refused:
        brought_in(club, text, people)
    return {fault.field: str(fault.sentence) for fault in refused.value.faults}


def totals(season: Season) -> list[tuple[str, str, int]]:
    return list(season.lines.values_list("category", "player__name", "total"))


def test_a_season_comes_in_elsewhere_and_goes_out_as_the_same_file(season: ASeason, elsewhere: Club) -> None:
    text = out(season.season)
    here = brought_in(elsewhere, text)
    do_all_work(season.clock())
    assert out(here) == text
    assert totals(here) == totals(season.season)
    assert (tables.check(here), [check_rows(evening) for evening in elsewhere.evenings.all()]) == (
        [],
        [[], []],
    )
    assert (here.league.name, here.slug, here.stage) == ("Friday league", "season-1", "imported")


def test_it_does_not_go_on_whatever_becomes_of_its_evenings_and_people(
    season: ASeason, elsewhere: Club
) -> None:
    text = out(season.season)
    here = brought_in(elsewhere, text)
    with pytest.raises(Faults, match="from an archive"):
        ledger.perform(season=here, act=acts.Close(), by=OFFICER, at=START)
    one, other = elsewhere.players.order_by("pk")[:2]
    bonds.merge(duplicate=one, into=other, by=OFFICER, at=START, reason="the same")
    do_all_work(season.clock())
    assert (out(here), tables.check(here)) == (text, [])


def test_evenings_that_are_here_already_are_not_made_twice_and_tell_who_is_who(
    season: ASeason, elsewhere: Club
) -> None:
    first = season.evenings[0].evening.publications.get().archive
    ours = archives.bring_in(elsewhere, OFFICER, START, ArchiveToBringIn(file=first.encode()))
    here = brought_in(elsewhere, out(season.season))
    assert elsewhere.evenings.count() == 2
    assert here.evenings.filter(evening=ours).exists()
    assert elsewhere.players.count() == 8
    assert out(here) == out(season.season)
    assert "here already" in refusals(elsewhere, out(season.season))["file"]


def test_people_with_near_names_are_asked_about(season: ASeason, elsewhere: Club) -> None:
    text = out(season.season)
    person = json.loads(text)["people"][0]
    known = clubs.add_player(club=elsewhere, name=f"{person['name']}a", at=START)
    assert list(refusals(elsewhere, text)) == [f"people.{person['person']}"]
    here = brought_in(elsewhere, text, {person["person"]: known.pk})
    assert here.lines.filter(player=known).exists()
    assert out(here) == text


def test_whoever_is_read_as_one_is_one_here(season: ASeason, club: Club, elsewhere: Club) -> None:
    other = season.play(date(2026, 10, 16), players=12).players[-1]
    one = clubs.add_player(club=club, name="Somebody Else", at=START)
    bonds.merge(duplicate=other, into=one, by=OFFICER, at=START, reason="the same")
    season.work()
    text = out(season.season)
    here = brought_in(elsewhere, text)
    assert here.lines.filter(player__name="Somebody Else").exists()
    assert (elsewhere.players.count(), out(here)) == (12, text)


def test_erased_and_withheld_names_stay_away(season: ASeason, elsewhere: Club) -> None:
    here = brought_in(elsewhere, out(season.season))
    first, second = elsewhere.players.order_by("pk")[:2]
    names = first.name, second.name
    members.erase_names(player=first)
    Player.objects.filter(pk=second.pk).update(public_name="F. P.")
    text = Client().get(f"/c/{elsewhere.slug}/leagues/friday-league/{here.slug}/archive.json").text
    assert not any(name in text for name in names)
    assert names[0] not in json.dumps(Season.objects.get(pk=here.pk).origin)
    assert elsewhere.players.filter(name=ERASED).count() == 1


@pytest.mark.parametrize(
    ("form", "divisions"), [("round_robin", (3, 2)), ("swiss", (4,)), ("double_knock_out", (4,))]
)
def test_a_season_of_fixtures_comes_in_and_goes_out_as_the_same_file(
    club: Club, elsewhere: Club, form: str, divisions: tuple[int, ...]
) -> None:
    rounds: dict[str, Any] = {"rounds": 2} if form == "swiss" else {}
    made = AContest.made(club, divisions, at=START, format=form, **rounds)
    made.play_out()
    if form != "double_knock_out":
        made.act(acts.DrawLots(between=("1", "2")))
    made.act(acts.WithdrawEntrant(number=1))
    text = out(Season.objects.get(pk=made.season.pk))
    assert verdict(json.loads(text)).faults == ()
    here = brought_in(elsewhere, text)
    assert (out(here), tables.check(here)) == (text, [])
    assert list(here.entrants.values_list("name")) == list(made.season.entrants.values_list("name"))
    member = here.entrant_members.order_by("entrant__number")[0].player
    members.erase_names(player=member)
    left = json.loads(out(Season.objects.get(pk=here.pk)))
    assert "Ann" not in json.dumps(left)
    assert verdict(left).faults == ()
    assert [each.what for each in verdict(left).not_vouched_for] == [
        "club",
        "league",
        "season.slug",
        "people",
        "entrants: 1",
    ]


def test_a_withheld_name_is_in_no_archive_of_a_season_of_fixtures(club: Club) -> None:
    AContest.made(club, (4,), at=START)
    Player.objects.filter(name="Ann").update(public_name="F. P.")
    text = Client().get(f"/c/{club.slug}/leagues/winter-league/2026/archive.json").text
    assert "Ann" not in text
    assert [each["name"] for each in json.loads(text)["entrants"]].count(None) == 1
    assert verdict(json.loads(text)).faults == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda a: a["entrants"][0].update(name="Zoe"), "Zoe is not the name"),
        (lambda a: a["entrants"].pop(), "entrants are not those"),
        (lambda a: a["tables"]["Division 1"].pop(), "the lines are not those"),
        (lambda a: a["season"]["rules"].update(format="swiss"), "season.rules"),
    ],
)
def test_what_is_altered_in_a_season_of_fixtures_is_named(
    club: Club, change: Callable[[dict[str, Any]], Any], told: str
) -> None:
    made = AContest.made(club, (3, 2), at=START)
    archive = json.loads(out(Season.objects.get(pk=made.season.pk)))
    change(archive)
    assert any(told in fault for fault in verdict(archive).faults), verdict(archive).faults


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda a: a["evenings"][0].update(archive=None), "ask for the file that officers"),
        (lambda a: a["tables"][""][0].update(total=99), "was altered or is incomplete"),
        (lambda a: a["evenings"][0]["archive"]["standings"].pop(), "was altered or is incomplete"),
        (lambda a: a["evenings"][0]["players"].clear(), ""),
        (lambda a: a["people"].clear(), ""),
        (lambda a: a["league"].update(name=""), ""),
        (lambda a: a.update(format="other"), "not the archive of an evening or a season"),
    ],
)
def test_what_is_not_taken_is_said_and_nothing_is_written(
    season: ASeason, elsewhere: Club, change: Callable[[dict[str, Any]], Any], told: str
) -> None:
    assert told in refusals(elsewhere, altered(change)(out(season.season)))["file"]
    assert (elsewhere.evenings.count(), elsewhere.players.count(), elsewhere.leagues.count()) == (0, 0, 0)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in an archive, of a list the first; what lies in the archives of evenings is tried with those."""
    inside = (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    )
    for name, part in inside:
        yield (*path, name)
        if name not in ("archive", "ledger"):
            yield from places(part, (*path, name))


def with_another(archive: dict[str, Any], path: tuple[Any, ...], value: object) -> str:
    """The archive with this value at a place; `...`: without the place."""
    altered = deepcopy(archive)
    *way, last = path
    where: Any = reduce(getitem, way, altered)
    if value is ...:
        del where[last]
    else:
        where[last] = value
    return json.dumps(altered)


@pytest.mark.parametrize("kind", ["evenings", "fixtures"])
def test_whatever_stands_at_any_place_is_refused_with_a_sentence_or_known_to_be_bound_by_nothing(
    season: ASeason, club: Club, elsewhere: Club, kind: str
) -> None:
    made = season.season if kind == "evenings" else AContest.made(club, (3, 2), at=START).season
    archive = json.loads(out(Season.objects.get(pk=made.pk)))
    free = re.compile(r"(club|league)\.(name|slug)|season\.slug|people.*|evenings\.0\.id|entrants\.0\.name")
    for path, value in product(places(archive), (..., None, 7, "x", [])):
        altered = with_another(archive, path, value)
        with suppress(Faults), transaction.atomic():
            brought_in(elsewhere, altered)
            assert altered == json.dumps(archive) or free.fullmatch(".".join(map(str, path))), (path, value)
            transaction.set_rollback(True)
    assert not elsewhere.leagues.exists()


def test_a_secretary_brings_a_season_in_on_a_page(season: ASeason, elsewhere: Club, director: User) -> None:
    client, page = signed_in(director), f"/desk/{elsewhere.slug}/new/archive/"
    file = SimpleUploadedFile("season.json", out(season.season).encode())
    looked = client.post(page, {"file": file})
    assert (looked.status_code, "a season with 2 evenings" in looked.text) == (200, True)
    done = client.post(page, {"kept": looked.context["kept"]}, follow=True)
    assert "imported here from its archive" in done.text
    assert "is not possible" not in client.get(f"/desk/{elsewhere.slug}/leagues/friday-league/season-1/").text


def test_a_program_and_the_terminal_bring_a_season_in(
    season: ASeason, elsewhere: Club, director: User, tmp_path: Path
) -> None:
    text, asking = out(season.season), officer(director)
    file = b64encode(gzip.compress(text.encode())).decode()
    at = f"/api/v1/clubs/{elsewhere.slug}/archives/"
    assert asking.post(f"{at}preview/", {"file": file}).json()["kind"] == "season"
    assert asking.post(at, {"file": file}).status_code == 400
    made = asking.post(f"{at}seasons/", {"file": file})
    assert (made.status_code, made.json()["stage"]) == (201, "imported")
    assert Client().get(f"/c/{elsewhere.slug}/leagues/friday-league/season-1/archive.json").text == text
    third = clubs.make_club(name="Third", director=director, time_zone="UTC", at=START)
    path = tmp_path / "season.json"
    path.write_text(text)
    assert "friday-league/season-1" in run("import_archive", third.slug, str(path)).out
