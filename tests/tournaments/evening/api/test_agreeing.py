"""What the sides of a table say of each other's entries over the REST door, and calls for the director."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tests.tournaments.evening.api.test_an_evening import held
from tests.tournaments.the_rows import everything
from tournaments.evening.api import corrections, table_answers
from tournaments.publishing import publish

Make = Callable[..., AnEvening]
OTHER = a_hand(2, 5, "B")


@pytest.fixture
def table(playing: AnEvening) -> str:
    """The address of table 2."""
    return address(playing, 2)


@pytest.fixture
def opposite(playing: AnEvening) -> Caller:
    """Another phone at table 2, which tells which one it is."""
    return at_table(playing, 2, "the-phone-of-another-side")


def entry(answer: Any) -> int:
    """The ledger's number of a hand that was entered."""
    assert answer.status_code == 201, answer.content
    number: int = answer.json()["ledger"]["sequence"]
    return number


def shown(answer: Any) -> Any:
    """The last hand of the table as it is answered."""
    return held(answer, table_answers.Table)["hands"][-1]


class TestConfirming:
    """A hand is confirmed by the other side."""

    def test_by_a_phone_that_says_where_it_sits(self, phone: Caller, opposite: Caller, table: str) -> None:
        of = entry(phone.hand(table, a_hand(), seat=1))
        assert shown(phone.get(table))["agreed"] == "waits"
        hand = shown(opposite.post(f"{table}hands/1/confirm/", {"of": of, "seat": 2}))
        assert (hand["agreed"], hand["by"], hand["confirmed_by"]) == (
            "confirmed",
            "table:2 seat:1",
            "table:2 seat:2",
        )
        before = everything()
        again = opposite.post(f"{table}hands/1/confirm/", {"of": of, "seat": 4})
        assert shown(again)["agreed"] == "confirmed"
        assert everything() == before

    def test_by_the_director(self, phone: Caller, desk: Caller, table: str) -> None:
        of = entry(phone.hand(table, a_hand(), seat=1))
        assert shown(desk.post(f"{table}hands/1/confirm/", {"of": of}))["agreed"] == "confirmed"

    def test_with_the_next_hand_without_a_word(self, phone: Caller, table: str) -> None:
        phone.hand(table, a_hand(), seat=1)
        phone.hand(table, a_hand(), seat=1)
        agreed = [hand["agreed"] for hand in phone.get(table).json()["hands"]]
        assert agreed == ["taken", "waits"]

    @pytest.mark.parametrize(
        ("seat", "hand", "more", "expected"),
        [
            pytest.param(3, 1, 0, (400, "seat", "own-entry"), id="by the side that entered it"),
            pytest.param(None, 1, 0, (400, "seat", "own-entry"), id="by nobody knows whom"),
            pytest.param(5, 1, 0, (400, "seat", "unknown-seat"), id="from a seat where nobody sits"),
            pytest.param(2, 1, 1, (409, "of", "changed-meanwhile"), id="as it was before"),
            pytest.param(2, 7, 0, (400, "number", "no-such-hand"), id="of a hand not played yet"),
            pytest.param(2, 0, 0, (404, "", "not-found"), id="of no hand"),
            pytest.param(2, 10**30, 0, (404, "", "not-found"), id="of an absurd one"),
        ],
    )
    def test_not_so(
        self,
        phone: Caller,
        table: str,
        seat: int | None,
        hand: int,
        more: int,
        expected: tuple[int, str, str],
    ) -> None:
        of = entry(phone.hand(table, a_hand(), seat=1))
        before = everything()
        assert fault(phone.post(f"{table}hands/{hand}/confirm/", {"of": of + more, "seat": seat})) == expected
        assert everything() == before


