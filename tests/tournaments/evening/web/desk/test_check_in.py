"""At the door: members ticked off, guests and lists let in, tickets taken back, namesakes asked about."""

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html, looked, words
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import GroupMember, Player
from tournaments.club.services import clubs
from tournaments.evening.models import Evening
from tournaments.evening.reads import desk as reads
from tournaments.evening.services import evenings
from tournaments.site.web.pages import isolate

COLOURS = ("ladies", "gentlemen")
AT_FIVES = {"game": "chambery_tarot", "movement": "drawn"}


def names_in(room: AnEvening) -> list[str]:
    return list(room.read().tickets.order_by("number").values_list("player__name", flat=True))


def test_a_member_is_ticked_off_and_taken_back(desk_at: DeskAt) -> None:
    here, room = desk_at(0, until="check_in", colours=COLOURS)
    ann = clubs.add_player(club=here.club, name="Ann", at=room.at)
    page = here.press("desk-tick", ann.pk, colour="ladies")
    assert "Ann is in." in page
    assert "1 player: 3 more make a table" in words(page)
    ticket = room.evening.tickets.get()
    assert ticket.colour == "ladies"
    assert "Ann is out again." in here.press("desk-untick", ticket.code)
    assert names_in(room) == []


def test_who_comes_in_meanwhile_waits_no_more(desk_at: DeskAt, monkeypatch: pytest.MonkeyPatch) -> None:
    here, room = desk_at(0, until="check_in")
    ann = clubs.add_player(club=here.club, name="Ann", at=room.at)
    read = reads.at_the_door

    def somebody_lets_her_in(evening: Evening) -> list[Player]:
        waiting = read(evening)
        room.act(evenings.check_in, players=[(ann, "")])
        return waiting

    monkeypatch.setattr(reads, "at_the_door", somebody_lets_her_in)
    page = here.see()
    assert "1 player: 3 more make a table" in words(page)
    assert f'id="tick-{ann.pk}"' not in page
    assert page.count(f'data-player="{ann.pk}"') == 1


@pytest.mark.parametrize(("colours", "told"), [(COLOURS, True), ((), False), (("red", "blue"), False)])
def test_usual_tickets_not_tonights_are_named(desk_at: DeskAt, colours: tuple[str, ...], told: bool) -> None:
    here, room = desk_at(0, until="check_in", colours=colours)
    for name, colour in (("Ann", "red"), ("Bo", "red"), ("Cid", "")):
        clubs.add_player(club=here.club, name=name, colour=colour, at=room.at)
    said = words(here.see())
    assert ("Usual ticket “red”, which tonight does not have: Ann, Bo." in said) is told
    assert ("Check them in with one of tonight's colours" in said) is told


def test_whoever_was_made_by_mistake_goes_with_the_ticket(desk_at: DeskAt) -> None:
    here, room = desk_at(0, until="check_in")
    clubs.add_player(club=here.club, name="Ann", at=room.at)
    here.press("desk-guest", name="Joan Abernehty")
    told = here.press("desk-untick", room.evening.tickets.get().code)
    assert "Joan Abernehty is out again." in told
    assert not Player.objects.filter(name="Joan Abernehty").exists()
    assert sorted(Player.objects.values_list("name", "is_active")) == [("Ann", True), ("—", False)]
    here.press("desk-everybody")
    assert names_in(room) == ["Ann"]


def test_whoever_was_known_before_or_is_known_otherwise_stays(desk_at: DeskAt) -> None:
    here, room = desk_at(0, until="check_in")
    here.press("desk-guest", name="Zoe")
    zoe = Player.objects.get(name="Zoe")
    GroupMember.objects.create(player=zoe, group="Tuesday")
    here.press("desk-untick", room.evening.tickets.get().code)
    here.press("desk-tick", zoe.pk)
    GroupMember.objects.all().delete()
    here.press("desk-untick", room.evening.tickets.get().code)
    assert Player.objects.get(pk=zoe.pk).is_active


