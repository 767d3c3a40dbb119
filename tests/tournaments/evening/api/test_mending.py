"""What a director puts right over the REST door: looked at first, done with a reason, seen afterwards."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault, held
from tests.tournaments.evening.api.test_an_evening import do_the_work
from tests.tournaments.the_rows import everything, unchanged
from tournaments.club.models import User
from tournaments.evening import acts
from tournaments.evening.api import corrections, evening_answers
from tournaments.evening.models import Hand, Seat
from tournaments.evening.services import links
from tournaments.publishing import publish

FOR_B = a_hand(2, 5, "B")
WHY = {"reason": "as on the slip"}
FIRST = {"round": 1, "table": 2, "number": 1}


@pytest.fixture
def settled(make_evening: Make) -> AnEvening:
    """An evening whose first round is settled, with the standings worked out and the next seats drafted."""
    return make_evening(12, until="drafted")


def entry(table: int = 2, number: int = 1) -> int:
    hand = Hand.objects.select_related("entry").get(table__number=table, number=number, live=True)
    return int(hand.entry.sequence)


def ticket(table: int, seat: int) -> str:
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
        "hands": [{**FIRST, "table": 1}],
        **WHY,
    },
    "adjust-game": lambda e: {"round": 1, "table": 2, "points": [3, 9], **WHY},
    "not-played": lambda e: {"round": 1, "table": 2, **WHY},
}
"""What the director does in a settled round, each by its address."""


@pytest.mark.parametrize("name", ["correct-hand", "take-late", "wrong-seats"])
def test_an_act_is_looked_at_before_it_is_done(desk: Caller, settled: AnEvening, name: str) -> None:
    path, body = f"{address(settled)}{name}/", ACTS[name](settled)
    with unchanged():
        seen = held(desk.post(path, {**body, "preview": True}), corrections.ImpactOut)
    assert not seen["nothing"]
    done = held(desk.post(path, body), evening_answers.EveningOut)
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


def test_every_version_of_a_hand_says_who_when_and_why(desk: Caller, settled: AnEvening) -> None:
    path = f"{address(settled)}rounds/1/tables/2/hands/1/"
    first = entry()
    for name, hand, reason, more in (
        ("correct-hand", FOR_B, "wrong way round", {}),
        ("note-hand", a_hand(3), "what they say", {}),
        ("correct-hand", None, "a card was missing", {"cut": "seed"}),
    ):
        body = {**FIRST, "of": entry(), "hand": hand, "reason": reason, **more}
        held(desk.post(f"{address(settled)}{name}/", body), evening_answers.EveningOut)
    told = held(desk.get(path), corrections.HandVersions)["versions"]
    assert [(version["state"], version["reason"]) for version in told] == [
        ("replaced", ""),
        ("replaced", "wrong way round"),
        ("note", "what they say"),
        ("counts", "a card was missing"),
    ]
    assert (told[0]["entry"], told[0]["by"]) == (first, "table:2")
    assert (told[-1]["hand"], told[-1]["points"]) == (None, [0, 0])
    for where in (
        "1/tables/2/hands/9",
        "2/tables/2/hands/1",
        "1/tables/77/hands/1",
        f"1/tables/2/hands/{10**30}",
    ):
        assert fault(desk.get(f"{address(settled)}rounds/{where}/")) == (404, "", "not-found")


def test_the_late_tray_is_emptied_hand_by_hand(desk: Caller, settled: AnEvening) -> None:
    path = f"{address(settled)}late-tray/"
    one, other = (put_in_the_tray(settled, key) for key in ("one", "other"))
    tray = held(desk.get(path), corrections.LateTray)
    assert [hand["entry"] for hand in tray["waiting"]] == [one, other]
    assert {hand["because"] for hand in tray["waiting"]} == {"after-the-bell"}
    out = desk.post(f"{address(settled)}leave-out-late/", {"of": one, "reason": "after the bell"})
    held(out, evening_answers.EveningOut)
    desk.post(f"{address(settled)}take-late/", {"of": other, "cut": "A", "reason": "a slow watch"})
    tray = held(desk.get(path), corrections.LateTray)
    assert tray["waiting"] == []
    (left_out,) = tray["left_out"]
    assert [(later["act"], later["reason"]) for later in left_out["later"]] == [
        ("leave_out_late", "after the bell")
    ]
    assert publish.check_rows(settled.read()) == []


def test_a_round_is_entered_by_its_totals(desk: Caller, make_evening: Make) -> None:
    room = make_evening(8, until="playing")
    there = address(room)
    refused = desk.post(f"{there}totals/", {"totals": [{"table": 1, "points": [1, 2]}]})
    assert fault(refused) == (400, "totals", "missing-table")
    so_far = {"totals": [{"table": 1, "points": [1, 2]}], "so_far": True}
    assert held(desk.post(f"{there}totals/", so_far), evening_answers.EveningOut)["status"] == "bell"
    totals = [{"table": 1, "points": [9, 4]}, {"table": 2, "points": [6, 7]}]
    after = held(desk.post(f"{there}totals/", {"totals": totals}), evening_answers.EveningOut)
    assert after["status"] == "bell"
    late: Any = at_table(room, 2).hand(address(room, 2), FOR_B, key="late")
    assert late.status_code == 202, "a hand that comes later waits in the tray"
    tables = desk.get(f"{there}rounds/1/").json()["tables"]
    assert [(table["decision"], table["by_hands"]) for table in tables] == [
        ("totals", None),
        ("totals", [0, 14]),
    ]
    desk.post(f"{there}close/", {"anyway": True})
    assert [table["winner"] for table in desk.get(f"{there}rounds/1/").json()["tables"]] == ["A", "B"]


def test_decisions_are_listed_and_withdrawn(desk: Caller, settled: AnEvening) -> None:
    evening = address(settled)
    nobody = {**ACTS["wrong-seats"](settled), "other": "nobody"}
    assert fault(desk.post(f"{evening}wrong-seats/", nobody)) == (400, "other", "unknown-ticket")
    for name in ("penalty", "wrong-seats", "adjust-game"):
        assert desk.post(f"{evening}{name}/", ACTS[name](settled)).status_code == 200
    listed = held(desk.get(f"{evening}decisions/"), corrections.Decisions)["decisions"]
    assert [decision["act"] for decision in listed] == ["penalty", "wrong_seats", "adjust_game"]
    for decision in listed:
        body = {"of": decision["entry"], "reason": "it was another table"}
        seen = desk.post(f"{evening}withdraw/", {**body, "preview": True})
        held(seen, corrections.ImpactOut)
        held(desk.post(f"{evening}withdraw/", body), evening_answers.EveningOut)
        assert fault(desk.post(f"{evening}withdraw/", body)) == (400, "of", "no-such-decision")
    assert desk.get(f"{evening}decisions/").json() == {"decisions": [], "next": None}
    assert publish.check_rows(settled.read()) == []


def test_the_director_confirms_and_settles(desk: Caller, playing: AnEvening) -> None:
    phone, table, evening = at_table(playing, 2), address(playing, 2), address(playing)
    phone.hand(table, a_hand(), number=1)
    held(desk.post(f"{evening}confirm-hand/", {**FIRST, "of": entry()}), evening_answers.EveningOut)
    phone.hand(table, a_hand(), number=2)
    disputing: Any = phone.hand(table, FOR_B, number=2)
    body = {**FIRST, "number": 2, "keep": disputing.json()["ledger"]["sequence"]}
    seen = held(desk.post(f"{evening}settle-dispute/", {**body, "preview": True}), corrections.ImpactOut)
    assert seen["games"][0]["points"] == [[28, 0], [14, 14]]
    held(desk.post(f"{evening}settle-dispute/", body), evening_answers.EveningOut)
    assert phone.get(table).json()["running"] == {"A": 14, "B": 14}
    assert desk.get(f"{evening}disputes/").json() == {"disputes": [], "next": None}


def test_the_desk_sees_the_rows_and_everybody_what_was_published(desk: Caller, make_evening: Make) -> None:
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


@pytest.fixture
def room(make_evening: Make, director: User) -> AnEvening:
    """The director sits at table 1. Tables 1 and 2 have a hand, table 2 a dispute and a late hand too."""
    room = make_evening(12, until="playing")
    seat = Seat.objects.get(round=room.round(), table_round__table__number=1, seat=1)
    links.say_who_plays(club=room.evening.club, user=director, player=seat.ticket.player)
    for table in (1, 2):
        room.enter(table, a_hand(), number=1, by=f"table:{table} seat:1")
    room.enter(2, FOR_B, number=1, by="table:2 seat:2")
    room.act(acts.Stop())
    room.enter(2, FOR_B, number=2, played_at=room.clock(), at=room.clock())
    return room


def test_nothing_tells_a_hand_of_another_table(desk: Caller, room: AnEvening) -> None:
    there = desk.get(address(room, 2)).json()
    assert (there["hands_kept"], there["hands"], there["late"]) == (True, [], [])
    assert there["running"] == {"A": 14, "B": 0}
    own = desk.get(address(room, 1)).json()
    assert (own["hands_kept"], len(own["hands"])) == (False, 1)
    here = at_table(room, 2).get(address(room, 2)).json()
    assert (here["hands_kept"], len(here["hands"])) == (False, 1)
    entries = desk.get(f"{address(room)}ledger/?limit=500").json()["entries"]
    bodies = [entry["body"] for entry in entries if "hand" in entry["act"] or entry["act"] == "enter_again"]
    elsewhere = [body for body in bodies if body["table"] == 2]
    assert elsewhere == [{"round": 1, "table": 2, "kept": True}] * 3
    assert all("hand" in body for body in bodies if body["table"] == 1)
    (dispute,) = desk.get(f"{address(room)}disputes/").json()["disputes"]
    assert (dispute["table"], dispute["number"], dispute["versions"]) == (2, 1, [])
    (late,) = desk.get(f"{address(room)}late-tray/").json()["waiting"]
    assert (late["table"], late["hand"], late["points"], late["derivation"]) == (2, None, [], [])


def test_no_answer_tells_a_hand_before_a_look_and_all_do_after_it(desk: Caller, room: AnEvening) -> None:
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
    told = {name: desk.post(f"{address(room)}{name}/", body) for name, body in acts_about(room, 2).items()}
    assert {name: answer.status_code for name, answer in told.items()} == dict.fromkeys(told, 403)
    assert {answer.json()["errors"][0]["code"] for answer in told.values()} == {"look-first"}
    assert everything() == before

    desk.post(f"{address(room)}look/", {"table": 2})
    body = acts_about(room, 2)["correct-hand"]
    assert desk.post(f"{address(room)}correct-hand/", body).status_code == 200
    there = desk.get(address(room, 2)).json()
    assert (there["hands_kept"], len(there["hands"]), len(there["late"])) == (False, 1, 1)
    (dispute,) = desk.get(f"{address(room)}disputes/").json()["disputes"]
    assert len(dispute["versions"]) == 2
    assert "kept" not in desk.get(f"{address(room)}ledger/?limit=500").content.decode()
    assert desk.get(f"{address(room)}rounds/1/tables/2/hands/1/").status_code == 200


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


def test_links_of_other_tables_are_kept_until_a_look(desk: Caller, room: AnEvening) -> None:
    told = desk.get(f"{address(room)}links/").json()
    assert ([link["table"] for link in told["links"]], told["kept"]) == ([1], [2, 3])
    renewed = desk.post(f"{address(room, 2)}renew-link/", {})
    assert (renewed.status_code, renewed.json()["errors"][0]["code"]) == (403, "look-first")

    desk.post(f"{address(room)}look/", {"table": 2})
    told = desk.get(f"{address(room)}links/").json()
    assert ([link["table"] for link in told["links"]], told["kept"]) == ([1, 2], [3])
    assert desk.post(f"{address(room, 2)}renew-link/", {}).status_code == 201