class TestADispute:
    """Two results for one hand: both stay to be seen until somebody settles which counts."""

    @pytest.fixture
    def entries(self, phone: Caller, opposite: Caller, table: str) -> tuple[int, int]:
        first = entry(phone.hand(table, a_hand(), seat=1, number=1))
        return first, entry(opposite.hand(table, OTHER, seat=2, number=1))

    def test_is_shown_to_the_table_and_to_the_director(
        self, phone: Caller, desk: Caller, table: str, playing: AnEvening, entries: tuple[int, int]
    ) -> None:
        hand = shown(phone.get(table))
        assert (hand["entry"], hand["agreed"], hand["hand"]) == (entries[0], "disputed", a_hand())
        (other,) = hand["disputed_by"]
        assert (other["entry"], other["by"], other["hand"]) == (entries[1], "table:2 seat:2", OTHER)
        told = held(desk.get(f"{address(playing)}disputes/"), corrections.Disputes)["disputes"]
        assert [version["entry"] for version in told[0]["versions"]] == list(entries)

    @pytest.mark.parametrize(
        ("seat", "keeps", "points"),
        [(2, 0, {"A": 14, "B": 0}), (1, 1, {"A": 0, "B": 14})],
        ids=["who disputed it gives way", "who entered it gives way"],
    )
    def test_a_side_gives_way(
        self,
        phone: Caller,
        opposite: Caller,
        table: str,
        playing: AnEvening,
        entries: tuple[int, int],
        seat: int,
        keeps: int,
        points: dict[str, int],
    ) -> None:
        speaks = phone if seat == 1 else opposite
        own = {"keep": entries[1 - keeps], "seat": seat}
        assert fault(speaks.post(f"{table}hands/1/settle/", own)) == (400, "seat", "own-entry")
        settled = speaks.post(f"{table}hands/1/settle/", {"keep": entries[keeps], "seat": seat})
        assert held(settled, table_answers.Table)["running"] == points
        hand = shown(settled)
        assert (hand["agreed"], hand["disputed_by"]) == ("confirmed", [])
        assert publish.check_rows(playing.read()) == []

    def test_holds_the_close_up_unless_the_director_closes_anyway(
        self, desk: Caller, playing: AnEvening, entries: tuple[int, int]
    ) -> None:
        evening = address(playing)
        desk.post(f"{evening}stop/")
        for number in (1, 3):
            desk.post(f"{evening}cuts/", {"table": number, "winner": "A"})
        assert fault(desk.post(f"{evening}close/")) == (400, "tables.2", "disputed")
        assert desk.post(f"{evening}close/", {"anyway": True}).json()["status"] == "settled"


def test_confirmation_that_is_needed_is_part_of_the_plan(desk: Caller, home: str, make_evening: Make) -> None:
    plan = {"game": "chantecler", "confirmation": "needed"}
    made = desk.post(f"{home}evenings/", {"name": "Strict", "date": "2026-11-20", "plan": plan}).json()
    assert made["plan"]["confirmation"] == "needed"
    bad = {"name": "Strict", "date": "2026-11-20", "plan": {**plan, "confirmation": "maybe"}}
    assert fault(desk.post(f"{home}evenings/", bad)) == (400, "plan.confirmation", "not-a-choice")
    evening = make_evening(8, until="bell", confirmation="needed")
    refused = desk.post(f"{address(evening)}close/").json()["errors"]
    assert {(problem["field"], problem["code"]) for problem in refused} == {
        ("tables.1", "not-confirmed"),
        ("tables.2", "not-confirmed"),
    }
    assert desk.post(f"{address(evening)}close/", {"anyway": True}).json()["status"] == "settled"


