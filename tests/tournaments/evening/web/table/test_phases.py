"""What the phone shows at each turn of the evening: the bell, the cut, who deals, calls and decisions."""

import re
from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.club.models import Player
from tournaments.evening import acts
from tournaments.evening.models import DirectorCall, Hand, Round, Seat, TableRound
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings


@pytest.mark.parametrize(
    ("until", "table", "says"),
    [
        ("seated", 1, ["Who sits here", "Wait for the signal"]),
        ("playing", 2, ["Round 1 of 3 · hand 1", "Save hand 1"]),
        ("bell", 1, ["Your table rang."]),
        ("bell", 2, ["Table 1 rang.", "have won the game."]),
        ("settled", 2, ["Round 1 is settled", "the next seats are being worked out"]),
        ("drafted", 2, ["the next seats are being worked out"]),
        ("moved", 2, ["Where you go for round 2"]),
        ("finished", 2, ["The evening is over"]),
    ],
)
def test_each_turn_has_its_page(make_evening: Any, sit: Any, until: Any, table: Any, says: Any) -> None:
    text = sit(make_evening(8, until=until), table).text()
    assert [words for words in says if words not in text] == []


@pytest.mark.parametrize(
    ("until", "act", "says"),
    [
        pytest.param("seated", acts.OpenDoors(), "The doors are open", id="the doors open again"),
        pytest.param("playing", acts.Abandon(reason="no light"), "called off", id="called off"),
        pytest.param("playing", acts.Stop(), "The round has been ended.", id="no table to thank"),
    ],
)
def test_what_the_director_does_is_seen_at_the_table(
    make_evening: Any, sit: Any, until: str, act: acts.Act, says: str
) -> None:
    evening = make_evening(8, until=until)
    phone = sit(evening)
    evening.act(act)
    text = phone.text()
    assert says in text
    assert ("cut the cards" in text) is isinstance(act, acts.Stop), "nobody leads"


def test_a_table_that_fewer_players_leave_empty_says_so(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="seated")
    phone = sit(evening, 2)
    evening.act(acts.OpenDoors())
    for ticket in list(evening.evening.tickets.all())[4:]:
        evening.act(evenings.check_out, ticket=ticket)
    evening.act(acts.Draw())
    assert "Nobody plays at this table now" in phone.text()


def test_the_four_are_named_shortly(make_evening: Any, sit: Any, club: Any) -> None:
    evening = make_evening(4, until="check_in")
    for number, name in enumerate(("Ann Lee", "Bo Lee", "Cy Lee", "Ann Day"), start=1):
        Player.objects.filter(tickets__number=number).update(name=name)
    evening.act(acts.Draw())
    said = sit(evening).text()
    assert "Ann L." in said
    assert "Ann D." in said
    assert "Bo Lee" not in said


def test_a_live_page_is_told_what_concerns_it_and_replaced_when_the_turn_changes(
    make_evening: Any, sit: Any, django_assert_max_num_queries: Any
) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening, 1)
    seen = phone.seen
    with django_assert_max_num_queries(3):
        assert phone.news(seen).status_code == 204

    evening.enter(2, a_hand())
    nothing = phone.news(seen)
    evening.enter(1, a_hand())
    news = phone.news(seen)

    assert nothing.status_code == 204
    assert news.status_code == 200
    assert "HX-Retarget" not in news
    assert "Hand 1" in news.content.decode()
    phone, other = sit(evening, 1), sit(evening, 2)
    seen, seen_there = phone.seen, other.seen

    evening.win(1, 1)
    at_the_target = phone.news(seen)
    evening.act(acts.Ring(table=1))
    rung = other.news(seen_there)

    assert at_the_target["HX-Retarget"] == rung["HX-Retarget"] == "#table"
    assert at_the_target["HX-Reselect"] == "#table"
    assert 'id="rung"' not in at_the_target.content.decode()
    assert 'id="rung"' in rung.content.decode()
    assert 'id="rung"' not in other.look().content.decode()
    kept = other.client.get(other.url, secure=True).cookies["rung"]
    assert (kept["secure"], kept["httponly"], kept["path"]) == (True, True, other.url)


