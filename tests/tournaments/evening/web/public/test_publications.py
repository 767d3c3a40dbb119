"""Every publication of an evening stays readable as it was, with what is otherwise in the last one."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tests.tournaments.evening.web.public.test_corrected import SLIP, published_again
from tests.tournaments.evening.web.public.test_reopened import correct
from tournaments.club.models import Player
from tournaments.club.services.clubs import NewConsents, record_consents
from tournaments.club.services.members import erase_names

WAY = "All publications of this evening"


@pytest.fixture
def twice(make_evening: Make) -> AnEvening:
    """An evening that was corrected and published again."""
    return published_again(make_evening(12, until="published"), correct)


def places(archive: str) -> dict[str, int]:
    return {line["ticket"]: line["place"] for line in json.loads(archive)["standings"]}


def test_the_way_to_them_is_there_once_there_is_more_than_one(visit: Any, make_evening: Make) -> None:
    room = make_evening(12, until="published")
    assert WAY not in html(visit(room))
    assert visit(make_evening(8, until="finished"), "publications/").status_code == 404
    published_again(room, correct)
    assert WAY in html(visit(room))
    first, second = words(html(visit(room, "publications/"))).split("Publication 1")[::-1]
    assert (SLIP in second, SLIP in first) == (True, False), "between the two it was corrected"


def test_an_earlier_one_has_its_own_standings_and_says_what_the_last_has(
    visit: Any, twice: AnEvening
) -> None:
    rows = {row.number: places(row.archive) for row in twice.evening.publications.all()}
    for number, other, word in ((1, 2, "now"), (2, 1, "was")):
        page = words(html(visit(twice, f"publications/{number}/")))
        moved = [code for code, place in rows[number].items() if rows[other][code] != place]
        assert page.count(f" {word} ") >= len(moved) > 0
    ticket = twice.evening.tickets.get(code=next(code for code, place in rows[1].items() if place == 1))
    assert rows[2][ticket.code] > 1
    line = words(html(visit(twice, "publications/1/"))).partition(f"1 {ticket.player.name}")[2]
    assert line.strip().startswith(f"now {rows[2][ticket.code]}")


def test_names_are_those_that_may_be_read_now(visit: Any, twice: AnEvening) -> None:
    withheld, erased = twice.players[:2]
    record_consents(withheld, "user:1", twice.at, NewConsents(name=False))
    name = erased.name
    erase_names(player=erased)
    for page in ("publications/1/", "publications/1/archive.json"):
        told = visit(twice, page).content.decode()
        assert (Player.objects.get(pk=withheld.pk).name in told, name in told) == (False, False), page


def test_one_whose_archive_is_gone_is_told_of_and_no_more(visit: Any, twice: AnEvening) -> None:
    twice.evening.publications.filter(number=1).update(archive="", archive_hash="0" * 64)
    assert "its archive is not kept any more" in html(visit(twice, "publications/"))
    for page in ("publications/1/", "publications/1/archive.json", "publications/3/"):
        assert visit(twice, page).status_code == 404, page


def test_programs_read_them_too(twice: AnEvening, stranger: Client) -> None:
    home = f"/api/v1/clubs/rooster-club/evenings/{twice.evening.slug}/publications/"
    told = stranger.get(home).json()["publications"]
    assert [(row["number"], row["is_kept"]) for row in told] == [(2, True), (1, True)]
    heads = [stranger.get(f"{home}{row['number']}/").json()["head"] for row in told]
    assert heads == [row["ledger_head"] for row in told]
