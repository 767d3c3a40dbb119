"""An officer who plays tonight: the REST door keeps hands of other tables in play from them until they look."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table
from tests.tournaments.the_rows import everything
from tournaments.club.models import User
from tournaments.evening import acts
from tournaments.evening.models import Hand, Seat
from tournaments.evening.services import links

OTHER = a_hand(2, 5, "B")


@pytest.fixture
def room(make_evening: Callable[..., AnEvening], director: User) -> AnEvening:
    """The director sits at table 1. Tables 1 and 2 have a hand, table 2 a dispute and a late hand too."""
    room = make_evening(12, until="playing")
    seat = Seat.objects.get(round=room.round(), table_round__table__number=1, seat=1)
    links.say_who_plays(club=room.evening.club, user_id=director.pk, player=seat.ticket.player)
    for table in (1, 2):
        room.enter(table, a_hand(), number=1, by=f"table:{table} seat:1")
    room.enter(2, OTHER, number=1, by="table:2 seat:2")
    room.act(acts.Stop())
    room.enter(2, OTHER, number=2, played_at=room.clock(), at=room.clock())
    return room


def test_a_table_comes_without_its_hands(desk: Caller, room: AnEvening) -> None:
    there = desk.get(address(room, 2)).json()
    assert (there["hands_kept"], there["hands"], there["late"]) == (True, [], [])
    assert there["running"] == {"A": 14, "B": 0}
    own = desk.get(address(room, 1)).json()
    assert (own["hands_kept"], len(own["hands"])) == (False, 1)


def test_its_own_phone_sees_them(room: AnEvening) -> None:
    there = at_table(room, 2).get(address(room, 2)).json()
    assert (there["hands_kept"], len(there["hands"])) == (False, 1)


def test_the_ledger_tells_where_a_hand_was_entered(desk: Caller, room: AnEvening) -> None:
    entries = desk.get(f"{address(room)}ledger/?limit=500").json()["entries"]
    bodies = [entry["body"] for entry in entries if "hand" in entry["act"] or entry["act"] == "enter_again"]
    there = [body for body in bodies if body["table"] == 2]
    assert there == [{"round": 1, "table": 2, "kept": True}] * 3
    assert all("hand" in body for body in bodies if body["table"] == 1)


def test_disputes_and_the_late_tray_tell_no_hand(desk: Caller, room: AnEvening) -> None:
    (dispute,) = desk.get(f"{address(room)}disputes/").json()["disputes"]
    assert (dispute["table"], dispute["number"], dispute["versions"]) == (2, 1, [])
    (late,) = desk.get(f"{address(room)}late-tray/").json()["waiting"]
    assert (late["table"], late["hand"], late["points"], late["derivation"]) == (2, None, [], [])


def test_versions_and_what_a_taken_number_holds_are_refused(desk: Caller, room: AnEvening) -> None:
    before = everything()
    started = room.round().started_at
    assert started is not None
    answers = [
        desk.get(f"{address(room)}rounds/1/tables/2/hands/1/"),
        desk.hand(address(room, 2), a_hand(), number=1, played_at=started.isoformat()),
    ]
    for answer in answers:
        assert answer.status_code == 403, answer.content
        assert answer.json()["errors"][0]["code"] == "look-first"
    assert everything() == before


def test_after_a_look_everything_is_shown(desk: Caller, room: AnEvening) -> None:
    assert desk.post(f"{address(room)}look/", {"table": 2}).status_code == 200
    there = desk.get(address(room, 2)).json()
    assert (there["hands_kept"], len(there["hands"]), len(there["late"])) == (False, 1, 1)
    (dispute,) = desk.get(f"{address(room)}disputes/").json()["disputes"]
    assert len(dispute["versions"]) == 2
    assert "kept" not in desk.get(f"{address(room)}ledger/?limit=500").content.decode()
    assert desk.get(f"{address(room)}rounds/1/tables/2/hands/1/").status_code == 200


def test_a_round_that_is_closed_is_open(desk: Caller, room: AnEvening) -> None:
    room.act(acts.Cut(table=3, how="seed"))
    room.act(acts.Close(anyway=True))
    assert len(desk.get(address(room, 2)).json()["hands"]) == 1


def acts_about(room: AnEvening, table: int) -> dict[str, dict[str, object]]:
    """The acts that would tell what was entered at a table, each as it would be weighed first."""
    rows = {row.state: row for row in Hand.objects.filter(table__number=table).select_related("entry")}
    entries = {state: row.entry.sequence for state, row in rows.items()}
    hand = {"round": 1, "table": table, "number": 1}
    why = {"reason": "as they said", "preview": True}
    return {
        "correct-hand": {**hand, **why, "of": entries["counts"], "hand": a_hand(bid=6)},
        "settle-dispute": {**hand, **why, "keep": entries["disputes"]},
        "note-hand": {**hand, "reason": "as they said", "of": entries["counts"], "hand": a_hand(bid=6)},
        "confirm-hand": {**hand, "of": entries["counts"]},
        "take-late": {**why, "of": entries["late"]},
        "leave-out-late": {"reason": "as they said", "of": entries["late"]},
    }


def test_no_act_tells_what_a_hand_was_before_a_look(desk: Caller, room: AnEvening) -> None:
    before = everything()
    told = {name: desk.post(f"{address(room)}{name}/", body) for name, body in acts_about(room, 2).items()}
    assert {name: answer.status_code for name, answer in told.items()} == dict.fromkeys(told, 403)
    assert {answer.json()["errors"][0]["code"] for answer in told.values()} == {"look-first"}
    assert everything() == before

    desk.post(f"{address(room)}look/", {"table": 2})
    body = acts_about(room, 2)["correct-hand"]
    assert desk.post(f"{address(room)}correct-hand/", body).status_code == 200


def test_links_of_other_tables_are_kept_until_a_look(desk: Caller, room: AnEvening) -> None:
    told = desk.get(f"{address(room)}links/").json()
    assert ([link["table"] for link in told["links"]], told["kept"]) == ([1], [2, 3])
    renewed = desk.post(f"{address(room, 2)}renew-link/", {})
    assert (renewed.status_code, renewed.json()["errors"][0]["code"]) == (403, "look-first")

    desk.post(f"{address(room)}look/", {"table": 2})
    told = desk.get(f"{address(room)}links/").json()
    assert ([link["table"] for link in told["links"]], told["kept"]) == ([1, 2], [3])
    assert desk.post(f"{address(room, 2)}renew-link/", {}).status_code == 201
