"""During the evening: somebody comes late, goes home, or plays for somebody else; names from right to left."""

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, words
from tests.tournaments.the_rows import unchanged
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.reads.director_alerts import stand_ins
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.services import evenings


@pytest.fixture
def room(make_evening: Make) -> AnEvening:
    """Nine people, one of whom sits out, in the first round."""
    return make_evening(9, until="playing")


def code(room: AnEvening, number: int = 1) -> str:
    return room.evening.tickets.get(number=number).code


@pytest.mark.parametrize("who", ["a member", "a guest"])
def test_who_comes_late_plays_from_the_next_move_on(desk: Desk, room: AnEvening, who: str) -> None:
    member = clubs.add_player(club=desk.club, name="Late", at=room.at)
    entered = {"player": str(member.pk)} if who == "a member" else {"name": "Later"}
    page = words(desk.of(room).press("desk-arrive", **entered))
    assert "has ticket 10 and plays from the next move on." in page
    assert room.evening.tickets.latest("number").arrived_in == 1


def test_who_leaves_is_asked_about_first_and_no_field_is_called_optional(desk: Desk, room: AnEvening) -> None:
    here = desk.of(room)
    pages = [here.see("desk-people"), here.see("desk-substitute", code(room))]
    assert ["optional" in words(page) for page in pages] == [False] * 2
    with unchanged():
        assert "Friday player 01" in here.see("desk-leave", code(room))
    assert "leaves with the next move" in here.press("desk-leave", code(room))
    assert "left in round 1" in words(here.see("desk-people"))


def test_in_the_last_round_nobody_speaks_of_the_next_move(desk_at: DeskAt) -> None:
    here, room = desk_at(9, until="playing", rounds=1)
    pages = [here.see("desk-people"), here.see("desk-leave", code(room))]
    pages.append(here.press("desk-arrive", name="Late"))
    pages += [here.press("desk-leave", code(room)), here.see()]
    assert ["next move" in words(page) for page in pages] == [False] * 5
    assert "Late has ticket 10, and can play this last round for somebody who leaves." in words(pages[2])
    assert "Leaving after this round: Friday player 01" in words(pages[4])


def test_a_substitute_is_shown_beside_the_other(desk: Desk, room: AnEvening) -> None:
    here = desk.of(room)
    page = here.press("desk-substitute", code(room), name="Instead")
    assert "Instead plays for Friday player 01 from now on, with ticket 10." in words(page)
    shown = words(here.see("desk-people"))
    assert "replaced by Instead" in shown
    assert "for Friday player 01" in shown


@pytest.mark.parametrize("where", ["desk-arrive", "desk-substitute"])
def test_somebody_who_cannot_come(desk: Desk, room: AnEvening, where: str) -> None:
    waiting = clubs.add_player(club=desk.club, name="Waiting", at=room.at)
    refusals: dict[str, dict[str, str]] = {
        "Nobody was chosen; choose a member or enter a guest's name.": {},
        "Select a valid choice.": {"player": str(room.players[0].pk)},
        "only one of them can come at a time.": {"player": str(waiting.pk), "name": "Zoe"},
    }
    with unchanged():
        for says, entered in refusals.items():
            shown = desk.of(room).refused(
                where, *([code(room)] if where == "desk-substitute" else []), **entered
            )
            assert says in words(shown).replace("&#x27;", "'")


def test_the_board_names_who_came_and_who_left_during_the_round(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    gone, replaced, *_ = room.evening.tickets.order_by("number")
    room.act(evenings.arrive_guest, name="Zoe Late", colour="")
    room.act(acts.Leave(ticket=gone.code))
    room.act(evenings.substitute_guest, ticket=replaced, name="Yan Instead")
    page = words(here.see())
    assert "Latecomers, seated from the next move: Zoe Late" in page
    assert f"Leaving at the next move: {gone.player.name}" in page
    assert "Yan Instead" not in page.partition("Latecomers")[2].partition("Leaving at")[0]


def test_an_empty_seat_is_marked_and_whoever_sits_out_takes_it_with_one_tap(desk_at: DeskAt) -> None:
    here, room = desk_at(14, until="moved")
    coming = seating_of(room.evening.rounds.get(number=2))
    gone = room.evening.tickets.select_related("player").get(code=coming.tables[0][1])
    here.press("desk-leave", gone.code)
    board = here.see()
    assert f"{gone.player.name} has left: seat 2 of table 1 is empty." in words(board)
    assert "1 seat is empty. You will be asked first." in words(board)
    assert f"<s>{gone.player.name}</s>" in board
    assert "Start anyway" in here.see("desk-act", "start")
    assert "seat 2 of table 1 is empty" in words(here.do("start"))
    assert "the seat is empty" in words(here.see("desk-people"))
    form = here.see("desk-substitute", gone.code)
    first, second = stand_ins(room.evening, gone)
    assert form.index(f"{first.player.name} · sits out") < form.index(f"{second.player.name} · sits out")
    here.press("desk-substitute", gone.code, player=str(first.player_id))
    assert "is empty" not in here.see()
    here.do("start")
    assert room.evening.status == "playing"


def test_an_empty_seat_of_a_knock_out_says_why_nobody_who_sits_out_is_offered(desk_at: DeskAt) -> None:
    here, room = desk_at(14, until="moved", movement="knock_out")
    coming = seating_of(room.evening.rounds.get(number=2))
    why = "Whoever is out of the knock-out does not come back into it; a guest can take the seat."
    for table, is_offered in ((0, False), (2, True)):
        gone = coming.tables[table][1]
        here.press("desk-leave", gone)
        for page in (here.see(), here.see("desk-substitute", gone)):
            assert (why in words(page)) is not is_offered
        assert ("· sits out" in here.see("desk-substitute", gone)) is is_offered
        room.act(acts.Stay(ticket=gone))


NAME = "محمد 7"
ISOLATED = f"\u2068{NAME}\u2069"


def test_messages_keep_a_name_from_right_to_left_in_one_piece(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="check_in")
    player = room.players[0]
    player.name = NAME
    player.save()
    ticket = room.evening.tickets.get(player=player)
    assert f"{ISOLATED} has a new link." in here.press("desk-personal-renew", ticket.code)
    title = here.see("desk-member", player.pk).partition("<title>")[2].partition("</title>")[0]
    assert title.split()[:2] == ISOLATED.split()
    assert f"{ISOLATED} is out again." in here.press("desk-untick", ticket.code)
    assert f"{ISOLATED} is in." in here.press("desk-tick", player.pk)
    assert "\u2068דן 2\u2069 is in." in here.press("desk-guest", name="דן 2")
