"""Evenings out as archives and in again: the same file, the same rows, the people asked about, or nothing at all."""

import gzip
import json
from base64 import b64encode
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError
from django.test import Client

from scoring.faults import Faults
from tests.golden.walk import walk
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.club.services.test_games import on_the_shelf
from tests.tournaments.commands.a_command import run
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import officer
from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tests.tournaments.publishing.archives import EARLIER
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club, Player, User
from tournaments.club.reads.access import Visitor
from tournaments.club.reads.members import ERASED
from tournaments.club.roles import Audience
from tournaments.club.services import clubs, games, members
from tournaments.evening.acts import ReopenResults
from tournaments.evening.models import Evening
from tournaments.league import acts
from tournaments.league.reads.archives import shows_archive
from tournaments.league.services import archives
from tournaments.league.services.archives import ArchiveToBringIn
from tournaments.league.services.ledger import seasons_for
from tournaments.ledger import minisign
from tournaments.publishing import publish
from tournaments.publishing.verdict import verdict

OFFICER = "user:1"


def archive_of(evening: Evening) -> str:
    return evening.publications.latest("number").archive


def brought_in(club: Club, text: str, people: dict[str, int | None] | None = None) -> Evening:
    new = ArchiveToBringIn(file=text.encode(), people=people or {})
    return archives.bring_in(club, OFFICER, START, new)


def refusals(club: Club, text: str | bytes, people: dict[str, int | None] | None = None) -> dict[str, str]:
    file = text.encode() if isinstance(text, str) else text
    with unchanged(), pytest.raises(Faults) as refused:
        archives.bring_in(club, OFFICER, START, ArchiveToBringIn(file=file, people=people or {}))
    return {fault.field: str(fault.sentence) for fault in refused.value.faults}


def written_again(evening: Evening) -> dict[str, Any]:
    """What this program writes of the rows, without what they are called here."""
    tickets = list(evening.tickets.select_related("player").order_by("number"))
    guests = publish._guests(publish._last_archive(evening), tickets)
    return without_heading(publish._archive(evening, publish.chain_of(evening), tickets, guests))


def without_heading(archive: dict[str, Any]) -> dict[str, Any]:
    evening = {name: told for name, told in archive["evening"].items() if name not in ("name", "slug")}
    return {**archive, "club": None, "evening": evening}


@pytest.mark.parametrize("seed", range(1, 13))
def test_a_random_evening_comes_in_elsewhere_and_goes_out_as_the_same_file(
    club: Club, elsewhere: Club, seed: int
) -> None:
    walk(club, seed)
    evening = club.evenings.get()
    publication = evening.publications.order_by("number").last()
    if publication is None:
        return  # it was called off
    text = publication.archive
    here = brought_in(elsewhere, text)
    assert archive_of(here) == text
    assert written_again(here) == without_heading(json.loads(text))
    assert publish.check_rows(here) == []
    assert (here.came_from, here.ledger_head) == (club.name, publication.ledger_head)
    assert elsewhere.players.count() == evening.tickets.count()


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    return make_evening(5, until="published", rounds=1, movement="drawn", counting="points")


def test_people_are_asked_about_by_names_that_are_near_and_never_merged_unasked(
    evening: AnEvening, elsewhere: Club
) -> None:
    text = archive_of(evening.evening)
    codes = [ticket["code"] for ticket in json.loads(text)["tickets"]]
    names = ["Friday player 01", "Friday plaiyer 02", "FRIDAY PLAYER 03"]
    known = {name: clubs.add_player(club=elsewhere, name=name, at=START) for name in names}
    assert set(refusals(elsewhere, text)) == {f"people.{code}" for code in codes[:3]}
    said = {codes[0]: known[names[0]].pk, codes[1]: known[names[1]].pk, codes[2]: None}
    here = brought_in(elsewhere, text, said)
    assert [ticket.player.name for ticket in here.tickets.order_by("number")] == [
        *names[:2],
        *(f"Friday player 0{number}" for number in (3, 4, 5)),
    ]
    assert archive_of(here) == text


