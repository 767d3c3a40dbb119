"""A whole evening over the REST door, every answer held against its schema; prizes, forecast, schedules."""

import json
from typing import Any

import pytest
from django.urls import resolve, reverse

from tests.tournaments.an_evening import AnEvening, Make, a_hand, do_a_slice
from tests.tournaments.evening.api.callers import Caller, address, fault, held
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.api import corrections, evening_answers, schedules, tables
from tournaments.evening.api.clubs import Players
from tournaments.evening.models import Evening, Hand
from tournaments.evening.round_rules import Status
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
    return [prize for prize in standings["prizes"] if prize["winner"] is None]


def test_an_evening_is_played_from_the_plan_to_the_archive(desk: Caller, home: str, club: Club) -> None:
    names = [f"Player {number}" for number in range(1, 9)]
    added = held(desk.post(f"{home}players/names/", {"names": [*names, "Spare"]}), Players)["players"]
    *people, spare = added

    body = {"name": "Friday", "date": "2026-11-20", "plan": PLAN}
    made = held(desk.post(f"{home}evenings/", body), evening_answers.EveningOut, 201)
    evening = f"{home}evenings/{made['slug']}/"

    def act(name: str, body: Any = None, status: int = 200) -> Any:
        return held(desk.post(f"{evening}{name}/", body), evening_answers.EveningOut, status)

    assert act("open-doors")["status"] == "check_in"
    arrivals = [
        {"player": person["id"], "colour": ("red", "blue")[place % 2]} for place, person in enumerate(people)
    ]
    act("check-in", {"players": arrivals, "guests": [{"name": "A guest", "colour": "red"}]})
    tickets = held(desk.get(f"{evening}tickets/"), evening_answers.Tickets)["tickets"]
    assert [ticket["name"] for ticket in tickets] == [*names, "A guest"]
    act("check-out", {"ticket": tickets[-1]["code"]})
    act("draw", {"again": False})
    drawn = held(desk.get(f"{evening}rounds/1/"), evening_answers.RoundOut)
    assert len(drawn["tables"]) == 2
    first, second = drawn["tables"][0]["seats"][:2]
    act("swap", {"one": first["ticket"], "other": second["ticket"]})
    assert act("start")["current_round"] == 1

    links = held(desk.get(f"{evening}links/"), evening_answers.Links)["links"]
    first_table, second_table = (Caller(link["token"]) for link in links)
    table = f"{evening}tables/1/"
    for _ in range(3):
        held(first_table.post(f"{table}preview/", {"hand": a_hand()}), tables.Preview)
        held(first_table.hand(table, a_hand()), tables.Entered, 201)
    shown = held(first_table.get(table), tables.TableOut)
    assert (shown["running"], shown["may_ring"], shown["next_hand"]) == ({"A": 42, "B": 0}, True, 4)
    held(first_table.post(f"{table}ring/"), tables.TableOut)
    held(second_table.post(f"{evening}tables/2/cut/", {"winner": "A"}), tables.TableOut)
    act("cuts", {"table": 2, "winner": "B"})
    assert act("close")["status"] == "settled"
    do_the_work()
    standings = held(desk.get(f"{evening}standings/"), evening_answers.Standings)
    assert [line["won_halves"] for line in standings["standings"]] == [2, 2, 2, 2, 0, 0, 0, 0]

    held(desk.get(evening), evening_answers.EveningOut)
    act("draft-move")
    act("publish-move")
    moved = held(desk.get(f"{evening}rounds/2/"), evening_answers.RoundOut)
    assert any(names[0] in reason or names[1] in reason for reason in moved["reasons"]), moved["reasons"]
    phone = held(desk.get(f"{evening}tables/1/"), tables.TableOut)
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
    one = held(desk.post(f"{home}evenings/", body), evening_answers.EveningOut, 201)
    assert one["plan"]["confirmation"] == "taken"
    changed = {"name": "Other", "date": "2026-11-27", "plan": {**plan, "rounds": 3}}
    evening = f"{home}evenings/{one['slug']}/"
    told = held(desk.ask("PUT", f"{evening}plan/", changed), evening_answers.EveningOut)
    assert (told["name"], told["date"], told["plan"]["rounds"]) == ("Other", "2026-11-27", 3)

    again = {"clone": one["slug"], "name": "Next week", "date": "2026-12-04"}
    answer = desk.post(f"{home}evenings/", again)
    copy = held(answer, evening_answers.EveningOut, 201)
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
    assert held(desk.post(f"{evening}seats/", seats), evening_answers.EveningOut)["status"] == "seated"
    held(desk.post(f"{evening}abandon/", {"reason": "snow"}), evening_answers.EveningOut)