def test_everybody_is_told_where_to_go_and_who_comes(make_evening: Any, sit: Any) -> None:
    said = sit(make_evening(14, until="moved"), 2).text()
    seats = Seat.objects.select_related("ticket__player", "table_round__table")
    at_table_2 = seats.filter(table_round__table__number=2)
    for seat in at_table_2.filter(round__number=1):
        there = seats.get(round__number=2, ticket=seat.ticket)
        assert seat.ticket.player.name in said
        if there.table_round is None:
            assert "sits this round out" in said
        elif there.table_round.table.number != 2:
            assert f"table {there.table_round.table.number}, seat {there.seat}" in said
    for seat in at_table_2.filter(round__number=2):
        assert seat.ticket.player.name in said


def test_one_may_see_ones_own_move_and_ones_penalties(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="moved")
    phone = sit(evening, 2)
    winner = Seat.objects.get(round__number=1, table_round__table__number=2, seat=1).ticket
    loser = Seat.objects.get(round__number=1, table_round__table__number=2, seat=2).ticket

    assert "You won at table 2: winners go up one table." in phone.text(f"?me={winner.code}")
    assert "You lost at table 2: losers stay, and partners change." in phone.text(f"?me={loser.code}")
    assert "Show all four" not in phone.text("?me=nobody")
    seats = Seat.objects.filter(round__number=1, table_round__table__number=2).select_related(
        "ticket__player"
    )
    ticket = seats[0].ticket
    evening.act(acts.Penalty(tickets=(ticket.code,), points=-5, reason="a telephone rang"))
    said = sit(evening, 2).text()
    assert f"{ticket.player.name}: −5" in said
    assert "Penalty: a telephone rang" in said
    assert "a telephone rang" not in sit(evening, 1).text()


def test_those_who_sit_out_or_take_a_freed_seat_are_told_why(make_evening: Any, sit: Any) -> None:
    evening = make_evening(9, until="moved")
    out = Seat.objects.get(round__number=2, table_round__isnull=True).ticket
    game = Seat.objects.get(round__number=1, ticket=out).table_round
    assert game is not None
    table = game.table.number
    said = sit(evening, table).text(f"?me={out.code}")
    assert "You sit this round out" in said
    assert f"{out.player.name} sits out: " in said


def test_somebody_who_has_left_is_not_sent_anywhere(make_evening: Any, sit: Any) -> None:
    evening = make_evening(9, until="settled")
    gone = Seat.objects.get(round__number=1, table_round__table__number=1, seat=1).ticket
    evening.act(acts.Leave(ticket=gone.code))
    evening.act(acts.DraftMove(again=True))
    evening.act(acts.PublishMove())
    assert f"?me={gone.code}" not in sit(evening, 1).look().content.decode()


def test_at_the_end_the_four_see_how_they_did(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="finished")
    said = sit(evening, 1).text()
    for seat in Seat.objects.filter(round__number=1, table_round__table__number=1):
        assert seat.ticket.player.name in said


def test_after_the_last_round_nobody_waits_for_seats(make_evening: Any, sit: Any) -> None:
    assert "That was the last round." in sit(make_evening(8, until="settled", rounds=1)).text()


@pytest.mark.parametrize(("trumps", "told"), [("rotating", ["hearts", "clubs"]), ("by_hand", [])])
def test_trumps_of_a_round_stand_on_the_phone(make_evening: Any, sit: Any, trumps: Any, told: Any) -> None:
    rules = {"trumps": trumps}
    evening = make_evening(8, until="playing", game="whist", movement="fixed", house_rules=rules)
    first = sit(evening).text()
    evening.go_on_to("playing")
    second = sit(evening).text()
    assert re.findall(r"Trumps in this round: (\w+)", f"{first} {second}") == told


@pytest.mark.parametrize(
    ("signal", "table", "status"),
    [("table_1", 1, Status.PLAYING), ("table_1", 2, Status.SEATED), ("director", 1, Status.SEATED)],
)
def test_table_one_gives_the_signal_where_the_club_leaves_it_to_it(
    make_evening: Any, sit: Any, signal: str, table: int, status: str
) -> None:
    evening = make_evening(8, until="seated", signal=signal)
    phone, may = sit(evening, table), status == Status.PLAYING
    assert ("Give the signal" in phone.text()) is may
    said = text_of(phone.press("signal"))
    assert ("Save hand 1" if may else "the director gives the signal") in said
    assert evening.read().status == status


