"""The schedule at the desk: looked at, wished for, searched, taken; from files, to files, and on paper."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.an_evening import AnEvening, Make, do_a_slice
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, words
from tests.tournaments.the_rows import unchanged
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Planning
from tournaments.evening.reads.facts import schedule_of
from tournaments.evening.services.evenings import arrive, substitute
from tournaments.evening.web.desk.schedule import KINDS
from tournaments.movement.exchange import as_csv, read_csv, read_text


def by_schedule(make: Make, players: int = 9, *, until: str = "seated", **more: Any) -> AnEvening:
    return make(players, movement="scheduled", until=until, **more)


def searched(room: AnEvening) -> Planning:
    """The last search, done by a worker to its end, by a clock that goes quickly."""

    def clock() -> datetime:
        room.at += timedelta(seconds=20)
        return room.at

    planning = Planning.objects.latest("pk")
    while do_a_slice(planning.pk, clock=clock):
        pass
    planning.refresh_from_db()
    return planning


def a_slice(room: AnEvening) -> Planning:
    """The last search after one slice of it."""
    planning = Planning.objects.latest("pk")
    do_a_slice(planning.pk, clock=room.clock)
    planning.refresh_from_db()
    return planning


def people(room: AnEvening) -> list[str]:
    return list(room.evening.tickets.order_by("number").values_list("code", flat=True))


@pytest.mark.parametrize(
    ("players", "says"),
    [
        pytest.param(16, "Cut from a schedule known to be perfect over its full cycle", id="perfect"),
        pytest.param(11, "Planned by search", id="planned"),
    ],
)
def test_all_rounds_say_where_they_come_from(desk: Desk, make_evening: Make, players: int, says: str) -> None:
    room = by_schedule(make_evening, players, rounds=3)
    page = words(desk.of(room).see("desk-schedule"))
    assert says in page
    for number, state in ((1, "next"), (2, "announced"), (3, "announced")):
        assert f"Round {number} {state}" in page
    assert "People met again" in page
    assert ("Sits out" in page) == (players == 11)


def test_the_page_follows_the_evening(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening, 8, until="check_in", rounds=2)
    here = desk.of(room)
    assert "No seats yet" in words(here.see("desk-schedule"))
    for step, says in {
        "seated": "Round 1 next",
        "playing": "Round 1 in play",
        "bell": "Round 1 in play",
        "settled": "Round 1 played",
        "drafted": "Round 2 draft",
        "moved": "Round 2 next",
        "finished": "Round 1 played",
    }.items():
        room.step_to(step)
        assert says in words(here.see("desk-schedule")), step
    assert "Round 2" not in words(here.see("desk-schedule"))


def test_it_is_linked_where_the_seats_are_and_from_the_board(desk: Desk, make_evening: Make) -> None:
    here = desk.of(by_schedule(make_evening))
    for page in ("desk-evening", "desk-seats"):
        assert here.url("desk-schedule") in here.see(page)
    assert here.url("desk-guide-cards") in here.see("desk-papers")
    other = desk.of(make_evening(8, name="without"))
    for page in ("desk-evening", "desk-seats", "desk-papers"):
        assert other.url("desk-schedule") not in other.see(page)


def test_an_evening_without_a_schedule_has_its_certificate_there(desk: Desk, make_evening: Make) -> None:
    page = words(desk.of(make_evening(8, until="playing")).see("desk-schedule"))
    assert "there is no schedule to search for" in page
    assert "Search for a better schedule" not in page
    assert "The whole certificate" in page


def test_a_search_is_asked_for_stopped_looked_at_and_taken(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening, 11, rounds=4)
    here = desk.of(room)
    standing = schedule_of(room.evening)
    codes = people(room)
    wish = {"apart-0-one": codes[0], "apart-0-other": codes[1], "unmoved-0-one": codes[2]}
    page = here.press("desk-schedule-search", purpose="improve", **wish)
    assert "every 1s" in page
    assert "The search has begun" in page
    assert f'<a class="no-script" href="{here.url("desk-schedule")}">Look again</a>' in page
    planning = a_slice(room)
    assert planning.task["wishes"]["apart"] == [codes[:2]]
    assert "moves tried" in words(here.see("desk-schedule"))
    assert "The search stops at the next step" in words(here.press("desk-schedule-deed", planning.pk, "stop"))
    searched(room)
    page = here.see("desk-schedule")
    assert "every 1s" not in page
    assert "in round 1" in words(page)
    assert schedule_of(room.evening) == standing
    taken = here.press("desk-schedule-deed", planning.pk, "take")
    assert "The new schedule is announced." in taken
    assert "Found:" not in words(taken)
    assert schedule_of(room.evening) != standing
    assert f'<option value="{codes[0]}" selected>' in here.see("desk-schedule")


def test_a_search_can_be_dropped_and_what_is_over_is_not_taken(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening)
    here = desk.of(room)
    here.press("desk-schedule-search", purpose="improve")
    planning = a_slice(room)
    assert "Searching" not in words(here.press("desk-schedule-deed", planning.pk, "drop"))
    assert "Nothing is found yet" in words(here.press("desk-schedule-deed", planning.pk, "take"))


def test_the_open_page_asks_for_the_search_alone(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening, 11, rounds=4)
    here = desk.of(room)
    here.press("desk-schedule-search", purpose="improve")
    a_slice(room)
    part = here.client.get(here.url("desk-schedule-search"), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "search-said" not in part
    searched(room)
    part = here.client.get(here.url("desk-schedule-search"), headers={"HX-Request": "true"}).content.decode()
    assert "The search is over" in part
    assert here.client.get(here.url("desk-schedule-search")).status_code == 302


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        pytest.param({"apart-0-one": 0}, "was chosen alone", id="half a pair"),
        pytest.param(
            {"apart-1-one": 0, "apart-1-other": 1, "together-0-one": 1, "together-0-other": 0},
            "are to be kept both together and apart",
            id="together and apart",
        ),
    ],
)
def test_a_wish_that_cannot_be_kept_comes_back_with_the_reason_and_names(
    desk: Desk, make_evening: Make, wish: dict[str, int], says: str
) -> None:
    room = by_schedule(make_evening, 8)
    here, codes = desk.of(room), people(room)
    entered = {field: codes[place] for field, place in wish.items()}
    page = here.refused("desk-schedule-search", purpose="improve", **entered)
    assert says in words(page)
    assert room.players[0].name in words(page.partition('class="field__error"')[2].partition("</p>")[0])
    assert len(re.findall(r'value="[^"]+" selected', page)) == len(wish)


def test_what_no_form_sends_is_refused_and_no_other_deed_is_there(desk: Desk, make_evening: Make) -> None:
    here = desk.of(by_schedule(make_evening, 8))
    for entered in (
        {"purpose": "magic"},
        {"purpose": "improve", "apart-0-one": "x"},
        {"unmoved-99-one": "x"},
    ):
        assert 'class="field__error"' in here.refused("desk-schedule-search", **entered)
    here.press("desk-schedule-search", purpose="improve")
    planning = Planning.objects.latest("pk")
    assert here.client.post(here.url("desk-schedule-deed", planning.pk, "eat")).status_code == 404
    assert here.client.post(here.url("desk-schedule-deed", planning.pk + 1, "take")).status_code == 404


def test_one_more_row_keeps_what_was_chosen(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening, 8)
    here, chosen = desk.of(room), people(room)[3]
    for kind in KINDS:
        entered = {"more": kind, f"{kind}-0-one": chosen}
        answer = here.client.post(here.url("desk-schedule-search"), entered)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert f'name="{kind}-1-one"' in page
        assert f'<option value="{chosen}" selected>' in page
        assert "was chosen alone" not in page
    assert not Planning.objects.exists()
    here.press("desk-schedule-search", purpose="improve")
    Planning.objects.update(stage="dropped", remark="LookupError: a <seat> is missing")
    page = here.see("desk-schedule")
    assert "The last search found nothing" in page
    assert "a &lt;seat&gt; is missing" in page


def test_what_really_happened_is_listed_with_where_it_is_recorded(desk: Desk, make_evening: Make) -> None:
    room = by_schedule(make_evening, until="playing", rounds=4)
    tickets = list(room.evening.tickets.select_related("player").order_by("number"))
    gone, old = tickets[0], tickets[1]
    at_table = room.round().tables.get(table__number=1).seats.order_by("seat")
    one, other = (seat.ticket for seat in at_table[:2])
    room.play_hands(1)
    room.act(acts.ExchangeSeats(hands=[(1, 1, 1)], one=one.code, other=other.code, reason="told us so"))
    late = clubs.add_player(club=room.evening.club, name="Lat Ecomer", at=room.clock())
    sub = clubs.add_player(club=room.evening.club, name="Sub Stitute", at=room.clock())
    room.act(acts.Leave(ticket=gone.code))
    room.act(arrive, player=late, colour="")
    room.act(substitute, ticket=old, player=sub)
    here = desk.of(room)
    page = words(here.see("desk-schedule"))
    assert f"{gone.player.name} left in round 1." in page
    assert f"Sub Stitute plays for {old.player.name} since round 1." in page
    assert "Lat Ecomer came in round 1." in page
    assert f"{old.player.name} left" not in page
    assert one.player.name in page.partition("What really happened")[2]
    for link in ("desk-people", "desk-wrong-seats", "desk-decisions"):
        assert here.url(link) in here.see("desk-schedule")
    page = here.press("desk-schedule-search", purpose="fairest")
    planning = searched(room)
    page = words(here.see("desk-schedule"))
    assert "rounds 2 to 4" in page
    assert "Lat Ecomer not there →" in page
    here.press("desk-schedule-deed", planning.pk, "take")
    assert " Lat " in words(here.see("desk-movement-sheet"))


@pytest.mark.parametrize(
    ("movement", "says"), [("progressive", "has no schedule"), ("scheduled", "no round is left")]
)
def test_a_search_or_file_that_cannot_be_now_is_refused_in_words(
    desk_at: DeskAt, movement: str, says: str
) -> None:
    here, _room = desk_at(8, until="playing", rounds=1, movement=movement)
    assert says in words(here.refused("desk-schedule-search", purpose="improve")).lower()
    assert "From a file" not in here.see("desk-schedule")
    assert "message--error" in here.refused("desk-schedule-file", text="1-2-3-4 5-6-7-8")


TEXT = "1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n"
CSV = as_csv(read_text(TEXT))


@pytest.mark.parametrize(("text", "upload"), [(TEXT, True), (CSV, False)], ids=["in a file", "pasted"])
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
    with unchanged():
        page = words(here.refused("desk-schedule-file", **entered))
        for sentence in says:
            assert sentence in page
    if "file" not in entered and entered:
        assert entered["text"].split()[0] in page


def test_what_is_written_out_is_read_again_and_everybody_has_a_card(desk: Desk, make_evening: Make) -> None:
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
