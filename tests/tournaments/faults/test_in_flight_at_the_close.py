"""Hands under way when the director closes the round: each counts, or lies in the late tray; none is lost."""

import json
import threading
from typing import NoReturn

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.faults.together import STUCK, Act, Outcome, act, at_once, enter
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.publishing import publish
from tournaments.refusals import refuse

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
TABLES, HANDS, TIMES = 5, 30, 2


def about_to_close(make_evening: Make) -> AnEvening:
    """A round stopped a moment ago, and a hand more played at every table than the other couple can make up for."""
    evening = make_evening(4 * TABLES, until="playing", target=1000)
    for table in evening.tables():
        for _ in range(HANDS // TABLES + 1):
            evening.enter(table, a_hand())
    evening.act(acts.Stop())
    return evening


def closed_in_the_middle(evening: AnEvening) -> list[Outcome]:
    """What each of the hands was told, finished before the end; the last third sets out when the round is closed."""
    stopped = evening.round().stopped_at
    closed = threading.Event()

    def send(place: int) -> Act:
        def sent() -> str:
            if place >= HANDS * 2 // 3:
                closed.wait(STUCK)
            hand = a_hand(2, 5, "B")
            return enter(
                evening, place % TABLES + 1, hand, f"hand-{place}", round_number=1, played_at=stopped
            )

        return sent

    def close() -> None:
        try:
            act(evening, acts.Close())
        finally:
            closed.set()

    *sent, director = at_once([*(send(place) for place in range(HANDS)), close])
    assert director.told == "done"
    return sent


@pytest.mark.parametrize("time", range(TIMES))
def test_counted_and_kept_for_the_director_are_all_there_were(make_evening: Make, time: int) -> None:
    evening = about_to_close(make_evening)
    outcomes = closed_in_the_middle(evening)
    assert {outcome.told for outcome in outcomes} == {"done"}
    told = [json.loads(str(outcome.value)) for outcome in outcomes]
    rows = {hand.key: hand for hand in Hand.objects.filter(key__startswith="hand-")}
    assert len(rows) == HANDS
    for answer in told:
        assert rows[answer["key"]].state == answer.get("state", "counts")
    late = sum(row.state == "late" for row in rows.values())
    counted = sum(row.live for row in rows.values())
    assert counted + late == HANDS
    assert late >= HANDS // 3
    assert publish.check_rows(evening.read()) == []


def test_control_without_the_late_tray_they_are_lost(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def turned_away(_body: object) -> NoReturn:
        refuse("round", "round-closed", "the round is closed")

    monkeypatch.setattr(acts.LateHand, "state", turned_away)
    outcomes = closed_in_the_middle(about_to_close(make_evening))
    told = [outcome.told for outcome in outcomes]
    assert set(told) <= {"done", "round round-closed"}
    kept = Hand.objects.filter(key__startswith="hand-").count()
    assert kept == told.count("done") <= HANDS * 2 // 3
