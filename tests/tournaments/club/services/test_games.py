"""Games that a club writes for itself: an edition for each document, refusals that say where, the club's shelf."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games import catalogue
from games.catalogue import DOCUMENTS
from games.documents.document import MOST_BYTES
from scoring.derivation import Sentence
from scoring.faults import Faults
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import BY, Make
from tests.tournaments.commands.a_script import hand, script
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club, ClubGame
from tournaments.club.reads.members import games_of, shelf_of
from tournaments.club.services import games
from tournaments.club.services.games import NewGame
from tournaments.evening.models import Hand
from tournaments.evening.services import evenings
from tournaments.publishing.publish import check_rows
from tournaments.publishing.verdict import verdict
from tournaments.script import play, read_script

EUCHRE = next(document.data for document in DOCUMENTS if document.slug == "euchre")


def a_game(march: int = 5, **changed: Any) -> dict[str, Any]:
    """Euchre as a club plays it: a lone march is 5."""
    rulebook = EUCHRE["rulebook"].replace(
        '"scores": [0, 4, 0, 4]}\n', f'"scores": [0, {march}, 0, {march}]}}\n', 1
    )
    rules = [
        {**rule, "default": march} if rule["name"] == "alone_march" else rule
        for rule in EUCHRE["house_rules"]
    ]
    return {
        **EUCHRE,
        "slug": "ours",
        "name": "Our euchre",
        "house_rules": rules,
        "rulebook": rulebook,
        **changed,
    }


def written(club: Club, **changed: Any) -> ClubGame:
    return games.write_game(club, BY, START, NewGame(document=a_game(**changed)))


def published(club: Club, edition: str = "") -> ClubGame:
    return games.publish_game(club, "ours", START, games.WhichEdition(edition=edition))


def on_the_shelf(club: Club, **changed: Any) -> ClubGame:
    written(club, **changed)
    return published(club)


def test_each_document_is_an_edition_and_the_shelf_has_one_of_them(club: Club) -> None:
    first = written(club)
    assert written(club) == first
    assert shelf_of(club) == {}
    published(club)
    second = on_the_shelf(club, name="Euchre of Fridays")
    assert {slug: game.name for slug, game in shelf_of(club).items()} == {"ours": "Euchre of Fridays"}
    first.refresh_from_db()
    assert (first.is_on_the_shelf, second.is_on_the_shelf) == (False, True)
    games.retire_game(club, "ours", START)
    assert (shelf_of(club), games_of(club)) == ({}, [])
    assert written(club).published_at is None
    assert published(club, second.edition).is_on_the_shelf
    assert shelf_of(club)["ours"].edition == second.edition


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        pytest.param({"slug": "euchre"}, "document.slug house-game", id="a game of the house"),
        pytest.param({"slug": "Ours!"}, "document.slug not-allowed", id="a slug that is none"),
        pytest.param({"rulebook": "none"}, "document.rulebook not-allowed", id="no rulebook"),
        pytest.param({"rulebook": "x" * MOST_BYTES}, "document not-allowed", id="too large"),
        pytest.param({"partnership": True, "seats": [5]}, "document not-allowed", id="couples of five"),
        pytest.param(
            {"values": [{"name": "a", "is": "b"}]}, "document.values.0.is not-an-expression", id="no value"
        ),
        pytest.param(
            {"house_rules": [{"name": "a", "kind": "flag", "label": "A", "default": 5, "says": "%(value)d"}]},
            "document.house_rules.0.says not-allowed",
            id="a sentence that cannot be filled",
        ),
        pytest.param(
            {"fields": [*EUCHRE["fields"], {"name": "copy", "kind": "flag", "label": "A"}]},
            "document.fields.6.name not-allowed",
            id="a name of the program's",
        ),
    ],
)
def test_what_is_no_game_is_refused_with_its_place(club: Club, changed: dict[str, Any], fault: str) -> None:
    with refused(fault):
        written(club, **changed)
    assert not ClubGame.objects.exists()


@pytest.mark.parametrize("file", ["{", "a = " + "[" * 5_000, '{"a": ' + "[" * 30_000, "x = 1979-05-27", ""])
def test_a_file_that_holds_no_game_is_refused(club: Club, file: str) -> None:
    with pytest.raises(Faults):
        games.write_game(club, BY, START, NewGame(file=file))


def test_a_game_whose_examples_do_not_hold_stays_off_the_shelf(club: Club) -> None:
    written(club, rulebook=EUCHRE["rulebook"])
    with refused("document.rulebook wrong-example"):
        published(club)


def test_there_are_so_many_games_and_editions_of_each(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_GAMES", 1)
    monkeypatch.setattr(games, "MOST_EDITIONS", 1)
    written(club)
    with refused("document too-many"):
        written(club, slug="others")
    with refused("document.slug too-many"):
        written(club, name="Once more")


LONE_MARCH: dict[str, Any] = {"maker": 1, "alone": True, "tricks": 5}


def test_an_evening_keeps_the_edition_by_which_it_is_played(club: Club, make_evening: Make) -> None:
    first = on_the_shelf(club)
    here = make_evening(4, game="ours", until="playing")
    here.enter(1, LONE_MARCH)
    on_the_shelf(club, march=7)
    here.enter(1, LONE_MARCH)
    assert here.evening.plan["edition"] == first.edition
    assert (here.evening.pinned or {})["edition"] == first.edition
    slips = [hand.derivation for hand in Hand.objects.order_by("number")]
    assert [slip[0]["seats"] for slip in slips] == [[1, 3], [1, 3]]
    assert {str(Sentence.from_data(slip[0]["sentence"])) for slip in slips} == {
        "The maker took all five tricks alone: 5 points"
    }
    games.retire_game(club, "ours", START)
    clone = evenings.clone_evening(evening=here.evening, name="Next", date=START.date(), by=BY, at=START)
    assert clone.plan["edition"] == first.edition


def test_an_archive_carries_the_rules_and_holds_where_nobody_knows_them(
    club: Club, make_evening: Make
) -> None:
    row = on_the_shelf(club)
    here = make_evening(4, game="ours", until="published")
    assert check_rows(here.evening) == []
    archive = json.loads(here.evening.publications.get().archive)
    ClubGame.objects.all().delete()
    catalogue._compiled.clear()
    assert verdict(archive).faults == ()
    catalogue._compiled.clear()
    archive["documents"][row.edition]["name"] = "Another game"
    assert any(fault.startswith(f"documents.{row.edition}: ") for fault in verdict(archive).faults)


def test_what_stands_beside_an_evening_knows_the_game(club: Club) -> None:
    row = on_the_shelf(club)
    season = ASeason.made(club, rules={"games": ["ours"]})
    evening = season.play(players=4, game="ours").evening
    assert sorted(season.totals().values())[-1] > 0
    asking = Client()
    at = f"/rules/ours-{row.edition}/"
    for path, words in {
        at: "Rules of Our euchre",
        f"{at}score/?hand.maker=1&hand.tricks=5": "all five tricks",
        f"/c/{club.slug}/{evening.slug}/": at,
        f"/c/{club.slug}/{evening.slug}/rules/": "Our euchre",
        f"/c/{club.slug}/{evening.slug}/what-if/": "html",
        f"/c/{club.slug}/ratings/ours/": "Friday player",
        f"/c/{club.slug}/leagues/{season.season.league.slug}/{season.season.slug}/rules/": "Our euchre",
        f"/api/v1/games/ours-{row.edition}/": "alone_march",
        f"/api/v1/clubs/{club.slug}/ratings/ours/": '"game":"ours"',
    }.items():
        answer = asking.get(path)
        assert (answer.status_code, words in answer.text) == (200, True), path
    asked = {"game": f"ours-{row.edition}", "hand": LONE_MARCH}
    assert asking.post("/api/v1/score/", asked, content_type="application/json").json()["scores"] == [
        5,
        0,
        5,
        0,
    ]
    assert asking.get("/rules/ours/").status_code == 404


def test_a_script_plays_a_game_of_its_club(club: Club) -> None:
    on_the_shelf(club)
    told = script()
    told["evening"] |= {"game": "ours", "round": {"ends": "hands", "hands": 1}, "house_rules": {}}
    told["rounds"] = [{"hands": [hand(table, LONE_MARCH) for table in (1, 2, 3)], "cuts": []}]
    _evening, outcome = play(script=read_script(json.dumps(told)), club=club, publish=False)
    assert outcome["rounds"][0]["scores"] == [[5, 0], [5, 0], [5, 0]]


def test_a_game_is_taken_from_a_file_and_given_as_one(desk: Desk) -> None:
    page = f"/desk/{desk.club.slug}/games/"
    file = SimpleUploadedFile("ours.json", json.dumps(a_game()).encode())
    read = desk.client.post(page, {"file": file}).text
    assert ("Read from the file: Our euchre" in read, ClubGame.objects.exists()) == (True, False)
    [document] = re.findall(r'<textarea name="document" hidden>(.*?)</textarea>', read, re.DOTALL)
    taken = desk.client.post(page, {"document": unescape(document)}, follow=True).text
    assert "is kept. An owner" in taken
    assert "Retire" in desk.client.post(f"{page}ours/publish/", follow=True).text
    assert desk.client.get(f"{page}ours/file/").json() == a_game()
    of_our_own, of_the_house = {"its edition": a_game()}, dict[str, Any]()
    says = ((of_our_own, "The opponents of Maker: 2 points"), (of_the_house, "a game of the house"))
    for documents, shown in says:
        archive = json.dumps({"ledger": [], "documents": documents}).encode()
        assert shown in desk.client.post(page, {"file": SimpleUploadedFile("friday.json", archive)}).text
    for where in ("new/", "settings/", "settings/nights/", "house-rules/ours/"):
        answer = desk.client.get(f"/desk/{desk.club.slug}/{where}")
        assert (answer.status_code, "Our euchre" in answer.text) == (200, True), where
    desk.client.post(f"{page}ours/retire/")
    assert games_of(desk.club) == []
    for bad in (b"", b"{", b"\xff\xfe", b"x" * 70_000, json.dumps(a_game(lines=[])).encode()):
        answer = desk.client.post(page, {"file": SimpleUploadedFile("bad.json", bad)})
        assert (answer.status_code, "error" in answer.text) == (422, True), bad[:10]
