"""Entering a hand over the REST door: the bytes of the answer, retries, refusals, and what it costs."""

import json
from collections.abc import Callable
from cProfile import Profile
from datetime import datetime, timedelta
from typing import Any

import pytest

from config import middleware
from tests.house.the_tree import ROOT
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tests.tournaments.the_rows import asked, of_a_hand, unchanged
from tournaments.evening import acts
from tournaments.evening.api import tables
from tournaments.evening.models import Hand, Seat
from tournaments.evening.reads.scoresheets import answer_given
from tournaments.evening.services.perform import perform
from tournaments.ledger.chain import instant
from tournaments.prepared_sql import writes_in_one


def test_the_answer_is_the_stored_text_to_the_byte(phone: Caller, table: str) -> None:
    answer = phone.hand(table, a_hand(), key="first")
    assert answer.status_code == 201
    assert answer.headers["Content-Type"] == "application/json"
    tables.Entered.model_validate_json(answer.content, strict=True)
    hand = Hand.objects.get(key="first")
    assert answer.content.decode() == answer_given(hand.answer, hand.derivation)


def test_a_hand_that_is_taken_passes_few_files_and_is_answered_as_by_the_whole_way(
    phone: Caller, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.hand(table, a_hand(), key="first")
    with Profile() as passed:
        short: Any = phone.hand(table, a_hand(), key="second")
    monkeypatch.setattr(middleware, "is_hand", lambda request: False)
    with Profile() as of_the_whole_way:
        whole: Any = phone.hand(table, a_hand(), key="second")
    assert (short.status_code, short.content) == (201, whole.content)
    assert short.headers.pop("X-Request-ID") != whole.headers.pop("X-Request-ID")
    # Nothing in the answer depends on the language that only the whole way asks for.
    language = {"Content-Language": "en", "Vary": "Accept-Language"}
    assert {**short.headers, **language} == dict(whole.headers)
    assert len(own_files(passed)) <= 30 < len(own_files(of_the_whole_way))


def own_files(profile: Profile) -> set[str]:
    """The files of the house in which anything was called, but for a database's own."""
    files = {row.code.co_filename for row in profile.getstats() if not isinstance(row.code, str)}
    rooms = tuple(f"{ROOT / room}/" for room in ("config", "tournaments", "games", "scoring"))
    of_a_database = tuple(f"{ROOT / 'config' / name}/" for name in ("postgresql", "sqlite"))
    return {file for file in files if file.startswith(rooms) and not file.startswith(of_a_database)}


def test_another_time_of_play_is_another_body_for_a_key(phone: Caller, table: str) -> None:
    phone.hand(table, a_hand(), key="same")
    again = phone.hand(table, a_hand(), key="same", played_at="2026-11-20T20:45:00Z")
    assert fault(again) == (422, "key", "key-reused")


@pytest.mark.parametrize(
    "write",
    [
        lambda body: json.dumps(dict(reversed(body.items())), indent=4),
        lambda body: json.dumps({**body, "number": None}),
    ],
    ids=["other spaces and another order", "a field that says nothing"],
)
def test_the_same_hand_written_another_way_is_the_same_hand(
    phone: Caller, table: str, write: Callable[[dict[str, Any]], str]
) -> None:
    body = {"round": 1, "hand": a_hand()}
    first, again = (
        phone.post(f"{table}hands/", text, **{"Idempotency-Key": "same"})
        for text in (json.dumps(body), write(body))
    )
    assert (again.status_code, again.content) == (201, first.content)


@pytest.mark.parametrize(("hand", "state"), [(a_hand(), "agrees"), (a_hand(bid=6), "disputed")])
def test_a_number_that_is_taken_is_compared_and_nothing_is_overwritten(
    phone: Caller, table: str, playing: AnEvening, hand: dict[str, Any], state: str
) -> None:
    first: Any = phone.hand(table, a_hand(), key="mine", number=1)
    other = at_table(playing, 2, "the-token-of-another-phone")
    second: Any = other.hand(table, hand, key="yours", number=1)
    assert second.status_code == 201
    told = tables.Entered.model_validate_json(second.content, strict=True)
    assert (told.state, told.of) == (state, first.json()["ledger"]["sequence"])
    assert told.agrees is bool(told.confirms) is (state == "agrees")
    assert phone.hand(table, hand, key="yours", number=1).content == second.content
    shown = phone.get(table).json()
    assert [(row["entry"], row["hand"]) for row in shown["hands"]] == [(told.of, a_hand())]


@pytest.mark.parametrize("is_corrected", [False, True])
def test_the_director_is_answered_with_the_hand_that_took_the_number_unless_it_was_corrected(
    phone: Caller, desk: Caller, table: str, playing: AnEvening, is_corrected: bool
) -> None:
    first: Any = phone.hand(table, a_hand(), key="mine", number=1)
    if is_corrected:
        which = {"round": 1, "table": 2, "number": 1, "of": first.json()["ledger"]["sequence"]}
        playing.act(acts.CorrectHand(**which, hand=a_hand(bid=7), reason="misheard"))
    second: Any = desk.hand(table, a_hand(bid=6), key="yours", number=1)
    assert fault(second) == (409, "number", "hand-already-entered")
    tables.TakenOut.model_validate_json(second.content, strict=True)
    assert second.json()["taken"] == (None if is_corrected else first.json())


def test_what_does_not_fit_is_refused(phone: Caller, table: str) -> None:
    more: dict[str, Any]
    for more, field, code in (
        ({"played_at": "2026-11-20T20:00:00"}, "played_at", "not-a-time"),
        ({"played_at": 1763668800}, "played_at", "not-a-time"),
        ({"number": True}, "number", "not-a-whole-number"),
        ({"sent_at": "now"}, "sent_at", "not-a-time"),
        ({"seat": 5}, "seat", "unknown-seat"),
        ({"seat": 3, "round": 9}, "seat", "unknown-seat"),
    ):
        assert fault(phone.hand(table, a_hand(), **more)) == (400, field, code), more


def test_all_that_is_wrong_is_said_at_once(phone: Caller, table: str) -> None:
    answer: Any = phone.hand(table, {**a_hand(), "bid": 0, "bidder": 5})
    assert [problem["field"] for problem in answer.json()["errors"]] == ["hand.bidder", "hand.bid"]


@pytest.mark.parametrize("seen", [{}, {"If-Match": '"before"'}], ids=["unseen", "seen-otherwise"])
def test_a_hand_without_a_key_is_refused(phone: Caller, table: str, seen: dict[str, str]) -> None:
    answer = phone.post(f"{table}hands/", {"hand": a_hand()}, **seen)
    assert fault(answer) == (400, "Idempotency-Key", "missing")


def test_a_hand_finished_before_the_bell_counts_and_one_finished_after_it_is_kept_for_the_director(
    phone: Caller, table: str, playing: AnEvening, clock: Callable[[], datetime]
) -> None:
    bell = clock()
    perform(evening=playing.evening, act=acts.Stop(), by="user:1", at=bell)
    after, before = (instant(bell + timedelta(seconds=step)) for step in (1, -1))
    for key, more in (("late", {"played_at": after}), ("now", {})):
        late = phone.hand(table, a_hand(), key=key, **more)
        told = tables.EnteredLate.model_validate_json(late.content, strict=True)
        assert (late.status_code, told.because) == (202, "after-the-bell")
        again = phone.hand(table, a_hand(), key=key, **more)
        assert (again.status_code, again.content) == (202, late.content)
    counted = phone.hand(table, a_hand(), played_at=before)
    assert (counted.status_code, json.loads(counted.content)["number"]) == (201, 1)
    shown = phone.get(table).json()
    assert shown["running"] == {"A": 14, "B": 0}
    assert [hand["because"] for hand in shown["late"]] == ["after-the-bell"] * 2


@pytest.mark.parametrize(
    "sent_at", ["2000-01-01T00:00:00Z", "2999-12-31T23:59:59Z"], ids=["long ago", "far ahead"]
)
def test_a_clock_that_has_lost_its_day_loses_no_hand(phone: Caller, table: str, sent_at: str) -> None:
    entered: Any = phone.hand(table, a_hand(), sent_at=sent_at, played_at=sent_at)
    assert entered.status_code == 201, entered.content
    assert abs(entered.json()["clock_offset"]) == 2**31 - 1
    assert entered.json()["played_at"] == entered.json()["entered_at"]


def test_a_fast_clock_is_put_right(phone: Caller, table: str, clock: Callable[[], datetime]) -> None:
    ahead = clock() + timedelta(minutes=10)
    played, sent = (instant(ahead + timedelta(seconds=step)) for step in (-30, 1))
    entered: Any = phone.hand(table, a_hand(), key="same", played_at=played, sent_at=sent)
    assert (entered.status_code, entered.json()["clock_offset"]) == (201, 600_000)
    assert entered.json()["played_at"] == instant(ahead - timedelta(minutes=10, seconds=30))
    later = instant(ahead + timedelta(minutes=2))
    again = phone.hand(table, a_hand(), key="same", played_at=played, sent_at=later)
    assert (again.status_code, again.content) == (201, entered.content)


def test_a_director_sits_in_no_seat(desk: Caller, table: str) -> None:
    assert fault(desk.hand(table, a_hand(), seat=3)) == (400, "seat", "not-at-the-table")


def test_a_retry_is_answered_though_nobody_sits_there_any_more(phone: Caller, table: str) -> None:
    first = phone.hand(table, a_hand(), key="same", seat=3)
    Seat.objects.filter(table_round__table__number=2, seat=3).delete()
    assert fault(phone.hand(table, a_hand(), seat=3)) == (400, "seat", "unknown-seat")
    again = phone.hand(table, a_hand(), key="same", seat=3)
    assert (again.status_code, again.content) == (201, first.content)


def test_no_table_with_an_absurd_number_is_looked_for(desk: Caller, playing: AnEvening) -> None:
    assert fault(desk.hand(address(playing, 77), a_hand())) == (400, "table", "unknown-table")
    for number in (0, 501, 10**30):
        assert fault(desk.hand(address(playing, number), a_hand())) == (404, "", "not-found")


def test_a_preview_says_what_a_hand_would_score_and_keeps_nothing(phone: Caller, table: str) -> None:
    with unchanged():
        assert len(asked(lambda: phone.post(f"{table}preview/", {"hand": a_hand()}))) == 2
        answer = phone.post(f"{table}preview/", {"hand": a_hand()})
        tables.Preview.model_validate_json(answer.content, strict=True)
        assert answer.json()["scores"] == [14, 0, 14, 0]
        answer = phone.post(f"{table}preview/", {"hand": {**a_hand(), "bid": 99}})
    assert fault(answer) == (400, "hand.bid", "out-of-range")


def test_a_hand_of_the_director_costs_few_statements(desk: Caller, table: str) -> None:
    """Of a table's phone: services/test_what_a_hand_costs.py."""
    desk.hand(table, a_hand())  # before the first hand this process reads what the evening is played by
    own = 2 + (not writes_in_one())
    for _ in range(2):
        said = asked(lambda: desk.hand(table, a_hand()))
        assert len(said) == own + len(of_a_hand()) - 2 * ("BEGIN" in of_a_hand())
    assert Hand.objects.count() == 3


def test_a_tables_token_ends_with_the_publication(make_evening: Make) -> None:
    evening = make_evening(8, until="finished")
    phone = at_table(evening, 2)
    assert phone.get(address(evening, 2)).status_code == 200
    evening.step_to("published")
    assert phone.get(address(evening, 2)).status_code == 401
    assert phone.hand(address(evening, 2), a_hand(), round=1, number=9).status_code == 401
    assert not Hand.objects.filter(state="late").exists()


@pytest.mark.parametrize(("until", "shown"), [("bell", True), ("settled", False), ("finished", False)])
def test_a_tables_token_shows_hands_of_a_round_in_play(make_evening: Make, until: str, shown: bool) -> None:
    evening = make_evening(8, until=until)
    there = at_table(evening, 1).get(address(evening, 1)).json()
    assert (bool(there["hands"]), there["hands_kept"]) == (shown, not shown)
    assert there["running"] is not None


def test_a_hand_has_so_many_versions(phone: Caller, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.evening.acts.games.MOST_VERSIONS", 3)
    answers = [phone.hand(table, a_hand(bid=bid), number=1) for bid in (3, 4, 5, 6)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 400]
    assert json.loads(answers[3].content)["errors"][0]["code"] == "too-many-versions"
    of = phone.get(table).json()["hands"][0]["entry"]
    again = {"of": of, "hand": a_hand(bid=7), "reason": "mistyped", "seat": 1}
    assert phone.post(f"{table}hands/1/correct/", again).json()["errors"][0]["code"] == "too-many-versions"
    assert Hand.objects.count() == 3
