"""What is not agreed or was decided is marked: on the wall, in the rounds, in the standings."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.evening.reads import facts
from tournaments.evening.reads.hands import marks_of_players, marks_of_tables

OTHER = a_hand(2, 5, "B")
DISPUTED, UNCONFIRMED = "open-mark--disputed", "open-mark--unconfirmed"
WORDS = {DISPUTED: "disputed: the first entry counts", UNCONFIRMED: "not confirmed by the other side yet"}


def disputed(evening: AnEvening, table: int = 2) -> None:
    """The first hand of the table, entered by both couples and not alike."""
    evening.enter(table, a_hand(), number=1, by=f"table:{table} seat:1")
    evening.enter(table, OTHER, number=1, by=f"table:{table} seat:2")


def tables(evening: AnEvening) -> dict[int, str]:
    return dict(marks_of_tables(evening.round(), facts.plan_of(evening.evening)))


def players(evening: AnEvening) -> dict[str, str]:
    return dict(marks_of_players(evening.evening, facts.plan_of(evening.evening)))


class TestTables:
    def test_one_in_dispute_is_marked_wherever_shown(self, make_evening: Any, visit: Any) -> None:
        evening = make_evening(12, until="playing")
        disputed(evening)
        for page in ("wall/", "rounds/1/", ""):
            body = visit(evening, page).content.decode()
            # Once at the score, once in the legend.
            assert body.count(DISPUTED) == 2, page
            assert WORDS[DISPUTED] in body, page
            assert UNCONFIRMED not in body, page

    @pytest.mark.parametrize(
        ("rule", "in_dispute", "marks"),
        [
            pytest.param("needed", False, {2: "unconfirmed"}, id="needed from the other side"),
            pytest.param("taken", False, {}, id="taken as confirmed later"),
            pytest.param("needed", True, {2: "disputed"}, id="a dispute is graver"),
        ],
    )
    def test_a_hand_the_other_side_has_not_confirmed(
        self, make_evening: Any, rule: str, in_dispute: bool, marks: dict[int, str]
    ) -> None:
        evening = make_evening(12, until="playing", confirmation=rule)
        if in_dispute:
            disputed(evening)
        evening.enter(2, a_hand(), by="table:2 seat:1")
        assert tables(evening) == marks

    def test_where_all_is_agreed_nothing_is_marked(self, make_evening: Any, visit: Any) -> None:
        body = visit(make_evening(8, until="bell"), "wall/").content.decode()
        assert "open-mark" not in body
        assert "open-legend" not in body


class TestStandings:
    def closed(self, make_evening: Any, **settings: Any) -> AnEvening:
        evening: AnEvening = make_evening(8, until="playing", **settings)
        evening.enter(1, a_hand(), number=1)
        disputed(evening)
        evening.act(acts.Stop())
        evening.act(acts.Close(anyway=True))
        evening.work()
        return evening

    def test_those_in_dispute_are_marked_until_settled(self, make_evening: Any, visit: Any) -> None:
        evening = self.closed(make_evening)
        for page in ("", "wall/"):
            body = visit(evening, page).content.decode()
            assert body.count(DISPUTED) >= 5, page
            assert WORDS[DISPUTED] in body, page
        assert sorted(players(evening).values()) == ["disputed"] * 4
        keep = Hand.objects.get(table__number=2, live=True).entry.sequence
        evening.act(acts.SettleDispute(round=1, table=2, number=1, keep=keep))
        assert players(evening) == {}
        assert "open-mark" not in visit(evening).content.decode()

    def test_with_confirmation_needed_all_that_lack_it(self, make_evening: Any) -> None:
        evening = self.closed(make_evening, confirmation="needed")
        assert sorted(players(evening).values()) == ["disputed"] * 4 + ["unconfirmed"] * 4
        evening.act(acts.NotPlayed(round=1, table=2, reason="a card was missing"))
        assert sorted(players(evening).values()) == ["unconfirmed"] * 4, (
            "a game that does not count its hands"
        )


def test_the_wall_tells_of_a_bell_that_was_taken_back(make_evening: Any, visit: Any) -> None:
    evening = make_evening(8, until="bell")
    evening.act(acts.TakeBackBell(reason="a hand was scored twice"))
    said = text_of(visit(evening, "wall/"))
    assert "The bell was taken back: play goes on." in said
    assert "scored twice" not in said
    evening.act(acts.Stop())
    assert "taken back" not in text_of(visit(evening, "wall/"))


@pytest.mark.parametrize(
    ("rule", "says"),
    [("needed", "The other side confirms each hand."), ("taken", "at the next hand or when play stops")],
)
def test_the_rules_say_how_hands_are_confirmed(make_evening: Any, visit: Any, rule: str, says: str) -> None:
    assert says in text_of(visit(make_evening(8, until="playing", confirmation=rule), "rules/"))


def page(client: Client, room: AnEvening, name: str = "evening", *args: object) -> str:
    where = [room.evening.club.slug, room.evening.slug, *args]
    return words(html(client.get(reverse(f"web:{name}", args=where))))


def two(room: AnEvening) -> tuple[str, str]:
    seats = room.round().tables.get(table__number=2).seats.order_by("seat")
    one, other = seats.values_list("ticket__code", flat=True)[:2]
    return one, other


def test_a_penalty_stands_at_its_line_with_the_reason(client: Client, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    room.work()
    says = {
        -2: "2 points deducted: late arrival",
        -1: "1 point deducted: late arrival",
        3: "3 points added: late arrival",
    }
    for points in says:
        room.act(acts.Penalty(tickets=[two(room)[0]], points=points, reason="late arrival"))
    for name in ("evening", "evening-print"):
        told = page(client, room, name)
        assert [told.count(words) for words in says.values()] == [1, 1, 1], name


def test_exchanged_seats_are_told_and_no_withdrawn_penalty(client: Client, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    room.work()
    one, other = two(room)
    room.act(acts.ExchangeSeats(hands=[(1, 2, 1)], one=one, other=other, reason="as they told us"))
    assert page(client, room).count("1 hand played in the seat of") == 2
    written = room.act(acts.Penalty(tickets=[two(room)[0]], points=-2, reason="late arrival"))
    room.act(acts.Withdraw(of=written.sequence, reason="it was the train"))
    assert "late arrival" not in page(client, room)


def test_an_adjusted_and_an_unplayed_game_say_so(client: Client, make_evening: Make) -> None:
    room = make_evening(8, until="bell")
    about: dict[str, Any] = {"round": 1, "table": 2, "reason": "the deck was short"}
    decisions = {
        "score adjusted": acts.AdjustGame(points=(20, 3), **about),
        "not played": acts.NotPlayed(**about),
    }
    for words_of_it, decision in decisions.items():
        room.act(decision)
        for where in (("round", 1), ("round-table", 1, 2), ("wall",)):
            assert words_of_it in page(client, room, *where).casefold(), where


def test_a_void_deal_says_so(client: Client, make_evening: Make) -> None:
    room = make_evening(8, until="bell")
    hand = Hand.objects.get(table__evening=room.evening, table__number=2, live=True)
    about: dict[str, Any] = {"round": 1, "table": 2, "number": 1, "of": hand.entry.sequence}
    room.act(acts.CorrectHand(hand=None, reason="misdeal", **about))
    assert "Hand 1 was declared void" in page(client, room, "round-table", 1, 2)