@pytest.fixture
def at_the_target(make_evening: Any) -> Any:
    """Two tables in play; table 1 has reached the target, nobody has rung."""
    evening = make_evening(8, until="playing")
    evening.win(1, 1, 1)
    return evening


def test_a_table_below_the_target_is_told_why_it_may_not_ring(at_the_target: Any, sit: Any) -> None:
    answer = sit(at_the_target, 2).press("ring")
    assert "table 2 is at 0 to 0; the bell rings at 42" in answer.content.decode()
    at_the_target.read()
    assert at_the_target.evening.status == Status.PLAYING


def test_a_game_that_the_director_has_decided_rings_no_bell(at_the_target: Any, sit: Any) -> None:
    phone = sit(at_the_target, 1)
    assert "Ring the bell" in phone.text()
    decided = acts.AdjustGame(round=1, table=1, points=[50, 0], seats="keep", reason="a card was missing")
    for act in (acts.Stop(), decided, acts.TakeBackBell(reason="it was stopped by mistake")):
        at_the_target.act(act)
    assert "Ring the bell" not in phone.text()
    answer = phone.press("ring")
    assert "the director has decided the game of table 1; it rings no bell" in answer.content.decode()
    at_the_target.read()
    assert at_the_target.evening.status == Status.PLAYING


def test_a_level_table_cuts_and_a_hand_before_the_bell_counts(at_the_target: Any, sit: Any) -> None:
    at_the_target.act(acts.Ring(table=1))
    phone = sit(at_the_target, 2)
    assert "cut the cards" in phone.text()
    assert "draw a card from a shuffled pack" in phone.text()

    assert "have won the cut." in phone.press("cut", winner="B").content.decode()
    assert TableRound.objects.get(table__number=2).cut == "B"
    phone.press("cut", winner="A")
    assert TableRound.objects.get(table__number=2).cut == "A"
    assert phone.form()["played_at"]

    answer = phone.save(a_hand(bidder=2, couple="B"))

    assert answer.status_code == 303
    late = Hand.objects.get(table__number=2)
    assert late.played_at == Round.objects.get().stopped_at
    assert late.entered_at > late.played_at
    assert "Hand 1 is saved" in phone.text("?saved=1")


@pytest.mark.parametrize("until", ["seated", "bell", "finished"])
def test_the_director_can_be_called_at_any_turn(make_evening: Any, sit: Any, until: Any) -> None:
    phone = sit(make_evening(8, until=until), 2)
    assert "Call the director" in phone.text()

    said = text_of(phone.press("call", reason="rule", words="may one ruff here?"))

    assert "Waiting for the director since" in said
    assert "a rule (“may one ruff here?”)" in said
    assert DirectorCall.objects.get().by == "table:2"


