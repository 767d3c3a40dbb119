"""Every act of the ledger is told in a whole sentence, with names in place of codes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tournaments.status import Act
from tournaments.web.desk.ledger_lines import sentence, who

NAMES = {"a": "Ann", "b": "Bob", "c": "Clara"}
HAND = {"round": 1, "table": 2, "number": 3, "hand": {"bid": 5}, "points": [14, -6], "of": 9}
GAME = {"round": 1, "table": 2}
TICKET = {"ticket": "a", "number": 7, "colour": ""}
PLAN = {"plan": {"game": "chantecler", "rounds": 6}}
CUT = {"cut": {"winner": "B", "how": "seed"}}
BODIES: dict[Act, dict[str, Any]] = {
    Act.MAKE: PLAN,
    Act.CHANGE_PLAN: PLAN,
    Act.CHECK_IN: {"tickets": [TICKET]},
    Act.DRAW: {"order": ["a", "b"], "attempt": 2},
    Act.SWAP: {"one": "a", "other": "b", "round": 1},
    Act.SWAP_DRAFT: {"one": "a", "other": "b", "round": 1},
    Act.CUT: {**GAME, "winner": "A", "how": "cards"},
    Act.CUT_PRIZE: {"prize": "best", "colour": None, "order": ["a", "b"], "how": "cards"},
    Act.ARRIVE: TICKET,
    Act.LEAVE: TICKET,
    Act.SUBSTITUTE: {**TICKET, "for": "b"},
    Act.ENTER_AGAIN: {**HAND, "agrees": False, "confirms": False},
    Act.LATE_HAND: {**HAND, "because": "after-the-bell"},
    Act.TAKE_LATE: {**GAME, "number": 4, "of": 9},
    Act.LEAVE_OUT_LATE: {**GAME, "of": 9},
    Act.CONFIRM_HAND: {**GAME, "number": 4, "of": 9},
    Act.SETTLE_DISPUTE: {**GAME, "number": 4, "keep": 9},
    Act.WRONG_SEATS: {"hands": [{**GAME, "number": 1}, {**GAME, "number": 2}], "one": "a", "other": "b"},
    Act.PENALTY: {"tickets": ["a", "b"], "points": -2, "round": 1},
    Act.ADJUST_GAME: {**GAME, "points": [10, 0]},
    Act.NOT_PLAYED: {**GAME, **CUT},
    Act.WITHDRAW: {**GAME, "of": 9},
}
SENTENCE = re.compile(r"[A-Z0-9][^%{}_]+[.…]")


def told(act: Act, **more: Any) -> str:
    """An entry of this act in words."""
    return sentence(act, {**BODIES.get(act, HAND), **more}, NAMES)


@pytest.mark.parametrize("act", list(Act), ids=str)
def test_an_act_has_a_sentence(act: Act) -> None:
    assert SENTENCE.fullmatch(told(act)), told(act)


def test_an_act_of_a_later_version_is_told_by_its_name() -> None:
    assert sentence("sing_a_song", {}, NAMES) == "sing a song"


@pytest.mark.parametrize(
    ("order", "more", "says"),
    [
        ("xy", {"decided": 1}, "Cut for a prize (Best): X, Y."),
        ("xyz", {"decided": 1}, "Cut for a prize (Best): X. Still level: Y, Z."),
        ("xyz", {"decided": 2}, "Cut for a prize (Best): X, Y, Z."),
        ("xyz", {"how": "seed"}, "Cut for a prize (Best), drawn by the seed: X, Y, Z."),
        ("xy", {}, "Cut for a prize (Best): X, Y."),
        ("xyz", {}, "Cut for a prize (Best): X, Y, Z. How far they cut was not recorded then."),
    ],
)
def test_a_cut_for_a_prize_says_how_far_it_went(order: str, more: dict[str, Any], says: str) -> None:
    body = {"prize": "best", "colour": None, "order": list(order), "how": "cards", **more}
    assert sentence(Act.CUT_PRIZE, body, {code: code.upper() for code in order}) == says


@pytest.mark.parametrize(
    ("act", "more", "says"),
    [
        (Act.CORRECT_HAND, {}, "Round 1, table 2: hand 3 was corrected, now 14 to −6."),
        (Act.CORRECT_HAND, {"hand": None}, "Round 1, table 2: hand 3 was corrected, now void."),
        (Act.CORRECT_HAND, CUT, "couple B won the cut, drawn by the seed."),
        (Act.CORRECT_HAND, {"points": [1, 2, 3]}, "now by seat 1, 2, 3."),
        (Act.ENTER_AGAIN, {}, "was entered otherwise, 14 to −6; it is in dispute."),
        (
            Act.ENTER_AGAIN,
            {"agrees": True, "confirms": True},
            "the same by the other side, which confirms it.",
        ),
        (Act.ENTER_AGAIN, {"agrees": True, "confirms": False}, "was entered once more, the same."),
        (Act.LATE_HAND, {}, "came into the late tray: it was finished after play had stopped."),
        (Act.LATE_HAND, {"because": "round-closed"}, "its round was closed already."),
        (Act.PENALTY, {}, "2 points off for Ann, Bob."),
        (Act.PENALTY, {"points": 1, "tickets": ["c"]}, "1 point added for Clara."),
        (
            Act.WRONG_SEATS,
            {},
            "Ann and Bob sat in each other's seats: round 1, table 2, hand 1; round 1, table 2, hand 2.",
        ),
        (Act.NOT_PLAYED, {}, "it counts for nobody. By the seed couple B moves as its winner."),
        (Act.WITHDRAW, {}, "the decision of entry 9 was withdrawn; the hands count again."),
        (Act.MOVE_BELL, {}, "The bell of round 1 is credited to table 2."),
        (Act.MOVE_BELL, {"table": None}, "credited to no table: none has reached the target."),
        (Act.CLOSE, {"anyway": [2, 5]}, "although hands of these tables were not settled: 2, 5."),
        (Act.NOTE_HAND, {}, "noted only, hand 3 should have been 14 to −6."),
    ],
)
def test_it_says_what_happened(act: Act, more: dict[str, Any], says: str) -> None:
    assert told(act, **more).endswith(says)


@pytest.mark.parametrize(
    ("by", "says"),
    [
        ("table:2", "table 2"),
        ("table:2 seat:3", "table 2, seat 3"),
        ("user:4", "Dora"),
        ("user:5", "a director who is gone"),
        ("job", "the worker"),
    ],
)
def test_who_did_it_is_told_as_people_say_it(by: str, says: str) -> None:
    assert who(by, {4: "Dora"}) == says