@pytest.mark.parametrize(
    ("door", "entered", "came"),
    [
        ("desk-names", {"names": "Ann\r\nBo\r\n\r\nCid\r\nBo"}, ["Ann", "Bo", "Cid"]),
        (
            "desk-guest",
            {"another": "on", "name": "Margaret Holloway, Joan Abernethy"},
            ["Margaret Holloway", "Joan Abernethy"],
        ),
    ],
    ids=["lines", "guests"],
)
def test_several_names_are_looked_at_and_each_can_be_unticked(
    desk_at: DeskAt, door: str, entered: dict[str, str], came: list[str]
) -> None:
    here, room = desk_at(0, until="check_in")
    clubs.add_player(club=here.club, name="Ann", at=room.at)
    with unchanged():
        page = html(here.client.post(here.url(door), entered))
    ticks = looked(page) | {"guest": "4"}
    assert len(ticks["take"]) == len(came)
    assert f"{len(came) - 1} " in here.press(
        "desk-names", **{**ticks, "names": [*entered.values()][-1:], "take": ticks["take"][1:]}
    )
    assert names_in(room) == came[1:]
    assert set(Player.objects.values_list("name", "is_guest")) == {
        ("Ann", False),
        *((name, door == "desk-guest" or name == "Cid") for name in came[1:] if name != "Ann"),
    }


@pytest.mark.parametrize("guests", ["", "1"])
def test_each_of_a_list_gets_a_ticket_colour_as_listed_as_usual_or_as_set(
    desk_at: DeskAt, guests: str
) -> None:
    here, room = desk_at(0, until="check_in", colours=COLOURS)
    clubs.add_player(club=here.club, name="Ann", colour="ladies", at=room.at)
    lines = ("Ann", "Bo", "Cid") if guests else ("Ann", "Bo, gent", "Cid")
    entered = {"names": "\r\n".join(lines)} | ({"guests": guests} if guests else {})
    page = html(here.client.post(here.url("desk-names"), entered))
    ticks = looked(page, **entered, **({"colour-2": "gentlemen"} if guests else {}))
    with unchanged():
        assert f"Choose a ticket colour for: {isolate('Cid')}." in here.refused("desk-names", **ticks)
    here.press("desk-names", **ticks, **{"colour-3": "ladies"})
    assert list(room.read().tickets.order_by("player__name").values_list("player__name", "colour")) == [
        ("Ann", "ladies"),
        ("Bo", "gentlemen"),
        ("Cid", "ladies"),
    ]


@pytest.mark.parametrize(
    ("door", "field", "who", "came"),
    [
        ("desk-names", "names", "", []),
        ("desk-names", "names", "new", ["Jon Marsh"]),
        ("desk-guest", "name", "known", ["John Marsh"]),
    ],
)
def test_a_near_name_is_chosen_or_is_somebody_new(
    desk_at: DeskAt, who: str, came: list[str], door: str, field: str
) -> None:
    here, room = desk_at(0, until="check_in")
    john = clubs.add_player(club=here.club, name="John Marsh", at=room.at)
    page = html(here.client.post(here.url(door), {field: "Jon Marsh"}))
    assert "Somebody new: Jon Marsh" in words(page)
    here.press("desk-names", **looked(page, **{"who-1": str(john.pk) if who == "known" else who}))
    assert names_in(room) == came


def test_a_list_that_has_changed_since_is_shown_again(desk_at: DeskAt) -> None:
    here, room = desk_at(0, until="check_in")
    page = html(here.client.post(here.url("desk-names"), {"names": "Ann, Bo, Cid"}))
    clubs.add_player(club=here.club, name="Bo", at=room.at)
    assert "People have changed since this preview" in here.refused("desk-names", **looked(page))
    assert names_in(room) == []
    assert "1 is in." in here.press("desk-names", names="Marsh, John")
    assert names_in(room) == ["John Marsh"]
    assert "Nothing was entered; a name is needed." in words(here.refused("desk-guest", name="  "))
    assert "Zoe is in." in here.press("desk-guest", name="Zoe")
    assert Player.objects.get(name="Zoe").is_guest