@pytest.mark.parametrize("until", ["draft", "settled"])
def test_what_is_possible_has_an_address_each(make_evening: Make, until: str) -> None:
    evening = make_evening(8, until=until)
    told = evening_answers.EveningOut.from_view(evening.evening)
    assert told.possible == sorted(act.name for act in acts.possible(Status(until)) if act.path())
    assert list(told.addresses) == told.possible
    here = reverse("v1:evening", args=[evening.evening.club.slug, evening.evening.slug])
    for path in told.addresses.values():
        assert path.startswith(here)
        assert resolve(path.replace("{table}", "1")).func.__name__ != "NotFoundView"


PRIZES: dict[str, Any] = {"best": 2, "sums": [5000, 3001], "booby_sum": 500}


def test_a_preview_and_the_standings_tell_sums_and_shares(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(4, until="finished", target=14, prizes={**PRIZES, "ties": "shared"})
    hand = evening.evening.ledger.filter(act="enter_hand").order_by("sequence").first()
    assert hand is not None
    where = {"round": 1, "table": 1, "number": 1, "of": hand.sequence}
    body = {**where, "hand": a_hand(2, 5, "B"), "reason": "the other couple", "preview": True}
    answer = desk.post(f"{address(evening)}correct-hand/", body)
    best, booby = held(answer, corrections.ImpactOut)["prizes"]
    assert [(one["prize"], one["rank"]) for one in (best, booby)] == [("best", 1), ("booby", 1)]
    assert not {*best["tickets"][0]} & {*best["tickets"][1]}
    assert best["amounts"] == [[4001, 4000], [4001, 4000]]
    assert best["to_cut"] == [False, False]
    told = held(desk.get(f"{address(evening)}standings/"), evening_answers.Standings)["prizes"]
    figures = [(prize["rank"], prize["last"], prize["among"], prize["amount"]) for prize in told]
    assert figures == [(1, 2, 2, 4001), (1, 2, 2, 4000), (1, 1, 2, 250), (1, 1, 2, 250)]
    assert all(prize["winner"] for prize in told)
    assert told[0]["why"] == "Prizes 1 to 2, shared by the 2 players in that place."


def test_other_prizes_and_places_are_told_and_cut_for(desk: Caller, make_evening: Make) -> None:
    prizes = {"best": 0, "booby": False, "ties": "cut_all", "others": [{"rounds": [1, 1]}]}
    evening = make_evening(4, until="finished", rounds=2, target=14, prizes=prizes)
    where = f"{address(evening)}standings/"
    told = held(desk.get(where), evening_answers.Standings)["prizes"]
    assert [(prize["prize"], prize["other"], prize["about"]) for prize in told] == [
        ("place", 0, ""),
        ("place", 0, ""),
        ("best", 1, "half-time"),
    ]
    for prize in told:
        body = {"prize": prize["prize"], "other": prize["other"], "order": prize["tied"]}
        assert desk.post(f"{address(evening)}prize-cuts/", body).status_code in {200, 201}
    after = held(desk.get(where), evening_answers.Standings)
    assert [line["place"] for line in after["standings"]] == [1, 2, 3, 4]
    ((best),) = after["prizes"]
    assert (best["winner"], best["other"]) == (told[2]["tied"][0], 1)
    assert best["why"] == "Games won: 1. Place 1. The cut decided."


def test_a_forecast_is_of_those_who_are_in_or_of_so_many(desk: Caller, make_evening: Make) -> None:
    room = make_evening(14, until="check_in", rounds=6)
    path = f"{address(room)}forecast/"
    expected = {
        "players": 14,
        "tables": [4, 4, 4],
        "sitting_out": 2,
        "missing": 0,
        "rounds": 6,
        "needed": None,
        "apart": None,
        "minutes": 140,
        "minutes_of_a_round": 20,
        "measured": "plan",
        "outlook": None,
    }
    assert desk.get(path).json() == expected
    of_twenty = {"players": 20, "tables": [4] * 5, "sitting_out": 0}
    assert desk.get(f"{path}?players=20").json() == expected | of_twenty
    assert {fault(desk.get(f"{path}?players={number}"))[:2] for number in (0, 401)} == {(400, "players")}
    few = desk.get(f"{path}?players=3").json()
    assert (few["tables"], few["missing"], few["minutes"], few["measured"]) == ([], 1, None, None)


def test_in_play_the_forecast_says_how_the_evening_ends(desk: Caller, make_evening: Make) -> None:
    room = make_evening(8, until="playing", rounds=2, beside={"ends_about": "22:30"})
    told = desk.get(f"{address(room)}forecast/").json()["outlook"]
    assert set(told) == {"last", "last_ends", "last_hand", "next_ends", "end"}
    assert told["end"].startswith("2026-11-20T21:30:00")


@pytest.fixture
def scheduled(make_evening: Make) -> AnEvening:
    """Eight players with the seats of three rounds drawn."""
    return make_evening(8, rounds=3, movement="scheduled")


def test_a_schedule_is_read_and_brought_in_as_a_file(desk: Caller, scheduled: AnEvening) -> None:
    answer = held(desk.get(f"{address(scheduled)}schedule/"), schedules.ScheduleOut)
    assert [told["round"] for told in answer["announced"]["rounds"]] == [2, 3]
    assert answer["searches"] == []
    text = "1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n1-7-2-8 3-5-4-6\n"
    assert desk.post(f"{address(scheduled)}bring-schedule/", {"text": text}).status_code == 200
    standing = desk.get(f"{address(scheduled)}schedule/").json()["announced"]
    assert (len(standing["rounds"]), standing["made_by"]["kind"]) == (3, "imported")


def test_a_search_is_asked_for_looked_at_and_taken(desk: Caller, scheduled: AnEvening) -> None:
    one, other = scheduled.evening.tickets.values_list("code", flat=True)[:2]
    body = {"purpose": "improve", "wishes": {"apart": [[one, other]]}}
    made = desk.post(f"{address(scheduled)}schedule/searches/", body)
    number = held(made, schedules.Search, 201)["id"]
    while do_a_slice(number, clock=scheduled.clock):
        desk.post(f"{address(scheduled)}stop-search/", {"search": number})
    found = held(desk.get(f"{address(scheduled)}schedule/searches/{number}/"), schedules.Search)
    assert found["stage"] == "ready"
    assert desk.post(f"{address(scheduled)}take-schedule/", {"search": number}).status_code == 200
    standing = desk.get(f"{address(scheduled)}schedule/").json()["announced"]
    assert standing["rounds"] == found["announced"]["rounds"]
    assert not any({one, other} <= set(table) for told in standing["rounds"] for table in told["tables"])
    assert publish.check_rows(scheduled.read()) == []


def test_no_search_of_another_evening(desk: Caller, scheduled: AnEvening, make_evening: Make) -> None:
    number = desk.post(f"{address(scheduled)}schedule/searches/", {}).json()["id"]
    other = make_evening(8, movement="scheduled", name="Saturday")
    assert desk.post(f"{address(other)}take-schedule/", {"search": number}).status_code == 404
