"""A whole evening over the REST door, every answer held against the schema it promises."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import resolve, reverse

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, fault, held
from tournaments.club.models import Club
from tournaments.evening.api import evening_answers, table_answers
from tournaments.evening.api.clubs import Players
from tournaments.evening.models import Evening, Hand
from tournaments.publishing import publish
from tournaments.work import runner
from tournaments.work.models import Job

PLAN = {"game": "chantecler", "house_rules": {"target": 42}, "rounds": 2, "colours": ["red", "blue"]}


def do_the_work() -> None:
    """Every waiting job, as the worker does it."""
    from django.utils import timezone

    for job in Job.objects.filter(outcome=Job.Outcome.WAITING):
        runner.run(job.pk, clock=timezone.now)


def tied_prizes(standings: Any) -> list[Any]:
    """The prizes that have to be cut for."""
    return [prize for prize in standings["prizes"] if prize["winner"] is None]


def test_an_evening_is_played_from_the_plan_to_the_archive(desk: Caller, home: str, club: Club) -> None:
    names = [f"Player {number}" for number in range(1, 9)]
    added = held(desk.post(f"{home}players/names/", {"names": [*names, "Spare"]}), Players)["players"]
    *people, spare = added

    body = {"name": "Friday", "date": "2026-11-20", "plan": PLAN}
    made = held(desk.post(f"{home}evenings/", body), evening_answers.Evening, 201)
    evening = f"{home}evenings/{made['slug']}/"

    def act(name: str, body: Any = None, status: int = 200) -> Any:
        return held(desk.post(f"{evening}{name}/", body), evening_answers.Evening, status)

    assert act("open-doors")["status"] == "check_in"
    arrivals = [
        {"player": person["id"], "colour": ("red", "blue")[place % 2]} for place, person in enumerate(people)
    ]
    act("check-in", {"players": arrivals, "guests": [{"name": "A guest", "colour": "red"}]})
    tickets = held(desk.get(f"{evening}tickets/"), evening_answers.Tickets)["tickets"]
    assert [ticket["name"] for ticket in tickets] == [*names, "A guest"]
    act("check-out", {"ticket": tickets[-1]["code"]})
    act("draw", {"again": False})
    drawn = held(desk.get(f"{evening}rounds/1/"), evening_answers.Round)
    assert len(drawn["tables"]) == 2
    first, second = drawn["tables"][0]["seats"][:2]
    act("swap", {"one": first["ticket"], "other": second["ticket"]})
    assert act("start")["current_round"] == 1

    links = held(desk.get(f"{evening}links/"), evening_answers.Links)["links"]
    first_table, second_table = (Caller(link["token"]) for link in links)
    table = f"{evening}tables/1/"
    for _ in range(3):
        held(first_table.post(f"{table}preview/", {"hand": a_hand()}), table_answers.Preview)
        held(first_table.hand(table, a_hand()), table_answers.Entered, 201)
    shown = held(first_table.get(table), table_answers.Table)
    assert (shown["running"], shown["may_ring"], shown["next_hand"]) == ({"A": 42, "B": 0}, True, 4)
    held(first_table.post(f"{table}ring/"), table_answers.Table)
    held(second_table.post(f"{evening}tables/2/cut/", {"winner": "A"}), table_answers.Table)
    act("cuts", {"table": 2, "winner": "B"})
    assert act("close")["status"] == "settled"
    do_the_work()
    standings = held(desk.get(f"{evening}standings/"), evening_answers.Standings)
    assert [line["won_halves"] for line in standings["standings"]] == [2, 2, 2, 2, 0, 0, 0, 0]

    held(desk.get(evening), evening_answers.Evening)
    act("draft-move")
    act("publish-move")
    moved = held(desk.get(f"{evening}rounds/2/"), evening_answers.Round)
    assert any(names[0] in reason or names[1] in reason for reason in moved["reasons"]), moved["reasons"]
    phone = held(desk.get(f"{evening}tables/1/"), table_answers.Table)
    assert phone["next"]["round"] == 2
    assert {place["table"] for place in phone["next"]["places"]} == {1, 2}
    hand = Hand.objects.get(number=3)
    confirmed = desk.post(f"{evening}tables/1/hands/3/confirm/", {"of": hand.entry.sequence})
    assert confirmed.status_code == 200
    assert "Link" not in confirmed.headers  # the next seats are no next page
    act("start")
    act("arrive", {"guest": "Late", "colour": "blue"})
    replaced, leaving, other, *_ = held(desk.get(f"{evening}tickets/"), evening_answers.Tickets)["tickets"]
    act("substitute", {"ticket": replaced["code"], "player": spare["id"]})
    act("substitute", {"ticket": other["code"], "guest": "Instead"})
    act("leave", {"ticket": leaving["code"]})
    act("stop")
    act("cuts", {"table": 1, "how": "seed"})
    act("cuts", {"table": 2, "how": "seed"})
    act("close")
    do_the_work()
    finished = act("finish")
    assert finished["status"] == "finished"
    while tied := tied_prizes(held(desk.get(f"{evening}standings/"), evening_answers.Standings)):
        prize = {name: tied[0][name] for name in ("prize", "colour")}
        act("prize-cuts", {**prize, "order": tied[0]["tied"]})
    act("publish", status=202)
    do_the_work()

    ledger = held(desk.get(f"{evening}ledger/?limit=5"), evening_answers.LedgerPage)
    following = held(desk.get(ledger["next"]), evening_answers.LedgerPage)
    assert [entry["sequence"] for entry in (ledger["entries"] + following["entries"])] == list(range(1, 11))
    jobs = held(desk.get(f"{evening}jobs/"), evening_answers.Jobs)["jobs"]
    assert {job["outcome"] for job in jobs} == {"done"}
    archive = Caller().get(f"{evening}archive/")
    assert archive.status_code == 200
    assert json.loads(archive.content)["evening"]["slug"] == made["slug"]
    row = Evening.objects.get(club=club, slug=made["slug"])
    assert publish.check_rows(row) == []
    held(desk.get(f"{home}evenings/?status=published"), evening_answers.EveningPage)


def test_seats_are_given_by_hand_and_a_plan_changed_and_an_evening_copied(desk: Caller, home: str) -> None:
    plan = {"game": "chantecler"}
    body = {"name": "One", "date": "2026-11-20", "plan": plan}
    one = held(desk.post(f"{home}evenings/", body), evening_answers.Evening, 201)
    assert one["plan"]["confirmation"] == "taken"
    changed = {"name": "Other", "date": "2026-11-27", "plan": {**plan, "rounds": 3}}
    evening = f"{home}evenings/{one['slug']}/"
    told = held(desk.ask("PUT", f"{evening}plan/", changed), evening_answers.Evening)
    assert (told["name"], told["date"], told["plan"]["rounds"]) == ("Other", "2026-11-27", 3)

    again = {"clone": one["slug"], "name": "Next week", "date": "2026-12-04"}
    answer = desk.post(f"{home}evenings/", again)
    copy = held(answer, evening_answers.Evening, 201)
    assert copy["plan"] == told["plan"]
    shown = desk.get(answer.headers["Location"])
    assert (shown.json()["slug"], shown.headers["ETag"]) == (copy["slug"], answer.headers["ETag"])

    desk.post(f"{evening}open-doors/")
    guests = [{"name": name} for name in ("Ann", "Ben", "Cid", "Dot", "Eve")]
    refused = desk.post(f"{evening}check-in/", {"guests": [*guests, {"name": "Ann"}]})
    assert fault(refused)[1] == "guests.5.name"
    desk.post(f"{evening}check-in/", {"guests": guests})
    codes = [ticket["code"] for ticket in desk.get(f"{evening}tickets/").json()["tickets"]]
    seats = {"tables": [codes[:4]], "sitting_out": codes[4:]}
    assert held(desk.post(f"{evening}seats/", seats), evening_answers.Evening)["status"] == "seated"
    held(desk.post(f"{evening}abandon/", {"reason": "snow"}), evening_answers.Evening)


POSSIBLE = {
    "draft": "abandon change_plan open_doors",
    "seated": "abandon arrive change_plan draw leave reopen_doors schedule seat start stay substitute swap",
    "settled": (
        "abandon adjust_game arrive confirm_hand correct_hand draft_move finish leave leave_out_late not_played "
        "note_hand penalty schedule settle_dispute stay substitute take_late withdraw wrong_seats"
    ),
    "published": "leave_out_late note_hand publish",
}


@pytest.mark.parametrize("until", POSSIBLE)
def test_what_is_possible_is_what_somebody_can_do_each_with_its_address(
    make_evening: Callable[..., AnEvening], until: str
) -> None:
    evening = make_evening(8, until=until)
    told = evening_answers.Evening.from_view(evening.evening)
    assert told.possible == POSSIBLE[until].split()
    assert list(told.addresses) == sorted(told.addresses)
    assert set(told.addresses) == set(told.possible)
    here = reverse("v1:evening", args=[evening.evening.club.slug, evening.evening.slug])
    for path in told.addresses.values():
        assert path.startswith(here)
        assert resolve(path.replace("{table}", "1")).func.__name__ != "NotFoundView"
