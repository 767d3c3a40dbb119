"""What a director puts right over the REST door: looked at first, done with a reason, seen afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tests.tournaments.evening.api.test_an_evening import do_the_work, held
from tests.tournaments.the_rows import everything
from tournaments.evening.api import corrections, evening_answers
from tournaments.evening.models import Hand, Seat
from tournaments.publishing import publish

Make = Callable[..., AnEvening]
FOR_B = a_hand(2, 5, "B")
WHY = {"reason": "as on the slip"}
FIRST = {"round": 1, "table": 2, "number": 1}


@pytest.fixture
def settled(make_evening: Make) -> AnEvening:
    """An evening whose first round is settled, with the standings worked out and the next seats drafted."""
    return make_evening(12, until="drafted")


def entry(table: int = 2, number: int = 1) -> int:
    """The ledger's number of the hand that counts."""
    hand = Hand.objects.select_related("entry").get(table__number=table, number=number, live=True)
    return int(hand.entry.sequence)


def ticket(table: int, seat: int) -> str:
    """Who sits there in the first round."""
    return str(Seat.objects.get(round__number=1, table_round__table__number=table, seat=seat).ticket.code)


def put_in_the_tray(evening: AnEvening, key: str = "late") -> int:
    """A hand of table 2 that the director has to decide about."""
    late: Any = at_table(evening, 2).hand(address(evening, 2), FOR_B, key=key, round=1, number=2)
    assert late.status_code == 202, late.content
    return int(late.json()["ledger"]["sequence"])


ACTS: dict[str, Callable[[AnEvening], dict[str, Any]]] = {
    "correct-hand": lambda e: {**FIRST, "of": entry(), "hand": FOR_B, **WHY},
    "take-late": lambda e: {"of": put_in_the_tray(e), "cut": "B", **WHY},
    "penalty": lambda e: {"tickets": [ticket(1, 1)], "points": -5, **WHY},
    "wrong-seats": lambda e: {
        "one": ticket(1, 1),
        "other": ticket(1, 2),
        "hands": [{"round": 1, "table": 1, "number": 1}],
        **WHY,
    },
    "adjust-game": lambda e: {"round": 1, "table": 2, "points": [3, 9], **WHY},
    "not-played": lambda e: {"round": 1, "table": 2, **WHY},
}
"""What the director does in a settled round, each by its address."""


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_looked_at_before_it_is_done(desk: Caller, settled: AnEvening, name: str) -> None:
    path, body = f"{address(settled)}{name}/", ACTS[name](settled)
    before = everything()
    seen = held(desk.post(path, {**body, "preview": True}), corrections.Impact)
    assert everything() == before
    assert not seen["nothing"]
    done = held(desk.post(path, body), evening_answers.Evening)
    assert done["version"] > settled.evening.version
    do_the_work()
    standings = desk.get(f"{address(settled)}standings/").json()["standings"]
    places = {line["ticket"]: line["place"] for line in standings}
    for line in seen["lines"]:
        assert places[line["ticket"]] == line["place"][1]
    assert publish.check_rows(settled.read()) == []


def test_the_impact_names_games_winners_and_seats(desk: Caller, settled: AnEvening) -> None:
    body = {**ACTS["correct-hand"](settled), "preview": True}
    seen = desk.post(f"{address(settled)}correct-hand/", body).json()
    assert [(game["table"], game["points"], game["winner"]) for game in seen["games"]] == [
        (2, [[14, 0], [0, 14]], ["A", "B"])
    ]
    assert seen["seats"]
    assert seen["announced"] is False
    kept = desk.post(f"{address(settled)}correct-hand/", {**body, "seats": "keep"}).json()
    assert kept["seats"] == []


