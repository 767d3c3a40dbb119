"""Evenings of points: all games from the draw to the archive; a game that remembers earlier hands of a table."""

import json
import random
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import pytest

from games import catalogue
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.the_rows import last_entry, refused
from tournaments.evening import acts
from tournaments.evening.comparison import HandChange
from tournaments.evening.models import Hand, TableRound
from tournaments.evening.reads.facts import prizes_of, seatings
from tournaments.evening.services import evenings, scoresheets
from tournaments.evening.services.perform import preview
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings
from tournaments.rehearsal.random_hands import pretend_hand


def sizes(evening: AnEvening) -> tuple[int, ...]:
    seating = seatings([evening.round()])[evening.round().pk]
    return tuple(len(table) for table in seating.tables)


def play(evening: AnEvening, rounds_: int) -> None:
    """Play rounds of two hands a table to the end, and publish."""
    for number in range(1, rounds_ + 1):
        evening.act(acts.Start())
        evening.play_hands(2)
        evening.act(acts.Close())
        evening.go_on_to("moved" if number < rounds_ else "published")


def test_points_are_added_up_seat_by_seat(make_evening: Make) -> None:
    evening = make_evening(2, game="clabberjass", movement="fixed", until="playing")
    hand = clabberjass(2, (41, 70), 2)
    first, second = evening.enter(1, hand), evening.enter(1, hand)
    assert (first["points"], first["running"], first["target"]) == ([41, 80], [41, 80], None)
    assert second["running"] == [82, 160]
    assert evening.round().tables.get().points == (82, 160)
    assert [hand.points for hand in Hand.objects.all()] == [(41, 80), (41, 80)]


@pytest.mark.parametrize(
    ("until", "act", "code"),
    [
        pytest.param("playing", acts.Ring(table=1), "no-bell", id="the bell"),
        pytest.param("bell", acts.Cut(table=1, winner="A"), "no-cut", id="a cut"),
        pytest.param("bell", acts.Cut(table=1, how="seed"), "no-cut", id="a cut by the seed"),
    ],
)
def test_nothing_is_rung_or_cut_for(make_evening: Make, until: str, act: acts.Act, code: str) -> None:
    evening = make_evening(6, game="ascot", movement="drawn", until=until)
    with refused(f"table {code}"):
        evening.act(act)


@pytest.mark.parametrize(
    ("tables", "faults"),
    [
        pytest.param([4, 4], [], id="four and four"),
        pytest.param([5, 3], [], id="five and three"),
        pytest.param([4, 2], ["start.1 not-a-table-size", "start wrong-number-seated"], id="two"),
        pytest.param([4], ["start wrong-number-seated"], id="a table forgotten"),
    ],
)
def test_by_hand_any_size_goes(make_evening: Make, tables: list[int], faults: list[str]) -> None:
    evening = make_evening(8, game="chambery_tarot", movement="fixed", until="check_in")
    waiting = list(evening.evening.tickets.values_list("code", flat=True))
    placed = [[waiting.pop() for _ in range(size)] for size in tables]
    arguments = {"tables": placed, "sitting_out": waiting}
    with refused(*faults) if faults else nullcontext():
        evening.act(evenings.seat_by_hand, **arguments)
    assert faults or sizes(evening) == tuple(tables)


@pytest.mark.parametrize(("of", "unplayed"), [([1, 4], []), ([2, 4], [1])])
def test_no_prize_of_unplayed_rounds_is_given(make_evening: Make, of: list[int], unplayed: list[int]) -> None:
    prizes = {"best": 1, "others": [{"rounds": of, "best": 1}]}
    evening = make_evening(4, game="whist", movement="fixed", hands_per_round=2, rounds=4, prizes=prizes)
    play(evening, 1)
    body = json.loads(evening.evening.ledger.get(act="finish").body)
    assert body.get("prizes_unplayed", []) == unplayed
    assert any(prize.other for prize in prizes_of(evening.read())) is not bool(unplayed)
    assert findings(json.loads(evening.evening.publications.get().archive)) == []


