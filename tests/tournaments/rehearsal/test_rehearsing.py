"""Rehearsals: simulated players play a plan through the services, and what would have stopped the evening is told."""

import json
import random
from datetime import date
from itertools import chain
from typing import Any

import pytest
from django.utils import timezone

from games import catalogue
from scoring.derivation import Sentence, coded
from tests.tournaments.evening.api.callers import Caller, address, fault, officer
from tests.tournaments.the_rows import everything, refused, unchanged, wordings_found
from tournaments.club.models import User
from tournaments.evening import acts
from tournaments.evening import new_plans as plans
from tournaments.evening.plan import Plan
from tournaments.management.commands.rehearse import NotScratch, inside_scratch
from tournaments.movement.certificate import Certificate, differences
from tournaments.movement.interface import Announced, MadeBy
from tournaments.movement.seating import Seating
from tournaments.refusals import refuse
from tournaments.rehearsal import services
from tournaments.rehearsal.playing import play
from tournaments.rehearsal.random_hands import pretend_hand
from tournaments.rehearsal.report import correlation, report_lines, with_texts
from tournaments.rehearsal.services import Brief, brief_for
from tournaments.rehearsal.session import places_changed
from tournaments.work.outbox import DRAFT_MOVE

pytestmark = pytest.mark.django_db
FRIDAY = date(2026, 11, 20)
CALM = {"late": 0, "leavers": 0, "wrong": 0, "disputes": 0, "substitutes": 0}


def plan_for(game: str = "chantecler", rounds: int = 3, **more: Any) -> Plan:
    return plans.checked_plan({"game": game, "rounds": rounds, **more})


def briefed(plan: Plan, players: int = 8, **wishes: object) -> Brief:
    return brief_for(plan, players=players, date=FRIDAY, wishes=wishes)


def rehearsed(plan: Plan | None = None, players: int = 8, **wishes: object) -> dict[str, Any]:
    return play(briefed(plan or plan_for(), players, **wishes))


def kinds(report: dict[str, Any]) -> list[str]:
    return [stop["kind"] for stop in report["stops"]]


def texts(report: dict[str, Any], part: str, name: str) -> list[str]:
    return [row[name]["text"] for row in with_texts(json.loads(json.dumps(report)))[part]]


def test_an_evening_comes_to_its_end_and_tells_who_had_to_do_what_and_leaves_nothing() -> None:
    brief, before = briefed(plan_for(), 11, seed="1910"), everything()
    told: list[dict[str, int]] = []
    report = play(brief, told.append)
    assert everything() == before
    assert (report["complete"], report["unexpected"], len(report["rounds"])) == (True, 0, 3)
    who = {stop["kind"]: stop["who"] for stop in report["stops"]}
    assert {"waiting", "left", "substitute", "wrong-hand", "disputed"} <= set(who)
    assert (who["disputed"], who["waiting"], who["wrong-hand"]) == ("director", "players", "director")
    routine = {line["act"]: line["times"] for line in report["routine"]}
    assert routine["start"] == routine["close"] == 3
    assert [progress["round"] for progress in told if progress["hands"] % 20] == [2, 3]
    assert len(report["players"]) == 12  # eleven and a substitute
    came = [player for player in report["players"] if player["came_in"] == 2]
    late = [player["number"] for player in came if not player["replaces"]]
    assert late == [10, 11]
    assert not set(late) & {number for table in report["rounds"][0]["tables"] for number in table}
    third = report["rounds"][2]
    assert set(late) <= {*chain(*third["tables"]), *third["sitting_out"]}
    data = json.loads(json.dumps(report))
    assert data == report
    assert texts(report, "stops", "what")[0] == str(Sentence.from_data(data["stops"][0]["what"]))
    assert wordings_found(data) == set()
    assert play(brief) == data
    assert any("rang at" in line for line in report_lines(data))


def test_the_certificate_is_that_of_the_seats_really_played() -> None:
    report = rehearsed(plan_for(rounds=2), **CALM)
    told = json.loads(json.dumps(report["certificate"]))
    seats = [[list(map(int, table)) for table in round_["tables"]] for round_ in told["rounds"]]
    assert seats == [round_["tables"] for round_ in report["rounds"]]
    assert differences(told, Certificate.from_data(told)) == ()
    assert wordings_found(told) == set()
    whole = with_texts(json.loads(json.dumps(report)))["certificate"]
    assert whole["bounds"]["never_met"]["reason"] == str(Certificate.from_data(told).bounds.never_met.reason)  # type: ignore[union-attr]
    assert told["provenance"]["played"]