@pytest.mark.parametrize(
    ("colours", "offered", "came"),
    [
        ((), "Check 3 members in", ["Ann", "Bo", "Cid"]),
        (("red", "blue"), "Check 2 members in", ["Ann", "Bo"]),
        (("red", "sea"), None, []),
    ],
    ids=["no colours", "one without a usual ticket", "one with a ticket of tonight"],
)
def test_everybody_on_the_list_comes_in_at_once_but_guests(
    desk_at: DeskAt, colours: tuple[str, ...], offered: str | None, came: list[str]
) -> None:
    here, room = desk_at(0, until="check_in", colours=colours)
    for name, colour in (("Ann", "red"), ("Bo", "blue"), ("Cid", "")):
        clubs.add_player(club=here.club, name=name, colour=colour, at=room.at)
    clubs.add_player(club=here.club, name="Zoe", colour="red", guest=True, at=room.at)
    page = words(here.see())
    if offered is None:
        assert "Everybody is here" not in page
        return
    assert offered in page
    assert f"{len(came)} are in." in here.press("desk-everybody")
    assert names_in(room) == came
    assert "Everybody is here" not in words(here.see())
    codes = room.evening.tickets.values_list("code", flat=True)
    here.press("desk-untick", "-".join(codes))
    assert names_in(room) == []


def test_what_cannot_be_let_in_comes_back_with_the_reason_and_nobody_is_ticked_twice(desk_at: DeskAt) -> None:
    here, room = desk_at(1, until="check_in", colours=COLOURS)
    with unchanged():
        for where, entered, says in (
            ("desk-guest", {"name": "Zoe"}, "No ticket colour was chosen; choose one."),
            ("desk-names", {"names": " \n ", "colour": "ladies"}, "name"),
            ("desk-names", {"names": "x" * 90, "colour": "ladies"}, "has 90 letters"),
        ):
            shown = here.refused(where, **entered)
            assert says in words(shown)
            assert (entered.get("name") or entered["names"].strip()) in shown
    page = here.press("desk-tick", room.players[0].pk, colour="ladies")
    assert "Friday player 01 is already in." in words(page)


@pytest.mark.parametrize(
    ("players", "plan", "says"),
    [
        (14, {}, "14 players: 3 tables, 2 sit out each round"),
        (22, AT_FIVES, "22 players: 5 tables (2 of 5, 3 of 4), nobody sits out"),
        (2, AT_FIVES, "2 players: 1 more makes a table"),
    ],
)
def test_the_door_forecasts_the_draw(desk_at: DeskAt, players: int, plan: dict[str, Any], says: str) -> None:
    here, _room = desk_at(players, until="check_in", **plan)
    assert says in words(here.see())


BOX = '<input type="checkbox" name="another"'


@pytest.mark.parametrize(
    ("status", "name"),
    [
        ("check_in", "desk-guest"),
        ("check_in", "desk-members"),
        ("playing", "desk-substitute"),
    ],
)
def test_a_namesake_is_let_in_with_a_tick(desk: Desk, make_evening: Make, status: str, name: str) -> None:
    room = make_evening(8, until=status)
    here, known = desk.of(room), room.players[0].name
    first = room.evening.tickets.order_by("number").values_list("code", flat=True)[0]
    where = [first] if name == "desk-substitute" else []
    asked = here.refused(name, *where, name=known.upper())
    assert f"The club has {known} already; choose who is there" in asked
    assert BOX in asked
    assert Player.objects.count() == 8
    assert BOX not in here.refused(name, *where, name="x" * 300)
    here.press(name, *where, name=known.upper(), another="on")
    assert sorted(Player.objects.values_list("name", flat=True))[:1] == [known.upper()]
    assert Player.objects.count() == 9


def test_at_the_list_of_members_the_warning_leads_to_merging(desk: Desk) -> None:
    desk.press("desk-members", name="Thérèse Roy")
    asked = desk.refused("desk-members", name="roy, THERESE")
    assert "The club has Thérèse Roy already" in asked
    assert f'<a href="/desk/{desk.club.slug}/persons/">Listed twice?' in asked


def test_the_box_stands_between_the_name_and_the_button(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="check_in")
    asked = desk.of(room).refused("desk-guest", name=room.players[0].name)
    name, box, button = (asked.index(part) for part in ('name="name"', BOX, "Add guest"))
    assert name < asked.index("The club has") < box < button