GAME = catalogue.find("clabberjass")
HELD_OVER: dict[str, Any] = {
    "game": "clabberjass",
    "movement": "drawn",
    "house_rules": {"level_bid": "held"},
    "ends": {"ends": "hands", "hands": 6},
    "worth": {"counts": "points"},
}
"""Tables of two at which the points of a level bid are held over."""


def level(bidder: int = 1) -> dict[str, Any]:
    return clabberjass(bidder, (60, 50), 2)


def clabberjass(bidder: int, card_points: tuple[int, int], last_trick: int) -> dict[str, Any]:
    hand = {"dealer": 1, "bidder": bidder, "trump": "spades", "bella": None, "sequences": [[], []]}
    return {**hand, "card_points": list(card_points), "last_trick": last_trick}


WON = clabberjass(1, (80, 30), 1)
"""Ninety to thirty, the bid is made."""
LOST = clabberjass(1, (30, 80), 2)
PASSED_OUT = {"dealer": 1, "passed_out": True}


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    return make_evening(4, **HELD_OVER, until="playing")


def hands(evening: AnEvening, table: int = 1) -> list[tuple[int, ...]]:
    rows = Hand.objects.filter(table_round__round=evening.round(), table__number=table, live=True)
    return [hand.points for hand in rows.order_by("number")]


def correction(number: int, hand: Any) -> acts.CorrectHand:
    of = Hand.objects.get(table__number=1, number=number, live=True).entry.sequence
    return acts.CorrectHand(round=1, table=1, number=number, of=of, hand=hand, reason="miscounted")


def scored_fresh(played: Sequence[Any], rules: dict[str, Any]) -> list[tuple[int, ...]]:
    """What a table's hands score when they are scored one after the other, by the game alone."""
    house_rules = GAME.house_rules(rules)
    found = GAME.left_by([], house_rules)
    scores: list[tuple[int, ...]] = []
    for hand in played:
        if hand is None:
            scores.append((0, 0))
            continue
        scores.append(GAME.score(hand, house_rules, found).scores)
        found = GAME.left_by([hand], house_rules, found)
    return scores


@pytest.mark.parametrize(
    ("played", "scores"),
    [
        pytest.param([level(), WON], [(0, 60), (150, 30)], id="the winner of the next hand gets them"),
        pytest.param([level(), LOST], [(0, 60), (0, 180)], id="the opponent too, who wins a missed bid"),
        pytest.param([level(), level(2), WON], [(0, 60), (60, 0), (210, 30)], id="level again: they add up"),
        pytest.param([level(), PASSED_OUT, WON], [(0, 60), (0, 0), (150, 30)], id="they lie over a pass"),
        pytest.param([level(), WON, WON], [(0, 60), (150, 30), (90, 30)], id="and are given once"),
    ],
)
def test_points_of_a_level_bid_are_held_over(
    evening: AnEvening, played: list[dict[str, Any]], scores: list[tuple[int, ...]]
) -> None:
    for hand in played:
        evening.enter(1, hand)
    assert hands(evening) == scores
    assert TableRound.objects.get(table__number=1).points == tuple(map(sum, zip(*scores, strict=True)))


def test_each_table_remembers_its_own_hands_and_each_round_begins_anew(evening: AnEvening) -> None:
    evening.enter(1, level())
    evening.enter(2, WON)
    assert hands(evening, 2) == [(90, 30)]
    for _ in range(4):
        evening.enter(1, LOST)
        evening.enter(2, LOST)
    evening.enter(1, level())
    evening.enter(2, LOST)
    evening.go_on_to("playing")
    evening.enter(1, WON)
    assert hands(evening) == [(90, 30)]