@pytest.mark.parametrize(
    ("game", "movement", "options"),
    [("chantecler", "ladder", {}), ("ascot", "drawn", {"round_minutes": 8})],
    ids=["a ladder", "against the clock"],
)
def test_it_comes_to_an_end_without_a_surprise(game: str, movement: str, options: dict[str, Any]) -> None:
    plan = plan_for(game, 2, movement=movement, movement_options=options)
    report = rehearsed(plan, 9, late=1, leavers=1, substitutes=0)
    assert (report["movement"], report["complete"], report["unexpected"]) == (movement, True, 0)


def test_a_schedule_that_is_planned_again_is_told_with_the_places_that_change() -> None:
    report = rehearsed(plan_for(movement="scheduled"), 9, late=1, leavers=0, wrong=0, disputes=0)
    (again,) = [stop for stop in report["stops"] if stop["kind"] == "planned-again"]
    assert (again["who"], again["round"]) == ("director", 2)
    assert isinstance(again["what"]["values"]["changed"], int)


def test_places_are_changed_where_somebody_has_another_table() -> None:
    def announced(*tables: tuple[str, ...]) -> Announced:
        return Announced(2, (Seating(tables, ()),), MadeBy("planned"))

    before = announced(("a", "b"), ("c", "d"))
    assert places_changed(before, announced(("b", "a"), ("c", "d")), 2) == 0
    assert places_changed(before, announced(("a", "c"), ("b", "e")), 2) == 2
    assert places_changed(before, announced(("c", "d"), ("a", "b")), 3) == 0


def test_who_wins_what_is_told_with_the_sums_and_the_reasons() -> None:
    prizes = {"best": 2, "sums": [5000, 3001], "booby_sum": 500, "ties": "shared"}
    report = rehearsed(plan_for(prizes=prizes), **CALM)
    assert "prize-cut" not in kinds(report)
    sums = {
        kind: sum(prize["amount"] for prize in report["prizes"] if prize["prize"] == kind)
        for kind in ("best", "booby")
    }
    assert sums == {"best": 8001, "booby": 500}
    assert all(texts(report, "prizes", "why"))
    assert len([line for line in report_lines(report) if line.startswith("Prize (")]) == len(report["prizes"])


def test_where_hands_have_to_be_confirmed_a_round_waits_for_those_who_forget() -> None:
    report = rehearsed(plan_for(rounds=1, confirmation="needed"), **CALM)
    assert kinds(report).count("unconfirmed") == 1
    assert [stop["who"] for stop in report["stops"] if stop["kind"] == "unconfirmed"] == ["table"]


def test_what_nobody_can_end_is_told() -> None:
    far = plan_for(rounds=1, house_rules={"target": 1000})
    report = rehearsed(far, 4, **CALM)
    (stop,) = [stop for stop in report["stops"] if stop["kind"] == "no-bell"]
    assert (stop["who"], stop["unexpected"]) == ("nobody", True)
    endless = plan_for("clabberjass", 1, movement="drawn", counting="points")
    report = rehearsed(endless, 2, **CALM)
    (stop,) = [stop for stop in report["stops"] if stop["kind"] == "nothing-ends-it"]
    assert (stop["who"], stop["unexpected"]) == ("director", False)


def test_too_few_for_a_table_ends_it_before_it_begins() -> None:
    report = rehearsed(players=3)
    assert (report["complete"], report["rounds"], kinds(report)) == (False, [], ["too-few"])
    assert report["stops"][0]["what"] == coded("seats.too-few", entered=3, least=4).as_data()
    assert report["strongest"] is None


def test_what_fails_is_told_and_the_rehearsal_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(*_: object, **__: object) -> None:
        raise RuntimeError("the pipes burst")

    monkeypatch.setattr(DRAFT_MOVE.handler, burst)
    monkeypatch.setattr(
        "tournaments.rehearsal.playing.check_rows", lambda _evening: ["table 1: the row says 3, the ledger 4"]
    )
    report = rehearsed(plan_for(rounds=2), **CALM)
    found = dict(zip(kinds(report), texts(report, "stops", "what"), strict=True))
    assert "the pipes burst" in found["crashed"]
    assert "the row says 3" in found["check"]
    assert (len(report["rounds"]), report["complete"]) == (2, True)
    monkeypatch.setattr(acts.PublishMove, "decide", burst)
    report = rehearsed(plan_for(rounds=2), **CALM)
    assert (len(report["rounds"]), report["complete"]) == (1, True)


