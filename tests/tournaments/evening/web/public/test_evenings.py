"""Clubs and evenings as a visitor reads them, as pages and as files, and pages that say no."""

import csv
import io
import json
import re
import zipfile
from typing import Any

import pytest
from django.template.loader import render_to_string
from python_calamine import CalamineWorkbook

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Seat, Standing
from tournaments.evening.web.public.standings import OF_GAMES
from tournaments.site.cleaning import escape_formula

pytestmark = pytest.mark.django_db
PAGES = ("", "rounds/1/", "rounds/1/tables/1/", "print/", "wall/", "standings.csv")


def test_the_front_door_of_a_server_without_clubs_says_what_to_do(client: Any, db: Any) -> None:
    assert "Sign in as the director to set up the first club" in text_of(client.get("/"))


def test_one_club_is_the_front_door_and_says_what_will_be_here(client: Any, club: Any) -> None:
    assert client.get("/")["Location"] == f"/c/{club.slug}/"
    assert "No evening yet" in text_of(client.get(f"/c/{club.slug}/"))


def test_several_clubs_are_listed(client: Any, club: Any, director: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=evening.clock())
    said = text_of(client.get("/"))
    assert "Owl Club" in said
    assert "Tonight" in said
    assert "Round 1 in play" in said


HIDDEN = (
    *(*PAGES, "rounds/", "rules/", "what-if/", "prizes/", "prizes.csv", "schedule/", "certificate/"),
    *("certificate.json", "archive.json", "picture.png", "version", "live"),
)


@pytest.mark.parametrize(
    ("until", "is_called_off"), [("draft", False), ("draft", True), ("check_in", True), ("playing", True)]
)
def test_hidden_evenings_are_not_found(
    client: Any, visit: Any, make_evening: Any, until: str, *, is_called_off: bool
) -> None:
    evening = make_evening(8, until=until)
    if is_called_off:
        evening.act(acts.Abandon(reason="no light"))
    answers = {where: visit(evening, where) for where in HIDDEN}
    assert {where for where, answer in answers.items() if answer.status_code != 404} == set()
    assert "Nobody sits here" in text_of(answers[""])
    api = f"/api/v1/clubs/{evening.evening.club.slug}/evenings/{evening.evening.slug}/archive/"
    assert client.get(api).status_code == 404