@pytest.mark.parametrize("preview", [True, False])
def test_a_settled_game_that_is_level_by_it_needs_a_cut(
    desk: Caller, settled: AnEvening, preview: bool
) -> None:
    body = {"of": put_in_the_tray(settled), **WHY, "preview": preview}
    before = everything()
    answer = desk.post(f"{address(settled)}take-late/", body)
    assert fault(answer) == (400, "cut", "level-needs-a-cut")
    assert everything() == before
    assert desk.post(f"{address(settled)}take-late/", {**body, "cut": "seed"}).status_code == 200


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("correct-hand", {"reason": ""}, (400, "reason", "empty")),
        ("correct-hand", {"of": 1}, (409, "of", "changed-meanwhile")),
        ("correct-hand", {"table": 77}, (400, "table", "unknown-table")),
        ("correct-hand", {"hand": {**FOR_B, "bid": 0}}, (400, "hand.bid", "out-of-range")),
        ("correct-hand", {"cut": "A"}, (400, "cut", "not-level")),
        ("correct-hand", {"cut": "C"}, (400, "cut", "not-a-choice")),
        ("take-late", {"of": 1}, (400, "of", "not-in-the-tray")),
        ("penalty", {"points": 0}, (400, "points", "out-of-range")),
        ("penalty", {"points": 1001}, (400, "points", "out-of-range")),
        ("penalty", {"tickets": ["nobody"]}, (400, "tickets", "unknown-ticket")),
        ("wrong-seats", {"other": "nobody"}, (400, "other", "unknown-ticket")),
        ("wrong-seats", {"hands": []}, (400, "hands", "each-once")),
        ("adjust-game", {"points": [1, 2, 3]}, (400, "points", "out-of-range")),
        ("not-played", {"round": 2}, (400, "round", "round-in-play")),
    ],
)
def test_what_cannot_be_is_refused_as_everywhere(
    desk: Caller, settled: AnEvening, name: str, change: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    body = {**ACTS[name](settled), **change}
    before = everything()
    assert fault(desk.post(f"{address(settled)}{name}/", body)) == expected
    assert everything() == before


def test_every_version_of_a_hand_says_who_when_and_why(desk: Caller, settled: AnEvening) -> None:
    path = f"{address(settled)}rounds/1/tables/2/hands/1/"
    first = entry()
    for name, hand, reason, more in (
        ("correct-hand", FOR_B, "wrong way round", {}),
        ("note-hand", a_hand(3), "what they say", {}),
        ("correct-hand", None, "a card was missing", {"cut": "seed"}),
    ):
        body = {**FIRST, "of": entry(), "hand": hand, "reason": reason, **more}
        held(desk.post(f"{address(settled)}{name}/", body), evening_answers.Evening)
    told = held(desk.get(path), corrections.HandVersions)["versions"]
    assert [(version["state"], version["reason"]) for version in told] == [
        ("replaced", ""),
        ("replaced", "wrong way round"),
        ("note", "what they say"),
        ("counts", "a card was missing"),
    ]
    assert (told[0]["entry"], told[0]["by"]) == (first, "table:2")
    assert (told[-1]["hand"], told[-1]["points"]) == (None, [0, 0])
    for where in ("rounds/1/tables/2/hands/9/", "rounds/2/tables/2/hands/1/", "rounds/1/tables/77/hands/1/"):
        assert fault(desk.get(f"{address(settled)}{where}")) == (404, "", "not-found")
    absurd = f"{address(settled)}rounds/1/tables/2/hands/{10**30}/"
    assert fault(desk.get(absurd)) == (404, "", "not-found")


def test_the_late_tray_is_emptied_hand_by_hand(desk: Caller, settled: AnEvening) -> None:
    path = f"{address(settled)}late-tray/"
    one, other = (put_in_the_tray(settled, key) for key in ("one", "other"))
    tray = held(desk.get(path), corrections.LateTray)
    assert [(hand["entry"], hand["because"]) for hand in tray["waiting"]] == [
        (one, "after-the-bell"),
        (other, "after-the-bell"),
    ]
    out = desk.post(f"{address(settled)}leave-out-late/", {"of": one, "reason": "after the bell"})
    held(out, evening_answers.Evening)
    desk.post(f"{address(settled)}take-late/", {"of": other, "cut": "A", "reason": "a slow watch"})
    tray = held(desk.get(path), corrections.LateTray)
    assert tray["waiting"] == []
    (left_out,) = tray["left_out"]
    assert [(later["act"], later["reason"]) for later in left_out["later"]] == [
        ("leave_out_late", "after the bell")
    ]
    assert publish.check_rows(settled.read()) == []


def test_decisions_are_listed_and_withdrawn(desk: Caller, settled: AnEvening) -> None:
    evening = address(settled)
    for name in ("penalty", "wrong-seats", "adjust-game"):
        assert desk.post(f"{evening}{name}/", ACTS[name](settled)).status_code == 200
    listed = held(desk.get(f"{evening}decisions/"), corrections.Decisions)["decisions"]
    assert [decision["act"] for decision in listed] == ["penalty", "wrong_seats", "adjust_game"]
    for decision in listed:
        body = {"of": decision["entry"], "reason": "it was another table"}
        seen = desk.post(f"{evening}withdraw/", {**body, "preview": True})
        held(seen, corrections.Impact)
        held(desk.post(f"{evening}withdraw/", body), evening_answers.Evening)
        assert fault(desk.post(f"{evening}withdraw/", body)) == (400, "of", "no-such-decision")
    assert desk.get(f"{evening}decisions/").json() == {"decisions": [], "next": None}
    assert publish.check_rows(settled.read()) == []


def test_the_director_confirms_and_settles(desk: Caller, playing: AnEvening) -> None:
    phone, table, evening = at_table(playing, 2), address(playing, 2), address(playing)
    phone.hand(table, a_hand(), number=1)
    held(desk.post(f"{evening}confirm-hand/", {**FIRST, "of": entry()}), evening_answers.Evening)
    phone.hand(table, a_hand(), number=2)
    disputing: Any = phone.hand(table, FOR_B, number=2)
    body = {**FIRST, "number": 2, "keep": disputing.json()["ledger"]["sequence"]}
    assert fault(desk.post(f"{evening}confirm-hand/", {**body, "of": 1} | {"keep": 1})) == (
        400,
        "keep",
        "unknown-field",
    )
    seen = held(desk.post(f"{evening}settle-dispute/", {**body, "preview": True}), corrections.Impact)
    assert seen["games"][0]["points"] == [[28, 0], [14, 14]]
    held(desk.post(f"{evening}settle-dispute/", body), evening_answers.Evening)
    assert phone.get(table).json()["running"] == {"A": 14, "B": 14}
    assert desk.get(f"{evening}disputes/").json() == {"disputes": [], "next": None}


def test_a_bell_is_taken_back_and_play_goes_on(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(8, until="bell")
    path = f"{address(evening)}take-back-bell/"
    assert fault(desk.post(path, {"reason": ""})) == (400, "reason", "empty")
    assert (
        held(desk.post(path, {"reason": "they had miscounted"}), evening_answers.Evening)["status"]
        == "playing"
    )
    assert fault(desk.post(path, {"reason": "again"})) == (409, "evening.status", "not-now")
    assert publish.check_rows(evening.read()) == []


def test_who_looks_at_a_table_in_play_stands_in_the_ledger(desk: Caller, playing: AnEvening) -> None:
    length = playing.evening.ledger_length
    assert (
        held(desk.post(f"{address(playing)}look/", {"table": 2}), evening_answers.Evening)["version"] > length
    )
    assert playing.read().ledger.last().act == "look"  # type: ignore[union-attr]
    assert fault(desk.post(f"{address(playing)}look/", {"table": 9})) == (400, "table", "unknown-table")


def test_the_desk_goes_on_seeing_the_rows_while_everybody_sees_what_was_published(
    desk: Caller, make_evening: Make
) -> None:
    evening = make_evening(12, until="published")
    where = address(evening)
    before = desk.get(f"{where}standings/").json(), desk.get(f"{where}rounds/1/").json()
    archive = desk.get(f"{where}archive/").content
    assert before[0]["prizes"]
    desk.post(f"{where}correct-hand/", {**FIRST, "of": entry(), "hand": FOR_B, **WHY})
    evening.work()
    standings, round_ = desk.get(f"{where}standings/").json(), desk.get(f"{where}rounds/1/").json()
    assert standings["standings"] != before[0]["standings"]
    assert standings["prizes"]
    assert standings["prizes"] != before[0]["prizes"]
    assert round_["tables"] != before[1]["tables"]
    assert desk.get(f"{where}archive/").content == archive


def test_published_results_are_reopened_by_a_correction(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(12, until="published")
    body = {**FIRST, "of": entry(), "hand": FOR_B, **WHY}
    before = everything()
    seen = held(desk.post(f"{address(evening)}correct-hand/", {**body, "preview": True}), corrections.Impact)
    assert everything() == before
    assert seen["prizes"] is not None
    assert (
        held(desk.post(f"{address(evening)}correct-hand/", body), evening_answers.Evening)["status"]
        == "finished"
    )
    assert publish.check_rows(evening.read()) == []