def test_a_refusal_that_nobody_expected_is_told_as_it_is_worded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        acts.PublishMove, "decide", lambda *_: refuse("round", "no-way", "no way to %(go)s", go=2)
    )
    report = rehearsed(plan_for(rounds=2), **CALM)
    (stop,) = [stop for stop in report["stops"] if stop["kind"] == "refused"]
    assert str(Sentence.from_data(stop["what"])) == "“announce the next seats” is refused: no way to 2"
    assert stop["what"]["values"] == {
        "act": {"code": "act.publish-move"},
        "message": {"code": "rehearsal.fault", "values": {"message": "no way to 2"}},
    }


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"players": 0}, "players out-of-range"),
        ({"players": 10**9}, "players out-of-range"),
        ({"late": 5}, "late too-few"),
        ({"leavers": -1}, "leavers out-of-range"),
        ({"seed": ""}, "seed too-short"),
        ({"spread": float("nan")}, "spread out-of-range"),
        ({"wrong": "many"}, "wrong not-a-whole-number"),
    ],
    ids=["nobody", "too many", "too few in time", "fewer than none", "no seed", "no spread", "no number"],
)
def test_what_cannot_be_rehearsed_is_refused(wishes: dict[str, Any], told: str) -> None:
    with refused(told):
        briefed(plan_for(), **{"players": 8, **wishes})


def test_a_few_players_have_no_trouble_that_they_cannot_afford() -> None:
    assert [briefed(plan_for(), players).late for players in (4, 5, 6, 12)] == [0, 1, 2, 2]
    assert [briefed(plan_for(), players).leavers for players in (4, 5, 6, 12)] == [0, 0, 0, 1]
    assert briefed(plan_for(colours=["red", "blue"]), 3).tickets == ("red", "blue", "red")


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(3, 1), (2, 2), (1, 3)], 100),
        ([(1, 1), (2, 2), (3, 3)], -100),
        ([(3, 1), (2, 1), (1, 1)], None),
        ([(4, 1), (3, 3), (2, 2), (1, 3)], 63),
        ([], None),
    ],
    ids=["in order", "upside down", "all level", "two level", "nobody"],
)
def test_strength_and_place_go_together(pairs: list[tuple[int, int]], expected: int | None) -> None:
    assert correlation(pairs) == expected


def test_the_inside_touches_no_database_that_is_anybodys() -> None:
    with unchanged(), pytest.raises(NotScratch):
        inside_scratch(briefed(plan_for()).model_dump_json(), lambda _line: None)


@pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug, game in catalogue.GAMES.items() for seats in game.seats]
)
def test_every_pretended_hand_can_be_scored_at_a_table_of_its_size(slug: str, seats: int) -> None:
    game, dice, same_dice = catalogue.find(slug), random.Random(1910), random.Random(1910)
    rules = game.house_rules({})
    for _ in range(60):
        hand = pretend_hand(dice, slug, seats)
        assert game.score(hand, rules).seats == seats
        assert pretend_hand(same_dice, slug, seats) == hand


@pytest.mark.parametrize("omnibus", [False, True])
def test_a_pretended_hand_is_one_that_the_house_rules_allow(omnibus: bool) -> None:
    dice, options = random.Random(1910), {"omnibus": omnibus}
    hands = [pretend_hand(dice, "hearts", seats, options) for seats in (3, 4, 5) for _ in range(10)]
    assert all(("jack" in hand) is omnibus for hand in hands)


@pytest.mark.parametrize("target", [21, 101, 1000, 5000])
def test_a_points_game_to_a_target_is_over_within_a_round(target: int) -> None:
    dice, rules = random.Random(7), {"wins": "target", "target": target}
    totals, hands = [0, 0, 0, 0], 0
    while max(totals) < target:
        points = pretend_hand(dice, "points", 4, rules)["points"]
        totals, hands = [total + more for total, more in zip(totals, points, strict=True)], hands + 1
    assert hands <= 20


@pytest.fixture
def asking(director: User) -> Caller:
    return officer(director)


def test_one_is_asked_for_once_looked_at_and_read(
    asking: Caller, make_evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "run_act", play)
    evening = make_evening(until="draft")
    path = f"{address(evening)}rehearsal/"
    assert fault(asking.get(path)) == (404, "", "not-found")
    made = asking.post(path, {"players": 8, "late": 0, "leavers": 0, "wrong": 0, "seed": "owls"})
    assert (made.status_code, made.json()["stage"]) == (201, "waiting"), made.content
    assert asking.post(path, {}).json()["asked_at"] == made.json()["asked_at"]
    row = evening.evening.rehearsals.get()
    assert services.work_on(row.pk, clock=timezone.now)
    told = asking.get(path).json()
    assert (told["stage"], told["trouble"], told["report"]["seed"]) == ("done", "", "owls")
    assert asking.ask("DELETE", path).json() == {"was_under_way": False}
    assert asking.get(path).status_code == 200


def test_one_that_is_stopped_comes_to_nothing(asking: Caller, make_evening: Any) -> None:
    evening = make_evening(until="draft")
    path = f"{address(evening)}rehearsal/"
    asking.post(path, {"players": 8})
    row = evening.evening.rehearsals.get()
    assert asking.ask("DELETE", path).json() == {"was_under_way": True}
    assert services.work_on(row.pk, clock=timezone.now) is False
    assert asking.get(path).status_code == 404
