"""Entering a hand is an act like any other: done as one it says, refuses and writes what the fast statements do."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from inspect import isabstract
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import entries, undone
from tournaments.evening import acts
from tournaments.evening.acts.entering import MOST_LATE
from tournaments.evening.acts.games import MOST_VERSIONS
from tournaments.evening.models import Evening, Hand, LedgerEntry, Round, TableRound
from tournaments.evening.reads import live
from tournaments.evening.reads.live import Topic
from tournaments.evening.reads.scoresheets import UNTOLD
from tournaments.evening.services.perform import perform
from tournaments.publishing.publish import check_rows
from tournaments.rehearsal.random_hands import pretend_hand

Do = Callable[[AnEvening], object]
OF_THE_REQUEST = {"id", "entry_id", "key", "fingerprint", "answer"}
"""What rows hold that no act knows: their keys, and what makes a retry harmless."""
ROUND_1 = {"round": 1, "number": 9}
MINUTE = timedelta(minutes=1)
IN_TIME = "as soon as the round began"


def nothing(evening: AnEvening) -> None:
    """As it is."""


def one_hand(evening: AnEvening) -> None:
    evening.enter(1, a_hand(), by="table:1 seat:1")


def next_round(evening: AnEvening) -> None:
    evening.act(acts.Start())


def to_the_target(evening: AnEvening) -> None:
    while max(evening.totals(1)) < 42:
        evening.enter(1, a_hand())


def one_late(evening: AnEvening) -> None:
    """The first hand of table 1 lies in the tray, the second was finished in time."""
    evening.act(acts.Stop())
    evening.at += MINUTE
    evening.enter(1, a_hand(), number=1, by="table:1", played_at=evening.at)


def decided(evening: AnEvening) -> None:
    evening.act(acts.AdjustGame(round=1, table=1, points=[5, 9], reason="a torn card"))


def often(evening: AnEvening) -> None:
    for time in range(MOST_VERSIONS):
        evening.enter(1, a_hand(1 + time % 2), number=1, by="table:1")


def many_late(evening: AnEvening) -> None:
    for _ in range(MOST_LATE):
        evening.enter(1, a_hand(), round_number=1, number=9, by="table:1")


# How far the evening is brought, what is done before; the hand, and what becomes of it.
CASES: dict[str, tuple[str, Do, dict[str, Any], str]] = {
    "the next hand": ("playing", one_hand, {}, "enter_hand"),
    "the next by its number": ("playing", one_hand, {"round": 1, "number": 2}, "enter_hand"),
    "a clock ahead": ("playing", one_hand, {"sent_at": MINUTE, "played_at": MINUTE}, "enter_hand"),
    "what the request took": ("playing", one_hand, {"sent_at": -MINUTE / 20}, "enter_hand"),
    "the director's": ("playing", one_hand, {"by": "user:1"}, "enter_hand"),
    "the same from the other side": (
        "playing",
        one_hand,
        {"number": 1, "by": "table:1 seat:2"},
        "enter_again",
    ),
    "the same from one side": ("playing", one_hand, {"number": 1, "by": "table:1 seat:3"}, "enter_again"),
    "another result": ("playing", one_hand, {"number": 1, "hand": a_hand(2)}, "enter_again"),
    "in time, after the bell": ("bell", nothing, {"played_at": IN_TIME}, "enter_hand"),
    "after the bell": ("bell", nothing, {}, "late_hand"),
    "of a closed round": ("settled", nothing, {**ROUND_1, "played_at": IN_TIME}, "late_hand"),
    "of a decided game": ("bell", decided, {"played_at": IN_TIME}, "late_hand"),
    "behind a late one": ("playing", one_late, {"number": 2, "played_at": IN_TIME}, "late_hand"),
    "the director's, late": ("published", nothing, {**ROUND_1, "by": "user:1"}, "late_hand"),
    "taken, for the director": (
        "playing",
        one_hand,
        {"number": 1, "by": "user:1"},
        "number hand-already-entered",
    ),
    "of the round before": ("moved", next_round, ROUND_1, "late_hand"),
    "beyond all": ("playing", one_hand, {"number": 10**400}, "number not-the-next-hand"),
    "no number": ("playing", one_hand, {"number": 0}, "number not-the-next-hand"),
    "another round": ("playing", one_hand, {"round": 2}, "round another-round"),
    "table 0": ("playing", one_hand, {"table": 0}, "table unknown-table"),
    "no number of a table": ("playing", one_hand, {"table": 10**400}, "table unknown-table"),
    "no longer": ("settled", nothing, {}, "evening.status not-now"),
    "not yet, before what is wrong with it": (
        "seated",
        nothing,
        {"hand": {"bid": 99}},
        "evening.status not-now",
    ),
    "published, for a table": ("published", nothing, ROUND_1, "evening.status published"),
    "in the future": ("playing", one_hand, {"played_at": MINUTE}, "played_at in-the-future"),
    "over the target": ("playing", to_the_target, {}, "table target-reached"),
    "no hand": ("playing", one_hand, {"hand": {"bid": 99}}, "hand.bidder missing"),
    "nothing like a hand": ("playing", one_hand, {"hand": 7}, "hand not-an-object"),
    "once too often": ("playing", often, {"number": 1, "hand": a_hand(2)}, "number too-many-versions"),
    "into a full tray": ("settled", many_late, ROUND_1, "number too-many-late"),
}


def rows() -> dict[str, list[dict[str, Any]]]:
    told: dict[Any, set[str]] = {Evening: {"room_version"}, TableRound: {"version"}}
    return {
        model.__name__: [
            {
                name: value
                for name, value in row.items()
                if name not in OF_THE_REQUEST | told.get(model, set())
            }
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in (Evening, LedgerEntry, Hand, TableRound, Round)
    }


def outcome(evening: AnEvening, do: Callable[[], object]) -> tuple[Any, ...]:
    """The acts that were done and the rows they left, or the faults; all of it is taken back."""
    before = len(entries(evening.evening))
    try:
        with undone():
            do()
            shown = live.versions([Topic(evening.evening.pk, table) for table in (1, 2)])
            return [act for act, _ in entries(evening.evening)[before:]], rows(), shown
    except Faults as refused:
        return [f"{fault.field} {fault.code}" for fault in refused.faults], refused.faults
    finally:
        evening.read()


def both_ways(evening: AnEvening, about: dict[str, Any], *, is_own: bool = False, **beside: Any) -> list[str]:
    """What a hand comes to, which is the same by the statements of the fast path and as an act."""
    at = evening.at
    by, table = about.pop("by", "table:1"), about.pop("table", 1)
    about = {name: at + told if isinstance(told, timedelta) else told for name, told in about.items()}
    if about.get("played_at") == IN_TIME:
        about["played_at"] = evening.round().started_at
    hand = about.pop("hand", a_hand())
    act = acts.EnterHand(table=table, hand=hand, is_own=is_own, **about)
    about["round_number"] = about.pop("round", None)
    fast = outcome(evening, lambda: evening.enter(table, hand, by=by, at=at, **about, **beside))
    slow = partial(perform, evening=evening.evening, act=act, by=by, at=at)
    assert outcome(evening, slow) == fast
    with undone():
        if isinstance(fast[1], dict):
            slow()
        assert check_rows(evening.read()) == []
    told: list[str] = fast[0]
    return told


@pytest.mark.parametrize(("until", "before", "about", "told"), CASES.values(), ids=CASES)
def test_a_hand_comes_to_the_same_as_an_act(
    make_evening: Make, until: str, before: Do, about: dict[str, Any], told: str
) -> None:
    evening = make_evening(12, until=until)
    before(evening)
    evening.at += MINUTE * 2
    assert told in both_ways(evening, dict(about))


@pytest.mark.parametrize(("is_own", "confirmed_by"), [(True, ""), (False, "table:1")])
def test_a_phone_does_not_confirm_its_own_entry(make_evening: Make, is_own: bool, confirmed_by: str) -> None:
    evening = make_evening(12, until="playing")
    evening.enter(1, a_hand(), by="table:1", phone=UNTOLD)
    phone = UNTOLD if is_own else None
    assert both_ways(evening, {"number": 1}, is_own=is_own, phone=phone) == ["enter_again"]
    evening.act(acts.EnterHand(table=1, hand=a_hand(), number=1, is_own=is_own), by="table:1")
    assert Hand.objects.get(live=True).confirmed_by == confirmed_by


def test_no_hand_of_four_counts_at_threes_and_the_last_ends_the_round(make_evening: Make) -> None:
    evening = make_evening(6, game="ascot", movement="drawn", hands_per_round=2, until="playing")
    hand = pretend_hand(evening.dice, "ascot", 4)
    assert both_ways(evening, {"hand": hand}) == ["hand.players other-number-of-seats"]
    hand = pretend_hand(evening.dice, "ascot", 3)
    for table in (2, 2, 1):
        evening.enter(table, hand)
    assert both_ways(evening, {"hand": hand, "table": 2}) == ["table round-played-out"]
    assert both_ways(evening, {"hand": hand}) == ["enter_hand", "stop"]
    evening.enter(1, hand)
    assert both_ways(evening, {"hand": hand, "played_at": IN_TIME}) == ["table round-played-out"]


def test_every_act_decides() -> None:
    assert [name for name, act in acts.ACTS.items() if isabstract(act)] == []