class TestCorrectingAtTheTable:
    """A table corrects its last hand, with a reason; the other side confirms it anew."""

    def test_the_last_hand(self, phone: Caller, table: str, playing: AnEvening) -> None:
        of = entry(phone.hand(table, a_hand(), seat=1))
        body = {"of": of, "hand": OTHER, "reason": "wrong way round", "seat": 1}
        hand = shown(phone.post(f"{table}hands/1/correct/", body))
        assert (hand["hand"], hand["agreed"], hand["entry"]) == (OTHER, "waits", of + 1)
        assert fault(phone.post(f"{table}hands/1/correct/", body)) == (409, "of", "changed-meanwhile")
        void = {"of": of + 1, "hand": None, "reason": "a card too many", "seat": 2}
        assert shown(phone.post(f"{table}hands/1/correct/", void))["hand"] is None
        assert publish.check_rows(playing.read()) == []

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"hand": {**OTHER, "bid": 99}}, (400, "hand.bid", "out-of-range")),
            ({"hand": a_hand()}, (400, "hand", "nothing-changes")),
            ({"reason": " "}, (400, "reason", "empty")),
            ({"of": 1}, (409, "of", "changed-meanwhile")),
            ({"seats": "keep"}, (400, "seats", "unknown-field")),
        ],
        ids=["to no hand", "to the same hand", "without a reason", "of another entry", "and seats"],
    )
    def test_not_so(
        self, phone: Caller, table: str, change: dict[str, Any], expected: tuple[int, str, str]
    ) -> None:
        of = entry(phone.hand(table, a_hand()))
        before = everything()
        body = {"of": of, "hand": OTHER, "reason": "wrong", **change}
        assert fault(phone.post(f"{table}hands/1/correct/", body)) == expected
        assert everything() == before

    def test_no_earlier_hand(self, phone: Caller, table: str) -> None:
        of = entry(phone.hand(table, a_hand()))
        phone.hand(table, a_hand())
        answer = phone.post(f"{table}hands/1/correct/", {"of": of, "hand": OTHER, "reason": "wrong"})
        assert fault(answer) == (400, "number", "not-the-last-hand")


class TestCalls:
    """A table calls the director, who answers."""

    def test_a_call_is_answered_once(
        self, phone: Caller, desk: Caller, playing: AnEvening, table: str
    ) -> None:
        version = phone.get(table).json()["version"]
        asked = {"reason": "rule", "words": "may I take the bid back?", "seat": 4}
        call = held(phone.post(f"{table}call/", asked), table_answers.Call, 201)
        assert (call["by"], call["table"], call["answered_at"]) == ("table:2 seat:4", 2, None)
        assert held(phone.post(f"{table}call/", {"reason": "score"}), table_answers.Call, 201) == call
        shown = phone.get(table).json()
        assert (shown["call"], shown["version"]) == (call, version + 1)
        at_table(playing, 3).post(f"{address(playing, 3)}call/", {"reason": "cards"})
        listed = held(desk.get(f"{address(playing)}calls/"), table_answers.Calls)["calls"]
        assert [waiting["table"] for waiting in listed] == [2, 3]

        answered = held(desk.post(f"{address(playing)}calls/{call['id']}/answer/"), table_answers.Call)
        assert answered["answered_by"].startswith("user:")
        assert (
            held(desk.post(f"{address(playing)}calls/{call['id']}/answer/"), table_answers.Call) == answered
        )
        assert phone.get(table).json()["call"] is None
        assert len(desk.get(f"{address(playing)}calls/").json()["calls"]) == 1

    def test_a_table_that_needs_nobody_any_more_says_so(
        self, phone: Caller, desk: Caller, playing: AnEvening, table: str
    ) -> None:
        phone.post(f"{table}call/", {"reason": "other"})
        assert held(phone.post(f"{table}call/withdraw/"), table_answers.Calls) == {"calls": [], "next": None}
        assert held(phone.post(f"{table}call/withdraw/"), table_answers.Calls) == {"calls": [], "next": None}
        assert desk.get(f"{address(playing)}calls/").json() == {"calls": [], "next": None}

    def test_for_a_reason(self, phone: Caller, table: str) -> None:
        assert fault(phone.post(f"{table}call/", {"reason": "thirst"})) == (400, "reason", "not-a-choice")
        assert fault(phone.post(f"{table}call/", {})) == (400, "reason", "missing")

    def test_that_is_none_of_the_evening(self, desk: Caller, make_evening: Make, playing: AnEvening) -> None:
        other = make_evening(8, until="playing", name="Saturday")
        path = f"{address(other, 1)}call/"
        foreign = at_table(other, 1).post(path, {"reason": "score"}).json()
        for call in (foreign["id"], 10**30):
            answer = desk.post(f"{address(playing)}calls/{call}/answer/")
            assert fault(answer) == (404, "", "not-found")
