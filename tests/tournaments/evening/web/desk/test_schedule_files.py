"""Schedules from files and to files, and on paper."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.evening.web.desk.test_schedule import Make, by_schedule, people
from tests.tournaments.the_rows import everything
from tournaments.evening.reads.facts import schedule_of
from tournaments.movement.exchange import read_csv, read_text

pytestmark = pytest.mark.django_db

FILES = [
    pytest.param("1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n", True, id="text in a file"),
    pytest.param(
        "round,table,seat,player\n"
        + "".join(f"1,{1 + n // 4},{1 + n % 4},{n + 1}\n" for n in range(8))
        + "".join(f"2,{1 + n // 4},{1 + n % 4},{8 - n}\n" for n in range(8)),
        False,
        id="csv pasted",
    ),
]


@pytest.mark.parametrize(("text", "upload"), FILES)
def test_a_schedule_from_a_file_is_announced(desk: Desk, make_evening: Make, text: str, upload: bool) -> None:
    room = by_schedule(make_evening, 8, rounds=2)
    here = desk.of(room)
    file = {"file": SimpleUploadedFile("ours.txt", text.encode())}
    page = words(here.press("desk-schedule-file", **(file if upload else {"text": text})))
    assert f"Brought in from a file: {'ours.txt' if upload else 'pasted text'}" in page
    assert (
        here.client.get(here.url("desk-schedule-text")).content.decode().startswith("# 1 Friday player 01\n")
    )


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        pytest.param({}, ["Nothing was chosen or entered"], id="nothing"),
        pytest.param(
            {"text": "1-2-3-4 5-6-7-7\n1-5-2-99 3-7-4-8\n"},
            ["Line 1, table 2, seat 4: player 7 is there already", "the players are 1 to 8"],
            id="every fault",
        ),
        pytest.param(
            {"text": "round,table,seat,player\n1,x,1,1"},
            ["column table: &quot;x&quot; was entered"],
            id="csv",
        ),
        pytest.param(
            {"file": SimpleUploadedFile("a.csv", b"\xff\xfe\x00")},
            ["The file is not text in UTF-8"],
            id="no text",
        ),
        pytest.param(
            {"text": "1-2", "file": SimpleUploadedFile("a.csv", b"1-2")},
            ["only one of them can be read"],
            id="both",
        ),
    ],
)
def test_a_file_with_faults_comes_back_with_all_of_them(
    desk: Desk, make_evening: Make, entered: dict[str, Any], says: list[str]
) -> None:
    here = desk.of(by_schedule(make_evening, 8, rounds=2))
    before = everything()
    page = words(here.refused("desk-schedule-file", **entered))
    for sentence in says:
        assert sentence in page
    assert everything() == before
    if "file" not in entered and entered:
        assert entered["text"].split()[0] in page


def test_once_play_has_begun_no_file_is_asked_for_and_none_is_taken(desk: Desk, make_evening: Make) -> None:
    here = desk.of(by_schedule(make_evening, 8, rounds=2, until="playing"))
    assert "From a file" not in here.see("desk-schedule")
    assert here.client.post(here.url("desk-schedule-file"), {"text": "1-2-3-4 5-6-7-8"}).status_code == 422


def test_what_is_written_out_can_be_read_again(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening, 9, rounds=3)
    here = desk.of(room)
    written = {ending: here.client.get(here.url(f"desk-schedule-{ending}")) for ending in ("csv", "text")}
    assert all("attachment" in answer["Content-Disposition"] for answer in written.values())
    csv, text = (answer.content.decode() for answer in written.values())
    rounds = read_csv(csv, players=9, sizes=(4,))
    assert rounds == read_text(text, players=9, sizes=(4,))
    places = {code: str(place) for place, code in enumerate(people(room), start=1)}
    standing = schedule_of(room.evening)
    assert standing is not None
    assert rounds[1:] == tuple(seating.renamed(places) for seating in standing.rounds)


def test_on_paper_there_is_a_sheet_and_a_card_for_everybody(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening, 9, rounds=3)
    here = desk.of(room)
    assert "Round 3 announced" in words(here.see("desk-movement-sheet"))
    page = here.see("desk-guide-cards")
    assert page.count('class="guide sheet"') == 9
    assert page.count("sits out") == 3


def test_the_sheet_of_a_large_room_has_the_numbers_of_the_tickets(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening, 30, rounds=2)
    page = words(desk.of(room).see("desk-movement-sheet"))
    first = room.round().tables.get(table__number=7).seats.order_by("seat")
    told = "-".join(str(seat.ticket.number) for seat in first.select_related("ticket"))
    assert "Table Round 1 Round 2" in page
    assert f" 7 {told} " in page
    assert "Friday player 30 30" in page
