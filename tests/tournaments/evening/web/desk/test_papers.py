"""The papers of the evening; the phones of a table and the links of players."""

import re
from collections import Counter
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, words
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone, token_of
from tournaments.evening.models import PlayerLink, Seat, TableDevice, TableLink
from tournaments.evening.reads import facts
from tournaments.evening.services.links import link_code
from tournaments.evening.web.desk.decorators import stock_of
from tournaments.evening.web.movement_words import how_play_goes, own_way

pytestmark = pytest.mark.django_db


def is_chosen(page: str, choice: str) -> bool:
    """Whether the choice with these words is marked on the page."""
    return re.search(rf'aria-current="page" ?>{choice}</a', page) is not None


def test_the_paper_is_chosen_once_for_all_papers(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="seated")
    assert is_chosen(here.see("desk-papers"), "A4")
    for paper, kept in (("foolscap", "A4"), ("letter", "Letter"), ("foolscap", "Letter"), ("a4", "A4")):
        here.see("desk-papers", paper=paper)
        assert is_chosen(here.see("desk-papers"), kept)
        assert ("paper--letter" in here.see("desk-cards")) == (kept == "Letter")
        if paper == "letter":
            for name in ("desk-tickets", "desk-blank-slips", "desk-seating-list", "desk-print-all"):
                assert "paper--letter" in here.see(name), name


def test_one_two_or_four_go_on_a_sheet(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="seated")
    for asked, each in (("1", 1), ("4", 4), ("3", 2)):
        for name, of in (("desk-cards", "tents"), ("desk-blank-slips", "blank-slips")):
            page = here.see(name, each=asked)
            assert f'class="{of} {of}--{each}"' in page, asked
            assert is_chosen(page, f"{each} a sheet")


def test_what_lies_ready(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="draft")
    papers = ("desk-tickets", "evening-rules", "desk-cards", "desk-blank-slips", "desk-seating-list")
    ready = {"draft": 0, "check_in": 2, "seated": 5, "playing": 5, "bell": 5, "settled": 6}
    for step, count in ready.items():
        room.step_to(step)
        page = here.see("desk-papers")
        found = [name for name in (*papers, "evening-print") if f'href="{here.url(name)}"' in page]
        assert found == [*papers, "evening-print"][:count], step


@pytest.mark.parametrize(
    ("planned", "line"),
    [
        ({}, "Chantecler · 3 rounds · to the bell · winners go up a table, losers of table 1 to the foot"),
        (
            {"ends": {"ends": "hands", "hands": 4}, "rounds": 1, "movement": "fixed"},
            "Chantecler · 1 round · 4 hands in a round · the same seats all evening",
        ),
        (
            {"ends": {"ends": "time", "minutes": 20}, "movement": "ladder"},
            "Chantecler · 3 rounds · 20 minutes a round · winners go up a table, losers go down one",
        ),
        (
            {"game": "ascot", "movement": "drawn", "hands_per_round": 2},
            "Ascot · 3 rounds · 2 hands in a round · people meet again as seldom as possible",
        ),
    ],
    ids=["bell", "hands", "time", "points"],
)
def test_a_ticket_says_when_and_how_play_goes(desk_at: DeskAt, planned: dict[str, Any], line: str) -> None:
    here, room = desk_at(8, until="draft" if planned else "seated", **planned)
    evening = room.evening
    assert how_play_goes(facts.plan_of(evening), facts.game_of(evening).name) == line
    if planned:
        return
    page = words(here.see("desk-tickets"))
    assert page.count(line) == 8
    assert page.count(f"· {evening.date.day} {evening.date:%B %Y}") == 8


def test_a_ticket_says_which_way_its_colour_moves(desk_at: DeskAt) -> None:
    moves = {"ladies": -1, "gents": 2}
    colours = ("ladies", "gents", "children")
    here, _room = desk_at(
        9,
        until="seated",
        game="whist",
        counting="points",
        movement="by_colour",
        colours=colours,
        by_colour=moves,
        ends={"ends": "hands", "hands": 1},
    )
    page = here.see("desk-tickets")
    told = re.findall(r'<p class="ticket__way">([^<]+)</p>', page)
    assert Counter(told) == {
        "Ladies move up 1 table, and from table 1 to the last.": 3,
        "Gents move down 2 tables, and from the last to table 1.": 3,
        "Children stay.": 3,
    }


