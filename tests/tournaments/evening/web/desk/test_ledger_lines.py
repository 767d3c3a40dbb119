"""Every act of the ledger is told in a whole sentence, with names in place of codes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tournaments.evening import acts
from tournaments.evening.web.desk.ledger import who
from tournaments.evening.web.words import act_sentence

NAMES = {"a": "Ann", "b": "Bob", "c": "Clara"}
HAND = {"round": 1, "table": 2, "number": 3, "hand": {"bid": 5}, "points": [14, -6], "of": 9}
GAME = {"round": 1, "table": 2}
TICKET = {"ticket": "a", "number": 7, "colour": ""}
PLAN = {"plan": {"game": "chantecler", "rounds": 6}}
CUT = {"cut": {"winner": "B", "how": "seed"}}
BODIES: dict[str, dict[str, Any]] = {
    acts.Make.name: PLAN,
    acts.ChangePlan.name: PLAN,
    acts.CheckIn.name: {"tickets": [TICKET]},
    acts.Draw.name: {"order": ["a", "b"], "attempt": 2},
    acts.Swap.name: {"one": "a", "other": "b", "round": 1},
    acts.SwapDraft.name: {"one": "a", "other": "b", "round": 1},
    acts.Cut.name: {**GAME, "winner": "A", "how": "cards"},
    acts.CutPrize.name: {"prize": "best", "colour": None, "order": ["a", "b"], "how": "cards"},
    acts.Arrive.name: TICKET,
    acts.Leave.name: TICKET,
    acts.Stay.name: {"ticket": "a"},
    acts.Substitute.name: {**TICKET, "for": "b"},
    acts.StandIn.name: {"ticket": "a", "for": "b"},
    acts.EnterAgain.name: {**HAND, "agrees": False, "confirms": False},
    acts.LateHand.name: {**HAND, "because": "after-the-bell"},
    acts.TakeLate.name: {**GAME, "number": 4, "of": 9},
    acts.LeaveOutLate.name: {**GAME, "of": 9},
    acts.ConfirmHand.name: {**GAME, "number": 4, "of": 9},
    acts.SettleDispute.name: {**GAME, "number": 4, "keep": 9},
    acts.ExchangeSeats.name: {
        "hands": [{**GAME, "number": 1}, {**GAME, "number": 2}],
        "one": "a",
        "other": "b",
    },
    acts.Penalty.name: {"tickets": ["a", "b"], "points": -2, "round": 1},
    acts.AdjustGame.name: {**GAME, "points": [10, 0]},
    acts.NotPlayed.name: {**GAME, **CUT},
    acts.Withdraw.name: {**GAME, "of": 9},
}
SENTENCE = re.compile(r"[A-Z0-9][^%{}_]+[.…]")


def told(act: str, **more: Any) -> str:
    """An entry of this act in words."""
    return act_sentence(act, {**BODIES.get(act, HAND), **more}, NAMES)


@pytest.mark.parametrize("act", list(acts.ACTS))
def test_an_act_has_a_sentence(act: str) -> None:
    assert SENTENCE.fullmatch(told(act)), told(act)


def test_an_act_of_a_later_version_is_told_by_its_name() -> None:
    assert act_sentence("sing_a_song", {}, NAMES) == "sing a song"


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
    assert act_sentence(acts.CutPrize.name, body, {code: code.upper() for code in order}) == says


@pytest.mark.parametrize(
    ("act", "more", "says"),
    [
        (acts.CorrectHand.name, {}, "Round 1, table 2: hand 3 was corrected, now 14 to −6."),
        (acts.CorrectHand.name, {"hand": None}, "Round 1, table 2: hand 3 was corrected, now void."),
        (acts.CorrectHand.name, CUT, "couple B won the cut, drawn by the seed."),
        (acts.CorrectHand.name, {"points": [1, 2, 3]}, "now by seat 1, 2, 3."),
        (acts.EnterAgain.name, {}, "was entered otherwise, 14 to −6; it is in dispute."),
        (
            acts.EnterAgain.name,
            {"agrees": True, "confirms": True},
            "the same by the other side, which confirms it.",
        ),
        (acts.EnterAgain.name, {"agrees": True, "confirms": False}, "was entered once more, the same."),
        (acts.LateHand.name, {}, "came into the late tray: it was finished after play had stopped."),
        (acts.LateHand.name, {"because": "round-closed"}, "its round was closed already."),
        (acts.Penalty.name, {}, "2 points off for Ann, Bob."),
        (acts.Penalty.name, {"points": 1, "tickets": ["c"]}, "1 point added for Clara."),
        (
            acts.ExchangeSeats.name,
            {},
            "Ann and Bob sat in each other's seats: round 1, table 2, hand 1; round 1, table 2, hand 2.",
        ),
        (acts.NotPlayed.name, {}, "it counts for nobody. By the seed couple B moves as its winner."),
        (acts.Withdraw.name, {}, "the decision of entry 9 was withdrawn; the hands count again."),
        (acts.MoveBell.name, {}, "The bell of round 1 is credited to table 2."),
        (acts.MoveBell.name, {"table": None}, "credited to no table: none has reached the target."),
        (acts.Close.name, {"anyway": [2, 5]}, "although hands of these tables were not settled: 2, 5."),
        (acts.NoteHand.name, {}, "noted only, hand 3 should have been 14 to −6."),
    ],
)
def test_it_says_what_happened(act: str, more: dict[str, Any], says: str) -> None:
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