def test_a_correction_scores_the_later_hands_anew_and_says_so(evening: AnEvening) -> None:
    for hand in (level(), PASSED_OUT, WON, LOST):
        evening.enter(1, hand)
    correct = correction(1, LOST)
    change = preview(evening=evening.read(), act=correct, by="user:1", at=evening.clock())
    assert change.hands == (HandChange(1, 1, 3, ((150, 30), (90, 30))),)
    evening.act(correct)
    assert hands(evening) == [(0, 120), (0, 0), (90, 30), (0, 120)]
    third = Hand.objects.get(number=3, live=True)
    assert [line["points"] for line in third.slip] == [80, 30, 10, 0]
    evening.act(correction(1, level()))
    assert hands(evening) == [(0, 60), (0, 0), (150, 30), (0, 120)]


def test_a_dispute_settled_for_the_other_side_scores_the_later_hands_anew(evening: AnEvening) -> None:
    evening.enter(1, WON, by="table:1 seat:1")
    evening.enter(1, WON, by="table:1 seat:1")
    evening.enter(1, level(), number=1, by="table:1 seat:2")
    other = Hand.objects.get(state="disputes")
    evening.act(
        acts.SettleDispute(round=1, table=1, number=1, keep=other.entry.sequence, reason="as on the slip")
    )
    assert hands(evening) == [(0, 60), (150, 30)]


def test_a_late_hand_is_scored_after_those_that_count_when_it_is_taken(evening: AnEvening) -> None:
    evening.enter(1, level())
    early = evening.clock()
    evening.act(acts.Stop())
    evening.enter(1, WON, played_at=evening.clock())
    late = Hand.objects.get(state="late")
    assert (late.points, late.played_at > early) == ((150, 30), True)
    evening.act(correction(1, LOST))
    evening.act(acts.TakeLate(of=late.entry.sequence, reason="they had finished it"))
    assert hands(evening) == [(0, 120), (90, 30)]


def test_preview_and_rows_count_what_was_held_over_and_a_retry_does_not(evening: AnEvening) -> None:
    evening.enter(1, level())
    shown = scoresheets.preview_hand(evening_id=evening.evening.pk, table=1, hand=WON)
    other = scoresheets.preview_hand(evening_id=evening.evening.pk, table=2, hand=WON)
    assert (shown.scores, other.scores) == ((150, 30), (90, 30))
    first = evening.enter(1, WON, key="again")
    evening.act(correction(1, LOST))
    assert hands(evening)[1] == (90, 30)
    assert evening.enter(1, WON, key="again") == first
    Hand.objects.filter(number=2).update(rescored=None, seat_points=[150, 30])
    assert publish.check_rows(evening.read()) != []
    publish.rebuild(evening=evening.read(), at=evening.clock())
    assert hands(evening) == [(0, 120), (90, 30)]


@pytest.mark.parametrize("seed", range(3))
def test_a_corrected_table_stands_as_if_entered_so(evening: AnEvening, seed: int) -> None:
    dice = random.Random(seed)
    rules = evening.evening.plan["house_rules"]

    def drawn() -> Any:
        return level(dice.choice((1, 2))) if dice.random() < 0.6 else pretend_hand(dice, "clabberjass", 2)

    played: list[Any] = [drawn() for _ in range(5)]
    for hand in played:
        evening.enter(1, hand)
    for _ in range(6):
        number = dice.randint(1, 5)
        hand = None if dice.random() < 0.2 else drawn()
        if hand == played[number - 1]:
            continue
        played[number - 1] = hand
        evening.act(correction(number, hand))
        assert hands(evening) == scored_fresh(played, rules)


def test_a_game_that_remembers_nothing_says_nothing_of_later_hands(make_evening: Make) -> None:
    evening = make_evening(4, **HELD_OVER | {"house_rules": {}}, until="playing")
    evening.enter(1, level())
    evening.enter(1, WON)
    evening.act(correction(1, LOST))
    assert "rescored" not in last_entry(evening.evening)[1]
    assert hands(evening) == [(0, 120), (90, 30)]