@pytest.mark.parametrize(
    ("people", "refused"),
    [
        (lambda codes, known: {codes[0]: known}, {}),
        (lambda codes, known: {codes[0]: None}, {0: "called Friday player 01"}),
        (lambda codes, known: {codes[0]: 999_999}, {0: "no such person"}),
        (lambda codes, known: {codes[0]: known, codes[1]: known}, {None: "two tickets"}),
    ],
    ids=["whoever is meant", "a second of the very name", "somebody of no club", "one for two"],
)
def test_who_is_said_to_hold_a_ticket_has_to_be_possible(
    evening: AnEvening, elsewhere: Club, people: Any, refused: dict[int | None, str]
) -> None:
    text = archive_of(evening.evening)
    codes = [ticket["code"] for ticket in json.loads(text)["tickets"]]
    known = clubs.add_player(club=elsewhere, name="Friday player 01", at=START)
    said = people(codes, known.pk)
    if not refused:
        brought_in(elsewhere, text, said)
        return
    told = refusals(elsewhere, text, said)
    for place, words in refused.items():
        assert words in told["people" if place is None else f"people.{codes[place]}"]


def altered(change: Callable[[dict[str, Any]], Any]) -> Callable[[str], str]:
    def alter(text: str) -> str:
        archive = json.loads(text)
        change(archive)
        return json.dumps(archive)

    return alter


REFUSED: dict[str, tuple[Callable[[str], str | bytes], str]] = {
    "no JSON": (lambda text: text[:-9], "not the archive"),
    "no text": (lambda text: b"\xff\xfe", "not the archive"),
    "half a file of gzip": (lambda text: gzip.compress(text.encode())[:90], "not the archive"),
    "a file of nothing but noughts": (lambda text: gzip.compress(b"0" * 8_000_001), "larger than 8 MB"),
    "a later version": (altered(lambda a: a.update(version=2)), "has version 2"),
    "other points": (altered(lambda a: a["standings"][0].update(points_for=999)), "the standings are not"),
    "a part that is not known": (altered(lambda a: a.update(later=1)), "“later”"),
    "a part left out": (altered(lambda a: a.pop("prizes")), "“prizes”"),
    "another game": (altered(lambda a: a["evening"].update(game="bridge")), "game is not that"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_taken_is_said_and_nothing_is_written(
    evening: AnEvening, elsewhere: Club, name: str
) -> None:
    alter, words = REFUSED[name]
    assert words in refusals(elsewhere, alter(archive_of(evening.evening)))["file"]


def test_an_evening_comes_in_once_and_not_where_it_was_played(
    evening: AnEvening, club: Club, elsewhere: Club
) -> None:
    text = archive_of(evening.evening)
    assert "here already: “Friday”" in refusals(club, text)["file"]
    brought_in(elsewhere, text)
    assert "here already" in refusals(elsewhere, text)["file"]


def test_a_game_of_the_club_comes_along_and_one_that_cannot_be_taken_stops_it(
    club: Club, elsewhere: Club, make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_the_shelf(club)
    text = archive_of(make_evening(4, game="ours", until="published").evening)
    monkeypatch.setattr(games, "MOST_GAMES", 0)
    assert "cannot be taken" in refusals(elsewhere, text)["file"]
    monkeypatch.undo()
    brought_in(elsewhere, text)
    assert elsewhere.games.get().edition == club.games.get().edition


def test_whoever_was_erased_since_comes_in_without_a_name(
    evening: AnEvening, club: Club, elsewhere: Club
) -> None:
    text = archive_of(evening.evening)
    gone = evening.evening.tickets.get(number=2)
    name = gone.player.name
    members.erase_names(player=gone.player)
    here = brought_in(elsewhere, text)
    assert here.tickets.get(number=2).player.name == ERASED
    assert name not in archive_of(here)
    assert archive_of(here) == archive_of(evening.evening)
    assert publish.check_rows(here) == []
    members.erase_names(player=here.tickets.get(number=3).player)
    assert "Friday player 03" not in archive_of(here)


def test_an_archive_of_an_earlier_version_comes_in(elsewhere: Club) -> None:
    text = EARLIER[0].read_text(encoding="utf-8")
    here = brought_in(elsewhere, text)
    assert archive_of(here) == text
    assert publish.check_rows(here) == []


def test_a_secretary_brings_an_evening_in_on_a_page(
    evening: AnEvening, elsewhere: Club, director: User
) -> None:
    text, client = archive_of(evening.evening), signed_in(director)
    page = f"/desk/{elsewhere.slug}/new/archive/"
    known = clubs.add_player(club=elsewhere, name="Fridey player 01", at=START)
    bad = client.post(page, {"file": SimpleUploadedFile("friday.json", b"{}")})
    assert (bad.status_code, "not the archive of an evening" in bad.text) == (422, True)
    looked = client.post(page, {"file": SimpleUploadedFile("friday.json", text.encode())})
    code = json.loads(text)["tickets"][0]["code"]
    assert (looked.status_code, "4 people are new" in looked.text) == (200, True)
    kept = looked.context["kept"]
    assert client.post(page, {"kept": kept}).status_code == 422
    assert not elsewhere.evenings.exists()
    done = client.post(page, {"kept": kept, code: known.pk}, follow=True)
    assert "imported here from its archive" in done.text
    again = client.post(page, {"kept": kept, code: known.pk})
    assert (again.status_code, "here already" in again.text) == (422, True)


def test_a_program_brings_an_evening_in_over_rest(
    evening: AnEvening, elsewhere: Club, director: User
) -> None:
    text, asking = archive_of(evening.evening), officer(director)
    file = b64encode(gzip.compress(text.encode())).decode()
    clubs.add_player(club=elsewhere, name="Friday player 01", at=START)
    at = f"/api/v1/clubs/{elsewhere.slug}/archives/"
    looked = asking.post(f"{at}preview/", {"file": file}).json()
    assert [len(ticket["alike"]) for ticket in looked["tickets"]] == [1, 0, 0, 0, 0]
    assert asking.post(at, {"file": file}).status_code == 400
    first = looked["tickets"][0]
    made = asking.post(at, {"file": file, "people": {first["code"]: first["alike"][0]["id"]}})
    assert made.status_code == 201
    assert Client().get(f"{made.headers['Location']}archive/").text == text


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda a: a["evening"].update(date="2026-13-01"), "evening.date is no day"),
        (lambda a: a["ledger"][0].update(at="2026-13-01T10:00:00.000000Z"), "is no moment"),
    ],
)
def test_a_day_or_moment_that_is_none_is_named(
    evening: AnEvening, change: Callable[[dict[str, Any]], Any], fault: str
) -> None:
    archive = json.loads(archive_of(evening.evening))
    change(archive)
    assert any(fault in found for found in verdict(archive).faults)