def test_no_other_round_or_table_is_found(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    for where in ("0/", "2/", "99999999999999999999/", "1/tables/3/", "1/tables/0/"):
        assert visit(evening, f"rounds/{where}").status_code == 404, where


def test_a_drafted_move_is_nobodys_business_yet(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="drafted")
    assert visit(evening, "rounds/2/").status_code == 404
    evening.act(acts.PublishMove())
    assert "Not begun yet." in text_of(visit(evening, "rounds/2/"))


@pytest.mark.parametrize(
    ("until", "says"),
    [
        ("check_in", "9 players have checked in."),
        ("seated", "Sitting out:"),
        ("playing", "Round 1 in play"),
        ("bell", "The bell has rung"),
        ("settled", "Between rounds, 1 played"),
        ("moved", "Moving to the next seats"),
        ("finished", "the director has not published the result yet"),
        ("published", "Standings"),
    ],
)
def test_each_turn_can_be_followed(visit: Any, make_evening: Any, until: Any, says: Any) -> None:
    assert says in text_of(visit(make_evening(9, until=until)))


def test_those_at_home_find_a_name(visit: Any, make_evening: Any) -> None:
    evening = make_evening(9, until="moved")
    line = evening.evening.standings.earliest("place", "ticket__number")
    name = line.ticket.player.name
    said = text_of(visit(evening, f"who/?q={name.upper()}"))
    assert re.search(rf"Place so far {name} table 1, seat \d with .* against .* & .* {line.place} ", said)
    assert "Nobody of this name sits here tonight." in text_of(visit(evening, "who/?q=zz"))
    doors = make_evening(9, until="check_in", name="Later")
    assert "Seats appear here once they are drawn." in text_of(visit(doors, "who/"))


def test_what_decided_is_said_where_no_column_shows_it(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="settled", tie_breaks=["points_difference", "points_for"])
    evening.work()
    said = text_of(visit(evening))
    assert "Points difference: 42 to 14." in said
    assert "Games won:" not in said


def test_a_round_shows_winners_cut_bell_and_reasons(visit: Any, moved_after_a_cut: Any) -> None:
    evening = moved_after_a_cut(8)

    first, second = text_of(visit(evening, "rounds/1/")), text_of(visit(evening, "rounds/2/"))

    assert "Table 1 rang at 20:30." in first  # half past seven in UTC, in Paris an hour later
    assert "42 : 0 rang" in first
    assert "0 : 0 cut" in first
    assert "Why these seats" in second


def test_a_table_shows_every_hand_with_its_slip_once_play_has_stopped(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    evening.enter(2, a_hand(bid=5))
    evening.enter(2, a_hand(bidder=2, bid=14, couple="B", owl="A"))
    assert "Bid 5 made with 14" not in text_of(visit(evening, "rounds/1/tables/2/"))
    evening.act(acts.Stop())
    answer = visit(evening, "rounds/1/tables/2/")
    said = text_of(answer)
    assert "Bid 5 made with 14" in said
    assert "running 14 : 0" in said
    assert "running 15 : −14" in said
    assert 'href="/rules/chantecler/#chantecler.bid.missed"' in answer.content.decode()


def test_a_published_result_and_its_print_show_all_and_how_to_check_it(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published")
    said = text_of(visit(evening, "print/"))
    assert "Round 1" in said
    for seat in Seat.objects.select_related("ticket__player"):
        assert seat.ticket.player.name in said
    page = text_of(visit(evening))
    assert "Prizes Best" in page
    assert "Archive" in page
    assert "How to check this result" in page
    said = text_of(visit(evening, "check/"))
    head = evening.evening.publications.get().ledger_head
    assert f"Ledger at publication: {head}" in said
    assert f"Draws and cuts followed from the seed {evening.evening.seed}" in said
    assert f"verify_archive archive.json --head {head}" in said


def test_two_people_of_one_name_are_told_apart_by_their_tickets(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="seated")
    Player.objects.filter(tickets__number__in=(1, 2)).update(name="Ann Lee")
    said = text_of(visit(evening))
    assert "(1) Ann Lee" in said
    assert "(2) Ann Lee" in said


REFUSALS = {
    "400.html": "This was not understood",
    "403.html": "This table is taken",
    "403_csrf.html": "This page was open for too long",
    "404.html": "Nobody sits here",
    "413.html": "That is too much at once",
    "500.html": "tell the director if it happens twice",
    "503.html": "Nothing can be saved just now",
}


@pytest.mark.parametrize(("where", "says"), REFUSALS.items())
def test_every_refusal_has_a_page_that_needs_neither_request_nor_database(where: Any, says: Any) -> None:
    assert says in render_to_string(where)


def test_no_name_is_taken_for_a_formula_and_others_stay_as_they_are() -> None:
    formulas = [f"{sign}HYPERLINK()" for sign in "=+-@\t\r\n＝＋－＠"]
    assert [escape_formula(name) for name in formulas] == [f"'{name}" for name in formulas]
    others = ["Ann", "O’Shea", "Jean-Luc", "a=b", ""]
    assert [escape_formula(name) for name in others] == others


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_standings_are_a_table_that_spreadsheets_read(visit: Any, make_evening: Any, kind: str) -> None:
    evening = make_evening(8, until="finished", colours=("rose", "sage"))
    best = Standing.objects.select_related("ticket__player").first()
    assert best is not None
    best.ticket.player.name = '=HYPERLINK("https://example.org"), "Käthe"'
    best.ticket.player.save()

    answer = visit(evening, f"standings.{kind}")

    assert f"{evening.evening.slug}.{kind}" in answer["Content-Disposition"]
    rows: list[list[Any]]
    if kind == "csv":
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    else:
        book = CalamineWorkbook.from_filelike(io.BytesIO(answer.content))
        rows = book.get_sheet_by_index(0).to_python()
        assert b"<f>" not in zipfile.ZipFile(io.BytesIO(answer.content)).read("xl/worksheets/sheet1.xml")
    assert rows[0] == ["place", "player", "ticket colour", *OF_GAMES, "rounds sat out"]
    assert len(rows) == 9
    assert rows[1][1] == "'" * (kind == "csv") + best.ticket.player.name
    assert [type(cell) for cell in rows[-1][3:]] == [str if kind == "csv" else float] * 7
    assert float(str(rows[-1][6])) < 0


def test_the_archive_is_there_once_the_evening_is_published(visit: Any, make_evening: Any) -> None:
    assert visit(make_evening(8, until="finished", name="not yet"), "archive.json").status_code == 404
    evening = make_evening(8, until="published")
    answer = visit(evening, "archive.json")
    assert answer["Content-Type"] == "application/json"
    assert answer.content.decode() == evening.evening.publications.get().archive
    json.loads(answer.content)


@pytest.mark.parametrize(("movement", "lines"), [("fixed", 4), ("drawn", 8)])
def test_couples_who_stay_together_share_a_line_of_the_standings(
    client: Any, director: Any, make_evening: Any, movement: str, lines: int
) -> None:
    evening = make_evening(8, until="published", rounds=1, counting="points", movement=movement)
    public = f"/c/{evening.evening.club.slug}/{evening.evening.slug}/"
    desk = f"/desk/{evening.evening.club.slug}/{evening.evening.slug}/standings/"
    client.force_login(director)
    for address in (public, f"{public}embed/", desk):
        (table,) = re.findall(
            r'<table class="table table--standings">(.*?)</table>',
            client.get(address).content.decode(),
            re.DOTALL,
        )
        told = (table.count('<th scope="row"'), len(re.findall(r"&amp;\s", table)))
        assert told == (lines, 8 - lines), address
        assert all(player.name in table for player in evening.players)
    wall = client.get(f"{public}wall/").content.decode()
    assert wall.count("wall-standings__name") == lines