def test_a_table_that_needs_nobody_any_more_says_so(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"), 2)
    phone.press("call", reason="score")
    assert "Waiting for the director" not in text_of(phone.press("call/withdraw"))
    assert DirectorCall.objects.get().answered_by == "table:2"
    assert phone.press("call/withdraw").status_code == 200


@pytest.fixture
def both_at_the_target(make_evening: Any) -> Any:
    """Two tables that have reached the target, table 2 first; table 1 has rung."""
    evening = make_evening(8, until="playing")
    for table in (2, 1):
        evening.win(table, table, table)
    evening.act(acts.Ring(table=1))
    return evening


def test_whoever_reached_the_target_first_may_claim_the_bell(both_at_the_target: Any, sit: Any) -> None:
    first, other = sit(both_at_the_target, 2), sit(both_at_the_target, 1)
    assert "Claim the bell" in first.text()
    assert "Claim the bell" not in other.text()

    assert "Your table rang." in text_of(first.press("ring"))

    assert Round.objects.get().bell_table.number == 2  # type: ignore[union-attr]
    assert "Claim the bell" not in first.text()
    assert "Table 2 rang." in other.text()


def test_a_bell_that_is_taken_back_is_told_once(both_at_the_target: Any, sit: Any) -> None:
    phone, late = sit(both_at_the_target, 2), sit(both_at_the_target, 2)
    phone.look()
    both_at_the_target.act(acts.TakeBackBell(reason="the wrong button"))
    assert "Play goes on." in phone.text()
    assert "Play goes on." not in phone.text()
    assert "Play goes on." not in late.text()


@pytest.mark.parametrize(
    ("service", "arguments", "says"),
    [
        (acts.NotPlayed, {}, "This game counts as not played."),
        (acts.AdjustGame, {"points": (20, 3)}, "The director has set the score of this game."),
    ],
    ids=["not played", "adjusted"],
)
def test_a_decided_game_says_so_with_the_reason(
    make_evening: Any, sit: Any, service: Any, arguments: Any, says: Any
) -> None:
    evening = make_evening(8, until="bell")
    phone = sit(evening, 2)
    evening.act(service(round=1, table=2, reason="a pack of 51 cards", **arguments))
    said = phone.text()
    assert says in said
    assert "Reason: a pack of 51 cards" in said
    assert "A hand finished before the bell?" not in said
    assert ("have won the game" in said) == (service is acts.AdjustGame)


DEALS = re.compile(r"([\w ]+) deals(: the visiting lady)?\.")


def name_at(evening: Any, seat: int, table: int = 1) -> str:
    found = Seat.objects.get(round=evening.round(), table_round__table__number=table, seat=seat)
    name: str = found.ticket.player.name
    return name


def deals(phone: Any) -> str:
    """Who deals, by the page; the names of a test begin with the evening's, which the phone leaves out."""
    found = DEALS.search(phone.text())
    assert found is not None, phone.text()
    return found[1].split()[-1]


def chosen(phone: Any) -> list[str]:
    tiles = re.findall(r'<input[^>]*name="hand.dealer"[^>]*>', phone.look().content.decode())
    return [tile for tile in tiles if "checked" in tile]


@pytest.mark.parametrize(
    ("planned", "words"),
    [
        pytest.param({}, "Cut for the deal: in a progressive evening the lowest card deals.", id="low deals"),
        pytest.param(
            {"movement": "drawn", "ends": {"ends": "hands", "hands": 4}, "worth": {"counts": "points"}},
            "Cut for the deal.",
            id="elsewhere the game says who",
        ),
    ],
)
def test_before_the_first_hand_the_table_cuts(make_evening: Any, sit: Any, planned: Any, words: str) -> None:
    phone = sit(make_evening(8, until="playing", **planned))
    assert words in phone.text()
    assert chosen(phone) == []


def test_once_a_hand_has_noted_its_dealer_the_phone_says_who_deals(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening)
    evening.enter(1, a_hand(bid=3, couple="B"))
    assert not DEALS.search(phone.text())
    evening.enter(1, {**a_hand(bid=3, couple="B"), "dealer": 4})
    assert deals(phone) == name_at(evening, 1).split()[-1]
    assert 'value="1"' in chosen(phone)[0]


def test_after_the_first_game_the_visiting_lady_deals(make_evening: Any, sit: Any) -> None:
    evening = make_evening(12, colours=("ladies", "gents"), couples="mixed", until="moved")
    evening.step_to("playing")
    phone = sit(evening, 3)
    before = Seat.objects.filter(round__number=1).exclude(table_round__table__number=3)
    came = Seat.objects.get(
        round=evening.round(),
        table_round__table__number=3,
        ticket__colour="ladies",
        ticket__in=before.values("ticket"),
    )
    assert "deals: the visiting lady." in phone.text()
    assert deals(phone) == came.ticket.player.name.split()[-1]
    assert f'value="{came.seat}"' in chosen(phone)[0]
    evening.enter(3, a_hand(bid=3, couple="B"))
    assert deals(phone) == name_at(evening, (came.seat or 0) % 4 + 1, 3).split()[-1]


def test_without_ladies_tickets_the_table_cuts_in_every_round(make_evening: Any, sit: Any) -> None:
    evening = make_evening(12, until="moved")
    evening.step_to("playing")
    assert "Cut for the deal: in a progressive evening the lowest card deals." in sit(evening, 3).text()