def test_what_came_in_is_in_no_season_by_itself(evening: AnEvening, elsewhere: Club) -> None:
    came = brought_in(elsewhere, archive_of(evening.evening))
    ASeason.made(elsewhere)
    assert seasons_for(came) == []


def test_the_terminal_brings_an_evening_in(evening: AnEvening, elsewhere: Club, tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    file.write_text(archive_of(evening.evening), encoding="utf-8")
    known = clubs.add_player(club=elsewhere, name="Friday player 01", at=START)
    with pytest.raises(CommandError, match=r"people\.\w+: say who Friday player 01 \(1\) is") as asked:
        run("import_archive", elsewhere.slug, str(file))
    code = str(asked.value).partition(":")[0].removeprefix("people.")
    with pytest.raises(CommandError, match="give a ticket and an id"):
        run("import_archive", elsewhere.slug, str(file), "--person", f"{code}=Ann")
    told = run("import_archive", elsewhere.slug, str(file), "--person", f"{code}={known.pk}").out
    assert "brought in Friday, played at Rooster Club" in told
    for club, path in (("nobody", file), (elsewhere.slug, tmp_path / "none")):
        with pytest.raises(CommandError):
            run("import_archive", club, str(path))


@pytest.fixture
def season(club: Club) -> ASeason:
    season = ASeason.made(club, rules={"best": 1})
    season.play()
    room = season.play(date(2026, 10, 9))
    season.act(acts.GiveBonus(player=room.players[0].pk, points=5, reason="the cards"))
    season.work()
    return season


def archive_path(season: ASeason, file: str = "archive.json") -> str:
    row = season.season
    return f"/c/{row.league.club.slug}/leagues/{row.league.slug}/{row.slug}/{file}"


def archive_of_season(season: ASeason, end: str = "") -> bytes:
    content: bytes = Client().get(archive_path(season, f"archive.json{end}")).content
    return content


def test_the_archive_of_a_season_holds_and_is_signed(season: ASeason, club: Club, tmp_path: Path) -> None:
    content = archive_of_season(season)
    archive = json.loads(content)
    held = verdict(archive, head=season.season.ledger_head)
    assert (held.faults, [left.what for left in held.not_vouched_for]) == (
        (),
        ["club", "league", "season.slug", "people"],
    )
    assert [line["total"] for line in archive["tables"][""]] == sorted(season.totals().values())[::-1]
    minisign.check(content, archive_of_season(season, ".minisig").decode(), club.keys.get().public)
    file = tmp_path / "season.json"
    file.write_bytes(content)
    assert run("verify_archive", str(file)).status == 0


def test_a_name_that_is_withheld_or_erased_is_in_no_archive_of_a_season(season: ASeason) -> None:
    ann, bob = season.evenings[0].players[:2]
    Player.objects.filter(pk=ann.pk).update(public_name="F. P.")
    members.erase_names(player=bob)
    content = archive_of_season(season).decode()
    names = {person["person"]: person["name"] for person in json.loads(content)["people"]}
    assert (names[str(ann.pk)], names[str(bob.pk)]) == (None, None)
    assert ann.name not in content
    assert bob.name not in content
    assert verdict(json.loads(content)).faults == ()


def test_strangers_have_no_archive_of_a_season_with_reasons_that_are_not_bound(season: ASeason) -> None:
    visitor, page = Visitor(AnonymousUser()), archive_path(season, "")
    assert b"/archive.json" in Client().get(page).content
    season.season.bound_texts.all().delete()
    assert not shows_archive(season.season, visitor)
    assert Client().get(archive_path(season)).status_code == 404
    assert Client().get(archive_path(season, "archive.json.minisig")).status_code == 404
    assert b"/archive.json" not in Client().get(f"{page}?again").content
    visitor.officer_in = frozenset({season.season.league.club_id})
    assert shows_archive(season.season, visitor)


def test_nobody_has_the_archive_of_a_season_with_evenings_they_may_not_see(season: ASeason) -> None:
    Club.objects.update(results_for=Audience.NOBODY)
    assert Client().get(archive_path(season)).status_code == 404


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda a: a["tables"][""][0].update(total=99), "tables: everybody"),
        (lambda a: a["tables"][""].reverse(), "tables: everybody"),
        (lambda a: a["evenings"].pop(), "tables: everybody"),
        (lambda a: a["evenings"][0].update(void=True), "tables: everybody"),
        (lambda a: a["evenings"].pop(), "evenings are not those that the ledger took"),
        (lambda a: a["evenings"][0].update(void=True), "whether it is void"),
        (lambda a: a["tables"].clear(), "tables are not those"),
        (lambda a: a["evenings"][0].update(publication=2), "took another publication"),
        (lambda a: a["evenings"][0]["result"]["lines"].pop(), "is not what its archive says"),
        (lambda a: a["evenings"][0]["archive"]["standings"].pop(), "the standings are not"),
        (lambda a: a["season"]["rules"].update(best=2), "season.rules"),
        (lambda a: a["ledger"][0].update(by="user:2"), "entry 1 does not fit"),
        (lambda a: a.pop("tables"), "not whole: KeyError 'tables'"),
        (lambda a: a.update(version=2), "has version 2"),
    ],
)
def test_what_is_altered_in_the_archive_of_a_season_is_named(
    season: ASeason, change: Callable[[dict[str, Any]], Any], fault: str
) -> None:
    archive = json.loads(archive_of_season(season))
    change(archive)
    assert any(fault in found for found in verdict(archive).faults), verdict(archive).faults


def test_what_came_in_is_corrected_and_published_anew_as_any_other(
    evening: AnEvening, elsewhere: Club
) -> None:
    text = archive_of(evening.evening)
    here = AnEvening(brought_in(elsewhere, text), [], START + timedelta(days=1))
    here.act(ReopenResults(reason="a slip was misread"))
    here.step_to("published")
    again = json.loads(archive_of(here.evening))
    assert verdict(again, head=again["head"]).faults == ()
    assert (again["club"]["slug"], len(again["tickets"])) == (elsewhere.slug, 5)
    assert publish.check_rows(here.evening) == []