def test_a_ticket_without_a_colour_stays_where_colours_move(desk: Desk, make_evening: Make) -> None:
    plan = facts.plan_of(make_evening(8, movement="by_colour", colours=("rose", "green")).evening)
    assert own_way(plan, "") == "Players without a colour stay."
    assert own_way(plan, "rose").startswith("Rose move up 1 table")
    assert "ticket__way" not in desk.of(make_evening(8, until="seated", colours=("rose", "green"))).see(
        "desk-tickets"
    )


NETWORK = "http://192.168.1.20:8000"
HERE_ONLY = "These codes open on this computer only"


def page(desk: Desk, room: AnEvening, host: str) -> str:
    """The page of the cards, asked for by this name of the server."""
    there = desk.of(room)
    answer = there.client.get(there.url("desk-cards"), headers={"host": host})
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_code_leads_where_a_phone_can_follow(desk: Desk, make_evening: Make, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    room = make_evening(8, until="seated")
    for host, phones_at, leads_to in (
        ("localhost:8000", NETWORK, NETWORK),
        ("127.0.0.1:8000", NETWORK + "/", NETWORK),
        ("cards.example", NETWORK, "http://cards.example"),
        ("192.168.1.20:8000", "", NETWORK),
        ("localhost:8000", "", "http://localhost:8000"),
    ):
        settings.PHONES_AT = phones_at
        shown = page(desk, room, host)
        begin = f"{leads_to}{reverse('web:table-card', args=['x'])[:-2]}"
        assert shown.count(f"Open <strong>{leads_to.partition('://')[2]}/t/</strong> and type") == 2, host
        assert shown.count(f'href="{begin}') == shown.count('<span class="code">') == 2, host
        assert (HERE_ONLY in shown) == leads_to.startswith("http://localhost"), host


@pytest.mark.parametrize(
    ("colours", "stocks"),
    [
        pytest.param(("ladies", "gentlemen"), ("rose", "sage"), id="names that are no colours"),
        pytest.param(("blue", "red"), ("sky", "rose"), id="two colours"),
        pytest.param(("Bleu", "vert"), ("sky", "sage"), id="in French"),
        pytest.param(("members", "red", "guests"), ("sage", "rose", "straw"), id="a colour among others"),
        pytest.param(("a", "b", "c", "d", "e"), ("rose", "sage", "straw", "sky", "rose"), id="too many"),
        pytest.param(("red", "pink"), ("rose", "rose"), id="two shades of one"),
    ],
)
def test_tickets_called_blue_are_blue(colours: tuple[str, ...], stocks: tuple[str, ...]) -> None:
    assert tuple(stock_of(colour, colours) for colour in colours) == stocks


def test_a_colour_that_the_evening_does_not_have_has_no_stock() -> None:
    assert stock_of("blue", ("red",)) == ""
    assert stock_of("", ()) == ""


def test_a_ticket_says_where_its_holder_begins_or_that_they_sit_out(desk_at: DeskAt) -> None:
    here, _room = desk_at(9, until="seated")
    page = words(here.see("desk-tickets"))
    assert page.count(", seat ") == 8
    assert page.count("sits out round 1") == 1


def test_a_ticket_has_its_start_and_its_punches(desk: Desk, desk_at: DeskAt, make_evening: Make) -> None:
    """Couple A of each table wins the first round, as it is played here."""
    drawn = words(desk.of(make_evening(8, until="seated")).see("desk-tickets"))
    assert [drawn.count(position) for position in ("1A", "1B", "2A", "2B")] == [2, 2, 2, 2]
    here, room = desk_at(8, until="finished", name="Saturday")
    over = here.see("desk-tickets")
    assert over.count("is-punched") == sum(line.won_halves // 2 for line in room.evening.standings.all()) > 0
    assert "games won" in words(over)


def slips(desk: Desk, room: AnEvening, **query: Any) -> list[str]:
    return desk.of(room).see("desk-blank-slips", **query).split('<article class="blank-slip">')[1:]


def rounds(found: list[str]) -> list[str]:
    """The round that each slip is for, as it says."""
    return [re.findall(r"<h2>.*?· Round ?(\d*)", slip)[0] for slip in found]


def names(slip: str) -> list[str]:
    """Who sits where, column by column."""
    return [words(one) for one in re.findall(r'class="blank-slip__names">(.*?)</span>', slip)]


@pytest.mark.parametrize(
    ("movement", "asked", "told"),
    [
        pytest.param("progressive", None, ["1", "1"], id="the round that matters now"),
        pytest.param("progressive", "3", ["3", "3"], id="a round"),
        pytest.param("progressive", "all", list("112233"), id="all of them"),
        pytest.param("progressive", "blank", ["", ""], id="for any round"),
        pytest.param("progressive", "4", ["1", "1"], id="one that is not planned"),
        pytest.param("progressive", "blankety", ["1", "1"], id="what is no round"),
        pytest.param("scheduled", "all", list("112233"), id="all of a schedule"),
    ],
)
def test_there_is_one_for_each_table_of_the_rounds_asked_for(
    desk: Desk, make_evening: Make, movement: str, asked: str | None, told: list[str]
) -> None:
    room = make_evening(8, until="seated", movement=movement)
    found = slips(desk, room, **({"round": asked} if asked else {}))
    assert rounds(found) == told
    for slip, round_ in zip(found, told, strict=True):
        known = round_ == "1" or (movement == "scheduled" and round_)
        assert bool(all(names(slip))) == bool(known)
        assert ("Friday player" in slip) == bool(known)


def test_every_slip_has_its_tables_code_and_couples(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="seated")
    found = slips(desk, room)
    links = TableLink.objects.filter(table__evening=room.evening).order_by("table__number")
    for slip, link, game in zip(found, links, room.round().tables.order_by("table__number"), strict=True):
        assert link_code(link) in slip
        sitting = list(game.seats.order_by("seat").values_list("ticket__player__name", flat=True))
        assert names(slip) == [f"{sitting[0]} & {sitting[2]}", f"{sitting[1]} & {sitting[3]}"]
        assert slip.count("Signed") == slip.count("Won") == 1


@pytest.mark.parametrize(
    ("planned", "players", "columns", "hands"),
    [
        pytest.param({}, 8, [2, 2], 8, id="couples to the bell"),
        pytest.param({"ends": {"ends": "hands", "hands": 12}}, 8, [2, 2], 12, id="couples, twelve hands"),
        pytest.param({"ends": {"ends": "hands", "hands": 2}}, 8, [2, 2], 2, id="couples, two hands"),
        pytest.param(
            {"game": "chambery_tarot", "movement": "drawn", "hands_per_round": 3},
            13,
            [5, 4, 4],
            3,
            id="alone at tables of two sizes",
        ),
        pytest.param({"game": "clabberjass", "movement": "drawn"}, 5, [2, 2], 8, id="alone, as many as come"),
    ],
)
def test_it_has_a_column_for_each_side_and_a_line_for_each_hand(
    desk: Desk, make_evening: Make, planned: dict[str, Any], players: int, columns: list[int], hands: int
) -> None:
    found = slips(desk, make_evening(players, until="seated", **planned))
    assert sorted((len(names(slip)) for slip in found), reverse=True) == columns
    for slip in found:
        body = slip.partition("<tbody>")[2].partition("</tbody>")[0]
        numbers = re.findall(r'<th scope="row">(\d*)</th>', body)
        assert [number for number in numbers if number] == [str(n) for n in range(1, hands + 1)]
        assert len(numbers) == max(hands, 8)


@pytest.mark.parametrize(
    ("until", "told"),
    [
        ("check_in", []),
        ("published", ["1", "1"]),
        ("drafted", ["2", "2"]),
    ],
)
def test_they_are_there_as_long_as_there_are_tables(
    desk: Desk, desk_at: DeskAt, until: str, told: list[str]
) -> None:
    here, room = desk_at(8, until=until)
    found = slips(desk, room)
    assert rounds(found) == told
    assert all("Friday player" in slip for slip in found)
    assert told or "as soon as the seats are drawn" in here.see("desk-blank-slips")


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)"


@pytest.fixture
def room(make_evening: Make) -> AnEvening:
    return make_evening(8, until="playing")


def a_phone(room: AnEvening, table: int = 2, *, seat: int | None = None) -> Phone:
    """An iPhone that has scanned the card of a table."""
    phone = Phone(room, table)
    phone.client.defaults["HTTP_USER_AGENT"] = IPHONE
    phone.scan()
    if seat:
        code = Seat.objects.get(table_round__table__number=table, seat=seat).ticket.code
        phone.press("seat", ticket=code)
    return phone


def test_each_phone_is_listed_with_its_owner_and_when_it_was_seen(desk: Desk, room: AnEvening) -> None:
    assert "No phone has opened the card" in words(desk.of(room).see("desk-table", 2))
    a_phone(room, seat=3)
    a_phone(room)
    a_phone(room, table=1)

    said = words(desk.of(room).see("desk-table", 2))

    owner = Seat.objects.get(table_round__table__number=2, seat=3).ticket.player.name
    assert said.count("iPhone · seen") == 2
    assert f"{owner} iPhone · seen" in said
    assert "in the middle of the table iPhone · seen" in said


def test_one_phone_is_shut_out_and_the_others_go_on(desk: Desk, room: AnEvening) -> None:
    gone, stays = a_phone(room), a_phone(room)
    version = room.read().version
    pk = TableDevice.objects.order_by("pk").values_list("pk", flat=True)[0]

    said = desk.of(room).press("desk-phone-away", 2, pk)

    assert words(said).count("iPhone · seen") == 1
    assert gone.look().status_code == gone.press("ring").status_code == 404
    assert "This phone is shut out" in gone.look().content.decode()
    assert stays.look().status_code == 200
    assert room.read().version > version
    gone.scan()
    assert gone.look().status_code == 200


def test_a_phone_of_another_table_is_not_found(desk: Desk, room: AnEvening) -> None:
    a_phone(room, table=1)
    pk = TableDevice.objects.values_list("pk", flat=True)[0]
    there = desk.of(room)
    assert there.client.post(there.url("desk-phone-away", 2, pk)).status_code == 404


def test_all_phones_are_shut_out_with_one_tap_until_there_is_a_new_card(desk: Desk, room: AnEvening) -> None:
    phones = [a_phone(room), a_phone(room)]
    version, old = room.read().version, token_of(room, 2)

    said = desk.of(room).press("desk-phones-revoke", 2)

    assert "No card opens this table at the moment" in said
    assert [phone.look().status_code for phone in phones] == [404, 404]
    assert phones[0].client.get(f"/t/{old}/").status_code == 404
    assert room.read().version > version
    said = desk.of(room).press("desk-phones-renew", 2)
    assert f"/t/{token_of(room, 2)}/" in said
    assert old not in said
    assert "<svg" in said.split('id="phones"')[1]
    phones[0].scan()
    assert phones[0].look().status_code == 200
    assert phones[1].look().status_code == 404


def test_every_ticket_is_printed_with_its_own_code(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="check_in")
    shown = desk.of(evening).see("desk-tickets")
    for number in range(1, 9):
        holder = Holder(evening, number)
        assert shown.count(holder.code) == 1
        assert holder.token not in shown, "a token is in the QR code alone"


def test_the_link_is_shown_replaced_and_taken_back(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    here, holder = desk.of(evening), Holder(evening)
    address = here.url("desk-personal", holder.ticket.code)
    assert address in here.see("desk-people")
    shown = here.see("desk-personal", holder.ticket.code)
    assert holder.code in shown
    assert "<svg" in shown
    old = holder.code
    shown = here.press("desk-personal-renew", holder.ticket.code)
    assert "has a new link" in shown
    assert old not in shown
    assert holder.code in shown
    code = holder.ticket.code
    assert "This ticket has no working link" in here.press("desk-personal-revoke", code)
    assert not PlayerLink.objects.filter(ticket=holder.ticket, revoked_at=None).exists()
    assert '<span class="code">' in here.see("desk-tickets"), "the others have theirs"
    here.press("desk-personal-renew", code)
    assert holder.code in here.see("desk-personal", code)
